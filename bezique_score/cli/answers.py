"""Answers and refusals turned into text or JSON: the only place that prints.

Data goes to stdout, talk and refusals to stderr; whatever could drive a terminal is taken out here.
"""

import re
import sys
from collections.abc import Callable
from typing import Any

import msgspec

from bezique_score.events import Adjust, Amend, Bid, Deal, Declare, Event, Redo, Trick, Undo
from bezique_score.match import Table
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Change, Row
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.effects import bidder_needs, changes_of, effects_of
from bezique_score.sheet.plain import clean
from bezique_score.sheet.words import entry_words
from bezique_score.text import ENGLISH, Text, joined, say, say_many, speaking

_RED, _PLAIN = "\x1b[31m", "\x1b[0m"
_DRIVES_A_TERMINAL = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


class Booked(msgspec.Struct, frozen=True):
    """An entry that was recorded; `changes`: what it made of earlier ones."""

    book: Scorebook
    row: Row
    changes: tuple[Change, ...] = ()
    status: int = 0


class Opened(msgspec.Struct, frozen=True):
    """A session to work on from now on."""

    book: Scorebook
    status: int = 0


class Looked(msgspec.Struct, frozen=True):
    """Something to look at; `as_json` was asked for. `talk` is said beside it."""

    data: Callable[[], object]
    text: Callable[[], str]
    as_json: bool = False
    talk: Text | None = None
    status: int = 0


class Finished(msgspec.Struct, frozen=True):
    """The end of many lines, each of which has been answered."""

    status: int


class Joined(msgspec.Struct, frozen=True):
    """The answers to the parts of one line, which were accepted together."""

    parts: tuple["Answer", ...]

    @property
    def status(self) -> int:
        """The exit code: that of the first part that has one."""
        return next((part.status for part in self.parts if part.status), 0)


Answer = Booked | Opened | Looked | Joined | Finished


class Printed(msgspec.Struct, frozen=True):
    """What an answer prints, on stdout and on stderr."""

    out: str = ""
    err: str = ""

    def show(self) -> None:
        """Print it, talk after data."""
        print(self.out, end="")
        if self.err and sys.stderr:  # where it is closed, talk does not become data
            print(self.err, end="", file=sys.stderr)


def book_of(answer: Answer) -> Scorebook | None:
    """Name the session in which an answer has booked something."""
    match answer:
        case Booked(book=book):
            return book
        case Joined(parts=parts):
            return next((found for part in parts if (found := book_of(part))), None)
        case _:
            return None


def status_of(code: Code) -> int:
    """Give the exit code of a refusal."""
    return 2 if code is Code.USAGE else 1


# For people


def print_answer(answer: Answer) -> None:
    """Print an answer at the terminal."""
    in_words(answer).show()


def print_refusal(refusal: Refusal, *, colours: bool = False, command: str = "bezique ") -> None:
    """Print a refusal at the terminal; `command` stands before the lines that it advises."""
    printed = refusal_in_words(refusal, command=command)
    if colours:
        first, end, rest = printed.err.partition("\n")
        printed = Printed(err=f"{_RED}{first}{_PLAIN}{end}{rest}")
    printed.show()


def say_aloud(*sentences: Text) -> None:
    """Say something beside the data."""
    Printed(err=_lines(sentences)).show()


def in_words(answer: Answer) -> Printed:
    """Put an answer into words."""
    match answer:
        case Booked():
            return _booked_in_words(answer)
        case Opened(book=book):
            return Printed(err=_lines([_opened(book)]))
        case Looked():
            if answer.as_json:
                with speaking(ENGLISH):
                    data = msgspec.json.encode(answer.data())
                out = _escaped(msgspec.json.format(data, indent=2).decode()) + "\n"
            else:
                out = "\n".join(map(_clean_line, answer.text().split("\n")))
            return Printed(out, _lines([answer.talk] if answer.talk else []))
        case Joined(parts=parts):
            printed = [in_words(part) for part in parts]
            return Printed("".join(part.out for part in printed), "".join(part.err for part in printed))
        case Finished():
            return Printed()


def refusal_in_words(refusal: Refusal, *, line: int | None = None, command: str = "bezique ") -> Printed:
    """Put a refusal into words: what was asked, the rule, and what would be accepted.

    `command` is what is typed before a line where it is read.
    """
    where = say("line {line}: ", line=line) if line is not None else ""
    told = [say("{where}{refusal}", where=where, refusal=refusal), refusal.rule]
    if refusal.line:
        advice = say("   ({advice})", advice=refusal.advice) if refusal.advice else ""
        told.append(say("Try: {command}{line}{advice}", command=command, line=refusal.line, advice=advice))
    elif refusal.advice:
        told.append(say("{advice}", advice=_sentence(refusal.advice)))
    return Printed(err=_lines(told).replace("`bezique ", f"`{command}"))


def mistake_in_words(error: Exception) -> Text:
    """Say that the program itself has failed."""
    kind = type(error).__name__
    return say("A mistake in the program itself, nothing was entered: {kind}: {error}.", kind=kind, error=error)


