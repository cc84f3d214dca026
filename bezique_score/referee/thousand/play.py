"""The play of a hand of Thousand: tricks, and the marriages announced on leading (rules.md 7)."""

from msgspec.structs import replace

from bezique_score.cards import Card, Suit
from bezique_score.events import Declare, Trick
from bezique_score.referee.hand import Offer, Ruling
from bezique_score.referee.spelling import spell
from bezique_score.referee.thousand.auction import verify_bid_stands
from bezique_score.referee.thousand.table import (
    Marriage,
    ThousandHand,
    ToldTrick,
    not_in_this_game,
    pair_of,
    verify_in_hand,
)
from bezique_score.referee.trick import take_trick
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Points
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import meld_word
from bezique_score.text import Text, listing, say, typed


class Play:
    """What may happen between the auction and the end; `records_tricks`: whether tricks are told at all."""

    def __init__(self, rules: Rulebook, seats: int, *, records_tricks: bool) -> None:
        self._rules = rules
        self._game = rules.game
        self._records_tricks = records_tricks
        self._stock = rules.stock(seats)
        self._tricks = rules.tricks(seats)

    def judge_trick(self, hand: ThousandHand, trick: Trick) -> Ruling:
        """Judge a trick: its winner is worked out where its cards were told."""
        if not self._records_tricks:
            raise not_in_this_game(say("Tricks are not recorded in this session."))
        for card in trick.cards:
            self._verify_in_pack(card)
        if trick.winner is None and not trick.cards:
            raise Refusal(
                Code.USAGE, say("A trick needs its winner or its cards."), line=typed("trick", hand.leader)
            )
        if trick.winner is not None:
            verify_in_hand(hand, trick.winner)
        verify_bid_stands(self._game.auction, hand)
        if hand.tricks >= self._tricks:
            raise Refusal(
                Code.WRONG_TIME,
                say(
                    "All {tricks} tricks of hand {number} have been told.",
                    tricks=self._tricks,
                    number=hand.number,
                ),
                line="end",
            )
        winner = self._winner(hand, trick) if trick.cards else trick.winner
        assert winner is not None
        after = replace(
            hand,
            tricks=hand.tricks + 1,
            leader=winner,
            stock=max(0, self._stock - (hand.tricks + 1) * len(hand.active)),
            told=(*hand.told, ToldTrick(winner, trick.cards)),
            lead=None,
        )
        if trick.cards:
            self._verify_shown_cards_fit(after)
        return Ruling(replace(trick, winner=winner), after)

    def _verify_in_pack(self, card: Card) -> None:
        if card not in self._rules.copies:
            raise Refusal(
                Code.UNKNOWN_CARD,
                say("This pack has no {card}.", card=card.symbol),
                advice=say("its ranks are {ranks}", ranks=" ".join(self._game.deck.ranks)),
            )

    def _winner(self, hand: ThousandHand, trick: Trick) -> str:
        """Work out who took a trick from its cards."""
        players = _from(hand.leader, hand.active)
        if len(trick.cards) != len(players):
            raise Refusal(
                Code.WRONG_CARDS,
                say("{told} cards were told: a trick has {cards}.", told=len(trick.cards), cards=len(players)),
                advice=say("one card each, from {leader}, who leads", leader=hand.leader),
            )
        self._verify_unplayed(hand, trick.cards, players)
        if hand.lead is not None and hand.lead.claims and trick.cards[0] not in hand.lead.pair:
            raise Refusal(
                Code.WRONG_LEADER,
                say(
                    "{player} has announced the marriage of {suit} and cannot lead {card}.",
                    player=hand.leader,
                    suit=hand.lead.suit,
                    card=trick.cards[0].symbol,
                ),
                advice=say("the lead is {cards}", cards=listing([card.symbol for card in hand.lead.pair])),
            )
        winner = players[take_trick(trick.cards, hand.trump, self._rules.order)]
        if trick.winner not in (None, winner):
            trumps = say("{suit} are trumps", suit=hand.trump) if hand.trump else say("there are no trumps")
            raise Refusal(
                Code.WRONG_WINNER,
                say(
                    "{winner} took this trick, not {told}: {trumps}.",
                    winner=winner,
                    told=trick.winner,
                    trumps=trumps,
                ),
                line=typed("trick", winner, *trick.cards),
            )
        return winner

    def _verify_unplayed(self, hand: ThousandHand, cards: tuple[Card, ...], players: tuple[str, ...]) -> None:
        """Refuse a card that was played before, or that another player has shown."""
        gone = set(hand.played)
        for player, card in zip(players, cards, strict=True):
            if card in gone:
                raise _too_many(say("{card} has been played already: there is one in the pack.", card=card.symbol))
            shown = hand.married_by(card.suit) if card.suit and card in pair_of(card.suit) else None
            if shown not in (None, player):
                raise _too_many(
                    say(
                        "{player} cannot play {card}: {other} has shown it in a marriage.",
                        player=player,
                        card=card.symbol,
                        other=shown,
                    )
                )
            gone.add(card)

    def _verify_shown_cards_fit(self, hand: ThousandHand) -> None:
        """Refuse a trick after which somebody would hold more shown cards than he has left."""
        left = self._tricks - hand.tricks
        for player in hand.active:
            held = hand.holds(player, hand.played)
            if held > left:
                raise _too_many(
                    say(
                        "{player} has shown cards that are not played yet, {held}, and has {left} left.",
                        player=player,
                        held=held,
                        left=left,
                    )
                )

    # Marriages

    def judge_declare(self, hand: ThousandHand, declare: Declare) -> Ruling:
        """Judge a marriage: it makes trumps, and counts at the end where a bid decides, otherwise at once."""
        points = self._price(declare)
        suit = declare.suit
        assert suit is not None
        player = declare.player or (hand.leader if self._records_tricks else None)
        if player is None:
            raise Refusal(
                Code.USAGE,
                say("Tricks are not recorded here, so a declaration needs its player."),
                line=spell(replace(declare, player=hand.leader)),
            )
        verify_in_hand(hand, player)
        verify_bid_stands(self._game.auction, hand)
        if declare.allow is None:
            self._verify_lead(hand, player)
            self._verify_marriage(hand, player, suit)
        marriage = Marriage(player, suit, points, claims=declare.allow is None)
        leads = self._records_tricks and player == hand.leader
        after = replace(
            hand,
            trump=suit,
            marriages=(*hand.marriages, marriage),
            lead=hand.lead or (marriage if leads else None),
        )
        completed = replace(declare, player=player)
        if self._game.auction is not None:
            return Ruling(completed, after, worth=points)
        return Ruling(completed, replace(after, scores={**hand.scores, player: hand.scores[player] + points}))

    def _price(self, declare: Declare) -> int:
        """Find the points of a marriage by its suit, and refuse words that do not make one."""
        declaration = self._game.declaration.get(declare.meld)
        if declaration is None:
            raise not_in_this_game(
                say("There is no {meld} in this game.", meld=meld_word(declare.meld)),
                advice=say(
                    "what can be declared is {melds}",
                    melds=listing([meld_word(meld) for meld in self._game.declaration]),
                ),
            )
        if declare.suit is None:
            raise Refusal(
                Code.USAGE, say("A marriage needs its suit."), line=spell(replace(declare, suit=Suit.HEARTS))
            )
        if declare.infuzorki:
            raise Refusal(
                Code.NO_INFUZORKA,
                say("This pack has no infuzorki."),
                line=spell(replace(declare, infuzorki=())),
            )
        if declare.suits or declare.jack:
            raise Refusal(
                Code.WRONG_CARDS,
                say("A marriage is named by one suit."),
                line=spell(replace(declare, suits=(), jack=None)),
            )
        return _points_of(declaration.points, declare.suit)

    def _verify_lead(self, hand: ThousandHand, player: str) -> None:
        if not self._records_tricks:
            return
        if player != hand.leader:
            raise Refusal(
                Code.NOT_THE_TRICK_WINNER,
                say("{player} cannot declare: {leader} leads.", player=player, leader=hand.leader),
                advice=say("{leader} may announce one now", leader=hand.leader),
                rule=say("Whoever leads may announce a marriage."),
            )
        if hand.lead is not None:
            raise Refusal(
                Code.ALREADY_DECLARED,
                say(
                    "{player} has announced the marriage of {suit} to this lead.",
                    player=player,
                    suit=hand.lead.suit,
                ),
                line=typed("trick", player),
                rule=say("One marriage is announced to a lead."),
            )

    def _verify_marriage(self, hand: ThousandHand, player: str, suit: Suit) -> None:
        """Refuse a marriage whose king and queen the player cannot have in hand."""
        left = self._tricks - hand.tricks
        if left < 2:
            raise Refusal(
                Code.WRONG_TIME,
                say(
                    "{player} has too few cards for a marriage after trick {trick} of {tricks}.",
                    player=player,
                    trick=hand.tricks,
                    tricks=self._tricks,
                ),
                line="end" if left == 0 else typed("trick", hand.leader),
            )
        shown = hand.married_by(suit)
        if shown == player:
            raise Refusal(
                Code.CARD_ALREADY_USED,
                say("{player} has announced the marriage of {suit} in this hand.", player=player, suit=suit),
                advice=say("each suit marries once a hand"),
            )
        king, queen = pair_of(suit)
        if shown is not None:
            raise _too_many(
                say(
                    "{player} cannot have {king} and {queen}: {other} has announced them.",
                    player=player,
                    king=king.symbol,
                    queen=queen.symbol,
                    other=shown,
                )
            )
        for card in (king, queen):
            if card in hand.played:
                raise _too_many(
                    say("{player} cannot have {card}: it has been played.", player=player, card=card.symbol)
                )
        held = hand.holds(player, hand.played)
        if held + 2 > left:
            raise _too_many(
                say(
                    "{player} has {left} cards left, and {held} shown before are among them.",
                    player=player,
                    left=left,
                    held=held,
                )
            )

    def offers(self, hand: ThousandHand, player: str) -> list[Offer]:
        """List the marriages that are still possible for the player when he leads next."""
        if player not in hand.active:
            return []
        found = []
        for meld, declaration in self._game.declaration.items():
            for suit in Suit:
                try:
                    self._verify_marriage(hand, player, suit)
                except Refusal:
                    continue
                found.append(Offer(meld, suit, _points_of(declaration.points, suit)))
        return found


def _from(player: str, active: tuple[str, ...]) -> tuple[str, ...]:
    """Put the players in the order in which they play when this one leads."""
    place = active.index(player)
    return active[place:] + active[:place]


def _points_of(points: int | Points, suit: Suit) -> int:
    """Read the price of a marriage in a suit."""
    if isinstance(points, Points):
        assert points.by_suit is not None
        return points.by_suit[suit]
    return points


def _too_many(message: Text) -> Refusal:
    return Refusal(
        Code.TOO_MANY_CARDS,
        message,
        advice=say("a trick or a marriage told wrongly is set right with `amend`"),
    )
