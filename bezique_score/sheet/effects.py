"""What an entry does beyond its own points: said aloud, so that nobody at the table is surprised later."""

from collections.abc import Iterable, Iterator, Sequence

from bezique_score.events import Declare, End, Event, Trick
from bezique_score.match import Match, Step, Table
from bezique_score.replay import Change
from bezique_score.sheet.words import entry_words
from bezique_score.text import Text, say, say_many

LARGE = 500
"""Points that are many at once where the game has no target; else a third of the target is, and `LEAST_LARGE`."""

LEAST_LARGE = 100

SHOWN = 4
"""How many changed entries are told one by one."""


def effects_of(match: Match, before: Table, after: Table, event: Event) -> Iterator[Text]:
    """Say what is large or unusual in what an entry has done to the table."""
    yield from _gains(match, before, after)
    yield from _target(match, before, after, event)
    yield from _cards(before, after, event)


def bidder_needs(table: Table) -> Text | None:
    """Say how many points the bidder still lacks in the open hand; nothing where there is no bid."""
    hand = table.hand
    if hand is None or hand.bid is None:
        return None
    player, bid = hand.bid.player, hand.bid.points
    lacking = max(0, bid - hand.announced.get(player, 0))
    if not lacking:
        return say("{player} has made the {bid}", player=player, bid=bid)
    return say_many(
        "{player} needs {number} for the {bid}", "{player} needs {number} for the {bid}",
        player=player, number=lacking, bid=bid,
    )  # fmt: skip


def _gains(match: Match, before: Table, after: Table) -> Iterator[Text]:
    large = LARGE if match.target is None else max(LEAST_LARGE, -(-match.target // 3))
    for side, total in after.totals.items():
        change = total - before.totals[side]
        if abs(change) >= large:
            yield say("A large entry: {side} {points} at once.", side=side, points=f"{change:+d}")
        if total < 0 <= before.totals[side]:
            yield say("{side} is below nought.", side=side)


def _target(match: Match, before: Table, after: Table, event: Event) -> Iterator[Text]:
    if before.outcome and not after.outcome:
        yield say("The game is open again.")
    if match.target is None or after.outcome or before.outcome:
        return
    reached = [side for side, total in after.totals.items() if total >= match.target > before.totals[side]]
    if after.hand is not None:
        for side in reached:
            yield say(
                "{side} has reached {target}; the game is decided when the hand is closed.",
                side=side,
                target=match.target,
            )
    elif isinstance(event, End) and any(total >= match.target for total in after.totals.values()):
        yield say("The highest have reached the target with as many points: another hand decides.")


def _cards(before: Table, after: Table, event: Event) -> Iterator[Text]:
    """Say when trumps change in a hand, and when the stock comes to its end."""
    old, new = before.hand, after.hand
    if old is None or new is None or old.number != new.number:
        return
    if isinstance(event, Declare) and new.trump and new.trump is not old.trump:
        yield say("Trumps are {suit} now.", suit=new.trump.symbol)
    few = len(new.active)
    if (
        isinstance(event, Trick)
        and old.stock is not None
        and new.stock is not None
        and new.stock < few <= old.stock
    ):
        yield say("The last cards are drawn after this trick: its winner is the last who may declare.")


def changes_of(match: Match, changes: Sequence[Change], *, but: int | None = None) -> Iterator[Text]:
    """Say which later entries count something else after a correction; `but`: the one that it is about."""
    counted = [change for change in changes if change.number != but and change.before and change.after]
    for change in counted[:SHOWN]:
        before, after = change.before, change.after
        assert before is not None
        assert after is not None
        yield say(
            "Entry {number} ({what}) counts {now} now, not {then}.",
            number=change.number,
            what=entry_words(after.event, match.rules),
            now=_counted(after),
            then=_counted(before),
        )
    if len(counted) > SHOWN:
        yield say("Entries that count something else now, beside these: {number}.", number=len(counted) - SHOWN)


def _counted(step: Step) -> str:
    if step.worth is not None:
        return str(step.worth)
    return _numbers(step.points.items()) or "0"


def _numbers(points: Iterable[tuple[str, int]]) -> str:
    told = list(points)
    return str(told[0][1]) if len(told) == 1 else ", ".join(f"{side} {number}" for side, number in told)
