"""Setting right, and what a replay finds: `undo`, `redo`, `amend` and `agree` (design, section 1)."""

from pathlib import Path

import pytest
from door import BEGAN, Door

from bezique_score.cards import Suit
from bezique_score.events import Agree, Amend, Deal, Declare, Event, Note, Redo, Trick, Undo
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code
from bezique_score.replay import Entry, Problem, Replay
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.scorebook import Scorebook
from bezique_score.text import say

NEW = "new friday Anna Boris --target 1000"


def door(tmp_path: Path, *lines: str, new: str = NEW) -> Door:
    return Door(tmp_path, new, *lines)


@pytest.fixture
def evening(tmp_path: Path) -> Door:
    """1 deal, 2 trick, 3 bezique (25), 4 trick, 5 queens (6), 6 trick, 7 second bezique (50)."""
    return door(
        tmp_path,
        "deal --trump spades",
        *("trick anna", "declare bezique"),
        *("trick boris", "declare queens"),
        *("trick anna", "declare bezique"),
    )


# A bare undo


def test_undo_takes_back_the_last_action_and_says_what_it_changes(evening: Door) -> None:
    evening.enter("undo")
    assert evening.totals == {"Anna": 25, "Boris": 6}
    assert evening.rows[-1].entry.event == Undo(event=7)
    assert evening.rows[-1].entry.points == {"Anna": -50}


def test_undo_after_undo_takes_back_one_action_more(evening: Door) -> None:
    evening.enter("undo", "undo", "undo")
    assert [row.entry.event for row in evening.rows[7:]] == [Undo(event=7), Undo(event=6), Undo(event=5)]
    assert evening.standing == [1, 2, 3, 4]


def test_undo_never_takes_back_an_undo_or_a_redo(evening: Door) -> None:
    evening.enter("undo", "redo", "undo")
    assert evening.rows[-1].entry.event == Undo(event=7)
    assert evening.standing == [1, 2, 3, 4, 5, 6]


def test_everything_can_be_taken_back_down_to_the_empty_table(evening: Door) -> None:
    evening.enter(*["undo"] * 7)
    assert evening.totals == {"Anna": 0, "Boris": 0}
    assert evening.table.hand is None
    evening.refused("undo", Code.NOTHING_TO_UNDO)


@pytest.mark.parametrize(
    "action",
    [
        "note late",
        "adjust anna 5 --note tea",
        "agree anna=75",
        "end",
        "trick boris",
        "amend 3 declare anna marriage",
    ],
)
def test_undo_takes_back_an_action_of_any_kind(evening: Door, action: str) -> None:
    before, standing = evening.table, evening.standing
    evening.enter(action, "undo")
    assert evening.rows[-1].entry.event == Undo(event=8)
    assert (evening.table, evening.standing) == (before, standing)


def test_undo_reaches_back_over_the_end_of_a_hand(evening: Door) -> None:
    before = evening.table
    evening.enter("end", "deal --trump hearts", "undo", "undo")
    assert evening.table == before
    assert evening.table.hand is not None
    assert evening.table.hand.number == 1
    evening.enter("trick boris", "declare marriage")
    assert evening.totals == {"Anna": 75, "Boris": 10}


def test_undo_reopens_a_game_that_was_won(tmp_path: Path) -> None:
    session = door(
        tmp_path, "deal --trump spades", "trick anna", "declare bezique", new="new f Anna Boris --target 20"
    )
    session.enter("end")
    assert session.winner() == "Anna"
    session.refused("deal --trump hearts", Code.SESSION_FINISHED)
    session.enter("undo")
    assert session.winner() is None
    session.enter("trick boris")
    assert session.table.hand is not None
    assert session.table.hand.tricks == 2


def test_after_the_game_is_won_only_corrections_are_accepted(tmp_path: Path) -> None:
    session = door(
        tmp_path, "deal --trump spades", "trick anna", "declare bezique", new="new f Anna Boris --target 20"
    )
    session.enter("end")
    for line in ("trick anna", "note late", "agree anna=25", "adjust anna 5 --note tea", "end"):
        session.refused(line, Code.SESSION_FINISHED)
    session.enter("amend 3 declare anna marriage")
    assert session.winner() is None
    assert session.totals == {"Anna": 4, "Boris": 0}


# Undo by number


