"""The catalogues of the languages into which sentences are translated; they are files of the package."""

import gettext
from functools import cache
from pathlib import Path

from bezique_score.text import ENGLISH, Speech

FOLDER = Path(__file__).with_name("locale")
DOMAIN = "bezique"
TRANSLATED = ("ru", "pl")


@cache
def speech_of(language: str) -> Speech:
    """Load the catalogue of a language (`en`, `ru`, `pl`); English has none."""
    if language not in TRANSLATED:
        return ENGLISH
    return Speech(language, gettext.translation(DOMAIN, FOLDER, [language]))
