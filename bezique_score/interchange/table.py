r"""Records as CSV: a row each, a column for every key of every kind of entry.

A text that a spreadsheet would take for a formula has an apostrophe before it; so has one that begins with an
apostrophe, and an empty text is one apostrophe. A backslash, a break or a control character is written as in
JSON (`\\`, `\n`, `\u202e`). Lists and tables are JSON. So every text comes back as it was.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, get_args

import msgspec

from bezique_score.events import Event
from bezique_score.interchange.fault import RecordFault
from bezique_score.interchange.records import EntryRecord, Record, SessionRecord
from bezique_score.text import say

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "'", " ")
_NUMBER = re.compile(r"-?[0-9]{1,15}")
_POINTS, _TOTALS = "points: ", "totals: "


def _kinds(event: Any) -> Iterable[type[msgspec.Struct]]:
    return (kind for part in get_args(event) for kind in (get_args(part) or (part,)))


def _is_text(kind: Any) -> bool:
    """Say whether a key has a word for its value: a name, a card, a suit."""
    parts = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return all(isinstance(part, type) and issubclass(part, str | NoneType) for part in parts)


_FIELDS: dict[str, Any] = {
    field.encode_name: field.type for kind in _kinds(Event) for field in msgspec.structs.fields(kind)
}
"""The keys of all kinds of entries, in the order of the kinds."""

_TEXTS = {"kind", *(key for key, kind in _FIELDS.items() if _is_text(kind))}
_FIRST = ("record", "number", "time", "kind")
_LAST = ("worth", "stands", "header")


def write_table(records: Sequence[Record]) -> str:
    """Write records, the session first; sides have columns of their own for points and totals."""
    sides = list(
        dict.fromkeys(side for record in records if isinstance(record, EntryRecord) for side in record.totals)
    )
    points, totals = ([f"{word}{side}" for side in sides] for word in (_POINTS, _TOTALS))
    columns = [*_FIRST, *_FIELDS, *points, *totals, *_LAST]
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow([_text_cell(column) for column in columns])
    for record in records:
        cells = _cells(record)
        writer.writerow([_cell(cells.get(column)) for column in columns])
    return target.getvalue()


def _cells(record: Record) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(record)
    if isinstance(record, SessionRecord):
        return told
    event, points, totals = told.pop("event"), told.pop("points"), told.pop("totals")
    return {
        **told,
        **event,
        **{f"{_POINTS}{side}": number for side, number in points.items()},
        **{f"{_TOTALS}{side}": number for side, number in totals.items()},
    }


def _cell(value: object) -> str | int:
    match value:
        case None:
            return ""
        case bool() | dict() | list() | tuple():
            return _text_cell(json.dumps(value))
        case int():
            return value
        case _:
            return _text_cell(str(value))


def _text_cell(text: str) -> str:
    text = "".join(map(_escaped, text))
    return f"'{text}" if not text or text.startswith(_FORMULA) else text


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    if character.isprintable() and unicodedata.bidirectional(character) not in _TURNING:
        return character
    return json.dumps(character)[1:-1]


_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def read_table(text: str) -> list[Record]:
    """Read records. Raises `RecordFault`."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: list[Record] = []
    try:
        columns = [_text_of(cell) for cell in next(reader, [])]
        for cells in reader:
            if len(cells) != len(columns):
                raise RecordFault(
                    say("{found} cells instead of {wanted}", found=len(cells), wanted=len(columns)),
                    line=reader.line_num,
                )
            row = {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
            found.append(msgspec.convert(_told(row), Record))
    except (csv.Error, ValueError, RecursionError) as error:  # ValueError: JSON, and what msgspec finds
        raise RecordFault(say("{reason}", reason=error), line=reader.line_num) from error
    return found


def _told(row: Mapping[str, str]) -> dict[str, Any]:
    """Put a row's cells together to what a record is made of."""
    if row.get("record") == "session":
        return {"record": "session", "header": json.loads(_text_of(row.get("header", "")))}
    event = {key: _value(key, cell) for key, cell in row.items() if key in _FIELDS or key == "kind"}
    told: dict[str, Any] = {
        "record": row.get("record", ""),
        "event": event,
        "time": _text_of(row.get("time", "")),
        "stands": json.loads(row.get("stands", "null")),
        "points": _by_side(row, _POINTS),
        "totals": _by_side(row, _TOTALS),
    }
    return told | {key: _number(row[key]) for key in ("number", "worth") if key in row}


def _value(key: str, cell: str) -> object:
    """Read the cell of an event's key: a text, a number, or JSON, as the key has it."""
    text = _text_of(cell)
    return text if key in _TEXTS else json.loads(text)


def _by_side(row: Mapping[str, str], word: str) -> dict[str, int]:
    return {key.removeprefix(word): _number(cell) for key, cell in row.items() if key.startswith(word)}


def _number(cell: str) -> int:
    if not _NUMBER.fullmatch(cell):
        raise ValueError(f"{cell!r} is not a whole number")
    return int(cell)


def _text_of(cell: str) -> str:
    cell = cell.removeprefix("'")
    return re.sub(r"(?:\\u[0-9a-fA-F]{4})+|\\.", _unescaped, cell)


def _unescaped(found: re.Match[str]) -> str:
    return str(json.loads(f'"{found[0]}"'))
