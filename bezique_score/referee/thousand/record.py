"""What is written down when a hand of Thousand is over, before the barrel and the bolts (rules.md 7)."""

from typing import NamedTuple

from bezique_score.referee.thousand.table import ThousandHand
from bezique_score.rules.model import Game
from bezique_score.text import Text, say


class Booking(NamedTuple):
    """What each player records for a hand, marriages included, and what should be said about it."""

    points: dict[str, int]
    notices: tuple[Text, ...] = ()


def record_hand(game: Game, hand: ThousandHand, counts: dict[str, int], sweeper: str | None) -> Booking:
    """Work out the record of a hand that was played; `sweeper` took every trick."""
    own = {player: counts.get(player, 0) + hand.worth_of(player) for player in hand.active}
    stake = hand.bid
    if stake is None:
        return Booking(own)
    swept = needs_only_every_trick(game, hand) and sweeper == stake.player
    made = swept or own[stake.player] >= stake.points
    record = {player: _rounded(points, game.record.round_defenders) for player, points in own.items()}
    record[stake.player] = stake.points if made else -stake.points
    notices = []
    if swept:
        notices.append(
            say(
                "{player} took every trick and needs no marriage: {points} is recorded, whatever lies in "
                "the packets.",
                player=stake.player,
                points=stake.points,
            )
        )
    if not made:
        notices.append(
            say(
                "{player} bid {points} and has {own}.",
                player=stake.player,
                points=stake.points,
                own=own[stake.player],
            )
        )
    return Booking(_doubled_if_blind(hand, record), tuple(notices))


def record_concession(game: Game, hand: ThousandHand, card_points: int) -> Booking:
    """Work out the record of a hand given up before play: half of the card points to each of the others."""
    assert hand.bid is not None
    price = hand.bid.points if game.record.concede == "bid" else game.record.concede
    assert isinstance(price, int)
    record = dict.fromkeys(hand.active, card_points // 2)
    record[hand.bid.player] = -price
    notice = say("{player} gives up the bid of {points}.", player=hand.bid.player, points=hand.bid.points)
    return Booking(_doubled_if_blind(hand, record), (notice,))


def needs_only_every_trick(game: Game, hand: ThousandHand) -> bool:
    """Say whether the bid is the one that is made by every trick, the bidder having announced no marriage."""
    stake = hand.bid
    return stake is not None and stake.points == game.packet.all_tricks and not hand.worth_of(stake.player)


def _rounded(points: int, step: int) -> int:
    """Round to the nearest multiple of `step`, halves up; 0 leaves the points alone."""
    return (2 * points + step) // (2 * step) * step if step else points


def _doubled_if_blind(hand: ThousandHand, record: dict[str, int]) -> dict[str, int]:
    if hand.bid is None or not hand.bid.blind:
        return record
    return {player: 2 * points for player, points in record.items()}
