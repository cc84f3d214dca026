"""A hand of Thousand: what its referee remembers, and what follows from it at once."""

import msgspec

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.referee.hand import Hand
from bezique_score.refusal import Code, Refusal
from bezique_score.text import Text, say


class Marriage(msgspec.Struct, frozen=True):
    """A marriage that was announced. One that the table allowed against the rules claims no cards."""

    player: str
    suit: Suit
    points: int
    claims: bool = True

    @property
    def pair(self) -> tuple[Card, Card]:
        """The king and the queen of it."""
        return pair_of(self.suit)


def pair_of(suit: Suit) -> tuple[Card, Card]:
    """Name the king and the queen of a suit."""
    return card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)


class ToldTrick(msgspec.Struct, frozen=True):
    """A trick as it was told: who took it, and its cards or none."""

    winner: str
    cards: tuple[Card, ...] = ()


class ThousandHand(Hand, frozen=True, kw_only=True):
    """The hand after one entry.

    `looked`: who has bid with his cards in hand. `told`: the tricks. `lead`: the marriage announced to the
    lead that comes next. `barrel`: how many hands each player on the barrel has left, this one among them,
    to come to `barrel_goal`. `bolts`: how many hands without a trick count against each player so far.
    """

    passed: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    told: tuple[ToldTrick, ...] = ()
    marriages: tuple[Marriage, ...] = ()
    lead: Marriage | None = None
    barrel: dict[str, int] = msgspec.field(default_factory=dict)
    bolts: dict[str, int] = msgspec.field(default_factory=dict)
    barrel_goal: int | None = None

    @property
    def opener(self) -> str:
        """Who leads to the first trick: the bidder, without an auction the eldest hand."""
        return self.bid.player if self.bid else self.active[0]

    @property
    def begun(self) -> bool:
        """Whether play has begun: a trick or a marriage was told."""
        return bool(self.told or self.marriages)

    @property
    def announced(self) -> dict[str, int]:
        """Add up the marriages of each player."""
        return {
            player: sum(marriage.points for marriage in self.marriages if marriage.player == player)
            for player in self.active
        }

    @property
    def asides(self) -> tuple[Text, ...]:
        """Say who is on the barrel, and whose hands without a trick have been counted."""
        barrel = [
            say(
                "On the barrel: {player}, hands left: {hands}, to come to {goal} in one of them.",
                player=player,
                hands=hands,
                goal=self.barrel_goal,
            )
            for player, hands in self.barrel.items()
        ]
        bolts = [
            say("Bolts: {player} {hands}.", player=player, hands=hands) for player, hands in self.bolts.items()
        ]
        return (*barrel, *bolts)

    @property
    def played(self) -> frozenset[Card]:
        """The cards known to be played."""
        return frozenset(card for trick in self.told for card in trick.cards)

    def worth_of(self, player: str) -> int:
        """Add up the marriages of a player, in points."""
        return sum(marriage.points for marriage in self.marriages if marriage.player == player)

    def married_by(self, suit: Suit) -> str | None:
        """Find who has shown king and queen of the suit."""
        return next((other.player for other in self.marriages if other.claims and other.suit is suit), None)

    def holds(self, player: str, played: frozenset[Card]) -> int:
        """Count the cards that a player has shown in marriages and must still hold, `played` being gone.

        In each trick told without its cards he may have played one of them.
        """
        shown = {
            card for other in self.marriages if other.claims and other.player == player for card in other.pair
        }
        return max(0, len(shown - played) - sum(not trick.cards for trick in self.told))

    def has_won(self, player: str) -> bool:
        """Say whether a player is known to have taken a trick: it was told, or he has led after the first.

        Every marriage was announced to a lead, and only the opener leads without having won a trick.
        """
        leads = sum(marriage.claims and marriage.player == player for marriage in self.marriages)
        leads_of_right = 1 if player == self.opener else 0
        return leads > leads_of_right or any(trick.winner == player for trick in self.told)


def verify_in_hand(hand: Hand, player: str) -> None:
    """Refuse a player who has no cards in this hand."""
    if player not in hand.active:
        raise Refusal(
            Code.SITTING_OUT,
            say("{player} sits out in hand {number}.", player=player, number=hand.number),
            advice=say("the players with cards are {players}", players=", ".join(hand.active)),
        )


def not_in_this_game(message: Text, *, line: str | None = None, advice: Text | None = None) -> Refusal:
    """Build the refusal of what these rules, or this session, do not have."""
    return Refusal(Code.NOT_IN_THIS_GAME, message, line=line, advice=advice)
