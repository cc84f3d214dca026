"""What no line of the language can say, but a journal edited by hand can: the referees refuse it word for word."""

from typing import NamedTuple

import pytest
from bezique_table import NOW

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Adjust, Agree, Amend, Bid, Deal, Declare, End, Event, Exchange, Pass, Trick
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Refusal
from bezique_score.replay import Replay
from bezique_score.rules.load import packaged_document, rulebook_of

SPADES = Deal(trump=Suit.SPADES)
HEARTS = Declare(meld="marriage", suit=Suit.HEARTS, player="Anna")


class Wrong(NamedTuple):
    """Entries that may be, the one that may not, and how it is refused: code, sentence, and what helps."""

    game: str
    before: tuple[Event, ...]
    event: Event
    answer: str
    tricks: bool = True
    options: dict[str, int | str | bool] = {}


def trick(winner: str | None, cards: str = "") -> Trick:
    return Trick(winner=winner, cards=tuple(Card(card) for card in cards.split()))


def bid(points: int, player: str = "Anna", *, blind: bool = False) -> Bid:
    return Bid(player=player, bid=points, blind=blind)


WRONG = [
    # Who does not sit here
    *(
        Wrong(
            "russian",
            (SPADES, trick("Anna")),
            fact,
            "Zoya does not play here.   [unknown-player]\nthe players are Anna and Boris",
        )
        for fact in (
            trick("Zoya"),
            Declare(meld="bezique", player="Zoya"),
            Exchange(player="Zoya"),
            bid(100, "Zoya"),
            Pass(player="Zoya"),
            End(last="Zoya"),
            End(all_tricks="Zoya"),
            End(no_trick=("Anna", "Zoya")),
            End(counts={"Anna": 3, "Zoya": 4}),
            Agree(totals={"Anna": 3, "Zoya": 4}),
        )
    ),
    Wrong(
        "russian",
        (),
        Deal(dealer="Zoya", trump=Suit.SPADES),
        "Zoya does not play here.   [unknown-player]\nthe players are Anna and Boris",
    ),
    # The Bezique family
    Wrong(
        "russian",
        (),
        Deal(),
        "A card is turned for trumps: its suit must be said.   [usage]\ndeal --trump SUIT",
    ),
    Wrong("rubicon", (), SPADES, "No card is turned in this game.   [not-in-this-game]\ndeal"),
    Wrong(
        "rubicon",
        (),
        Deal(upcard=Card("7H")),
        "No card is turned in this game.   [not-in-this-game]\ndeal",
    ),
    Wrong(
        "russian",
        (),
        Deal(upcard=Card("8H"), trump=Suit.HEARTS),
        "There is no 8♥ in this pack.   [unknown-card]\n"
        "A card is a rank and a suit of this pack, such as QS or 10h.",
    ),
    *(
        Wrong("russian", (SPADES,), fact, "There is no auction in this game.   [not-in-this-game]\nmelds")
        for fact in (bid(100), Pass(player="Boris"))
    ),
    Wrong(
        "rubicon",
        (Deal(), trick("Anna")),
        Exchange(player="Anna"),
        "No card is exchanged in this game.   [not-in-this-game]\nmelds",
    ),
    Wrong(
        "russian",
        (SPADES,),
        trick("Anna"),
        "This session records no tricks.   [not-in-this-game]\ndeclare PLAYER MELD   (declarations only)",
        tricks=False,
    ),
    Wrong(
        "russian",
        (SPADES,),
        Trick(),
        "Who took the trick, or its cards, must be said.   [usage]\ntrick PLAYER",
    ),
    Wrong(
        "russian",
        (SPADES, trick("Anna")),
        Declare(meld="carte-blanche"),
        "Russian commercial bezique knows no carte-blanche.   [not-in-this-game]\n"
        "its declarations are queens, kings, aces, jacks, trump-queens, bezique-jacks, trump-aces, trump-tens, "
        "trump-kings, trump-jacks, marriage, bezique or quint",
    ),
    Wrong(
        "russian",
        (SPADES, trick("Anna")),
        Declare(meld="bezique", suit=Suit.HEARTS),
        "These cards do not make bezique: it is not made of hearts.   [wrong-cards]\ndeclare bezique",
    ),
    Wrong(
        "russian",
        (SPADES, trick("Anna")),
        Declare(meld="bezique", suits=(Suit.HEARTS, Suit.CLUBS)),
        "These cards do not make bezique: its suits are not for choosing.   [wrong-cards]\ndeclare Anna bezique",
    ),
    Wrong(
        "classic",
        (Deal(trump=Suit.SPADES),),
        End(counts={"Anna": 6}, last="Boris", all_tricks="Anna", no_trick=("Boris",), concede=True),
        "--all-tricks, --no-trick and --concede is not asked at the end of a hand of this game.   "
        "[not-in-this-game]\nend",
    ),
    Wrong(
        "russian",
        (SPADES,),
        End(counts={"Anna": 6}, last="Boris"),
        "--last and PLAYER=N is not asked at the end of a hand of this game.   [not-in-this-game]\nend",
    ),
    Wrong(
        "russian",
        (SPADES, trick("Anna")),
        Declare(meld="trump-queens", suit=Suit.HEARTS),
        "These cards do not make trump-queens: it is not made of hearts.   [wrong-cards]\ndeclare trump-queens",
    ),
    # Thousand
    *(
        Wrong(
            "thousand-three",
            (),
            deal,
            "No card is turned for trumps in this game.   [not-in-this-game]\ndeal",
        )
        for deal in (SPADES, Deal(upcard=Card("9H")))
    ),
    *(
        Wrong(
            "thousand-stock",
            (Deal(),),
            fact,
            "There is no auction in this game.   [not-in-this-game]\nThese rules do not know it.",
        )
        for fact in (bid(100), Pass(player="Boris"))
    ),
    Wrong(
        "thousand-stock",
        (Deal(), trick("Anna")),
        Exchange(player="Anna"),
        "No card is turned, so there is nothing to exchange.   [not-in-this-game]\nThese rules do not know it.",
    ),
    Wrong(
        "thousand-three",
        (Deal(), bid(100)),
        End(counts={"Anna": 60}, last="Anna"),
        "The last trick is worth nothing in this game.   [not-in-this-game]\nend",
    ),
    Wrong(
        "thousand-three",
        (Deal(), bid(100)),
        End(counts={"Anna": 120}, no_trick=("Boris",)),
        "Hands without a trick are not counted in this game.   [not-in-this-game]\n"
        "the house option `bolts` counts them",
    ),
    Wrong(
        "thousand-three",
        (Deal(), bid(100)),
        End(concede=True),
        "A hand cannot be given up in this game.   [not-in-this-game]\nthe house option `concede` allows it",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        End(concede=True),
        "A hand cannot be given up in this game.   [not-in-this-game]\nthe house option `concede` allows it",
    ),
    *(
        Wrong(
            "thousand-three",
            (Deal(), bid(100)),
            end,
            "No cards are counted when the bidder gives up.   [bad-count]\nend --concede",
            options={"concede": "bid", "bolts": 120},
        )
        for end in (
            End(concede=True, counts={"Anna": 60}),
            End(concede=True, all_tricks="Anna"),
            End(concede=True, no_trick=("Anna",)),
        )
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        trick("Anna"),
        "Tricks are not recorded in this session.   [not-in-this-game]\nThese rules do not know it.",
        tricks=False,
    ),
    Wrong(
        "thousand-stock",
        (Deal(), trick("Boris")),
        Trick(),
        "A trick needs its winner or its cards.   [usage]\ntrick Boris",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        trick("Anna", "9H 8H"),
        "This pack has no 8♥.   [unknown-card]\nits ranks are A 10 K Q J 9",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        Declare(meld="marriage", suit=Suit.HEARTS, allow="late"),
        "Tricks are not recorded here, so a declaration needs its player.   [usage]\ndeclare Anna marriage hearts",
        tricks=False,
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        Declare(meld="bezique"),
        "There is no bezique in this game.   [not-in-this-game]\nwhat can be declared is marriage",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        Declare(meld="marriage", player="Anna"),
        "A marriage needs its suit.   [usage]\ndeclare Anna marriage hearts",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        Declare(meld="marriage", player="Anna", suit=Suit.CLUBS, infuzorki=(Rank.KING,)),
        "This pack has no infuzorki.   [no-infuzorka]\ndeclare Anna marriage clubs",
    ),
    *(
        Wrong(
            "thousand-stock",
            (Deal(),),
            declare,
            "A marriage is named by one suit.   [wrong-cards]\ndeclare Anna marriage clubs",
        )
        for declare in (
            Declare(meld="marriage", player="Anna", suit=Suit.CLUBS, suits=(Suit.CLUBS, Suit.HEARTS)),
            Declare(meld="marriage", player="Anna", suit=Suit.CLUBS, jack=Card("JC")),
        )
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        trick("Boris", "9H AH 10H"),
        "3 cards were told: a trick has 2.   [wrong-cards]\none card each, from Anna, who leads",
    ),
    Wrong(
        "thousand-stock",
        (Deal(),),
        trick("Anna", "9H AH"),
        "Boris took this trick, not Anna: there are no trumps.   [wrong-winner]\ntrick Boris 9H AH",
    ),
    Wrong(
        "thousand-stock",
        (Deal(), HEARTS),
        trick("Boris", "KH AS"),
        "Anna took this trick, not Boris: hearts are trumps.   [wrong-winner]\ntrick Anna KH AS",
    ),
    # Corrections of corrections
    Wrong(
        "russian",
        (SPADES, Amend(event=1, entry=Deal(trump=Suit.HEARTS)), Amend(event=1, entry=Deal(trump=Suit.CLUBS))),
        Amend(event=2, entry=SPADES),
        "What entry 2 said was itself corrected by entry 3.   [nothing-to-undo]\n"
        "undo 3   (takes back the later correction first)",
    ),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: f"{wrong.game} {wrong.answer.partition('.')[0]}")
