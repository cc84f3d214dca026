"""A damaged journal taken apart: the statements of its header, and each entry on its own, readable or not.

Nothing is guessed here: what does not read is kept as the text it is, with its line and the reason.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

from bezique_score.journal.codec import NUMBER_LIMIT, decode_entry, decode_header
from bezique_score.journal.fault import Fault
from bezique_score.journal.text import (
    BLOCK,
    SIZE_LIMIT,
    Document,
    parse_toml,
    statements,
    tokens,
)
from bezique_score.referee.hand import Seating
from bezique_score.replay import Entry
from bezique_score.text import Text, say

SHOWN = 200
"""How many characters are shown of an entry that is left out."""

HEADER_LIMIT = 2**20
"""How many characters the header of a damaged journal may have."""

_ENTRY = 60
"""No entry has fewer bytes: so much that cannot be read may have been several entries."""

_BORDER = 36
"""From the end of an `[[event]]` to its `kind` there are no fewer bytes: so many zeros may hide a border."""

_FREE_TEXT = frozenset({"text", "note", "allow", "place"})
"""Keys whose values no rule reads: there a broken character changes nothing."""

_MAY_BOOK = frozenset({"declare", "exchange", "adjust", "undo", "redo", "amend", "end", "deal", None})
"""Kinds of entry that may have booked something where nothing can be read of it."""

_IS_OF_ENTRY = re.compile(r"""[ \t]*(?:#|[\w-]+[ \t]*=|[\]}"',])""")
_LOOKS_RIGHT = re.compile(rf"{_IS_OF_ENTRY.pattern}|[^=]{{0,30}}=|[ \t]*$|{BLOCK}")
_BROKEN = re.compile("[\ud800-\udfff]")
_REPLACED = "\N{REPLACEMENT CHARACTER}"


def _line_with(key: str) -> re.Pattern[str]:
    return re.compile(rf"""[ \t]*["']?{key}["']?[ \t]*=""")


_KIND, _TIME, _FORMAT = _line_with("kind"), _line_with("time"), _line_with("format")
_OF_ENTRY = _line_with("(?:kind|time)")
_BEGUN = re.compile(r"\s*\[(?:\[|\s*\Z)")


class Statement(NamedTuple):
    """A statement of the header, or all its tables; `table` is what it says, none where it cannot be read."""

    line: int
    text: str
    key: str | None
    table: dict[str, Any] | None
    reason: Text | None = None


class Piece(NamedTuple):
    """The text of one entry; `table` is what it says, none where that cannot be read: then there is a `fault`.

    `told`: what was changed so that it could be read. `is_vague`: it may have been several entries. `head`: it may
    be a whole entry up to a line that cannot be read, and the `rest` somebody's remark.
    """

    line: int
    text: str
    table: dict[str, Any] | None
    fault: Fault | None = None
    told: Text | None = None
    is_vague: bool = False
    head: "Piece | None" = None
    rest: "Piece | None" = None

    def is_entry(self) -> bool:
        """Say whether it was an entry, as far as can be seen; else it is a remark of somebody's."""
        lines = self.text.split("\n")
        return self.is_vague or any(map(_OF_ENTRY.match, lines)) or bool(_BEGUN.match(self.text))

    def entry(self, number: int, seating: Seating) -> Entry:
        """Read the entry. Raises `Fault`, with its line."""
        if self.table is None:
            assert self.fault is not None
            raise self.fault
        try:
            return decode_entry(number, self.table, seating)
        except Fault as fault:
            line = Document(self.text, {}, [self.table]).line_of(1, fault.key) or 1
            raise Fault(fault.reason, line=self.line + line - 1, event=number, key=fault.key) from fault

    def time(self) -> datetime | None:
        """Tell when it was booked, as far as that can be read."""
        time = self._value("time")
        return time if isinstance(time, datetime) and time.utcoffset() is not None else None

    def points(self, seating: Seating) -> dict[str, int] | None:
        """Tell the points that it booked, by side, none where that cannot be read.

        What a declaration was worth in a hand that is settled as a game moved no totals.
        """
        if self.is_vague:
            return None
        points, player = self._value("points"), self._value("player")
        if isinstance(points, int) and player in seating.players:
            points = {seating.side_of(str(player)): points}
        if (
            isinstance(points, dict)
            and points.keys() <= {*seating.sides}
            and all(map(_is_number, points.values()))
        ):
            return points
        if points is None and _is_number(self._value("worth")):
            return {}
        return None if points is not None or self._value("kind") in _MAY_BOOK else {}

    def shown(self) -> str:
        """Show the text on one line: at most `SHOWN` characters, none that drive a terminal."""
        head = rf"\A{BLOCK}" + (r"\s*time = \S+" if self.time() else "")  # its note has the time
        words = " ".join(re.sub(head, "", self.text).split())
        words = re.sub("[\x00-\x1f\x7f-\x9f\ud800-\udfff]+", _REPLACED, words)
        return words if len(words) <= SHOWN else f"{words[: SHOWN - 1]}\N{HORIZONTAL ELLIPSIS}"

    def _value(self, key: str) -> object:
        """Find the value of a key, also where the text around it cannot be read; none if it is not there once."""
        if self.table is not None:
            return self.table.get(key)
        found = [line for line in self.text.split("\n") if _line_with(key).match(line)]
        try:
            return parse_toml(found[0])[key] if len(found) == 1 else None
        except (Fault, KeyError):
            return None


class Remains(NamedTuple):
    """What there is of a damaged journal. `second`: the line of a second header, after which nothing counts.

    `told` are faults of the file as a whole that are mended by reading it.
    """

    header: list[Statement]
    pieces: list[Piece]
    second: int | None
    told: list[Fault]


def take_apart(content: bytes) -> Remains:
    """Take a damaged journal apart. Raises `Fault` where it has no header at its beginning."""
    text, told = _leniently_decoded(content)
    lines = text.split("\n")
    hidden = _inner_lines(text)
    seen = [place for place in range(len(lines)) if place not in hidden]
    blocks = [place for place in seen if re.match(BLOCK, lines[place])]
    formats = [place for place in seen if _FORMAT.match(lines[place])]
    if not formats:
        raise Fault(say("not a session: it has no `format`"), line=1 if text else None)
    if blocks and formats[0] > blocks[0]:
        raise Fault(say("the header, which should come first, begins here"), line=formats[0] + 1)
    end = _end_of_header(lines, seen, blocks)
    pieces: list[Piece] = []
    second = next((place for place in formats[1:] if place < end), None)
    header = list(_header(lines, end if second is None else second))
    if end == len(lines) and header and lines[-1]:  # `target = 10` may be what is left of 1000
        reason = say("the last line has no end: the file was cut short")
        header[-1] = header[-1]._replace(table=None, reason=reason)
    starts = [end, *(place for place in blocks if place > end)] if end < len(lines) else []
    for start, stop in pairwise([*starts, len(lines)]):
        if second is not None:
            break
        piece = _piece(lines, start, stop)
        if piece.table is None or "format" in piece.table:
            second = next((place for place in formats if start < place < stop), None)
            kinds = [place for place in seen if start <= place < (second or stop) and _KIND.match(lines[place])]
            for part in _divided(lines, start, stop if second is None else second, kinds):
                if part.is_entry():
                    pieces.append(part)
                else:
                    told.append(Fault(say("left out: {text}", text=part.shown()), line=part.line))
        else:
            pieces.append(piece)
    return Remains(header, pieces, None if second is None else second + 1, told)


def _leniently_decoded(content: bytes) -> tuple[str, list[Fault]]:
    """Read bytes as text, in which a byte that is none stands as half a character; say what was done to them."""
    told = []
    if len(content) > SIZE_LIMIT:
        raise Fault(say("larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            text = content.decode("utf-16")
        except UnicodeDecodeError as error:
            raise Fault(say("not UTF-8: {reason}", reason=error.reason), line=1) from error
        told.append(Fault(say("it is UTF-16; the new file is UTF-8"), line=1))
    else:
        text = content.removeprefix(codecs.BOM_UTF8).decode(errors="surrogateescape")
        if content.startswith(codecs.BOM_UTF8):
            told.append(Fault(say("begins with a byte order mark; the new file has none"), line=1))
    if "\r\n" in text:
        line = text.count("\n", 0, text.index("\r\n")) + 1
        told.append(Fault(say("its lines end the Windows way; in the new file they do not"), line=line))
    return text.replace("\r\n", "\n"), told


def _inner_lines(text: str) -> set[int]:
    """List the lines (from 0) that begin within a string: exactly where the text is TOML, else as far as seen."""
    try:
        parse_toml(text)
    except Fault:
        inner: set[int] = set()
        line = 0
        for start, end in tokens(text):
            breaks = text.count("\n", start, end)
            if breaks and end - start > 1:
                inner |= set(range(line + 1, line + breaks + 1))
            line += breaks
        return inner
    return set(range(text.count("\n") + 1)) - {line - 1 for line, _ in statements(text)}


def _end_of_header(lines: Sequence[str], seen: list[int], blocks: list[int]) -> int:
    """Find where the header ends: at the first entry, also at one whose `[[event]]` cannot be read."""
    end = blocks[0] if blocks else len(lines)
    try:
        if not decode_header(parse_toml("\n".join(lines[:end])))[1]:
            return end
    except Fault:
        pass
    kind = next((place for place in seen if place < end and _KIND.match(lines[place])), None)
    return end if kind is None else _beginning(lines, kind, 0)


def _header(lines: Sequence[str], end: int) -> Iterator[Statement]:
    """Read the statements of the header, each on its own; its tables are one."""
    whole = "\n".join(lines[:end])
    if len(whole) > HEADER_LIMIT:
        raise Fault(say("its header is larger than {limit} MiB", limit=HEADER_LIMIT // 2**20), line=1)
    found = list(statements(whole))
    tables = next((place for place, (_, text) in enumerate(found) if text.lstrip().startswith("[")), len(found))
    for line, text in found[:tables]:
        statement = _statement(line, text)
        if (
            statement.table is None and "\n" in text
        ):  # a bracket or a quote that is not closed takes in all that follows
            yield from (_statement(line + place, one) for place, one in enumerate(text.split("\n")))
        else:
            yield statement
    if tables < len(found):
        yield _statement(found[tables][0], "\n".join(text for _, text in found[tables:]))


def _statement(line: int, text: str) -> Statement:
    key = re.match(r"""[ \t]*\[?["']?([\w-]+)""", text)
    name = key[1] if key else None
    try:
        table, told = _readable(text)
    except Fault as fault:
        return Statement(line + (fault.line or 1) - 1, text, name, None, fault.reason)
    return Statement(line, _BROKEN.sub(_REPLACED, text), name, table, told)


def _readable(text: str) -> tuple[dict[str, Any], Text | None]:
    """Read TOML in which free texts and comments may hold bytes that are no text. Raises `Fault`."""
    table = parse_toml(_BROKEN.sub(_REPLACED, text))
    broken = _BROKEN.search(text)
    if not broken:
        return table, None
    if _is_broken(table):
        raise Fault(say("not UTF-8"), line=text.count("\n", 0, broken.start()) + 1)
    return table, say("bytes that are not UTF-8 are shown as {mark}", mark=_REPLACED)


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) <= NUMBER_LIMIT


def _is_broken(value: object) -> bool:
    """Say whether a broken character stands where it changes what was said."""
    match value:
        case str():
            return _REPLACED in value
        case list():
            return any(map(_is_broken, value))
        case dict():
            return any(
                _REPLACED in key or (_is_broken(item) and not (key in _FREE_TEXT and isinstance(item, str)))
                for key, item in value.items()
            )
        case _:
            return False


def _piece(lines: Sequence[str], start: int, stop: int) -> Piece:
    """Read the lines of one entry on their own, without its comments if need be."""
    text = "\n".join(lines[start:stop])
    try:
        table, told = _readable(text)
    except Fault as error:
        bare = re.sub(r"(?m)^[ \t]*#.*\n?", "", text)
        if bare != text and "'''" not in text and '"""' not in text:
            piece = _piece(bare.split("\n"), 0, len(lines))
            if piece.table is not None:
                return piece._replace(line=start + 1, told=say("a comment that cannot be read is left out"))
        line = start + (error.line or 1)
        return Piece(start + 1, text, None, Fault(error.reason, line=line), None, _is_vague(lines[start:stop]))
    events = table.get("event")
    if len(table) == 1 and isinstance(events, list) and len(events) == 1 and isinstance(events[0], dict):
        return Piece(start + 1, _BROKEN.sub(_REPLACED, text), events[0], None, told)
    fault = Fault(say("not one entry that begins with [[event]]"), line=start + 1)
    return Piece(start + 1, text, None, fault, None, _is_vague(lines[start:stop]))


def _is_vague(lines: Sequence[str]) -> bool:
    """Say whether so much of some lines cannot be read that nobody can tell how many entries they were."""
    odd = sum(len(line) for line in lines if not _LOOKS_RIGHT.match(line))
    return odd >= _ENTRY or sum(line.count("\x00") for line in lines) >= _BORDER


def _divided(lines: Sequence[str], start: int, stop: int, kinds: Sequence[int]) -> Iterator[Piece]:
    """Divide lines that are not one entry: each line with a `kind` after the first is of another one."""
    cuts = [start]
    for before, kind in pairwise(kinds):
        cuts.append(_beginning(lines, kind, before + 1))
    for begin, end in pairwise([*cuts, stop]):
        piece = _piece(lines, begin, end)
        cut = next((place for place in range(begin + 1, end) if not _IS_OF_ENTRY.match(lines[place])), end)
        head = piece if piece.table is not None else _piece(lines, begin, cut)
        rest = next((place for place in range(cut, end) if lines[place].strip()), end)
        if piece.table is not None or head.table is None or "kind" not in head.table or rest == end:
            yield piece
            continue
        behind = _piece(lines, rest, end)
        if behind.is_entry():
            yield head
            yield behind
        else:
            yield piece._replace(head=head, rest=behind)


def _beginning(lines: Sequence[str], kind: int, first: int) -> int:
    """Find the first line of an entry by the line of its `kind`: after a blank one, else by its time."""
    for place in range(kind - 1, first - 1, -1):
        blank = not lines[place].strip()
        if blank or _begins(lines[place]):
            broken = place > first and _begins(lines[place - 1])
            return place - 1 if broken else place + blank
    time = kind - 1
    return time if time >= first and _TIME.match(lines[time]) else kind


def _begins(line: str) -> bool:
    """Say whether a line may once have been `[[event]]`, or the beginning of it."""
    return "=" not in line.partition("event")[2] if "event" in line else line.strip() in {"[", "[["}
