"""Bezique with two packs (seed 001; HGM, BRIT, ENQ; rules.md 2), in the words of the players."""

import pytest
from bezique_table import BeziqueTable, classic

from bezique_score.refusal import Code


def test_eight_cards_each_and_twenty_four_draws() -> None:
    table = classic()
    for _ in range(24):
        table.enter("trick anna")
    assert table.hand.stock == 0
    table.evening("declare bezique => Anna 40")
    for _ in range(8):
        table.evening("trick anna; declare kings => stock-empty")
    table.evening("trick anna => wrong-time")


def test_the_ten_ranks_below_the_ace_and_above_the_king() -> None:
    for cards, winner in [("10H KH", "Anna"), ("10H AH", "Boris"), ("KH QH", "Anna"), ("AH 7S", "Boris")]:
        table = classic()
        table.enter(f"trick {cards}")
        assert table.hand.leader == winner


@pytest.mark.parametrize(
    ("line", "points"),
    [
        ("marriage hearts", 20),
        ("marriage spades", 40),
        ("royal", 40),
        ("sequence", 250),
        ("bezique", 40),
        ("double-bezique", 500),
        ("aces", 100),
        ("kings", 80),
        ("queens", 60),
        ("jacks", 40),
        ("kings hearts hearts spades spades", 80),
        ("seven", 10),
    ],
)
def test_the_common_table_of_values(line: str, points: int) -> None:
    assert classic().declares("anna", line) == [points]


# Sevens


def test_the_dealer_scores_a_turned_seven() -> None:
    BeziqueTable("classic").evening("deal --upcard 7H => Boris 10")
    BeziqueTable("classic").evening("deal --upcard 8H => nothing")
    BeziqueTable("classic").evening("deal --trump hearts => nothing")


def test_the_seven_of_trumps_fetches_the_turned_card_for_ten_and_leaves_the_declaration() -> None:
    classic("deal --upcard AS").evening("""
        trick anna; exchange    => Anna 10
        declare bezique         => Anna 40
        declare seven           => Anna 10
        trick anna; declare seven => card-already-used
        exchange                => no-exchange
    """)


def test_no_exchange_when_the_turned_card_is_itself_the_seven() -> None:
    classic("deal --upcard 7S").evening("trick anna; exchange => no-exchange")


def test_a_seven_leaves_the_declaration_and_the_declaration_leaves_the_seven() -> None:
    classic().evening("""
        trick anna; declare seven   => Anna 10
        declare bezique             => Anna 40
        declare seven               => Anna 10
        declare kings               => already-declared
    """)


def test_never_more_than_twenty_for_sevens_in_all() -> None:
    classic("deal --upcard AS").evening("""
        trick anna; exchange        => Anna 10
        trick boris; declare seven  => Boris 10
        declare seven               => too-many-cards
        trick anna; declare seven   => too-many-cards
    """)


def test_a_seven_that_was_shown_is_not_exchanged_for_ten_more() -> None:
    classic("deal --upcard AS").evening("""
        trick anna; declare seven   => Anna 10
        declare seven               => Anna 10
        exchange                    => card-already-used
        trick boris; exchange       => too-many-cards
    """)


def test_a_seven_shown_and_the_seven_turned_are_all_there_are() -> None:
    classic("deal --upcard 7S").evening("""
        trick anna; declare seven   => Anna 10
        declare seven               => too-many-cards
    """)


def test_house_option_seven() -> None:
    table = BeziqueTable("classic", options={"seven": 20})
    table.evening("""
        deal --upcard 7S            => Boris 20
        trick anna; declare seven   => Anna 20
        end anna=16 --last anna; deal --upcard AS; trick anna
        exchange                    => Anna 20
    """)


# Class A: marriage and sequence


def test_the_royal_marriage_goes_up_into_the_sequence() -> None:
    classic().evening("""
        trick anna; declare royal       => Anna 40
        trick anna; declare sequence    => Anna 250
    """)


def test_after_the_sequence_its_king_and_queen_do_not_marry_but_fresh_ones_do() -> None:
    table = classic()
    assert table.declares("anna", "sequence", "royal") == [250, 40]
    table.evening("trick anna; declare royal => card-already-used")


def test_the_sequence_first_leaves_no_marriage_from_the_same_cards() -> None:
    """The other king of spades is Boris's, so Anna's can only be that of her sequence."""
    classic().evening("""
        trick anna; declare sequence    => Anna 250
        trick AH KS; trick anna
        declare royal                   => too-many-cards
    """)


def test_a_married_king_does_not_take_a_new_queen() -> None:
    """One king of hearts is Boris's: Anna's only one has married."""
    classic().evening("""
        trick anna; declare marriage hearts     => Anna 20
        trick AH KH; declare marriage hearts    => too-many-cards
    """)


@pytest.mark.parametrize(
    ("meld", "times"),
    [("sequence", 2), ("marriage hearts", 2), ("royal", 2), ("kings", 2), ("aces", 2), ("bezique", 2)],
)
def test_at_most_two_of_each_for_both_players_together(meld: str, times: int) -> None:
    table = classic()
    table.declares("anna", meld)
    table.declares("boris", *[meld] * (times - 1))
    for player in ("anna", "boris"):
        table.enter(f"trick {player}")
        assert table.refusal(f"declare {meld}").code is Code.TOO_MANY_CARDS


def test_a_player_who_has_used_every_copy_has_used_them() -> None:
    table = classic()
    table.declares("anna", "kings", "kings", "sequence", "sequence")
    table.enter("trick anna")
    assert table.refusal("declare kings").code is Code.CARD_ALREADY_USED
    assert table.refusal("declare sequence").code is Code.CARD_ALREADY_USED
    assert table.refusal("declare royal").code is Code.CARD_ALREADY_USED


