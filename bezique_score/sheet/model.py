"""The scoresheet as a document that knows no format: what happened, in order, with its points.

Sentences are ready for people; numbers, times and names are left as they are, so that a renderer may
make columns, cells or charts of them.
"""

from datetime import datetime

import msgspec

from bezique_score.cards import Card, Suit


class Fact(msgspec.Struct, frozen=True):
    """Something with a name: `Trumps: ♥`."""

    label: str
    value: str


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One entry. `points` are changes by side, `running` the sums after them; `worth` counts at the end only.

    `remarks` are exceptions, corrections, and readings of the rules.
    """

    number: int
    time: datetime
    kind: str
    player: str | None
    words: str
    points: dict[str, int]
    worth: int | None
    running: dict[str, int]
    remarks: tuple[str, ...] = ()
    stands: bool = True


class HandFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of a hand as a whole.

    `tricks` are those told, by player, none where none were. `scores` are by side, `settlement`
    by player, and `explanation` says how the end was worked out.
    """

    number: int
    dealer: str
    trump: Suit | None
    upcard: Card | None
    tricks: dict[str, int] | None
    closed: bool
    scores: dict[str, int]
    settlement: dict[str, int] | None
    explanation: tuple[str, ...] = ()


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with its entries, or (without a hand) what was entered between two; `totals` stand after it."""

    hand: HandFacts | None
    lines: tuple[Line, ...]
    totals: dict[str, int]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A scoresheet. `ended` is the time of the last entry; `house` are the options that are not usual.

    `by_hand`: each hand is settled as a game, so the lines of a hand add up its scores and not the totals.
    `corrections` are the entries that set others right; what they took back is in no section.
    """

    title: str
    created: datetime
    ended: datetime | None
    game: str
    game_title: str
    unconfirmed: bool
    house: tuple[Fact, ...]
    place: str | None
    note: str | None
    players: tuple[str, ...]
    sides: tuple[str, ...]
    target: int | None
    by_hand: bool
    sections: tuple[Section, ...]
    corrections: tuple[Line, ...]
    totals: dict[str, int]
    winner: str | None
