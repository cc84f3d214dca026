"""A replay in memory: copies of it, what a correction would change, and journals in which something is wrong."""

from datetime import UTC, datetime

import pytest
from bezique_table import NOW

from bezique_score.cards import Suit
from bezique_score.events import Adjust, Agree, Amend, Deal, Declare, End, Event, Note, Redo, Trick, Undo
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Change, Entry, Problem, Replay
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.text import say

DEAL = Deal(dealer="Boris", trump=Suit.SPADES)
TRICK = Trick(winner="Anna")
BEZIQUE = Declare(player="Anna", meld="bezique")
EVENING = (DEAL, TRICK, BEZIQUE, TRICK, Declare(player="Anna", meld="queens"), TRICK, BEZIQUE)
"""1 deal, 2 trick, 3 bezique (25), 4 trick, 5 queens (6), 6 trick, 7 second bezique (50)."""

Told = tuple[Event, dict[str, int], int | None]
"""An entry of a journal with the points and the worth that it books."""


def begin(game: str = "russian", *events: Event) -> Replay:
    players = ("Anna", "Boris", "Clara")[: 3 if game == "thousand-three" else 2]
    replay = Replay(Match(rulebook_of(packaged_document(game), {}), Seating.of(players), target=None))
    return enter(replay, *events)


def enter(replay: Replay, *events: Event) -> Replay:
    for event in events:
        replay.add(replay.judge(event), NOW)
    return replay


def take(*entries: Told, game: str = "russian") -> Replay:
    replay = begin(game)
    for event, points, worth in entries:
        replay.take(Entry(time=NOW, event=event, points=points, worth=worth))
    return replay


def refusal_of(replay: Replay, event: Event) -> str:
    with pytest.raises(Refusal) as caught:
        replay.judge(event)
    return f"{caught.value}\n{caught.value.hint}"


# Copies


def test_a_copy_goes_its_own_way() -> None:
    replay = begin("russian", *EVENING, Undo(), Amend(event=3, entry=Declare(player="Anna", meld="quint")), Undo())
    copy = replay.copy()
    assert (copy.rows, copy.table, copy.match) == (replay.rows, replay.table, replay.match)
    rows, table = len(replay.rows), replay.table
    enter(
        copy, Redo(), Amend(event=3, entry=Declare(player="Anna", meld="marriage")), Undo(event=5), Note(text="x")
    )
    assert (len(replay.rows), replay.table) == (rows, table)
    assert [number for number, _ in replay.standing()] == [1, 2, 3, 4, 5, 6]
    assert replay.amended_by(3) is None
    enter(replay, Redo())
    assert replay.amended_by(3) == 9, "what could be redone still can"


def test_a_copy_knows_what_is_undone_amended_and_can_be_redone() -> None:
    replay = begin("russian", *EVENING, Amend(event=3, entry=Declare(player="Anna", meld="quint")), Undo(event=5))
    copy = enter(replay.copy(), Redo())
    assert [number for number, _ in copy.standing()] == [1, 2, 3, 4, 5, 6, 7]
    assert copy.amended_by(3) == 8
    with pytest.raises(Refusal):
        copy.judge(Redo())


# What a correction would change


def test_the_changes_of_a_correction_are_the_facts_that_it_makes_different() -> None:
    replay = begin("russian", *EVENING)
    changes = replay.changes(replay.judge(Undo(event=3)))
    first, second = replay.line(3), replay.line(7)
    assert [(change.number, change.before) for change in changes] == [(3, first), (7, second)]
    assert changes[0].after is None
    assert changes[1].after is not None
    assert changes[1].after.points == {"Anna": 25}, "the second bezique becomes the first"


def test_the_change_of_a_new_entry_is_that_entry() -> None:
    replay = begin("russian", *EVENING)
    judged = replay.judge(TRICK)
    assert replay.changes(judged) == [Change(8, None, judged.steps[0])]
    assert replay.table_after(judged) is judged.steps[0].table
    assert replay.table_after(replay.judge(Undo())) == begin("russian", *EVENING[:-1]).table


def test_taking_back_the_only_entry_leads_to_the_empty_table() -> None:
    replay = begin("russian", DEAL)
    assert replay.table_after(replay.judge(Undo())) == replay.match.begin()


def test_before_each_entry_stood_the_table_that_the_one_before_it_left() -> None:
    replay = begin("russian", *EVENING, Amend(event=3, entry=Declare(player="Anna", meld="quint")))
    steps = [step for _, step in replay.standing()]
    assert replay.table_before(1) == replay.match.begin()
    assert replay.table_before(3) is replay.table_before(8) is steps[1].table
    assert replay.table_before(7) is steps[5].table


# What stands


@pytest.mark.parametrize("number", [-(10**9), -1, 0, 1, 10**9])
def test_in_an_empty_journal_there_is_no_entry_that_stands(number: int) -> None:
    replay = begin()
    assert not replay.is_standing(number)
    assert refusal_of(replay, Undo(event=number)) == (
        f"Entry {number} is not an action that stands.   [nothing-to-undo]\nlog   (numbers the entries)"
    )


