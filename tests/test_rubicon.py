"""Rubicon bezique (HGM with the Portland Club's laws, BIC; rules.md 4), in the words of the players."""

import pytest
from bezique_table import BeziqueTable, untold

from bezique_score.refusal import Code


def rubicon(**words: object) -> BeziqueTable:
    """Boris deals, Anna leads; the tricks are told."""
    table = BeziqueTable("rubicon", **words)  # type: ignore[arg-type]
    table.enter("deal")
    return table


def test_fifty_five_draws_and_nothing_turned() -> None:
    BeziqueTable("rubicon").evening("""
        deal --trump hearts => not-in-this-game
        deal --upcard 7H    => not-in-this-game
    """)
    table = rubicon()
    for _ in range(55):
        table.enter("trick anna")
    assert table.hand.stock == 0
    table.evening("""
        declare aces                => Anna 100
        trick anna; declare kings   => stock-empty
        exchange                    => not-in-this-game
        declare seven               => not-in-this-game
    """)


# Trumps


def test_the_first_marriage_makes_trumps() -> None:
    table = rubicon()
    assert table.declares("anna", "marriage hearts", "marriage spades") == [40, 20]
    assert table.hand.trump == "hearts"
    assert table.declares("boris", "marriage hearts", "sequence hearts", "sequence clubs") == [40, 250, 150]


def test_a_sequence_makes_trumps_if_earlier() -> None:
    table = rubicon()
    assert table.declares("anna", "sequence clubs", "marriage clubs", "marriage hearts") == [250, 40, 20]
    assert table.hand.trump == "clubs"


def test_royal_needs_trumps() -> None:
    table = rubicon()
    table.evening("trick anna; declare royal => no-trumps-yet")


# Values


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("bezique", 40), ("double-bezique", 500), ("triple-bezique", 1500), ("quadruple-bezique", 4500),
        ("aces", 100), ("kings", 80), ("queens", 60), ("jacks", 40),
        ("kings hearts hearts hearts hearts", 80),
    ],
)  # fmt: skip
def test_values(meld: str, points: int) -> None:
    assert rubicon().declares("anna", meld) == [points]


def test_beziques_are_built_up() -> None:
    melds = ["bezique", "double-bezique", "triple-bezique", "quadruple-bezique"]
    assert rubicon().declares("anna", *melds) == [40, 500, 1500, 4500]


# Carte blanche


def test_carte_blanche_before_play_by_either_needs_no_trick() -> None:
    rubicon().evening("""
        declare carte-blanche       => not-the-trick-winner
        declare anna carte-blanche  => Anna 50
        declare boris carte-blanche => Boris 50
        declare anna carte-blanche  => wrong-time
    """)


def test_no_carte_blanche_once_play_has_begun() -> None:
    rubicon().evening("trick anna; declare anna carte-blanche => wrong-time")


def test_fifty_again_after_each_trick_whoever_won_it_beside_the_declaration() -> None:
    rubicon().evening("""
        declare anna carte-blanche  => Anna 50
        trick boris
        declare boris kings         => Boris 80
        declare anna carte-blanche  => Anna 50
        declare anna carte-blanche  => wrong-time
        declare boris carte-blanche => wrong-time
        trick anna
        declare anna carte-blanche  => Anna 50
        declare anna aces           => Anna 100
        trick anna
        declare anna carte-blanche  => Anna 50
    """)


@pytest.mark.parametrize("meld", ["kings", "queens", "jacks", "bezique", "marriage hearts", "sequence hearts"])
def test_a_court_card_declared_ends_the_carte_blanche(meld: str) -> None:
    rubicon().evening(f"""
        declare anna carte-blanche  => Anna 50
        trick anna; declare anna {meld}
        trick boris; declare anna carte-blanche => wrong-time
    """)


@pytest.mark.parametrize("card", ["KH", "QH", "JH"])
def test_a_court_card_played_ends_the_carte_blanche(card: str) -> None:
    rubicon().evening(f"""
        declare anna carte-blanche  => Anna 50
        declare boris carte-blanche => Boris 50
        trick 7H 8H
        declare anna carte-blanche  => Anna 50
        declare boris carte-blanche => Boris 50
        trick 10H {card}
        declare anna carte-blanche  => wrong-time
        declare boris carte-blanche => Boris 50
    """)


def test_no_more_cards_are_shown_when_the_stock_is_out() -> None:
    table = rubicon()
    table.evening("declare anna carte-blanche => Anna 50")
    for _ in range(55):
        table.evening("trick anna; declare anna carte-blanche => Anna 50")
    table.evening("trick anna; declare anna carte-blanche => stock-empty")


