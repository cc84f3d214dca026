"""What an undo would do, before it is done."""

from typing import Any

from bezique_score.events import Undo
from bezique_score.replay import Judged, Replay
from bezique_score.sheet.effects import changes_of
from bezique_score.sheet.plain import clean
from bezique_score.sheet.words import entry_words
from bezique_score.text import say


def undo_text(replay: Replay, judged: Judged) -> str:
    """Say what an undo would take back, what it would do to the totals, and which entries would change."""
    number = _number(judged)
    after = replay.table_after(judged)
    event = replay.rows[number - 1].entry.event
    told = [
        say("Would take back entry {number}: {what}.", number=number, what=entry_words(event, replay.match.rules))
    ]
    told += [
        say("{side} {points} = {total}", side=side, points=f"{points:+d}", total=after.totals[side])
        for side, points in judged.points.items()
    ] or [say("No total would change.")]
    told += changes_of(replay.match, replay.changes(judged), but=number)
    return "".join(f"{clean(str(line))}\n" for line in told)


def undo_data(replay: Replay, judged: Judged) -> dict[str, Any]:
    """Say the same for a program."""
    number = _number(judged)
    event = replay.rows[number - 1].entry.event
    return {
        "event": number,
        "what": str(entry_words(event, replay.match.rules)),
        "points": dict(judged.points),
        "totals": dict(replay.table_after(judged).totals),
        "changes": [
            {
                "event": change.number,
                "before": change.before and {"points": change.before.points, "worth": change.before.worth},
                "after": change.after and {"points": change.after.points, "worth": change.after.worth},
            }
            for change in replay.changes(judged)
            if change.number != number
        ],
    }


def _number(judged: Judged) -> int:
    assert isinstance(judged.event, Undo)
    assert judged.event.event is not None
    return judged.event.event
