"""A hand settled as a game: every row of the tables (HGM, Portland Club laws; CM, PW; rules.md 4 to 6)."""

import pytest
from bezique_table import BeziqueTable, untold

from bezique_score.referee.bezique.settlement import settle
from bezique_score.refusal import Code
from bezique_score.rules.model import Settlement


def played(game: str, anna: int, boris: int, **words: object) -> BeziqueTable:
    """A deal in which so many points were made before the end, the last trick among them being Anna's."""
    table = untold(game, **words)
    last = table.match.rules.game.count.last_trick
    table.enter(f"adjust anna {anna - last} --note 'what was declared'")
    table.enter(f"adjust boris {boris} --note 'what was declared'")
    return table


def settled(game: str, anna: int, boris: int, brisques: str = "", **words: object) -> dict[str, int]:
    table = played(game, anna, boris, **words)
    table.enter(f"end {brisques} --last anna")
    assert table.scores == {"Anna": anna, "Boris": boris}, "the scores never include brisques"
    assert table.hand.settlement == table.totals
    return table.totals


# Rubicon: the loser has made 1000


@pytest.mark.parametrize(
    ("anna", "boris", "points"),
    [
        (1510, 1240, 800),  # Hoffmann's example
        (1550, 1520, 600),  # Hoffmann's example: the difference is nothing, and counts 100
        (1999, 1000, 1400),
        (1500, 1499, 600),
        (2100, 1000, 1600),
    ],
)
def test_the_difference_and_500(anna: int, boris: int, points: int) -> None:
    assert settled("rubicon", anna, boris) == {"Anna": points, "Boris": 0}


def test_boris_can_win_too() -> None:
    assert settled("rubicon", 1240, 1510) == {"Anna": 0, "Boris": 800}


def test_the_figure_is_explained() -> None:
    table = played("rubicon", 1510, 1240)
    table.enter("end --last anna")
    assert table.notices[-1] == "1510 and 1240 round to 1500 and 1200; 300 + 500 for the game = 800."


# Rubicon: under it


@pytest.mark.parametrize(
    ("anna", "boris", "points"),
    [
        (1320, 620, 3200),  # Hoffmann's example
        (1320, 99, 2700),  # under 100 counts as 100
        (1320, 0, 2700),
        (999, 500, 2700),  # neither has made 1000
        (1399, 679, 3200),
    ],
)
def test_a_rubicon_is_the_sum_and_1300(anna: int, boris: int, points: int) -> None:
    assert settled("rubicon", anna, boris) == {"Anna": points, "Boris": 0}


def test_house_option_rubicon_brisques_320() -> None:
    """BIC."""
    assert settled("rubicon", 1320, 620, options={"rubicon-brisques": 320}) == {"Anna": 3220, "Boris": 0}


def test_a_rubicon_is_explained() -> None:
    table = played("rubicon", 1320, 620)
    table.enter("end --last anna")
    assert table.notices[-1] == "620 is under the rubicon of 1000: 1300 + 600 + 1300 = 3200."


# Brisques in the settlement of Rubicon


def test_brisques_that_save_the_loser_are_added_by_both() -> None:
    """900 + 120 is over: 1300 + 200 against 900 + 120, so 1500 - 1000 + 500."""
    assert settled("rubicon", 1300, 900, "boris=12") == {"Anna": 1000, "Boris": 0}


def test_brisques_that_just_save_him() -> None:
    assert settled("rubicon", 1300, 900, "boris=10") == {"Anna": 1000, "Boris": 0}
    assert settled("rubicon", 1300, 900, "boris=9") == {"Anna": 1300 + 900 + 1300, "Boris": 0}


def test_once_both_have_added_brisques_there_is_no_rubicon() -> None:
    """950 + 50 saves Boris; Anna's 980 + 270 wins by the difference."""
    assert settled("rubicon", 980, 950, "boris=5") == {"Anna": 1200 - 1000 + 500, "Boris": 0}


def test_with_brisques_the_higher_total_wins_with_a_notice() -> None:
    table = played("rubicon", 1010, 950)
    table.enter("end boris=32 --last anna")
    assert table.totals == {"Anna": 0, "Boris": 1200 - 1000 + 500}
    assert "Boris is the higher now, and wins (reading)." in table.notices
    assert any("both add theirs, Anna 1010, Boris 1270" in notice for notice in table.notices)


def test_with_brisques_the_totals_may_be_equal() -> None:
    table = played("rubicon", 1010, 990)
    table.enter("end boris=17 --last anna")
    assert table.totals == {"Anna": 0, "Boris": 0}
    assert table.notices[-1] == "Equal now: nothing is won."


@pytest.mark.parametrize(
    ("score", "brisques", "totals"),
    [
        (1500, "anna=17", {"Anna": 600, "Boris": 0}),
        (1500, "anna=15", {"Anna": 0, "Boris": 600}),
        (1500, "anna=16", {"Anna": 0, "Boris": 0}),
        (500, "anna=17", {"Anna": 500 + 500 + 1300, "Boris": 0}),
        (900, "anna=18", {"Anna": 1000 - 1000 + 100 + 500, "Boris": 0}),
    ],
)
def test_brisques_decide_between_equal_scores(score: int, brisques: str, totals: dict[str, int]) -> None:
    assert settled("rubicon", score, score, brisques) == totals


