"""A table of Thousand in memory: entries are made as players say them, and every one is judged twice."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

import pytest

from bezique_score.cards import Card, Suit
from bezique_score.events import (
    Adjust,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Pass,
    Redo,
    Trick,
    Undo,
)
from bezique_score.match import Match
from bezique_score.referee.hand import Offer, Seating
from bezique_score.referee.thousand.table import ThousandHand, ToldTrick
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Entry, Judged, Replay
from bezique_score.rules.load import packaged_document, rulebook_of

NOW = datetime(2026, 11, 30, 19, 5, tzinfo=UTC)


class ThousandTable:
    """A session of one of the three games; the last seat deals first."""

    def __init__(
        self,
        game: str,
        *players: str,
        target: int | None = 1000,
        tricks: bool = True,
        options: dict[str, int | str | bool] | None = None,
    ) -> None:
        rules = rulebook_of(packaged_document(game), options)
        self.match = Match(rules, Seating.of(players), target=target, tricks=tricks)
        self.replay = Replay(self.match)
        self.entries: list[Entry] = []
        self.last: Judged | None = None

    def enter(self, event: Event) -> "ThousandTable":
        judged = self.replay.judge(event)
        assert self.replay.judge(judged.event) == judged, "a completed entry is judged the same"
        self.entries.append(self.replay.add(judged, NOW).entry)
        self.last = judged
        return self

    # What is said at the table

    def deal(self, **words: str) -> "ThousandTable":
        return self.enter(Deal(**words))  # type: ignore[arg-type]

    def bid(self, player: str, points: int, *, blind: bool = False) -> "ThousandTable":
        return self.enter(Bid(player=player, bid=points, blind=blind))

    def passes(self, *players: str) -> "ThousandTable":
        for player in players:
            self.enter(Pass(player=player))
        return self

    def marriage(self, suit: str, player: str | None = None, allow: str | None = None) -> "ThousandTable":
        return self.enter(Declare(meld="marriage", suit=Suit(suit), player=player, allow=allow))

    def trick(self, winner: str | None = None, cards: str = "") -> "ThousandTable":
        return self.enter(Trick(winner=winner, cards=tuple(Card(card) for card in cards.split())))

    def exchange(self, player: str) -> "ThousandTable":
        return self.enter(Exchange(player=player))

    def adjust(self, player: str, amount: int) -> "ThousandTable":
        return self.enter(Adjust(player=player, amount=amount, note="agreed"))

    def end(
        self,
        *,
        all_tricks: str | None = None,
        no_trick: tuple[str, ...] = (),
        concede: bool = False,
        last: str | None = None,
        **counts: int,
    ) -> "ThousandTable":
        return self.enter(End(counts=counts, all_tricks=all_tricks, no_trick=no_trick, concede=concede, last=last))

    def count(self, counts: dict[str, int]) -> "ThousandTable":
        """End the hand with these card points."""
        return self.enter(End(counts=counts))

    def undo(self, number: int | None = None) -> "ThousandTable":
        return self.enter(Undo(event=number, by_number=number is not None))

    def redo(self) -> "ThousandTable":
        return self.enter(Redo())

    def amend(self, number: int, event: Bid | End) -> "ThousandTable":
        return self.enter(Amend(event=number, entry=event))

    # What stands

    @property
    def hand(self) -> ThousandHand:
        """The open hand, or the one closed last."""
        hand = self.replay.table.hand or self.replay.table.last
        assert isinstance(hand, ThousandHand)
        return hand

    @property
    def barrel(self) -> dict[str, int]:
        return self.hand.barrel

    @property
    def bolts(self) -> dict[str, int]:
        return self.hand.bolts

    @property
    def told(self) -> tuple[ToldTrick, ...]:
        return self.hand.told

    @property
    def bid_points(self) -> int | None:
        return self.hand.bid.points if self.hand.bid else None

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals in the order of the seats, after the journal was read again from the start."""
        again = Replay.of(self.match, self.entries)
        assert again.problems == []
        assert again.table == self.replay.table
        return tuple(self.replay.table.totals.values())

    @property
    def points(self) -> dict[str, int]:
        assert self.last is not None
        return self.last.points

    @property
    def worth(self) -> int | None:
        assert self.last is not None
        return self.last.worth

    @property
    def notices(self) -> list[str]:
        """What the last entry says of the record, leaving out the tally of the cards."""
        assert self.last is not None
        said = [str(notice) for notice in self.last.notices]
        return [notice for notice in said if not notice.startswith("Card points: ")]

    @property
    def counted(self) -> dict[str, int]:
        """The card points of the last hand, those that were worked out among them."""
        assert self.replay.table.last is not None
        return self.replay.table.last.counted

    @property
    def winner(self) -> str | None:
        outcome = self.replay.table.outcome
        return outcome.winner if outcome else None

    def offers(self, player: str | None = None) -> list[Offer]:
        return self.match.offers(self.replay.table, player)

    @contextmanager
    def refuses(self, code: Code, *says: str) -> Iterator[None]:
        """Expect a refusal with this code, saying all of this, that changes nothing."""
        before = (self.replay.table, len(self.replay.rows))
        with pytest.raises(Refusal) as caught:
            yield
        assert caught.value.code == code, str(caught.value)
        for words in says:
            assert words in f"{caught.value} {caught.value.hint}"
        assert (self.replay.table, len(self.replay.rows)) == before


def stock(**words: object) -> ThousandTable:
    """Anna and Boris with a stock; Boris deals, Anna leads."""
    return ThousandTable("thousand-stock", "Anna", "Boris", **words).deal()  # type: ignore[arg-type]


def two(**words: object) -> ThousandTable:
    """Anna and Boris with two packets; Boris deals, Anna opens."""
    return ThousandTable("thousand-two", "Anna", "Boris", **words).deal()  # type: ignore[arg-type]


def three(**words: object) -> ThousandTable:
    """Anna, Boris and Clara; Clara deals, Anna opens."""
    return ThousandTable("thousand-three", "Anna", "Boris", "Clara", **words).deal()  # type: ignore[arg-type]
