"""Sentences for people: a template and its values, kept apart so that both can be translated."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_SPLITS = r"""[\s"'\\$`!*?\[\]{}()<>|&;#~^]"""
"""What a shell splits at, or takes for more than the character itself."""


class Text(NamedTuple):
    """A sentence still in two parts; `str()` puts the values into the template."""

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format(**{name: str(value) for name, value in self.values.items()})


def say(template: str, /, **values: object) -> Text:
    """Build the sentence `template`, its `{named}` gaps filled with `values` when it is printed."""
    return Text(template, values)


def listing(words: list[str] | tuple[str, ...], final: str = "or") -> str:
    """Join words as a person would: `a, b or c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {final} {words[-1]}"


def typed(*words: object) -> str:
    """Join words to the line that a person types, a word in quotes where the shell would not leave it whole."""
    return " ".join(_in_quotes(str(word)) for word in words)


def _in_quotes(word: str) -> str:
    if word and not re.search(_SPLITS, word):
        return word
    if "'" not in word:
        return f"'{word}'"
    if not re.search(r'["\\$`!]', word):
        return f'"{word}"'
    return "'" + word.replace("'", "'\"'\"'") + "'"
