"""May this event happen, and what does it score: one referee a family, behind one protocol."""

from bezique_score.referee.bezique import BeziqueReferee
from bezique_score.referee.hand import Referee, Seating
from bezique_score.rules.rulebook import Rulebook

__all__ = ["referee_for"]


def referee_for(rules: Rulebook, seating: Seating, *, tricks: bool, target: int | None = None) -> Referee:
    """Seat the referee of the family that the game belongs to; the barrel of Thousand depends on the target."""
    if rules.game.family == "thousand":
        # a family is imported when it is played: a command lives for a tenth of a second
        from bezique_score.referee.thousand import ThousandReferee  # noqa: PLC0415

        return ThousandReferee(rules, seating, tricks=tricks, target=target)
    return BeziqueReferee(rules, seating, tricks=tricks)
