"""Commercial bezique with infuzorki (seed 000; rules.md 1), in the words of the players."""

import pytest
from bezique_table import BeziqueTable, russian

from bezique_score.refusal import Code
from bezique_score.rules.load import packaged_document, rulebook_of

TRUMP_SETS = {
    # first four, then each card to the eighth: F x 2^(k-5), the eighth with twice the four (seed 000; rules.md 1)
    "trump-queens": [176, 100, 200, 400, 1152],
    "bezique-jacks": [164, 100, 200, 400, 1128],
    "trump-aces": [110, 50, 100, 200, 620],
    "trump-tens": [90, 50, 100, 200, 580],
    "trump-kings": [88, 50, 100, 200, 576],
    "trump-jacks": [44, 50, 100, 200, 488],
}
BEYOND = {  # cards nine to twelve, with ten packs and both infuzorki
    "trump-queens": [1600, 3200, 6400, 12800 + 3 * 176],
    "bezique-jacks": [1600, 3200, 6400, 12800 + 3 * 164],
    "trump-aces": [800, 1600, 3200, 6400 + 3 * 110],
    "trump-tens": [800, 1600, 3200, 6400 + 3 * 90],
    "trump-kings": [800, 1600, 3200, 6400 + 3 * 88],
    "trump-jacks": [800, 1600, 3200, 6400 + 3 * 44],
}
RANK = {
    "trump-queens": "Q",
    "bezique-jacks": "J",
    "trump-aces": "A",
    "trump-tens": "10",
    "trump-kings": "K",
    "trump-jacks": "J",
}

# The pack and the players


@pytest.mark.parametrize(
    ("packs", "seats", "size", "stock", "draws"),
    [
        (8, 2, 174, 138, 69),
        (8, 3, 174, 120, 40),
        (8, 4, 174, 120, 40),
        (10, 2, 214, 178, 89),
        (10, 3, 214, 160, 53),
        (2, 2, 54, 18, 9),
        (3, 2, 74, 38, 19),
        (3, 3, 74, 20, 6),
    ],
)
def test_the_pack_and_the_stock(packs: int, seats: int, size: int, stock: int, draws: int) -> None:
    """8 packs of 20, 12 nines and 2 infuzorki; 18 each; the turned card is counted in the stock."""
    rules = rulebook_of(packaged_document("russian"), {"packs": packs})
    assert (rules.size, rules.stock(seats), rules.draws(seats)) == (size, stock, draws)


def test_the_ten_is_below_the_jack_and_the_nine_below_the_ten() -> None:
    russian().evening("""
        trick 10H JH    => nothing
        trick boris 10H 9H
    """)
    table = russian()
    table.enter("trick 10H JH")
    assert table.hand.leader == "Boris"
    table.enter("trick 9H 10H")
    assert table.hand.leader == "Anna"


def test_of_equal_cards_the_first_played_takes_the_trick() -> None:
    table = russian()
    table.enter("trick AH AH")
    assert table.hand.leader == "Anna"
    assert table.refusal("trick boris KH KH").code is Code.WRONG_WINNER


def test_an_infuzorka_cannot_be_turned() -> None:
    table = BeziqueTable("russian")
    table.evening("deal --upcard *  => no-infuzorka")


def test_tricks_are_worth_nothing_and_no_brisques_are_counted() -> None:
    russian().evening("""
        trick AH 10H    => nothing
        end anna=2      => not-in-this-game
        end --last anna => not-in-this-game
        end             => nothing
    """)


@pytest.mark.parametrize("seats", [2, 3])
def test_two_and_three_play_each_for_himself(seats: int) -> None:
    table = russian("deal --trump spades", *["Anna", "Boris", "Clara"][:seats])
    assert table.declares("anna", "bezique") == [25]
    assert table.declares("boris", "bezique") == [25]
    assert list(table.scores.values()) == [25, 25, 0][:seats]


def test_when_four_play_the_dealer_has_no_cards_and_the_deal_passes_on() -> None:
    """Seed 000: при игре вчетвером раздающий не принимает участия."""
    table = BeziqueTable("russian", "Anna", "Boris", "Clara", "Daria")
    table.evening("""
        deal --trump spades
        trick daria                 => sitting-out
        declare daria bezique       => sitting-out
        exchange daria              => sitting-out
        trick AH KH JH; declare bezique => Anna 25
        declare daria quint --allow "she lent a card" => sitting-out
        end
        deal --trump hearts
        trick anna                  => sitting-out
        trick daria; declare bezique => Daria 25
    """)
    assert table.hand.active == ("Boris", "Clara", "Daria")
    assert table.totals == {"Anna": 25, "Boris": 0, "Clara": 0, "Daria": 25}


