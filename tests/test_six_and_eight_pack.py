"""Bezique with six packs (CM, PW; rules.md 5) and with eight (rules.md 6), in the words of the players."""

import pytest
from bezique_table import BeziqueTable, untold

from bezique_score.refusal import Code
from bezique_score.rules.load import packaged_document, rulebook_of

TRUMP_FOURS = {"trump-aces": 1000, "trump-tens": 900, "trump-kings": 800, "trump-queens": 600, "trump-jacks": 400}
TRUMP_FIVES = {
    "five-trump-aces": 2000, "five-trump-tens": 1800, "five-trump-kings": 1600, "five-trump-queens": 1200,
    "five-trump-jacks": 800,
}  # fmt: skip
BOTH = pytest.mark.parametrize("game", ["six-pack", "eight-pack"])


def told(game: str = "six-pack") -> BeziqueTable:
    """Boris deals, Anna leads; the tricks are told."""
    table = BeziqueTable(game)
    table.enter("deal")
    return table


@pytest.mark.parametrize(("game", "size", "draws"), [("six-pack", 192, 84), ("eight-pack", 256, 113)])
def test_the_packs_and_the_draws(game: str, size: int, draws: int) -> None:
    rules = rulebook_of(packaged_document(game))
    assert (rules.size, rules.draws(2)) == (size, draws)


# Trumps


@BOTH
def test_the_first_marriage_or_sequence_makes_trumps(game: str) -> None:
    assert told(game).declares("anna", "marriage hearts", "sequence hearts", "sequence clubs") == [40, 250, 150]
    assert told(game).declares("anna", "sequence clubs", "marriage clubs", "marriage hearts") == [250, 40, 20]


@BOTH
@pytest.mark.parametrize("meld", ["bezique", "double-bezique", "trump-aces", "royal"])
def test_the_bezique_and_the_fours_of_trumps_wait_for_trumps(game: str, meld: str) -> None:
    table = told(game)
    table.enter("trick anna")
    assert table.refusal(f"declare {meld}").code is Code.NO_TRUMPS_YET


@BOTH
@pytest.mark.parametrize(
    ("trump", "queen", "jack"),
    [("hearts", "QH", "JC"), ("diamonds", "QD", "JS"), ("clubs", "QC", "JH"), ("spades", "QS", "JD")],
)
def test_the_bezique_goes_with_trumps(game: str, trump: str, queen: str, jack: str) -> None:
    """All of those cards but one with Boris: one bezique is left, and no double."""
    for card in (queen, jack):
        table = told(game)
        table.declares("anna", f"sequence {trump}")
        table.enter("trick boris")
        for _ in range(table.copies(card) - 1):
            table.enter(f"trick boris {card} 7{card[-1]}")
        table.declares("anna", "bezique")
        table.enter("trick anna")
        assert table.refusal("declare double-bezique").code is Code.TOO_MANY_CARDS


def test_the_same_trumps_twice_running_are_noticed_not_refused() -> None:
    table = told()
    table.declares("anna", "marriage hearts")
    assert table.notices == []
    table.evening("end --last anna; deal")
    assert table.declares("anna", "marriage hearts") == [40]
    assert table.notices == ["hearts are trumps twice running."]
    table.evening("end --last anna; deal")
    table.declares("anna", "marriage spades")
    assert table.notices == []


# Before play


@BOTH
def test_the_exact_cut_is_the_dealers_and_the_guess_the_others(game: str) -> None:
    told(game).evening("""
        declare anna exact-cut  => wrong-time
        declare boris cut-guess => wrong-time
        declare exact-cut       => Boris 250
        declare exact-cut       => wrong-time
        declare cut-guess       => Anna 150
        declare anna cut-guess  => wrong-time
    """)


@BOTH
def test_the_cut_comes_before_play(game: str) -> None:
    told(game).evening("""
        trick boris
        declare boris exact-cut => wrong-time
        declare anna cut-guess  => wrong-time
    """)
    untold(game).evening("""
        declare anna kings      => Anna 80
        declare boris exact-cut => wrong-time
        declare anna cut-guess  => wrong-time
        declare anna carte-blanche => wrong-time
    """)


@BOTH
def test_carte_blanche_is_250_and_each_further_card_again(game: str) -> None:
    told(game).evening("""
        declare anna carte-blanche  => Anna 250
        declare anna carte-blanche  => wrong-time
        trick boris; declare anna carte-blanche => Anna 250
        declare anna carte-blanche  => wrong-time
        trick anna; declare aces    => Anna 100
        declare anna carte-blanche  => Anna 250
        trick KH 7H; declare anna carte-blanche => wrong-time
    """)


# Four trumps of a rank


@BOTH
@pytest.mark.parametrize(("meld", "points"), TRUMP_FOURS.items())
def test_four_trumps_of_a_rank(game: str, meld: str, points: int) -> None:
    assert told(game).declares("anna", "marriage hearts", meld) == [40, points]


