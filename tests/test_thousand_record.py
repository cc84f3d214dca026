"""Card points and the record of Thousand: seed 003 (S3), rules.md 7 and the figures of rules.md 9."""

import pytest
from thousand_table import ThousandTable, stock, three, two

from bezique_score.events import Bid, End
from bezique_score.referee.thousand.card_points import can_share
from bezique_score.refusal import Code

PACK = tuple(points for points in (0, 2, 3, 4, 10, 11) for _ in range(4))


def packets_of(points: int) -> bool:
    """Whether four cards out of play can be worth so much."""
    return any(can_share(PACK, [own, 120 - points - own], 4) for own in range(121 - points))


# Card points


def test_the_packets_can_be_worth_anything_to_44_but_1_38_and_39() -> None:
    assert [points for points in range(121) if packets_of(points)] == [
        points for points in range(45) if points not in (1, 38, 39)
    ]


def test_one_card_point_and_119_are_made_by_no_cards() -> None:
    # the same for the pack of two players with a stock
    assert [own for own in range(121) if not can_share(PACK, [own, 120 - own], 0)] == [1, 119]


@pytest.mark.parametrize("counts", [{"Anna": 1, "Boris": 119}, {"Anna": 119}, {"Boris": 1}])
def test_impossible_card_points_are_refused(counts: dict[str, int]) -> None:
    table = stock()
    with table.refuses(Code.BAD_COUNT, "No cards make"):
        table.count(counts)


@pytest.mark.parametrize(("anna", "boris"), [(75, 0), (70, 51), (130, -30), (-10, 100), (60, 22), (1, 100)])
def test_with_two_packets_the_card_points_are_76_to_120_together(anna: int, boris: int) -> None:
    table = two().bid("Anna", 100)
    with table.refuses(Code.BAD_COUNT, "76 to 120"):
        table.end(Anna=anna, Boris=boris)


@pytest.mark.parametrize(("anna", "boris", "records"), [(50, 26, (-100, 26)), (100, 20, (100, 20))])
def test_with_two_packets_the_limits_are_possible(anna: int, boris: int, records: tuple[int, int]) -> None:
    assert two().bid("Anna", 100).end(Anna=anna, Boris=boris).totals == records


def test_with_two_packets_both_numbers_are_needed() -> None:
    table = two().bid("Anna", 100)
    with table.refuses(Code.BAD_COUNT, "The card points of Boris are missing", "end Anna=100 Boris=N"):
        table.end(Anna=100)


def test_the_last_missing_number_is_worked_out_and_written_down() -> None:
    table = three().bid("Anna", 100).end(Anna=72, Boris=30)
    assert table.counted == {"Anna": 72, "Boris": 30, "Clara": 18}
    with table.deal().bid("Boris", 100).refuses(Code.BAD_COUNT, "Clara and Anna are missing"):
        table.end(Boris=72)


def test_numbers_that_do_not_add_up_are_refused() -> None:
    table = three().bid("Anna", 100)
    for counts in ({"Anna": 119, "Boris": 4}, {"Anna": 60, "Boris": 30, "Clara": 31}, {"Anna": 121, "Boris": 0}):
        with table.refuses(Code.BAD_COUNT, "120"):
            table.count(counts)


WHOLE_HAND = (
    ("hearts", "KH JH 10H", "Anna"),
    ("diamonds", "KD 10D AD", "Clara"),
    ("spades", "KS 9S AS", "Boris"),
    (None, "10C KC JC", "Boris"),
    (None, "9H QS 9C", "Clara"),
    (None, "JS AC QH", "Clara"),
    (None, "10S QD JD", "Clara"),
    (None, "9D QC AH", "Clara"),
)


def whole_hand(*, but_last: bool = False) -> ThousandTable:
    """The hand of the case with all its cards: Anna deals, Boris bids 130 and leads."""
    table = ThousandTable("thousand-three", "Boris", "Clara", "Anna").deal().bid("Boris", 130)
    for suit, cards, winner in WHOLE_HAND[: 7 if but_last else 8]:
        if suit:
            table.marriage(suit)
        assert table.trick(cards=cards).hand.leader == winner
    return table


