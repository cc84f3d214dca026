"""Card accounting (design, section 4): a declaration is refused only when no set of physical cards fits."""

import pytest
from bezique_table import BeziqueTable, classic, russian, untold

from bezique_score.refusal import Code

# Which refusal


def test_the_third_bezique_of_two_packs_is_of_cards_used() -> None:
    table = classic()
    table.declares("anna", "bezique", "bezique")
    table.evening("""
        trick anna; declare bezique     => card-already-used
        trick boris; declare bezique    => too-many-cards
    """)


def test_after_the_others_bezique_a_second_is_one_card_too_many() -> None:
    table = classic()
    table.declares("boris", "bezique")
    table.declares("anna", "bezique")
    table.evening("trick anna; declare bezique => too-many-cards")


def test_a_side_has_used_what_both_partners_have() -> None:
    table = BeziqueTable("four-handed", "Anna", "Boris", "Clara", "Daria", partners=True)
    table.enter("deal --trump hearts")
    for player in ("anna", "clara", "clara", "anna"):
        table.declares(player, "bezique")
    table.evening("""
        trick anna; declare anna bezique    => card-already-used
        trick boris; declare boris bezique  => too-many-cards
    """)


# A player has held what a class needed, or what he played


def test_a_card_serves_once_in_each_class_whatever_it_did_in_the_others() -> None:
    """Anna's one queen of spades makes a bezique and a marriage; the other is Boris's for both."""
    table = classic()
    assert table.declares("anna", "bezique", "royal") == [40, 40]
    assert table.declares("boris", "bezique", "royal") == [40, 40]


def test_what_was_played_is_no_longer_there_to_be_shown() -> None:
    classic().evening("""
        trick QS 7S; trick QS 7S
        trick anna; declare bezique     => too-many-cards
    """)


def test_what_was_shown_and_then_played_is_one_card() -> None:
    """The bezique's own queen is played: Boris can still have the other."""
    classic().evening("""
        trick anna; declare bezique     => Anna 40
        trick QS 7S
        trick boris; declare bezique    => Boris 40
    """)


def test_what_was_played_before_a_declaration_is_beside_what_it_shows() -> None:
    """A queen of spades played, then one shown: both were Anna's, and none is left to Boris."""
    classic().evening("""
        trick QS 7S; declare bezique    => Anna 40
        trick boris; declare royal      => too-many-cards
    """)


def test_played_copies_are_beside_those_that_lie_open_in_any_class() -> None:
    classic().evening("""
        trick anna; declare royal       => Anna 40
        trick QS 7S; declare bezique    => Anna 40
        trick boris; declare bezique    => too-many-cards
    """)


def test_the_other_player_cannot_play_what_must_be_yours() -> None:
    classic().evening("""
        trick anna; declare double-bezique      => Anna 500
        trick AS QS                             => too-many-cards
        trick AS JD                             => too-many-cards
        trick QS 7S; trick QS 7S
        trick QS 8S                             => too-many-cards
    """)


def test_nobody_plays_a_card_more_often_than_the_packs_hold() -> None:
    classic().evening("trick AH AH; trick AH 7H => too-many-cards")


def test_tricks_without_cards_tell_nothing() -> None:
    classic().evening("""
        trick anna; declare double-bezique  => Anna 500
        trick anna; trick anna; trick anna
        declare royal                       => Anna 40
    """)


def test_where_no_tricks_are_recorded_nothing_is_played() -> None:
    table = untold("rubicon")
    for _ in range(4):
        table.evening("declare anna queens => Anna 60")


# The turned card


def test_the_turned_card_is_nobodys_while_it_lies_there() -> None:
    classic("deal --upcard QS").evening("""
        trick anna; declare bezique         => Anna 40
        trick boris; declare bezique        => too-many-cards
        trick QS AH                         => too-many-cards
    """)


def test_the_card_turned_counts_in_the_fours_of_its_rank() -> None:
    """Eight queens, one turned: no two fours of queens."""
    table = classic("deal --upcard QS")
    table.declares("anna", "queens")
    table.evening("trick boris; declare queens => too-many-cards")


def test_an_exchange_adds_the_turned_card_to_the_exchangers() -> None:
    table = classic("deal --upcard QS")
    table.declares("boris", "bezique")
    table.evening("""
        trick anna; declare bezique => too-many-cards
        exchange
        declare bezique             => Anna 40
    """)


def test_the_card_fetched_is_a_copy_beside_those_shown_before() -> None:
    """Anna's bezique was made with another queen: the packs' two are both hers."""
    classic("deal --upcard QS").evening("""
        trick anna; declare bezique     => Anna 40
        exchange                        => Anna 10
        trick boris; declare bezique    => too-many-cards
    """)


