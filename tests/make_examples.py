"""Make the example evenings anew: `python tests/make_examples.py` writes every script and its journal.

`python tests/make_examples.py NAME...` makes some of them; with `--seek` the seeds are looked for whose cards
give the evening what it is there to show (needed when the players in `evening_hands` have changed their taste).

The cards are real (see `real_cards`): a pack is shuffled from a fixed seed and played out, only what truly lay in
a hand is declared, and every hand ends with an audit of the whole pack. What people get wrong (a trick booked to
the wrong player, a word misheard) is set right in the script itself.
"""

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from evening_hands import EveningHand, without_cards
from evening_thousand import ThousandEvening
from telling import Clock, Evening, Setting, listed

from bezique_score.cli.desk import Desk
from bezique_score.cli.script import run_script
from bezique_score.events import Adjust, Bid, Deal, Declare, End, Exchange, Fact, Note, Pass, Trick
from bezique_score.library import Library
from bezique_score.referee.bezique.shapes import grows
from bezique_score.refusal import Refusal
from bezique_score.replay import Row
from bezique_score.sheet.words import RANK_NAMES

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAIN_FOURS = ("queens", "kings", "aces", "jacks")
BEFORE_PLAY = {
    "carte-blanche": "Not a court card among them: the whole hand is shown.",
    "exact-cut": "Counted: exactly 24 cards were lifted.",
    "cut-guess": "And the number of cards lifted was guessed.",
}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass
class Story:
    """An evening before it is played: the table, the seed, what is told, and what goes wrong.

    `told`: of each hand, how many tricks are told with their cards; after those only tricks with something to
    declare. `slips`: what happens in which hand. `openings` are said when a hand begins. `wanted`: what the
    evening must hold to be worth telling, `steps` what it must have come to after some hands. `seeds` are those of
    the first hands; the later ones follow from the last of them. `bold`: how often players declare and fight.
    """

    setting: Setting
    seeds: tuple[int, ...]
    wanted: Callable[["Told"], bool]
    hands: int = 12
    bold: float = 0.7
    told: dict[int, int] = field(default_factory=dict)
    slips: dict[int, tuple[str, ...]] = field(default_factory=dict)
    openings: dict[int, str] = field(default_factory=dict)
    note: str = ""
    closing: str = "score"
    agrees: bool = True
    blind_hand: int = 0
    steps: dict[int, Callable[["Told"], bool]] = field(default_factory=dict)


@dataclass
class Told:
    """An evening that was told, and what was seen in it."""

    evening: Evening
    hands: int
    seen: Counter[str]

    @property
    def won(self) -> bool:
        return self.evening.winner is not None

    def saw(self, *what: str) -> bool:
        return all(self.seen[one] for one in what)

    def is_worth(self, story: Story) -> bool:
        return story.wanted(self)


# Telling a hand of the Bezique family


