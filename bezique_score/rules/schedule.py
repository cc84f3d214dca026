"""What the next of a series of declarations is worth."""

import msgspec

from bezique_score.rules.model import Declaration, Points
from bezique_score.text import Text, say

ORDINALS = (
    *(say("first"), say("second"), say("third"), say("fourth")),
    *(say("fifth"), say("sixth"), say("seventh"), say("eighth")),
)
SHOWN = 4
FIRST_SET = 4
"""A growing set begins with four cards, and every further four count as a set again (seed 000)."""


def nth_value(points: Points, number: int) -> int:
    """Price the declaration that is the `number`-th of its kind, where values double or multiply."""
    if points.doubling is not None:
        return points.doubling << (number - 1)
    return (points.multiple or 0) * number


def card_value(points: Points, card: int) -> int:
    """Price the `card`-th card of a growing set; the fourth stands for the set itself."""
    first_set = points.set or 0
    if card <= FIRST_SET:
        return first_set
    premium = (points.then or 0) << (card - FIRST_SET - 1)
    sets, rest = divmod(card, FIRST_SET)
    return premium if rest else premium + sets * first_set


class Value(msgspec.Struct, frozen=True):
    """One value of a declaration, and of which one it is the value."""

    what: Text
    points: int


def values_of(declaration: Declaration, name: object) -> list[Value]:
    """List the values of a declaration in order, a series as far as the sources print it."""
    points = declaration.points
    if isinstance(points, int):
        if declaration.trump_points is None:
            return [Value(say("{name}", name=name), points)]
        return [
            Value(say("{name} in a plain suit", name=name), points),
            Value(say("{name} in trumps", name=name), declaration.trump_points),
        ]
    if points.by_suit is not None:
        return [
            Value(say("{name} in {suit}", name=name, suit=suit), worth) for suit, worth in points.by_suit.items()
        ]
    if points.set is not None:
        return [
            Value(say("the {nth} card of {name}", nth=ORDINALS[card - 1], name=name), card_value(points, card))
            for card in range(FIRST_SET, 2 * FIRST_SET + 1)
        ]
    return [
        Value(say("the {nth} {name}", nth=ORDINALS[number - 1], name=name), nth_value(points, number))
        for number in range(1, SHOWN + 1)
    ]