def test_an_amendment_that_was_refused_is_no_action_that_stands() -> None:
    replay = take((DEAL, {}, None), (TRICK, {}, None), (Amend(event=2, entry=Trick(winner="Zoya")), {}, None))
    assert [(problem.event, problem.code, str(problem.message)) for problem in replay.problems] == [
        (3, Code.UNKNOWN_PLAYER, "Zoya does not play here.")
    ]
    assert (replay.rows[2].number, replay.rows[2].table) == (3, replay.table)
    assert not replay.is_standing(3)
    assert replay.judge(Undo()).event == Undo(event=2), "the last action is the trick"


def test_an_amendment_of_an_amendment_stands_in_for_both() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Amend(event=3, entry=Declare(player="Anna", meld="quint")))
    enter(replay, Amend(event=4, entry=Declare(player="Anna", meld="marriage")))
    step = replay.line(3)
    assert step is not None
    assert step.event == Declare(player="Anna", meld="marriage")
    assert [replay.is_standing(number) for number in range(1, 6)] == [True] * 5
    assert (replay.amended_by(3), replay.amended_by(4)) == (4, 5)
    enter(replay, Undo())
    assert replay.rows[-1].entry.event == Undo(event=5)
    assert replay.amended_by(4) is None
    enter(replay, Undo())
    assert replay.table.totals == {"Anna": 25, "Boris": 0}


def test_of_two_amendments_of_an_entry_the_later_is_in_force_and_only_it_can_be_amended() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Amend(event=3, entry=Declare(player="Anna", meld="quint")))
    enter(replay, Amend(event=3, entry=Declare(player="Anna", meld="marriage")))
    assert replay.amended_by(3) == 5
    assert refusal_of(replay, Amend(event=4, entry=BEZIQUE)) == (
        "What entry 4 said was itself corrected by entry 5.   [nothing-to-undo]\n"
        "undo 5   (takes back the later correction first)"
    )
    enter(replay, Amend(event=5, entry=BEZIQUE))
    assert replay.table.totals == {"Anna": 25, "Boris": 0}


def test_an_amendment_of_what_an_out_of_date_amendment_said_is_refused_however_deep_it_lies() -> None:
    queens, quint = Declare(player="Anna", meld="queens"), Declare(player="Anna", meld="quint")
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Amend(event=3, entry=queens), Amend(event=4, entry=quint))
    enter(replay, Amend(event=3, entry=queens))
    for number in (4, 5):
        assert refusal_of(replay, Amend(event=number, entry=BEZIQUE)).startswith(
            f"What entry {number} said was itself corrected by entry 6."
        )


# What was said of totals


def test_a_wrong_total_lists_the_entries_with_points_since_the_last_agreement() -> None:
    replay = begin("russian", *EVENING)
    assert refusal_of(replay, Agree(totals={"Anna": 80, "Boris": 1})) == (
        "By the journal the total is Anna 81 (not 80) and Boris 0 (not 1).   [wrong-total]\n"
        "agree Anna=81 Boris=0   (entries since the last agreement: 3, 5, 7)"
    )
    enter(replay, Agree(totals={"Anna": 81}), TRICK, Declare(player="Anna", meld="marriage"))
    assert refusal_of(replay, Agree(totals={"Anna": 80})).endswith("(entries since the last agreement: 10)")


def test_a_wrong_total_with_nothing_entered_since_has_only_the_numbers() -> None:
    replay = begin("russian", DEAL, Agree(totals={"Anna": 0}))
    assert refusal_of(replay, Agree(totals={"Anna": 5})) == (
        "By the journal the total is Anna 0 (not 5).   [wrong-total]\nagree Anna=0"
    )


# What a correction would break


def test_a_correction_that_makes_a_later_declaration_impossible_says_how_to_go_about_it() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE)
    wrong = "Without entry 2 as it is, entry 3 would be impossible: Anna cannot declare: "
    assert refusal_of(replay, Undo(event=2)) == (
        f"{wrong}no trick has been won yet.   [would-break]\nundo 3   (takes back the later entry first)"
    )
    assert refusal_of(replay, Amend(event=2, entry=Trick(winner="Boris"))) == (
        f"{wrong}Boris won trick 1.   [would-break]\n"
        "amend 3 note wrong   (keeps its place; amend it again afterwards)"
    )


def test_a_correction_that_makes_a_later_entry_of_another_kind_impossible_advises_to_undo_it() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Agree(totals={"Anna": 25}))
    assert refusal_of(replay, Amend(event=3, entry=Declare(player="Anna", meld="queens"))) == (
        "Without entry 3 as it is, entry 4 would be impossible: By the journal the total is Anna 6 (not 25)."
        "   [would-break]\nundo 4   (takes back the later entry first)"
    )


