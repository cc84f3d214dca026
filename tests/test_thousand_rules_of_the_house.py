"""Thousand by a rules file of one's own: four at the table, other prices and steps; and the bounds of a count."""

from typing import Any

import pytest
from bezique_table import NOW
from thousand_table import ThousandTable, stock, three, two

from bezique_score.cards import Card, Suit
from bezique_score.events import Bid, Deal, Declare, End, Event, Pass, Trick
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.referee.thousand.card_points import can_share
from bezique_score.referee.thousand.house import Barrel
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Replay
from bezique_score.rules.load import Document, packaged_document, rulebook_of


def house(game: str = "thousand-three", **tables: dict[str, object]) -> dict[str, Any]:
    """Change some figures of a packaged game."""
    document = dict(packaged_document(game))
    for name, figures in tables.items():
        key = name.replace("_", "-")
        document[key] = {**document.get(key, {}), **figures}
    return document


def begin(document: Document, players: str, *events: Event) -> Replay:
    replay = Replay(Match(rulebook_of(document, {}), Seating.of(tuple(players.split())), target=None))
    return enter(replay, *events)


def enter(replay: Replay, *events: Event) -> Replay:
    for event in events:
        replay.add(replay.judge(event), NOW)
    return replay


def refusal_of(replay: Replay, event: Event) -> str:
    with pytest.raises(Refusal) as caught:
        replay.judge(event)
    return f"{caught.value}\n{caught.value.hint}"


# Four at the table, of whom the dealer sits out

FOUR = house(players={"seats": [3, 4], "active": 3})


@pytest.mark.parametrize(
    "event",
    [
        Bid(player="Dora", bid=120),
        Pass(player="Dora"),
        Trick(winner="Dora"),
        Declare(meld="marriage", suit=Suit.HEARTS, player="Dora"),
        End(counts={"Dora": 10}),
        End(all_tricks="Dora"),
    ],
    ids=str,
)
def test_of_four_the_dealer_has_no_cards(event: Event) -> None:
    replay = begin(FOUR, "Anna Boris Clara Dora", Deal(), Bid(player="Anna", bid=100))
    assert refusal_of(replay, event) == (
        "Dora sits out in hand 1.   [sitting-out]\nthe players with cards are Anna, Boris, Clara"
    )


def test_of_four_the_dealer_records_nothing_and_deals_to_his_left() -> None:
    replay = begin(FOUR, "Anna Boris Clara Dora", Deal(), Bid(player="Anna", bid=100))
    enter(replay, End(counts={"Anna": 100, "Boris": 20}))
    assert replay.table.totals == {"Anna": 100, "Boris": 20, "Clara": 0, "Dora": 0}
    enter(replay, Deal())
    hand = replay.table.hand
    assert hand is not None
    assert (hand.number, hand.dealer, hand.active) == (2, "Anna", ("Boris", "Clara", "Dora"))
    assert replay.match.offers(replay.table, "Anna") == []


# Other figures


def test_bids_go_up_by_the_step_from_the_opening_of_the_house() -> None:
    replay = begin(house(auction={"opening": 102, "step": 5}), "Anna Boris Clara", Deal())
    assert refusal_of(replay, Bid(player="Anna", bid=105)) == (
        "Anna bid 105: bids go up by 5 from 102.   [bad-bid]\nbid Anna 102   (or more)"
    )
    enter(replay, Bid(player="Anna", bid=107))
    assert refusal_of(replay, Bid(player="Boris", bid=110)) == (
        "Boris bid 110: bids go up by 5 from 102.   [bad-bid]\nbid Boris 112   (or more)"
    )


def test_what_lies_out_of_play_bounds_what_one_player_can_have() -> None:
    prices: dict[str, object] = {"9": 1, "J": 2}
    replay = begin(house("thousand-two", card_points=prices), "Anna Boris", Deal(), Bid(player="Anna", bid=100))
    # four nines are out at the least, four aces at the most: 124 - 4 and 124 - 44
    assert refusal_of(replay, End(counts={"Anna": 121, "Boris": 0})) == (
        "Anna cannot have 121 card points: at least 0, at most 120.   [bad-count]\n"
        "together the card points are 80 to 120, as 4 cards are out of play"
    )
    assert refusal_of(replay, End(counts={"Anna": 79, "Boris": 0})) == (
        "Anna 79 and Boris 0 do not add up to the pack.   [bad-count]\n"
        "together the card points are 80 to 120, as 4 cards are out of play"
    )
    assert enter(replay, End(counts={"Anna": 120, "Boris": 0})).table.totals == {"Anna": 100, "Boris": 0}