@BOTH
@pytest.mark.parametrize("rank", ["aces", "kings", "queens", "jacks"])
def test_four_trumps_may_follow_the_plain_four_of_the_same_cards(game: str, rank: str) -> None:
    """With no new card: all the other hearts of the rank are Boris's."""
    table = told(game)
    table.declares("anna", "marriage clubs", "marriage clubs", f"{rank} clubs clubs clubs clubs")
    card = {"aces": "AC", "kings": "KC", "queens": "QC", "jacks": "JC"}[rank]
    table.enter("trick boris")
    for _ in range(table.copies(card) - 4):
        table.enter(f"trick boris {card} 7C" if card != "AC" else "trick boris AC KS")
    table.enter("trick anna")
    assert table.enter(f"declare trump-{rank}") == {"Anna": TRUMP_FOURS[f"trump-{rank}"]}


@BOTH
@pytest.mark.parametrize("rank", ["aces", "kings", "queens", "jacks"])
def test_the_plain_four_does_not_follow_the_trump_four_of_the_same_cards(game: str, rank: str) -> None:
    table = told(game)
    table.declares("anna", "sequence clubs", f"trump-{rank}")
    card = {"aces": "AC", "kings": "KC", "queens": "QC", "jacks": "JC"}[rank]
    table.enter("trick boris")
    for _ in range(table.copies(card) - 4):
        table.enter(f"trick boris {card} KS")
    table.enter("trick anna")
    assert table.refusal(f"declare {rank} clubs clubs clubs clubs").code is Code.TOO_MANY_CARDS


# Beziques


def test_beziques_of_six_packs() -> None:
    melds = ["marriage hearts", "bezique", "double-bezique", "triple-bezique", "quadruple-bezique"]
    table = told()
    assert table.declares("anna", *melds) == [40, 40, 500, 1500, 4500]
    table.enter("trick anna")
    assert table.refusal("declare quintuple-bezique").code is Code.NOT_IN_THIS_GAME


def test_beziques_of_eight_packs() -> None:
    melds = ["bezique", "double-bezique", "triple-bezique", "quadruple-bezique", "quintuple-bezique"]
    assert told("eight-pack").declares("anna", "marriage hearts", *melds) == [40, 50, 500, 1500, 4500, 9000]


# Five trumps of a rank


@pytest.mark.parametrize(("meld", "points"), TRUMP_FIVES.items())
def test_five_trumps_of_a_rank(meld: str, points: int) -> None:
    assert told("eight-pack").declares("anna", "marriage hearts", meld) == [40, points]


@pytest.mark.parametrize(("meld", "points"), TRUMP_FIVES.items())
def test_a_fifth_trump_goes_up_from_the_four_with_one_new_card(meld: str, points: int) -> None:
    """Three of the eight are Boris's: there is one beside the four, not five new ones."""
    card = {"aces": "AH", "tens": "10H", "kings": "KH", "queens": "QH", "jacks": "JH"}[meld.split("-")[2]]
    table = told("eight-pack")
    table.declares("anna", "sequence hearts", meld.removeprefix("five-"))
    table.enter("trick boris")
    for _ in range(3):
        table.enter(f"trick boris {card} 7S")
    table.enter("trick anna")
    assert table.enter(f"declare {meld}") == {"Anna": points}


def test_a_fifth_trump_must_be_there() -> None:
    table = told("eight-pack")
    table.declares("anna", "marriage hearts", "trump-kings")
    table.enter("trick boris")
    for _ in range(4):
        table.enter("trick boris KH 7S")
    table.enter("trick anna")
    assert table.refusal("declare five-trump-kings").code is Code.TOO_MANY_CARDS


def test_six_packs_know_no_fives() -> None:
    table = told()
    table.declares("anna", "marriage hearts")
    table.enter("trick anna")
    assert table.refusal("declare five-trump-kings").code is Code.NOT_IN_THIS_GAME


# Broken and made again, as in Rubicon


@BOTH
def test_a_broken_marriage_is_made_again_with_a_new_queen(game: str) -> None:
    table = told(game)
    table.enter("trick anna AS 8S")
    table.enter("declare marriage hearts")
    table.enter("trick boris 8S 7H")
    for _ in range(table.copies("KH") - 1):
        table.enter("trick boris KH 7C")
    table.enter("trick 7D AD")
    assert table.refusal("declare marriage hearts").code is Code.TOO_MANY_CARDS
    table.evening("""
        trick QH 7H; declare marriage hearts => Anna 40
    """)


@BOTH
def test_four_trumps_broken_are_made_again(game: str) -> None:
    table = told(game)
    table.evening("""
        trick AS 7S; declare marriage hearts    => Anna 40
        trick AS 7S; declare trump-aces         => Anna 1000
    """)
    table.enter("trick boris 7S 7H")
    for _ in range(table.copies("AH") - 5):
        table.enter("trick boris AH 7S")
    table.enter("trick 7D AD")
    assert table.refusal("declare trump-aces").code is Code.TOO_MANY_CARDS
    table.evening("trick AH 7H; declare trump-aces => Anna 1000")


# The end


@BOTH
def test_the_last_trick_is_250_and_no_brisques_are_counted(game: str) -> None:
    table = told(game)
    table.evening("""
        end anna=10 --last anna => not-in-this-game
        end                     => bad-count
        end --last anna
    """)
    assert table.scores == {"Anna": 250, "Boris": 0}
