"""Rules as people read them: the list of games, one game with its sources, two compared, a copy to edit."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from bezique_score.rules.figures import (
    TABLES,
    Figure,
    cards_text,
    declaration_figures,
    figures_of,
    made_figures,
    option_figures,
    value_text,
    worth_text,
)
from bezique_score.rules.load import (
    Document,
    game_ids,
    option_values,
    packaged_document,
    packaged_text,
    rulebook_of,
)
from bezique_score.rules.model import Declaration, Game
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.schedule import values_of
from bezique_score.rules.vocabulary import LANGUAGES, meld_name
from bezique_score.text import Text, listing, say, say_as_it_is, say_many, spoken_language

WIDTH = 80


def list_games() -> list[tuple[str, str]]:
    """List the packaged games: id and title."""
    return [(game_id, packaged_document(game_id)["title"][spoken_language()]) for game_id in game_ids()]


def list_data() -> list[dict[str, Any]]:
    """List the packaged games for a program."""
    return [
        {key: document.get(key, default) for key, default in _LISTED.items()}
        | {"seats": document["players"]["seats"]}
        for document in map(packaged_document, game_ids())
    ]


_LISTED: Mapping[str, Any] = {
    "id": "",
    "title": {},
    "about": "",
    "aliases": [],
    "family": "",
    "status": "confirmed",
}


def copy_text(game_id: str) -> str:
    """Give a packaged game's file for a person to edit: its own text, and how to use the copy."""
    head = (
        f"# House rules, copied from the game {game_id}. Change the figures you play otherwise; then\n"
        "# `bezique new NAME PLAYER PLAYER --rules THIS-FILE` plays by them, and\n"
        f"# `bezique rules diff {game_id} THIS-FILE` says what you have changed.\n"
        "# Give it an id and a title of its own. A declaration of your own needs `cards`, `points` and names:\n"
        '#   names = { en = ["..."], ru = ["..."], pl = ["..."] }\n\n'
    )
    return head + packaged_text(game_id)


def show_game(document: Document) -> str:
    """Describe a game: pack, deal, declarations with their values, settlement, options, sources, readings."""
    rules = rulebook_of(document)
    game = rules.game
    notes = _Notes()
    here, *elsewhere = sorted(LANGUAGES, key=lambda language: language != spoken_language())
    lines = [f"{getattr(game.title, here)} ({game.id})"]
    lines.append(" · ".join(getattr(game.title, language) for language in elsewhere))
    if game.aliases:
        lines.append(str(say("Also: {aliases}", aliases=listing(game.aliases, "and"))))
    lines.append(str(say_as_it_is(game.about)))
    if game.status == "unconfirmed":
        lines.append(str(say("UNCONFIRMED: these figures rest on one printed table only.")))
    for table, heading in TABLES.items():
        lines += _table_lines(game, table, heading, notes)
        if table == "deal":
            lines += [f"  {line}" for line in _worked_out(rules)]
    lines += ["", str(say("Declarations"))]
    lines += _declaration_lines(rules, notes)
    lines += _option_lines(game)
    lines += notes.lines()
    lines += [
        "",
        str(say("Sources cited")),
        *(f"  {key}: {told}" for key, told in game.sources.items()),
    ]
    return "\n".join(_wrapped(lines)) + "\n"


def _table_lines(game: Game, table: str, heading: Text, notes: "_Notes") -> list[str]:
    figures = [figure for figure in figures_of(game) if figure.key.partition(".")[0] == table and figure.given]
    if not figures or (table == "infuzorka" and not game.deck.infuzorki):
        return []
    told = getattr(game, table.replace("-", "_"))
    marks = "" if isinstance(told, Mapping) else notes.marks(told.source, told.reading)
    return ["", f"{heading}{marks}", *(f"  {figure.what}: {figure.value}" for figure in figures)]


