"""The price list of a game: what every declaration is made of, what it is worth, and how it is typed."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from bezique_score.rules.figures import cards_text, worth_text
from bezique_score.rules.rulebook import Rulebook, needs_suit
from bezique_score.rules.schedule import values_of
from bezique_score.rules.vocabulary import LANGUAGES, fold, meld_name, meld_words, vocabulary
from bezique_score.sheet.layout import Table
from bezique_score.sheet.plain import wrap
from bezique_score.sheet.render_text import LEAST_WIDTH, render_table
from bezique_score.text import say, spoken_language


def prices_text(rules: Rulebook, *, width: int = 80) -> str:
    """Print the price list, and then the cards, the declarations in the order of the rules."""
    width = max(width, LEAST_WIDTH)
    names = {meld: str(meld_name(rules, meld)) for meld in rules.game.declaration}
    rows = tuple(
        (names[meld], _typed(rules, meld), worth_text(declaration, names[meld]))
        for meld, declaration in rules.game.declaration.items()
    )
    headings = (str(say("Declaration")), str(say("Typed as")), str(say("Points")))
    table = Table(headings=headings, rows=rows, numbers=frozenset(), words=2)
    lines = [str(say("{game}: prices", game=rules.game.title)), ""]
    lines += [line.rstrip() for line in render_table(table, width).splitlines()]
    lines += ["", str(say("The cards"))]
    for meld, declaration in rules.game.declaration.items():
        told = say("{name}: {cards}", name=names[meld], cards=cards_text(declaration))
        lines += wrap(str(told), width, "  ")
    return "\n".join(lines) + "\n"


def prices_data(rules: Rulebook) -> list[dict[str, Any]]:
    """List the prices for a program."""
    return [
        {
            "meld": meld,
            "names": asdict(meld_name(rules, meld)),
            "cards": list(declaration.cards),
            "times": declaration.times,
            "typed": {language: shortest_word(rules, meld, language) for language in LANGUAGES},
            "needs_suit": needs_suit(declaration),
            "values": [
                {"what": str(value.what), "points": value.points}
                for value in values_of(declaration, meld_name(rules, meld))
            ],
            "worth": worth_text(declaration, meld_name(rules, meld)),
        }
        for meld, declaration in rules.game.declaration.items()
    ]


def _typed(rules: Rulebook, meld: str) -> str:
    word = shortest_word(rules, meld, spoken_language())
    return str(say("{word} SUIT", word=word)) if needs_suit(rules.game.declaration[meld]) else word


def shortest_word(rules: Rulebook, meld: str, language: str = "en") -> str:
    """Find the least that has to be typed for a declaration: a word for it, or a start that means nothing else."""
    return min(_starts(rules, meld, language), key=len)


def _starts(rules: Rulebook, meld: str, language: str) -> Iterator[str]:
    """List what is enough for each word of one language, whole words first."""
    words = meld_words(rules)
    own = [word for word in _words(rules, meld, language) if words.get(word) == meld]
    yield from own
    for word in own:
        for length in range(1, len(word)):
            start = word[:length]
            if start not in words and {words[known] for known in words if known.startswith(start)} == {meld}:
                yield start
                break


def _words(rules: Rulebook, meld: str, language: str) -> Iterator[str]:
    for own, given in rules.game.declaration[meld].names.items():
        if own == language:
            yield from map(fold, given)
    names = vocabulary().get(meld)
    if names is not None:
        # in Polish the same letters are typed, so that the short English words serve as well
        yield from map(fold, {"en": names.en, "ru": names.ru, "pl": (*names.pl, *names.en)}[language])
    yield fold(meld)
