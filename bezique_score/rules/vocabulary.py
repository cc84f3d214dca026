"""What declarations are called, in three languages, and how words are compared."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec
import tomli

from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import Rulebook, needs_trumps
from bezique_score.text import Name

LANGUAGES = ("en", "ru", "pl")


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for one declaration, the printed one first; `trumps` are those that mean it in trumps."""

    en: tuple[str, ...]
    ru: tuple[str, ...]
    pl: tuple[str, ...]
    trumps: tuple[str, ...] = ()

    def printed(self, language: str) -> str:
        """Name the declaration in `en`, `ru` or `pl`."""
        return {"en": self.en, "ru": self.ru, "pl": self.pl}[language][0]


def fold(word: str) -> str:
    """Bring a word to the form in which all words are compared: without case, hyphens for spaces, е for ё."""
    if word.isascii():
        return "-".join(word.casefold().split())
    from unicodedata import normalize  # noqa: PLC0415 - plain letters do without

    folded = normalize("NFC", normalize("NFC", word).casefold())
    return "-".join(folded.split()).replace("ё", "е")


@cache
def vocabulary() -> dict[str, Names]:
    """Read the packaged vocabulary: the names of every declaration of every game, by id."""
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return msgspec.convert(tomli.loads(text), dict[str, Names])


@cache
def all_words() -> Mapping[str, tuple[str, ...]]:
    """List what each folded word of the packaged vocabulary can mean, whatever the game."""
    found: dict[str, tuple[str, ...]] = {}
    for meld, names in vocabulary().items():
        for word in dict.fromkeys(map(fold, (meld, *names.en, *names.ru, *names.pl, *names.trumps))):
            found[word] = (*found.get(word, ()), meld)
    return found


def meld_words(rules: Rulebook) -> Mapping[str, str]:
    """List what each folded word means in this game: ids, names and aliases of its declarations."""
    return {
        word: meld for meld, declaration in rules.game.declaration.items() for word in words_of(meld, declaration)
    }


def words_of(meld: str, declaration: Declaration) -> Iterator[str]:
    """List the folded words for one declaration of a game, its id first; a word may come twice."""
    yield fold(meld)
    for given in declaration.names.values():
        yield from map(fold, given)
    names = vocabulary().get(meld)
    if names is not None:
        yield from map(fold, (*names.en, *names.ru, *names.pl))
        if _has_trumps(declaration):
            yield from map(fold, names.trumps)


def trump_words(rules: Rulebook) -> Mapping[str, str]:
    """List the folded words, such as `royal`, that mean a declaration of this game in trumps."""
    return {
        fold(word): meld
        for meld, declaration in rules.game.declaration.items()
        if meld in vocabulary() and _has_trumps(declaration)
        for word in vocabulary()[meld].trumps
    }


def _has_trumps(declaration: Declaration) -> bool:
    """Say whether the game tells this declaration in trumps from the same in another suit."""
    return declaration.trump_points is not None or needs_trumps(declaration)


def meld_name(rules: Rulebook, meld: str) -> Name:
    """Give the traditional name to print: the rules file's own, else the vocabulary's, else the id."""
    declaration = rules.game.declaration.get(meld)
    names = vocabulary().get(meld)
    name = Name(names.en[0], names.ru[0], names.pl[0]) if names else Name(meld, meld, meld)
    own = {language: given[0] for language, given in declaration.names.items() if given} if declaration else {}
    return msgspec.structs.replace(name, **own)


def meld_word(meld: str) -> Name:
    """Give the word for a declaration in a refusal: in English the id, which is what people type."""
    names = vocabulary().get(meld)
    return Name(meld, names.ru[0], names.pl[0]) if names else Name(meld, meld, meld)
