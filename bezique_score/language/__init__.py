"""Words -> events: players, declarations, suits, cards and numbers, in three languages."""

from bezique_score.language.lines import CardsRefusal, Language
from bezique_score.language.words import find_player, nearest, parse_number, parse_text, quoted, usage

__all__ = [
    "CardsRefusal",
    "Language",
    "find_player",
    "nearest",
    "parse_number",
    "parse_text",
    "quoted",
    "usage",
]