class BeziqueTeller:
    """Writes down one hand as it is played: entries, slips and their correction, and what is said of it."""

    def __init__(
        self, evening: Evening, hand: EveningHand, seen: Counter[str], told: int, slips: set[str]
    ) -> None:
        self.evening, self.hand, self.seen, self.told, self.slips = evening, hand, seen, told, slips
        self.pending: Trick | None = None
        self.tricks = 0
        self.winner: str | None = None
        self.silent: str | None = None
        self.declared = False
        self.to_amend: tuple[int, Declare, int] | None = None
        self.entries = 0

    def tell(self) -> None:
        for fact in self.hand.play():
            match fact:
                case Deal():
                    self._deal(fact)
                case Trick():
                    self._trick(fact)
                case Declare() | Exchange():
                    self._flush()
                    self.declared = True
                    self._declare(fact) if isinstance(fact, Declare) else self._exchange(fact)
                case End():
                    self._end(fact)

    def _deal(self, deal: Deal) -> None:
        number = self.evening.replay.table.dealt + 1
        turned = ""
        if deal.upcard and deal.upcard.suit and deal.upcard.rank:
            turned = f" and turns the {RANK_NAMES[deal.upcard.rank]} of {deal.upcard.suit.value}"
        sits_out = len(self.hand.players) < len(self.evening.seating.players)
        out = f"; {deal.dealer} sits out" if sits_out else ""
        self.evening.say(f"Hand {number}. {deal.dealer} deals{turned}{out}.")
        row = self.evening.enter(deal)
        if row.entry.points:
            self.seen["turned-seven"] += 1

    # Tricks

    def _trick(self, trick: Trick) -> None:
        self.silent = self.winner if self.winner is not None and not self.declared else None
        self.tricks += 1
        self.winner = trick.winner
        self.declared = False
        self.pending = trick
        if self.tricks <= self.told:
            self._flush()
        self._forgotten()
        self._amended()

    def _flush(self) -> None:
        """Write the trick that is not written yet, now that it matters."""
        trick, self.pending = self.pending, None
        if trick is None or not self.evening.setting.tricks:
            return
        assert trick.winner is not None
        told = self.tricks <= self.told
        if not told and self.told:
            self.told = 0
            self.evening.say("From here on only the tricks that matter are typed, without their cards.")
        others = [player for player in self.hand.players if player != trick.winner]
        if not told and "undo" in self.slips and self.entries > 8:
            self.slips.discard("undo")
            self.evening.enter(Trick(winner=others[0]))
            self.evening.say(f"No, that one was {trick.winner}'s.")
            self.evening.undo()
            self.seen["undo"] += 1
        self.entries += 1
        self.evening.enter(trick if told else without_cards(trick), named=not told)
        if told:
            self.seen["trick with cards"] += 1
            if any(card.rank is None for card in trick.cards):
                self.seen["infuzorka in a trick"] += 1

    # Declarations

    def _exchange(self, exchange: Exchange) -> None:
        self.evening.say(f"{exchange.player} fetches the turned card.")
        self._enter(exchange, named=not self.evening.setting.tricks)
        self.seen["exchange"] += 1

    def _declare(self, declare: Declare) -> None:
        evening = self.evening
        named = not evening.setting.tricks or declare.player != self.winner or evening.pen.random.random() < 0.15
        named = named or evening.rules.game.declaration[declare.meld].before_play != ""
        if "misheard" in self.slips and self.entries > 4 and self._mishear(declare, named=named):
            return
        if "misread" in self.slips and declare.meld in PLAIN_FOURS and not declare.infuzorki:
            wrong = self._accepted(declare, PLAIN_FOURS)
            if wrong is not None:
                self.slips.discard("misread")
                row = self._enter(wrong, named=named)
                self.to_amend = (row.number, declare, self.entries + 5)
                return
        row = self._enter(declare, named=named)
        self._count(declare)
        self._remark(declare, row)

    def _mishear(self, declare: Declare, *, named: bool) -> bool:
        wrong = self._accepted(declare, ("bezique", "marriage", *PLAIN_FOURS))
        if wrong is None:
            return False
        self.slips.discard("misheard")
        self._enter(wrong, named=named)
        self.evening.say(f"Not {wrong.meld}: {declare.player} had said {declare.meld}.")
        self.evening.undo()
        self.seen["undo"] += 1
        self._enter(declare, named=named)
        self._count(declare)
        return True

    def _accepted(self, declare: Declare, melds: tuple[str, ...]) -> Declare | None:
        """Find another word that the program would have taken for this declaration."""
        for meld in melds:
            wrong = Declare(player=declare.player, meld=meld)
            if meld == declare.meld or meld not in self.evening.rules.game.declaration:
                continue
            try:
                self.evening.replay.judge(wrong)
            except Refusal:
                continue
            return wrong
        return None

    def _amended(self) -> None:
        if self.to_amend is None or self.entries < self.to_amend[2]:
            return
        number, declare, _ = self.to_amend
        self.to_amend = None
        self._flush()
        self.evening.say(f"{declare.player} looks at the sheet: entry {number} was {declare.meld}.")
        self.evening.amend(number, declare)
        self.seen["amend"] += 1

    def _forgotten(self) -> None:
        """Let somebody declare a trick too late, by leave of the table."""
        if "allow" not in self.slips or self.silent is None or self.silent == self.winner or self.tricks < 6:
            return
        if not self.hand.stock or self.tricks <= self.told:
            return
        found = self.hand.forgotten(self.silent)
        if found is None:
            return
        declare, cards = found
        self._flush()
        self.hand._lay(declare, cards)
        others = listed([player for player in self.hand.players if player != self.silent])
        allowed = msgspec.structs.replace(declare, allow=f"drew before he could speak; {others} let it stand")
        self.evening.say(f"{self.silent} had won the trick before and drew too soon.")
        self._enter(allowed)
        self.slips.discard("allow")
        self.seen["allow"] += 1

    def _enter(self, fact: Fact, *, named: bool = True) -> Row:
        self.entries += 1
        return self.evening.enter(fact, named=named)

    def _count(self, declare: Declare) -> None:
        self.seen[declare.meld] += 1
        self.seen["infuzorka"] += len(declare.infuzorki)
        self.seen["partner"] += declare.player != self.winner

    def _remark(self, declare: Declare, row: Row) -> None:
        """Say something about what is worth it, beside the line."""
        side = self.evening.seating.side_of(declare.player or "")
        hand = self.evening.replay.table.hand
        made = getattr(hand, "made", {}).get((side, declare.meld), 0)
        name = declare.meld.replace("-", " ")
        declaration = self.evening.rules.game.declaration[declare.meld]
        points = row.entry.worth or sum(row.entry.points.values())
        remark = None
        if declare.infuzorki:
            remark = " ".join(f"An infuzorka stands for a {RANK_NAMES[rank]}." for rank in declare.infuzorki)
            remark = remark.replace("a ace", "an ace")
        elif declare.meld in BEFORE_PLAY:
            remark = BEFORE_PLAY[declare.meld] if made == 1 else "And no court card drawn."
        elif grows(declaration) and made > 1:
            self.seen["grown"] += 1
            self.seen["card"] = max(self.seen["card"], made + 3)
            remark = f"The {ORDINALS[made + 3]} card of the {name}: {points}."
        elif grows(declaration):
            remark = f"Four {name}: {points} at once."
        elif made > 1 and points >= 100 and declare.meld not in PLAIN_FOURS:
            remark = f"The {ORDINALS[made]} {name} of the hand: {points}."
        elif points >= 250:
            remark = f"{declare.player} declares {name}: {points}."
        elif declaration.makes_trumps and hand is not None and not self.seen[f"trumps {hand.number}"]:
            self.seen[f"trumps {hand.number}"] += 1
            remark = f"That makes {declare.suit} trumps."
        if declare.infuzorki and grows(declaration) and made > 1:
            self.seen["grown"] += 1
            self.seen["card"] = max(self.seen["card"], made + 3)
        if remark:
            self.evening.lines.insert(-1, f"# {remark}")

    # The end

    def _end(self, end: End) -> None:
        evening = self.evening
        self._flush() if self.tricks <= self.told else None
        if "penalty" in self.slips:
            player = self.hand.players[0]
            evening.enter(Adjust(player=player, amount=-10, note="revoked after the stock was out"))
        sides = list(end.counts)
        all_told = self.told >= self.tricks and evening.setting.tricks
        shorter = [
            End(),
            End(last=end.last),
            End(counts={s: end.counts[s] for s in sides[:-1]}, last=end.last),
            end,
        ]
        if all_told:
            evening.say(
                "Every trick was told with its cards: the brisques and the last trick come out by themselves."
            )
        for said in shorter if all_told else shorter[1:]:
            try:
                evening.enter(said)
            except Refusal:
                continue
            break
        last = evening.replay.table.last
        assert last is not None and last.closed
        if end.counts and last.counted:
            assert last.counted == end.counts, "the brisques are those that really lay in the tricks"
        if last.settlement:
            low = min(last.scores.values())
            line = evening.rules.game.settlement
            self.seen["rubicon"] += line is not None and low < line.line
            self.seen["over the line"] += line is not None and low >= line.line