def test_told_tricks_need_not_be_counted() -> None:
    table = whole_hand().end()
    assert table.counted == {"Boris": 31, "Clara": 73, "Anna": 16}
    assert table.totals == (130, 113, 96)


def test_told_tricks_are_held_against_the_count() -> None:
    table = whole_hand()
    with table.refuses(Code.BAD_COUNT, "Anna has 16 card points by the tricks, not 17"):
        table.end(Anna=17)
    assert table.end(Anna=16).totals == (130, 113, 96)


def test_the_last_trick_told_without_cards_is_what_the_pack_has_left() -> None:
    assert whole_hand(but_last=True).trick("Clara").end().totals == (130, 113, 96)
    assert whole_hand(but_last=True).trick("Anna").end().counted["Anna"] == 30


def test_a_count_is_at_least_what_the_tricks_tell() -> None:
    table = three().bid("Anna", 100).trick(cards="AH 10H KH")
    with table.refuses(Code.BAD_COUNT, "at least 25"):
        table.end(Anna=24, Boris=50)
    assert table.end(Anna=25, Boris=50).totals == (-100, 50, 45)


def test_untold_cards_go_in_whole_tricks() -> None:
    # three cards are left, worth 0, 3 and 11: they are one trick
    table = whole_hand(but_last=True)
    with table.refuses(Code.BAD_COUNT, "No cards make"):
        table.end(Boris=31, Clara=59 + 11, Anna=16 + 3)
    assert table.end(Boris=31, Clara=59 + 14).totals == (130, 113, 96)


def test_untold_tricks_are_taken_on_trust() -> None:
    assert three().bid("Anna", 100).trick("Boris").end(Anna=100, Boris=20).totals == (100, 20, 0)


# Made and failed


@pytest.mark.parametrize(("own", "records"), [(72, -100), (99, -100), (100, 100), (120, 100)])
def test_the_bidder_records_his_bid_never_his_points(own: int, records: int) -> None:
    # S3: ему записывается объявленное; недобрал - со знаком минус
    assert three().bid("Anna", 100).end(Anna=own, Boris=120 - own).totals == (records, 120 - own, 0)


@pytest.mark.parametrize(("own", "records"), [(50, 110), (49, -110)])
def test_marriages_help_to_make_the_bid(own: int, records: int) -> None:
    table = three().bid("Clara", 110).marriage("clubs").end(Clara=own, Anna=40)
    assert table.totals == (40, 80 - own, records)


def test_the_others_record_their_cards_and_marriages() -> None:
    table = three().bid("Anna", 100).trick("Boris").marriage("hearts").trick("Clara").marriage("spades")
    assert table.end(Anna=100, Boris=20).totals == (100, 120, 40)


def test_with_a_stock_everybody_records_his_own_and_marriages_at_once() -> None:
    table = stock().marriage("diamonds").trick("Boris").marriage("spades")
    assert table.totals == (80, 40)
    assert table.end(Anna=68).points == {"Anna": 68, "Boris": 52}
    assert table.totals == (148, 92)


def test_blind_doubles_everything_recorded() -> None:
    # rules.md 9: bid 140 blind, made; others 15 and 20
    table = three().bid("Clara", 140, blind=True).marriage("diamonds")
    assert table.end(Clara=85, Anna=15, Boris=20).totals == (30, 40, 280)
    failed = three().bid("Anna", 140, blind=True).end(Anna=90, Boris=20)
    assert failed.totals == (-280, 40, 20)


def test_blind_doubles_the_marriages_of_the_others_too() -> None:
    table = three().bid("Anna", 100, blind=True).trick("Boris").marriage("spades")
    assert table.end(Anna=100, Boris=20).totals == (200, 120, 0)


def test_an_adjustment_is_not_doubled() -> None:
    table = three().bid("Anna", 100, blind=True).adjust("Boris", -10).end(Anna=100, Boris=20)
    assert table.totals == (200, 30, 0)


