"""What a hand shows when it is dealt, while it is played and when it is over, in every family."""

from typing import NamedTuple

import pytest
from bezique_table import BeziqueTable, classic, russian, untold
from thousand_table import stock, three

from bezique_score.cards import Card, Suit
from bezique_score.events import Deal, Exchange, Trick
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.rules.load import packaged_document, rulebook_of


class Dealt(NamedTuple):
    """A game, its players and whether tricks are recorded; then who is in, and the stock after the deal."""

    game: str
    players: str
    tricks: bool
    active: str
    stock: int | None


DEALT = [
    # a pack of 8 x 20 cards, 12 nines and 2 infuzorki: 174 less 2 x 18 or 3 x 18
    Dealt("russian", "Anna Boris", True, "Anna Boris", 138),
    Dealt("russian", "Anna Boris Clara", True, "Anna Boris Clara", 120),
    Dealt("russian", "Anna Boris Clara Dora", True, "Anna Boris Clara", 120),
    Dealt("russian", "Anna Boris", False, "Anna Boris", None),
    # 2 x 32 less 2 x 8
    Dealt("classic", "Anna Boris", True, "Anna Boris", 48),
    # 4 x 32 less 2 x 9
    Dealt("rubicon", "Anna Boris", True, "Anna Boris", 110),
    Dealt("rubicon", "Anna Boris", False, "Anna Boris", None),
    # 24 less 2 x 6; no stock where a packet is dealt out
    Dealt("thousand-stock", "Anna Boris", True, "Anna Boris", 12),
    Dealt("thousand-stock", "Anna Boris", False, "Anna Boris", None),
    Dealt("thousand-three", "Anna Boris Clara", True, "Anna Boris Clara", 0),
]


@pytest.mark.parametrize("dealt", DEALT, ids=str)
def test_a_hand_is_dealt_as_the_game_says(dealt: Dealt) -> None:
    players = tuple(dealt.players.split())
    match = Match(
        rulebook_of(packaged_document(dealt.game), {}), Seating.of(players), target=None, tricks=dealt.tricks
    )
    turns = dealt.game in ("russian", "classic")
    table = match.judge(match.begin(), Deal(trump=Suit.HEARTS if turns else None)).table
    hand = table.hand
    assert hand is not None
    assert (hand.number, hand.dealer, hand.active) == (1, players[-1], tuple(dealt.active.split()))
    assert (hand.leader, hand.trump, hand.tricks) == ("Anna", Suit.HEARTS if turns else None, 0)
    assert hand.stock == dealt.stock
    assert hand.scores == table.totals == dict.fromkeys(players, 0)
    assert (hand.bid, hand.settlement, hand.counted, hand.closed) == (None, None, {}, False)
    assert (table.dealer, table.dealt, table.last, table.outcome) == (players[-1], 1, None, None)


def test_the_turned_seven_scores_for_the_dealer_beside_nothing() -> None:
    table = BeziqueTable("classic")
    assert table.enter("deal --upcard 7H") == {"Boris": 10}
    assert (table.hand.upcard, table.hand.trump) == (Card("7H"), Suit.HEARTS)
    assert table.scores == {"Anna": 0, "Boris": 10}


def test_the_stock_goes_down_by_a_card_each_and_the_winner_leads() -> None:
    table = classic()
    table.evening("trick boris; trick anna; trick boris")
    assert (table.hand.tricks, table.hand.leader, table.hand.stock) == (3, "Boris", 42)
    for _ in range(21):
        table.enter("trick anna")
    assert (table.hand.tricks, table.hand.leader, table.hand.stock) == (24, "Anna", 0)
    table.enter("trick boris")
    assert (table.hand.tricks, table.hand.leader, table.hand.stock) == (25, "Boris", 0)


def test_in_thousand_the_stock_goes_down_to_nothing_and_stays_there() -> None:
    table = stock()
    seen = []
    for player in ("Anna", "Boris") * 4:
        table.trick(player)
        seen.append((table.hand.stock, table.hand.leader))
    assert seen == [
        *[(10, "Anna"), (8, "Boris"), (6, "Anna"), (4, "Boris")],
        *[(2, "Anna"), (0, "Boris"), (0, "Anna"), (0, "Boris")],
    ]


