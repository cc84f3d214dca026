"""The house options of Thousand (rules.md 7): off unless `--set`."""

import pytest
from thousand_table import ThousandTable, stock, three

from bezique_score.refusal import Code

# round-defenders


@pytest.mark.parametrize(
    ("step", "boris", "clara"), [(5, (17, 15), (13, 15)), (10, (15, 20), (14, 10)), (5, (18, 20), (12, 10))]
)
def test_the_others_record_to_the_nearest_halves_up(
    step: int, boris: tuple[int, int], clara: tuple[int, int]
) -> None:
    table = three(options={"round-defenders": step}).bid("Anna", 100)
    table.end(Boris=boris[0], Clara=clara[0])
    assert table.totals == (-100, boris[1], clara[1])


def test_rounding_comes_before_doubling() -> None:
    table = three(options={"round-defenders": 10}).bid("Anna", 100, blind=True).end(Boris=15, Clara=2)
    assert table.totals == (200, 40, 0)


# bid-without-marriage-cap


def test_a_bid_over_the_cap_needs_a_marriage() -> None:
    table = three(options={"bid-without-marriage-cap": 120}).bid("Anna", 125)
    with table.refuses(Code.BAD_BID, "Anna bid 125", "120 is the most"):
        table.end(Anna=120, Boris=0)
    assert table.marriage("spades").end(Anna=100, Boris=20).totals == (125, 20, 0)


def test_a_marriage_of_another_does_not_lift_the_cap() -> None:
    table = three(options={"bid-without-marriage-cap": 120}).bid("Anna", 125).trick("Boris").marriage("hearts")
    with table.refuses(Code.BAD_BID):
        table.end(Anna=60, Boris=60)


def test_the_cap_itself_may_be_bid() -> None:
    table = three(options={"bid-without-marriage-cap": 120}).bid("Anna", 120)
    assert table.end(Anna=120, Boris=0).totals == (120, 0, 0)


# barrel


def barrel(**totals: int) -> ThousandTable:
    """Three players with a barrel and these totals; the hand is dealt."""
    table = ThousandTable("thousand-three", "Anna", "Boris", "Clara", options={"barrel": 880})
    for player, points in totals.items():
        table.adjust(player, points)
    return table


def hand(table: ThousandTable, bidder: str, bid: int, **counts: int) -> ThousandTable:
    return table.deal().bid(bidder, bid).count(counts)


def test_who_comes_to_880_stands_on_the_barrel_at_880() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    assert table.totals == (880, 20, 0)
    assert table.barrel == {"Anna": 3}
    assert table.points == {"Anna": 30, "Boris": 20}
    assert table.notices == ["Anna comes on the barrel at 880: 3 hands to record 120 in one."]


def test_879_is_not_the_barrel() -> None:
    table = hand(barrel(Anna=779), "Anna", 100, Anna=100, Boris=20)
    assert (table.totals[0], table.barrel) == (879, {})


def test_from_below_the_barrel_1000_may_be_reached_in_one_leap() -> None:
    table = hand(barrel(Anna=870), "Anna", 130, Anna=120, Boris=0)
    assert table.totals[0] == 870 - 130
    table.deal().bid("Anna", 100).marriage("hearts").end(Anna=60, Boris=60)
    leap = barrel(Anna=870).deal().bid("Anna", 130).marriage("hearts").end(Anna=60, Boris=60)
    assert (leap.totals[0], leap.winner) == (1000, "Anna")


def test_smaller_gains_on_the_barrel_are_not_kept_and_the_third_hand_costs_120() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    hand(table, "Boris", 100, Boris=100, Anna=20)
    assert (table.totals[0], table.barrel) == (880, {"Anna": 2})
    assert "Anna stays on the barrel: 2 of 3 hands left to record 120 in one." in table.notices
    table.deal()
    assert any(
        "On the barrel: Anna, hands left: 2" in str(aside) and "1000" in str(aside) for aside in table.hand.asides
    )
    table.bid("Anna", 100).end(Anna=100, Clara=20)
    assert (table.totals[0], table.barrel) == (880, {"Anna": 1})
    hand(table, "Clara", 100, Clara=100, Boris=20)
    assert (table.totals[0], table.barrel) == (760, {})
    assert "Anna falls off the barrel after 3 hands: 120 less." in table.notices