def test_carte_blanche_where_tricks_are_not_recorded() -> None:
    untold("rubicon").evening("""
        declare anna carte-blanche  => Anna 50
        declare anna carte-blanche  => Anna 50
        declare anna kings          => Anna 80
        declare anna carte-blanche  => wrong-time
        declare boris carte-blanche => wrong-time
    """)


# A declaration broken by playing a card may be made again (laws 34 to 38)


def test_four_queens_one_played_a_fifth_added() -> None:
    """Law 34."""
    table = rubicon()
    table.evening("""
        trick anna; declare queens spades hearts diamonds clubs     => Anna 60
        trick QS 7S; declare queens hearts hearts diamonds clubs    => Anna 60
    """)


def test_four_queens_of_which_none_was_played_need_four_new_ones() -> None:
    """Sixteen queens; Boris has shown nine: Anna can have three beside her four."""
    table = rubicon()
    table.evening("""
        trick anna; declare queens      => Anna 60
        trick AH QH; trick AH QH; trick AH QH; trick AC QC; trick AC QC; trick AC QC
        trick AD QD; trick AD QD; trick AD QD
        declare queens                  => too-many-cards
        trick QS 7S; declare queens     => Anna 60
    """)


def test_without_its_cards_a_trick_may_have_broken_anything() -> None:
    table = rubicon()
    table.evening("trick anna; declare queens => Anna 60")
    for cards in ("AH QH", "AH QH", "AH QH", "AC QC", "AC QC", "AC QC", "AD QD", "AD QD", "AD QD"):
        table.enter(f"trick {cards}")
    table.evening("""
        declare queens              => too-many-cards
        trick anna; declare queens  => Anna 60
    """)


def test_a_played_king_is_replaced_and_the_pair_marries_again() -> None:
    """Law 35: the same queen, another king. The other three queens of hearts are Boris's."""
    rubicon().evening("""
        trick anna; declare marriage hearts     => Anna 40
        trick AH QH; trick AH QH; trick AH QH
        declare marriage hearts                 => too-many-cards
        trick KH 7H; declare marriage hearts    => Anna 40
    """)


def test_a_bezique_broken_is_made_again() -> None:
    rubicon().evening("""
        trick anna; declare bezique             => Anna 40
        trick AS QS; trick AS QS; trick AS QS
        declare bezique                         => too-many-cards
        trick JD 7D; declare bezique            => Anna 40
    """)


def test_a_sequence_broken_is_made_again() -> None:
    rubicon().evening("""
        trick anna; declare sequence hearts     => Anna 250
        trick AS KH; trick KH AS; trick KH AS; trick 7D AD
        declare sequence hearts                 => too-many-cards
    """)
    rubicon().evening("""
        trick anna; declare sequence hearts     => Anna 250
        trick 10H KH; trick 10H KH; trick 10H KH
        declare sequence hearts                 => Anna 250
    """)


def test_two_pairs_on_the_table_re_marry_after_a_card_of_each_was_played() -> None:
    """A king of one pair and a queen of the other are gone: what is left marries without a new card."""
    rubicon().evening("""
        trick 8S 7S; declare marriage hearts    => Anna 40
        trick 8S 7S; declare marriage hearts    => Anna 40
        trick AH KH; trick AH QH; trick AH KH; trick AH QH
        declare marriage hearts                 => too-many-cards
        trick KH 7H; trick QH 7H
        declare marriage hearts                 => Anna 40
    """)


def test_a_king_or_queen_once_in_a_sequence_never_marries() -> None:
    rubicon().evening("""
        trick anna; declare sequence hearts     => Anna 250
        trick AS KH; trick KH AS; trick KH AS; trick 7D AD
        declare marriage hearts                 => too-many-cards
        trick QH 7H; declare marriage hearts    => too-many-cards
    """)


def test_elsewhere_a_broken_declaration_is_not_made_again() -> None:
    """The two-pack game has no such law."""
    table = BeziqueTable("classic")
    table.evening("""
        deal --trump spades
        trick anna; declare marriage hearts     => Anna 20
        trick AH QH
        trick KH 7H; declare marriage hearts    => too-many-cards
    """)


# The end


def test_the_last_trick_is_fifty() -> None:
    table = rubicon()
    table.enter("end anna=16 --last boris")
    assert table.scores == {"Anna": 0, "Boris": 50}


def test_the_last_trick_must_be_told() -> None:
    table = untold("rubicon")
    assert table.refusal("end anna=16").code is Code.BAD_COUNT