def test_a_closed_hand_is_closed_with_what_was_counted_in_it() -> None:
    table = classic()
    table.evening("trick anna; declare bezique; end anna=6 --last boris")
    assert table.replay.table.hand is None
    assert table.hand.closed
    assert table.hand.counted == {"Anna": 6, "Boris": 10}
    assert table.scores == {"Anna": 40 + 60, "Boris": 10 + 100}
    assert table.totals == table.scores


def test_a_closed_hand_of_thousand_is_closed_with_its_card_points() -> None:
    table = three().bid("Anna", 100)
    table.end(Anna=100, Boris=20)
    assert table.replay.table.hand is None
    assert table.hand.closed
    assert table.hand.counted == {"Anna": 100, "Boris": 20, "Clara": 0}


def test_a_hand_of_which_nothing_is_counted_is_closed_all_the_same() -> None:
    table = russian()
    table.evening("trick anna; declare bezique; end")
    assert (table.hand.closed, table.hand.counted) == (True, {})


# What may be said beside a declaration


def test_trumps_twice_running_are_remarked_where_declarations_make_them() -> None:
    table = untold("six-pack")
    table.evening("declare anna marriage hearts; end --last anna; deal; declare boris marriage hearts")
    remarks = table.notices
    table.evening("declare boris bezique")
    assert table.notices == [], "it is said once"
    table.evening("end --last anna; deal; declare boris marriage spades")
    assert (remarks, table.notices) == (["hearts are trumps twice running."], [])


def test_where_a_card_is_turned_nothing_is_remarked_of_trumps() -> None:
    table = russian()
    table.evening("end; deal --trump spades; trick anna; declare marriage")
    assert table.notices == []


def test_the_ninth_card_of_a_growing_set_is_a_reading_and_said_to_be_one() -> None:
    table = russian()
    said = []
    for _ in range(5):
        table.evening("trick anna; declare trump-kings")
        said.append(table.notices)
    assert said == [[]] * 5, "the first shows four, the fifth is the eighth card"
    table.evening("trick anna; declare trump-kings -i K")
    assert table.notices == ["The price of card 9 is a reading: the source ends with the eighth."]
    table.evening("trick anna; declare bezique")
    assert table.notices == []


# Who is meant


def test_of_three_players_it_must_be_said_who_declares_where_tricks_are_not_recorded() -> None:
    table = BeziqueTable("three-handed", "Anna", "Boris", "Clara", tricks=False)
    table.enter("deal --trump spades")
    table.evening("declare bezique => usage")


def test_partners_sit_across_and_are_a_side() -> None:
    seating = Seating.of(("Anna", "Boris", "Clara", "Dora"), partners=True)
    assert (seating.sides, seating.partners) == (("Anna+Clara", "Boris+Dora"), True)
    assert [seating.side_of(player) for player in seating.players] == [*seating.sides] * 2
    assert (seating.mates("Boris"), seating.after("Dora")) == (("Boris", "Dora"), "Anna")
    assert not Seating.of(("Anna", "Boris")).partners


# What is written into an entry


def test_who_took_the_trick_or_exchanged_is_written_into_the_entry() -> None:
    table = classic("deal --upcard KH")
    table.evening("trick 9S AS; exchange")
    assert [entry.event for entry in table.entries[1:]] == [
        Trick(winner="Boris", cards=(Card("9S"), Card("AS"))),
        Exchange(player="Boris"),
    ]


def test_tricks_whose_cards_were_not_told_are_counted_for_whoever_took_them() -> None:
    table = classic()
    table.evening("trick anna; trick boris; trick anna; trick 9S AS; trick AD 9D")
    assert table.hand.unseen == {"Anna": 2, "Boris": 1}
    assert table.hand.brisques == {"Boris": 2}, "he took an ace each time"
    assert table.hand.declared is False
