"""The scoresheet in every format; the golden files are read by people when they change."""

import csv
import io
import json
import re

import pytest
from evenings import BEGAN, four_names, play, rubicon_game, russian_evening, thousand_game
from make_sheets import ENDINGS, EVENINGS, GOLDENS, example_file, example_sheet, golden_file, golden_text, readable

from bezique_score.cards import Card, Suit
from bezique_score.events import Adjust, Deal, Declare, Note, Trick, Undo
from bezique_score.replay import Replay
from bezique_score.sheet.build import build_sheet
from bezique_score.sheet.formats import FORMATS, render_file
from bezique_score.sheet.plain import display_width
from bezique_score.sheet.render_csv import neutral


def sheet(replay: Replay, form: str = "text", *, name: str = "Friday", width: int = 80) -> str:
    return FORMATS[form](build_sheet(replay, name=name, created=BEGAN, note="at Anna's"), width)


@pytest.mark.parametrize(("evening", "form", "language"), GOLDENS)
def test_golden_sheet(evening: str, form: str, language: str) -> None:
    assert golden_text(evening, form, language) == golden_file(evening, form, language).read_bytes().decode()


@pytest.mark.parametrize("form", ENDINGS)
def test_the_sheets_of_the_example_evening_are_what_the_program_makes(form: str) -> None:
    kept = readable(example_file(form).read_bytes(), form)
    assert readable(render_file(example_sheet(), form), form) == kept


@pytest.mark.parametrize("evening", EVENINGS)
@pytest.mark.parametrize("width", [80, 132])
def test_text_keeps_to_the_width(evening: str, width: int) -> None:
    assert max(map(display_width, sheet(EVENINGS[evening](), width=width).splitlines())) <= width


def test_two_players_fit_on_a_narrow_screen() -> None:
    assert max(map(display_width, sheet(russian_evening(), width=40).splitlines())) <= 40


def test_columns_line_up_whatever_the_letters() -> None:
    lines = sheet(four_names()).splitlines()
    ruled = next(number for number, line in enumerate(lines) if line.startswith("---  "))
    edge = display_width(lines[ruled].rstrip())
    assert display_width(lines[ruled - 1]) == edge
    clara = [line for line in lines[ruled + 1 :] if re.search(r"\+8 +8$", line)]
    hanako_edge = display_width(lines[ruled].rsplit("  ", 1)[0])
    assert [display_width(line) for line in clara] == [hanako_edge]


def test_sheet_shows_the_house_options_that_differ() -> None:
    assert "House rules: packs = 10" in sheet(russian_evening())
    assert "House rules" not in sheet(four_names())


def test_sheet_shows_what_stands_and_lists_what_was_set_right() -> None:
    text = sheet(russian_evening())
    hands, corrections = text.split("Corrections")
    assert "four queens" not in hands
    assert "undo of entry 10 (was: Boris: four queens" in corrections
    assert "Boris: marriage" not in hands
    assert "6: corrected by entry 13" in hands


def test_sheet_gives_the_reason_of_an_exception() -> None:
    assert "† 8: allowed by the table: the cards were on the table already" in sheet(russian_evening())


def test_sheet_names_the_winner_and_has_a_line_for_every_signature() -> None:
    text = sheet(russian_evening())
    assert "Anna wins." in text
    assert [line.split()[-1] for line in text.splitlines() if line.startswith("Signed")] == ["Anna", "Boris"]


def test_unfinished_sheet_names_no_winner() -> None:
    text = sheet(thousand_game())
    assert "wins" not in text
    assert "Not finished." in text
    assert "Hand 2 (not closed)" in text


def test_a_hand_settled_as_a_game_adds_up_its_own_points() -> None:
    data = json.loads(sheet(rubicon_game(), "json"))
    (section,) = data["sections"]
    assert section["lines"][-1]["running"] == section["hand"]["scores"]
    assert section["hand"]["settlement"] == section["totals"]


def test_a_bid_hand_shows_the_worth_of_a_marriage_before_it_counts() -> None:
    assert "Anna: marriage ♥ (worth 100)" in sheet(thousand_game())


