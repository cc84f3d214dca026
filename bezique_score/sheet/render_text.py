"""The scoresheet for a terminal or a printer with one kind of letters."""

from collections.abc import Iterable, Sequence

from bezique_score.sheet.layout import Cell, Change, Document, Part, Table, lay_out
from bezique_score.sheet.model import Fact, Sheet
from bezique_score.sheet.plain import clean, display_width, pad, wrap
from bezique_score.text import say

LEAST_WIDTH = 40
_LEAST_WORDS = 12
_GAP = 2
_SIGNATURE = "_" * 20


def render_text(sheet: Sheet, width: int = 80) -> str:
    """Print a sheet in lines of at most `width` columns of the screen; 80 are enough for four players."""
    width = max(width, LEAST_WIDTH)
    return render_document(lay_out(sheet, name_width=name_width(len(sheet.sides), width)), width)


def name_width(sides: int, width: int) -> int:
    """How wide the name at the head of a column may be, so that half of the line is left for words."""
    return max(6, min(20, (width // 2) // sides - _GAP))


def render_document(document: Document, width: int) -> str:
    """Print a document that is laid out already."""
    title = wrap(clean(document.title), width)
    lines = [*title, "=" * max(map(display_width, title)), "", *_facts(document.facts, width)]
    for part in document.parts:
        lines += ["", *_part(part, width)]
    lines += ["", *wrap(clean(document.closing), width), "", *_signatures(document.signatures, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def render_table(table: Table, width: int) -> str:
    """Set a table in columns; the one of the words gives way."""
    from tabulate import tabulate  # noqa: PLC0415 - costs 60 ms

    columns = [_column(table, place) for place in range(len(table.headings))]
    widths = [max(map(display_width, column)) for column in columns]
    room = max(_LEAST_WORDS, width - sum(widths) - _GAP * (len(widths) - 1) + widths[table.words])
    wrapped = [wrap(cell, room) for cell in columns[table.words]]
    columns[table.words] = ["\n".join(lines) for lines in wrapped]
    widths[table.words] = max(display_width(line) for lines in wrapped for line in lines)
    # The rule below the headings is a row like others: tabulate makes columns with headings too wide.
    rows = [list(row) for row in zip(*columns, strict=True)]
    rows.insert(1, ["-" * column for column in widths])
    sides = ["right" if place in table.numbers else "left" for place in range(len(columns))]
    return tabulate(rows, tablefmt="plain", colalign=sides, disable_numparse=True)


def _column(table: Table, place: int) -> list[str]:
    """Write a column, its heading first; of the changes in it, the sums line up."""
    cells = [row[place] for row in table.rows]
    sums = max((len(str(cell.total)) for cell in cells if isinstance(cell, Change)), default=0)
    return [clean(table.headings[place]), *(_cell(cell, sums) for cell in cells)]


def _cell(cell: Cell, sums: int) -> str:
    if isinstance(cell, Change):
        return f"{cell.points:+d} {cell.total:>{sums + 1}}"
    return clean(cell)


def _part(part: Part, width: int) -> Iterable[str]:
    heading = clean(part.heading)
    yield heading
    yield "-" * display_width(heading)
    yield from _facts(part.facts, width)
    if part.table:
        yield ""
        yield from render_table(part.table, width).splitlines()
    if part.remarks:
        yield ""
        for remark in part.remarks:
            yield from wrap(clean(remark), width, "  ")
    if part.results:
        yield ""
        yield from _facts(part.results, width)


def _facts(facts: Sequence[Fact], width: int) -> Iterable[str]:
    """Write facts under each other, their values lined up."""
    labels = [f"{clean(fact.label)}: " for fact in facts]
    column = max(map(display_width, labels), default=0)
    for label, fact in zip(labels, facts, strict=True):
        first, *others = wrap(clean(fact.value), width - column)
        yield pad(label, column) + first
        yield from (" " * column + other for other in others)


def _signatures(names: Sequence[str], width: int) -> Iterable[str]:
    label = str(say("Signed"))
    for name in names:
        yield from wrap(f"{label}: {_SIGNATURE} {clean(name)}", width, " " * (len(label) + 2))
