"""The journal's records as TOML tables: the header and the entries, strictly both ways.

Keys that begin with `_` belong to the user: they may stand beside any key and are not looked at. (In a table
by player, such as `points`, every key is a player.)
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal

import msgspec

from bezique_score.events import (
    Adjust,
    Amend,
    Bid,
    Declare,
    Event,
    Exchange,
    Pass,
    Redo,
    Undo,
)
from bezique_score.journal.fault import Fault
from bezique_score.referee.hand import Seating
from bezique_score.replay import Entry
from bezique_score.text import Text, say

FORMAT = 1
"""The version of the journal that this program writes, and the newest that it reads."""

NUMBER_LIMIT = 10**12
"""No number of a journal is larger: nothing at a table needs more, and Python may refuse to print it."""

DEPTH_LIMIT = 20
"""How deep the tables and lists of a journal may be nested."""

Moment = Annotated[datetime, msgspec.Meta(tz=True)]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What holds for a whole session.

    `rules` is the id of the game, `set` the house options chosen, `game` the whole rules file where it is not
    a packaged one. `dealer` deals the first hand (none: the last seat). `target` is in points, or `none`.
    """

    format: int
    name: str
    created: Moment
    players: tuple[str, ...]
    dealer: str | None = None
    partners: bool = False
    tricks: bool = True
    place: str | None = None
    note: str | None = None
    rules: str
    set: dict[str, int | str | bool] = {}
    target: int | Literal["none"]
    game: dict[str, Any] | None = None


class _Booked(msgspec.Struct):
    """An entry's table, the keys of the event set apart from those of every entry."""

    time: Moment
    event: Event
    points: int | dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    worth: int | None = None


_OF_EVERY_ENTRY = ("time", "points", "worth")

_CORRECTIONS = frozenset({Undo, Redo, Amend})
_MUST_BOOK = frozenset({Declare, Exchange, Adjust, *_CORRECTIONS})
"""The kinds that state what they scored even if that is nothing: one cut short is noticed."""


def moment(now: datetime) -> datetime:
    """Keep of a time what a journal keeps: whole seconds, and an offset in whole minutes."""
    offset = now.utcoffset()
    if offset is None:
        raise ValueError("a journal's times have an offset from UTC")
    return (now.astimezone(UTC) if offset.seconds % 60 else now).replace(microsecond=0)


# The header


def encode_header(header: Header) -> dict[str, Any]:
    """Write the header as a table; what is as usual is left out.

    What must be there stands last, the target or a game's deal, so that a header cut short is no shorter one.
    """
    table: dict[str, Any] = msgspec.to_builtins(header, builtin_types=(datetime, date, time))
    if "deal" in table.get("game", {}):
        table["game"]["deal"] = table["game"].pop("deal")
    return table


def decode_header(table: Mapping[str, Any]) -> tuple[Header | None, list[Fault]]:
    """Read the header, none where it is unreadable, and list everything that is wrong with it."""
    try:
        _verify_size(table, None)
    except Fault as fault:
        return None, [fault]
    if table.get("format") != FORMAT or isinstance(table["format"], bool):
        return None, [_wrong_format(table)]
    own = without_user_keys(table)
    unknown = [key for key in own if key not in Header.__struct_fields__]
    faults = [Fault(say("`{key}` is not a key of the header", key=key), key=key) for key in unknown]
    for key in unknown:
        del own[key]
    try:
        return msgspec.convert(own, Header), faults
    except msgspec.ValidationError as error:
        return None, [*faults, _fault_of(error, None)]


def _wrong_format(table: Mapping[str, Any]) -> Fault:
    if "format" not in table:
        return Fault(say("not a session: it has no `format`"))
    version = table["format"]
    if isinstance(version, int) and version > FORMAT:
        return Fault(
            say(
                "written by a newer bezique (format {version}); this one reads format {known}",
                version=version,
                known=FORMAT,
            ),
            key="format",
        )
    return Fault(say("`format` should be {known}", known=FORMAT), key="format")


# The entries


def encode_entry(entry: Entry, seating: Seating) -> dict[str, Any]:
    """Write an entry as a table: the time, the kind, the event, and last what was booked."""
    event = msgspec.to_builtins(entry.event)
    table: dict[str, Any] = {"time": entry.time, **event}
    if type(entry.event) in _CORRECTIONS:
        table["points"] = entry.points
    elif entry.points or (entry.worth is None and type(entry.event) in _MUST_BOOK):
        table["points"] = _short_points(entry, seating)
    if entry.worth is not None:
        table["worth"] = entry.worth
    return table


