"""Card accounting where the cards of tricks are told: what was played, fetched or drawn (design, section 4)."""

import pytest
from bezique_table import BeziqueTable, classic, russian


def rubicon() -> BeziqueTable:
    table = BeziqueTable("rubicon")
    table.enter("deal")
    return table


# Four in untold suits, and the cards of the rank that others have played


def test_four_untold_queens_and_five_others_are_more_than_the_two_packs_have() -> None:
    classic().evening("""
        trick boris; declare queens         => Boris 60
        trick 7S QS; trick QS 7S; trick QH 7H; trick QH 7H
        trick QD 7D                         => too-many-cards
    """)


def test_four_untold_queens_each_leave_no_fifth_to_either() -> None:
    classic().evening("""
        trick boris; declare queens         => Boris 60
        trick anna; declare queens          => Anna 60
        trick QS 7S; trick QS 7S; trick QH 7H; trick QH 7H
        trick QD 7D                         => too-many-cards
    """)


@pytest.mark.parametrize("meld", ["marriage hearts", "sequence"])
def test_a_declaration_with_a_queen_more_than_four_untold_ones_leave_is_refused(meld: str) -> None:
    classic("deal --trump hearts").evening(f"""
        trick boris; declare queens         => Boris 60
        trick 7S QS; trick QS 7S; trick QD 7D; trick QD 7D
        declare {meld}                      => too-many-cards
    """)


def test_untold_queens_and_told_ones_of_a_class_are_together_no_more_than_the_packs_have() -> None:
    """Each suit by itself would do: two queens of diamonds and two of clubs have not been told."""
    classic().evening("""
        trick anna; declare queens                                  => Anna 60
        trick anna; declare queens spades spades hearts hearts      => Anna 60
        trick anna; declare queens diamonds diamonds clubs clubs    => card-already-used
        trick boris; declare queens diamonds diamonds clubs clubs   => too-many-cards
    """)


def test_the_four_black_jacks_are_not_one_players_while_another_has_shown_either() -> None:
    """Two packs; the jack of a quint is of spades or of clubs. Of each suit alone there would be two."""
    russian(packs=2, plain_fours="any").evening("""
        trick anna; declare quint
        trick boris; declare jacks spades spades clubs clubs        => too-many-cards
        declare jacks spades spades clubs hearts                    => Boris 4
    """)


def test_a_card_played_is_one_of_those_shown_and_takes_nothing_off_them() -> None:
    classic().evening("""
        trick anna; declare kings hearts hearts spades clubs    => Anna 80
        trick KH 7H
        trick AS KH                         => too-many-cards
        trick KH 7H
        trick KH 8H                         => too-many-cards
    """)


def test_an_infuzorka_may_be_played_while_the_suit_of_another_is_open() -> None:
    russian().evening("""
        trick anna; declare kings -i K  => Anna 8
        trick AH *; trick * AH
        trick AH *                      => no-infuzorka
    """)


# The turned card and the low trump given for it


def drawn_out(table: BeziqueTable, tricks: int) -> BeziqueTable:
    """Let Boris take so many tricks, their cards untold."""
    for _ in range(tricks):
        table.enter("trick boris")
    return table


def test_the_low_trump_that_was_given_is_drawn_last_beside_the_one_shown_before() -> None:
    table = classic("deal --upcard KH")
    table.evening("trick 7H 8H; exchange => Boris 10")
    drawn_out(table, 23)
    table.evening("""
        trick 7H 9S     => too-many-cards
        trick 9H 7H; trick 7H 9S => too-many-cards
    """)


def test_who_gave_the_low_trump_has_had_it_no_more_than_before() -> None:
    table = classic("deal --upcard KH")
    drawn_out(table, 1).evening("exchange => Boris 10")
    drawn_out(table, 23).evening("trick 9H 7H; trick 8H 7H; trick 10H 7H => too-many-cards")
    table.evening("trick 7H 9D => too-many-cards")


def test_the_card_that_was_fetched_is_beside_the_one_shown_before() -> None:
    classic("deal --upcard KH").evening("""
        trick 9S KH; exchange               => Boris 10
        trick KH KH                         => too-many-cards
        trick KH 9H
    """)


# Declarations broken and made again (Portland Club laws 34 to 38)


def test_a_set_made_whole_is_one_set_still_and_needs_another_card_played_to_be_made_again() -> None:
    """The other queens of three suits are Boris's, so the second set can only be the first made whole."""
    table = rubicon()
    table.evening("trick anna; declare queens spades hearts diamonds clubs => Anna 60")
    for cards in ("AH QH", "AC QC", "AD QD"):
        table.evening(f"trick {cards}; trick {cards}; trick {cards}")
    table.evening("""
        declare queens                          => too-many-cards
        trick QS 7S; declare queens             => Anna 60
        trick 9S 8S; declare queens             => too-many-cards
        trick QS 7S; declare queens             => Anna 60
        trick 9S 8S; declare queens             => too-many-cards
    """)


def test_after_untold_tricks_anything_may_have_been_broken_until_it_is_made_again() -> None:
    rubicon().evening("""
        trick anna; declare marriage hearts     => Anna 40
        trick AH QH; trick AH QH; trick AH QH
        declare marriage hearts                 => too-many-cards
        trick anna; declare marriage hearts     => Anna 40
        trick 9S 8S; declare marriage hearts    => too-many-cards
        trick anna; declare marriage hearts     => Anna 40
    """)


def test_where_tricks_are_not_recorded_every_declaration_may_have_been_broken() -> None:
    table = BeziqueTable("rubicon", tricks=False)
    table.evening("deal; declare boris queens hearts hearts hearts clubs => Boris 60")
    table.evening("declare anna marriage hearts => Anna 40")
    table.evening("declare anna marriage hearts => Anna 40")


# What the stock ends


def test_when_the_last_trick_is_taken_only_the_end_is_left() -> None:
    table = drawn_out(classic(), 32)
    refusal = table.refusal("declare boris bezique")
    assert str(refusal) == "The stock ended with trick 24; this is trick 32.   [stock-empty]"
    assert refusal.hint == "end   (the rest is played out, then `end`)"
    table = drawn_out(classic(), 31)
    assert table.refusal("declare boris bezique").hint == "trick Boris   (the rest is played out, then `end`)"


def test_after_the_last_trick_there_is_no_other() -> None:
    table = drawn_out(classic(), 32)
    refusal = table.refusal("trick anna")
    assert f"{refusal}\n{refusal.hint}" == "All 32 tricks have been played.   [wrong-time]\nend"


def test_numbers_that_the_tricks_contradict_are_asked_for_with_who_took_the_last() -> None:
    table = classic()
    table.enter("trick AS 10S")
    refusal = table.refusal("end anna=1 --last boris")
    assert str(refusal) == "Anna is given 1 brisques, but by the tricks recorded has 2 to 16.   [bad-count]"
    assert refusal.hint == "end Anna=8 --last Boris   (the last missing number is worked out)"


def test_when_every_card_was_told_the_end_needs_no_numbers() -> None:
    table = classic("deal --upcard 7S")
    suits, ranks = "SHDC", ("A", "10", "K", "Q", "J", "9", "8", "7")
    for card in (f"{rank}{suit}" for rank in ranks for suit in suits):
        table.enter(f"trick {card} {card}")  # of two equal cards the first takes the trick
    refusal = table.refusal("end --last boris")
    assert str(refusal) == "Anna took the last trick, not Boris.   [wrong-winner]"
    assert refusal.hint == "end --last Anna"
    table.enter("end")
    assert table.hand.counted == {"Anna": 16, "Boris": 0}