# Telling a hand of Thousand


def tell_thousand(evening: Evening, hand: ThousandEvening, seen: Counter[str], *, with_cards: bool) -> None:
    """Write down one hand; the totals must be those that were worked out by hand."""
    before = dict(evening.totals)
    pending: Trick | None = None
    for fact in hand.play():
        match fact:
            case Deal():
                evening.say(f"Hand {evening.replay.table.dealt + 1}. {fact.dealer} deals.")
                evening.enter(fact)
            case Bid():
                if fact.blind:
                    evening.say(f"{fact.player} has not touched the cards: a hundred, blind.")
                raises = fact.player == hand.bidder and hand.raised
                if hand.shown and raises:
                    cards = listed([card.symbol for card in hand.shown])
                    evening.say(f"In the packet: {cards}. {fact.player} goes higher.")
                    seen["raise"] += 1
                evening.enter(fact)
            case Pass():
                evening.enter(fact)
            case Declare():
                if pending is not None:
                    evening.enter(pending)
                evening.enter(fact, named=evening.pen.random.random() < 0.5)
                seen["marriage"] += 1
            case Trick():
                if with_cards:
                    evening.enter(fact, named=False)
                    seen["trick with cards"] += 1
                pending = None if with_cards else without_cards(fact)
            case End():
                _end_thousand(evening, hand, fact, with_cards=with_cards)
            case _:
                raise AssertionError(fact)
    moved = {player: evening.totals[player] - before[player] for player in hand.players}
    assert moved == hand.expected(), (moved, hand.expected())
    seen["blind"] += hand.blind
    if hand.bidder is not None:
        seen["failed" if moved[hand.bidder] < 0 else "made"] += 1
        seen["blind failed"] += hand.blind and moved[hand.bidder] < 0


