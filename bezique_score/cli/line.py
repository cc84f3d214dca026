"""One typed line: split at `;`, a short line spelled out, and its parts booked together or not at all.

A line whose first word is a command is that command. Any other begins with a player (`a bez`): who took the
trick, and what he declares.
"""

import re

from bezique_score.cli.answers import Answer, Joined
from bezique_score.cli.app import MODULES, invoke
from bezique_score.cli.desk import Desk
from bezique_score.language import usage
from bezique_score.refusal import Code, Refusal
from bezique_score.text import say

PARTS_LIMIT = 100
"""How many parts, divided by `;`, a line may have."""

_PART = re.compile(
    r"""( [^;'"\\] | \\. | '[^']*' | "(?:\\.|[^"\\])*" | ['"\\] )*""",  # the last: a quote that nothing closes
    re.DOTALL | re.VERBOSE,
)
"""What stands between two `;` that are not quoted."""

_FILE_OPTION = re.compile(r"-f.*|--file(=.*)?", re.DOTALL)


def answer_line(text: str, desk: Desk) -> Answer:
    """Answer a line with all its parts. Raises `Refusal`, and then no part of it has been booked."""
    desk.speak()
    parts = split_parts(text)
    if len(parts) == 1:
        parts = spelled_out(parts[0], desk)
    if len(parts) == 1:
        return invoke(parts[0], desk)
    with desk.together():
        # each part is read after the one before it: `new` says who sits at the table
        return Joined(tuple(invoke(words, desk) for part in parts for words in spelled_out(part, desk)))


def split_parts(text: str) -> list[list[str]]:
    """Split a line at each `;` outside of quotes, and its parts into words; an empty part is none.

    Raises `Refusal` (usage).
    """
    if ";" not in text:
        return [split_words(text)]
    parts = [words for part in cut(text) if (words := split_words(part))]
    if not parts:
        raise usage(say("There is nothing before or after `;`."), line="trick PLAYER; declare MELD")
    if len(parts) > PARTS_LIMIT:
        raise usage(say("A line has at most {limit} parts.", limit=PARTS_LIMIT))
    return parts


def cut(text: str) -> list[str]:
    """Cut a text at each `;` outside of quotes."""
    parts, start = [], 0
    while start <= len(text):
        found = _PART.match(text, start)
        assert found is not None, "it matches even nothing"
        parts.append(found[0])
        start = found.end() + 1
    return parts


def split_words(text: str) -> list[str]:
    """Split a text into words as a POSIX shell would. Raises `Refusal` (usage)."""
    import shlex  # noqa: PLC0415 - a terminal has split its line already

    try:
        return shlex.split(text)
    except ValueError as error:
        reason = str(error).lower()
        raise usage(say("The line cannot be split into words: {reason}.", reason=reason)) from None


def spelled_out(words: list[str], desk: Desk) -> list[list[str]]:
    """Spell out a short line as the lines that it stands for; any other is left as it is. Raises `Refusal`."""
    if words[0] in MODULES or words[0].startswith("-"):
        return [words]
    try:
        language = desk.language()
    except Refusal as refusal:
        if refusal.code is Code.BAD_FILE:
            raise  # who plays cannot be read, and it may be somebody's name
        return [words]
    if not language.is_short(words):
        return [words]
    if any(_FILE_OPTION.fullmatch(word) for word in words):
        raise usage(say("A short line is booked in the session in hand: it takes no -f."), line="open PATH")
    return language.spell_out(words)