# The exchange of the nine


def test_the_nine_of_trumps_fetches_the_turned_card_for_nothing_and_leaves_the_declaration() -> None:
    russian("deal --upcard AS").evening("""
        exchange anna       => not-the-trick-winner
        trick anna
        exchange boris      => not-the-trick-winner
        exchange            => nothing
        declare marriage    => Anna 4
        exchange            => no-exchange
        trick boris; exchange => no-exchange
        end; deal --trump hearts; trick boris
        exchange            => nothing
    """)


def test_the_exchange_may_follow_the_declaration() -> None:
    russian("deal --upcard AS").evening("trick anna; declare marriage; exchange => nothing")


def test_no_exchange_when_the_turned_card_is_itself_a_nine() -> None:
    russian("deal --upcard 9S").evening("trick anna; exchange => no-exchange")


def test_no_exchange_after_the_stock() -> None:
    table = russian("deal --upcard AS", packs=2)
    table.evening(";".join(["trick anna"] * 10))
    table.evening("exchange => stock-empty")


def test_the_turned_card_once_exchanged_is_the_exchangers() -> None:
    """Two packs have two aces of spades: one lies turned, so an ace set of four needs both and the infuzorki."""
    russian("deal --upcard AS", packs=2).evening("""
        trick anna; declare trump-aces -i A -i A    => too-many-cards
        exchange
        declare trump-aces -i A -i A                => Anna 110
    """)


# Four of a rank


@pytest.mark.parametrize(("meld", "points"), [("queens", 6), ("kings", 8), ("aces", 10), ("jacks", 4)])
def test_four_of_a_rank_scores_n_times(meld: str, points: int) -> None:
    assert russian().declares("anna", *[meld] * 4) == [points, 2 * points, 3 * points, 4 * points]


def test_the_series_counts_per_player() -> None:
    table = russian()
    assert table.declares("anna", "queens", "queens") == [6, 12]
    assert table.declares("boris", "queens") == [6]


@pytest.mark.parametrize(("meld", "points"), [("queens", 6), ("marriage", 4), ("bezique", 25), ("quint", 50)])
def test_the_series_begins_again_with_each_hand(meld: str, points: int) -> None:
    table = russian()
    table.declares("anna", meld)
    table.evening("end; deal --trump spades")
    assert table.declares("anna", meld) == [points]


def test_a_growing_set_begins_again_with_each_hand() -> None:
    table = russian()
    table.declares("anna", "trump-queens", "trump-queens")
    table.evening("end; deal --trump spades")
    assert table.declares("anna", "trump-queens") == [176]


def test_a_plain_four_is_one_of_each_suit() -> None:
    russian().evening("""
        trick anna
        declare queens spades spades hearts clubs   => wrong-cards
        declare queens spades hearts clubs          => wrong-cards
        declare queens spades hearts clubs diamonds => Anna 6
    """)


def test_house_option_plain_fours_any() -> None:
    russian(plain_fours="any").evening("""
        trick anna; declare queens spades spades hearts clubs   => Anna 6
        trick anna; declare queens                              => Anna 12
    """)


def test_with_plain_fours_distinct_a_set_needs_a_card_of_every_suit() -> None:
    """With two packs there are two kings of a suit: the third set lacks one, whatever was told."""
    table = russian(packs=2)
    assert table.declares("anna", "kings", "kings") == [8, 16]
    table.evening("trick anna; declare kings => card-already-used")


# Growing sets of trumps


@pytest.mark.parametrize("meld", TRUMP_SETS)
def test_a_set_of_trumps_grows_from_the_fourth_card_to_the_eighth(meld: str) -> None:
    table = russian()
    assert table.declares("anna", *[meld] * 5) == TRUMP_SETS[meld]
    assert table.notices == []


@pytest.mark.parametrize("meld", TRUMP_SETS)
def test_the_ninth_to_the_twelfth_card_are_a_reading_and_said_to_be_one(meld: str) -> None:
    table = russian(packs=10)
    table.declares("anna", *[meld] * 5)
    points, notices = [], []
    for infuzorka in ("", "", f" -i {RANK[meld]}", f" -i {RANK[meld]}"):
        points += table.declares("anna", meld + infuzorka)
        notices += table.notices
    assert points == BEYOND[meld]
    assert notices == [
        f"The price of card {card} is a reading: the source ends with the eighth." for card in range(9, 13)
    ]
    table.enter("trick anna")
    assert table.refusal(f"declare {meld}").code is Code.CARD_ALREADY_USED