def _end_thousand(evening: Evening, hand: ThousandEvening, end: End, *, with_cards: bool) -> None:
    if hand.bidder is not None:
        own = hand.points[hand.bidder] + hand.marriages[hand.bidder]
        if own < hand.bid:
            evening.say(f"{hand.bidder} has {own} of {hand.bid}: the bid goes down.")
        else:
            evening.say(
                f"{hand.bidder} has {own} and bid {hand.bid}: made{', and doubled' if hand.blind else ''}."
            )
    out_of_play = evening.rules.game.packet.out_of_play
    counts = end.counts if out_of_play else dict([*end.counts.items()][:-1])
    evening.enter(End() if with_cards else End(counts=counts))


# The stories


def play_story(story: Story, seeds: tuple[int, ...], hands: int | None = None) -> Told:
    """Play an evening with the cards of these seeds, or only its first hands."""
    evening = Evening(story.setting, seeds[0])
    seen: Counter[str] = Counter()
    if story.note:
        evening.enter(Note(text=story.note))
    played = 0
    for number in range(1, (hands or story.hands) + 1):
        seed = seeds[number - 1] if number <= len(seeds) else 1000 * seeds[-1] + number
        random = Random(seed)  # noqa: S311 - cards, not secrets
        evening.pause()
        if number in story.openings:
            evening.say(story.openings[number])
        dealer = evening.match.next_dealer(evening.replay.table)
        told = story.told.get(number, story.told.get(0, 0))
        if evening.rules.game.family == "thousand":
            blind = number == story.blind_hand
            real = ThousandEvening(evening.rules, evening.seating.players, dealer, random, blind=blind)
            tell_thousand(evening, real, seen, with_cards=told > 0)
        else:
            hand = EveningHand(evening.rules, evening.seating, dealer, random, bold=story.bold)
            BeziqueTeller(evening, hand, seen, told, set(story.slips.get(number, ()))).tell()
        played = number
        if evening.winner:
            evening.say(f"{evening.winner.replace('+', ' and ')} won.")
            break
        if story.agrees:
            evening.agree()
    evening.pause()
    evening.lines.append(story.closing)
    return Told(evening, played, seen)


def _between(told: Told, low: int, high: int) -> bool:
    """Everybody's total lies between these."""
    return all(low <= total <= high for total in told.evening.totals.values())


def _a_contest(told: Told) -> bool:
    """Everybody has scored something worth the evening."""
    best = max(told.evening.totals.values())
    return all(total > best / 4 for total in told.evening.totals.values())


