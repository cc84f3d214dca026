"""The barrel and the bolts of Thousand: house options that look beyond the hand (rules.md 7)."""

from collections.abc import Collection
from typing import NamedTuple

import msgspec

from bezique_score.referee.thousand.record import Booking
from bezique_score.referee.thousand.table import ThousandHand
from bezique_score.rules.model import Game
from bezique_score.text import Text, say

HANDS_ON_THE_BARREL = 3
HANDS_TO_A_BOLT = 3


class Barrel(NamedTuple):
    """Where the barrel begins, the target that ends it, and what falling off costs, in points."""

    begins: int
    goal: int
    price: int

    @classmethod
    def of(cls, game: Game, target: int | None, card_points: int) -> "Barrel | None":
        """Place the barrel, where the house plays with one.

        It begins as far under the target as all cards are worth: at 880 of 1000, and with another target 120
        below that. A number of the rules that is not the game's own 880 is taken as it stands.
        """
        begins = game.record.barrel
        if not begins:
            return None
        goal = begins + card_points if target is None else target
        usual = None if game.target.points is None else game.target.points - card_points
        return cls(goal - card_points if begins == usual or begins >= goal else begins, goal, card_points)


class House:
    """The house options of a session, applied to each record."""

    def __init__(self, game: Game, target: int | None, card_points: int) -> None:
        self.barrel = Barrel.of(game, target, card_points)
        self._bolts = game.record.bolts

    def settle(
        self, hand: ThousandHand, booking: Booking, before: dict[str, int], trickless: Collection[str]
    ) -> tuple[ThousandHand, Booking]:
        """Apply the options to a record; `before` are the totals without it, `trickless` took no trick."""
        settled = _Settled(dict(booking.points), dict(hand.barrel), dict(hand.bolts), list(booking.notices))
        for player in hand.active:
            left = settled.barrel.pop(player, None)
            # who was adjusted to less than the barrel is down already
            if self.barrel and left and before[player] >= self.barrel.begins:
                settled.stay_on(self.barrel, player, before[player], left - 1)
                continue
            if self._bolts and player in trickless:
                settled.count_bolt(player, self._bolts)
            if self.barrel:
                settled.come_on(self.barrel, player, before[player])
        after = msgspec.structs.replace(hand, barrel=settled.barrel, bolts=settled.bolts)
        return after, Booking(settled.points, tuple(settled.notices))


class _Settled(NamedTuple):
    """A record while the options are applied to it, player by player."""

    points: dict[str, int]
    barrel: dict[str, int]
    bolts: dict[str, int]
    notices: list[Text]

    def stay_on(self, barrel: Barrel, player: str, before: int, left: int) -> None:
        """Let a player on the barrel win, fail, fall off, or stand where he is for the hands `left`."""
        gain = self.points[player]
        if before + gain >= barrel.goal:
            return
        if gain < 0:
            self.notices.append(say("{player} has failed on the barrel and is down.", player=player))
        elif left == 0:
            self.points[player] = -barrel.price
            self.notices.append(
                say(
                    "{player} falls off the barrel after {hands} hands: {price} less.",
                    player=player,
                    hands=HANDS_ON_THE_BARREL,
                    price=barrel.price,
                )
            )
        else:
            self.points[player] = 0
            self.barrel[player] = left
            self.notices.append(
                say(
                    "{player} stays on the barrel: {left} of {hands} hands left to record {rest} in one.",
                    player=player,
                    left=left,
                    hands=HANDS_ON_THE_BARREL,
                    rest=barrel.goal - before,
                )
            )

    def come_on(self, barrel: Barrel, player: str, before: int) -> None:
        """Put a player on the barrel who has come to it, but not over it."""
        if not barrel.begins <= before + self.points[player] < barrel.goal:
            return
        self.points[player] = barrel.begins - before
        self.barrel[player] = HANDS_ON_THE_BARREL
        self.notices.append(
            say(
                "{player} comes on the barrel at {begins}: {hands} hands to record {rest} in one.",
                player=player,
                begins=barrel.begins,
                hands=HANDS_ON_THE_BARREL,
                rest=barrel.goal - barrel.begins,
            )
        )

    def count_bolt(self, player: str, price: int) -> None:
        """Count a hand without a trick; the third costs the price and the count begins again."""
        count = self.bolts.pop(player, 0) + 1
        if count == HANDS_TO_A_BOLT:
            self.points[player] -= price
            self.notices.append(
                say("{player} took no trick for the third time: {price} less.", player=player, price=price)
            )
        else:
            self.bolts[player] = count
            self.notices.append(
                say(
                    "{player} took no trick: bolt {count} of {bolts}.",
                    player=player,
                    count=count,
                    bolts=HANDS_TO_A_BOLT,
                )
            )