def _worked_out(rules: Rulebook) -> Iterator[str]:
    """Say what follows from pack and deal, for each number of players."""
    for seats in rules.game.players.seats:
        if rules.active(seats) < seats:
            players = say_many("{number} player", "{number} players", number=seats)
            yield str(say("for {players}: the dealer sits out", players=players))
            continue
        told = say(
            "for {players}: {cards}, {stock}, {draws}, {tricks}",
            players=say_many("{number} player", "{number} players", number=seats),
            cards=say_many("{number} card", "{number} cards", number=rules.size),
            stock=say_many("{number} left in the stock", "{number} left in the stock", number=rules.stock(seats)),
            draws=say_many("{number} draw", "{number} draws", number=rules.draws(seats)),
            tricks=say_many("{number} trick", "{number} tricks", number=rules.tricks(seats)),
        )
        yield str(told)


def _declaration_lines(rules: Rulebook, notes: "_Notes") -> Iterator[str]:
    for meld, declaration in rules.game.declaration.items():
        name = meld_name(rules, meld)
        marks = notes.marks(declaration.source, declaration.reading)
        yield f"  {name} ({meld}): {worth_text(declaration, name)}{marks}"
        yield f"      {cards_text(declaration)}"
        for figure in made_figures(declaration):
            if figure.given and figure.key not in _SHOWN_ELSEWHERE:
                yes = figure.value == value_text(True)
                yield f"      {figure.what}" if yes else f"      {figure.what}: {figure.value}"
    yield from _class_lines(rules)


_SHOWN_ELSEWHERE = ("class_", "level", "names")


def _class_lines(rules: Rulebook) -> Iterator[str]:
    """Say what a card may serve in again: up a class, never down or sideways."""
    classes: dict[str, dict[int, list[str]]] = {}
    for meld, declaration in rules.game.declaration.items():
        if declaration.cards:
            steps = classes.setdefault(declaration.class_ or f" {meld}", {})
            steps.setdefault(declaration.level, []).append(str(meld_name(rules, meld)))
    yield ""
    yield str(say("A card serves once in each of these classes, and may go up in it (<)"))
    for steps in classes.values():
        yield "  " + " < ".join(", ".join(steps[level]) for level in sorted(steps))


def _option_lines(game: Game) -> list[str]:
    lines = ["", str(say("House options (--set KEY=VALUE, the usual value first)"))]
    for key, option in game.option.items():
        lines += [
            f"  {key}: {option_values(option)}",
            *([f"      {say_as_it_is(option.about)}"] if option.about else []),
        ]
    return lines if game.option else []


class _Notes:
    """Footnotes: sources by number, readings by R and number, the same text once."""

    def __init__(self) -> None:
        self._sources: dict[str, str] = {}
        self._readings: dict[str, str] = {}

    def marks(self, source: str, reading: str) -> str:
        """Take up a source and a reading, and give their marks."""
        marks = [self._sources.setdefault(source, str(len(self._sources) + 1))] if source else []
        marks += [self._readings.setdefault(reading, f"R{len(self._readings) + 1}")] if reading else []
        return f" [{','.join(marks)}]" if marks else ""

    def lines(self) -> Iterator[str]:
        """List the notes taken up."""
        yield from ("", str(say("Where each figure comes from")))
        yield from (f"  [{mark}] {source}" for source, mark in self._sources.items())
        if self._readings:
            yield from ("", str(say("Readings: where the sources are silent, or can be read in two ways")))
            yield from (f"  [{mark}] {say_as_it_is(reading)}" for reading, mark in self._readings.items())


def _wrapped(lines: list[str]) -> Iterator[str]:
    from textwrap import wrap  # noqa: PLC0415 - only when rules are shown

    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        yield from wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]


