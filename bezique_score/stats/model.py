"""The figures as they are kept while sessions are counted: sums and bests, no averages."""

from datetime import date
from typing import Literal

import msgspec

Ending = Literal["won", "tied", "unfinished"]
"""How a session stands: won by one side, level at the top of a session without a target, or not over."""


class Best(msgspec.Struct, frozen=True, order=True):
    """The best hand of somebody, and where it was played."""

    points: int
    session: str
    hand: int


class Played(msgspec.Struct):
    """What somebody has played: in all, in a game, or in a period.

    Hands are closed ones in which he had cards; with partners the points of the side are those of each.
    `trick_points` and `tricks` are of hands whose tricks were told. `lead` is the longest run of hands, within a
    session, after which he alone was ahead.
    """

    games: int = 0
    wins: int = 0
    ties: int = 0
    unfinished: int = 0
    hands: int = 0
    points: int = 0
    best: Best | None = None
    trick_points: int = 0
    tricks: int = 0
    lead: int = 0

    @property
    def average(self) -> float | None:
        """Points a hand."""
        return self.points / self.hands if self.hands else None

    @property
    def per_trick(self) -> float | None:
        """Points a trick that he took, in the hands whose tricks were told."""
        return self.trick_points / self.tricks if self.tricks else None


class Declared(msgspec.Struct):
    """How often a declaration was made, and what it brought; by person too."""

    name: str
    times: int = 0
    points: int = 0
    by: dict[str, int] = {}


class Pair(msgspec.Struct):
    """Two who played against each other in sessions that are over: who was ahead at the end, how often."""

    games: int = 0
    first: int = 0
    second: int = 0
    level: int = 0


class Unread(msgspec.Struct, frozen=True):
    """A file that could not be counted, and why."""

    path: str
    reason: str


class Named(msgspec.Struct, frozen=True):
    """A session that is named among the ties or the unfinished ones."""

    session: str
    game: str
    day: date
    totals: dict[str, int]


class Figures(msgspec.Struct):
    """Everything that was counted. People are keyed by their folded names; `people` says how they are written."""

    sessions: int = 0
    hands: int = 0
    people: dict[str, str] = {}
    players: dict[str, Played] = {}
    by_game: dict[tuple[str, str], Played] = {}
    by_period: dict[tuple[str, str], Played] = {}
    declared: dict[str, Declared] = {}
    pairs: dict[tuple[str, str], Pair] = {}
    games: dict[str, int] = {}
    periods: dict[str, int] = {}
    ties: list[Named] = []
    unfinished: list[Named] = []
    unread: list[Unread] = []