def test_eight_packs_have_eight_queens_of_trumps() -> None:
    table = russian()
    table.declares("anna", *["trump-queens"] * 5)
    table.evening("trick anna; declare trump-queens => card-already-used")


def test_a_set_enlarged_need_not_lie_open_any_more() -> None:
    """The four queens are played; a fifth still makes the set grow (rules.md 1)."""
    russian().evening("""
        trick anna; declare trump-queens    => Anna 176
        trick QS 10H; trick QS 10H; trick QS 10H; trick QS 10H
        declare trump-queens                => Anna 100
    """)


def test_what_was_played_before_its_set_does_not_grow_it() -> None:
    """Two queens of spades gone and four shown leave two to add with eight packs."""
    russian().evening("""
        trick QS 9H; trick QS 9H; declare trump-queens => Anna 176
        trick anna; declare trump-queens    => Anna 100
        trick anna; declare trump-queens    => Anna 200
        trick anna; declare trump-queens    => too-many-cards
    """)


@pytest.mark.parametrize(
    ("trump", "jack", "other"),
    [("spades", "JC", "JD"), ("clubs", "JS", "JH"), ("hearts", "JD", "JC"), ("diamonds", "JH", "JS")],
)
def test_the_bezique_jack_is_of_the_other_suit_of_the_trump_colour(trump: str, jack: str, other: str) -> None:
    table = russian(f"deal --trump {trump}")
    table.enter("trick anna")
    assert table.refusal(f"declare quint {other}").code is Code.WRONG_CARDS
    assert table.enter(f"declare quint {jack}") == {"Anna": 50}
    table.evening(f"""
        trick AH {jack}; trick AH {jack}; trick AH {jack}; trick AH {jack}; trick AH {jack}
        declare bezique-jacks   => too-many-cards
    """)


# Marriage, bezique, quint


def test_marriages_of_trumps_double() -> None:
    assert russian().declares("anna", *["marriage"] * 5) == [4, 8, 16, 32, 64]


def test_beziques_double() -> None:
    assert russian().declares("anna", *["bezique"] * 4) == [25, 50, 100, 200]


def test_quints_double() -> None:
    assert russian().declares("anna", *["quint"] * 3) == [50, 100, 200]


def test_there_are_no_plain_marriages() -> None:
    russian().evening("""
        trick anna
        declare marriage hearts => not-in-this-game
        declare quint hearts    => not-in-this-game
        declare marriage spades => Anna 4
    """)


def test_that_there_is_no_plain_marriage_comes_before_whose_turn_it_is() -> None:
    russian().evening("""
        declare boris marriage hearts => not-in-this-game
        trick anna
        declare boris marriage hearts => not-in-this-game
        declare marriage              => Anna 4
        declare marriage hearts       => not-in-this-game
        declare boris marriage        => not-the-trick-winner
    """)


@pytest.mark.parametrize("meld", ["sequence", "double-bezique", "seven", "carte-blanche", "exact-cut"])
def test_declarations_of_other_games_are_not_in_this_game(meld: str) -> None:
    table = russian()
    table.enter("trick anna")
    assert table.refusal(f"declare {meld}").code is Code.NOT_IN_THIS_GAME


def test_a_second_marriage_is_another_king_and_another_queen() -> None:
    """Two packs: two marriages, not a third (rules.md 1, re-use)."""
    table = russian(packs=2)
    assert table.declares("anna", "marriage", "marriage") == [4, 8]
    table.evening("trick anna; declare marriage => card-already-used")


def test_the_same_cards_serve_in_different_declarations() -> None:
    """Two packs: the same queens of spades marry, make beziques, quints and fours."""
    table = russian(packs=2)
    melds = ["marriage", "marriage", "bezique", "bezique", "quint", "quint", "queens", "queens"]
    assert table.declares("anna", *melds) == [4, 8, 25, 50, 50, 100, 6, 12]


def test_a_quint_may_have_the_bezique_jack() -> None:
    """Seed 000: или при безиковом валете. Two jacks of each kind: four quints need four aces, so kings run out."""
    russian(packs=2).evening("""
        trick anna; declare quint JC    => Anna 50
        trick anna; declare quint JC    => Anna 100
    """)


