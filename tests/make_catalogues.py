"""Make the catalogues anew: `python tests/make_catalogues.py [LANGUAGE...]`.

It gathers every sentence of the package into the template `bezique.pot`, brings the catalogues `bezique.po` of the
languages (all of them, if none is named) up to date with it, and compiles them to `bezique.mo`. New sentences are
left empty there, for a person to translate; those that the package no longer says are dropped.

What is gathered: the sentences given to `say` and `say_many`, the help texts of commands and options, and the
remarks in the packaged rules files.
"""

import ast
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any, NamedTuple

import tomli
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import bezique_score
from bezique_score.cli.wording import paragraphs_of
from bezique_score.translations import DOMAIN, FOLDER, TRANSLATED

PACKAGE = Path(bezique_score.__file__).parent
TEMPLATE = FOLDER / f"{DOMAIN}.pot"

MADE = datetime(2026, 11, 30, tzinfo=UTC)
"""The date in the heads of the catalogues; a real one would change them with every run."""

REMARKS = frozenset({"about", "reading"})
"""Keys of a rules file under which a person is told something."""


class Found(NamedTuple):
    """A sentence, with its form for many things where it has one, and the module in which it stands."""

    one: str
    many: str
    where: str


def sentences() -> list[Found]:
    """Gather every sentence that is to be translated, in the order of the modules."""
    found = [sentence for path in sorted(PACKAGE.rglob("*.py")) for sentence in sentences_of(path)]
    found += [sentence for path in sorted(PACKAGE.rglob("games/*.toml")) for sentence in _remarks(path)]
    return [sentence for sentence in found if has_words(sentence.one)]


def has_words(sentence: str) -> bool:
    """Say whether there is anything to translate in a sentence besides its gaps."""
    return any(character.isalpha() for literal, *_ in Formatter().parse(sentence) for character in literal)


def gaps_of(sentence: str) -> set[str]:
    """List the names of the gaps of a sentence."""
    return {name for _, name, *_ in Formatter().parse(sentence) if name is not None}


def sentences_of(path: Path) -> Iterator[Found]:
    """Gather the sentences of a module."""
    where = path.relative_to(PACKAGE).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id="say"), args=[template]):
                yield from (Found(one, "", where) for one in _literals(template, where))
            case ast.Call(func=ast.Name(id="say_many"), args=[one, many]):
                yield Found(_literals(one, where)[0], _literals(many, where)[0], where)
            case ast.keyword(arg="help", value=ast.Constant(value=str(told))):
                yield Found(told, "", where)
            case ast.FunctionDef(decorator_list=decorators) if any(map(_makes_command, decorators)):
                help_text = ast.get_docstring(node, clean=False) or ""
                yield from (Found(paragraph, "", where) for paragraph in paragraphs_of(help_text))


def _makes_command(decorator: ast.expr) -> bool:
    match decorator:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="app"), attr="line" | "callback")):
            return True
        case _:
            return False


def _literals(node: ast.expr, where: str) -> list[str]:
    """List the sentences that an argument can be: one, or one of two (`"..." if ... else "..."`)."""
    match node:
        case ast.Constant(value=str(sentence)):
            return [sentence]
        case ast.IfExp(body=body, orelse=otherwise):
            return [*_literals(body, where), *_literals(otherwise, where)]
        case _:
            raise ValueError(f"{where}:{node.lineno}: a sentence is written where it is said: {ast.unparse(node)}")


def _remarks(path: Path) -> Iterator[Found]:
    """Gather the remarks of a rules file."""
    where = path.relative_to(PACKAGE).as_posix()

    def gather(table: dict[str, Any]) -> Iterator[Found]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from gather(value)
            elif key in REMARKS:
                yield Found(value, "", where)

    return gather(tomli.loads(path.read_text(encoding="utf-8")))


def template() -> Catalog:
    """Make the template of the catalogues."""
    catalogue = _empty(None)
    for one, many, where in sentences():
        catalogue.add((one, many) if many else one, locations=[(where, 0)])
    return catalogue


def _empty(language: str | None) -> Catalog:
    return Catalog(
        locale=language,
        domain=DOMAIN,
        project="bezique-score",
        version="1",
        copyright_holder="the players",
        msgid_bugs_address="",
        last_translator="",
        language_team="",
        header_comment="# The sentences of bezique, gathered by tests/make_catalogues.py.",
        creation_date=MADE,
        revision_date=MADE,
        fuzzy=False,
    )


def source_of(language: str) -> Path:
    """Name the file in which a language is translated."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Read the catalogue of a language."""
    with source_of(language).open("rb") as source:
        return read_po(source, locale=language, domain=DOMAIN)


def compiled(catalogue: Catalog) -> bytes:
    """Compile a catalogue to what gettext loads."""
    target = BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def forms_of(message: Message) -> list[tuple[str, str]]:
    """List the translations of a message, each beside the English sentence whose gaps it has."""
    if isinstance(message.id, str):
        return [(message.id, str(message.string or ""))]
    return [(message.id[1], form) for form in message.string or ("",)]


def write(catalogue: Catalog, path: Path) -> None:
    """Write a template or a catalogue."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        write_po(target, catalogue, width=110, omit_header=False, include_lineno=False, ignore_obsolete=True)


def main(languages: list[str]) -> None:
    """Bring template and catalogues up to date, and say what is left to translate."""
    made = template()
    write(made, TEMPLATE)
    for language in languages or TRANSLATED:
        catalogue = _empty(language)
        known = read(language) if source_of(language).exists() else catalogue
        for message in made:
            if message.id:
                old = known.get(message.id)
                catalogue.add(message.id, old.string if old else None, locations=message.locations)
        write(catalogue, source_of(language))
        source_of(language).with_suffix(".mo").write_bytes(compiled(read(language)))
        left = sum(not all(form for _, form in forms_of(message)) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} sentences, {left} to translate")


if __name__ == "__main__":
    main(sys.argv[1:])
