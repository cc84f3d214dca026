"""A hand of the Bezique family, and the table at which it is played: what all its judges look up and refuse."""

from msgspec.structs import replace

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Declare, Exchange
from bezique_score.referee.bezique.accounting import Account, Lack
from bezique_score.referee.bezique.reuse import Kind, Need
from bezique_score.referee.bezique.shapes import need_of
from bezique_score.referee.hand import Hand, Seating
from bezique_score.referee.spelling import spell
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Trumps
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import Text, listing, say, typed


class BeziqueHand(Hand, frozen=True, kw_only=True):
    """What the referee remembers of a hand.

    `exchanged`: the turned card has been fetched. `declared`: the last trick's declaration is used up. `made`:
    how many of each declaration a side has made. `unseen`: how many tricks each player took whose cards were
    not told. `brisques`: those told, by side. `drawing`: for whoever began with a carte blanche, by player and
    declaration, the trick after which he last showed a card. `trump_before`: the trumps of the hand before.
    """

    upcard: Card | None
    account: Account
    exchanged: bool = False
    declared: bool = False
    made: dict[tuple[str, str], int] = {}
    unseen: dict[str, int] = {}
    brisques: dict[str, int] = {}
    drawing: dict[tuple[str, str], int] = {}
    trump_before: Suit | None = None


class Ground:
    """The rules and the seats of one session, and the refusals that several entries share.

    `active` players get cards; `stock` cards are left after the deal; players draw after the first `draws` of
    `most_tricks` tricks. Where `tricks` are not recorded nobody is known to have won one.
    """

    def __init__(self, rules: Rulebook, seating: Seating, *, tricks: bool) -> None:
        seats = len(seating.players)
        self.rules = rules
        self.seating = seating
        self.tricks = tricks
        self.active = rules.active(seats)
        self.stock = rules.stock(seats)
        self.draws = rules.draws(seats)
        self.most_tricks = rules.tricks(seats)
        self._holders = {
            player: tuple(dict.fromkeys(map(self.holder, seating.mates(player)))) for player in seating.players
        }
        self._needs: dict[tuple[object, ...], Need] = {}
        self.trumps = rules.game.trumps or Trumps(made_by="declaration")

    def seated(self, dealer: str) -> tuple[str, ...]:
        """List the players with cards, eldest hand first; where there are too many, the dealer sits out."""
        place = self.seating.players.index(dealer) + 1
        clockwise = self.seating.players[place:] + self.seating.players[:place]
        return clockwise[: self.active]

    def holder(self, player: str) -> str:
        """Name whose cards are counted together: the player's, or the side's where partners pool them."""
        return self.seating.side_of(player) if self.rules.game.players.pool else player

    def holders(self, player: str) -> tuple[str, ...]:
        """Name the holders of a player's side."""
        return self._holders[player]

    def need(self, declare: Declare, trump: Suit | None, *, made: int) -> Need:
        """Say which cards a completed declaration needs; remembered, since the same are asked for all evening."""
        key = (declare.meld, declare.suit, declare.suits, declare.jack, declare.infuzorki, trump, bool(made))
        if key not in self._needs:
            self._needs[key] = need_of(self.rules, declare, trump, made=made)
        return self._needs[key]

    def stock_is_out(self, hand: Hand) -> bool:
        """Say whether the last card of the stock was drawn before the last trick."""
        return self.tricks and hand.tricks > self.draws

    def verify_in_pack(self, card: Card) -> None:
        """Refuse a card that the pack does not have."""
        if not self.rules.copies.get(card):
            raise Refusal(Code.UNKNOWN_CARD, say("There is no {card} in this pack.", card=card.symbol))

    def verify_has_cards(self, hand: Hand, player: str) -> None:
        """Refuse what a player does who sits out."""
        if player not in hand.active:
            raise Refusal(
                Code.SITTING_OUT,
                say("{player} deals and has no cards in hand {number}.", player=player, number=hand.number),
                advice=say("{players} play", players=listing(hand.active, "and")),
            )

    def verify_winner(self, hand: BeziqueHand, player: str, entry: Declare | Exchange) -> None:
        """Refuse an entry of which only the winner of the last trick, or his partner, may say that it is his."""
        what = say("declare") if isinstance(entry, Declare) else say("exchange")
        if hand.tricks == 0:
            raise Refusal(
                Code.NOT_THE_TRICK_WINNER,
                say("{player} cannot {what}: no trick has been won yet.", player=player, what=what),
                line=typed("trick", player),
                advice=say("if {player} takes the first trick", player=player),
            )
        if self.seating.side_of(player) != self.seating.side_of(hand.leader):
            raise Refusal(
                Code.NOT_THE_TRICK_WINNER,
                say(
                    "{player} cannot {what}: {winner} won trick {trick}.",
                    player=player,
                    what=what,
                    winner=hand.leader,
                    trick=hand.tricks,
                ),
                line=spell(replace(entry, player=None)) if isinstance(entry, Declare) else "exchange",
                advice=say("for {winner}", winner=hand.leader),
            )

    def verify_stock(self, hand: Hand) -> None:
        """Refuse what ends with the stock."""
        if self.stock_is_out(hand):
            raise Refusal(
                Code.STOCK_EMPTY,
                say(
                    "The stock ended with trick {draws}; this is trick {trick}.",
                    draws=self.draws,
                    trick=hand.tricks,
                ),
                line="end" if hand.tricks == self.most_tricks else typed("trick", hand.leader),
                advice=say("the rest is played out, then `end`"),
            )

    def lacking(self, hand: BeziqueHand, lack: Lack, what: Text) -> Refusal:
        """Refuse `what` there are no cards for: all have served in its class, or they are elsewhere."""
        if not lack.full:
            return self.too_many(hand, lack.kind)
        return Refusal(
            Code.CARD_ALREADY_USED,
            say("{what}: every {kind} has served in that class already.", what=what, kind=name_of(lack.kind)),
            line="melds",
            advice=say("lists what can be declared"),
        )

    def too_many(self, hand: BeziqueHand, kind: Kind, *, played: bool = False) -> Refusal:
        """Refuse a card more than the packs hold; `played`: in a trick, else in a declaration."""
        number = self.rules.copies_of_kinds.get(kind, 0)
        if kind is Card.INFUZORKA:
            return Refusal(
                Code.NO_INFUZORKA,
                say("That would be one infuzorka too many: all {number} are out.", number=number),
            )
        turned = hand.account.turned
        return Refusal(
            Code.TOO_MANY_CARDS,
            say(
                "That would be one {kind} too many: the pack has {number}{turned}, and they are accounted for.",
                kind=name_of(kind),
                number=number,
                turned=say(" ({card} lies turned)", card=turned.symbol)
                if turned and kind in (turned, turned.rank)
                else "",
            ),
            line="log" if played else "melds",
            advice=say("shows where it was told; `amend` sets an entry right")
            if played
            else say("lists what can be declared"),
        )


def name_of(kind: Kind) -> str:
    """Name a card, or a rank, as it is printed."""
    return str(kind) if isinstance(kind, Rank) else kind.symbol
