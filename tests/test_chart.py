"""The chart of the score in a terminal."""

import json
from pathlib import Path

import pytest
from evenings import play, rubicon_game, russian_evening
from make_sheets import sheet_of
from terminal import Bezique

from bezique_score.sheet.chart import chart_text
from bezique_score.sheet.growth import growth
from bezique_score.sheet.plain import display_width


def test_totals_by_hand_begin_at_nought_and_end_where_the_score_is() -> None:
    replay = russian_evening()
    points = growth(sheet_of(replay), "hand")
    assert [point.label for point in points] == ["0", "1", "after 17", "2"]
    assert set(points[0].totals.values()) == {0}
    assert points[-1].totals == replay.table.totals


def test_totals_by_entry_have_a_point_for_every_entry_that_moved_them() -> None:
    replay = russian_evening()
    points = growth(sheet_of(replay), "entry")
    moved = [str(number) for number, step in replay.standing() if step.points]
    assert [point.label for point in points[1:]] == moved
    assert points[-1].totals == replay.table.totals


def test_where_a_hand_is_a_game_the_totals_move_at_its_end() -> None:
    replay = rubicon_game()
    points = growth(sheet_of(replay), "entry")
    assert [point.totals for point in points[1:]] == [replay.table.totals]


@pytest.mark.parametrize("step", ["hand", "entry"])
@pytest.mark.parametrize("width", [60, 80, 132])
def test_a_chart_keeps_to_the_width_and_tells_the_sides_apart(step: str, width: int) -> None:
    drawn = chart_text(sheet_of(russian_evening()), step, width=width)  # type: ignore[arg-type]
    assert max(map(display_width, drawn.splitlines())) <= width
    assert "o Anna: 2058" in drawn
    assert "x Boris: 73" in drawn
    plot = drawn.partition("Totals after")[0]
    assert plot.count("o") > 5
    assert plot.count("x") > 5


def test_a_plain_chart_has_only_characters_of_a_typewriter() -> None:
    assert chart_text(sheet_of(russian_evening()), plain=True).isascii()
    assert not chart_text(sheet_of(russian_evening())).isascii()


def test_nothing_scored_is_said() -> None:
    assert chart_text(sheet_of(play(["Anna", "Boris"], []))) == "Nothing has been scored yet.\n"


def test_the_line_chart(friday: Bezique) -> None:
    friday("declare bez")
    assert "o Anna: 40" in friday("chart").out
    assert json.loads(friday("chart --by entry --json").out)[-1] == {"at": "3", "totals": {"Anna": 40, "Boris": 0}}
    assert friday("chart --by moon").status == 2


def test_a_sheet_takes_the_format_that_its_file_asks_for(friday: Bezique, tmp_path: Path) -> None:
    assert friday("sheet -o a.html").status == 0
    assert (tmp_path / "a.html").read_text().startswith("<!DOCTYPE html>")
    assert friday("sheet -o a.xlsx").status == 0
    assert (tmp_path / "a.xlsx").read_bytes().startswith(b"PK")
    assert friday("sheet --format latex -o b.txt").status == 0
    assert "\\begin{document}" in (tmp_path / "b.txt").read_text()
    assert friday("sheet --format xlsx").status == 2


def test_the_place_of_a_session_is_kept_and_shown(bezique: Bezique, tmp_path: Path) -> None:
    bezique("new friday Anna Boris --place 'the kitchen'")
    assert 'place = "the kitchen"' in (tmp_path / "home" / "friday.toml").read_text()
    assert "Place:   the kitchen" in bezique("sheet").out
    assert bezique("new other Anna Boris --place ''").status == 2


def test_hands_without_any_points_are_no_chart(bezique: Bezique) -> None:
    for line in ("new friday Anna Boris", "deal --trump spades", "end"):
        bezique(line)
    assert bezique("chart").out == "Nothing has been scored yet.\n"
