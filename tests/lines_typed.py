"""Lines as somebody at the table might type them: of what is possible now, mostly, and now and then of nothing."""

import shlex
from collections.abc import Sequence
from typing import TypeVar

from door import Door
from hypothesis import strategies as st

from bezique_score.cards import Card, Rank, Suit
from bezique_score.rules.rulebook import needs_suit, slots_of

T = TypeVar("T")

NONSENSE = [
    *("anna", "an", "boris", "clara", "dora", "anna=12", "boris=-3", "=", "anna=45+23", "Anna+Clara=7"),
    *("bezique", "bez", "marriage", "royal", "quint", "trump-queens", "seven", "carte-blanche", "exact-cut"),
    *("spades", "s", "♠", "QS", "10h", "*", "AS", "KH", "7C", "-i", "Q", "--allow", "why", "--trump", "--upcard"),
    *("--dealer", "--last", "--all-tricks", "--concede", "--no-trick", "--blind", "--note", "tea", "-10", "100"),
    *("999999999999", "0", "--", "", ";", "'", "undo", "declare", "amend", "--json", "--all", "x" * 300),
]
COMMANDS = [
    *("deal", "trick", "declare", "exchange", "bid", "pass", "end", "adjust", "agree", "note", "undo", "redo"),
    *("amend", "score", "log", "melds", "anna", "b", "rules", "explain"),
]
LOOKING = [
    *("score", "log", "log --all", "melds", "melds boris", "melds --all", "sheet", "sheet --format csv"),
    *(
        "sheet --format md",
        "sheet --format json",
        "chart",
        "stats",
        "check",
        "undo --show",
        "score --set packs=10",
    ),
    *("score --under classic", "sessions", "export --format jsonl"),
]


