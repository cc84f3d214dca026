"""The protocol behind which the two families keep their referees, and what every hand can show."""

from typing import Protocol

import msgspec

from bezique_score.cards import Suit
from bezique_score.events import Bid, Deal, Declare, End, Exchange, Fact, Pass, Trick
from bezique_score.text import Text, say

HandEvent = Trick | Declare | Exchange | Bid | Pass
"""What a referee judges while a hand is open."""


class Seating(msgspec.Struct, frozen=True):
    """Who sits where: the players clockwise, and the sides for which the score is kept."""

    players: tuple[str, ...]
    sides: tuple[str, ...]
    partners: bool = False

    @classmethod
    def of(cls, players: tuple[str, ...], *, partners: bool = False) -> "Seating":
        """Seat the players; partners sit across (seats 1 and 3, 2 and 4)."""
        if not partners:
            return cls(players, players)
        half = len(players) // 2
        return cls(
            players, tuple(f"{players[seat]}+{players[seat + half]}" for seat in range(half)), partners=True
        )

    def side_of(self, player: str) -> str:
        """Name the side of a player: himself, where everybody plays for himself."""
        return self.sides[self.players.index(player) % len(self.sides)] if self.partners else player

    def mates(self, player: str) -> tuple[str, ...]:
        """List the players of a player's side, himself among them."""
        side = self.side_of(player)
        return tuple(mate for mate in self.players if self.side_of(mate) == side)

    def after(self, player: str) -> str:
        """Name the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]


class Stake(msgspec.Struct, frozen=True):
    """The bid that stands, in points."""

    player: str
    points: int
    blind: bool = False


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as anybody at the table sees it; each family's hand adds what its referee remembers.

    `active` are the players with cards, eldest hand first. `stock` is what is left when the players of the last
    trick have drawn, none where tricks are not recorded. `scores` are points by side. `settlement`: game points
    by player, once a hand that is settled as a game is closed. `counted`: the brisques or card points of each
    side at the end, as far as they mattered. `closed` once `end` was accepted.
    """

    number: int
    dealer: str
    active: tuple[str, ...]
    trump: Suit | None
    tricks: int
    leader: str
    stock: int | None
    scores: dict[str, int]
    bid: Stake | None = None
    settlement: dict[str, int] | None = None
    counted: dict[str, int] = {}
    closed: bool = False

    @property
    def announced(self) -> dict[str, int]:
        """Add up what each player has announced towards a bid, in points; nothing where there are no bids."""
        return {}

    @property
    def asides(self) -> tuple[Text, ...]:
        """Say what else stands in a hand of this family; nothing in most."""
        return ()


class Ruling(msgspec.Struct, frozen=True):
    """An accepted entry: the event completed, the hand after it, and what should be said beside it.

    `worth`: points that count only at the end of the hand. `notices` are readings and oddities to print.
    """

    event: Fact
    hand: Hand
    worth: int | None = None
    notices: tuple[Text, ...] = ()


def tally(counts: dict[str, int], typed: dict[str, int], *, card_points: bool) -> tuple[Text, ...]:
    """Say what was counted at the end, when not all of it was typed; the entry itself keeps what was said."""
    if counts == typed or not counts:
        return ()
    told = ", ".join(f"{side} {number}" for side, number in counts.items())
    return (say("Card points: {tally}." if card_points else "Brisques: {tally}.", tally=told),)


class Offer(msgspec.Struct, frozen=True):
    """A declaration that could be made now, and its price in points."""

    meld: str
    suit: Suit | None
    points: int


class Referee(Protocol):
    """One family's judge. Every method raises `Refusal` and changes nothing when the entry cannot be."""

    def deal(self, deal: Deal, number: int, previous: Hand | None) -> Ruling:
        """Open hand `number`; the dealer is named already. `previous` is the last closed hand."""
        ...

    def judge(self, hand: Hand, event: HandEvent) -> Ruling:
        """Judge an entry in an open hand."""
        ...

    def close(self, hand: Hand, end: End, totals: dict[str, int]) -> Ruling:
        """Close the hand; `totals` are those of the session before it is settled."""
        ...

    def offers(self, hand: Hand, player: str) -> list[Offer]:
        """List what the player could declare if he won the trick now."""
        ...
