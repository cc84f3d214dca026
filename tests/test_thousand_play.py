"""Tricks and marriages of Thousand: seed 003 (S3) and rules.md 7."""

import pytest
from thousand_table import ThousandTable, stock, three, two

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Declare
from bezique_score.refusal import Code


def playing(**words: object) -> ThousandTable:
    """Three players; Anna has bid a hundred and leads."""
    return three(**words).bid("Anna", 100)


# The deal


def test_the_deal_goes_round_and_the_next_hand_starts_without_trumps() -> None:
    table = playing().marriage("hearts").end(Anna=20, Boris=50)
    assert table.deal().hand.dealer == "Anna"
    assert (table.hand.leader, table.hand.trump) == ("Boris", None)


def test_no_card_is_turned_for_trumps() -> None:
    table = ThousandTable("thousand-stock", "Anna", "Boris")
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.deal(trump="hearts")
    table.deal()
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.exchange("Anna")


def test_the_stock_shrinks_by_a_card_each_until_it_is_gone() -> None:
    # S3: выигравший первым дополняет свои карты из колоды
    table = stock()
    assert table.hand.stock == 12
    assert [table.trick("Anna").hand.stock for _ in range(8)] == [10, 8, 6, 4, 2, 0, 0, 0]


def test_without_a_stock_none_is_left() -> None:
    assert three().hand.stock == two().hand.stock == 0


def test_the_stock_is_unknown_where_tricks_are_not_recorded() -> None:
    assert stock(tricks=False).hand.stock is None


# Tricks


@pytest.mark.parametrize(("table", "tricks"), [(stock(), 12), (two(), 10), (three(), 8)])
def test_a_hand_has_as_many_tricks_as_cards_come_to_each(table: ThousandTable, tricks: int) -> None:
    if tricks != 12:
        table.bid("Anna", 100)
    for _ in range(tricks):
        table.trick("Anna")
    with table.refuses(Code.WRONG_TIME, f"All {tricks} tricks", "end"):
        table.trick("Anna")


def test_the_winner_of_a_trick_leads_next() -> None:
    table = playing().trick("Clara").trick(cards="9H AH JH")
    # Clara led, Anna came next
    assert table.hand.leader == "Anna"


def test_before_the_first_marriage_there_are_no_trumps() -> None:
    assert playing().trick(cards="9H AS 10S").hand.leader == "Anna"


def test_trumps_change_with_each_marriage() -> None:
    # S3: масть объявленного марьяжа становится козырной до объявления следующего
    table = playing().marriage("hearts").trick(cards="KH 9H 10H")
    assert table.hand.leader == "Clara"
    assert table.marriage("spades").trick(cards="QS AH JS").hand.leader == "Clara"
    # hearts are trumps no more: a spade takes the heart led
    assert table.trick(cards="JH QH 9S").hand.leader == "Boris"


@pytest.mark.parametrize(
    ("cards", "winner"), [("10H KH AH", "Clara"), ("KH QH 10H", "Clara"), ("JH 9H AS", "Anna")]
)
def test_the_ten_ranks_after_the_ace(cards: str, winner: str) -> None:
    assert playing().trick(cards=cards).hand.leader == winner


def test_a_wrong_winner_is_refused_with_the_right_one() -> None:
    table = playing()
    with table.refuses(Code.WRONG_WINNER, "Clara took this trick, not Anna", "trick Clara 9H JH AH"):
        table.trick("Anna", "9H JH AH")


def test_a_trick_has_a_card_from_everybody() -> None:
    table = playing()
    with table.refuses(Code.WRONG_CARDS, "2 cards", "a trick has 3"):
        table.trick(cards="9H JH")


@pytest.mark.parametrize("cards", ["9H JH JH", "AH QD QC"])
def test_a_card_is_played_once(cards: str) -> None:
    table = playing().trick(cards="AH 10H KH")
    with table.refuses(Code.TOO_MANY_CARDS, "has been played already"):
        table.trick(cards=cards)