def decode_entry(number: int, table: Mapping[str, Any], seating: Seating) -> Entry:
    """Read entry `number`. Raises `Fault` for the first thing that is wrong with it.

    Whether the players named sit at the table is for the replay to say; only those with points are looked up.
    """
    event: dict[str, Any] = {}
    apart: dict[str, Any] = {"event": event}
    for key, value in table.items():
        if not isinstance(value, (str, datetime)):
            _verify_size(value, number)
        if key in _OF_EVERY_ENTRY:
            apart[key] = value
        elif not _is_user_key(key):
            event[key] = without_user_keys(value) if key == "entry" and isinstance(value, dict) else value
    try:
        booked = msgspec.convert(apart, _Booked)
    except msgspec.ValidationError as error:
        raise _fault_of(error, number) from error
    points = _points_by_side(number, booked, seating)
    return Entry(time=booked.time, event=booked.event, points=points, worth=booked.worth)


def _acting(event: Event) -> str | None:
    """Name the player whose points may be written as a bare number."""
    return event.player if isinstance(event, Declare | Exchange | Bid | Pass | Adjust) else None


def _short_points(entry: Entry, seating: Seating) -> int | dict[str, int]:
    player = _acting(entry.event)
    if player is None:
        return entry.points
    side = seating.side_of(player)
    return entry.points.get(side, 0) if entry.points.keys() <= {side} else entry.points


def _points_by_side(number: int, booked: _Booked, seating: Seating) -> dict[str, int]:
    points = booked.points
    if points is msgspec.UNSET:
        kind = type(booked.event)
        if kind in _CORRECTIONS or (booked.worth is None and kind in _MUST_BOOK):
            raise Fault(say("`points` is missing"), event=number)
        return {}
    if isinstance(points, int):
        player = _acting(booked.event)
        if player is None:
            raise Fault(say("`points` should be a table here, by player"), event=number, key="points")
        if player not in seating.players:
            raise Fault(say("{player!r} does not play in this session", player=player), event=number)
        points = {seating.side_of(player): points}
    for side in points:
        _verify_side(number, side, seating)
    return {side: moved for side, moved in points.items() if moved}


def _verify_side(number: int, side: str, seating: Seating) -> None:
    if side not in seating.sides:
        raise Fault(say("no points are kept for {side!r} in this session", side=side), event=number)


# Keys and values


def _is_user_key(key: str) -> bool:
    return key.startswith("_")


def without_user_keys(table: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out the keys that begin with `_`, at every depth."""
    return {
        key: without_user_keys(value) if isinstance(value, dict) and key not in {"counts", "totals"} else value
        for key, value in table.items()
        if not _is_user_key(key)
    }


def _verify_size(value: object, number: int | None, depth: int = 0) -> None:
    """Refuse numbers and nesting that no game needs, before anything works with them."""
    if depth > DEPTH_LIMIT:
        raise Fault(say("tables nested more than {limit} deep", limit=DEPTH_LIMIT), event=number)
    match value:
        case int() if abs(value) > NUMBER_LIMIT:
            raise Fault(say("a number beyond {limit}", limit=NUMBER_LIMIT), event=number)
        case dict():
            for item in value.values():
                _verify_size(item, number, depth + 1)
        case list():
            for item in value:
                _verify_size(item, number, depth + 1)
        case _:
            pass


_REASONS: tuple[tuple[str, Text], ...] = (
    (r"Object missing required field `(?P<key>[^`]*)`", say("`{key}` is missing")),
    (r"Object contains unknown field `(?P<key>[^`]*)`",
     say("`{key}` is not a key of this kind of entry")),
    (r"Invalid value (?P<value>.*) - at `\$\.(?:event\.)?(?:entry\.)?(?P<key>kind)`",
     say("no kind of entry is called {value}")),
    (r"Invalid enum value (?P<value>.*) - at `\$\.(?:event\.)?(?P<key>[^`\[]*).*`",
     say("`{key}` cannot be {value}")),
    (r"Expected (?P<expected>.*), got (?P<found>.*) - at `\$\.(?:event\.)?(?P<key>[^`\[]*).*`",
     say("`{key}` should be {expected}, not {found}")),
)  # fmt: skip
"""How msgspec says what is wrong with a table, and how we do."""


def _fault_of(error: msgspec.ValidationError, number: int | None) -> Fault:
    told = str(error)
    for pattern, template in _REASONS:
        found = re.search(pattern, told)
        if found:
            words = found.groupdict()
            return Fault(template.filled(**words), event=number, key=words["key"].partition(".")[0])
    return Fault(say("{reason}", reason=told), event=number)