def test_a_middle_entry_is_taken_back_and_the_later_ones_are_judged_again(evening: Door) -> None:
    evening.enter("undo 3")
    assert evening.totals == {"Anna": 25, "Boris": 6}, "the second bezique is the first now"
    assert evening.rows[-1].entry.points == {"Anna": -50}
    assert evening.rows[-1].entry.event == Undo(event=3, by_number=True)


def test_undo_of_what_later_entries_need_is_refused_naming_the_first_of_them(evening: Door) -> None:
    refusal = evening.refused("undo 2", Code.WOULD_BREAK)
    assert "entry 3 would be impossible: Anna cannot declare" in str(refusal.message)
    assert refusal.line == "undo 3"
    evening.refused("undo 1", Code.WOULD_BREAK)


def test_undo_of_a_deal_is_refused_while_its_hand_stands(evening: Door) -> None:
    evening.enter("end", "deal --trump hearts", "trick boris")
    assert "entry 10 would be impossible" in str(evening.refused("undo 9", Code.WOULD_BREAK).message)
    assert "entry 9 would be impossible" in str(evening.refused("undo 8", Code.WOULD_BREAK).message)


@pytest.mark.parametrize("number", [0, -1, 8, 9, 999_999_999])
def test_there_is_no_such_entry_to_take_back_or_amend(evening: Door, number: int) -> None:
    evening.enter("undo")
    evening.refused(f"undo {number}", Code.NOTHING_TO_UNDO)
    evening.refused(f"amend {number} note x", Code.NOTHING_TO_UNDO)


def test_neither_an_undo_nor_a_redo_nor_what_is_undone_can_be_taken_back_or_amended(evening: Door) -> None:
    evening.enter("undo", "redo", "undo")
    for number in (7, 8, 9, 10):
        evening.refused(f"undo {number}", Code.NOTHING_TO_UNDO)
        evening.refused(f"amend {number} declare anna quint", Code.NOTHING_TO_UNDO)


# Redo


def test_redo_brings_back_the_last_one_undone(evening: Door) -> None:
    table, standing = evening.table, evening.standing
    evening.enter("undo", "undo", "redo")
    assert evening.rows[-1].entry.event == Redo(event=6)
    evening.enter("redo")
    assert evening.rows[-1].entry.event == Redo(event=7)
    assert evening.rows[-1].entry.points == {"Anna": 50}
    assert (evening.table, evening.standing) == (table, standing)
    evening.refused("redo", Code.NOTHING_TO_REDO)


@pytest.mark.parametrize("entry", ["note late", "trick boris", "amend 5 declare boris kings", "undo 3"])
def test_a_new_entry_ends_redoing(evening: Door, entry: str) -> None:
    evening.enter("undo", "undo", entry)
    if entry != "undo 3":
        evening.refused("redo", Code.NOTHING_TO_REDO)
    else:  # what was undone by its number is the last one undone now, and the only one
        evening.enter("redo")
        assert evening.rows[-1].entry.event == Redo(event=3)
        evening.refused("redo", Code.NOTHING_TO_REDO)


def test_an_entry_taken_back_by_its_number_is_brought_back_in_its_place(evening: Door) -> None:
    table = evening.table
    evening.enter("undo 3", "redo")
    assert evening.table == table
    assert evening.standing == [1, 2, 3, 4, 5, 6, 7]


def test_there_is_nothing_to_redo_before_an_undo(evening: Door) -> None:
    evening.refused("redo", Code.NOTHING_TO_REDO)


def test_an_amendment_that_was_undone_is_redone(evening: Door) -> None:
    evening.enter("amend 3 declare anna marriage")
    table = evening.table
    evening.enter("undo", "redo")
    assert evening.table == table
    assert evening.replay.amended_by(3) == 8


# Amend


def test_an_amendment_is_as_if_the_entry_had_been_right(tmp_path: Path, evening: Door) -> None:
    evening.enter("amend 3 declare anna quint")
    right = door(
        tmp_path / "right",
        *("deal --trump spades", "trick anna", "declare quint", "trick boris", "declare queens"),
        *("trick anna", "declare bezique"),
    )
    assert evening.table == right.table
    assert evening.totals == {"Anna": 75, "Boris": 6}
    assert evening.rows[-1].entry.points == {}, "the quint is 25 more, the bezique is the first and 25 less"
    assert evening.standing == [1, 2, 3, 4, 5, 6, 7]