def test_the_pack_has_no_sevens_and_no_infuzorki() -> None:
    table = playing()
    for cards in ("7H 9H AH", "9H * AH"):
        with table.refuses(Code.UNKNOWN_CARD):
            table.trick(cards=cards)


def test_a_trick_needs_its_winner_or_its_cards() -> None:
    table = playing()
    with table.refuses(Code.USAGE, "trick Anna"):
        table.trick()


def test_a_session_without_tricks_has_none() -> None:
    table = playing(tricks=False)
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.trick("Anna")


# Marriages


@pytest.mark.parametrize(("suit", "points"), [("hearts", 100), ("diamonds", 80), ("clubs", 60), ("spades", 40)])
def test_a_marriage_counts_by_its_suit_and_makes_trumps(suit: str, points: int) -> None:
    # S3: марьяж червовый 100, бубновый 80, трефовый 60, пиковый 40
    table = stock().marriage(suit)
    assert table.points == {"Anna": points}
    assert table.hand.trump == suit


def test_where_a_bid_decides_a_marriage_shows_its_worth_and_is_booked_at_the_end() -> None:
    table = playing().marriage("hearts")
    assert (table.worth, table.points, table.totals) == (100, {}, (0, 0, 0))
    assert table.hand.scores == {"Anna": 0, "Boris": 0, "Clara": 0}


def test_a_marriage_needs_only_the_lead() -> None:
    table = stock()
    with table.refuses(Code.NOT_THE_TRICK_WINNER, "Boris cannot declare: Anna leads"):
        table.marriage("spades", "Boris")
    assert table.trick("Boris").marriage("spades").points == {"Boris": 40}


def test_the_bidder_leads_first_and_may_announce_then() -> None:
    table = three().bid("Anna", 100).bid("Clara", 110)
    with table.refuses(Code.NOT_THE_TRICK_WINNER):
        table.marriage("hearts", "Anna")
    assert table.marriage("hearts").worth == 100


def test_one_marriage_to_a_lead() -> None:
    table = stock().marriage("diamonds")
    with table.refuses(Code.ALREADY_DECLARED, "marriage of diamonds", "trick Anna"):
        table.marriage("hearts")
    assert table.trick("Anna").marriage("hearts").points == {"Anna": 100}


def test_each_suit_marries_once_a_hand() -> None:
    table = playing().marriage("hearts").trick("Anna")
    with table.refuses(Code.CARD_ALREADY_USED, "Anna has announced the marriage of hearts"):
        table.marriage("hearts")
    table.trick("Boris")
    with table.refuses(Code.TOO_MANY_CARDS, "K♥ and Q♥: Anna has announced them"):
        table.marriage("hearts")


def test_the_next_hand_marries_again() -> None:
    table = playing().marriage("hearts").end(Anna=20, Boris=0).deal().bid("Boris", 100)
    assert table.marriage("hearts").worth == 100


def test_a_king_that_was_played_marries_no_more() -> None:
    table = playing().trick(cards="AH KH 9H")
    with table.refuses(Code.TOO_MANY_CARDS, "K♥: it has been played"):
        table.marriage("hearts")


def test_the_announcer_leads_the_king_or_the_queen() -> None:
    # S3: объявивший марьяж обязан пойти королем или дамой из этого марьяжа
    table = playing().marriage("hearts")
    with table.refuses(Code.WRONG_LEADER, "cannot lead A♥", "K♥ or Q♥"):
        table.trick(cards="AH 9H JH")
    assert table.trick(cards="QH 9H JH").hand.leader == "Anna"


def test_what_one_has_shown_another_cannot_play() -> None:
    table = playing().marriage("hearts")
    with table.refuses(Code.TOO_MANY_CARDS, "Boris cannot play Q♥: Anna has shown it"):
        table.trick(cards="KH QH JH")


