"""Sentences for people: a template and its values, kept apart so that both can be translated."""

from collections.abc import Mapping
from typing import NamedTuple


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
