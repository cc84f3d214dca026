"""Sentences for people: a template and its values, kept apart so that both can be translated.

A sentence is put into words when it is printed, in the language that is spoken then. English needs no catalogue.
"""

import errno
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from gettext import NullTranslations

_SPLITS = r"""[\s"'\\$`!*?\[\]{}()<>|&;#~^]"""
"""What a shell splits at, or takes for more than the character itself."""


# The language that is spoken


class Speech(msgspec.Struct, frozen=True):
    """A language (`en`, `ru`, `pl`) and its catalogue; none for English, in which everything is written."""

    language: str
    catalogue: "NullTranslations | None"


ENGLISH = Speech("en", None)

_SPOKEN: ContextVar[Speech] = ContextVar("spoken", default=ENGLISH)


def speak(speech: Speech) -> None:
    """Print every sentence in this language from now on."""
    _SPOKEN.set(speech)


@contextmanager
def speaking(speech: Speech) -> Iterator[None]:
    """Print sentences in this language for a while; what programs read is always in `ENGLISH`."""
    before = _SPOKEN.set(speech)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken_language() -> str:
    """Tell the language that is spoken now."""
    return _SPOKEN.get().language


# Sentences


class Text(msgspec.Struct, frozen=True):
    """A sentence still in two parts; `str()` puts the values into the template.

    `many` is the template for every number (the value `number`) that is not one, where there is such a form.
    A value with a name to be `spoken`, such as a suit, is printed by that name.
    """

    template: str
    values: Mapping[str, object]
    many: str = ""

    def __str__(self) -> str:
        return self._spoken_template().format(**{name: _printed(value) for name, value in self.values.items()})

    def filled(self, **values: object) -> "Text":
        """Give the same sentence with these values."""
        return Text(self.template, values, self.many)

    def _spoken_template(self) -> str:
        catalogue = _SPOKEN.get().catalogue
        if self.many:
            number = self.values["number"]
            assert isinstance(number, int)
            if catalogue is not None:
                return catalogue.ngettext(self.template, self.many, abs(number))
            return self.template if number == 1 else self.many
        if catalogue is None or not self.template:  # the empty sentence heads a catalogue
            return self.template
        return catalogue.gettext(self.template)


def _printed(value: object) -> str:
    return str(getattr(value, "spoken", value))


def say(template: str, /, **values: object) -> Text:
    """Build the sentence `template`, its `{named}` gaps filled with `values` when it is printed."""
    return Text(template, values)


def say_many(one: str, many: str, /, *, number: int, **values: object) -> Text:
    """Build a sentence about a `number` of things: `{number} trick` for one, `{number} tricks` for any other."""
    return Text(one, {"number": number, **values}, many)


def say_as_it_is(words: str) -> Text:
    """Take a remark out of a rules file as a sentence; those of the packaged games are translated."""
    return Text(words.replace("{", "{{").replace("}", "}}"), {})


class Name(msgspec.Struct, frozen=True):
    """What something is called in each language; `str()` gives the one of the language that is spoken."""

    en: str
    ru: str
    pl: str

    def __str__(self) -> str:
        return self.in_language(spoken_language())

    def in_language(self, language: str) -> str:
        """Give the name in `en`, `ru` or `pl`."""
        return {"en": self.en, "ru": self.ru, "pl": self.pl}[language]


def joined(parts: Sequence[object], separator: str = ", ") -> Text:
    """Put parts behind one another that are still to be printed."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Text(separator.join(f"{{{name}}}" for name in values), values)


def listing(words: Sequence[object], final: Literal["or", "and", "then"] = "or") -> Text:
    """Join words as a person would: `a, b or c`."""
    if len(words) < 2:
        return joined(words)
    first, last = joined(words[:-1]), words[-1]
    match final:
        case "or":
            return say("{first} or {last}", first=first, last=last)
        case "and":
            return say("{first} and {last}", first=first, last=last)
        case "then":
            return say("{first} then {last}", first=first, last=last)


# What the system says


_OF_THE_SYSTEM: dict[int, Text] = {
    errno.ENOENT: say("No such file or directory"),
    errno.EACCES: say("Permission denied"),
    errno.EEXIST: say("File exists"),
    errno.EISDIR: say("Is a directory"),
    errno.ENOTDIR: say("Not a directory"),
    errno.ENOSPC: say("No space left on device"),
    errno.EROFS: say("Read-only file system"),
    errno.ENAMETOOLONG: say("File name too long"),
}
"""What the system says in English about a file, as far as it is common."""


def reason_of(error: Exception) -> object:
    """Say why something failed that was asked of the system."""
    if isinstance(error, OSError):
        return _OF_THE_SYSTEM.get(error.errno or 0) or error.strerror or error
    return error


# Lines to type


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
