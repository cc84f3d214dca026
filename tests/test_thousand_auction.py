"""The auction of Thousand: seed 003 (S3) and rules.md 7."""

import pytest
from thousand_table import stock, three, two

from bezique_score.events import Bid
from bezique_score.referee.hand import Stake
from bezique_score.refusal import Code


def test_a_single_bid_is_enough() -> None:
    table = three().bid("Boris", 140)
    assert (table.hand.leader, table.bid_points) == ("Boris", 140)


def test_before_a_bid_eldest_hand_is_to_lead_and_no_bid_stands() -> None:
    assert (three().hand.leader, three().bid_points) == ("Anna", None)


def test_bids_begin_at_a_hundred() -> None:
    # S3: противник сдающего первым обязан объявить 100 очков
    table = two()
    with table.refuses(Code.BAD_BID, "bids begin at 100", "bid Anna 100"):
        table.bid("Anna", 99)
    assert table.bid("Anna", 100).bid_points == 100


@pytest.mark.parametrize("points", [105, 110])
def test_a_bid_is_above_the_last(points: int) -> None:
    table = three().bid("Anna", 110)
    with table.refuses(Code.BAD_BID, "not above the 110 of Anna", "bid Boris 111"):
        table.bid("Boris", points)
    assert table.bid("Boris", 111).hand.leader == "Boris"


def test_bids_out_of_turn_are_accepted() -> None:
    assert three().bid("Clara", 100).bid("Anna", 101).bid("Clara", 102).bid_points == 102


def test_who_has_passed_bids_no_more() -> None:
    table = three().bid("Anna", 100).passes("Clara")
    with table.refuses(Code.BAD_BID, "Clara has passed"):
        table.bid("Clara", 120)


def test_the_opener_may_not_pass_before_a_bid() -> None:
    table = three()
    with table.refuses(Code.BAD_BID, "must bid 100 first", "bid Anna 100"):
        table.passes("Anna")
    assert table.passes("Boris").bid("Clara", 100).passes("Anna").hand.leader == "Clara"


def test_the_highest_bidder_may_not_pass() -> None:
    table = three().bid("Anna", 100)
    with table.refuses(Code.BAD_BID, "has the highest bid, 100"):
        table.passes("Anna")


def test_nobody_passes_twice() -> None:
    table = three().bid("Anna", 100).passes("Boris")
    with table.refuses(Code.BAD_BID, "passed already"):
        table.passes("Boris")


def test_when_all_pass_after_the_forced_hundred_the_opener_plays() -> None:
    table = three().bid("Anna", 100).passes("Boris", "Clara").end(Anna=100, Boris=20)
    assert table.totals == (100, 20, 0)


def test_the_bidder_may_raise_after_the_packet_and_only_upwards() -> None:
    # S3: может увеличить объявленное после открытия пакета
    table = three().bid("Anna", 110).passes("Boris", "Clara")
    for points in (105, 110):
        with table.refuses(Code.BAD_BID, "bid Anna 111"):
            table.bid("Anna", points)
    assert table.bid("Anna", 120).bid_points == 120


def test_without_recorded_passes_the_highest_bidder_raises_too() -> None:
    table = three().bid("Anna", 110, blind=True).bid("Anna", 120)
    assert table.hand.bid == Stake("Anna", 120, blind=True)


def test_play_needs_a_bid() -> None:
    table = three()
    with table.refuses(Code.NO_BID, "No bid", "bid Anna 100"):
        table.trick("Anna")
    with table.refuses(Code.NO_BID):
        table.marriage("hearts")
    with table.refuses(Code.NO_BID):
        table.marriage("hearts", "Boris")
    with table.refuses(Code.NO_BID):
        table.end(Anna=60, Boris=60)


def test_once_play_has_begun_nobody_bids_or_passes() -> None:
    with_trick = three().bid("Anna", 100).trick("Anna")
    with with_trick.refuses(Code.BAD_BID, "Play has begun"):
        with_trick.bid("Anna", 120)
    with_marriage = three().bid("Anna", 100).marriage("hearts")
    with with_marriage.refuses(Code.BAD_BID, "Play has begun"):
        with_marriage.passes("Boris")


def test_with_a_stock_there_is_no_auction() -> None:
    table = stock()
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.bid("Anna", 100)
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.passes("Anna")


# Blind


def test_a_bid_with_the_cards_in_hand_ends_the_blindness() -> None:
    # S3: в любой момент разрешается поднять карты и возвратиться к обычной торговле
    table = three().bid("Anna", 100, blind=True).bid("Boris", 105).bid("Anna", 110)
    assert table.hand.bid == Stake("Anna", 110)


def test_who_has_looked_bids_blind_no_more() -> None:
    table = three().bid("Anna", 100).bid("Boris", 105)
    with table.refuses(Code.BAD_BID, "has looked", "bid Anna 110"):
        table.bid("Anna", 110, blind=True)


def test_a_raise_of_an_open_bid_cannot_be_blind() -> None:
    table = three().bid("Anna", 100)
    with table.refuses(Code.BAD_BID, "has looked"):
        table.bid("Anna", 110, blind=True)


def test_a_raise_after_the_auction_stays_blind() -> None:
    table = three().bid("Anna", 100, blind=True).passes("Boris", "Clara").bid("Anna", 120)
    assert table.end(Anna=120, Boris=0).totals == (240, 0, 0)


def test_the_others_may_have_looked() -> None:
    table = three().bid("Anna", 100).bid("Boris", 140, blind=True).passes("Anna", "Clara")
    assert table.end(Boris=120, Anna=0).totals == (0, -280, 0)


def test_a_bid_amended_to_an_open_one_takes_the_raise_with_it() -> None:
    table = three().bid("Anna", 100, blind=True).bid("Anna", 120).end(Anna=120, Boris=0)
    assert table.totals == (240, 0, 0)
    assert table.amend(2, Bid(player="Anna", bid=100)).totals == (120, 0, 0)


# The step of the house


@pytest.mark.parametrize(("step", "refused", "accepted"), [(5, 104, 105), (10, 105, 110)])
def test_house_bids_go_up_by_a_step(step: int, refused: int, accepted: int) -> None:
    table = three(options={"bid-step": step}).bid("Anna", 100)
    with table.refuses(Code.BAD_BID, f"go up by {step} from 100", f"bid Boris {accepted}"):
        table.bid("Boris", refused)
    table.bid("Boris", accepted)
    with table.refuses(Code.BAD_BID):
        table.bid("Boris", accepted + step - 1)


def test_without_the_house_option_any_whole_number_is_a_bid() -> None:
    assert three().bid("Anna", 100).bid("Boris", 101).bid_points == 101
