"""The journal as TOML: text to tables, the lines on which they stand, and tables to text."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

import tomli
import tomli_w

from bezique_score.journal.fault import Fault
from bezique_score.text import say

SIZE_LIMIT = 16 * 2**20
"""How many bytes a journal may have."""

KEY_LIMIT = 20
"""How many parts a key may have (`a.b.c` has three): what the parser remembers of one grows with their square."""

DOT_LIMIT = 100_000
"""How many such parts all the keys of a journal may have beyond their first."""

ENTRY_LIMIT = 300_000
"""How many entries a journal may have; `SIZE_LIMIT` holds fewer of the shortest that are written."""

BLOCK = r"""[ \t]*\[\[[ \t]*(?:event|"event"|'event')[ \t]*\]\]"""
_LEXEME = r"""\"{3}|'{3}|"(?:\\[^\n]|[^"\\\n])*+"?|'[^'\n]*+'?|#[^\n]*+|[\[\]{}\n]"""
_CLOSING = {
    '"""': r"""(?s)(?:[^"\\]++|\\.|"(?!""))*+"{3,5}""",
    "'''": r"""(?:[^']++|'(?!''))*+'{3,5}""",
}


class Document:
    """A journal's text, read: the table of its header, and the table of each event."""

    def __init__(self, text: str, header: dict[str, Any], events: list[dict[str, Any]]) -> None:
        self.text = text
        self.header = header
        self.events = events

    def line_of(self, event: int | None = None, key: str | None = None) -> int | None:
        """Find the line of a key of an event, else of its `[[event]]`; of the header without `event`."""
        if event is not None and event > len(self._blocks):
            return None
        begin = 0 if event is None else self._blocks[event - 1]
        last = begin if event is None else event
        end = self._blocks[last] if last < len(self._blocks) else len(self._statements)
        if key is not None:
            name = re.compile(rf"""[ \t]*\[?[ \t]*["']?{re.escape(key)}["']?[ \t]*[.=\]]""")
            for number, statement in self._statements[begin:end]:
                if name.match(statement):
                    return number
        return None if event is None else self._statements[begin][0]

    @cached_property
    def _statements(self) -> list[tuple[int, str]]:
        return list(statements(self.text))

    @cached_property
    def _blocks(self) -> list[int]:
        """Where in the statements each `[[event]]` stands."""
        return [place for place, (_, statement) in enumerate(self._statements) if re.match(BLOCK, statement)]

    def verify_blocks(self) -> None:
        """Raise `Fault` when the events are not `[[event]]` blocks: then nothing could be appended."""
        if '"""' in self.text or "'''" in self.text:
            found = len(self._blocks)
        else:
            found = self.text.count("\n[[event]]\n")  # as we write them; anything else wants a closer look
            if found != len(self.events):
                found = len(self._blocks)
        if found != len(self.events):
            raise Fault(say("the events must be written as [[event]] blocks"), line=self.line_of(key="event"))


def parse_document(content: bytes) -> Document:
    """Read a journal's bytes. Raises `Fault` when they are not TOML with a list of events."""
    text = _decoded(content)
    table = parse_toml(text)
    events = table.pop("event", None)
    if isinstance(events, list) and len(events) > ENTRY_LIMIT:
        raise Fault(say("more than {limit} entries", limit=ENTRY_LIMIT))
    document = Document(text, table, [] if events is None else events)
    if events is not None and not _is_list_of_tables(events):
        raise Fault(say("the events must be written as [[event]] blocks"), line=document.line_of(key="event"))
    document.verify_blocks()
    if text and not events and not text.endswith("\n"):
        # an entry cut short is noticed, but of the header `target = 1000` would leave `target = 10`
        raise Fault(say("the last line has no end: the file was cut short"), line=text.count("\n") + 1)
    return document


def parse_toml(text: str) -> dict[str, Any]:
    """Read any TOML. Raises `Fault` with the line as far as the parser tells it."""
    _verify_keys(text)
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise Fault(say("not TOML: {reason}", reason=error.msg), line=error.lineno) from error
    except RecursionError as error:
        raise Fault(say("not TOML: {reason}", reason=error)) from error
    except ValueError as error:  # Python reads no number of so many digits
        found = re.search(r"[0-9_]{4000}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise Fault(say("not TOML: {reason}", reason=say("a number of too many digits")), line=line) from error


def parse_tail(text: bytes) -> list[dict[str, Any]] | None:
    """Read what was added to a journal, none where it is not just more events."""
    try:
        document = parse_document(text)
    except Fault:
        return None
    return None if document.header else document.events


def _is_list_of_tables(events: object) -> bool:
    return isinstance(events, list) and bool(events) and all(isinstance(event, dict) for event in events)


def _decoded(content: bytes) -> str:
    if len(content) > SIZE_LIMIT:
        raise Fault(say("larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))
    if content.startswith(b"\xef\xbb\xbf"):
        raise Fault(say("begins with a byte order mark; save it as UTF-8 without one"), line=1)
    if b"\r" in content:
        line = content.count(b"\n", 0, content.index(b"\r")) + 1
        raise Fault(say("its lines end the Windows way; save it with Unix line ends"), line=line)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Fault(say("not UTF-8: {reason}", reason=error.reason), line=line) from error


def _verify_keys(text: str) -> None:
    """Raise `Fault` for keys of too many parts, before the parser works with them."""
    dots = text.count(".")
    if dots < KEY_LIMIT or (dots <= DOT_LIMIT and all(line.count(".") < KEY_LIMIT for line in text.split("\n"))):
        return
    bare = "".join(_outside_strings(text))
    for number, line in enumerate(bare.split("\n"), 1):
        if any(part.count(".") >= KEY_LIMIT for part in re.split(r"[,=\[\]{}]", line)):
            raise Fault(say("a key of more than {limit} parts", limit=KEY_LIMIT), line=number)
    if bare.count(".") > DOT_LIMIT:
        raise Fault(say("more than {limit} dots in keys", limit=DOT_LIMIT))


def _outside_strings(text: str) -> Iterator[str]:
    """Go through the text without its strings and comments; the line ends within them stay."""
    place = 0
    for start, end in tokens(text):
        yield text[place:start]
        yield text[start:end] if end == start + 1 else "\n" * text.count("\n", start, end)
        place = end
    yield text[place:]


def tokens(text: str) -> Iterator[tuple[int, int]]:
    """Go through strings, comments, brackets and line ends: where each begins and ends.

    In time that grows with the text, whatever it is: a string that is not closed ends with its line.
    """
    place = 0
    unclosed: set[str] = set()
    lexeme = re.compile(_LEXEME)  # not before it is needed: a sound file is never taken apart
    while found := lexeme.search(text, place):
        word, place = found.group(), found.end()
        if word in _CLOSING and word not in unclosed:
            closed = re.compile(_CLOSING[word]).match(text, place)
            if closed:
                place = closed.end()
            else:
                unclosed.add(word)
        yield found.start(), place


def statements(text: str) -> Iterator[tuple[int, str]]:
    """Go through the lines that begin outside strings and brackets: their numbers, and their text."""
    line, begin, depth, logical = 1, 0, 0, 1
    for start, end in tokens(text):
        word = text[start:end]
        if word == "\n":
            if depth == 0:
                yield logical, text[begin:start]
                begin, logical = end, line + 1
            line += 1
        elif word in "[{":
            depth += 1
        elif word in "]}":
            depth -= 1
        else:
            line += word.count("\n")
    yield logical, text[begin:]


def format_header(table: Mapping[str, Any]) -> str:
    """Write the header: its keys in their order, then the tables that are more than one line."""
    tables = {key: value for key, value in table.items() if _is_deep(value)}
    lines = [f"{format_key(key)} = {format_value(value)}\n" for key, value in table.items() if key not in tables]
    return "".join(lines) + (f"\n{tomli_w.dumps(tables)}" if tables else "")


def _is_deep(value: object) -> bool:
    return isinstance(value, dict) and any(isinstance(item, dict) for item in value.values())


def format_block(table: Mapping[str, Any]) -> str:
    """Write an event as the block that is appended to the journal."""
    lines = [f"{format_key(key)} = {format_value(value)}\n" for key, value in table.items()]
    return "".join(["\n[[event]]\n", *lines])


def format_key(key: str) -> str:
    """Write a key, in quotes where TOML wants them."""
    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")


def format_value(value: object) -> str:
    """Write a value on one line."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{format_key(key)} = {format_value(item)}" for key, item in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, datetime):
        return value.isoformat()
    return tomli_w.dumps({"x": value}).removeprefix("x = ").removesuffix("\n")