STORIES: dict[str, Story] = {
    "russian": Story(
        Setting(
            "friday",
            ("Anna", "Boris"),
            "russian",
            """
An evening of Russian commercial bezique: two players, eight packs, three hands, to 1000.
It shows growing sets past the fourth card, infuzorki, the exchange of the nine, a slip taken back (undo), an
entry corrected later (amend), a declaration that the table allowed, totals read out (agree) and a winner.
Most tricks score nothing and are not typed: a line is typed when somebody declares.
""",
        ),
        seeds=(11, 121, 0),
        hands=3,
        bold=0.28,
        told={1: 6},
        slips={1: ("undo",), 2: ("misread", "allow"), 3: ("misheard",)},
        openings={
            1: "Rain. The long table, the eight packs shuffled twice, tea for two.",
            2: "Boris opens the window; the second pot of tea.",
            3: "Nearly midnight. The last hand, they say.",
        },
        note="eight packs, Anna keeps the score",
        closing="sheet",
        steps={
            1: lambda told: _between(told, 150, 520) and told.saw("undo", "exchange", "grown"),
            2: lambda told: _between(told, 450, 930) and told.saw("amend", "allow") and told.seen["infuzorka"] > 1,
            3: lambda told: told.is_worth(STORIES["russian"]),
        },
        wanted=lambda told: (
            told.won
            and told.hands == 3
            and told.saw("undo", "amend", "allow", "exchange", "bezique", "marriage")
            and told.seen["infuzorka"] >= 3
            and told.seen["card"] >= 6
            and told.seen["grown"] >= 3
            and _a_contest(told)
        ),
    ),
    "russian-three": Story(
        Setting(
            "вторник",
            ("Вера", "Глеб", "Зоя"),
            "russian",
            """
Three players from Saint Petersburg, eight packs, to 500; whoever keeps the score types Russian words.
With three the fifty-fifth card is turned, and there are forty draws.
""",
            target=500,
            says_target=True,
            language="ru",
        ),
        seeds=(13,),
        hands=4,
        told={2: 3},
        slips={1: ("undo",), 3: ("misread",)},
        note="считает Вера",
        closing="score",
        wanted=lambda told: (
            told.won and told.hands in (3, 4) and told.saw("undo", "infuzorka", "grown") and _a_contest(told)
        ),
    ),
    "russian-four": Story(
        Setting(
            "sunday",
            ("Anna", "Boris", "Clara", "Dmitri"),
            "russian",
            """
Four at the table: three play, the dealer sits out, and the deal goes round once.
Declarations only (--no-tricks): each line then names its player. No target; the totals are read out each time.
""",
            target=None,
            says_target=True,
            tricks=False,
        ),
        seeds=(0,),
        hands=4,
        slips={2: ("misread",)},
        openings={1: "Whoever deals makes the sandwiches."},
        closing="sheet",
        wanted=lambda told: told.saw("infuzorka", "grown", "exchange") and _a_contest(told),
    ),
    "classic": Story(
        Setting(
            "zakopane",
            ("Jadwiga", "Łukasz"),
            "classic",
            """
Bezique with two packs in a mountain hut, to 1000. The scorer types Polish words and the signs of the suits.
The first hand is told whole: all 32 tricks with their cards, so that the brisques and the last trick come out by
themselves. Of the other hands only the tricks that matter are typed, and the brisques are counted at the end.
""",
            language="pl",
            signs=True,
        ),
        seeds=(1,),
        bold=0.9,
        told={1: 32},
        slips={2: ("undo",), 3: ("misheard",)},
        note="schronisko, dwie talie",
        closing="sheet",
        wanted=lambda told: (
            told.won
            and told.hands <= 4
            and told.saw("exchange", "bezique", "sequence", "undo", "seven")
            and _a_contest(told)
        ),
    ),
    "three-handed": Story(
        Setting(
            "attic",
            ("Ida", "Jonas", "Klara"),
            "three-handed",
            """
Bezique for three with three packs, to 1000 instead of 2000, for it is late. Ida keeps the score.
Brisques are counted at the end of each hand, those of two players: the third's are what the packs leave.
""",
            target=1000,
            says_target=True,
        ),
        seeds=(4,),
        bold=0.9,
        slips={1: ("undo",), 2: ("penalty",)},
        closing="score",
        wanted=lambda told: (
            told.won and told.hands <= 5 and told.saw("sequence", "double-bezique") and _a_contest(told)
        ),
    ),
    "four-handed": Story(
        Setting(
            "partners",
            ("Anna", "Boris", "Clara", "Dora"),
            "four-handed",
            """
Bezique for four, two against two: Anna and Clara, Boris and Dora, to 2000. Four packs.
The winner of a trick declares, or the partner does; the score is the side's, and either name stands for it.
""",
            target=2000,
            partners=True,
        ),
        seeds=(2,),
        bold=0.95,
        told={1: 4},
        slips={2: ("undo",)},
        closing="sheet",
        wanted=lambda told: (
            told.won and told.hands <= 4 and told.saw("partner", "double-bezique", "exchange") and _a_contest(told)
        ),
    ),
    "rubicon": Story(
        Setting(
            "club",
            ("Edith", "Oscar"),
            "rubicon",
            """
Rubicon Bezique at the club: four packs, every deal a game, three deals. The second opens with a carte blanche.
Each loser stays under the rubicon of 1000, brisques and all, and pays for it; brisques are typed only where they
could matter.
""",
            target=None,
        ),
        seeds=(3, 13, 7),
        hands=3,
        bold=0.95,
        openings={1: "A pound a hundred, and the rubicon counts."},
        closing="sheet",
        steps={
            1: lambda told: told.saw("rubicon", "bezique") and told.seen["double-bezique"] > 0,
            2: lambda told: told.seen["carte-blanche"] > 1,
            3: lambda told: told.is_worth(STORIES["rubicon"]),
        },
        wanted=lambda told: told.saw("carte-blanche", "rubicon", "double-bezique", "sequence"),
    ),
    "six-pack": Story(
        Setting(
            "veranda",
            ("Aunt Rose", "Uncle Bert"),
            "six-pack",
            """
Six packs, also called Chinese: the bezique goes with trumps. The pack is cut before each deal, and a dealer who
lifts exactly 24 cards scores for it. Two deals, each settled as a game.
""",
            target=None,
        ),
        seeds=(3, 2),
        hands=2,
        bold=0.8,
        slips={2: ("undo",)},
        closing="sheet",
        steps={
            1: lambda told: told.saw("exact-cut", "double-bezique"),
            2: lambda told: told.is_worth(STORIES["six-pack"]),
        },
        wanted=lambda told: told.saw("exact-cut", "double-bezique", "undo") and told.seen["triple-bezique"] > 0,
    ),
    "eight-pack": Story(
        Setting(
            "castle",
            ("Ludwig", "Sophie"),
            "eight-pack",
            """
Eight packs and fifteen cards each: one enormous deal, settled as a game.
""",
            target=None,
        ),
        seeds=(0,),
        hands=1,
        bold=0.9,
        closing="sheet",
        wanted=lambda told: told.saw("triple-bezique") or told.saw("double-bezique", "trump-aces"),
    ),
    "thousand-stock": Story(
        Setting(
            "train",
            ("Nina", "Oleg"),
            "thousand-stock",
            """
Thousand for two with a stock, on the night train, to 500. No auction: everybody records what he takes.
Every trick is told with its cards, so the card points come out by themselves.
""",
            target=500,
            says_target=True,
        ),
        seeds=(0,),
        told={0: 1},
        closing="score",
        wanted=lambda told: told.won and told.hands <= 5 and _a_contest(told),
    ),
    "thousand-two": Story(
        Setting(
            "dacha",
            ("Pavel", "Rita"),
            "thousand-two",
            """
Thousand for two with two packets of two cards, to 1000. The non-dealer must open at 100; who bids highest takes
one packet, lays two cards away and may go higher. In the first hand every trick is told with its cards; later the
card points of both are counted, since nobody knows what lies in the packets.
""",
        ),
        seeds=(464,),
        hands=14,
        told={1: 1},
        closing="sheet",
        wanted=lambda told: told.won and told.hands <= 8 and told.saw("raise", "failed", "made"),
    ),
    "thousand-three": Story(
        Setting(
            "tysyacha",
            ("Sasha", "Tanya", "Uliana"),
            "thousand-three",
            """
Thousand for three, the game commonly meant, to 1000: forced opening at 100, a packet of three, a card given to
each opponent. Bids go down, and one hand is played blind: everything in it is doubled.
The third number at the end of a hand is worked out from the 120 points of the pack.
""",
        ),
        seeds=(328,),
        hands=14,
        told={2: 1},
        blind_hand=4,
        closing="sheet",
        wanted=lambda told: told.won and told.hands <= 9 and told.saw("blind", "failed", "made", "raise"),
    ),
}


