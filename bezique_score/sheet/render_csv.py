"""The entries of a scoresheet for a spreadsheet: one row each, with real numbers."""

import csv
import io
from collections.abc import Iterator

from bezique_score.sheet.model import Line, Sheet
from bezique_score.sheet.plain import clean
from bezique_score.text import say

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def render_csv(sheet: Sheet, width: int = 80) -> str:  # noqa: ARG001 - cells have no width
    """Write a row for each entry: its hand, words, points and running sums by side, and remarks."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow([neutral(heading) for heading in _headings(sheet)])
    for section in sheet.sections:
        hand = section.hand.number if section.hand else None
        writer.writerows(_row(sheet, hand, line) for line in section.lines)
    return target.getvalue()


def neutral(cell: str | int | None) -> str | int | None:
    """Keep a spreadsheet from taking a text for a formula; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    return f"'{clean(cell)}" if cell.lstrip(" ").startswith(_FORMULA) else clean(cell)


def _headings(sheet: Sheet) -> Iterator[str]:
    words = say("hand"), say("entry"), say("time"), say("kind"), say("player"), say("words"), say("worth")
    yield from map(str, words)
    yield from (str(say("{side} points", side=side)) for side in sheet.sides)
    yield from (str(say("{side} sum", side=side)) for side in sheet.sides)
    yield str(say("remarks"))


def _row(sheet: Sheet, hand: int | None, line: Line) -> list[str | int | None]:
    cells: list[str | int | None] = [
        hand,
        line.number,
        line.time.isoformat(),
        line.kind,
        line.player,
        line.words,
    ]
    cells.append(line.worth)
    cells += [line.points.get(side) for side in sheet.sides]
    cells += [line.running[side] for side in sheet.sides]
    cells.append("; ".join(line.remarks))
    return [neutral(cell) for cell in cells]