def test_an_amendment_of_an_amended_entry_replaces_it_again(evening: Door) -> None:
    evening.enter("amend 5 declare boris kings", "amend 5 declare boris aces")
    assert evening.totals["Boris"] == 10
    assert evening.rows[-1].entry.points == {"Boris": 2}


def test_an_amendment_can_itself_be_amended(evening: Door) -> None:
    evening.enter("amend 5 declare boris kings", "amend 8 declare boris aces")
    assert evening.totals["Boris"] == 10
    assert evening.rows[-1].entry.event == Amend(event=8, entry=Declare(player="Boris", meld="aces"))
    evening.enter("amend 9 declare boris jacks")
    assert evening.totals["Boris"] == 4
    evening.enter("undo", "undo")
    assert evening.totals["Boris"] == 8
    evening.enter("undo")
    assert evening.totals["Boris"] == 6


def test_an_amendment_out_of_force_is_not_amended(evening: Door) -> None:
    """What was typed would be booked as something else: entry 9 says what entry 5 is now."""
    evening.enter("amend 5 declare boris kings", "amend 5 declare boris aces")
    before = evening.table
    refusal = evening.refused("amend 8 declare boris jacks", Code.NOTHING_TO_UNDO)
    assert "itself corrected by entry 9" in str(refusal)
    assert evening.table == before
    evening.enter("undo 9", "amend 8 declare boris jacks")
    assert evening.totals["Boris"] == 4


def test_undo_of_an_amendment_takes_the_amendment_back_not_the_entry(evening: Door) -> None:
    before = evening.table
    evening.enter("amend 5 declare boris kings", "note late", "undo 8")
    assert evening.totals == before.totals
    assert evening.standing == [1, 2, 3, 4, 5, 6, 7, 9]
    assert evening.replay.amended_by(5) is None


def test_undo_of_the_first_of_two_amendments_leaves_the_second(evening: Door) -> None:
    evening.enter("amend 5 declare boris kings", "amend 5 declare boris aces", "undo 8")
    assert evening.totals["Boris"] == 10
    evening.enter("undo 9")
    assert evening.totals["Boris"] == 6


def test_undo_of_an_amended_entry_takes_both_back_and_the_amendment_no_longer_stands(evening: Door) -> None:
    evening.enter("amend 5 declare boris kings", "undo 5")
    assert evening.totals["Boris"] == 0
    evening.refused("undo 8", Code.NOTHING_TO_UNDO)
    evening.refused("amend 8 declare boris aces", Code.NOTHING_TO_UNDO)
    evening.enter("redo")
    assert evening.totals["Boris"] == 8, "as amended"


def test_an_entry_may_be_amended_to_one_of_another_kind(evening: Door) -> None:
    evening.enter("amend 5 note 'Boris declared nothing'")
    assert evening.totals == {"Anna": 75, "Boris": 0}


def test_a_replacement_that_is_refused_for_itself_gives_its_own_code(evening: Door) -> None:
    evening.refused("amend 3 declare boris bezique", Code.NOT_THE_TRICK_WINNER)
    evening.refused("amend 3 trick clara", Code.UNKNOWN_PLAYER)
    evening.refused("amend 3 declare carte-blanche", Code.NOT_IN_THIS_GAME)
    evening.refused("amend 3 undo", Code.USAGE)
    evening.refused("amend 3 amend 2 note x", Code.USAGE)
    evening.refused("amend three note x", Code.USAGE)


def test_an_amendment_that_makes_a_later_entry_impossible_is_refused_naming_it(evening: Door) -> None:
    assert "entry 3 would be impossible" in str(evening.refused("amend 2 trick boris", Code.WOULD_BREAK).message)
    assert "entry 7 would be impossible" in str(evening.refused("amend 6 trick boris", Code.WOULD_BREAK).message)


def test_an_amendment_across_hands_changes_all_later_standings(evening: Door) -> None:
    evening.enter("end", "deal --trump hearts", "trick boris", "declare bezique", "amend 3 declare quint")
    assert evening.totals == {"Anna": 75, "Boris": 31}
    evening.enter("amend 1 deal --trump clubs --dealer boris")
    assert evening.rows[-1].entry.points == {}


