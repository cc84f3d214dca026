"""The formats of a scoresheet: one renderer each, found by name."""

from collections.abc import Callable

from bezique_score.sheet.model import Sheet
from bezique_score.sheet.render_csv import render_csv
from bezique_score.sheet.render_json import render_json
from bezique_score.sheet.render_markdown import render_markdown
from bezique_score.sheet.render_text import render_text

FORMATS: dict[str, Callable[[Sheet, int], str]] = {
    "text": render_text,
    "markdown": render_markdown,
    "csv": render_csv,
    "json": render_json,
}
"""By the word that `sheet --format` takes; a renderer is given the sheet and the width of the screen."""
