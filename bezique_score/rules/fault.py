"""What is wrong with a rules file, in plain words, and on which line of it."""

import re
from collections.abc import Iterator, Sequence

from bezique_score.refusal import Code, Refusal
from bezique_score.text import Text, joined, listing, say

_HEADER = r"\s*\[{1,2}([^\[\]]+)\]{1,2}\s*(?:#.*)?$"
_KEY = r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
_PART = r"""[^\s."']+|"[^"]*"|'[^']*'"""

_TYPES = {
    "int": say("a whole number"),
    "str": say("a word in quotes"),
    "bool": say("true or false"),
    "array": say("a list"),
    "object": say("a table"),
    "float": say("a number with a point"),
    "date": say("a date"),
    "time": say("a time"),
    "datetime": say("a date"),
}


def bad_rules(
    where: str, reason: Text, *, keys: Sequence[str] = (), text: str = "", line: int | None = None
) -> Refusal:
    """Refuse a rules file: which file, the line if it is given or found in the text, the keys, the reason."""
    line = line or (line_of(text, keys) if text else None)
    place = [*([where] if where else []), *([say("line {line}", line=line)] if line else [])]
    parts = [*([joined(place)] if place else []), *([".".join(keys)] if keys else [])]
    if not parts:
        return Refusal(Code.BAD_RULES, say("{reason}.", reason=reason))
    return Refusal(Code.BAD_RULES, say("{place}: {reason}.", place=joined(parts, ": "), reason=reason))


def line_of(text: str, keys: Sequence[str]) -> int | None:
    """Find the line of a key, or of the nearest table that it would stand in; none if nothing is near."""
    best, found = 0, None
    for line, stands in _keys_of(text):
        near = 0
        for wanted, given in zip(keys, stands, strict=False):
            if wanted != given:
                break
            near += 1
        if near > best and near in (len(stands), len(keys)):
            best, found = near, line
    return found


def _keys_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """List the tables and keys of a TOML text with their lines, those inside inline tables excepted."""
    table: list[str] = []
    for line, content in enumerate(text.splitlines(), 1):
        if header := re.match(_HEADER, content):
            table = _parts(header[1])
            yield line, table
        elif key := re.match(_KEY, content):
            yield line, table + _parts(key[1])


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in re.findall(_PART, dotted)]


def in_plain_words(message: str) -> tuple[Text, tuple[str, ...]]:
    """Put a message of the converter into plain words, and the path that it names into keys."""
    place = re.search(r" - at (?:`key` in )?`\$([^`]*)`$", message)
    path = re.sub(r"\[[^\]]*\]", "", place[1]) if place else ""
    keys = tuple(key for key in path.split(".") if key)
    said = message[: place.start()] if place else message
    names = re.findall(r"`([^`]*)`", said)
    if said.startswith("Object contains unknown field"):
        return say("the key {key} is not known here", key=repr(names[0])), (*keys, names[0])
    if said.startswith("Object missing required field"):
        return say("the key {key} is missing", key=repr(names[0])), keys
    if said.startswith("Invalid enum value"):
        value = said.removeprefix("Invalid enum value ")
        return say("{value} is not one of the words that can stand here", value=value), keys
    if said.startswith("Expected") and len(names) == 2:
        wanted = [_TYPES.get(name, name) for name in names[0].split(" | ") if name != "null"]
        given = _TYPES.get(names[1], names[1])
        return say("{wanted} is wanted here, not {given}", wanted=listing(wanted), given=given), keys
    return say("{reason}", reason=said), keys
