"""Whole evenings in memory, for the tests of everything that shows them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Note,
    Pass,
    Trick,
    Undo,
)
from bezique_score.match import Match
from bezique_score.referee.hand import Seating
from bezique_score.replay import Replay
from bezique_score.rules.load import packaged_document, rulebook_of

BEGAN = datetime(2026, 11, 30, 19, 5, tzinfo=timezone(timedelta(hours=1)))


def play(
    players: Sequence[str],
    events: Sequence[Event],
    rules: str = "russian",
    options: Mapping[str, int | str | bool] | None = None,
    target: int | None = 1000,
    partners: bool = False,
    tricks: bool = True,
) -> Replay:
    """Enter the events one after another, forty seconds apart."""
    rulebook = rulebook_of(packaged_document(rules), options or {})
    seating = Seating.of(tuple(players), partners=partners)
    replay = Replay(Match(rulebook, seating, target=target, tricks=tricks))
    for number, event in enumerate(events, 1):
        replay.add(replay.judge(event), BEGAN + timedelta(seconds=40 * number))
    return replay


def russian_evening(anna: str = "Anna", boris: str = "Boris") -> Replay:
    """Two hands with nearly everything in them; Anna wins at the end of the second."""
    queens = [event for _ in range(5) for event in (Trick(winner=anna), Declare(meld="trump-queens"))]
    return play(
        [anna, boris],
        [
            Note(text="ten packs, new cards"),
            Deal(upcard=Card.KH),
            Trick(winner=anna, cards=(Card.AS, Card.TEN_S)),
            Declare(meld="bezique"),
            Trick(winner=boris),
            Declare(meld="marriage"),
            Exchange(),
            Declare(meld="kings", suits=tuple(Suit), allow="the cards were on the table already"),
            Trick(winner=boris),
            Declare(meld="queens", infuzorki=(Rank.QUEEN,)),
            Undo(),
            Declare(meld="quint", jack=Card.JD),
            Amend(event=6, entry=Declare(meld="bezique", infuzorki=(Rank.QUEEN,))),
            Adjust(player=boris, amount=-10, note="card led out of turn"),
            End(),
            Agree(totals={anna: 25, boris: 73}),
            Adjust(player=anna, amount=5, note="made the tea"),
            Deal(trump=Suit.CLUBS),
            *queens,
            End(),
        ],
        options={"packs": 10},
    )


def four_names() -> Replay:
    """Give four players the widths that names have: Cyrillic, Polish, double-width letters, an emoji."""
    anna, lukasz, hanako, clara = "Анна Павловна Шерер", "Łukasz", "花子", "Clara 👩‍👩‍👧"
    return play(
        [anna, lukasz, hanako, clara],
        [
            Deal(trump=Suit.SPADES),
            Trick(winner=anna),
            Declare(meld="bezique", infuzorki=(Rank.JACK,)),
            Trick(winner=lukasz),
            Declare(meld="trump-queens"),
            Trick(winner=hanako),
            Declare(meld="kings"),
            End(),
        ],
        target=101,
    )


def rubicon_game() -> Replay:
    """Play a deal that is settled as a game."""
    sequences = [Declare(player="Anna", meld="sequence", suit=suit) for suit in Suit]
    return play(
        ["Anna", "Boris"],
        [
            Deal(),
            *sequences,
            Declare(player="Anna", meld="double-bezique"),
            Declare(player="Anna", meld="aces"),
            Declare(player="Boris", meld="double-bezique"),
            Declare(player="Boris", meld="marriage", suit=Suit.HEARTS),
            End(last="Anna"),
        ],
        rules="rubicon",
        target=None,
        tricks=False,
    )


def thousand_game() -> Replay:
    """Play a hand of Thousand with an auction, made blind, and begin another."""
    return play(
        ["Anna", "Boris", "Clara"],
        [
            Deal(),
            Bid(player="Anna", bid=100, blind=True),
            Pass(player="Boris"),
            Pass(player="Clara"),
            Declare(meld="marriage", suit=Suit.HEARTS),
            End(counts={"Anna": 85, "Boris": 15, "Clara": 20}),
            Deal(),
            Bid(player="Boris", bid=140),
        ],
        rules="thousand-three",
        options={"barrel": 880},
    )
