"""The records: one for the session, one for each entry; their JSON Schema is made from these structures."""

from typing import Any, TypeAlias

import msgspec

from bezique_score.events import Event
from bezique_score.journal.codec import Header, Moment
from bezique_score.replay import Entry, Replay


class SessionRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="session"):
    """What holds for the whole session: the header of its journal."""

    header: Header


class EntryRecord(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="record", tag="entry", kw_only=True
):
    """One entry: what happened, the points it booked by side, and the totals after it.

    `worth` are points that count at the end of the hand only. `stands`: it was neither taken back nor is itself
    what takes back.
    """

    number: int
    time: Moment
    event: Event
    points: dict[str, int]
    worth: int | None = None
    totals: dict[str, int]
    stands: bool

    @property
    def entry(self) -> Entry:
        """The entry as the journal keeps it."""
        return Entry(time=self.time, event=self.event, points=self.points, worth=self.worth)


Record: TypeAlias = SessionRecord | EntryRecord
"""A line of an export: the session first, then its entries in their order."""


def records_of(header: Header, replay: Replay) -> list[Record]:
    """List the records of a session, corrections and what they took back included."""
    return [
        SessionRecord(header=header),
        *(
            EntryRecord(
                number=row.number,
                time=row.entry.time,
                event=row.entry.event,
                points=row.entry.points,
                worth=row.entry.worth,
                totals=row.table.totals,
                stands=replay.is_standing(row.number),
            )
            for row in replay.rows
        ),
    ]


def schema() -> dict[str, Any]:
    """Make the JSON Schema of a record."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of an exported session",
        **msgspec.json.schema(Record),
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(made))
    return plain