# Class B: beziques


def test_bezique_then_the_second_pair_doubles_it() -> None:
    assert classic().declares("anna", "bezique", "double-bezique") == [40, 500]


def test_all_four_at_once_are_a_double_bezique_alone() -> None:
    table = classic()
    assert table.declares("anna", "double-bezique") == [500]
    table.evening("trick anna; declare bezique => card-already-used")


def test_two_single_beziques_of_four_cards_make_no_double() -> None:
    """Each step up needs a new card from hand."""
    table = classic()
    assert table.declares("anna", "bezique", "bezique") == [40, 40]
    table.evening("trick anna; declare double-bezique => card-already-used")


def test_all_cards_of_a_double_lie_open() -> None:
    classic().evening("""
        trick anna; declare bezique             => Anna 40
        trick QS 7S; declare double-bezique     => too-many-cards
    """)


# Class C: four of a rank


def test_a_card_serves_across_the_classes() -> None:
    table = classic("deal --trump spades")
    melds = ["queens", "queens", "royal", "royal", "bezique", "bezique", "sequence", "sequence"]
    assert table.declares("anna", *melds) == [60, 60, 40, 40, 40, 40, 250, 250]


def test_four_kings_again_need_four_other_kings() -> None:
    """Boris plays a king: Anna could have three others at most."""
    classic().evening("""
        trick anna; declare kings       => Anna 80
        trick AH KH; declare kings      => too-many-cards
    """)


def test_suits_told_of_kings_are_held_to() -> None:
    classic().evening("""
        trick anna
        declare kings hearts hearts hearts spades   => too-many-cards
        declare kings hearts hearts spades          => wrong-cards
        declare kings hearts hearts spades spades   => Anna 80
        trick anna
        declare kings hearts spades clubs diamonds  => card-already-used
        declare kings clubs clubs diamonds diamonds => Anna 80
    """)


# The end


def test_brisques_and_the_last_trick() -> None:
    """Seed 001, 6 and 8: ten for each ace and ten, ten for the last trick."""
    table = classic()
    table.evening("""
        end anna=10                     => bad-count
        end --last anna                 => bad-count
        end anna=17 --last anna         => bad-count
        end anna=9 boris=8 --last anna  => bad-count
        end anna=10 --last boris        => Anna 100, Boris 70
    """)
    assert table.totals == {"Anna": 100, "Boris": 70}


def test_brisques_told_by_tricks_are_checked() -> None:
    classic().evening("""
        trick AH 10H; trick AD 10D
        end anna=3 --last anna          => bad-count
        end boris=13 --last anna        => bad-count
        end anna=4 --last boris         => Anna 40, Boris 130
    """)


def test_the_last_trick_recorded_contradicts_another_winner() -> None:
    table = classic()
    for _ in range(32):
        table.enter("trick anna")
    table.evening("""
        end anna=16 --last boris        => wrong-winner
        end anna=16                     => Anna 170
    """)
    assert "The last trick is Anna's." in table.notices


def test_who_took_every_trick_has_every_brisque_and_need_not_say_so() -> None:
    table = classic()
    for _ in range(32):
        table.enter("trick anna")
    table.evening("""
        end boris=1                     => bad-count
        end                             => Anna 170
    """)


def test_a_trick_has_at_most_a_brisque_of_each_player() -> None:
    table = classic()
    for _ in range(32):
        table.enter("trick anna")
    table.evening("end anna=15 => bad-count")


def test_house_option_last_trick() -> None:
    classic(last_trick=50).evening("end anna=16 --last boris => Anna 160, Boris 50")
    classic(last_trick=0).evening("""
        end anna=16 --last boris    => not-in-this-game
        end anna=16                 => Anna 160
    """)


# House option bezique-pair


@pytest.mark.parametrize(
    ("trump", "queen", "jack"),
    [("hearts", "QS", "JD"), ("clubs", "QS", "JD"), ("spades", "QD", "JS"), ("diamonds", "QD", "JS")],
)
def test_house_option_bezique_pair_by_trump(trump: str, queen: str, jack: str) -> None:
    for card in (queen, jack):
        table = classic(f"deal --trump {trump}", bezique_pair="by-trump")
        table.evening(f"""
            trick anna; declare bezique         => Anna 40
            trick AH AH; trick {card} {card}
            trick anna; declare bezique         => too-many-cards
        """)


@pytest.mark.parametrize("trump", ["spades", "hearts", "diamonds", "clubs"])
def test_the_bezique_is_the_queen_of_spades_and_the_jack_of_diamonds_whatever_is_trumps(trump: str) -> None:
    for card in ("QS", "JD"):
        classic(f"deal --trump {trump}").evening(f"""
            trick {card} {card}; trick anna; declare bezique    => too-many-cards
        """)
    classic(f"deal --trump {trump}").evening("trick QD QD; trick JS JS; trick anna; declare bezique => Anna 40")


def test_the_offers_of_a_hand() -> None:
    table = classic()
    table.declares("anna", "bezique", "royal")
    offers = table.offers("Anna")
    assert offers["marriage spades"] == 40
    assert offers["marriage hearts"] == 20
    assert offers["double-bezique"] == 500
    table.declares("anna", "double-bezique")
    assert "bezique" not in table.offers("Anna")


def test_figures_of_the_source() -> None:
    """rules.md 9."""
    assert sum(classic().declares("anna", "bezique", "double-bezique")) == 540
    assert sum(classic().declares("anna", "royal", "sequence")) == 290
