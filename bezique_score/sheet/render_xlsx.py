"""The scoresheet as a workbook: the standing with its chart, the hands, the entries; real numbers and dates."""

import io
from datetime import datetime
from typing import Any

from bezique_score.sheet.growth import growth
from bezique_score.sheet.layout import lay_out
from bezique_score.sheet.model import Line, Sheet
from bezique_score.sheet.render_csv import neutral
from bezique_score.text import say

_TEXT_LIMIT = 32_000
"""How long the text of a cell may be; a spreadsheet takes 32,767 characters."""


def render_xlsx(sheet: Sheet) -> bytes:
    """Write a sheet as the bytes of a workbook. The same sheet gives the same bytes."""
    import xlsxwriter  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, and only for this format

    target = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    with xlsxwriter.Workbook(target, options) as workbook:
        workbook.set_properties({"title": _text(sheet.title)[:255], "created": _local(sheet.created)})
        _Writer(workbook, sheet).write()
    return target.getvalue()


def _text(text: str) -> str:
    return str(neutral(text))[:_TEXT_LIMIT]


def _local(time: datetime) -> datetime:
    """Give the time as it was on the clock at the table: a spreadsheet knows no zones."""
    return time.replace(tzinfo=None)


_HEADINGS = (say("Hand"), say("Entry"), say("Time"), say("Kind"), say("Player"), say("Words"), say("Worth"))


class _Writer:
    """Writes the three pages of one workbook."""

    def __init__(self, workbook: Any, sheet: Sheet) -> None:
        self.sheet = sheet
        self.workbook = workbook
        self.bold = workbook.add_format({"bold": True})
        self.heading = workbook.add_format({"bold": True, "bottom": 1, "text_wrap": True, "valign": "top"})
        self.wrapped = workbook.add_format({"text_wrap": True, "valign": "top"})
        self.time = workbook.add_format({"num_format": "yyyy-mm-dd hh:mm:ss", "valign": "top"})
        self.date = workbook.add_format({"num_format": "yyyy-mm-dd", "align": "left"})

    def write(self) -> None:
        """Write all pages."""
        self._write_standing(self.workbook.add_worksheet(str(say("Standing"))))
        self._write_hands(self.workbook.add_worksheet(str(say("Hands"))))
        self._write_entries(self.workbook.add_worksheet(str(say("Entries"))))

    def _write_standing(self, page: Any) -> None:
        """Write the totals after each hand, frozen under their headings; beside them the chart and the facts."""
        sheet, points = self.sheet, growth(self.sheet)
        page.write_string(0, 0, str(say("Hand")), self.heading)
        for column, side in enumerate(sheet.sides, 1):
            page.write_string(0, column, _text(side), self.heading)
        for row, point in enumerate(points, 1):
            if point.label.isdecimal():
                page.write_number(row, 0, int(point.label))
            else:
                page.write_string(row, 0, _text(point.label))
            for column, side in enumerate(sheet.sides, 1):
                page.write_number(row, column, point.totals[side])
        page.freeze_panes(1, 1)
        page.set_column(0, len(sheet.sides), 14)
        self._write_facts(page, len(sheet.sides) + 2)
        self._draw(page, len(points), len(sheet.sides))

    def _write_facts(self, page: Any, column: int) -> None:
        document = lay_out(self.sheet)
        page.write_string(0, column, str(say("Session")), self.heading)
        page.write_string(0, column + 1, _text(self.sheet.title), self.heading)
        row = 1
        for fact in document.facts:
            page.write_string(row, column, _text(fact.label), self.bold)
            page.write_string(row, column + 1, _text(fact.value))
            row += 1
        page.write_string(row, column, str(say("Begun")), self.bold)
        page.write_datetime(row, column + 1, _local(self.sheet.created), self.date)
        page.write_string(row + 1, column, str(say("Result")), self.bold)
        page.write_string(row + 1, column + 1, _text(document.closing))
        page.set_column(column, column, 14)
        page.set_column(column + 1, column + 1, 44)

    def _write_hands(self, page: Any) -> None:
        """Write what is said of each hand, its settlement worked out; the corrections; a place to sign."""
        document = lay_out(self.sheet)
        row = 0
        for part in document.parts:
            page.write_string(row, 0, _text(part.heading), self.heading)
            told = [(fact.label, fact.value) for fact in (*part.facts, *part.results)]
            if not told and part.table:  # the corrections: their numbers and their words
                told = [(str(number), str(words)) for number, words, *_ in part.table.rows]
            for label, value in told:
                row += 1
                page.write_string(row, 0, _text(label), self.bold)
                page.write_string(row, 1, _text(value), self.wrapped)
            row += 2
        for name in document.signatures:
            page.write_string(row, 0, str(say("Signed")), self.bold)
            page.write_string(row, 1, _text(name))
            row += 1
        page.set_column(0, 0, 18)
        page.set_column(1, 1, 80)

    def _draw(self, page: Any, points: int, sides: int) -> None:
        if points < 2:
            return
        chart = self.workbook.add_chart({"type": "line"})
        dashes = ("solid", "dash", "round_dot", "dash_dot")
        for column in range(1, sides + 1):
            name = page.get_name()
            chart.add_series(
                {
                    "name": [name, 0, column],
                    "categories": [name, 1, 0, points, 0],
                    "values": [name, 1, column, points, column],
                    "line": {"dash_type": dashes[(column - 1) % len(dashes)], "width": 2},
                    "marker": {"type": "automatic"},
                }
            )
        chart.set_title({"name": str(say("The score as it grew"))})
        chart.set_x_axis({"name": str(say("hand"))})
        chart.set_y_axis({"name": str(say("points"))})
        page.insert_chart(12, sides + 2, chart, {"description": str(say("The score as it grew"))})

    def _write_entries(self, page: Any) -> None:
        sides = self.sheet.sides
        headings = [str(word) for word in _HEADINGS]
        headings += [str(say("{side} points", side=side)) for side in sides]
        headings += [str(say("{side} sum", side=side)) for side in sides]
        for column, heading in enumerate([*headings, str(say("Remarks"))]):
            page.write_string(0, column, _text(heading), self.heading)
        row = 0
        for section in self.sheet.sections:
            hand = section.hand.number if section.hand else None
            for line in section.lines:
                row += 1
                self._write_entry(page, row, hand, line)
        page.freeze_panes(1, 2)
        page.autofilter(0, 0, row, len(headings))
        page.set_column(2, 2, 19)
        page.set_column(5, 5, 44)
        page.set_column(len(headings), len(headings), 60)
        page.set_landscape()
        page.fit_to_pages(1, 0)
        page.repeat_rows(0)

    def _write_entry(self, page: Any, row: int, hand: int | None, line: Line) -> None:
        sides = self.sheet.sides
        numbers = [line.points.get(side) for side in sides] + [line.running[side] for side in sides]
        cells: list[int | str | datetime | None] = [
            hand,
            line.number,
            line.time,
            line.kind,
            line.player,
            line.words,
        ]
        cells += [line.worth, *numbers, "; ".join(line.remarks) or None]
        for column, cell in enumerate(cells):
            match cell:
                case int():
                    page.write_number(row, column, cell)
                case str():
                    page.write_string(row, column, _text(cell), self.wrapped)
                case datetime():
                    page.write_datetime(row, column, _local(cell), self.time)
                case None:
                    pass