class Lines:
    """Draws lines for the session at a door; `few` are cards of which there is much talk."""

    def __init__(self, data: st.DataObject, door: Door, few: Sequence[Card]) -> None:
        self.data = data
        self.match = door.replay.match
        self.table = door.replay.table
        self.few = few
        self.players = self.match.seating.players
        self.sides = self.match.seating.sides

    # Drawing

    def pick(self, values: Sequence[T]) -> T:
        return self.data.draw(st.sampled_from(values))

    def number(self, most: int, least: int = 0) -> int:
        return self.data.draw(st.integers(least, max(least, most)))

    def seldom(self, times: int = 5) -> bool:
        return self.number(times - 1) == times - 1

    def player(self) -> str:
        hand = self.table.hand
        if hand is not None and not self.seldom():
            return self.pick(hand.active)
        return self.pick(self.players)

    def card(self) -> Card:
        return self.pick(tuple(self.match.rules.copies)) if self.seldom(8) else self.pick(self.few)

    # What happens at the table

    def any_line(self) -> str:
        """Say anything that may happen at a table, whether it can now or not."""
        return self.line_of(self.pick(sorted(KINDS)))

    def line_of(self, kind: str) -> str:
        """Say something of one kind."""
        words: list[object] = getattr(self, KINDS[kind])()
        return shlex.join([kind, *map(str, words)])

    def deal(self) -> list[object]:
        dealer = ["--dealer", self.pick(self.players)] if self.seldom() else []
        trumps = self.match.rules.game.trumps
        if trumps is None or trumps.made_by != "turned":
            return [*dealer]
        if self.seldom(2):
            return ["--upcard", self.card(), *dealer]
        return ["--trump", self.pick(tuple(Suit)), *dealer]

    def trick(self) -> list[object]:
        active = self.table.hand.active if self.table.hand else self.players
        if self.number(2):
            return [self.player()]
        cards = [self.card() for _ in active]
        return [self.player(), *cards] if self.seldom() else [*cards]

    def declare(self) -> list[object]:
        """Declare whatever has a name, sometimes with cards, infuzorki and the table's leave."""
        rules = self.match.rules
        meld = self.pick(tuple(rules.game.declaration))
        declaration = rules.game.declaration[meld]
        words: list[object] = [meld]
        if needs_suit(declaration):
            words.append(self.pick(tuple(Suit)))
        if self.seldom(4) or not self.match.tricks:
            words.insert(0, self.player())
        if declaration.suits and not self.number(1):
            words += [self.pick(tuple(Suit)) for _ in range(4 if self.number(5) else 3)]
        if meld == "quint" and self.seldom(3):
            words.append(self.card())
        if rules.game.deck.infuzorki and self.seldom(3):
            ranks = [slots_of(term)[0].rank for term in declaration.cards] or [Rank.QUEEN]
            words += ["-i", self.pick(ranks)]
        if self.seldom(10):
            words += ["--allow", "all agreed"]
        return words

    def offered(self) -> tuple[str, int] | None:
        """Declare what `melds --json` offers, and say its price; none where nothing is offered."""
        hand = self.table.hand
        if hand is None:
            return None
        player = hand.leader if self.match.tricks else self.pick(hand.active)
        offers = self.match.offers(self.table, player)
        if not offers:
            return None
        offer = self.pick(offers)
        named = [player] if not self.match.tricks or self.seldom(3) else []
        suit = [offer.suit] if offer.suit else []
        return shlex.join(["declare", *named, offer.meld, *suit]), offer.points

    def exchange(self) -> list[object]:
        return [self.player()] if self.seldom(2) or not self.match.tricks else []

    def bid(self) -> list[object]:
        return [
            self.player(),
            self.pick((100, 105, 110, 120, 130, 150, 200, 90)),
            *(["--blind"] if self.seldom() else []),
        ]

    def pass_(self) -> list[object]:
        return [self.player()]

    def end(self) -> list[object]:
        game, active = self.match.rules.game, self.table.hand.active if self.table.hand else self.players
        words: list[object] = []
        if game.card_points:
            words = [*self._card_points(active)]
        elif game.count.brisque and self.number(3):
            sides = list(self.sides if not self.seldom(8) else self.sides[:1])
            most = sum(self.match.rules.copies[card] for card in self.match.rules.copies
                       if card.rank in game.count.brisques)  # fmt: skip
            for side in sides if self.seldom() else sides[:-1]:
                number = self.number(most)
                words.append(f"{side.partition('+')[0]}={number}")
                most -= number
        if game.count.last_trick and self.number(8):
            words += ["--last", self.player()]
        if game.record.bolts and self.seldom(3):
            words += ["--no-trick", self.player()]
        if game.record.concede != "off" and self.seldom(4):
            return ["--concede"]
        return words

    def _card_points(self, active: Sequence[str]) -> list[str]:
        if self.seldom(12):
            return []
        if self.match.rules.game.packet.all_tricks and self.seldom(8):
            return ["--all-tricks", self.pick(active)]
        left, numbers = 120, []
        for _ in active[:-1]:
            numbers.append(self.number(left))
            left -= numbers[-1]
        numbers.append(left - (self.number(20) if self.seldom(3) else 0))
        if self.seldom(4):
            return [*map(str, numbers)]
        told = [f"{player}={number}" for player, number in zip(active, numbers, strict=True)]
        return told if self.seldom(2) else told[:-1]

    def adjust(self) -> list[object]:
        return [self.player(), self.number(60, -60), "--note", "agreed"]

    def agree(self) -> list[object]:
        wrong = self.seldom(4)
        told = {side: total + wrong for side, total in self.table.totals.items()}
        sides = self.sides if self.seldom(2) else self.sides[:1]
        return [f"{side.partition('+')[0]}={told[side]}" for side in sides]

    def note(self) -> list[object]:
        return [self.pick(("tea", "new cards", "a long 'remark' # with; signs"))]

    # The rest

    def nonsense(self) -> str:
        words = self.data.draw(st.lists(st.sampled_from(NONSENSE), max_size=5))
        return " ".join([self.pick(COMMANDS), *words])

    def short(self) -> str:
        """Say who took the trick and what he declares, without a command."""
        words = [self.pick(tuple(self.match.rules.game.declaration))] if self.number(2) else []
        return shlex.join([self.player(), *words])

    def many_tricks(self) -> str:
        """Say who took several tricks, in one line: all are booked or none."""
        return "; ".join(f"trick {shlex.quote(self.player())}" for _ in range(self.number(12, 2)))


KINDS: dict[str, str] = {kind: kind for kind in (
    "deal", "trick", "declare", "exchange", "bid", "end", "adjust", "agree", "note"
)} | {"pass": "pass_"}  # fmt: skip