def test_the_low_trump_given_lies_turned_and_is_nobodys() -> None:
    classic("deal --upcard QS").evening("""
        trick anna; exchange        => Anna 10
        trick 7S 7S                 => too-many-cards
        trick AH 7S
        trick 7S AH                 => too-many-cards
    """)


def test_nobody_exchanges_a_low_trump_that_he_cannot_have() -> None:
    """Both sevens of spades were played by Boris."""
    classic("deal --upcard QS").evening("""
        trick AS 7S; trick AS 7S
        exchange    => too-many-cards
    """)


def last_of_the_stock(table: BeziqueTable) -> None:
    """Play the tricks of the stock; Anna wins the last, and Boris draws the turned card."""
    while table.hand.tricks < table.match.rules.draws(2):
        table.enter("trick anna")


def test_the_turned_card_is_drawn_by_the_loser_of_the_last_trick_of_the_stock() -> None:
    """One ace of spades lies turned until then; the other is Anna's."""
    table = classic("deal --upcard AS")
    table.evening("trick AS 7S; trick 8H AS => too-many-cards")
    last_of_the_stock(table)
    table.evening("""
        trick AD AS     => nothing
        trick AS AD     => too-many-cards
    """)


def test_the_winner_of_the_last_trick_does_not_get_the_turned_card() -> None:
    table = classic("deal --upcard AS")
    table.evening("trick AS 7S")
    last_of_the_stock(table)
    table.evening("trick AS 7D => too-many-cards")


def test_after_an_exchange_the_low_trump_is_drawn_last() -> None:
    table = classic("deal --upcard AS")
    table.evening("trick anna; exchange; trick 7S 8S => nothing")
    table.evening("trick AH 7S => too-many-cards")
    last_of_the_stock(table)
    table.evening("trick AH 7S => nothing")


# Four of a rank in untold suits, and told ones


def test_untold_fours_are_counted_by_rank() -> None:
    table = classic()
    table.declares("anna", "kings")
    table.declares("boris", "kings")
    table.evening("trick anna; declare kings => too-many-cards")


def test_an_untold_four_leaves_room_for_what_its_suits_may_be() -> None:
    """Anna's four kings may be the hearts, clubs and diamonds: Boris can have both of spades."""
    table = classic()
    table.declares("anna", "kings")
    assert table.declares("boris", "royal", "royal") == [40, 40]


def test_the_larger_of_rank_and_suits_is_what_a_player_needs() -> None:
    """Boris: marriages of six kings. Anna: four kings. Eight is all there are."""
    table = classic()
    table.declares("anna", "kings")
    assert table.declares("boris", "royal", "marriage hearts", "marriage clubs", "marriage diamonds") == [
        40, 20, 20, 20,
    ]  # fmt: skip
    table.evening("trick boris; declare royal => too-many-cards")
    table.evening("trick boris; declare kings => Boris 80")


def test_told_suits_go_into_the_count_of_the_rank() -> None:
    table = classic()
    table.declares("anna", "kings spades spades hearts hearts")
    table.evening("""
        trick boris; declare kings hearts clubs clubs diamonds  => too-many-cards
        declare royal                                           => too-many-cards
        declare kings clubs clubs diamonds diamonds             => Boris 80
        trick anna; declare marriage clubs                      => too-many-cards
        declare kings                                           => too-many-cards
    """)


def test_a_king_played_may_have_been_of_the_four() -> None:
    """Boris has four kings to show: Anna's four, of which one is played, and his are all there are."""
    classic().evening("""
        trick anna; declare kings   => Anna 80
        trick KH 7H
        trick boris; declare kings  => Boris 80
        trick anna; declare kings   => too-many-cards
    """)


def test_a_four_after_a_king_was_played_is_of_others() -> None:
    """One played before, four shown: five are Anna's, and three cannot make four."""
    classic().evening("""
        trick KH 7H; declare kings  => Anna 80
        trick boris; declare kings  => too-many-cards
    """)


# Trump quartets and plain quartets


def test_the_trump_four_after_the_plain_four_needs_no_new_card() -> None:
    """Six kings of hearts: Boris has two, Anna's four were the plain four."""
    table = BeziqueTable("six-pack")
    table.enter("deal")
    table.declares("anna", "marriage hearts", "kings hearts hearts hearts hearts")
    table.evening("trick boris; trick KH 7H; trick KH 7H")
    assert table.declares("anna", "trump-kings") == [800]
    table.evening("trick boris; trick KH 7H => too-many-cards")


