"""Make the golden sheets and `examples/sheets/` anew: `python tests/make_sheets.py`; tests compare them.

In the golden pages the drawing stands as `[chart]`: how pygal writes its lines is not ours. A workbook is shown as
readable text, one line a cell.
"""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from evenings import BEGAN, four_names, rubicon_game, russian_evening, thousand_game
from openpyxl import load_workbook

from bezique_score.replay import Replay
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.build import build_sheet
from bezique_score.sheet.formats import SUFFIXES, render_file
from bezique_score.sheet.model import Sheet
from bezique_score.text import speaking
from bezique_score.translations import speech_of

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parent.parent / "examples"
EVENINGS: dict[str, Callable[[], Replay]] = {
    "russian": russian_evening,
    "four-names": four_names,
    "rubicon": rubicon_game,
    "thousand": thousand_game,
}
ENDINGS = {form: ending for ending, form in reversed(SUFFIXES.items())}
GOLDENS = [
    *((evening, form, "en") for evening in EVENINGS for form in ENDINGS),
    *(
        (evening, form, language)
        for evening in ("russian", "rubicon", "thousand")
        for form in ENDINGS
        if form != "json"
        for language in ("ru", "pl")
    ),
]
"""Each evening in each format; and in each language, but for JSON, which is the same in all."""


def sheet_of(replay: Replay, *, name: str = "Friday", note: str = "at Anna's") -> Sheet:
    return build_sheet(replay, name=name, created=BEGAN, place="Kraków", note=note)


def example_sheet() -> Sheet:
    """Give the sheet of the evening that the README begins with."""
    book = Scorebook.open(EXAMPLES / "russian.toml")
    header = book.header
    return build_sheet(book.replay, name=header.name, created=header.created, place=header.place, note=header.note)


def readable(content: bytes, form: str) -> str:
    """Show a sheet in any format as text that can be compared and read."""
    if form == "xlsx":
        return workbook_text(content)
    text = content.decode()
    return without_chart(text) if form == "html" else text


def without_chart(page: str) -> str:
    return re.sub(r"<figure>\n<svg.*?</svg>\n", "<figure>\n[chart]\n", page, flags=re.DOTALL)


def workbook_text(content: bytes) -> str:
    lines = []
    for page in load_workbook(BytesIO(content)):
        lines.append(f"== {page.title}, frozen at {page.freeze_panes}")
        lines += [
            f"{cell.coordinate} {cell.data_type} {cell.value!s}"
            for row in page.iter_rows()
            for cell in row
            if cell.value is not None
        ]
    return "\n".join(lines) + "\n"


def golden_file(evening: str, form: str, language: str = "en") -> Path:
    folder = GOLDEN if language == "en" else GOLDEN / language
    return folder / f"{evening}{'.xlsx.txt' if form == 'xlsx' else ENDINGS[form]}"


def golden_text(evening: str, form: str, language: str = "en") -> str:
    """Make the sheet of an evening in a format and a language, as readable text."""
    with speaking(speech_of(language)):
        return readable(render_file(sheet_of(EVENINGS[evening]()), form), form)


def example_file(form: str) -> Path:
    return EXAMPLES / "sheets" / f"russian{ENDINGS[form]}"


def main() -> None:
    for evening, form, language in GOLDENS:
        golden_file(evening, form, language).write_bytes(golden_text(evening, form, language).encode())
    (EXAMPLES / "sheets").mkdir(exist_ok=True)
    for form in ENDINGS:
        example_file(form).write_bytes(render_file(example_sheet(), form))


if __name__ == "__main__":
    main()
