"""Hands played with real cards (tests/real_cards.py): what has happened is accepted, and at its price.

The converse too: with every trick told, what the cards left could not make is refused.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from real_cards import RealHand

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.events import Deal, Declare, End, Exchange, Fact, Trick
from bezique_score.match import Match, Table
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import packaged_document, rulebook_of

GAMES: list[tuple[str, int, dict[str, int | str | bool]]] = [
    ("russian", 2, {}),
    ("russian", 2, {"packs": 2}),
    ("russian", 3, {"packs": 3, "plain-fours": "any"}),
    ("russian", 4, {}),
    ("classic", 2, {}),
    ("classic", 2, {"bezique-pair": "by-trump"}),
    ("three-handed", 3, {}),
    ("four-handed", 4, {}),
    ("four-handed", 4, {"partners-pool": True}),
    ("rubicon", 2, {}),
    ("six-pack", 2, {}),
    ("eight-pack", 2, {}),
]
SEEDS = range(int(os.environ.get("SEEDS", "2")))
"""How many hands of each kind; `SEEDS=50 pytest tests/test_real_cards.py` plays for longer."""

# The prices, written down once more from rules.md


def twofold(first: int, number: int) -> int:
    return first << number


def set_of_trumps(four: int, further: int, number: int) -> int:
    """The `number`-th further card of a growing set; nought for the first four."""
    card = 4 + number
    if number == 0:
        return four
    return (further << (card - 5)) + (card // 4 * four if card % 4 == 0 else 0)


RUSSIAN_FOURS = {"queens": 6, "kings": 8, "aces": 10, "jacks": 4}
RUSSIAN_SETS = {
    "trump-queens": (176, 100),
    "bezique-jacks": (164, 100),
    "trump-aces": (110, 50),
    "trump-tens": (90, 50),
    "trump-kings": (88, 50),
    "trump-jacks": (44, 50),
}
FIXED = {
    "aces": 100, "kings": 80, "queens": 60, "jacks": 40, "bezique": 40, "double-bezique": 500,
    "triple-bezique": 1500, "quadruple-bezique": 4500, "quintuple-bezique": 9000, "seven": 10,
    "trump-aces": 1000, "trump-tens": 900, "trump-kings": 800, "trump-queens": 600, "trump-jacks": 400,
    "five-trump-aces": 2000, "five-trump-tens": 1800, "five-trump-kings": 1600, "five-trump-queens": 1200,
    "five-trump-jacks": 800,
}  # fmt: skip
LAST_TRICK = {"rubicon": 50, "six-pack": 250, "eight-pack": 250, "russian": 0}


def price(game: str, declare: Declare, made: int, *, in_trumps: bool) -> int:
    """Price a declaration of which `made` were made before."""
    meld = declare.meld
    if game == "russian" and meld in RUSSIAN_FOURS:
        return RUSSIAN_FOURS[meld] * (made + 1)
    if game == "russian" and meld in RUSSIAN_SETS:
        return set_of_trumps(*RUSSIAN_SETS[meld], made)
    if game == "russian":
        return twofold({"marriage": 4, "bezique": 25, "quint": 50}[meld], made)
    if meld in {"marriage", "sequence"}:
        return {"marriage": (20, 40), "sequence": (150, 250)}[meld][in_trumps]
    return 50 if (game, meld) == ("eight-pack", "bezique") else FIXED[meld]


# A hand is played and entered


class Evening:
    """One hand with real cards, entered fact by fact, and scored on the side by hand."""

    def __init__(
        self, game: str, seats: int, options: dict[str, int | str | bool], seed: int, told: float
    ) -> None:
        self.game = game
        self.random = Random(f"{game} {seats} {options} {seed} {told}")  # noqa: S311 - cards, not secrets
        rules = rulebook_of(packaged_document(game), options)
        partners = rules.game.players.partners and (seed % 2 == 0 or rules.game.players.pool)
        self.seating = Seating.of(("Anna", "Boris", "Clara", "Daria")[:seats], partners=partners)
        self.match = Match(rules, self.seating, target=None)
        self.real = RealHand(rules, self.seating, self.match.first_dealer, self.random, told=told)
        self.table: Table = self.match.begin()
        self.scores = dict.fromkeys(self.seating.sides, 0)
        self.made: Counter[tuple[str, str]] = Counter()
        self.trump: Suit | None = None
        self.declarations = 0
        self.played: defaultdict[str, Counter[Card]] = defaultdict(Counter)
        self.seen: defaultdict[tuple[str, str], defaultdict[Card, set[int]]]
        self.seen = defaultdict(lambda: defaultdict(set))
        self.leader = ""

    def facts(self) -> Iterator[Fact]:
        """Enter the hand; each fact is handed out after it was accepted."""
        for fact in self.real.play():
            before = self.leader
            self._score(fact)
            try:
                self.table = self.match.judge(self.table, fact).table
            except Refusal as refusal:
                pytest.fail(f"{fact} has happened, but: {refusal}")
            self._remember(fact, before)
            if self.table.hand is not None:
                assert self.table.hand.scores == self.scores, fact
                self.leader = self.table.hand.leader
            yield fact

    def _score(self, fact: Fact) -> None:
        match fact:
            case Deal(upcard=card) if card is not None:
                self.trump = card.suit
                if self.game != "russian" and card.rank is Rank.SEVEN:
                    self._book(self.real.dealer, 10)
            case Exchange(player=str(player)):
                self._book(player, 0 if self.game == "russian" else 10)
            case Declare(player=str(player)):
                self.declarations += 1
                if self.trump is None and fact.meld in {"marriage", "sequence"}:
                    self.trump = fact.suit
                key = (self.seating.side_of(player), fact.meld)
                in_trumps = fact.suit in (None, self.trump)
                self._book(player, price(self.game, fact, self.made[key], in_trumps=in_trumps))
                self.made[key] += 1
            case End(last=str(player)):
                self._book(player, LAST_TRICK.get(self.game, 10))

    def _book(self, player: str, points: int) -> None:
        self.scores[self.seating.side_of(player)] += points

    def _remember(self, fact: Fact, leader: str) -> None:
        """Note who was seen to have which card: in a trick, or in a declaration, by its class."""
        if isinstance(fact, Declare) and fact.player is not None:
            class_ = self.match.rules.game.declaration[fact.meld].class_ or fact.meld
            for card in self.real.shown[-1].cards:
                if _is_told(fact, card.kind):
                    self.seen[fact.player, class_][card.kind].add(id(card))
        if isinstance(fact, Trick) and fact.cards:
            assert self.table.hand is not None
            place = self.table.hand.active.index(leader)
            in_order = self.table.hand.active[place:] + self.table.hand.active[:place]
            for player, kind in zip(in_order, fact.cards, strict=True):
                self.played[player][kind] += 1


@pytest.mark.parametrize("told", [0, 0.5, 1], ids=["tricks untold", "half told", "all told"])
@pytest.mark.parametrize(("game", "seats", "options"), GAMES, ids=str)
def test_everything_that_could_truly_be_declared_is_accepted_at_its_price(
    game: str, seats: int, options: dict[str, int | str | bool], told: float
) -> None:
    declarations = 0
    for seed in SEEDS:
        evening = Evening(game, seats, options, seed, told)
        *_, end = evening.facts()
        declarations += evening.declarations
        closed = evening.table.last
        assert closed is not None
        if closed.settlement is not None:
            assert closed.scores == evening.scores
            continue
        assert isinstance(end, End)
        brisques = {side: 10 * number for side, number in end.counts.items()}
        expected = {side: points + brisques.get(side, 0) for side, points in evening.scores.items()}
        assert closed.scores == evening.table.totals == expected
    assert declarations > 0  # in a hand of two packs it may be that nobody can declare


# The converse


def _is_told(declare: Declare, card: Card) -> bool:
    """Say whether a declaration tells that this very card was in it."""
    if declare.meld in RUSSIAN_FOURS:  # the plain fours, by the same names in every game
        return bool(declare.suits) or card is Card.INFUZORKA
    return declare.meld != "quint" or declare.jack is not None or card.rank is not Rank.JACK


class Left:
    """How many of each card a player could have unplayed, as far as the table has seen.

    Others have had at least so many as they played, or as lay in one class of their declarations.
    """

    def __init__(self, evening: Evening, player: str) -> None:
        self._evening = evening
        self._player = player

    def of(self, kind: Card) -> int:
        real = self._evening.real
        left = real.rules.copies[kind] - self._evening.played[self._player][kind]
        if real.turned is not None and real.turned.kind is kind and real.turned in real.stock:
            left -= 1
        return left - sum(self._had(other, kind) for other in real.players if other != self._player)

    def _had(self, other: str, kind: Card) -> int:
        shown = [cards[kind] for (player, _), cards in self._evening.seen.items() if player == other]
        return max([self._evening.played[other][kind], *map(len, shown)])


def tries(evening: Evening, player: str) -> Iterator[tuple[Declare, Counter[Card]]]:
    """List declarations whose cards are certain, and what they would lay open."""
    trump = evening.trump
    rules = evening.real.rules
    for suit in Suit:
        if "marriage" in rules.game.declaration and (evening.game != "russian" or suit is trump):
            cards = Counter([card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)])
            yield Declare(player=player, meld="marriage", suit=suit), cards
    pair = rules.pair(trump)
    names = ["bezique", "double-bezique", "triple-bezique", "quadruple-bezique", "quintuple-bezique"]
    for times, meld in enumerate(names, 1):
        if meld in rules.game.declaration and pair is not None:
            yield Declare(player=player, meld=meld), Counter(dict.fromkeys(pair, times))
    for meld, rank in (("kings", Rank.KING), ("queens", Rank.QUEEN), ("aces", Rank.ACE), ("jacks", Rank.JACK)):
        chosen = tuple(evening.random.choice(list(Suit)) for _ in range(4))
        suits = tuple(Suit) if rules.game.declaration[meld].suits == "distinct" else chosen
        yield Declare(player=player, meld=meld, suits=suits), Counter(card_of(rank, suit) for suit in suits)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("russian", 2, {"packs": 2}),
        ("russian", 3, {"packs": 3, "plain-fours": "any"}),
        ("classic", 2, {}),
        ("three-handed", 3, {}),
        ("four-handed", 4, {}),
        ("rubicon", 2, {}),
        ("six-pack", 2, {}),
    ],
    ids=str,
)
def test_with_every_trick_told_a_declaration_with_a_card_too_many_is_refused(
    game: str, seats: int, options: dict[str, int | str | bool]
) -> None:
    refused = 0
    for seed in SEEDS:
        evening = Evening(game, seats, options, seed, told=1)
        for fact in evening.facts():
            hand = evening.table.hand
            if not isinstance(fact, Trick) or hand is None or hand.tricks > evening.match.rules.draws(seats):
                continue
            left = Left(evening, hand.leader)
            for declare, cards in tries(evening, hand.leader):
                if any(number > left.of(kind) for kind, number in cards.items()):
                    with pytest.raises(Refusal):
                        evening.match.judge(evening.table, declare)
                    refused += 1
    assert refused > 0


def test_a_refusal_for_a_card_too_many_says_so() -> None:
    """What is refused above is refused for the cards, not for something else."""
    codes: Counter[Code] = Counter()
    evening = Evening("classic", 2, {}, seed=1, told=1)
    for fact in evening.facts():
        hand = evening.table.hand
        if isinstance(fact, Trick) and hand is not None and hand.tricks <= evening.match.rules.draws(2):
            for declare, cards in tries(evening, hand.leader):
                if any(number > Left(evening, hand.leader).of(kind) for kind, number in cards.items()):
                    with pytest.raises(Refusal) as caught:
                        evening.match.judge(evening.table, declare)
                    codes[caught.value.code] += 1
    assert set(codes) <= {Code.TOO_MANY_CARDS, Code.CARD_ALREADY_USED}
    assert codes[Code.TOO_MANY_CARDS] > 0
