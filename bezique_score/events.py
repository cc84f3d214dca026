"""What can happen at a table: frozen records, one a kind of entry.

The order of the fields is the order in which the journal writes them: what may be left out first, what must
be there last, so that an entry cut short in a file is not a shorter entry.
"""

from typing import TypeAlias

import msgspec

from bezique_score.cards import Card, Rank, Suit


class _Event(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    rename="kebab",
):
    """What every entry has in common: the key `kind` says which it is."""


class Deal(_Event, frozen=True, kw_only=True, tag="deal"):
    """A hand begins. `trump` is null where trumps are made in play."""

    dealer: str | None = None
    upcard: Card | None = None
    trump: Suit | None = None


class Trick(_Event, frozen=True, kw_only=True, tag="trick"):
    """Somebody took a trick; `cards` in order of play, the leader's first, or none told."""

    cards: tuple[Card, ...] = ()
    winner: str | None = None


class Declare(_Event, frozen=True, kw_only=True, tag="declare"):
    """A declaration: `suit` of a marriage, `suits` of a quartet, `jack` of a quint, as far as told.

    `infuzorki` are the ranks that infuzorki stand for; `allow` is why the table accepts what rules refuse.
    """

    player: str | None = None
    meld: str
    suit: Suit | None = None
    suits: tuple[Suit, ...] = ()
    jack: Card | None = None
    infuzorki: tuple[Rank, ...] = ()
    allow: str | None = None


class Exchange(_Event, frozen=True, kw_only=True, tag="exchange"):
    """The low trump was exchanged for the turned card."""

    player: str | None = None


class Bid(_Event, frozen=True, kw_only=True, tag="bid"):
    """A bid in the auction, in points."""

    bid: int
    blind: bool = False
    player: str


class Pass(_Event, frozen=True, kw_only=True, tag="pass"):
    """A player left the auction."""

    player: str


class End(_Event, frozen=True, kw_only=True, tag="end"):
    """The hand is over; `counts` by side: brisques or card points, as the game counts."""

    counts: dict[str, int] = {}
    last: str | None = None
    all_tricks: str | None = None
    no_trick: tuple[str, ...] = ()
    concede: bool = False


class Adjust(_Event, frozen=True, kw_only=True, tag="adjust"):
    """Points outside the rules, with the reason."""

    player: str
    note: str
    amount: int


class Agree(_Event, frozen=True, kw_only=True, tag="agree"):
    """The totals read out at the table, by side."""

    totals: dict[str, int]


class Note(_Event, frozen=True, kw_only=True, tag="note"):
    """A remark for the sheet."""

    text: str


class Undo(_Event, frozen=True, kw_only=True, tag="undo"):
    """Entry `event` was taken back; `by_number`: it was named, not merely the last."""

    event: int | None = None
    by_number: bool = False


class Redo(_Event, frozen=True, kw_only=True, tag="redo"):
    """Entry `event`, undone before, stands again."""

    event: int | None = None


Fact: TypeAlias = Deal | Trick | Declare | Exchange | Bid | Pass | End | Adjust | Agree | Note
"""What happened at the table."""


class Amend(_Event, frozen=True, kw_only=True, tag="amend"):
    """Entry `event` should have been `entry`."""

    event: int
    entry: Fact


Event: TypeAlias = Fact | Undo | Redo | Amend
"""Every kind of row in a journal: facts, and what sets them right."""
