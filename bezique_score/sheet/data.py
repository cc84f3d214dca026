"""The standing, the log and the offers as plain data: what `--json` prints."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from bezique_score.events import Adjust, End, Event
from bezique_score.match import Table
from bezique_score.referee.hand import Hand
from bezique_score.replay import Replay, Row
from bezique_score.rules.vocabulary import meld_name
from bezique_score.sheet.words import exception_words, kind_of, what_words, who_of
from bezique_score.text import Text


def score_data(name: str, replay: Replay) -> dict[str, Any]:
    """Describe the standing of the session `name`."""
    match, table = replay.match, replay.table
    hands, adjustments = _hands_and_adjustments(replay)
    return {
        "session": name,
        "rules": match.rules.game.id,
        "target": match.target,
        "players": list(match.seating.players),
        "totals": dict(table.totals),
        "hands": [_hand(hand) for hand in hands],
        "hand": _open_hand(table.hand) if table.hand else None,
        "adjustments": adjustments,
        "finished": table.outcome is not None,
        "winner": table.outcome.winner if table.outcome else None,
    }


def _hands_and_adjustments(replay: Replay) -> tuple[list[Hand], list[dict[str, Any]]]:
    """Gather the hands, the open one last, and the adjustments outside of any."""
    hands: list[Hand] = []
    adjustments: list[dict[str, Any]] = []
    for number, step in replay.standing():
        match step.event:
            case End() if step.table.last:
                hands.append(step.table.last)
            case Adjust(player=player, amount=amount, note=note) if step.table.hand is None:
                adjustments.append({"player": player, "points": amount, "note": note, "event": number})
            case _:
                pass
    if replay.table.hand:
        hands.append(replay.table.hand)
    return hands, adjustments


def _hand(hand: Hand) -> dict[str, Any]:
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "closed": hand.closed,
        "scores": dict(hand.scores),
        "settlement": dict(hand.settlement) if hand.settlement is not None else None,
    }


def _open_hand(hand: Hand) -> dict[str, Any]:
    bid = hand.bid
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "trump": hand.trump,
        "tricks": hand.tricks,
        "leader": hand.leader,
        "stock": hand.stock,
        "scores": dict(hand.scores),
        "bid": {"player": bid.player, "points": bid.points, "blind": bid.blind} if bid else None,
    }


def log_data(replay: Replay, *, everything: bool = False) -> list[dict[str, Any]]:
    """List what stands with its points as of now, or `everything` that was entered as it was booked."""
    return list(_every_row(replay) if everything else _standing_rows(replay))


def _standing_rows(replay: Replay) -> Iterator[dict[str, Any]]:
    for number, step in replay.standing():
        row = replay.rows[number - 1]
        yield _row(replay, row, step.event, step.points, step.worth, step.table, step.notices)


def _every_row(replay: Replay) -> Iterator[dict[str, Any]]:
    for row in replay.rows:
        entry = row.entry
        yield _row(replay, row, entry.event, entry.points, entry.worth, row.table, row.notices)


def _row(
    replay: Replay,
    row: Row,
    event: Event,
    points: dict[str, int],
    worth: int | None,
    table: Table,
    notices: tuple[Text, ...],
) -> dict[str, Any]:
    exception = exception_words(event)
    return {
        "number": row.number,
        "time": row.entry.time.isoformat(),
        "kind": kind_of(event),
        "player": who_of(event),
        "what": str(what_words(event, replay.match.rules)),
        "entry": msgspec.to_builtins(event),
        "points": dict(points),
        "worth": worth,
        "totals": dict(table.totals),
        "stands": replay.is_standing(row.number),
        "amended_by": replay.amended_by(row.number),
        "exception": str(exception) if exception else None,
        "notices": [str(notice) for notice in notices],
        "problem": str(row.problem.message) if row.problem else None,
    }


def melds_data(replay: Replay, player: str | None = None) -> list[dict[str, Any]]:
    """List what a player, by default the leader, could declare if he won the trick now. Raises `Refusal`."""
    rules = replay.match.rules
    return [
        {
            "meld": offer.meld,
            "suit": offer.suit,
            "name": str(meld_name(rules, offer.meld)),
            "points": offer.points,
        }
        for offer in replay.match.offers(replay.table, player)
    ]


def session_data(name: str, created: datetime, replay: Replay, *, current: bool = False) -> dict[str, Any]:
    """Describe one session in the list of sessions."""
    match, table = replay.match, replay.table
    return {
        "session": name,
        "created": created.isoformat(),
        "rules": match.rules.game.id,
        "target": match.target,
        "totals": dict(table.totals),
        "hands": table.dealt,
        "finished": table.outcome is not None,
        "winner": table.outcome.winner if table.outcome else None,
        "current": current,
        "problem": None,
    }


def unreadable_session_data(name: str, problem: Text, *, current: bool = False) -> dict[str, Any]:
    """Describe a session in the list whose file cannot be read, and say why."""
    unknown = dict.fromkeys(("created", "rules", "target", "totals", "hands", "finished", "winner"))
    return {"session": name, **unknown, "current": current, "problem": str(problem)}