def test_120_in_one_hand_on_the_barrel_win() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    hand(table, "Anna", 120, Anna=120, Boris=0)
    assert (table.totals[0], table.winner) == (1000, "Anna")


def test_the_points_of_a_defender_count_on_the_barrel_too() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    table.deal().bid("Boris", 100).trick("Anna").marriage("diamonds").end(Anna=40, Boris=80)
    assert (table.totals[0], table.winner) == (1000, "Anna")


def test_a_failed_bid_on_the_barrel_is_taken_off_and_he_is_down() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    hand(table, "Anna", 120, Anna=110, Boris=10)
    assert (table.totals, table.barrel) == ((760, 30, 0), {})
    hand(table, "Anna", 120, Anna=120, Boris=0)
    assert (table.totals[0], table.barrel) == (880, {"Anna": 3})


def test_several_may_be_on_the_barrel() -> None:
    table = hand(barrel(Anna=850, Boris=870), "Anna", 100, Anna=100, Boris=20)
    assert (table.totals, table.barrel) == ((880, 880, 0), {"Anna": 3, "Boris": 3})


def test_an_adjustment_under_the_barrel_takes_him_down() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20).adjust("Anna", -30)
    hand(table, "Boris", 100, Boris=100, Anna=20)
    assert (table.totals[0], table.barrel) == (870, {})


@pytest.mark.parametrize("option", [880, 380])
def test_with_another_target_the_barrel_begins_120_below(option: int) -> None:
    table = ThousandTable("thousand-three", "Anna", "Boris", "Clara", target=500, options={"barrel": option})
    hand(table.adjust("Anna", 300), "Anna", 100, Anna=100, Boris=20)
    assert (table.totals[0], table.barrel) == (380, {"Anna": 3})
    hand(table, "Anna", 120, Anna=120, Boris=0)
    assert table.winner == "Anna"


def test_the_barrel_with_a_stock_counts_marriages_booked_at_once_only_once() -> None:
    table = ThousandTable("thousand-stock", "Anna", "Boris", options={"barrel": 880}).adjust("Anna", 800)
    table.deal().marriage("spades").end(Anna=60)
    assert (table.totals, table.barrel) == ((880, 60), {"Anna": 3})
    table.deal().trick("Anna").marriage("spades").end(Anna=60)
    # 40 + 60 on the barrel are not kept
    assert (table.totals[0], table.barrel) == (880, {"Anna": 2})
    table.deal().marriage("spades").end(Anna=80)
    assert (table.totals[0], table.winner) == (1000, "Anna")


def test_the_end_on_the_barrel_taken_back_gives_the_hand_back() -> None:
    table = hand(barrel(Anna=850), "Anna", 100, Anna=100, Boris=20)
    hand(table, "Boris", 100, Boris=100, Anna=20).undo()
    assert table.barrel == {"Anna": 3}


def test_without_the_option_there_is_no_barrel() -> None:
    table = three().adjust("Anna", 850).bid("Anna", 100).end(Anna=100, Boris=20)
    assert (table.totals[0], table.barrel) == (950, {})


# bolts


def test_every_third_hand_without_a_trick_costs_120() -> None:
    table = ThousandTable("thousand-three", "Anna", "Boris", "Clara", options={"bolts": 120})
    for bolt in (1, 2):
        table.deal().bid("Anna", 100).end(Anna=100, Boris=20, no_trick=("Clara",))
        assert table.bolts == {"Clara": bolt}
        assert table.notices == [f"Clara took no trick: bolt {bolt} of 3."]
    # not necessarily running
    table.deal().bid("Anna", 100).end(Anna=100, Clara=20)
    assert [str(aside) for aside in table.deal().hand.asides] == ["Bolts: Clara 2."]
    table.bid("Anna", 100).end(Anna=100, Boris=20, no_trick=("Clara",))
    assert table.totals == (400, 60, 20 - 120)
    assert table.bolts == {}
    assert table.notices == ["Clara took no trick for the third time: 120 less."]


