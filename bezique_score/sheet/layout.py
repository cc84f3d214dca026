"""Sheet -> Document: headings, facts and tables, worded once for every format that is made to be read.

Formats for machines (csv, json, spreadsheets) take the numbers from the Sheet itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from bezique_score.sheet.model import Fact, HandFacts, Line, Section, Sheet
from bezique_score.sheet.plain import short_names
from bezique_score.text import say, say_many

MARK = "†"
"""Stands beside an entry about which there is a remark below the table."""


class Change(NamedTuple):
    """A cell of the score: what an entry changed for a side, and the sum after it."""

    points: int
    total: int


Cell = str | Change
"""A cell of a table; an empty string where nothing changed."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Columns and rows; those of `numbers` are aligned as numbers, the one of `words` is wrapped."""

    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: frozenset[int]
    words: int = 1


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of the document: facts, the entries, remarks about them, and what came of it."""

    heading: str
    facts: tuple[Fact, ...] = ()
    table: Table | None = None
    remarks: tuple[str, ...] = ()
    results: tuple[Fact, ...] = ()


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A scoresheet laid out from top to bottom, `signatures` last: the names to sign under."""

    title: str
    facts: tuple[Fact, ...]
    parts: tuple[Part, ...]
    closing: str
    signatures: tuple[str, ...]


def lay_out(sheet: Sheet, *, name_width: int | None = None) -> Document:
    """Word a sheet; with `name_width`, names at the head of columns are shortened to so many columns."""
    names = _short(sheet.players, name_width) | _short(sheet.sides, name_width)
    parts = [_part(sheet, section, names) for section in sheet.sections]
    if sheet.corrections:
        parts.append(_corrections(sheet))
    return Document(
        title=sheet.title,
        facts=tuple(_facts(sheet)),
        parts=tuple(parts),
        closing=_closing(sheet),
        signatures=sheet.players,
    )


def entry_table(lines: Iterable[Line], sides: Mapping[str, str]) -> Table:
    """Set entries in columns: number, words, and for each side what changed and the sum after it.

    `sides` gives each side the heading of its column.
    """
    rows = tuple((str(line.number), _words(line), *(_change(line, side) for side in sides)) for line in lines)
    return Table(
        headings=(str(say("No.")), str(say("Entry")), *sides.values()),
        rows=rows,
        numbers=frozenset({0, *range(2, 2 + len(sides))}),
    )


def remarks_of(lines: Iterable[Line]) -> tuple[str, ...]:
    """List the remarks about entries, each with the number of its entry."""
    return tuple(
        str(say("{mark} {number}: {remark}", mark=MARK, number=line.number, remark=remark))
        for line in lines
        for remark in line.remarks
    )


def numbers_words(numbers: Mapping[str, int], short: Mapping[str, str] | None = None) -> str:
    """Say whose numbers they are: `Anna 300, Boris 45`."""
    return ", ".join(f"{(short or {}).get(name, name)} {number}" for name, number in numbers.items())


def _short(sides: Sequence[str], name_width: int | None) -> dict[str, str]:
    return dict(zip(sides, sides, strict=True)) if name_width is None else short_names(sides, name_width)


def _words(line: Line) -> str:
    words = line.words
    if line.worth is not None and not line.points:
        words = str(say_many("{what} (worth {number})", "{what} (worth {number})", what=words, number=line.worth))
    return f"{words} {MARK}" if line.remarks else words


def _change(line: Line, side: str) -> Cell:
    return Change(line.points[side], line.running[side]) if side in line.points else ""


def _facts(sheet: Sheet) -> Iterable[Fact]:
    """Say what holds for the whole session."""
    yield Fact(str(say("Date")), _dates(sheet.created, sheet.ended))
    if sheet.place:
        yield Fact(str(say("Place")), sheet.place)
    yield Fact(str(say("Players")), ", ".join(sheet.players))
    if sheet.sides != sheet.players:
        yield Fact(str(say("Sides")), ", ".join(sheet.sides))
    title = say("{title} (unconfirmed)", title=sheet.game_title) if sheet.unconfirmed else sheet.game_title
    yield Fact(str(say("Game")), str(title))
    if sheet.house:
        house = ", ".join(f"{option.label} = {option.value}" for option in sheet.house)
        yield Fact(str(say("House rules")), house)
    yield Fact(str(say("Target")), str(say("none") if sheet.target is None else sheet.target))
    if sheet.note:
        yield Fact(str(say("Note")), sheet.note)


def _dates(created: datetime, ended: datetime | None) -> str:
    if ended is None or ended.date() == created.date():
        return f"{created:%Y-%m-%d}"
    return str(say("{first} to {last}", first=f"{created:%Y-%m-%d}", last=f"{ended:%Y-%m-%d}"))


def _part(sheet: Sheet, section: Section, names: Mapping[str, str]) -> Part:
    hand = section.hand
    sides = {side: names[side] for side in sheet.sides}
    table = entry_table(section.lines, sides) if section.lines else None
    if hand is None:
        return Part(heading=str(say("Outside the hands")), table=table, remarks=remarks_of(section.lines))
    heading = say("Hand {number}", number=hand.number)
    if not hand.closed:
        heading = say("Hand {number} (not closed)", number=hand.number)
    return Part(
        heading=str(heading),
        facts=tuple(_hand_facts(hand, names)),
        table=table,
        remarks=remarks_of(section.lines),
        results=tuple(_results(hand, section, names)),
    )


def _hand_facts(hand: HandFacts, names: Mapping[str, str]) -> Iterable[Fact]:
    yield Fact(str(say("Dealer")), names[hand.dealer])
    if hand.trump and hand.upcard:
        turned = say("{trump} ({card} turned)", trump=hand.trump.symbol, card=hand.upcard.symbol)
        yield Fact(str(say("Trumps")), str(turned))
    elif hand.trump:
        yield Fact(str(say("Trumps")), hand.trump.symbol)
    if hand.tricks:
        yield Fact(str(say("Tricks")), numbers_words(hand.tricks, names))


def _results(hand: HandFacts, section: Section, names: Mapping[str, str]) -> Iterable[Fact]:
    yield Fact(str(say("This hand")), numbers_words(hand.scores, names))
    if hand.settlement is not None:
        yield Fact(str(say("Settlement")), numbers_words(hand.settlement, names))
    for sentence in hand.explanation:
        yield Fact(str(say("Worked out")), sentence)
    yield Fact(str(say("Totals")), numbers_words(section.totals, names))


def _corrections(sheet: Sheet) -> Part:
    """List what was set right; the sections above show the entries as they stand."""
    rows = tuple((str(line.number), line.words) for line in sheet.corrections)
    table = Table(headings=(str(say("No.")), str(say("Entry"))), rows=rows, numbers=frozenset({0}))
    return Part(heading=str(say("Corrections")), table=table)


def _closing(sheet: Sheet) -> str:
    totals = numbers_words(sheet.totals)
    if sheet.target is None:
        return str(say("Totals: {totals}.", totals=totals))
    if sheet.winner is None:
        return str(say("Not finished. Totals: {totals}.", totals=totals))
    return str(say("{winner} wins. Totals: {totals}.", winner=sheet.winner, totals=totals))
