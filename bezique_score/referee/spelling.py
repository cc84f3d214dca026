"""A declaration spelled as the line that would enter it: what a refusal advises is typed as it stands."""

from bezique_score.events import Declare
from bezique_score.text import typed


def spell(declare: Declare) -> str:
    """Spell a declaration, leaving out only what the table allowed."""
    words = [declare.player, declare.meld, declare.suit, *declare.suits, declare.jack]
    said = [word for word in words if word is not None]
    return typed("declare", *said, *(word for rank in declare.infuzorki for word in ("-i", rank)))
