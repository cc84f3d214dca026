"""Bezique for three and four (EB9, EB11, BIC; rules.md 3), in the words of the players."""

from collections.abc import Callable

import pytest
from bezique_table import BeziqueTable

from bezique_score.rules.load import packaged_document, rulebook_of

THREE = ("Anna", "Boris", "Clara")
FOUR = (*THREE, "Daria")


def three(deal: str = "deal --trump hearts", **words: object) -> BeziqueTable:
    table = BeziqueTable("three-handed", *THREE, **words)  # type: ignore[arg-type]
    table.enter(deal)
    return table


def four(deal: str = "deal --trump hearts", **words: object) -> BeziqueTable:
    table = BeziqueTable("four-handed", *FOUR, **words)  # type: ignore[arg-type]
    table.enter(deal)
    return table


@pytest.mark.parametrize(("game", "seats", "size"), [("three-handed", 3, 96), ("four-handed", 4, 128)])
def test_the_packs_the_draws_and_the_target(game: str, seats: int, size: int) -> None:
    rules = rulebook_of(packaged_document(game))
    assert (rules.size, rules.draws(seats), rules.game.target.points) == (size, 24, 2000)


@pytest.mark.parametrize("seat", [three, four])
def test_a_bezique_goes_up_to_the_triple(seat: Callable[[], BeziqueTable]) -> None:
    assert seat().declares("anna", "bezique", "double-bezique", "triple-bezique") == [40, 500, 1500]


@pytest.mark.parametrize("lower", ["bezique", "double-bezique"])
def test_a_triple_is_added_to_what_lies_there_or_made_together(lower: str) -> None:
    assert three().declares("anna", "triple-bezique") == [1500]
    assert three().declares("anna", lower, "triple-bezique")[-1] == 1500


def test_a_pair_added_to_a_doubled_bezique_is_another_double() -> None:
    """EB9: 500 again; after that no card is left for the triple."""
    table = three()
    assert table.declares("anna", "bezique", "double-bezique", "double-bezique") == [40, 500, 500]
    table.evening("""
        trick anna; declare double-bezique  => card-already-used
        declare triple-bezique              => card-already-used
    """)


def test_a_second_double_by_adding_a_pair_needs_the_first_pair_to_lie_there() -> None:
    three().evening("""
        trick anna; declare double-bezique  => Anna 500
        trick QS AD AC; trick QS AC AC
        trick anna; declare double-bezique  => too-many-cards
    """)


def test_each_plays_for_himself() -> None:
    table = four()
    for player in FOUR:
        assert table.declares(player, "bezique") == [40]
    table.evening("trick anna; declare bezique => too-many-cards")


@pytest.mark.parametrize(("seat", "brisques"), [(three, 24), (four, 32)])
def test_the_brisques_of_the_packs(seat: Callable[[], BeziqueTable], brisques: int) -> None:
    others = " ".join(f"{name}=0" for name in seat().match.seating.players[1:])
    table = seat()
    table.evening(f"""
        end anna={brisques - 1} {others} --last anna  => bad-count
        end anna={brisques} {others} --last anna      => Anna {brisques * 10 + 10}
    """)


def test_with_more_packs_each_seven_scores() -> None:
    three("deal --upcard AH").evening("""
        trick anna; exchange        => Anna 10
        declare seven               => Anna 10
        trick clara; declare seven  => Clara 10
        declare seven               => too-many-cards
    """)
    four("deal --upcard 7H").evening("""
        trick anna; declare seven   => Anna 10
        declare seven               => Anna 10
        declare seven               => Anna 10
        declare seven               => too-many-cards
    """)


# Partners


def test_partners_sit_across_and_score_together() -> None:
    table = four(partners=True)
    table.evening("""
        trick anna; declare clara bezique   => Anna+Clara 40
        declare anna kings                  => already-declared
        trick daria; declare boris kings    => Boris+Daria 80
        declare anna kings                  => not-the-trick-winner
        end clara=20 --last daria           => Anna+Clara 200, Boris+Daria 130
    """)
    assert table.totals == {"Anna+Clara": 240, "Boris+Daria": 210}


def test_the_dealers_side_scores_the_turned_seven() -> None:
    BeziqueTable("four-handed", *FOUR, partners=True).evening("deal --upcard 7H => Boris+Daria 10")


def test_all_cards_of_a_double_come_from_one_hand() -> None:
    """BIC. Three queens of spades are Clara's: Anna's only one does not double with them."""
    four(partners=True).evening("""
        trick anna; declare bezique                 => Anna+Clara 40
        trick AD AD QS AD; trick AC AC QS AC; trick AC 7C QS 8C
        trick anna; declare anna double-bezique     => too-many-cards
    """)


def test_a_partner_does_not_build_on_the_others_bezique() -> None:
    """Anna's bezique; two other queens are with the opponents: Clara can have one, and not a double."""
    four(partners=True).evening("""
        trick anna; declare anna bezique            => Anna+Clara 40
        trick AD QS AD QS
        trick anna; declare clara double-bezique    => too-many-cards
    """)


def test_house_option_partners_pool() -> None:
    """EB9: the same cards, laid together."""
    four(partners=True, options={"partners-pool": True}).evening("""
        trick anna; declare anna bezique            => Anna+Clara 40
        trick AD QS AD QS
        trick anna; declare clara double-bezique    => Anna+Clara 500
        trick anna; declare clara bezique           => too-many-cards
    """)


def test_reuse_is_judged_for_the_side() -> None:
    """Four packs: four beziques of a side leave none to either partner."""
    table = four(partners=True)
    for player in ("anna", "clara", "anna", "clara"):
        table.declares(player, "bezique")
    table.evening("trick anna; declare clara bezique => card-already-used")