def test_the_jack_of_an_unnamed_quint_is_either_that_fits() -> None:
    """With three packs three trump jacks are played by Boris; the quint has the bezique jack then."""
    russian(packs=3).evening("""
        trick AH JS; trick JS AH; trick JS AH; trick 9D AD
        declare quint JS    => too-many-cards
        declare quint       => Anna 50
    """)


def test_the_choice_of_the_unnamed_jack_stays_open() -> None:
    """A quint of either jack, then all the trump jacks turn up with Boris: so it was the other."""
    russian(packs=2).evening("""
        trick anna; declare quint           => Anna 50
        trick AH JS; trick JS AH
        trick JC AC
        trick KH JC                         => too-many-cards
    """)


def test_the_choice_of_the_unnamed_jack_stays_open_the_other_way() -> None:
    russian(packs=2).evening("""
        trick anna; declare quint           => Anna 50
        trick AH JC; trick KH JC
        trick KH JS
        trick JS AH                         => too-many-cards
    """)


def test_a_named_jack_is_that_jack() -> None:
    russian(packs=2).evening("""
        trick anna; declare quint JS        => Anna 50
        trick AH JS
        trick JS AH                         => too-many-cards
    """)


# Infuzorki


@pytest.mark.parametrize(
    ("line", "points"),
    [
        *((f"{meld} -i {meld[0].upper()}", points) for meld, points in
          {"queens": 6, "kings": 8, "aces": 10, "jacks": 4}.items()),
        *((f"{meld} -i {RANK[meld]}", points[0]) for meld, points in TRUMP_SETS.items()),
        *((f"{meld} -i {RANK[meld]} -i {RANK[meld]}", points[0]) for meld, points in TRUMP_SETS.items()),
        ("marriage -i K", 4),
        ("marriage -i Q", 4),
        ("bezique -i Q", 25),
        ("bezique -i J", 25),
        *((f"quint -i {rank}", 50) for rank in ("A", "K", "Q", "J", "10")),
        ("quint -i A -i 10", 50),
        ("quint JC -i K", 50),
    ],
)  # fmt: skip
def test_an_infuzorka_stands_for_any_card_of_any_declaration(line: str, points: int) -> None:
    """Seed 000: применима ко всем фигурам и объявлениям."""
    assert russian().declares("anna", line) == [points]


@pytest.mark.parametrize(
    "line",
    [
        "marriage -i J",
        "bezique -i K",
        "quint -i 9",
        "queens -i K",
        "trump-queens -i K",
        "trump-tens -i A",
        "marriage -i K -i K",
        "quint -i A -i A",
        "marriage -i K -i Q",
        "bezique -i Q -i J",
        "trump-queens -i Q -i Q -i Q",
        "queens -i Q -i Q -i Q",
        "quint -i A -i K -i Q",
    ],
)
def test_an_infuzorka_stands_nowhere_else(line: str) -> None:
    """Not for a card that is not in it, not alone, and there are two."""
    table = russian()
    table.enter("trick anna")
    assert table.refusal(f"declare {line}").code is Code.NO_INFUZORKA


def test_an_infuzorka_serves_in_different_declarations_but_not_twice_in_the_same() -> None:
    russian().evening("""
        trick anna; declare queens -i Q     => Anna 6
        trick anna; declare queens -i Q     => Anna 12
        trick anna; declare queens -i Q     => no-infuzorka
        declare marriage -i Q               => Anna 4
        trick anna; declare bezique -i Q    => Anna 25
        trick anna; declare trump-queens -i Q -i Q => Anna 176
        trick anna; declare trump-queens -i Q => no-infuzorka
    """)


def test_a_growing_set_may_be_enlarged_by_an_infuzorka_alone() -> None:
    table = russian()
    assert table.declares("anna", "trump-queens", "trump-queens -i Q", "trump-queens", "trump-queens -i Q") == [
        176, 100, 200, 400,
    ]  # fmt: skip


def test_a_set_is_enlarged_by_one_card_not_two() -> None:
    russian().evening("""
        trick anna; declare trump-queens; trick anna
        declare trump-queens -i Q -i Q  => no-infuzorka
    """)


def test_two_infuzorki_exist_and_one_seen_with_a_player_is_his() -> None:
    russian().evening("""
        trick anna; declare marriage -i K               => Anna 4
        trick boris; declare trump-kings -i K -i K      => no-infuzorka
        declare trump-kings -i K                        => Boris 88
        trick anna; declare trump-kings -i K -i K       => no-infuzorka
        declare trump-kings -i K                        => Anna 88
    """)


