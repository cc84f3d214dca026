"""The same evening under other rules: what stands is judged again, entry by entry, and compared."""

from collections.abc import Iterator

import msgspec

from bezique_score.events import Agree, Deal, Declare, End, Fact, Note, Trick
from bezique_score.match import Match, Outcome, Step, Table
from bezique_score.refusal import Refusal
from bezique_score.replay import Replay
from bezique_score.text import Text


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that the other rules see otherwise: the points of each, or why they could not judge it.

    Points are changes by side: of the totals, or of the hand's scores where only these move.
    """

    number: int
    event: Fact
    here: dict[str, int]
    there: dict[str, int] | None
    reason: Text | None = None


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it. `outcome` is the end that the other rules would have seen, `ended` after which entry."""

    here: dict[str, int]
    there: dict[str, int]
    differences: tuple[Difference, ...]
    unjudged: int
    outcome: Outcome | None
    ended: int | None


def judge_again(replay: Replay, match: Match) -> Comparison:
    """Judge what stands in a session by another match of the same seats."""
    judge = _Judge(match)
    differences = tuple(judge.differences(replay))
    return Comparison(
        here=replay.table.totals,
        there=judge.table.totals,
        differences=differences,
        unjudged=sum(difference.there is None for difference in differences),
        outcome=judge.outcome,
        ended=judge.ended,
    )


class _Judge:
    """Goes through the facts under the other rules; the game is played on after it would have been won."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.table = match.begin()
        self.outcome: Outcome | None = None
        self.ended: int | None = None

    def differences(self, replay: Replay) -> Iterator[Difference]:
        before = replay.match.begin()
        for number, step in replay.standing():
            here, before = _moved(before, step.table, step), step.table
            if isinstance(step.event, Agree | Note):
                continue  # said of the evening as it was
            lost: Text | None = None
            found: Step | None = None
            earlier = self.table
            try:
                found = self._judged(step)
            except Refusal as refusal:
                lost = refusal.message
                self._go_on(step.event)
            else:
                self._keep(number, found)
            there = None if found is None else _moved(earlier, self.table, found)
            if there != here and not (lost and isinstance(step.event, Trick) and not here):
                yield Difference(number=number, event=step.event, here=here, there=there, reason=lost)

    def _judged(self, step: Step) -> Step:
        """Judge a fact as it was told, else in the words of these rules where they need more, or know less."""
        try:
            return self.match.judge(self.table, step.event)
        except Refusal:
            other = _in_other_words(step)
            if other is None:
                raise
            return self.match.judge(self.table, other)

    def _keep(self, number: int, step: Step) -> None:
        self.table = step.table
        if step.table.outcome is not None:
            if self.outcome is None:
                self.outcome, self.ended = step.table.outcome, number
            self.table = msgspec.structs.replace(step.table, outcome=None)

    def _go_on(self, fact: Fact) -> None:
        """Close a hand that these rules cannot close: its scores stay as they are, and the next may be dealt."""
        if isinstance(fact, End) and self.table.hand is not None:
            last = msgspec.structs.replace(self.table.hand, closed=True)
            self.table = msgspec.structs.replace(self.table, hand=None, last=last)


def _in_other_words(step: Step) -> Fact | None:
    """Say the same of a fact with less (no cards of a trick, no trumps of a deal, no counts) or with its suit."""
    match step.event:
        case Trick(winner=winner, cards=cards) if cards:
            return Trick(winner=winner)
        case Deal(dealer=dealer, upcard=upcard, trump=trump) if upcard or trump:
            return Deal(dealer=dealer, trump=trump if upcard else None)
        case End() if step.event != End():
            return End()
        case Declare(suit=None, suits=()) if step.table.hand and step.table.hand.trump:
            return msgspec.structs.replace(step.event, suit=step.table.hand.trump)
        case _:
            return None


def _moved(before: Table, after: Table, step: Step) -> dict[str, int]:
    """Say what an entry changed: totals, else the scores of the hand, else its worth."""
    if step.points:
        return step.points
    if after.hand and before.hand and after.hand.number == before.hand.number:
        earlier = before.hand.scores
        moved = {
            side: score - earlier[side] for side, score in after.hand.scores.items() if score != earlier[side]
        }
        if moved:
            return moved
    player = getattr(step.event, "player", None)
    return {player: step.worth} if step.worth and player else {}