def test_the_last_card_is_no_marriage() -> None:
    table = playing()
    for _ in range(7):
        table.trick("Anna")
    with table.refuses(Code.WRONG_TIME, "too few cards", "after trick 7 of 8"):
        table.marriage("hearts")
    assert table.offers("Anna") == []


def test_two_cards_left_are_no_second_marriage_while_a_shown_queen_is_held() -> None:
    table = playing().marriage("hearts").trick(cards="KH 9H JH")
    for cards in ("AC 9C JC", "10C QC KC", "AD 9D JD", "10D QD KD", "AS 9S JS"):
        table.trick(cards=cards)
    with table.refuses(Code.TOO_MANY_CARDS, "2 cards left, and 1 shown"):
        table.marriage("spades")


def test_a_shown_card_must_be_played_in_the_end() -> None:
    # with cards out of play the queen of hearts might lie there, had Anna not shown it
    table = two().bid("Anna", 100).marriage("hearts").trick(cards="KH 9H")
    for cards in ("AC 9C", "10C JC", "KC QC", "AD 9D", "10D JD", "KD QD", "AS 9S", "10S JS"):
        table.trick(cards=cards)
    with table.refuses(Code.TOO_MANY_CARDS, "Anna has shown", "has 0 left"):
        table.trick(cards="AH JH")
    assert table.trick(cards="QH JH").hand.tricks == 10


def test_melds_are_the_marriages_still_possible() -> None:
    table = playing().marriage("hearts").trick(cards="KH 9H JH").trick(cards="AS KS 9S")
    assert [(offer.suit, offer.points) for offer in table.offers()] == [("diamonds", 80), ("clubs", 60)]
    assert [offer.suit for offer in table.offers("Boris")] == ["diamonds", "clubs"]


def test_a_marriage_needs_its_suit_and_there_are_no_other_declarations() -> None:
    table = playing()
    with table.refuses(Code.USAGE):
        table.enter(Declare(meld="marriage"))
    with table.refuses(Code.NOT_IN_THIS_GAME, "marriage"):
        table.enter(Declare(meld="bezique"))
    with table.refuses(Code.NO_INFUZORKA):
        table.enter(Declare(meld="marriage", suit=Suit.HEARTS, infuzorki=(Rank.QUEEN,)))
    with table.refuses(Code.WRONG_CARDS):
        table.enter(Declare(meld="marriage", suit=Suit.HEARTS, jack=Card.JH))


def test_without_tricks_a_declaration_needs_its_player_and_the_lead_is_trusted() -> None:
    table = playing(tricks=False)
    with table.refuses(Code.USAGE):
        table.marriage("hearts")
    table.marriage("hearts", "Anna").marriage("clubs", "Anna").marriage("spades", "Boris")
    with table.refuses(Code.CARD_ALREADY_USED):
        table.marriage("hearts", "Anna")
    with table.refuses(Code.TOO_MANY_CARDS):
        table.marriage("hearts", "Boris")


def test_what_the_table_allows_is_booked_and_claims_no_cards() -> None:
    table = playing().marriage("hearts", "Boris", allow="forgot to say it")
    assert (table.worth, table.hand.trump) == (100, "hearts")
    # the lead is still Anna's to announce to, and king and queen of hearts are free
    assert table.marriage("hearts").worth == 100
    assert table.end(Anna=0, Boris=20).totals == (100, 120, 100)


def test_an_allowed_marriage_of_the_leader_fixes_no_lead() -> None:
    table = playing().marriage("hearts", allow="a misdeal, agreed")
    assert table.trick(cards="AS 9S JS").hand.leader == "Anna"


def test_a_marriage_taken_back_leaves_the_lead_free() -> None:
    table = playing().marriage("hearts").undo()
    assert table.hand.trump is None
    assert table.trick(cards="AS 9S JS").hand.leader == "Anna"
