"""The score as it grew: the totals after each hand or each entry, for charts of every kind."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bezique_score.sheet.model import Sheet
from bezique_score.text import say

Step = Literal["hand", "entry"]
"""What lies between two points of a chart."""

STEPS: dict[str, Step] = {"hand": "hand", "entry": "entry"}
"""By the word that a person types."""


class Point(msgspec.Struct, frozen=True):
    """The totals by side at one moment, and what that moment is called."""

    label: str
    totals: dict[str, int]


def growth(sheet: Sheet, step: Step = "hand") -> tuple[Point, ...]:
    """List the totals from nought to now, after each hand or after each entry that moved them."""
    start = Point("0", dict.fromkeys(sheet.sides, 0))
    return (start, *(_by_hand(sheet) if step == "hand" else _by_entry(sheet)))


def _by_hand(sheet: Sheet) -> Iterator[Point]:
    before = dict.fromkeys(sheet.sides, 0)
    for section in sheet.sections:
        if section.hand:
            yield Point(str(section.hand.number), section.totals)
        elif section.totals != before:
            yield Point(str(say("after {number}", number=section.lines[-1].number)), section.totals)
        before = section.totals


def _by_entry(sheet: Sheet) -> Iterator[Point]:
    """Go through the entries; where a hand is settled as a game its entries move no total but the last one."""
    before = dict.fromkeys(sheet.sides, 0)
    for section in sheet.sections:
        if sheet.by_hand and section.hand:
            moments = [(section.lines[-1].number, section.totals)] if section.lines else []
        else:
            moments = [(line.number, line.running) for line in section.lines]
        for number, totals in moments:
            if totals != before:
                yield Point(str(number), totals)
            before = totals