@pytest.mark.parametrize("evening", EVENINGS)
def test_running_sums_are_the_sums_of_the_points(evening: str) -> None:
    built = build_sheet(EVENINGS[evening](), name="x", created=BEGAN)
    sums = dict.fromkeys(built.sides, 0)
    for section in built.sections:
        if built.by_hand and section.hand:
            sums = dict.fromkeys(built.sides, 0)
        for line in section.lines:
            for side, points in line.points.items():
                sums[side] += points
            assert line.running == sums


def test_empty_session_has_a_sheet() -> None:
    for form in FORMATS:
        assert sheet(play(["Anna", "Boris"], []), form)


def test_bare_tricks_are_left_to_the_log() -> None:
    text = sheet(play(["Anna", "Boris"], [Deal(trump=Suit.HEARTS), Trick(winner="Anna"), Trick(winner="Boris")]))
    assert "takes the trick" not in text
    assert "Tricks: Anna 1, Boris 1" in text


def test_tricks_that_were_not_told_are_not_counted() -> None:
    assert "Tricks" not in sheet(thousand_game())


def test_without_a_target_a_session_is_never_unfinished() -> None:
    assert "Not finished" not in sheet(rubicon_game())


# Names and notes are data (design, section 7)

HOSTILE = {
    "formula": "=SUM(A1)",
    "pipe": "a|b",
    "script": "<script>alert(1)</script>",
    "long": "Anna" * 50,
    "emoji": "👩‍👩‍👧🇵🇱",
    "right-to-left": "שרה\u202ereversed",
    "markdown": "**[x](http://y)** `z` #1 $a$",
    "number": "1e5",
    "braces": "{player} {0}",
}


def hostile(name: str) -> Replay:
    return play(
        [name, "Boris"],
        [
            Note(text=name),
            Deal(upcard=Card.KH),
            Trick(winner=name),
            Declare(meld="bezique", allow=name),
            Undo(),
            Adjust(player=name, amount=-10, note=name),
        ],
    )


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_names_keep_to_the_width_and_send_no_controls(name: str) -> None:
    text = sheet(hostile(name), name=name)
    assert max(map(display_width, text.splitlines())) <= 80
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_control_characters_of_a_note_reach_no_terminal(form: str) -> None:
    text = sheet(play(["Anna", "Boris"], [Note(text="a\x1b[31mred\x07\r\nb\u2028c\x9b1m\ud800")]), form)
    assert not re.search(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\ud800]", text)
    assert "a[31mred  b c1m\ufffd" in text or "a\\[31mred  b c1m\ufffd" in text or "a[31mred b c1m\ufffd" in text


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_markdown_means_names_literally(name: str) -> None:
    markdown = sheet(hostile(name), "markdown", name=name)
    assert "<" not in markdown.replace("\\<", "")
    for line in markdown.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) in {3, 5}
    assert not re.search(r"(?<!\\)\]\(", markdown)


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_csv_runs_no_formula_and_keeps_numbers(name: str) -> None:
    rows = list(csv.reader(io.StringIO(sheet(hostile(name), "csv", name=name), newline="")))
    assert {len(row) for row in rows} == {12}
    cells = [cell for row in rows for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t", "\r"))]
    assert [cell for cell in cells if cell.startswith("-")] == ["-10", "-10"]


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@x", "\tx", "\r=1", " =1", "＝1"])
def test_a_text_that_looks_like_a_formula_is_neutralised(cell: str) -> None:
    assert str(neutral(cell)).startswith("'")


def test_a_number_stays_a_number() -> None:
    assert neutral(-10) == -10


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_json_keeps_names_whole(name: str) -> None:
    assert json.loads(sheet(hostile(name), "json", name=name))["players"] == [name, "Boris"]


def test_names_cut_to_the_same_start_are_told_apart() -> None:
    long = ["Konstantin Konstantinopolsky the elder", "Konstantin Konstantinopolsky the younger"]
    text = sheet(play(long, [Deal(trump=Suit.HEARTS), Trick(winner=long[0]), Declare(meld="bezique")]))
    heading = next(line for line in text.splitlines() if line.startswith("No."))
    assert re.findall(r"Konstantin.*?… \d", heading) == ["Konstantin Kons… 1", "Konstantin Kons… 2"]
