"""The auction of Thousand, as much of it as the table tells (rules.md 7)."""

import msgspec

from bezique_score.events import Bid, Pass
from bezique_score.referee.hand import Ruling, Stake
from bezique_score.referee.thousand.table import ThousandHand, verify_in_hand
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Auction
from bezique_score.text import say, typed


def judge_bid(auction: Auction, hand: ThousandHand, event: Bid) -> Ruling:
    """Judge a bid: any player's, in any order, as long as it goes up.

    A higher bid by the highest bidder is his raise after the packet: it stays blind, or open, as his bid was.
    """
    _verify_blind_is_played(auction, event)
    verify_in_hand(hand, event.player)
    _verify_before_play(hand)
    if event.player in hand.passed:
        raise Refusal(
            Code.BAD_BID,
            say("{player} has passed and cannot bid {points}.", player=event.player, points=event.bid),
            advice=say("a pass entered by mistake is taken back with `undo`"),
        )
    _verify_height(auction, hand, event)
    raised = hand.bid is not None and hand.bid.player == event.player
    blind = hand.bid.blind if raised and hand.bid else event.blind
    if event.blind and (event.player in hand.looked or not blind):
        raise Refusal(
            Code.BAD_BID,
            say("{player} has looked at the cards and cannot bid blind any more.", player=event.player),
            line=typed("bid", event.player, event.bid),
        )
    looked = hand.looked if blind or event.player in hand.looked else (*hand.looked, event.player)
    stake = Stake(event.player, event.bid, blind)
    return Ruling(event, msgspec.structs.replace(hand, bid=stake, leader=event.player, looked=looked))


def judge_pass(auction: Auction, hand: ThousandHand, event: Pass) -> Ruling:
    """Judge a pass: once, not by the highest bidder, and not by the opener while nobody has bid."""
    player = event.player
    verify_in_hand(hand, player)
    _verify_before_play(hand)
    if player in hand.passed:
        raise Refusal(
            Code.BAD_BID,
            say("{player} has passed already.", player=player),
            advice=say("a player passes once, and is out of the auction"),
        )
    if hand.bid is None and player == hand.active[0]:
        raise Refusal(
            Code.BAD_BID,
            say("{player} opens, and must bid {opening} first.", player=player, opening=auction.opening),
            line=typed("bid", player, auction.opening),
        )
    if hand.bid is not None and player == hand.bid.player:
        raise Refusal(
            Code.BAD_BID,
            say(
                "{player} has the highest bid, {points}, and cannot pass.",
                player=player,
                points=hand.bid.points,
            ),
            advice=say("the highest bidder plays, or raises"),
        )
    return Ruling(event, msgspec.structs.replace(hand, passed=(*hand.passed, player)))


def verify_bid_stands(auction: Auction | None, hand: ThousandHand) -> None:
    """Refuse what comes after the auction while no bid has been told."""
    if auction is not None and hand.bid is None:
        raise Refusal(
            Code.NO_BID,
            say("No bid has been entered in hand {number}.", number=hand.number),
            line=typed("bid", hand.active[0], auction.opening),
            advice=say("the highest bid is enough"),
        )


def _verify_blind_is_played(auction: Auction, event: Bid) -> None:
    if event.blind and not auction.blind:
        raise Refusal(
            Code.NOT_IN_THIS_GAME,
            say("These rules have no blind bids."),
            line=typed("bid", event.player, event.bid),
        )


def _verify_before_play(hand: ThousandHand) -> None:
    if hand.begun:
        raise Refusal(
            Code.BAD_BID,
            say("Play has begun: the auction of hand {number} is over.", number=hand.number),
            advice=say("a bid told wrongly is set right with `amend`"),
        )


def _verify_height(auction: Auction, hand: ThousandHand, event: Bid) -> None:
    """Refuse a bid under the opening, not above the last, or between two steps."""
    step = auction.step or 1
    least = hand.bid.points + step if hand.bid else auction.opening
    if event.bid < auction.opening:
        message = say(
            "{player} bid {points}: bids begin at {opening}.",
            player=event.player,
            points=event.bid,
            opening=auction.opening,
        )
    elif hand.bid is not None and event.bid <= hand.bid.points:
        message = say(
            "{player} bid {points}: that is not above the {last} of {bidder}.",
            player=event.player,
            points=event.bid,
            last=hand.bid.points,
            bidder=hand.bid.player,
        )
    elif (event.bid - auction.opening) % step:
        message = say(
            "{player} bid {points}: bids go up by {step} from {opening}.",
            player=event.player,
            points=event.bid,
            step=step,
            opening=auction.opening,
        )
    else:
        return
    raise Refusal(Code.BAD_BID, message, line=typed("bid", event.player, least), advice=say("or more"))