def test_a_marriage_at_one_price_is_worth_it_in_every_suit() -> None:
    document = house("thousand-stock")
    document["declaration"] = {"marriage": {**document["declaration"]["marriage"], "points": 20}}
    replay = begin(document, "Anna Boris", Deal())
    assert {offer.points for offer in replay.match.offers(replay.table)} == {20}
    assert enter(replay, Declare(meld="marriage", suit=Suit.CLUBS)).table.totals == {"Anna": 20, "Boris": 0}


# The barrel


@pytest.mark.parametrize(
    ("begins", "target", "usual", "expected"),
    [
        (880, 1000, 1000, (880, 1000)),
        (880, 500, 1000, (380, 500)),  # the usual one lies 120 under any target
        (880, 950, 1000, (830, 950)),
        (880, 950, None, (880, 950)),  # where the game names no target, no number is the usual one
        (700, 1000, 1000, (700, 1000)),  # another is taken as it stands
        (700, 500, 1000, (380, 500)),  # unless the target lies under it
        (500, 500, 1000, (380, 500)),  # or on it
        (880, None, 1000, (880, 1000)),  # without a target it ends 120 above
        (700, None, 1000, (700, 820)),
        (880, 1000, None, (880, 1000)),
        (880, 500, None, (380, 500)),
    ],
)
def test_the_barrel_begins_120_under_the_target_or_where_the_house_puts_it(
    begins: int, target: int | None, usual: int | None, expected: tuple[int, int]
) -> None:
    document = house(record={"barrel": begins})
    document["target"] = {key: value for key, value in document["target"].items() if key != "points" or usual}
    barrel = Barrel.of(rulebook_of(document, {}).game, target, 120)
    assert barrel is not None
    assert (barrel.begins, barrel.goal) == expected
    assert barrel.price == 120


# The auction


def test_who_has_bid_blind_has_not_looked_and_may_bid_blind_again() -> None:
    table = three().bid("Anna", 100, blind=True).bid("Boris", 110).bid("Anna", 120, blind=True)
    assert table.hand.looked == ("Boris",)
    assert table.hand.bid is not None
    assert (table.hand.bid.player, table.hand.bid.blind) == ("Anna", True)


def test_who_has_bid_with_his_cards_in_hand_has_looked_once_for_all() -> None:
    table = three().bid("Anna", 100).bid("Boris", 110).bid("Anna", 120).bid("Anna", 130)
    assert table.hand.looked == ("Anna", "Boris")


def test_a_raise_after_a_blind_bid_stays_blind() -> None:
    table = three().bid("Anna", 100, blind=True).bid("Anna", 120)
    assert table.hand.bid is not None
    assert (table.hand.bid.points, table.hand.bid.blind, table.hand.looked) == (120, True, ())


# Tricks and marriages


def test_the_winner_worked_out_from_the_cards_is_written_into_the_entry() -> None:
    table = stock().trick(cards="9H AH")
    assert table.entries[-1].event == Trick(winner="Boris", cards=(Card("9H"), Card("AH")))


def test_the_leader_who_is_meant_is_written_into_the_entry() -> None:
    table = stock().marriage("hearts")
    assert table.entries[-1].event == Declare(meld="marriage", suit=Suit.HEARTS, player="Anna")


def test_a_marriage_too_late_says_what_is_left_to_enter() -> None:
    table = stock()
    for _ in range(11):
        table.trick("Anna")
    with table.refuses(
        Code.WRONG_TIME, "Anna has too few cards for a marriage after trick 11 of 12.", "trick Anna"
    ):
        table.marriage("hearts")
    table.trick("Anna")
    with pytest.raises(Refusal) as caught:
        table.marriage("hearts")
    assert (caught.value.line, caught.value.advice) == ("end", None)


LED = ("AS 10S", "KS QS", "JS 9S", "AD 10D", "KD QD", "JD 9D", "AC 10C")
"""Tricks that Anna leads and takes."""


def told(table: ThousandTable, *tricks: str) -> ThousandTable:
    for cards in tricks:
        table.trick("Anna", cards)
    return table


def test_a_marriage_does_not_fit_into_the_cards_that_are_left_beside_those_shown() -> None:
    table = told(stock().marriage("hearts"), "KH JH", "AH 9H", "10H 9C", *LED)
    with table.refuses(Code.TOO_MANY_CARDS, "Anna has 2 cards left, and 1 shown before are among them."):
        table.marriage("clubs")


