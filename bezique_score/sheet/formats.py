"""The formats of a scoresheet: one renderer each, found by name."""

from collections.abc import Callable

from bezique_score.sheet.model import Sheet
from bezique_score.sheet.render_csv import render_csv
from bezique_score.sheet.render_html import render_html
from bezique_score.sheet.render_json import render_json
from bezique_score.sheet.render_latex import render_latex
from bezique_score.sheet.render_markdown import render_markdown
from bezique_score.sheet.render_text import render_text
from bezique_score.sheet.render_xlsx import render_xlsx

FORMATS: dict[str, Callable[[Sheet, int], str]] = {
    "text": render_text,
    "markdown": render_markdown,
    "csv": render_csv,
    "json": render_json,
    "html": render_html,
    "latex": render_latex,
}
"""By the word that `sheet --format` takes; a renderer is given the sheet and the width of the screen."""

BINARY_FORMATS: dict[str, Callable[[Sheet], bytes]] = {"xlsx": render_xlsx}
"""Formats that no screen can show: they are only written to files."""

SUFFIXES: dict[str, str] = {
    ".txt": "text",
    ".md": "markdown",
    ".csv": "csv",
    ".json": "json",
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".xlsx": "xlsx",
}
"""The format that a file's name asks for."""


def render_file(sheet: Sheet, form: str) -> bytes:
    """Write a sheet in any format as the bytes of a file."""
    if form in BINARY_FORMATS:
        return BINARY_FORMATS[form](sheet)
    return FORMATS[form](sheet, 80).encode()
