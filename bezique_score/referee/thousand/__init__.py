"""The referee of Thousand: the auction, the play with its marriages, and the record (rules.md 7)."""

from typing import assert_never

from msgspec.structs import replace

from bezique_score.events import Bid, Deal, Declare, End, Exchange, Pass, Trick
from bezique_score.referee.hand import Hand, HandEvent, Offer, Ruling, Seating, tally
from bezique_score.referee.thousand.auction import judge_bid, judge_pass, verify_bid_stands
from bezique_score.referee.thousand.card_points import CardPoints
from bezique_score.referee.thousand.house import House
from bezique_score.referee.thousand.play import Play
from bezique_score.referee.thousand.record import needs_only_every_trick, record_concession, record_hand
from bezique_score.referee.thousand.table import ThousandHand, not_in_this_game, verify_in_hand
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Auction
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import say


class ThousandReferee:
    """The judge of the Thousand family.

    `tricks`: whether tricks are recorded. `target` places the barrel, where the house plays with one.
    """

    def __init__(self, rules: Rulebook, seating: Seating, *, tricks: bool, target: int | None = None) -> None:
        seats = len(seating.players)
        self._game = rules.game
        self._seating = seating
        self._active = rules.active(seats)
        self._stock = rules.stock(seats) if tricks else None
        self._tricks = rules.tricks(seats)
        self._play = Play(rules, seats, records_tricks=tricks)
        self._card_points = CardPoints(rules, seats)
        self._house = House(rules.game, target, self._card_points.total)

    # The deal

    def deal(self, deal: Deal, number: int, previous: Hand | None) -> Ruling:
        """Open a hand; the barrel and the bolts are carried over from the one before."""
        if deal.upcard is not None or deal.trump is not None:
            raise not_in_this_game(say("No card is turned for trumps in this game."), line="deal")
        assert deal.dealer is not None
        active = [self._seating.after(deal.dealer)]
        while len(active) < self._active:
            active.append(self._seating.after(active[-1]))
        hand = ThousandHand(
            number=number,
            dealer=deal.dealer,
            active=tuple(active),
            trump=None,
            tricks=0,
            leader=active[0],
            stock=self._stock,
            scores=dict.fromkeys(self._seating.sides, 0),
            barrel_goal=self._house.barrel.goal if self._house.barrel else None,
        )
        if isinstance(previous, ThousandHand):
            hand = replace(hand, barrel=previous.barrel, bolts=previous.bolts)
        return Ruling(deal, hand)

    # The auction and the play

    def judge(self, hand: Hand, event: HandEvent) -> Ruling:
        """Judge an entry in an open hand."""
        assert isinstance(hand, ThousandHand)
        match event:
            case Bid():
                return judge_bid(self._auction(), hand, event)
            case Pass():
                return judge_pass(self._auction(), hand, event)
            case Trick():
                return self._play.judge_trick(hand, event)
            case Declare():
                return self._play.judge_declare(hand, event)
            case Exchange():
                raise not_in_this_game(say("No card is turned, so there is nothing to exchange."))
            case _:
                assert_never(event)

    def _auction(self) -> Auction:
        if self._game.auction is None:
            raise not_in_this_game(say("There is no auction in this game."))
        return self._game.auction

    def offers(self, hand: Hand, player: str) -> list[Offer]:
        """List the marriages that are still possible for the player when he leads next."""
        assert isinstance(hand, ThousandHand)
        return self._play.offers(hand, player)

    # The end

    def close(self, hand: Hand, end: End, totals: dict[str, int]) -> Ruling:
        """Close the hand: complete the card points, and record what they and the bid make."""
        assert isinstance(hand, ThousandHand)
        self._verify_end_is_in_this_game(end)
        for player in (*end.counts, *([end.all_tricks] if end.all_tricks else ()), *end.no_trick):
            verify_in_hand(hand, player)
        verify_bid_stands(self._game.auction, hand)
        trickless: list[str] = []
        counts: dict[str, int] = {}
        if end.concede:
            self._verify_concession(hand, end)
            booking = record_concession(self._game, hand, self._card_points.total)
        else:
            self._verify_tricks_taken(hand, end)
            self._verify_cap(hand)
            trickless = self._trickless(hand, end)
            sweeper = self._sweeper(hand, trickless)
            needless = sweeper if needs_only_every_trick(self._game, hand) and sweeper == hand.opener else None
            counts = self._card_points.complete(hand, end, trickless, needless=needless)
            booking = record_hand(self._game, hand, counts, sweeper)
        # without a bid, marriages were booked when they were announced, and are in the totals already
        booked = {player: 0 if hand.bid else hand.worth_of(player) for player in hand.active}
        before = {player: totals[player] - booked[player] for player in hand.active}
        after, booking = self._house.settle(hand, booking, before, trickless)
        scores = {
            player: hand.scores[player] + booking.points.get(player, 0) - booked.get(player, 0)
            for player in hand.scores
        }
        closed = replace(after, scores=scores, counted=counts, closed=True)
        worked_out = tally(counts, end.counts, card_points=True)
        return Ruling(end, closed, notices=(*worked_out, *booking.notices))

    def _verify_end_is_in_this_game(self, end: End) -> None:
        if end.last is not None:
            raise not_in_this_game(say("The last trick is worth nothing in this game."), line="end")
        if end.no_trick and not self._game.record.bolts:
            raise not_in_this_game(
                say("Hands without a trick are not counted in this game."),
                advice=say("the house option `bolts` counts them"),
            )
        if end.concede and (self._game.record.concede == "off" or self._game.auction is None):
            raise not_in_this_game(
                say("A hand cannot be given up in this game."),
                advice=say("the house option `concede` allows it"),
            )

    def _verify_concession(self, hand: ThousandHand, end: End) -> None:
        assert hand.bid is not None
        if hand.begun:
            raise Refusal(
                Code.WRONG_TIME,
                say("{player} cannot give up: play has begun.", player=hand.bid.player),
                advice=say("a bid is given up before the first lead"),
            )
        if end.counts or end.all_tricks or end.no_trick:
            raise Refusal(
                Code.BAD_COUNT, say("No cards are counted when the bidder gives up."), line="end --concede"
            )

    def _verify_tricks_taken(self, hand: ThousandHand, end: End) -> None:
        """Refuse what is said of tricks when the tricks, or a lead after the first, say otherwise."""
        for player in hand.active:
            denied = player in end.no_trick or end.all_tricks not in (None, player)
            if denied and hand.has_won(player):
                raise Refusal(
                    Code.WRONG_WINNER,
                    say("{player} has taken a trick in hand {number}.", player=player, number=hand.number),
                    line="log",
                    advice=say("shows the tricks and the marriages"),
                )

    def _verify_cap(self, hand: ThousandHand) -> None:
        cap = self._game.auction.cap_without_marriage if self._game.auction else 0
        if cap and hand.bid and hand.bid.points > cap and not hand.worth_of(hand.bid.player):
            raise Refusal(
                Code.BAD_BID,
                say(
                    "{player} bid {points} and has announced no marriage: without one {cap} is the most.",
                    player=hand.bid.player,
                    points=hand.bid.points,
                    cap=cap,
                ),
                advice=say("a bid told wrongly is set right with `amend`"),
            )

    def _trickless(self, hand: ThousandHand, end: End) -> list[str]:
        """List who is known to have taken no trick."""
        told = hand.tricks == self._tricks
        return [
            player
            for player in hand.active
            if player in end.no_trick
            or end.all_tricks not in (None, player)
            or (told and not hand.has_won(player))
        ]

    def _sweeper(self, hand: ThousandHand, trickless: list[str]) -> str | None:
        """Find who is known to have taken every trick."""
        others = [player for player in hand.active if player not in trickless]
        return others[0] if len(others) == 1 else None