def test_a_correction_that_ends_the_game_early_breaks_what_was_entered_after(tmp_path: Path) -> None:
    session = door(tmp_path, new="new f Anna Boris --target 30")
    session.enter("deal --trump spades", "trick anna", "declare bezique", "end", "deal --trump clubs")
    refusal = session.refused("amend 3 declare quint", Code.WOULD_BREAK)
    assert "entry 5 would be impossible: The game is over: Anna has reached 30." in str(refusal.message)


# Agreements


def test_an_agreement_is_recorded_and_checked(evening: Door) -> None:
    evening.enter("agree anna=75 boris=6")
    assert evening.rows[-1].entry.event == Agree(totals={"Anna": 75, "Boris": 6})


def test_a_difference_is_refused_with_both_numbers_and_the_entries_since_the_last_agreement(evening: Door) -> None:
    refusal = evening.refused("agree anna=70", Code.WRONG_TOTAL)
    assert str(refusal.message) == "By the journal the total is Anna 75 (not 70)."
    assert refusal.hint == "agree Anna=75   (entries since the last agreement: 3, 5, 7)"
    evening.enter("agree anna=75", "note late", "trick boris", "declare kings", "undo", "declare aces")
    refusal = evening.refused("agree boris=6 anna=70", Code.WRONG_TOTAL)
    assert str(refusal.message) == "By the journal the total is Boris 16 (not 6) and Anna 75 (not 70)."
    assert refusal.hint == "agree Boris=16 Anna=75   (entries since the last agreement: 13)"


def test_what_was_amended_since_the_agreement_is_among_the_entries_to_look_at(evening: Door) -> None:
    evening.enter("agree anna=75", "trick boris", "declare kings", "amend 10 declare aces")
    assert "last agreement: 10)" in evening.refused("agree boris=14", Code.WRONG_TOTAL).hint


def test_a_correction_after_which_an_agreement_would_not_hold_is_refused(evening: Door) -> None:
    evening.enter("agree anna=75")
    refusal = evening.refused("undo 3", Code.WOULD_BREAK)
    assert str(refusal.message).endswith("By the journal the total is Anna 25 (not 75).")
    assert refusal.line == "undo 8"
    evening.enter("undo 8", "undo 3")
    assert evening.totals["Anna"] == 25


def test_a_correction_that_keeps_the_totals_keeps_the_agreement(evening: Door) -> None:
    evening.enter("agree anna=75 boris=6", "amend 3 declare quint")
    assert evening.standing == [1, 2, 3, 4, 5, 6, 7, 8]


def test_an_agreement_that_was_undone_is_not_brought_back_when_it_no_longer_holds(evening: Door) -> None:
    evening.enter("agree anna=75", "undo", "undo", "redo", "redo")
    assert evening.standing[-1] == 8


# What stays


def test_what_is_undone_stays_in_the_file_and_keeps_its_number(evening: Door) -> None:
    before = evening.path.read_bytes()
    evening.enter("undo", "note late", "undo 5", "amend 3 declare quint")
    assert evening.path.read_bytes().startswith(before)
    assert [row.number for row in evening.rows] == list(range(1, 12))
    assert evening.standing == [1, 2, 3, 4, 6, 9]


def test_the_points_of_all_entries_add_up_to_the_totals_whatever_was_set_right(evening: Door) -> None:
    evening.enter(
        "undo 3", "amend 7 declare quint", "end", "undo", "redo", "adjust boris -10 --note revoke", "undo 5"
    )
    for side, total in evening.totals.items():
        assert sum(row.entry.points.get(side, 0) for row in evening.rows) == total


# Problems are values


def replay(*entries: tuple[Event, dict[str, int]]) -> Replay:
    match = Match(rulebook_of(packaged_document("russian"), {}), Seating.of(("Anna", "Boris")), target=1000)
    return Replay.of(match, [Entry(time=BEGAN, event=event, points=points) for event, points in entries])


OPENING: list[tuple[Event, dict[str, int]]] = [
    (Deal(dealer="Boris", trump=Suit.SPADES), {}),
    (Trick(winner="Anna"), {}),
]


