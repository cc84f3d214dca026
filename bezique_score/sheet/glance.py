"""The standing in two lines that stay in view while people type."""

from collections.abc import Iterable, Iterator

from bezique_score.match import Match, Table
from bezique_score.referee.hand import Hand
from bezique_score.replay import Replay
from bezique_score.sheet.effects import bidder_needs
from bezique_score.sheet.plain import clean, display_width
from bezique_score.text import Text, say

_BETWEEN = " · "


def glance_lines(replay: Replay, *, width: int = 80) -> list[str]:
    """Show the hand, then the totals; each takes more lines where it is wider than the screen."""
    match, table = replay.match, replay.table
    return [*_filled(_hand(match, table), width), *_filled(_totals(match, table), width)]


def _hand(match: Match, table: Table) -> Iterator[Text]:
    hand = table.hand
    if table.outcome:
        yield say("{winner} has won", winner=table.outcome.winner)
    elif hand is not None:
        yield from _open_hand(match, table, hand)
    elif table.last is None:
        yield say("nothing dealt yet")
        yield say("{dealer} deals first", dealer=match.next_dealer(table))
    else:
        yield say("hand {number} is closed", number=table.last.number)
        yield say("{dealer} deals next", dealer=match.next_dealer(table))


def _open_hand(match: Match, table: Table, hand: Hand) -> Iterator[Text]:
    yield say("hand {number}", number=hand.number)
    yield say("trumps {suit}", suit=hand.trump.symbol) if hand.trump else say("no trumps yet")
    yield say("dealt by {dealer}", dealer=hand.dealer)
    if match.tricks:
        yield say("{leader} leads", leader=hand.leader)
    if hand.stock is not None and match.rules.stock(len(match.seating.players)) > 0:
        yield say("stock {stock}", stock=hand.stock)
    needs = bidder_needs(table)
    if needs:
        yield needs


def _totals(match: Match, table: Table) -> Iterator[Text]:
    for side, total in table.totals.items():
        left = match.needs(table, side)
        told = say("{side} {total}", side=side, total=total)
        if left is not None:
            told = say("{told} ({left} to go)", told=told, left=left)
        if table.hand and match.rules.game.settlement:  # the totals move only when the hand is settled
            told = say("{told}, this hand {score}", told=told, score=table.hand.scores[side])
        yield told


def _filled(parts: Iterable[Text], width: int) -> Iterator[str]:
    """Join parts to lines, breaking only between two parts."""
    line = ""
    for part in parts:
        told = clean(str(part))
        longer = f"{line}{_BETWEEN}{told}" if line else told
        if line and display_width(longer) > width:
            yield line
            longer = told
        line = longer
    if line:
        yield line
