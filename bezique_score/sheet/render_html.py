"""The scoresheet as one page for a browser, a phone and a printer: nothing is fetched, and nothing runs."""

from functools import cache
from typing import Any

import msgspec

from bezique_score.sheet.drawing import COLOURS, DASHES, draw_svg
from bezique_score.sheet.growth import growth
from bezique_score.sheet.layout import Cell, Change, Document, Table, lay_out
from bezique_score.sheet.model import Fact, Sheet
from bezique_score.sheet.plain import clean, short_names
from bezique_score.text import say, spoken_language

_NAME_WIDTH = 14
"""How wide a name may be at the head of a column, in letters; the whole name is among the facts."""


def render_html(sheet: Sheet, width: int = 80) -> str:  # noqa: ARG001 - the browser breaks the lines
    """Write a sheet as one self-contained page."""
    from markupsafe import Markup  # noqa: PLC0415 - slow, as is the drawing

    short = short_names(sheet.sides, _NAME_WIDTH)
    template = _environment().get_template("sheet.html")
    rendered: str = template.render(
        language=spoken_language(),
        page=_cleaned(lay_out(sheet, name_width=_NAME_WIDTH)),
        sides=list(short.values()),
        growth=[
            msgspec.structs.replace(point, totals={short[side]: total for side, total in point.totals.items()})
            for point in growth(sheet)
        ],
        svg=Markup(draw_svg(sheet)),  # noqa: S704 - drawn by pygal, which escapes the names in it
        dashes=DASHES,
        colours=COLOURS,
        words={
            "growth": str(say("The score as it grew")),
            "hand": str(say("Hand")),
            "signed": str(say("Signed")),
        },
    )
    return rendered


@cache
def _environment() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined  # noqa: PLC0415 - slow, and only for this format

    return Environment(
        loader=PackageLoader("bezique_score.sheet"),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )


def _cleaned(document: Document) -> Document:
    """Take out of every text what could turn a line around or is no character of a page."""
    return Document(
        title=clean(document.title),
        facts=_facts(document.facts),
        parts=tuple(
            msgspec.structs.replace(
                part,
                heading=clean(part.heading),
                facts=_facts(part.facts),
                table=_table(part.table) if part.table else None,
                remarks=tuple(map(clean, part.remarks)),
                results=_facts(part.results),
            )
            for part in document.parts
        ),
        closing=clean(document.closing),
        signatures=tuple(map(clean, document.signatures)),
    )


def _facts(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    return tuple(Fact(clean(fact.label), clean(fact.value)) for fact in facts)


def _table(table: Table) -> Table:
    rows = tuple(tuple(map(_cell, row)) for row in table.rows)
    return msgspec.structs.replace(table, headings=tuple(map(clean, table.headings)), rows=rows)


def _cell(cell: Cell) -> Cell:
    return cell if isinstance(cell, Change) else clean(cell)
