"""Text for a terminal: cleaned, measured in columns of the screen, shortened and wrapped."""

import re
from collections.abc import Sequence
from functools import cache

ELLIPSIS = "…"
_BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINER = "\u200d"


def clean(text: str) -> str:
    """Strip what could drive a terminal or turn a line around; breaks and tabs become spaces."""
    if text.isprintable():
        return text
    return "".join(map(_clean_character, text))


def _clean_character(character: str) -> str:
    if character in "\t\n\r\v\f":
        return " "
    from unicodedata import category  # noqa: PLC0415 - what can be printed is not looked at

    match category(character):
        case "Zl" | "Zp" | "Zs":
            return " "
        case "Cs":
            return "\ufffd"  # half a character: it could not be written to any file
        case "Cc":
            return ""
        case _:
            return "" if character in _BIDI_CONTROLS else character


def display_width(text: str) -> int:
    """Count the columns that a cleaned text takes: none for an accent, two for 花 or an emoji."""
    if text.isascii() or _narrow().fullmatch(text):
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 - costs 24 ms, and plain letters do without

    return max(wcswidth(text), 0)


@cache
def _narrow() -> re.Pattern[str]:
    """Match letters of the three languages and the signs of our own: a column each, known without a library."""
    return re.compile("[ -~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f♠♥♦♣·…†‡]*")


def pad(text: str, width: int) -> str:
    """Fill a text with spaces up to a width."""
    return text + " " * (width - display_width(text))


def shorten(text: str, width: int) -> str:
    """Cut a text that is wider than `width` columns, and show that it was cut."""
    if display_width(text) <= width:
        return text
    return _prefix(text, width - 1).rstrip(" " + _JOINER) + ELLIPSIS


def short_names(names: Sequence[str], width: int) -> dict[str, str]:
    """Shorten names to `width` columns, so that no two look alike: these get the number of their seat."""
    short = {name: shorten(clean(name), width) for name in names}
    taken = list(short.values())
    for seat, name in enumerate(names, 1):
        if taken.count(short[name]) > 1:
            short[name] = f"{shorten(clean(name), width - 2)} {seat}"
    return short


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """Break a cleaned text into lines of at most `width` columns; all but the first are indented."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line.strip() else line + word
        if display_width(longer) <= width:
            line = longer
            continue
        if line.strip():
            lines.append(line)
            line = indent
        rest = line + word
        while display_width(rest) > width:
            head = _prefix(rest, width)
            lines.append(head)
            rest = indent + rest[len(head) :]
        line = rest
    return [*lines, line]


def _prefix(text: str, width: int) -> str:
    """Take the longest start that fits, one character at least."""
    head = text[: 4 * width]
    while len(head) > 1 and display_width(head) > width:
        head = head[:-1]
    return head
