"""The scoresheet as GitHub-flavoured Markdown."""

import re
from collections.abc import Iterable, Sequence

from bezique_score.sheet.layout import Cell, Change, Part, Table, lay_out
from bezique_score.sheet.model import Fact, Sheet
from bezique_score.sheet.plain import clean
from bezique_score.text import say

_SPECIAL = re.compile(r"[\\`*_\[\]|~$#]")
_HTML = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def render_markdown(sheet: Sheet, width: int = 80) -> str:  # noqa: ARG001 - the reader's program breaks the lines
    """Write a sheet as Markdown."""
    document = lay_out(sheet)
    blocks = [f"# {escape(document.title)}", _facts(document.facts)]
    for part in document.parts:
        blocks += _part(part)
    signed = [Fact(str(say("Signed")), name) for name in document.signatures]
    blocks += [f"**{escape(document.closing)}**", _facts(signed)]
    return "\n\n".join(blocks) + "\n"


def escape(text: str) -> str:
    """Make a text mean itself in Markdown, whatever is in it."""
    html = re.sub("[&<>]", lambda found: _HTML[found.group()], clean(text))
    return _SPECIAL.sub(r"\\\g<0>", html)


def _part(part: Part) -> Iterable[str]:
    yield f"## {escape(part.heading)}"
    if part.facts:
        yield _facts(part.facts)
    if part.table:
        yield _table(part.table)
    # one list: two in a row would run together
    below = [*(f"- {escape(remark)}" for remark in part.remarks), *_fact_lines(part.results)]
    if below:
        yield "\n".join(below)


def _facts(facts: Sequence[Fact]) -> str:
    return "\n".join(_fact_lines(facts))


def _fact_lines(facts: Sequence[Fact]) -> list[str]:
    return [f"- {escape(fact.label)}: {escape(fact.value)}" for fact in facts]


def _table(table: Table) -> str:
    from tabulate import tabulate  # noqa: PLC0415 - costs 60 ms

    headings = [escape(heading) for heading in table.headings]
    rows = [[_cell(cell) for cell in row] for row in table.rows]
    sides = ["right" if place in table.numbers else "left" for place in range(len(headings))]
    return tabulate(rows, headers=headings, tablefmt="pipe", colalign=sides, disable_numparse=True)


def _cell(cell: Cell) -> str:
    return f"{cell.points:+d} = {cell.total}" if isinstance(cell, Change) else escape(cell)