def row_in_words(book: Scorebook, row: Row) -> Printed:
    """Read an entry out."""
    return in_words(Booked(book, row))


def _lines(sentences: Any) -> str:
    return "".join(f"{clean(str(sentence))}\n" for sentence in sentences)


def _clean_line(line: str) -> str:
    """Clean one line of many; the line ends of a table for spreadsheets stay."""
    return f"{clean(line[:-1])}\r" if line.endswith("\r") else clean(line)


def _sentence(advice: Text) -> str:
    words = str(advice)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '?', '!')) else '.'}"


def _booked_in_words(booked: Booked) -> Printed:
    """Read an entry out, and say what is large or unusual about it."""
    book, row, changes = booked.book, booked.row, booked.changes
    match = book.replay.match
    before = book.replay.rows[row.number - 2].table if row.number > 1 else match.begin()
    about = row.entry.event.event if isinstance(row.entry.event, Undo | Redo | Amend) else None
    effects = [*effects_of(match, before, row.table, row.entry.event), *changes_of(match, changes, but=about)]
    return Printed(_lines(_booked(book, row, before)), _lines([*row.notices, *effects]))


def _opened(book: Scorebook) -> Text:
    match, table = book.replay.match, book.replay.table
    return say(
        "{name}: {game}; {players}; {deals}{target}.",
        name=book.header.name,
        game=match.rules.game.title,
        players=", ".join(match.seating.players),
        deals=say(
            "{dealer} deals next" if table.dealt else "{dealer} deals first", dealer=match.next_dealer(table)
        ),
        target=say("; to {target}", target=match.target) if match.target else "",
    )


def _booked(book: Scorebook, row: Row, before: Table) -> list[Text]:
    """Say who did what, what it changed and what is left, in one line; and in another who has won."""
    table = row.table
    what = _what(book, row.entry.event)
    changes = [_change(book, table, side, points) for side, points in row.entry.points.items()]
    if row.entry.worth:
        changes.append(
            say_many(
                "{number} point, counted at the end", "{number} points, counted at the end", number=row.entry.worth
            )
        )
    if not changes:
        match = book.replay.match
        changes = _situation(row.entry.event, table, stock=match.rules.stock(len(match.seating.players)) > 0)
    needs = bidder_needs(table)
    if needs and isinstance(row.entry.event, Bid | Declare | Adjust | Undo | Redo | Amend):
        changes.append(needs)
    parts = [what, *changes]
    told = [say("{number}  {parts}.", number=row.number, parts=joined(parts, "; "))]
    if table.outcome and not before.outcome:
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


def _situation(event: Event, table: Table, *, stock: bool) -> list[Text]:
    """Say where the hand stands after an entry that changed no total; `stock`: the game has one."""
    hand = table.hand
    match event:
        case Deal() if hand:
            return [say("{leader} leads", leader=hand.leader)]
        case Trick() if hand and stock and hand.stock is not None:
            return [say_many("{number} left in the stock", "{number} left in the stock", number=hand.stock)]
        case _:
            return []


# For programs


def in_json(answer: Answer, line: int) -> Printed:
    """Put the answer to a line of a script into one JSON object."""
    with speaking(ENGLISH):
        told = _answer_data(answer)
    return Printed() if told is None else Printed(_object({"line": line, "ok": True, **told}))


def _answer_data(answer: Answer) -> dict[str, object] | None:
    match answer:
        case Booked(row=row):
            return _booked_data(row.number, row.entry.points, row.table)
        case Opened(book=book):
            return _booked_data(None, {}, book.replay.table)
        case Looked():
            return {"result": answer.data()}
        case Joined():
            return _joined_data(answer)
        case Finished():
            return None


def _joined_data(joined: Joined) -> dict[str, object]:
    """Make one object of many parts: the sum of the points, the last event; what was looked at beside it."""
    told: dict[str, object] = {}
    booked = [part for part in joined.parts if isinstance(part, Booked)]
    opened = [part for part in joined.parts if isinstance(part, Opened)]
    looked = [part.data() for part in joined.parts if isinstance(part, Looked)]
    if booked:
        last = booked[-1].row
        points = dict.fromkeys(last.table.totals, 0)
        for part in booked:
            for side, change in part.row.entry.points.items():
                points[side] += change
        told = _booked_data(last.number, {side: change for side, change in points.items() if change}, last.table)
    elif opened:
        told = _booked_data(None, {}, opened[-1].book.replay.table)
    if looked:
        told["result"] = looked[0] if len(looked) == 1 else looked
    return told


def refusal_in_json(refusal: Refusal, line: int) -> Printed:
    """Put the refusal of a line of a script into one JSON object."""
    with speaking(ENGLISH):
        message, hint = str(refusal.message), refusal.hint
    told = {"line": line, "ok": False, "code": refusal.code, "message": message, "hint": hint}
    return Printed(_object(told))


def _booked_data(event: int | None, points: dict[str, int], table: Table) -> dict[str, object]:
    return {
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
