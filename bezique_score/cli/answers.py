"""Answers and refusals turned into text or JSON: the only place that prints.

Data goes to stdout, talk and refusals to stderr; whatever could drive a terminal is taken out here.
"""

import re
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from bezique_score.events import Deal, Event, Redo, Trick, Undo
from bezique_score.match import Table
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Row
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.plain import clean
from bezique_score.sheet.words import entry_words
from bezique_score.text import Text, say

_DRIVES_A_TERMINAL = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


class Booked(NamedTuple):
    """An entry that was recorded."""

    book: Scorebook
    row: Row
    status: int = 0


class Opened(NamedTuple):
    """A session to work on from now on."""

    book: Scorebook
    status: int = 0


class Looked(NamedTuple):
    """Something to look at; `as_json` was asked for. `talk` is said beside it."""

    data: Callable[[], object]
    text: Callable[[], str]
    as_json: bool = False
    talk: Text | None = None
    status: int = 0


class Finished(NamedTuple):
    """The end of many lines, each of which has been answered."""

    status: int


Answer = Booked | Opened | Looked | Finished


class Printed(NamedTuple):
    """What an answer prints, on stdout and on stderr."""

    out: str = ""
    err: str = ""

    def show(self) -> None:
        """Print it, talk after data."""
        print(self.out, end="")
        if self.err and sys.stderr:  # where it is closed, talk does not become data
            print(self.err, end="", file=sys.stderr)


def status_of(code: Code) -> int:
    """Give the exit code of a refusal."""
    return 2 if code is Code.USAGE else 1


# For people


def print_answer(answer: Answer) -> None:
    """Print an answer at the terminal."""
    in_words(answer).show()


def print_refusal(refusal: Refusal, *, line: int | None = None) -> None:
    """Print a refusal at the terminal."""
    refusal_in_words(refusal, line=line).show()


def say_aloud(*sentences: Text) -> None:
    """Say something beside the data."""
    Printed(err=_lines(sentences)).show()


def in_words(answer: Answer) -> Printed:
    """Put an answer into words."""
    match answer:
        case Booked(book=book, row=row):
            return Printed(_lines(_booked(book, row)), _lines(row.notices))
        case Opened(book=book):
            return Printed(err=_lines([_opened(book)]))
        case Looked():
            if answer.as_json:
                out = _escaped(msgspec.json.format(msgspec.json.encode(answer.data()), indent=2).decode()) + "\n"
            else:
                out = "\n".join(map(_clean_line, answer.text().split("\n")))
            return Printed(out, _lines([answer.talk] if answer.talk else []))
        case Finished():
            return Printed()


def refusal_in_words(refusal: Refusal, *, line: int | None = None) -> Printed:
    """Put a refusal into words: what was asked, the rule, and what would be accepted."""
    where = say("line {line}: ", line=line) if line is not None else ""
    told = [say("{where}{refusal}", where=where, refusal=refusal), refusal.rule]
    if refusal.line:
        advice = say("   ({advice})", advice=refusal.advice) if refusal.advice else ""
        told.append(say("Try: bezique {line}{advice}", line=refusal.line, advice=advice))
    elif refusal.advice:
        told.append(say("{advice}", advice=_sentence(refusal.advice)))
    return Printed(err=_lines(told))


def _lines(sentences: Any) -> str:
    return "".join(f"{clean(str(sentence))}\n" for sentence in sentences)


def _clean_line(line: str) -> str:
    """Clean one line of many; the line ends of a table for spreadsheets stay."""
    return f"{clean(line[:-1])}\r" if line.endswith("\r") else clean(line)


def _sentence(advice: Text) -> str:
    words = str(advice)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


def _opened(book: Scorebook) -> Text:
    match, table = book.replay.match, book.replay.table
    return say(
        "{name}: {game}; {players}; {dealer} deals {first}{target}.",
        name=book.header.name,
        game=match.rules.game.title.en,
        players=", ".join(match.seating.players),
        dealer=match.next_dealer(table),
        first=say("next") if table.dealt else say("first"),
        target=say("; to {target}", target=match.target) if match.target else "",
    )


def _booked(book: Scorebook, row: Row) -> list[Text]:
    """Say who did what, what it changed and what is left, in one line; and in another who has won."""
    table = row.table
    what = _what(book, row.entry.event)
    changes = [_change(book, table, side, points) for side, points in row.entry.points.items()]
    if row.entry.worth:
        changes.append(say("{worth} points, counted at the end", worth=row.entry.worth))
    if not changes:
        changes = _situation(row.entry.event, table)
    parts = [what, *changes]
    told = [say("{number}  {parts}.", number=row.number, parts="; ".join(map(str, parts)))]
    before = book.replay.rows[row.number - 2].table if row.number > 1 else None
    if table.outcome and not (before and before.outcome):
        winner, target = table.outcome.winner, table.outcome.target
        told.append(
            say("{winner} has won: {total}, the target was {target}.", winner=winner, target=target,
                total=table.totals[winner])
        )  # fmt: skip
    return told


def _what(book: Scorebook, event: Event) -> Text:
    rules = book.replay.match.rules
    words = entry_words(event, rules)
    match event:
        case Undo(event=int(number)) | Redo(event=int(number)):
            original = book.replay.rows[number - 1].entry.event
            return say("{words} ({original})", words=words, original=entry_words(original, rules))
        case _:
            return words


def _change(book: Scorebook, table: Table, side: str, points: int) -> Text:
    told = say("{side} {points} = {total}", side=side, points=f"{points:+d}", total=table.totals[side])
    left = book.replay.match.needs(table, side)
    return say("{told} ({left} to go)", told=told, left=left) if left else told


def _situation(event: Event, table: Table) -> list[Text]:
    """Say where the hand stands after an entry that changed no total."""
    hand = table.hand
    match event:
        case Deal() if hand:
            return [say("{leader} leads", leader=hand.leader)]
        case Trick() if hand and hand.stock is not None:
            return [say("{stock} left in the stock", stock=hand.stock)]
        case _:
            return []


# For programs


def in_json(answer: Answer, line: int) -> Printed:
    """Put the answer to a line of a script into one JSON object."""
    match answer:
        case Booked(row=row):
            told = _booked_data(line, row.number, row.entry.points, row.table)
        case Opened(book=book):
            told = _booked_data(line, None, {}, book.replay.table)
        case Looked():
            told = {"line": line, "ok": True, "result": answer.data()}
        case Finished():
            return Printed()
    return Printed(_object(told))


def refusal_in_json(refusal: Refusal, line: int) -> Printed:
    """Put the refusal of a line of a script into one JSON object."""
    told = {"line": line, "ok": False, "code": refusal.code, "message": str(refusal.message), "hint": refusal.hint}
    return Printed(_object(told))


def _booked_data(line: int, event: int | None, points: dict[str, int], table: Table) -> dict[str, object]:
    return {
        "line": line,
        "ok": True,
        "event": event,
        "points": points,
        "totals": table.totals,
        "hand": table.hand.scores if table.hand else None,
    }


def _object(data: object) -> str:
    return _escaped(msgspec.json.encode(data).decode()) + "\n"


def _escaped(json: str) -> str:
    """Write what could drive a terminal as JSON escapes: the same data, but harmless on a screen."""
    return re.sub(_DRIVES_A_TERMINAL, lambda found: f"\\u{ord(found[0]):04x}", json)