@pytest.mark.parametrize(
    ("anna", "boris", "needed"),
    [(1500, 1000, False), (1500, 999, True), (1500, 680, True), (1500, 679, False), (1200, 1200, True)],
)
def test_brisques_may_be_left_out_when_they_could_not_matter(anna: int, boris: int, needed: bool) -> None:
    """There are 32 in the pack, ten points each."""
    table = played("rubicon", anna, boris)
    if needed:
        assert table.refusal("end --last anna").code is Code.BAD_COUNT
        table.enter("end anna=16 --last anna")
    else:
        table.enter("end --last anna")


def test_brisques_given_all_the_same_change_nothing() -> None:
    assert settled("rubicon", 1510, 1240, "anna=2") == {"Anna": 800, "Boris": 0}


def test_brisques_must_be_those_of_the_pack() -> None:
    table = played("rubicon", 1300, 900)
    table.evening("""
        end anna=33 --last anna             => bad-count
        end anna=20 boris=11 --last anna    => bad-count
    """)


def test_brisques_the_tricks_tell_narrow_what_could_matter() -> None:
    """Of 680 Boris needs all 32, and Anna has taken two of them."""
    table = BeziqueTable("rubicon")
    table.evening("deal; trick AH 10H; adjust anna 1450 --note x; adjust boris 680 --note x; end --last anna")
    assert table.totals == {"Anna": 1500 + 600 + 1300, "Boris": 0}


# Six and eight packs


@pytest.mark.parametrize(
    ("anna", "boris", "points"),
    [
        (4350, 3120, 2200),  # the table's example
        (4350, 2120, 7400),  # the table's example
        (3050, 3000, 1100),  # a difference under 100 counts as 100
        (4000, 2999, 4000 + 2900 + 1000),
        (4350, 50, 4300 + 100 + 1000),  # a loser under 100 counts as 100
        (250, 0, 200 + 100 + 1000),
        (3000, 3000, 0),
        (500, 500, 0),
    ],
)
def test_six_packs(anna: int, boris: int, points: int) -> None:
    assert settled("six-pack", anna, boris) == {"Anna": points, "Boris": 0}


@pytest.mark.parametrize(
    ("anna", "boris", "points"), [(6350, 5120, 2200), (6350, 4999, 6300 + 4900 + 1000), (5000, 5000, 0)]
)
def test_eight_packs(anna: int, boris: int, points: int) -> None:
    assert settled("eight-pack", anna, boris) == {"Anna": points, "Boris": 0}


# The session


def test_totals_are_the_settled_game_points_and_move_only_at_the_end() -> None:
    table = BeziqueTable("rubicon")
    table.evening("""
        deal; trick anna
        declare quadruple-bezique   => Anna 4500
    """)
    assert table.totals == {"Anna": 0, "Boris": 0}
    assert table.last is not None
    assert table.last.worth == 4500
    table.evening("end --last boris => Anna 5900")
    table.evening("deal; trick anna; declare quadruple-bezique; end --last boris => Anna 5900")
    assert table.totals == {"Anna": 11800, "Boris": 0}


def test_the_default_is_no_target_and_another_can_be_named() -> None:
    assert BeziqueTable("rubicon").match.rules.game.target.points is None
    table = BeziqueTable("rubicon", target=5000)
    table.evening("deal; trick anna; declare quadruple-bezique; end --last boris => Anna 5900")
    assert table.winner == "Anna"
    assert table.refusal("deal").code is Code.SESSION_FINISHED


def test_a_bezique_hand_that_is_no_game_has_no_settlement() -> None:
    table = BeziqueTable("classic")
    table.evening("deal --trump spades; end anna=16 --last anna")
    assert table.hand.settlement is None


# The terms themselves


TERMS = Settlement(line=1000, game=500, rubicon_game=1000, rubicon_brisques=300, brisques=True, source="test")


def test_equal_scores_win_nothing_where_no_brisques_are_counted() -> None:
    found = settle(TERMS, {"Anna": 1200, "Boris": 1200}, {})
    assert found.points == {"Anna": 0, "Boris": 0}
    assert [str(notice) for notice in found.explanation] == ["1200 each: nothing is won."]


def test_brisques_that_make_the_scores_equal_win_nothing() -> None:
    found = settle(TERMS, {"Anna": 1000, "Boris": 900}, {"Anna": 100, "Boris": 200})
    assert found.points == {"Anna": 0, "Boris": 0}
    assert [str(notice) for notice in found.explanation] == [
        "Boris's brisques lift him over 1000: both add theirs, Anna 1100, Boris 1100.",
        "Equal now: nothing is won.",
    ]


def test_brisques_that_turn_it_round_make_the_other_the_winner() -> None:
    found = settle(TERMS, {"Anna": 1000, "Boris": 900}, {"Anna": 100, "Boris": 220})
    assert found.points == {"Anna": 0, "Boris": 600}
    assert str(found.explanation[1]) == "Boris is the higher now, and wins (reading)."
