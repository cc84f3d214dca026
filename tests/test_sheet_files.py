"""The sheets that are files: pages for a browser, workbooks and LaTeX, with whatever people are called."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from datetime import datetime
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from evenings import BEGAN, play, russian_evening
from make_sheets import EVENINGS, example_file, example_sheet, sheet_of
from openpyxl import load_workbook
from test_sheet import HOSTILE, hostile

from bezique_score.events import Note
from bezique_score.replay import Replay
from bezique_score.sheet.build import build_sheet
from bezique_score.sheet.drawing import draw_svg
from bezique_score.sheet.formats import render_file
from bezique_score.sheet.growth import growth
from bezique_score.sheet.render_html import render_html
from bezique_score.sheet.render_latex import escape, render_latex

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
VOID = {"meta", "line", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """A page as a strict reader takes it: every element is closed, and what it refers to is kept."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.fetched: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.fetched += [
            str(value) for key, value in attrs if key in {"src", "href", "xlink:href", "data", "srcset"}
        ]
        self.fetched += [key for key, _ in attrs if key.startswith("on")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


# Pages


@pytest.mark.parametrize("evening", EVENINGS)
def test_a_page_is_whole_and_fetches_and_runs_nothing(evening: str) -> None:
    page = Page(render_html(sheet_of(EVENINGS[evening]())))
    assert page.open == []
    assert not page.fetched
    assert not {"script", "iframe", "object", "embed", "link"} & set(page.tags)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_a_page_means_names_literally(name: str) -> None:
    text = render_html(build_sheet(hostile(name), name=name, created=BEGAN, place=name, note=name))
    page = Page(text)
    assert page.open == []
    assert not {"script", "a", "b"} & set(page.tags)
    assert not re.search("[\u202a-\u202e\u2066-\u2069]", text)
    assert name.replace("\u202e", "") in page.text


def test_a_page_shows_what_the_sheet_says() -> None:
    text = Page(render_html(sheet_of(russian_evening()))).text
    for said in ("Anna wins.", "Kraków", "packs = 10", "allowed by the table", "Corrections", "Signed"):
        assert said in text


def test_the_lines_of_a_chart_are_told_apart_without_colour() -> None:
    svg = draw_svg(sheet_of(russian_evening()))
    styles = re.findall(r"\.serie-(\d)\{([^}]*)\}", svg)
    dashes = [re.search(r"stroke-dasharray:([^;}]*)", style) for _, style in styles]
    assert len({found[1] if found else "" for found in dashes}) == 2
    samples = re.findall(r"stroke-dasharray: ([^\"]*)\"", render_html(sheet_of(russian_evening())))
    assert len(set(samples)) == 2


def test_the_chart_has_a_point_for_every_moment_and_side_at_the_height_of_its_total() -> None:
    sheet = sheet_of(russian_evening())
    root = ET.fromstring(draw_svg(sheet))  # noqa: S314 - our own drawing
    circles = [element for element in root.iter() if element.tag.endswith("circle")]
    heights = [-float(circle.attrib["cy"]) for circle in circles]
    totals = [point.totals[side] for side in sheet.sides for point in growth(sheet)]
    assert len(circles) == len(totals)
    by_total = sorted(zip(totals, heights, strict=True))
    assert all(lower[1] <= higher[1] + 1e-6 for lower, higher in pairwise(by_total))
    assert by_total[0][1] < by_total[-1][1]


def test_a_session_without_hands_has_no_chart() -> None:
    assert draw_svg(sheet_of(play(["Anna", "Boris"], []))) == ""


# In a browser


def browse(page: Path, scratch: Path, *options: str) -> str:
    assert CHROMIUM
    flags = [
        *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    ]
    done = subprocess.run(
        [CHROMIUM, *flags, f"--user-data-dir={scratch / 'profile'}", *options, page.absolute().as_uri()],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout


in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here (apt-get install chromium)")


@in_a_browser
def test_a_browser_shows_the_text_and_the_chart_and_runs_no_name(tmp_path: Path) -> None:
    name = "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
    file = tmp_path / "sheet.html"
    file.write_text(render_html(build_sheet(hostile(name), name=name, created=BEGAN, note=name)))
    shown = browse(file, tmp_path, "--dump-dom")
    assert "<title>run" not in shown
    assert "<img" not in shown
    assert "<svg" in shown
    kept = browse(example_file("html"), tmp_path, "--dump-dom")
    assert 'id="chart-score"' in kept
    assert kept.count("<circle") == len(growth(example_sheet())) * 2


@in_a_browser
@pytest.mark.parametrize("width", [375, 1200])
def test_a_page_is_no_wider_than_the_screen(width: int, tmp_path: Path) -> None:
    """Measured in a frame of that width: a window of Chromium is never as narrow as a phone."""
    inner = tmp_path / "inner.html"
    inner.write_text(render_html(sheet_of(EVENINGS["four-names"]())).replace("default-src 'none';", ""))
    probe = tmp_path / "probe.html"
    probe.write_text(
        f'<iframe src="inner.html" style="border:0;width:{width}px;height:900px"></iframe>'
        "<script>onload = () => {"
        "const page = document.querySelector('iframe').contentDocument.documentElement;"
        "document.title = page.scrollWidth + ' of ' + page.clientWidth;}</script>"
    )
    shown = browse(probe, tmp_path, "--allow-file-access-from-files", "--dump-dom", "--virtual-time-budget=3000")
    found = re.search(r"<title>(\d+) of (\d+)</title>", shown)
    assert found, shown
    assert int(found[1]) <= int(found[2])


@in_a_browser
def test_a_page_can_be_printed(tmp_path: Path) -> None:
    target = tmp_path / "sheet.pdf"
    browse(example_file("html"), tmp_path, "--no-pdf-header-footer", f"--print-to-pdf={target}")
    assert target.read_bytes().startswith(b"%PDF")


def test_on_paper_a_hand_is_not_torn_and_either_size_of_paper_will_do() -> None:
    style = render_html(sheet_of(russian_evening())).partition("<style>")[2].partition("</style>")[0]
    printed = style.partition("@media print {")[2]
    assert "section { break-inside: avoid" in printed
    assert "size: auto" in style


# Workbooks


def workbook(replay: Replay, name: str = "Friday"):  # type: ignore[no-untyped-def]
    return load_workbook(BytesIO(render_file(build_sheet(replay, name=name, created=BEGAN, note=name), "xlsx")))


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_numbers_of_a_workbook_are_those_of_the_replay(evening: str) -> None:
    replay = EVENINGS[evening]()
    standing, _, entries = workbook(replay)
    sides = replay.match.seating.sides
    last = [cell.value for cell in list(standing.iter_rows(min_row=2, max_col=1 + len(sides)))[-1]]
    rows = [
        row
        for row in standing.iter_rows(min_row=2, max_col=1 + len(sides), values_only=True)
        if row[0] is not None
    ]
    assert list(rows[-1][1:]) == list(replay.table.totals.values()), last
    headings = [cell.value for cell in entries[1]]
    points = headings.index(f"{sides[0]} points")
    totals = dict.fromkeys(sides, 0)
    for row in entries.iter_rows(min_row=2, values_only=True):
        assert isinstance(row[2], datetime)
        for place, side in enumerate(sides):
            value = row[points + place]
            assert value is None or isinstance(value, int)
            totals[side] += value or 0
    scores = replay.table.last.scores if replay.match.rules.game.settlement and replay.table.last else None
    assert totals == (scores or replay.table.totals)


def test_a_workbook_has_frozen_headings_and_a_chart() -> None:
    standing, _, entries = workbook(russian_evening())
    assert (standing.freeze_panes, entries.freeze_panes) == ("B2", "C2")
    assert len(standing._charts) == 1
    assert len(standing._charts[0].series) == 2


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_no_cell_of_a_workbook_is_a_formula_or_a_link(name: str) -> None:
    cells = [cell for page in workbook(hostile(name), name) for row in page.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
    texts = [cell.value for cell in cells if isinstance(cell.value, str)]
    assert not [text for text in texts if text.startswith(("=", "+", "-", "@"))]
    assert any(name.replace("\u202e", "") in text for text in texts)


# LaTeX


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_latex_means_names_literally(name: str) -> None:
    text = render_latex(build_sheet(hostile(name), name=name, created=BEGAN, note=name))
    body = text.partition(r"\begin{document}")[2]
    assert escape(name) in body
    assert body.count("{") - body.count(r"\{") == body.count("}") - body.count(r"\}")


def test_latex_commands_in_a_name_are_letters() -> None:
    assert escape(r"\input{/etc/passwd}") == r"\textbackslash{}input\{/etc/passwd\}"
    assert escape("50% & more_#$~^") == r"50\% \& more\_\#\$\textasciitilde{}\textasciicircum{}"


# In every format


@pytest.mark.parametrize("form", ["html", "latex"])
def test_control_characters_reach_no_file(form: str) -> None:
    text = render_file(sheet_of(play(["Anna", "Boris"], [Note(text="a\x1b[31m\x07\u202eb\ud800")])), form).decode()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
