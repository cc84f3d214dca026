"""What holds in every game of the family (rules.md, general readings): targets, tricks, deals, exceptions."""

import pytest
from bezique_table import BeziqueTable, classic, russian

from bezique_score.refusal import Code

# Targets


def evening(target: int | None, *rounds: dict[str, int], check: str = "hand") -> BeziqueTable:
    """Play hands of the Russian game in which so many points are made."""
    table = BeziqueTable("russian", "Anna", "Boris", "Clara", target=target, options={"target-check": check})
    for points in rounds:
        table.enter("deal --trump spades")
        for player, number in points.items():
            table.enter(f"adjust {player} {number} --note made")
        table.enter("end")
    return table


@pytest.mark.parametrize("target", [101, 1000, 7])
def test_any_target_is_reached_or_passed(target: int) -> None:
    assert evening(target, {"anna": target - 1}).winner is None
    assert evening(target, {"anna": target}).winner == "Anna"
    assert evening(target, {"anna": target + 50}).winner == "Anna"


def test_the_target_is_looked_at_when_the_hand_is_closed() -> None:
    table = BeziqueTable("russian", target=101)
    table.evening("deal --trump spades; adjust anna 200 --note made; trick boris; declare marriage => Boris 4")
    assert table.winner is None
    table.enter("end")
    assert table.winner == "Anna"


def test_of_several_over_the_target_the_highest_wins_whoever_sits_first() -> None:
    assert evening(101, {"anna": 120, "boris": 130, "clara": 105}).winner == "Boris"
    assert evening(101, {"anna": 130, "boris": 120}).winner == "Anna"


def test_equal_highest_play_another_hand() -> None:
    table = evening(101, {"anna": 120, "boris": 120, "clara": 110})
    assert table.winner is None
    table.evening("deal --trump hearts; trick clara; declare trump-queens; end => nothing")
    assert table.winner == "Clara"


def test_an_equal_lower_pair_does_not_hold_up_the_winner() -> None:
    assert evening(101, {"anna": 110, "boris": 130, "clara": 110}).winner == "Boris"


def test_target_none_plays_without_an_end() -> None:
    table = evening(None, {"anna": 5000}, {"anna": 5000})
    assert table.winner is None
    table.enter("deal --trump spades")


def test_after_the_end_nothing_is_entered_but_undo_reopens_it() -> None:
    table = evening(101, {"anna": 101})
    for line in ("deal --trump spades", "adjust anna 5 --note more", "agree anna=101", "trick anna"):
        assert table.refusal(line).code is Code.SESSION_FINISHED
    table.evening("undo; trick boris; declare trump-queens => Boris 176")
    table.enter("end")
    assert table.winner == "Boris"


def test_at_once_the_game_ends_with_the_entry_that_reaches_the_target() -> None:
    """Seed 003 opens with such an end; `--set target-check=at-once`."""
    table = BeziqueTable("russian", target=101, options={"target-check": "at-once"})
    table.evening("""
        deal --trump spades
        trick anna; declare bezique     => Anna 25
        trick boris; declare trump-kings => Boris 88
        trick anna; declare bezique     => Anna 50
        trick anna; declare bezique     => Anna 100
        trick anna                      => session-finished
        end                             => session-finished
        undo; trick boris; declare bezique => Boris 25
    """)
    assert table.winner == "Boris"


def test_at_once_an_adjustment_can_win() -> None:
    table = BeziqueTable("russian", target=101, options={"target-check": "at-once"})
    table.enter("adjust boris 101 --note handicap")
    assert table.winner == "Boris"


@pytest.mark.parametrize("game", ["classic", "rubicon", "six-pack", "eight-pack"])
def test_target_check_is_an_option_of_every_game(game: str) -> None:
    table = BeziqueTable(game, target=10, options={"target-check": "at-once"})
    table.enter("adjust anna 10 --note handicap")
    assert table.winner == "Anna"


@pytest.mark.parametrize(
    ("game", "target"),
    [("russian", 1000), ("classic", 1000), ("three-handed", 2000), ("four-handed", 2000), ("six-pack", None)],
)
def test_the_games_own_targets(game: str, target: int | None) -> None:
    assert BeziqueTable(game).match.rules.game.target.points == target


def test_partners_reach_the_target_together() -> None:
    table = BeziqueTable("four-handed", "Anna", "Boris", "Clara", "Daria", target=101, partners=True)
    table.evening("""
        deal --trump spades
        adjust anna 60 --note made; adjust clara 60 --note made; adjust boris 100 --note made
        end anna=0 --last anna
    """)
    assert table.winner == "Boris+Daria"


# The deal


def test_the_deal_rotates_from_the_dealer_named_last() -> None:
    table = BeziqueTable("russian", "Anna", "Boris", "Clara")
    dealers = []
    for words in ("", "", "--dealer boris", "", ""):
        table.evening(f"deal --trump spades {words}; end")
        dealers.append(table.hand.dealer)
    assert dealers == ["Clara", "Anna", "Boris", "Clara", "Anna"]


def test_eldest_hand_leads_then_the_winner_of_each_trick() -> None:
    table = BeziqueTable("russian", "Anna", "Boris", "Clara")
    table.evening("deal --trump spades --dealer anna")
    assert table.hand.leader == "Boris"
    table.enter("trick 10H AH KH")  # Boris, Clara, Anna
    assert table.hand.leader == "Clara"


def test_a_card_must_be_turned_where_one_is() -> None:
    BeziqueTable("russian").evening("""
        deal                            => usage
        deal --upcard AS --trump hearts => wrong-cards
        deal --upcard 8S                => unknown-card
        deal --upcard AS --trump spades => nothing
        deal --trump spades             => hand-open
    """)