def test_a_redo_that_would_break_a_later_entry_names_it() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Note(text="x"), Undo(event=3))
    enter(replay)
    judged = replay.judge(Redo())
    assert (judged.event, judged.points, judged.worth, judged.notices) == (Redo(event=3), {"Anna": 25}, None, ())


# What a journal books


def test_a_journal_that_books_another_worth_is_reported_with_both() -> None:
    deal: Told = (Deal(dealer="Boris"), {}, None)
    told: list[Told] = [(TRICK, {}, None)]
    right = take(deal, *told, (BEZIQUE, {}, 40), game="rubicon")
    assert right.problems == []
    wrong = take(deal, *told, (BEZIQUE, {}, 50), game="rubicon")
    assert [str(problem.message) for problem in wrong.problems] == [
        "booked nothing (worth 50), but the rules make it nothing (worth 40)"
    ]
    assert wrong.rows[2].entry.worth == 50
    assert (wrong.rows[2].entry.event, wrong.rows[2].entry.time, wrong.rows[2].number) == (BEZIQUE, NOW, 3)
    without = take(deal, *told, (BEZIQUE, {}, None), game="rubicon")
    assert [str(problem.message) for problem in without.problems] == [
        "booked nothing, but the rules make it nothing (worth 40)"
    ]
    two = take(deal, *told, (BEZIQUE, {"Anna": 40, "Boris": 1}, None), game="rubicon")
    assert [str(problem.message) for problem in two.problems] == [
        "booked Anna 40, Boris 1, but the rules make it nothing (worth 40)"
    ]


def test_an_entry_that_leaves_out_several_things_is_told_each() -> None:
    replay = take((Deal(), {}, None), game="rubicon")
    assert [(problem.event, str(problem.message)) for problem in replay.problems] == [
        (1, "the entry leaves out what it should say: dealer = Boris")
    ]
    assert replay.rows[0].entry.event == Deal(dealer="Boris")
    replay = take((DEAL, {}, None), (Trick(cards=()), {}, None))
    assert [problem.code for problem in replay.problems] == [Code.USAGE]


def test_an_accepted_entry_has_its_row_with_what_is_said_beside_it() -> None:
    replay = begin("classic", DEAL)
    row = replay.add(replay.judge(End(last="Anna", counts={"Anna": 6})), NOW)
    assert (row.number, row.entry.time, row.problem) == (2, NOW, None)
    assert [str(notice) for notice in row.notices] == ["Brisques: Anna 6, Boris 10."]
    assert row.table is replay.table


def test_an_entry_that_cannot_be_read_changes_nothing_and_has_no_time_of_its_own() -> None:
    replay = begin("russian", DEAL, TRICK)
    problem = Problem(3, Code.BAD_FILE, say("unreadable"))
    replay.skip(problem)
    row = replay.rows[-1]
    assert (row.number, row.problem, row.table) == (3, problem, replay.table)
    assert row.entry == Entry(time=datetime.min.replace(tzinfo=UTC), event=Note(text=""), points={})


# Redoing


def test_undoing_by_number_an_action_before_the_last_ends_redoing() -> None:
    replay = begin("russian", *EVENING, Undo())
    enter(replay, Undo(event=5, by_number=True))
    enter(replay, Redo())
    assert replay.rows[-1].entry.event == Redo(event=5)
    assert refusal_of(replay, Redo()) == (
        "Nothing has been undone that could be brought back.   [nothing-to-redo]\nlog"
    )


@pytest.mark.parametrize("event", [Note(text="x"), TRICK, Amend(event=3, entry=BEZIQUE)], ids=str)
def test_a_new_entry_ends_redoing(event: Event) -> None:
    replay = begin("russian", *EVENING, Undo())
    enter(replay.copy(), Redo())
    assert refusal_of(enter(replay, event), Redo()).startswith(
        "Nothing has been undone that could be brought back."
    )


def test_a_redo_says_which_entry_it_brings_back_or_is_refused() -> None:
    replay = begin("russian", *EVENING, Undo(), Undo())
    assert refusal_of(replay, Redo(event=7)).startswith("Nothing has been undone that could be brought back.")
    assert replay.judge(Redo(event=6)).event == Redo(event=6)
    enter(replay, Redo(), Redo())
    assert [row.entry.event for row in replay.rows[-2:]] == [Redo(event=6), Redo(event=7)]


def test_a_correction_books_the_difference_that_it_makes_for_each_side() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE, Adjust(player="Boris", amount=10, note="tea"))
    judged = replay.judge(Amend(event=4, entry=Adjust(player="Anna", amount=5, note="tea")))
    assert judged.points == {"Anna": 5, "Boris": -10}
    assert judged.event == Amend(event=4, entry=Adjust(player="Anna", amount=5, note="tea"))


def test_an_amendment_is_completed_like_an_entry() -> None:
    replay = begin("russian", DEAL, TRICK, BEZIQUE)
    judged = replay.judge(Amend(event=3, entry=Declare(meld="queens")))
    assert judged.event == Amend(event=3, entry=Declare(player="Anna", meld="queens"))