def test_told_tricks_tell_who_took_none() -> None:
    table = three(options={"bolts": 120}).bid("Anna", 100)
    for winner in ("Anna", "Boris") * 4:
        table.trick(winner)
    assert table.end(Anna=100, Boris=20).bolts == {"Clara": 1}


def test_nought_points_alone_are_no_bolt() -> None:
    # a trick of nines is a trick
    assert three(options={"bolts": 120}).bid("Anna", 100).end(Anna=100, Boris=20).bolts == {}


def test_all_tricks_of_one_are_a_bolt_for_the_others() -> None:
    table = three(options={"bolts": 120}).bid("Anna", 100).end(all_tricks="Anna")
    assert table.bolts == {"Boris": 1, "Clara": 1}


def test_no_trick_must_be_true() -> None:
    table = three(options={"bolts": 120}).bid("Anna", 100).trick("Boris")
    with table.refuses(Code.WRONG_WINNER, "Boris has taken a trick"):
        table.end(Anna=100, Boris=20, no_trick=("Boris",))
    with table.refuses(Code.BAD_COUNT, "Clara has 0 card points"):
        table.end(Anna=100, Clara=20, no_trick=("Clara",))


def test_a_hand_on_the_barrel_is_no_bolt() -> None:
    table = ThousandTable("thousand-stock", "Anna", "Boris", options={"barrel": 880, "bolts": 120})
    table.adjust("Anna", 860).deal().end(Anna=60)
    assert table.barrel == {"Anna": 3}
    assert table.deal().end(all_tricks="Boris").bolts == {}
    assert table.totals[0] == 880


def test_a_blind_hand_does_not_double_the_bolt() -> None:
    table = three(options={"bolts": 120})
    for _ in range(2):
        table.bid("Anna", 100).end(all_tricks="Anna").deal()
    assert table.bid("Anna", 100, blind=True).end(all_tricks="Anna").totals == (400, -120, -120)


def test_without_the_option_no_trick_is_unknown() -> None:
    table = stock()
    with table.refuses(Code.NOT_IN_THIS_GAME, "bolts"):
        table.end(Anna=120, no_trick=("Boris",))


# concede


@pytest.mark.parametrize(("price", "lost"), [("bid", 130), (50, 50)])
def test_who_gives_up_loses_the_bid_and_the_others_record_60_each(price: str | int, lost: int) -> None:
    table = three(options={"concede": price}).bid("Anna", 130).end(concede=True)
    assert table.totals == (-lost, 60, 60)
    assert table.counted == {}


def test_a_blind_bid_given_up_is_doubled() -> None:
    table = three(options={"concede": "bid"}).bid("Anna", 130, blind=True).end(concede=True)
    assert table.totals == (-260, 120, 120)


def test_a_hand_is_given_up_before_play_and_without_a_count() -> None:
    table = three(options={"concede": "bid"})
    with table.refuses(Code.NO_BID):
        table.end(concede=True)
    table.bid("Anna", 130)
    with table.refuses(Code.BAD_COUNT, "end --concede"):
        table.end(concede=True, Anna=60)
    table.marriage("hearts")
    with table.refuses(Code.WRONG_TIME, "play has begun"):
        table.end(concede=True)


def test_giving_up_is_no_bolt() -> None:
    table = three(options={"concede": "bid", "bolts": 120}).bid("Anna", 130).end(concede=True)
    assert table.bolts == {}


def test_giving_up_a_bid_over_the_cap_is_possible() -> None:
    table = three(options={"concede": "bid", "bid-without-marriage-cap": 120}).bid("Anna", 130)
    assert table.end(concede=True).totals == (-130, 60, 60)


def test_without_the_option_nobody_gives_up() -> None:
    table = three().bid("Anna", 130)
    with table.refuses(Code.NOT_IN_THIS_GAME, "concede"):
        table.end(concede=True)