def test_what_only_a_file_can_say_is_refused_in_the_words_of_the_rule(wrong: Wrong) -> None:
    rules = rulebook_of(packaged_document(wrong.game), wrong.options)
    players = ("Anna", "Boris", "Clara")[: 3 if wrong.game == "thousand-three" else 2]
    replay = Replay(Match(rules, Seating.of(players), target=None, tricks=wrong.tricks))
    for event in wrong.before:
        replay.add(replay.judge(event), NOW)
    with pytest.raises(Refusal) as caught:
        replay.judge(wrong.event)
    assert f"{caught.value}\n{caught.value.hint}" == wrong.answer


def test_a_suit_that_says_nothing_is_left_out_of_the_entry() -> None:
    replay = Replay(
        Match(rulebook_of(packaged_document("russian"), {}), Seating.of(("Anna", "Boris")), target=None)
    )
    for event in (SPADES, trick("Anna")):
        replay.add(replay.judge(event), NOW)
    judged = replay.judge(Declare(meld="bezique", suit=Suit.SPADES))
    assert judged.event == Declare(meld="bezique", player="Anna")


def test_where_a_last_trick_counts_the_player_without_cards_cannot_have_taken_it() -> None:
    document = packaged_document("russian")
    rules = rulebook_of({**document, "count": {"last-trick": 10, "source": "a house rule"}}, {})
    replay = Replay(Match(rules, Seating.of(("Anna", "Boris", "Clara", "Dora")), target=None))
    replay.add(replay.judge(SPADES), NOW)
    with pytest.raises(Refusal) as caught:
        replay.judge(End(last="Dora"))
    assert str(caught.value) == "Dora has no cards in this hand.   [sitting-out]"
    assert replay.judge(End(last="Clara")).points == {"Clara": 10}