def test_bid_110_took_109() -> None:
    assert two().bid("Anna", 100).bid("Boris", 110).end(Anna=5, Boris=109).totals == (5, -110)


# The 120 that needs only every trick


def test_120_without_marriage_and_every_trick_is_made_whatever_lies_in_the_packets() -> None:
    # S3: очки карт обоих пакетов добавляются к его очкам
    table = two().bid("Anna", 120).end(Anna=96, Boris=0, all_tricks="Anna")
    assert table.totals == (120, 0)
    assert any("every trick" in notice for notice in table.notices)


def test_120_and_every_trick_needs_no_count() -> None:
    table = two().bid("Anna", 120).end(all_tricks="Anna")
    assert table.totals == (120, 0)
    assert table.counted == {"Boris": 0}


def test_120_and_every_trick_by_the_recorded_tricks() -> None:
    table = two().bid("Anna", 120)
    for _ in range(10):
        table.trick("Anna")
    assert table.end().totals == (120, 0)


def test_120_with_a_marriage_does_not_get_the_packets() -> None:
    table = two().bid("Anna", 120).marriage("spades")
    assert table.end(Anna=79, Boris=0, all_tricks="Anna").totals == (-120, 0)


@pytest.mark.parametrize("bid", [119, 121])
def test_another_bid_does_not_get_the_packets(bid: int) -> None:
    assert two().bid("Anna", bid).end(Anna=96, all_tricks="Anna").totals == (-bid, 0)


def test_120_without_every_trick_does_not_get_the_packets() -> None:
    assert two().bid("Anna", 120).end(Anna=104, Boris=2).totals == (-120, 2)


def test_with_three_there_is_no_such_exception_and_all_points_are_his() -> None:
    assert three().bid("Anna", 121).end(all_tricks="Anna").totals == (-121, 0, 0)


def test_every_trick_and_a_trick_of_another_contradict_each_other() -> None:
    table = two().bid("Anna", 120).trick("Boris").trick("Anna")
    with table.refuses(Code.WRONG_WINNER, "Boris has taken a trick"):
        table.end(all_tricks="Anna")


def test_every_trick_and_a_lead_of_another_contradict_each_other() -> None:
    table = two(tricks=False).bid("Anna", 120).marriage("spades", "Boris")
    with table.refuses(Code.WRONG_WINNER):
        table.end(Anna=100, Boris=0, all_tricks="Anna")


def test_every_trick_and_card_points_of_another_contradict_each_other() -> None:
    table = two().bid("Anna", 120)
    with table.refuses(Code.BAD_COUNT, "Boris has 0 card points"):
        table.end(Anna=96, Boris=2, all_tricks="Anna")


# The end of the game, and setting right


def test_the_highest_over_the_target_wins_whoever_played() -> None:
    table = three().bid("Anna", 115).adjust("Anna", 900).adjust("Boris", 995).marriage("clubs")
    assert table.end(Anna=60, Boris=40).totals == (1015, 1035, 20)
    assert table.winner == "Boris"


def test_the_target_is_looked_at_when_the_hand_is_closed() -> None:
    table = stock().adjust("Anna", 950).marriage("hearts")
    assert (table.totals, table.winner) == ((1050, 0), None)
    assert table.end(Anna=60).winner == "Anna"


def test_the_end_taken_back_and_the_bid_amended() -> None:
    table = two().bid("Anna", 100).bid("Boris", 110).passes("Anna").end(Anna=40, Boris=70)
    assert table.totals == (40, -110)
    assert table.undo().points == {"Anna": -40, "Boris": 110}
    assert table.redo().totals == (40, -110)
    assert table.amend(5, End(counts={"Anna": 0, "Boris": 110})).totals == (0, 110)
    assert table.amend(3, Bid(player="Boris", bid=115)).totals == (0, -115)


def test_the_last_trick_is_worth_nothing() -> None:
    table = stock()
    with table.refuses(Code.NOT_IN_THIS_GAME):
        table.end(Anna=60, last="Anna")
