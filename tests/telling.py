"""An evening told as a script: entries as people type them, with what is said beside them.

Every line is judged on a replay in memory as it is written, so the one who tells knows the totals.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from random import Random

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Fact,
    Note,
    Pass,
    Trick,
    Undo,
)
from bezique_score.language.words import Words
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.replay import Replay, Row
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import vocabulary

RANK_LETTERS = {
    "en": {rank: rank.value for rank in Rank},
    "ru": {Rank.ACE: "Т", Rank.KING: "К", Rank.QUEEN: "Д", Rank.JACK: "В"},
    "pl": {Rank.QUEEN: "D", Rank.JACK: "W"},
}
SUIT_WORDS = {
    "en": {suit: suit.value for suit in Suit},
    "ru": {Suit.SPADES: "пики", Suit.HEARTS: "червы", Suit.DIAMONDS: "бубны", Suit.CLUBS: "трефы"},
    "pl": {Suit.SPADES: "pik", Suit.HEARTS: "kier", Suit.DIAMONDS: "karo", Suit.CLUBS: "trefl"},
}
SHORT = {
    "bezique": "bez",
    "marriage": "marr",
    "sequence": "seq",
    "double-bezique": "double",
    "trump-queens": "trump-q",
    "trump-kings": "trump-k",
    "trump-aces": "trump-a",
}
"""What people come to type after an hour."""

BEGAN = datetime(2026, 11, 27, 19, 5, tzinfo=timezone(timedelta(hours=1)))
PACE = timedelta(seconds=40)


class Clock:
    """A clock that moves on by forty seconds each time it is read."""

    def __init__(self) -> None:
        self.now = BEGAN - PACE

    def __call__(self) -> datetime:
        self.now += PACE
        return self.now


@dataclass
class Handwriting:
    """How one scorer types: in which language, with suit signs or letters, how often in starts of words."""

    words: Words
    random: Random
    language: str = "en"
    signs: bool = False
    haste: float = 0.3

    def player(self, name: str) -> str:
        first = name.partition(" ")[0].lower()
        if self.random.random() < self.haste:
            starts = [first[:length] for length in range(1, len(first) + 1)]
            return next(start for start in starts if self.words.player(start).is_clear)
        return first

    def side(self, side: str) -> str:
        return side.partition("+")[0].partition(" ")[0].lower()

    def meld(self, meld: str) -> str:
        if self.language != "en":
            return vocabulary()[meld].printed(self.language).replace(" ", "-")
        short = SHORT.get(meld, meld)
        hasty = self.random.random() < self.haste and self.words.meld(short).meanings == (meld,)
        return short if hasty else meld

    def suit(self, suit: Suit) -> str:
        return suit.symbol if self.signs else SUIT_WORDS[self.language][suit]

    def rank(self, rank: Rank) -> str:
        return RANK_LETTERS[self.language].get(rank, rank.value)

    def card(self, card: Card) -> str:
        if card.suit is None or card.rank is None:
            return "'*'"
        letter = self.rank(card.rank)
        if self.signs:
            return letter + card.suit.symbol
        return letter + SUIT_WORDS[self.language][card.suit][0].upper()

    def spell(self, fact: Fact, *, named: bool = True) -> str:
        """Spell an entry as a line; `named`: with the player, where the line could do without."""
        words: list[str | None]
        match fact:
            case Deal():
                words = ["deal", f"--upcard {self.card(fact.upcard)}" if fact.upcard else None]
            case Trick():
                who = self.player(fact.winner) if fact.winner and (named or not fact.cards) else None
                words = ["trick", who, *map(self.card, fact.cards)]
            case Declare():
                words = [
                    "declare",
                    self.player(fact.player) if named and fact.player else None,
                    self.meld(fact.meld),
                ]
                words += [self.suit(suit) for suit in (fact.suit, *fact.suits) if suit]
                words += [self.card(fact.jack) if fact.jack else None]
                words += [f"-i {self.rank(rank)}" for rank in fact.infuzorki]
                words += [f"--allow {quoted(fact.allow)}" if fact.allow else None]
            case Exchange():
                words = ["exchange", self.player(fact.player) if named and fact.player else None]
            case Bid():
                words = ["bid", self.player(fact.player), str(fact.bid), "--blind" if fact.blind else None]
            case Pass():
                words = ["pass", self.player(fact.player)]
            case End():
                words = ["end", *self._numbers(fact.counts)]
                words += [f"--last {self.player(fact.last)}" if fact.last else None]
                words += [f"--all-tricks {self.player(fact.all_tricks)}" if fact.all_tricks else None]
            case Adjust():
                words = ["adjust", self.player(fact.player), str(fact.amount), "--note", quoted(fact.note)]
            case Agree():
                words = ["agree", *self._numbers(fact.totals)]
            case Note():
                words = ["note", quoted(fact.text)]
        return " ".join(filter(None, words))

    def _numbers(self, numbers: dict[str, int]) -> list[str]:
        return [f"{self.side(side)}={number}" for side, number in numbers.items()]


@dataclass
class Setting:
    """A session before its first line: its name, who plays what, who keeps the score, and what is said first."""

    name: str
    players: tuple[str, ...]
    game: str
    shows: str
    options: dict[str, int | str | bool] = field(default_factory=dict)
    target: int | None = 1000
    says_target: bool = False
    partners: bool = False
    tricks: bool = True
    language: str = "en"
    signs: bool = False
    haste: float = 0.3

    def rulebook(self) -> Rulebook:
        return rulebook_of(packaged_document(self.game), self.options)

    def line(self) -> str:
        words = ["new", self.name, *map(quoted, self.players), "--rules", self.game]
        words += [f"--set {key}={value}" for key, value in self.options.items()]
        if self.says_target:
            words.append(f"--target {self.target or 'none'}")
        words += ["--partners"] if self.partners else []
        words += [] if self.tricks else ["--no-tricks"]
        return " ".join(words)


class Evening:
    """The script as far as it is written, and the replay of what stands in it."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting = setting
        self.rules = setting.rulebook()
        self.seating = Seating.of(setting.players, partners=setting.partners)
        self.match = Match(self.rules, self.seating, target=setting.target, tricks=setting.tricks)
        self.replay = Replay(self.match)
        self.pen = Handwriting(
            Words(self.rules, self.seating),
            Random(seed),  # noqa: S311 - cards, not secrets
            language=setting.language,
            signs=setting.signs,
            haste=setting.haste,
        )
        self.lines = [*(f"# {line}" for line in setting.shows.strip().splitlines()), "", setting.line()]
        self._clock = Clock()

    def say(self, *comments: str) -> None:
        self.lines += [f"# {comment}" for comment in comments]

    def pause(self) -> None:
        self.lines.append("")

    def enter(self, fact: Fact, *, named: bool = True) -> Row:
        """Write down an entry. Raises `Refusal`, and writes nothing then."""
        return self._write(fact, lambda: self.pen.spell(fact, named=named))

    def undo(self) -> Row:
        """Take back the last entry."""
        return self._write(Undo(), lambda: "undo")

    def amend(self, number: int, fact: Fact) -> Row:
        """Correct an entry."""
        return self._write(Amend(event=number, entry=fact), lambda: f"amend {number} {self.pen.spell(fact)}")

    def _write(self, event: Event, spell: Callable[[], str]) -> Row:
        row = self.replay.add(self.replay.judge(event), self._clock())
        self.lines.append(spell())
        return row

    def agree(self) -> None:
        self.enter(Agree(totals=self.replay.table.totals))

    @property
    def totals(self) -> dict[str, int]:
        return self.replay.table.totals

    @property
    def winner(self) -> str | None:
        outcome = self.replay.table.outcome
        return outcome.winner if outcome else None

    def text(self) -> str:
        return "\n".join(self.lines).rstrip() + "\n"


def listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def quoted(text: str) -> str:
    """Put quotes around what a shell would split."""
    return f'"{text}"' if " " in text else text