# Tricks


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("10H AH", "Boris"),
        ("AH 10H", "Anna"),
        ("AH 7S", "Boris"),
        ("7H AD", "Anna"),
        ("8S 7S", "Anna"),
        ("7S 8S", "Boris"),
        ("KH KH", "Anna"),
    ],
)
def test_the_highest_trump_else_the_highest_of_the_suit_led(cards: str, winner: str) -> None:
    table = classic()
    loser = {"Anna": "Boris", "Boris": "Anna"}[winner]
    assert table.refusal(f"trick {loser} {cards}").code is Code.WRONG_WINNER
    table.enter(f"trick {winner} {cards}")
    assert table.hand.leader == winner


def test_before_trumps_are_made_nothing_trumps() -> None:
    table = BeziqueTable("rubicon")
    table.evening("deal; trick 7H AS")
    assert table.hand.leader == "Anna"


def test_a_trick_has_a_card_of_each_player() -> None:
    classic().evening("""
        trick AH                => usage
        trick AH KH QH          => wrong-cards
        trick anna AH           => wrong-cards
        trick AH *              => no-infuzorka
        trick AH 6H             => unknown-card
    """)


# One declaration to a trick, by its winner, before drawing


def test_no_declaration_before_the_first_trick() -> None:
    russian().evening("""
        declare marriage        => not-the-trick-winner
        declare anna marriage   => not-the-trick-winner
    """)


def test_one_declaration_to_a_trick_by_its_winner() -> None:
    russian().evening("""
        trick anna
        declare boris marriage  => not-the-trick-winner
        declare marriage        => Anna 4
        declare bezique         => already-declared
        trick boris
        declare anna bezique    => not-the-trick-winner
        declare bezique         => Boris 25
    """)


def test_a_trick_may_go_by_without_a_declaration() -> None:
    russian().evening("trick anna; trick anna; declare marriage => Anna 4")


# What the table allows


def test_allow_not_the_trick_winner() -> None:
    russian().evening("""
        declare anna marriage --allow "she forgot"  => Anna 4
        trick anna
        declare boris marriage --allow "he asked"   => Boris 4
        declare anna bezique                        => Anna 25
    """)


def test_allow_already_declared() -> None:
    russian().evening("""
        trick anna; declare marriage            => Anna 4
        declare bezique --allow "both at once"  => Anna 25
    """)


def test_allow_stock_empty() -> None:
    table = russian(packs=2)
    table.evening(";".join(["trick anna"] * 10))
    table.evening("declare marriage => stock-empty")
    table.evening("declare marriage --allow agreed => Anna 4")


def test_allow_wrong_time() -> None:
    table = BeziqueTable("six-pack")
    table.evening("""
        deal; trick anna
        declare anna carte-blanche                  => wrong-time
        declare anna carte-blanche --allow "late"   => Anna 250
        declare anna exact-cut                      => wrong-time
        declare anna exact-cut --allow "she cut"    => Anna 250
    """)


def test_allow_a_card_used_and_a_card_too_many_at_the_price_of_the_series() -> None:
    table = russian(packs=2)
    table.declares("anna", "marriage", "marriage")
    table.evening("""
        trick anna; declare marriage                    => card-already-used
        declare marriage --allow "a third one, we saw"  => Anna 16
        trick boris; declare marriage                   => too-many-cards
        declare marriage --allow "his too"              => Boris 4
    """)


def test_allow_no_infuzorka() -> None:
    russian().evening("""
        trick anna
        declare marriage -i K -i Q              => no-infuzorka
        declare marriage -i K -i Q --allow why  => Anna 4
        trick anna; declare bezique -i K --allow "we play it so" => Anna 25
    """)
    table = russian(infuzorka_first_four=False)
    table.evening("trick anna; declare trump-queens -i Q --allow house => Anna 176")


def test_what_was_allowed_counts_in_its_series_and_claims_no_cards() -> None:
    table = russian(packs=2)
    table.evening("""
        trick anna
        declare marriage --allow "out of turn"  => Anna 4
        trick anna; declare marriage            => Anna 8
        trick anna; declare marriage            => Anna 16
        trick anna; declare marriage            => card-already-used
    """)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("declare anna sequence --allow x", Code.NOT_IN_THIS_GAME),
        ("declare anna marriage hearts --allow x", Code.NOT_IN_THIS_GAME),
        ("declare anna queens spades spades hearts clubs --allow x", Code.WRONG_CARDS),
        ("declare anna quint JD --allow x", Code.WRONG_CARDS),
        ("declare nobody marriage --allow x", Code.UNKNOWN_PLAYER),
        ("declare anna nothing --allow x", Code.UNKNOWN_MELD),
        ("declare daria marriage --allow x", Code.SITTING_OUT),
        ("declare anna marriage --allow ''", Code.USAGE),
    ],
)
def test_nothing_else_can_be_allowed(line: str, code: Code) -> None:
    table = BeziqueTable("russian", "Anna", "Boris", "Clara", "Daria")
    table.evening("deal --trump spades; trick anna")
    assert table.refusal(line).code is code


def test_trumps_that_are_not_made_cannot_be_allowed() -> None:
    table = BeziqueTable("six-pack")
    table.evening("deal; trick anna; declare bezique --allow x => no-trumps-yet")


def test_no_hand_no_declaration_allowed_or_not() -> None:
    BeziqueTable("russian").evening("declare anna marriage --allow x => no-hand-open")