def show_data(document: Document) -> dict[str, Any]:
    """Describe a game for a program."""
    rules = rulebook_of(document)
    game = rules.game
    return {
        "id": game.id,
        "family": game.family,
        "title": {language: getattr(game.title, language) for language in LANGUAGES},
        "about": game.about,
        "aliases": list(game.aliases),
        "status": game.status,
        "cards": rules.size,
        "figures": [
            {"key": figure.key, "what": str(figure.what), "value": figure.value, **_origin(game, figure.key)}
            for figure in figures_of(game)
            if figure.given
        ],
        "declarations": [
            {
                "id": meld,
                "names": asdict(meld_name(rules, meld)),
                "cards": cards_text(declaration),
                "values": [
                    {"what": str(value.what), "points": value.points}
                    for value in values_of(declaration, meld_name(rules, meld))
                ],
                "source": declaration.source,
                "reading": declaration.reading,
            }
            for meld, declaration in game.declaration.items()
        ],
        "options": [
            {
                "key": key,
                "values": list(option.values),
                "numbers": option.numbers,
                "sets": list(option.sets),
                "about": option.about,
            }
            for key, option in game.option.items()
        ],
        "sources": dict(game.sources),
    }


def _origin(game: Game, key: str) -> dict[str, str]:
    """Say where the figures of a table come from."""
    told = getattr(game, key.partition(".")[0].replace("-", "_"))
    return {} if isinstance(told, Mapping) else {"source": told.source, "reading": told.reading}


def diff_games(there: Document, here: Document) -> str:
    """Say in plain words how the second game (`here`) differs from the first (`there`)."""
    lines = [_difference(row) for row in diff_data(there, here)]
    return "".join(f"{line}\n" for line in lines) or f"{say('The two games are played alike.')}\n"


def _difference(row: Mapping[str, str | None]) -> str:
    if row["here"] is None:
        return str(say("{what}: only there ({value})", what=row["what"], value=row["there"]))
    if row["there"] is None:
        return str(say("{what}: only here ({value})", what=row["what"], value=row["here"]))
    return str(say("{what}: {there} there, {here} here", **row))


def diff_data(there: Document, here: Document) -> list[dict[str, str | None]]:
    """List the figures that differ: `what`, and its value `there` and `here`, none where a game lacks it."""
    first, second = rulebook_of(there), rulebook_of(here)
    rows: list[dict[str, str | None]] = []
    _compare(figures_of(first.game), figures_of(second.game), rows)
    for meld in dict.fromkeys([*first.game.declaration, *second.game.declaration]):
        one, other = first.game.declaration.get(meld), second.game.declaration.get(meld)
        if one and other:
            _compare_values(str(meld_name(second, meld)), one, other, rows)
            _compare(declaration_figures(first, meld, one), declaration_figures(second, meld, other), rows)
        else:
            name = str(meld_name(first if one else second, meld))
            there_told, here_told = (worth_text(made, name) if made else None for made in (one, other))
            rows.append({"what": name, "there": there_told, "here": here_told})
    _compare(option_figures(first.game), option_figures(second.game), rows)
    return rows


def _compare_values(name: str, there: Declaration, here: Declaration, rows: list[dict[str, str | None]]) -> None:
    """Add a row for each value that differs, or one for the whole series where nothing in it is the same."""
    pairs = list(zip(values_of(there, name), values_of(here, name), strict=False))
    if any(one.what == other.what and one.points == other.points for one, other in pairs):
        rows += [
            {"what": str(one.what), "there": str(one.points), "here": str(other.points)}
            for one, other in pairs
            if one.points != other.points
        ]
    else:
        rows.append({"what": name, "there": worth_text(there, name), "here": worth_text(here, name)})


def _compare(there: list[Figure], here: list[Figure], rows: list[dict[str, str | None]]) -> None:
    """Add a row for each figure that differs; a whole table that one game lacks counts as nothing said."""
    one, other = ({figure.key: figure for figure in figures} for figures in (there, here))
    for key in dict.fromkeys([*one, *other]):
        first, second = one.get(key), other.get(key)
        if first and second and first.value == second.value:
            continue
        if not any(figure and figure.given for figure in (first, second)):
            continue
        rows.append(
            {
                "what": str(next(figure.what for figure in (first, second) if figure)),
                "there": first.value if first else None,
                "here": second.value if second else None,
            }
        )
