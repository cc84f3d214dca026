"""The chart of the score in plain letters, for a terminal; every side has a mark of its own."""

from collections.abc import Iterator

from bezique_score.sheet.growth import Point, Step, growth
from bezique_score.sheet.model import Sheet
from bezique_score.sheet.plain import clean, wrap
from bezique_score.text import say

MARKS = "ox+#"
_HEIGHT = 20
_LEAST_WIDTH = 40
_LABELS = 10
_TYPEWRITER = str.maketrans("┌┐└┘├┤┬┴┼─│", "+++++++++-|")


def chart_text(sheet: Sheet, step: Step = "hand", *, width: int = 80, plain: bool = False) -> str:
    """Draw the totals after each hand or entry in lines of at most `width` columns; `plain`: in ASCII."""
    points = growth(sheet, step)
    if not any(_bounds(points)):
        return str(say("Nothing has been scored yet.")) + "\n"
    drawn = _drawn(sheet, points, max(width, _LEAST_WIDTH))
    if plain:
        drawn = drawn.translate(_TYPEWRITER)
    lines = [line.rstrip() for line in drawn.splitlines()]
    lines += ["", *_legend(sheet, step, max(width, _LEAST_WIDTH))]
    return "\n".join(lines).lstrip("\n") + "\n"


def _drawn(sheet: Sheet, points: tuple[Point, ...], width: int) -> str:
    import plotext  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, and only for this

    places = list(range(len(points)))
    every = -(-len(points) // _LABELS)
    plotext.clear_figure()
    plotext.limit_size(False, False)
    plotext.plot_size(width, _HEIGHT)
    plotext.theme("clear")
    for mark, side in zip(MARKS, sheet.sides, strict=False):
        plotext.plot(places, [point.totals[side] for point in points], marker=mark)
    low, high = _bounds(points)
    ticks = _round_numbers(low, high)
    plotext.ylim(min(low, ticks[0]), max(high, ticks[-1]))
    plotext.yticks(ticks, [str(tick) for tick in ticks])
    plotext.xticks(places[::every], [point.label for point in points[::every]])
    drawn: str = plotext.uncolorize(plotext.build())
    return drawn


def _bounds(points: tuple[Point, ...]) -> tuple[int, int]:
    numbers = [total for point in points for total in point.totals.values()]
    return min(numbers), max(numbers)


def _round_numbers(low: int, high: int) -> list[int]:
    """Choose about six round numbers that enclose all totals."""
    span = max(high - low, 1)
    unit = next(unit * 10**power for power in range(16) for unit in (1, 2, 5) if span <= 6 * unit * 10**power)
    return list(range(low // unit * unit, high + unit, unit))


def _legend(sheet: Sheet, step: Step, width: int) -> Iterator[str]:
    what = say("Totals after each hand.") if step == "hand" else say("Totals after each entry that changed them.")
    yield from wrap(str(what), width)
    for mark, side in zip(MARKS, sheet.sides, strict=False):
        total = say("{mark} {side}: {total}", mark=mark, side=clean(side), total=sheet.totals[side])
        yield from wrap(str(total), width, "  ")