def test_an_infuzorka_played_is_out() -> None:
    russian().evening("""
        trick AH *; trick AH *
        declare marriage -i K           => no-infuzorka
        trick AH *                      => no-infuzorka
        trick boris; declare marriage -i K => no-infuzorka
    """)


def test_an_infuzorka_shown_then_played_serves_no_more() -> None:
    russian().evening("""
        trick anna; declare marriage -i K       => Anna 4
        trick * 9H; trick AH *
        trick anna; declare bezique -i Q        => no-infuzorka
        trick boris; declare bezique -i Q       => no-infuzorka
    """)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("* 9H 10H", "Clara"),  # hearts are led now, and the ten is higher
        ("* 10H 9H", "Boris"),
        ("* AH 9S", "Clara"),  # trumps still take it
        ("* 9H AD", "Boris"),  # diamonds do not follow
        ("* * 9D", "Clara"),
        ("9H * KD", "Anna"),
        ("9H KD *", "Anna"),
    ],
)
def test_an_infuzorka_takes_no_trick_unless_nothing_beats_it(cards: str, winner: str) -> None:
    """General readings: the first following card that has a suit overtakes it, and is the suit led."""
    table = russian("deal --trump spades", "Anna", "Boris", "Clara")
    table.enter(f"trick {cards}")
    assert table.hand.leader == winner


def test_an_infuzorka_led_wins_against_an_infuzorka() -> None:
    table = russian()
    table.enter("trick * *")
    assert table.hand.leader == "Anna"


def test_house_option_infuzorka_only_from_the_fifth_card_on() -> None:
    table = russian(infuzorka_first_four=False)
    table.evening("""
        trick anna; declare trump-queens -i Q   => no-infuzorka
        declare trump-queens                    => Anna 176
        trick anna; declare trump-queens -i Q   => Anna 100
        trick anna; declare queens -i Q         => Anna 6
        trick anna; declare marriage -i K       => Anna 4
        trick anna; declare quint -i A          => Anna 50
    """)


# When


def test_declarations_are_open_while_the_stock_can_be_drawn_from() -> None:
    """Two packs, two players: 18 cards of stock, nine draws."""
    table = russian(packs=2)
    table.evening(";".join(["trick anna"] * 9))
    table.evening("""
        declare marriage                => Anna 4
        trick anna; declare marriage    => stock-empty
    """)


def test_with_a_card_over_the_last_round_is_not_drawn() -> None:
    """Ten packs, three players: 160 cards, 53 rounds and one card left (rules.md 1)."""
    table = russian("deal --trump spades", "Anna", "Boris", "Clara", packs=10)
    for _ in range(53):
        table.enter("trick anna")
    assert table.hand.stock == 1
    table.evening("""
        declare marriage                => Anna 4
        trick anna; declare marriage    => stock-empty
    """)


def test_the_offers_are_at_todays_prices() -> None:
    table = russian()
    table.declares("anna", "bezique", "trump-queens")
    offers = table.offers("Anna")
    assert (offers["bezique"], offers["trump-queens"], offers["marriage"], offers["kings"]) == (50, 100, 4, 8)
    assert table.offers("Boris")["bezique"] == 25


def test_the_offers_leave_out_what_no_cards_can_make() -> None:
    table = russian(packs=2)
    table.declares("anna", "marriage", "marriage")
    table.evening("trick * 9H; trick * 9H")
    assert "marriage" not in table.offers("Anna")
    assert "trump-queens" not in table.offers("Anna")


def test_without_tricks_the_declarer_is_named() -> None:
    table = BeziqueTable("russian", tricks=False)
    table.evening("""
        deal --trump spades
        declare marriage        => usage
        declare anna marriage   => Anna 4
        declare anna quint      => Anna 50
        declare boris quint     => Boris 50
        trick anna              => not-in-this-game
    """)


# The example figures (rules.md 9)


@pytest.mark.parametrize(
    ("melds", "total"),
    [
        (["trump-queens"] * 5, 2028),
        (["trump-kings"] * 5, 1014),
        (["marriage"] * 5, 124),
        (["bezique"] * 4, 375),
        (["quint"] * 3, 350),
        (["queens"] * 2, 18),
    ],
)
def test_figures_of_the_source(melds: list[str], total: int) -> None:
    assert sum(russian().declares("anna", *melds)) == total
