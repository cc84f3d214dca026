"""What the looking commands print at the terminal: the standing, the log, the offers, the sessions."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bezique_score.referee.hand import Hand
from bezique_score.replay import Replay
from bezique_score.rules.vocabulary import meld_name
from bezique_score.sheet.build import every_line, game_title, standing_lines
from bezique_score.sheet.layout import Table, entry_table, numbers_words, remarks_of
from bezique_score.sheet.plain import clean, display_width, pad, short_names, shorten, wrap
from bezique_score.sheet.render_text import LEAST_WIDTH, name_width, render_table
from bezique_score.text import Text, say

_SESSION_NAME = 20
"""How wide a session's name may be in the list, in columns."""


def score_text(name: str, replay: Replay, *, width: int = 80) -> str:
    """Show the standing at a glance. Without tabulate: this is what people ask for all the evening."""
    width = max(width, LEAST_WIDTH)
    match, table = replay.match, replay.table
    title = game_title(match.rules.game)
    lines = wrap(clean(str(say("{name}: {game}", name=name, game=title))), width)
    for sentence in _situation(replay):
        lines += wrap(clean(str(sentence)), width)
    sides = match.seating.sides
    short = short_names(sides, max(6, width - 40))
    headings = ["", str(say("total"))]
    columns = [[short[side] for side in sides], [str(table.totals[side]) for side in sides]]
    if match.target is not None:
        headings.append(str(say("to go")))
        columns.append([str(match.needs(table, side)) for side in sides])
    if table.hand:
        headings.append(str(say("this hand")))
        columns.append([str(table.hand.scores[side]) for side in sides])
    return "\n".join([*lines, "", *_aligned(headings, columns)]) + "\n"


def _situation(replay: Replay) -> Iterable[Text]:
    """Say where the session stands."""
    match, table = replay.match, replay.table
    if table.outcome:
        yield say(
            "{winner} has won, the target was {target}.",
            winner=table.outcome.winner,
            target=table.outcome.target,
        )
        return
    if table.hand is None:
        dealer = match.next_dealer(table)
        if table.last is None:
            yield say("Nothing has been dealt yet; {dealer} deals first.", dealer=dealer)
        else:
            yield say("Hand {number} is closed; {dealer} deals next.", number=table.last.number, dealer=dealer)
        return
    stock = match.rules.stock(len(match.seating.players)) > 0
    yield from _hand_situation(table.hand, tricks=match.tricks, stock=stock)


def _hand_situation(hand: Hand, *, tricks: bool, stock: bool) -> Iterable[Text]:
    """Say where a hand stands; `tricks`: they are recorded, `stock`: the game has one."""
    trump = say("trumps {suit}", suit=hand.trump.symbol) if hand.trump else say("no trumps yet")
    yield say("Hand {number}: dealt by {dealer}, {trump}.", number=hand.number, dealer=hand.dealer, trump=trump)
    if tricks:
        yield say("{leader} leads; tricks played: {tricks}.", leader=hand.leader, tricks=hand.tricks)
    if stock and hand.stock is not None:
        yield say("Cards left in the stock: {stock}.", stock=hand.stock)
    if hand.bid:
        yield say(
            "Bid: {player} {points}, blind." if hand.bid.blind else "Bid: {player} {points}.",
            player=hand.bid.player,
            points=hand.bid.points,
        )
    yield from hand.asides


def _aligned(headings: Sequence[str], columns: Sequence[Sequence[str]]) -> Iterable[str]:
    """Line up a column of names and columns of numbers."""
    names, *numbers = columns
    widths = [max(map(len, [heading, *column])) for heading, column in zip(headings[1:], numbers, strict=True)]
    first = max(map(display_width, names))
    for name, *cells in [headings, *zip(names, *numbers, strict=True)]:
        yield pad(name, first) + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))


def log_text(replay: Replay, *, everything: bool = False, width: int = 80) -> str:
    """Show the entries that stand, or `everything` that was entered, with points and running totals."""
    lines = list(every_line(replay) if everything else standing_lines(replay))
    if not lines:
        return str(say("Nothing has been entered yet.")) + "\n"
    width = max(width, LEAST_WIDTH)
    sides = replay.match.seating.sides
    table = entry_table(lines, short_names(sides, name_width(len(sides), width)))
    shown = [*render_table(table, width).splitlines(), ""]
    for remark in remarks_of(lines):
        shown += wrap(clean(remark), width, "  ")
    return "\n".join(line.rstrip() for line in shown).rstrip() + "\n"


def melds_text(replay: Replay, player: str | None = None, *, width: int = 80) -> str:
    """Show what a player could declare if he won the trick now, the dearest first. Raises `Refusal`."""
    rules = replay.match.rules
    offers = sorted(replay.match.offers(replay.table, player), key=lambda offer: -offer.points)
    hand = replay.table.hand
    who = player or (hand.leader if hand else "")
    if not offers:
        return clean(str(say("{player} can declare nothing now.", player=who))) + "\n"
    rows: list[tuple[str, ...]] = []
    for offer in offers:
        name = str(meld_name(rules, offer.meld))
        word = f"{offer.meld} {offer.suit}" if offer.suit else offer.meld
        rows.append((f"{name} {offer.suit.symbol}" if offer.suit else name, str(offer.points), word))
    headings = (str(say("Declaration")), str(say("Points")), str(say("Typed as")))
    title = wrap(
        clean(str(say("{player} can declare, the trick being won:", player=who))), max(width, LEAST_WIDTH)
    )
    table = Table(headings=headings, rows=tuple(rows), numbers=frozenset({1}), words=0)
    return "\n".join([*title, "", _listing(table, width)])


def sessions_text(sessions: Iterable[Mapping[str, Any]], *, width: int = 80) -> str:
    """Show a list made with `session_data`; `*` stands before the current session."""
    rows = tuple(_session_row(session) for session in sessions)
    if not rows:
        return str(say("There are no sessions yet; `bezique new` starts one.")) + "\n"
    headings = ("", str(say("Session")), str(say("Date")), str(say("Game")), str(say("Standing")))
    return _listing(Table(headings=headings, rows=rows, numbers=frozenset(), words=4), width)


def _session_row(session: Mapping[str, Any]) -> tuple[str, ...]:
    mark, name = "*" if session["current"] else "", shorten(clean(session["session"]), _SESSION_NAME)
    if session["problem"] is not None:
        return mark, name, "", "", str(say("unreadable: {problem}", problem=session["problem"]))
    standing = numbers_words(session["totals"])
    if session["finished"]:
        standing = str(say("{standing}; {winner} has won", standing=standing, winner=session["winner"]))
    return mark, name, session["created"][:10], session["rules"], standing


def _listing(table: Table, width: int) -> str:
    return "\n".join(line.rstrip() for line in render_table(table, max(width, LEAST_WIDTH)).splitlines()) + "\n"
