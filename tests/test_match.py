"""What stands between the hands and the totals: who deals, what is lacking, what may be declared now."""

import pytest
from bezique_table import BeziqueTable, classic, russian, untold
from thousand_table import ThousandTable, two

from bezique_score.events import Deal, Note
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.rules.load import packaged_document, rulebook_of


def now(table: BeziqueTable | ThousandTable, player: str | None = None) -> list[str]:
    """What may be declared at this very moment."""
    return [
        f"{offer.meld} {offer.suit}" if offer.suit else offer.meld
        for offer in table.match.offers_now(table.replay.table, player)
    ]


# What is lacking


def test_a_side_needs_what_it_lacks_to_the_target_and_never_less_than_nothing() -> None:
    table = BeziqueTable("classic", target=100)
    table.enter("adjust anna 40 --note start")
    table.enter("adjust boris 130 --note start")
    needs = [table.match.needs(table.replay.table, side) for side in ("Anna", "Boris")]
    assert needs == [60, 0]
    assert BeziqueTable("classic", target=None).match.needs(table.replay.table, "Anna") is None


# Hands and dealers


def test_hands_are_numbered_and_the_deal_goes_round() -> None:
    table = BeziqueTable("russian", "Anna", "Boris", "Clara")
    seen = []
    for _ in range(4):
        table.enter("deal --trump spades")
        seen.append((table.hand.number, table.hand.dealer))
        table.enter("end")
    assert seen == [(1, "Clara"), (2, "Anna"), (3, "Boris"), (4, "Clara")]
    assert table.replay.table.dealt == 4


def test_the_deal_rotates_from_the_dealer_named_last() -> None:
    table = BeziqueTable("russian", "Anna", "Boris", "Clara")
    table.evening("deal --trump spades --dealer anna; end; deal --trump spades")
    assert table.hand.dealer == "Boris"


def test_the_session_names_its_first_dealer() -> None:
    match = Match(
        rulebook_of(packaged_document("classic"), {}),
        Seating.of(("Anna", "Boris")),
        target=None,
        first_dealer="Anna",
    )
    assert match.next_dealer(match.begin()) == "Anna"


def test_an_entry_that_changes_nothing_leaves_the_table_as_it_is() -> None:
    table = classic()
    table.evening("trick anna; declare bezique")
    before = table.replay.table
    step = table.match.judge(before, Note(text="late"))
    assert step.table is before
    assert (step.points, step.worth, step.notices) == ({}, None, ())


# At this moment


def test_before_a_trick_is_won_nothing_can_be_declared_now() -> None:
    assert now(russian()) == []
    assert russian().offers() != {}, "though much could be once it is"


def test_the_winner_of_the_trick_may_declare_what_is_offered_and_the_other_nothing() -> None:
    table = russian()
    table.enter("trick anna")
    assert now(table) == now(table, "Anna") == list(table.offers("Anna"))
    assert "bezique" in now(table)
    assert now(table, "Boris") == []


def test_after_the_declaration_of_a_trick_there_is_none_until_the_next() -> None:
    table = russian()
    table.evening("trick anna; declare bezique")
    assert now(table) == []
    table.enter("trick anna")
    assert "bezique" in now(table)


def test_what_still_needs_its_infuzorka_to_be_named_is_among_what_may_be_declared() -> None:
    table = russian()
    table.declares("Boris", *["trump-kings"] * 5)  # the first shows four: all eight of them are his
    table.evening("trick anna; declare marriage => too-many-cards")
    assert "marriage" in now(table), "with an infuzorka for the king"
    table.enter("declare marriage -i K")


def test_where_tricks_are_not_recorded_whoever_has_cards_may_declare_now() -> None:
    table = untold("rubicon")
    assert "bezique" in now(table, "Anna")
    assert "bezique" in now(table, "Boris")


def test_what_a_player_may_declare_now_has_the_price_that_it_has_for_him() -> None:
    table = BeziqueTable("russian", tricks=False)
    table.evening("deal --trump spades; declare anna bezique")
    prices = {
        player: {offer.meld: offer.points for offer in table.match.offers_now(table.replay.table, player)}
        for player in ("Anna", "Boris")
    }
    assert (prices["Anna"]["bezique"], prices["Boris"]["bezique"]) == (50, 25)


def test_in_thousand_the_leader_may_announce_a_marriage_now_and_one_to_a_lead() -> None:
    table = two().bid("Anna", 100)
    suits = ["spades", "hearts", "diamonds", "clubs"]
    assert now(table) == [f"marriage {suit}" for suit in suits]
    assert now(table, "Boris") == []
    table.marriage("hearts")
    assert now(table) == []


# What an entry says


def test_the_trick_in_which_the_stock_is_not_yet_out_says_nothing_beside_it() -> None:
    table = classic()
    table.enter("trick anna")
    assert table.notices == []
    assert table.last is not None
    assert table.last.worth is None


def test_what_is_booked_towards_a_bid_is_said_as_its_worth_and_moves_no_total() -> None:
    table = two().bid("Anna", 100).marriage("diamonds")
    assert (table.points, table.worth) == ({}, 80)
    assert table.totals == (0, 0)


def test_where_a_hand_is_a_game_an_adjustment_has_a_worth_and_the_settlement_moves_the_totals() -> None:
    table = BeziqueTable("rubicon", tricks=False)
    table.evening("deal; declare anna bezique")
    assert table.last is not None
    assert (table.last.points, table.last.worth) == ({}, 40)
    table.enter("adjust boris 30 --note revoke")
    assert (table.last.points, table.last.worth) == ({}, 30)
    assert table.totals == {"Anna": 0, "Boris": 0}


@pytest.mark.parametrize("check", ["hand", "at-once"])
def test_the_target_is_looked_at_when_the_rules_say_so(check: str) -> None:
    table = BeziqueTable("russian", target=20, options={"target-check": check})
    table.evening("deal --trump spades; trick anna; declare bezique")
    assert table.winner == (None if check == "hand" else "Anna")
    if check == "hand":
        table.enter("end")
        assert table.winner == "Anna"


def test_a_deal_without_a_dealer_is_completed_with_the_next() -> None:
    table = BeziqueTable("rubicon")
    judged = table.replay.judge(Deal())
    assert judged.event == Deal(dealer="Boris")