# Scripts and journals


def seek(story: Story) -> tuple[int, ...]:
    """Find the first seeds, hand by hand where the story has steps, whose evening holds what is wanted."""
    if not story.steps:
        return next((seed,) for seed in count() if story.wanted(play_story(story, (seed,))))
    seeds: tuple[int, ...] = ()
    for hand, step in sorted(story.steps.items()):
        seeds += (next(seed for seed in count() if step(play_story(story, (*seeds, seed), hand))),)
        print(hand, seeds, file=sys.stderr)
    return seeds


def script_of(name: str) -> str:
    """Tell an evening as its script."""
    story = STORIES[name]
    told = play_story(story, story.seeds)
    assert story.wanted(told), f"{name}: these seeds do not give the evening what it shows"
    return told.evening.text()


def journal_of(script: Path) -> bytes:
    """Keep the score of a script, by a clock that moves on by forty seconds an entry."""
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as said:
        desk = Desk(Library(Path(folder)), clock=Clock())
        status = run_script(desk, str(script), as_json=True)
        assert status == 0, said.getvalue().splitlines()[-1]
        return desk.path().read_bytes()


def main(words: list[str]) -> None:
    names = [word for word in words if word in STORIES] or [*STORIES]
    for name in names:
        if "--seek" in words:
            print(name, seek(STORIES[name]))
            continue
        script = EXAMPLES / f"{name}.bezique"
        script.write_text(script_of(name), encoding="utf-8")
        script.with_suffix(".toml").write_bytes(journal_of(script))


if __name__ == "__main__":
    main(sys.argv[1:])