def test_a_trump_four_may_be_the_untold_plain_four() -> None:
    table = BeziqueTable("six-pack")
    table.enter("deal")
    table.declares("anna", "marriage hearts", "kings")
    table.evening("trick boris; trick KH 7H; trick KH 7H")
    assert table.declares("anna", "trump-kings") == [800]


# Broken declarations made again


def test_a_king_that_came_up_from_a_marriage_may_replace_the_one_played() -> None:
    """The new card of the sequence is any of the others: Boris needs no second ten for it."""
    BeziqueTable("rubicon").evening("""
        deal; trick boris; declare sequence spades  => Boris 250
        trick KS JH; declare marriage spades        => Boris 40
        trick KC KS; trick KS 7S; trick 7D AD
        declare sequence spades                     => Boris 250
        trick KH 10S; trick 10S 7S; trick 10S 7S    => nothing
        trick 10S 7S                                => too-many-cards
    """)


def test_what_is_left_of_a_broken_four_may_be_used_up_later() -> None:
    """One of its queens went into the second four, the other two into the third: Anna has nine of sixteen."""
    BeziqueTable("rubicon").evening("""
        deal; trick 7S 8C; declare queens diamonds hearts hearts hearts => Anna 60
        trick AH QH
        trick QH 7H; declare queens hearts spades spades clubs          => Anna 60
        trick AD QD; trick AD QD; trick AD QD; trick AC QC; trick AC QC
        trick AS QS; declare queens                                     => Anna 60
    """)


def test_the_new_card_of_a_broken_trump_four_is_a_trump() -> None:
    """Six kings of spades: four lay in it, two are Boris's."""
    BeziqueTable("six-pack").evening("""
        deal; trick 7H 8C; declare marriage spades  => Anna 40
        trick 7H 8C; declare trump-kings            => Anna 800
        trick boris; trick KS 7H; trick KS 7H
        trick anna; declare trump-kings             => too-many-cards
    """)


# Infuzorki


def test_an_infuzorka_is_a_card_of_which_there_are_two() -> None:
    table = russian()
    table.declares("anna", "marriage -i K", "bezique -i Q")
    table.evening("""
        trick boris; declare quint -i A -i K    => no-infuzorka
        declare quint -i A                      => Boris 50
        trick anna; declare quint -i A -i K     => no-infuzorka
    """)


def test_the_suit_an_infuzorka_replaces_is_left_open() -> None:
    """Two packs: three fours of kings with infuzorki in the suits that ran out; told suits decide."""
    table = russian(packs=2)
    table.declares("anna", "kings", "kings")
    table.enter("trick anna")
    assert table.refusal("declare kings -i K").code is Code.CARD_ALREADY_USED
    table = russian(packs=2)
    table.evening("""
        trick AH KH; trick 10H KH; trick KD AD
        declare kings                                       => too-many-cards
        declare kings -i K                                  => Anna 8
    """)


def test_an_infuzorka_in_a_four_is_no_card_of_the_rank() -> None:
    """Fours in any suits: two queens and two infuzorki are Anna's, the six others Boris's."""
    russian(packs=2, plain_fours="any").evening("""
        trick anna; declare queens -i Q -i Q    => Anna 6
        trick AH QH; trick 10H QH
        trick boris; declare queens             => Boris 6
        trick anna; declare queens              => too-many-cards
    """)


# What stays open


@pytest.mark.parametrize(("first", "second"), [("JS", "JC"), ("JC", "JS")])
def test_the_jack_not_named_is_either_until_all_the_others_are_seen(first: str, second: str) -> None:
    table = russian(packs=2, deal="deal --trump spades")
    table.evening("trick anna; declare quint; trick boris")
    for card in (first, first, second):
        table.enter(f"trick boris {card} 9{card[-1]}")
    assert table.refusal(f"trick {second} 9{second[-1]}").code is Code.TOO_MANY_CARDS


def test_a_growing_set_counts_its_cards_played_or_not() -> None:
    """Nine cards of a rank with eight packs do not exist, whoever has them."""
    table = russian()
    table.declares("anna", "trump-kings", "trump-kings")
    table.evening("""
        trick boris; declare trump-kings    => too-many-cards
        declare trump-kings -i K            => Boris 88
        trick anna; declare trump-kings     => too-many-cards
    """)


# Where partners pool their cards they are counted as one


def test_pooled_cards_are_counted_for_the_side() -> None:
    table = BeziqueTable(
        "four-handed", "Anna", "Boris", "Clara", "Daria", partners=True, options={"partners-pool": True}
    )
    table.evening("""
        deal --trump hearts
        trick QS AD QS AC; trick anna; declare triple-bezique => too-many-cards
        declare double-bezique  => Anna+Clara 500
    """)