def test_a_file_whose_points_the_rules_make_otherwise_is_reported_with_both_numbers() -> None:
    read = replay(*OPENING, (Declare(player="Anna", meld="bezique"), {"Anna": 40}))
    (problem,) = read.problems
    assert problem == Problem(3, Code.BAD_FILE, problem.message)
    assert str(problem.message) == "booked Anna 40, but the rules make it Anna 25"
    assert read.table.totals == {"Anna": 25, "Boris": 0}, "the standing is what the rules say"
    assert read.rows[2].entry.points == {"Anna": 40}, "what was booked stays readable"


def test_what_was_booked_wrongly_can_still_be_taken_back_and_corrected() -> None:
    read = replay(
        *OPENING,
        (Declare(player="Anna", meld="bezique"), {"Anna": 40}),
        (Amend(event=3, entry=Declare(player="Anna", meld="queens")), {"Anna": -1}),
        (Undo(event=4), {"Anna": 19}),
        (Undo(event=3), {"Anna": -25}),
    )
    assert [problem.event for problem in read.problems] == [3, 4]
    assert read.table.totals == {"Anna": 0, "Boris": 0}


def test_an_undo_in_a_journal_needs_no_more_than_the_number_of_its_entry() -> None:
    read = replay(
        *OPENING,
        (Declare(player="Anna", meld="bezique"), {"Anna": 25}),
        (Trick(winner="Anna"), {}),
        (Note(text="late"), {}),
        (Undo(event=5), {}),
        (Undo(event=3), {"Anna": -25}),
        (Redo(event=3), {"Anna": 25}),
        (Redo(event=5), {}),
    )
    assert [(problem.event, problem.code) for problem in read.problems] == [(9, Code.NOTHING_TO_REDO)]


def test_every_problem_is_reported_not_the_first_only() -> None:
    read = replay(
        *OPENING,
        (Declare(player="Boris", meld="bezique"), {"Boris": 25}),
        (Declare(player="Anna", meld="queens"), {"Anna": 7}),
        (Undo(event=3), {}),
        (Redo(), {}),
        (Agree(totals={"Anna": 7}), {}),
        (Amend(event=9, entry=Note(text="x")), {}),
        (Note(text="late"), {"Anna": 1}),
    )
    assert [(problem.event, problem.code) for problem in read.problems] == [
        (3, Code.NOT_THE_TRICK_WINNER),
        (4, Code.BAD_FILE),
        (5, Code.NOTHING_TO_UNDO),
        (6, Code.NOTHING_TO_REDO),
        (7, Code.WRONG_TOTAL),
        (8, Code.NOTHING_TO_UNDO),
        (9, Code.BAD_FILE),
    ]


def test_a_row_with_a_refused_entry_changes_nothing_and_keeps_its_number() -> None:
    read = replay(*OPENING, (Declare(player="Boris", meld="bezique"), {"Boris": 25}), (Note(text="late"), {}))
    assert read.rows[2].table == read.rows[1].table
    assert [number for number, _ in read.standing()] == [1, 2, 4]


def test_an_entry_that_leaves_out_what_it_should_say_is_a_problem() -> None:
    (problem,) = replay(*OPENING, (Declare(meld="bezique"), {"Anna": 25})).problems
    assert problem.code is Code.BAD_FILE
    assert str(problem.message) == "the entry leaves out what it should say: player = Anna"


def test_an_entry_that_cannot_be_read_keeps_the_numbers_of_the_later_ones() -> None:
    read = replay(*OPENING)
    read.skip(Problem(3, Code.BAD_FILE, say("unreadable")))
    read.take(Entry(time=BEGAN, event=Undo(event=2), points={}))
    assert [problem.event for problem in read.problems] == [3]
    assert [row.number for row in read.rows] == [1, 2, 3, 4]
    assert [number for number, _ in read.standing()] == [1]


def test_a_bad_file_reports_all_its_problems_each_with_line_and_entry(evening: Door) -> None:
    text = evening.path.read_text(encoding="utf-8")
    broken = text.replace("points = 25", "points = 40").replace("points = 6\n", "points = 7\n")
    evening.path.write_text(broken, encoding="utf-8")
    found = Scorebook.examine(evening.path)
    assert [(finding.event, str(finding.reason)) for finding in found] == [
        (3, "booked Anna 40, but the rules make it Anna 25"),
        (5, "booked Boris 7, but the rules make it Boris 6"),
    ]
    assert [broken.splitlines()[(finding.line or 0) - 1] for finding in found] == ["[[event]]", "[[event]]"]
