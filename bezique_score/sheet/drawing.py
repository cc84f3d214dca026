"""The chart of the score as inline SVG: lines told apart by their dashes as well as by colour."""

import re
import sys
from typing import Any

from bezique_score.sheet.growth import growth
from bezique_score.sheet.model import Sheet
from bezique_score.sheet.plain import clean, shorten
from bezique_score.text import say

DASHES = ("none", "9, 5", "2, 4", "12, 4, 2, 4")
COLOURS = ("#2f7fd0", "#d0561a", "#3a9440", "#9a5fc0")
"""How the line of each side is drawn; the colours can be seen on a light and on a dark page."""

_LABELS = 10
"""How many labels have room below the chart."""


def draw_svg(sheet: Sheet) -> str:
    """Draw the totals after each hand without a legend, which is the page's; empty when nothing was played."""
    points = growth(sheet)
    if len(points) < 2:
        return ""
    pygal, Style = _import_pygal()  # noqa: N806 - a class

    every = -(-len(points) // _LABELS)
    chart = pygal.Line(
        width=560,
        height=320,
        style=Style(
            background="transparent",
            plot_background="transparent",
            colors=COLOURS,
            font_family="inherit",
            label_font_size=15,
            major_label_font_size=15,
            title_font_size=15,
        ),
        js=[],
        disable_xml_declaration=True,
        explicit_size=False,
        show_minor_x_labels=False,
        show_legend=False,
        dots_size=3.5,
        x_title=str(say("hand")),
    )
    chart.x_labels = [point.label for point in points]
    chart.x_labels_major = [point.label for point in points[::every]]
    chart.y_title = str(say("points"))
    for place, side in enumerate(sheet.sides):
        chart.add(
            shorten(clean(side), 24),
            [point.totals[side] for point in points],
            stroke_style={"width": 3, "dasharray": DASHES[place % len(DASHES)]},
        )
    return _plain(chart.render(is_unicode=True), str(say("The score as it grew")))


def _import_pygal() -> tuple[Any, Any]:
    """Import pygal without its old finder of plugins, of which Python warns at every later import."""
    import pygal  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, and only for a chart
    from pygal.style import Style  # type: ignore[import-untyped]  # noqa: PLC0415 - the same

    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__module__ != "pygal"]
    return pygal, Style


def _plain(svg: str, title: str) -> str:
    """Leave out what differs from drawing to drawing and what a script would need, and name the drawing."""
    identity = re.search(r'id="chart-([0-9a-f-]+)"', svg)
    if identity:
        svg = svg.replace(identity.group(1), "score")
    svg = re.sub(r"<script.*?</script>|<script[^>]*/>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(
        r'<g [^>]*class="plot (?:text|tooltip)-overlay">(?:<g [^>]*>(?:<[^>]*/>)*</g>|<[^>]*/>)*</g>', "", svg
    )
    svg = re.sub(r"<desc[^>]*>[^<]*</desc>", "", svg)
    svg = svg.replace("<title>Pygal</title>", f"<title>{title}</title>").replace("<svg ", '<svg role="img" ', 1)
    return svg.strip()
