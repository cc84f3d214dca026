"""The referee of the Bezique family: the deal, what happens in play, and the end of a hand."""

from typing import assert_never

from msgspec.structs import replace

from bezique_score.cards import Card, Suit
from bezique_score.events import Bid, Deal, Declare, End, Exchange, Pass, Trick
from bezique_score.referee.bezique.accounting import Account, Holding
from bezique_score.referee.bezique.counting import Taken, count_end
from bezique_score.referee.bezique.declarations import judge_declare, offers
from bezique_score.referee.bezique.settlement import settle
from bezique_score.referee.bezique.table import BeziqueHand, Ground
from bezique_score.referee.bezique.tricks import judge_exchange, judge_trick
from bezique_score.referee.hand import Hand, HandEvent, Offer, Ruling, Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import say, typed

__all__ = ["BeziqueReferee"]


class BeziqueReferee:
    """Judges the hands of one session."""

    def __init__(self, rules: Rulebook, seating: Seating, *, tricks: bool) -> None:
        self._ground = Ground(rules, seating, tricks=tricks)

    def deal(self, deal: Deal, number: int, previous: Hand | None) -> Ruling:
        """Open a hand: trumps are turned, or wait for a declaration."""
        ground = self._ground
        dealer = deal.dealer
        assert dealer is not None
        deal = replace(deal, trump=self._turned(deal))
        scores = dict.fromkeys(ground.seating.sides, 0)
        if deal.upcard is not None and deal.upcard.rank is not None:
            scores[ground.seating.side_of(dealer)] = ground.trumps.turned.get(deal.upcard.rank, 0)
        active = ground.seated(dealer)
        hand = BeziqueHand(
            number=number,
            dealer=dealer,
            active=active,
            trump=deal.trump,
            tricks=0,
            leader=active[0],
            stock=ground.stock if ground.tricks else None,
            scores=scores,
            upcard=deal.upcard,
            account=Account(
                copies=ground.rules.copies_of_kinds,
                holdings={ground.holder(player): Holding() for player in active},
                turned=deal.upcard,
                tricks=ground.tricks,
            ),
            trump_before=previous.trump if previous else None,
        )
        return Ruling(deal, hand)

    def judge(self, hand: Hand, event: HandEvent) -> Ruling:
        """Judge an entry in an open hand."""
        assert isinstance(hand, BeziqueHand)
        match event:
            case Trick():
                return judge_trick(self._ground, hand, event)
            case Declare():
                return judge_declare(self._ground, hand, event)
            case Exchange():
                return judge_exchange(self._ground, hand, event)
            case Bid() | Pass():
                raise Refusal(Code.NOT_IN_THIS_GAME, say("There is no auction in this game."), line="melds")
            case _:
                assert_never(event)

    def close(self, hand: Hand, end: End, totals: dict[str, int]) -> Ruling:
        """Close a hand: the last trick, the brisques, and the settlement where a hand is a game."""
        assert isinstance(hand, BeziqueHand)
        del totals  # what a Bezique hand is worth does not depend on the session
        ground = self._ground
        all_told = ground.tricks and hand.tricks == ground.most_tricks
        counted = count_end(ground.rules, ground.seating, hand, end, taken=self._taken(hand), all_told=all_told)
        closed = replace(hand, scores=counted.scores, counted=counted.brisques, closed=True)
        terms = ground.rules.game.settlement
        if terms is not None:
            settled = settle(terms, counted.scores, counted.points)
            closed = replace(closed, settlement=settled.points)
            return Ruling(end, closed, notices=(*counted.notices, *settled.explanation))
        scores = {side: points + counted.points.get(side, 0) for side, points in counted.scores.items()}
        return Ruling(end, replace(closed, scores=scores), notices=counted.notices)

    def offers(self, hand: Hand, player: str) -> list[Offer]:
        """List what the player could declare if he won the trick now."""
        assert isinstance(hand, BeziqueHand)
        return offers(self._ground, hand, player)

    def _turned(self, deal: Deal) -> Suit | None:
        """Say which suit is turned for trumps, where one is. Raises `Refusal`."""
        turns = self._ground.trumps.made_by == "turned"
        if not turns and (deal.trump or deal.upcard):
            raise Refusal(Code.NOT_IN_THIS_GAME, say("No card is turned in this game."), line="deal")
        if turns and not (deal.trump or deal.upcard):
            raise Refusal(
                Code.USAGE,
                say("A card is turned for trumps: its suit must be said."),
                line="deal --trump SUIT",
            )
        return deal.trump if deal.upcard is None else self._suit_of(deal.upcard, deal.trump)

    def _suit_of(self, card: Card, trump: Suit | None) -> Suit:
        if card.suit is None:
            raise Refusal(
                Code.NO_INFUZORKA,
                say("An infuzorka cannot be turned: it has no suit."),
                line="deal --upcard CARD",
                advice=say("the next card is turned instead"),
            )
        self._ground.verify_in_pack(card)
        if trump not in (None, card.suit):
            raise Refusal(
                Code.WRONG_CARDS,
                say(
                    "{card} turned makes {suit} trumps, not {trump}.",
                    card=card.symbol,
                    suit=card.suit,
                    trump=trump,
                ),
                line=typed("deal", "--upcard", card),
            )
        return card.suit

    def _taken(self, hand: BeziqueHand) -> dict[str, Taken]:
        """Say what the tricks recorded tell of brisques: a trick holds at most one from each player."""
        ground = self._ground
        untold = ground.most_tricks - hand.tricks
        unseen = dict.fromkeys(ground.seating.sides, untold)
        for player, number in hand.unseen.items():
            unseen[ground.seating.side_of(player)] += number
        return {
            side: Taken(hand.brisques.get(side, 0), number * len(hand.active)) for side, number in unseen.items()
        }