def test_where_brisques_never_decide_they_may_be_left_out_of_a_tie() -> None:
    document = packaged_document("rubicon")
    settlement = {**document["settlement"], "brisques": False}
    rules = rulebook_of({**document, "settlement": settlement}, {})
    replay = Replay(Match(rules, Seating.of(("Anna", "Boris")), target=None))
    for event in (Deal(), Adjust(player="Boris", note="tie", amount=50)):
        replay.add(replay.judge(event), NOW)
    judged = replay.judge(End(last="Anna"))
    assert (judged.points, [str(notice) for notice in judged.notices]) == ({}, ["50 each: nothing is won."])


def test_a_house_may_price_a_marriage_by_its_suit() -> None:
    document = packaged_document("classic")
    prices = {"by-suit": {"hearts": 100, "diamonds": 80, "clubs": 60, "spades": 40}}
    marriage = {key: value for key, value in document["declaration"]["marriage"].items() if key != "trump-points"}
    melds = {**document["declaration"], "marriage": {**marriage, "points": prices}}
    rules = rulebook_of({**document, "declaration": melds}, {})
    replay = Replay(Match(rules, Seating.of(("Anna", "Boris")), target=None))
    for event in (SPADES, trick("Anna")):
        replay.add(replay.judge(event), NOW)
    points = [
        replay.judge(Declare(meld="marriage", suit=suit)).points["Anna"] for suit in (Suit.HEARTS, Suit.SPADES)
    ]
    assert points == [100, 40]


def test_what_does_not_make_trumps_leaves_them_open_and_is_priced_in_a_plain_suit() -> None:
    document = packaged_document("rubicon")
    melds = {**document["declaration"]}
    melds["sequence"] = {**melds["sequence"], "makes-trumps": False}
    replay = Replay(
        Match(rulebook_of({**document, "declaration": melds}, {}), Seating.of(("Anna", "Boris")), target=None)
    )
    for event in (Deal(), trick("Anna")):
        replay.add(replay.judge(event), NOW)
    judged = replay.judge(Declare(meld="sequence", suit=Suit.HEARTS))
    hand = replay.table_after(judged).hand
    assert hand is not None
    assert (hand.trump, hand.scores) == (None, {"Anna": 150, "Boris": 0})


def test_where_a_house_plays_no_blind_bids_one_is_not_of_this_game() -> None:
    document = packaged_document("thousand-three")
    rules = rulebook_of({**document, "auction": {**document["auction"], "blind": False}}, {})
    replay = Replay(Match(rules, Seating.of(("Anna", "Boris", "Clara")), target=None))
    replay.add(replay.judge(Deal()), NOW)
    with pytest.raises(Refusal) as caught:
        replay.judge(bid(100, blind=True))
    assert f"{caught.value}\n{caught.value.hint}" == (
        "These rules have no blind bids.   [not-in-this-game]\nbid Anna 100"
    )
    assert replay.judge(bid(100)).event == bid(100)