def test_a_trick_may_not_leave_a_player_with_fewer_cards_than_he_has_shown() -> None:
    table = told(told(stock().marriage("hearts"), "KH JH").marriage("clubs"), "KC 9C", "AH 9H", *LED)
    with table.refuses(Code.TOO_MANY_CARDS, "Anna has shown cards that are not played yet, 2, and has 1 left."):
        table.trick("Boris", "10H JC")
    table.trick("Boris", "QH JC")


def test_cards_that_another_has_shown_are_not_counted_as_ones_own() -> None:
    table = stock().marriage("hearts").trick("Anna", "KH 9C").trick("Boris", "9S AS").marriage("clubs")
    assert [table.hand.holds(player, table.hand.played) for player in ("Anna", "Boris")] == [1, 2]
    assert table.hand.has_won("Boris")
    assert table.hand.has_won("Anna")


def test_a_marriage_allowed_against_the_rules_shows_no_cards() -> None:
    table = stock().marriage("hearts", "Boris", allow="agreed")
    assert table.hand.holds("Boris", table.hand.played) == 0
    assert table.hand.married_by(Suit.HEARTS) is None
    assert not table.hand.has_won("Boris")


def test_the_opener_leads_once_without_having_won_a_trick_and_not_twice() -> None:
    table = three(options={"bolts": 120}).bid("Anna", 100).marriage("hearts")
    assert not table.hand.has_won("Anna")
    assert not table.hand.has_won("Boris")
    table.trick("Anna").marriage("clubs")
    assert table.hand.has_won("Anna")
    untold = three(tricks=False).bid("Anna", 100).marriage("hearts", "Anna")
    assert not untold.hand.has_won("Anna")
    untold.marriage("clubs", "Anna")
    assert untold.hand.has_won("Anna"), "a second marriage was announced to a lead that was won"
    assert untold.marriage("spades", "Boris").hand.has_won("Boris")


# What is counted


def test_of_three_numbers_that_are_missing_two_are_asked_for() -> None:
    table = three().bid("Anna", 100)
    with pytest.raises(Refusal) as caught:
        table.end()
    assert f"{caught.value}\n{caught.value.hint}" == (
        "The card points of Anna, Boris and Clara are missing.   [bad-count]\n"
        "end Anna=N Boris=N   (together the card points are 120; the last number may be left out)"
    )


def test_two_numbers_that_make_more_than_the_pack_do_not_add_up() -> None:
    table = three().bid("Anna", 100)
    with table.refuses(Code.BAD_COUNT, "Anna 100, Boris 100 and Clara -80 do not add up to the pack."):
        table.end(Anna=100, Boris=100)


def test_where_cards_lie_out_of_play_every_trick_does_not_say_how_many_card_points() -> None:
    table = two().bid("Anna", 100)
    with table.refuses(Code.BAD_COUNT, "The card points of Anna are missing."):
        table.end(all_tricks="Anna")
    assert two().bid("Anna", 120).end(all_tricks="Anna").totals == (120, 0)
    table = two().bid("Anna", 120)
    with table.refuses(Code.BAD_COUNT, "The card points of Boris are missing."):
        table.end(all_tricks="Boris")


@pytest.mark.parametrize(
    ("cards", "wanted", "out", "can"),
    [
        ((11, 10, 4, 3), [21, 7], 0, True),
        ((11, 10, 4, 3), [28, 0], 0, True),
        ((11, 10, 4, 3), [-1, 29], 0, False),
        ((11, 10, 4, 3), [20, 7], 0, False),
        ((11, 10, 4, 3), [21, 5], 0, False),
        ((11, 10, 4, 3), [22, 7], 0, False),
        ((11, 10, 4, 3), [25, 3], 0, False),  # three cards are no whole tricks
        ((11, 10, 4, 3), [21, 0], 2, True),
        ((11, 10, 4, 3), [21, 7], 2, False),  # four cards, of which two lie out
        ((11, 10, 4, 3), [0, 0], 4, True),
        ((11, 10, 4, 3), [29, 0], 2, False),
        ((11, 10, 4, 3), [-1, 22], 2, False),
    ],
)
def test_cards_can_be_shared_in_whole_tricks_or_not(
    cards: tuple[int, ...], wanted: list[int], out: int, can: bool
) -> None:
    assert can_share(cards, wanted, out) is can


def test_a_house_without_a_cap_takes_any_bid_without_a_marriage() -> None:
    table = ThousandTable("thousand-three", "Anna", "Boris", "Clara").deal().bid("Anna", 300)
    assert table.end(Anna=120, Boris=0).totals == (-300, 0, 0)
