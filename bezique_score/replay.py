"""Undo and amend resolved, then the fold: entries -> rows, steps and problems.

A replay holds every row of the journal and, beside it, the line of facts that stand with the table after each
of them. Taking back the last fact drops the last step; correcting an earlier one folds again from there.
"""

from bisect import bisect_left
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from bezique_score.events import Agree, Amend, Declare, Event, Fact, Note, Redo, Undo
from bezique_score.match import Match, Step, Table
from bezique_score.refusal import Code, Refusal
from bezique_score.text import Text, joined, say, say_many, typed


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as it was booked: points by side, only those that moved; `worth` where totals move at the end."""

    time: datetime
    event: Event
    points: dict[str, int]
    worth: int | None = None


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with one entry of a journal."""

    event: int
    code: Code
    message: Text


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One numbered entry and the table after it. A row with a problem changed nothing."""

    number: int
    entry: Entry
    table: Table
    notices: tuple[Text, ...] = ()
    problem: Problem | None = None


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted entry that has not been added yet: what it books, and what it makes of the line of facts."""

    event: Event
    points: dict[str, int]
    worth: int | None
    notices: tuple[Text, ...]
    keep: int
    numbers: list[int]
    steps: list[Step]


class Change(msgspec.Struct, frozen=True):
    """What a correction makes of one fact: as it stands, and as it would; none where it does not stand."""

    number: int
    before: Step | None
    after: Step | None


class Replay:
    """A session in memory. `judge` says what an entry would do and changes nothing; `add` does it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.rows: list[Row] = []
        self._start = match.begin()
        self._numbers: list[int] = []
        self._steps: list[Step] = []
        self._undone: set[int] = set()
        self._amendments: dict[int, list[int]] = {}
        self._redoable: list[int] = []

    @classmethod
    def of(cls, match: Match, entries: list[Entry]) -> "Replay":
        """Fold a whole journal; what is wrong with it is found in `problems`."""
        replay = cls(match)
        for entry in entries:
            replay.take(entry)
        return replay

    def copy(self) -> "Replay":
        """Copy the session as it is now, to come back to it: quick, since rows and steps never change."""
        other = Replay(self.match)
        other.rows = self.rows.copy()
        other._numbers = self._numbers.copy()
        other._steps = self._steps.copy()
        other._undone = self._undone.copy()
        other._amendments = {number: amendments.copy() for number, amendments in self._amendments.items()}
        other._redoable = self._redoable.copy()
        return other

    # What stands

    @property
    def table(self) -> Table:
        """The table as it stands now."""
        return self._table_after(len(self._steps))

    def table_before(self, number: int) -> Table:
        """Give the table as it stood before the fact that an entry is about."""
        return self._table_after(bisect_left(self._numbers, self._base(number)))

    def _table_after(self, steps: int) -> Table:
        return self._steps[steps - 1].table if steps else self._start

    @property
    def problems(self) -> list[Problem]:
        """Everything that is wrong with the entries taken, in their order."""
        return [row.problem for row in self.rows if row.problem]

    def standing(self) -> Iterator[tuple[int, Step]]:
        """Go through the facts that stand: the number of the entry, and the fact as it is judged now."""
        return zip(self._numbers, self._steps, strict=True)

    def is_standing(self, number: int) -> bool:
        """Say whether an entry stands: it is a fact or an amendment, neither undone nor of something undone."""
        if not 0 < number <= len(self.rows) or number in self._undone:
            return False
        event = self._event(number)
        if isinstance(event, Amend):
            return number in self._amendments.get(event.event, []) and self.is_standing(event.event)
        return self.line(number) is not None

    def amended_by(self, number: int) -> int | None:
        """Find the standing amendment that replaces an entry."""
        standing = [other for other in self._amendments.get(number, []) if other not in self._undone]
        return standing[-1] if standing else None

    def line(self, number: int) -> Step | None:
        """Find the fact with this number among those that stand."""
        place = bisect_left(self._numbers, number)
        return self._steps[place] if self._numbers[place : place + 1] == [number] else None

    # Adding to it

    def judge(self, event: Event) -> Judged:
        """Say what an entry would do. Raises `Refusal` when it cannot be."""
        match event:
            case Undo():
                return self._judge_undo(event)
            case Redo():
                return self._judge_redo(event)
            case Amend():
                return self._judge_amend(event)
            case _:
                return self._judge_fact(event)

    def changes(self, judged: Judged) -> list[Change]:
        """List the facts that an entry, judged on this very state, would change, add or take away."""
        before = dict(zip(self._numbers[judged.keep :], self._steps[judged.keep :], strict=True))
        after = dict(zip(judged.numbers, judged.steps, strict=True))
        changes = (Change(number, before.get(number), after.get(number)) for number in sorted({*before, *after}))
        return [change for change in changes if _what_counts(change.before) != _what_counts(change.after)]

    def table_after(self, judged: Judged) -> Table:
        """Give the table that an entry, judged on this very state, would lead to."""
        return judged.steps[-1].table if judged.steps else self._table_after(judged.keep)

    def add(self, judged: Judged, time: datetime) -> Row:
        """Add an entry that was judged on this very state."""
        entry = Entry(time=time, event=judged.event, points=judged.points, worth=judged.worth)
        return self._add(judged, entry, None)

    def take(self, entry: Entry) -> Row:
        """Take an entry from a journal, and compare what was booked with what the rules say now."""
        number = len(self.rows) + 1
        try:
            judged = self.judge(entry.event)
        except Refusal as refusal:
            problem = Problem(number, refusal.code, refusal.message)
            row = Row(number=number, entry=entry, table=self.table, problem=problem)
            self.rows.append(row)
            return row
        difference = _difference(number, entry, judged)
        if difference:
            # what was booked stays readable; the standing is what the rules say
            entry = msgspec.structs.replace(entry, event=judged.event)
        return self._add(judged, entry, difference)

    def skip(self, problem: Problem) -> None:
        """Keep the number of an entry that cannot even be read, so that the later ones have theirs."""
        unread = Entry(time=datetime.min.replace(tzinfo=UTC), event=Note(text=""), points={})
        self.rows.append(Row(number=problem.event, entry=unread, table=self.table, problem=problem))

    def _add(self, judged: Judged, entry: Entry, problem: Problem | None) -> Row:
        number = len(self.rows) + 1
        self._note_correction(judged.event, number)
        del self._numbers[judged.keep :], self._steps[judged.keep :]
        self._numbers += judged.numbers
        self._steps += judged.steps
        row = Row(number=number, entry=entry, table=self.table, notices=judged.notices, problem=problem)
        self.rows.append(row)
        return row

    # Judging

    def _event(self, number: int) -> Event:
        return self.rows[number - 1].entry.event

    def _judge_fact(self, fact: Fact) -> Judged:
        number = len(self.rows) + 1
        try:
            step = self.match.judge(self.table, fact)
        except Refusal as refusal:
            since = ", ".join(map(str, self._since_agreement()))
            if refusal.code is Code.WRONG_TOTAL and since:
                advice = say("entries since the last agreement: {since}", since=since)
                raise Refusal(refusal.code, refusal.message, line=refusal.line, advice=advice) from None
            raise
        return Judged(
            event=step.event,
            points=step.points,
            worth=step.worth,
            notices=step.notices,
            keep=len(self._steps),
            numbers=[number],
            steps=[step],
        )

    def _since_agreement(self) -> list[int]:
        """List the entries that changed something since the totals were last agreed."""
        found: list[int] = []
        for number, step in zip(reversed(self._numbers), reversed(self._steps), strict=True):
            if isinstance(step.event, Agree):
                break
            if step.points:
                found.append(number)
        return found[::-1]

    def _judge_undo(self, undo: Undo) -> Judged:
        number = undo.event if undo.event is not None else self._last_action()
        if number is None:
            raise Refusal(
                Code.NOTHING_TO_UNDO, say("Nothing has been entered that could be taken back."), line="log"
            )
        if not self.is_standing(number):
            raise _nothing_to_undo(number)
        completed = Undo(event=number, by_number=undo.by_number)
        return self._corrected(completed, number, undone=self._undone | {number})

    def _last_action(self) -> int | None:
        """Find the last action that stands and is not itself an undo or redo."""
        return next((number for number in range(len(self.rows), 0, -1) if self.is_standing(number)), None)

    def _judge_redo(self, redo: Redo) -> Judged:
        if not self._redoable or redo.event not in (None, self._redoable[-1]):
            raise Refusal(
                Code.NOTHING_TO_REDO, say("Nothing has been undone that could be brought back."), line="log"
            )
        number = self._redoable[-1]
        return self._corrected(Redo(event=number), number, undone=self._undone - {number})

    def _judge_amend(self, amend: Amend) -> Judged:
        if not self.is_standing(amend.event):
            raise _nothing_to_undo(amend.event)
        newer = self._corrected_since(amend.event)
        if newer is not None:
            raise Refusal(
                Code.NOTHING_TO_UNDO,
                say(
                    "What entry {number} said was itself corrected by entry {newer}.",
                    number=amend.event,
                    newer=newer,
                ),
                line=typed("undo", newer),
                advice=say("takes back the later correction first"),
            )
        return self._corrected(amend, amend.event, undone=self._undone)

    def _corrected_since(self, number: int) -> int | None:
        """Find the correction that has put an amendment out of force: a later one of the same entry."""
        event = self._event(number)
        if not isinstance(event, Amend):
            return None
        in_force = self.amended_by(event.event)
        return in_force if in_force != number else self._corrected_since(event.event)

    def _base(self, number: int) -> int:
        """Find the fact that an amendment, or an amendment of an amendment, is about."""
        event = self._event(number)
        return self._base(event.event) if isinstance(event, Amend) else number

    def _content(self, number: int, undone: set[int], newest: dict[int, Fact]) -> Fact:
        """Say what an entry states after its amendments, `newest` being one that is not a row yet."""
        if number in newest:
            return newest[number]
        for amendment in reversed(self._amendments.get(number, [])):
            if amendment not in undone:
                return self._content(amendment, undone, newest)
        event = self._event(number)
        assert not isinstance(event, Undo | Redo)
        return event.entry if isinstance(event, Amend) else event

    def _corrected(self, event: Undo | Redo | Amend, number: int, *, undone: set[int]) -> Judged:
        """Fold again from the fact that a correction is about, and say what changed."""
        base = self._base(number)
        newest = {number: event.entry} if isinstance(event, Amend) else {}
        keep = bisect_left(self._numbers, base)
        later = [other for other in self._numbers[keep:] if other != base]
        table = self._table_after(keep)
        numbers: list[int] = []
        steps: list[Step] = []
        if base not in undone:
            step = self.match.judge(table, self._content(base, undone, newest))
            if isinstance(event, Amend):
                event = Amend(event=event.event, entry=step.event)
            numbers, steps, table = [base], [step], step.table
        for other in later:
            try:
                step = self.match.judge(table, self._steps[bisect_left(self._numbers, other)].event)
            except Refusal as refusal:
                raise self._would_break(event, number, other, refusal) from refusal
            numbers.append(other)
            steps.append(step)
            table = step.table
        before = self.table.totals
        points = {side: total - before[side] for side, total in table.totals.items() if total != before[side]}
        return Judged(event=event, points=points, worth=None, notices=(), keep=keep, numbers=numbers, steps=steps)

    def _would_break(self, event: Undo | Redo | Amend, number: int, other: int, refusal: Refusal) -> Refusal:
        """Say which later entry a correction would make impossible, and how to set right that one as well."""
        line, advice = typed("undo", other), say("takes back the later entry first")
        later = self._content(other, self._undone, {})
        if isinstance(event, Amend) and isinstance(later, Declare):
            # taken back it would lose its place in the order
            line = typed("amend", other, "note", "wrong")
            advice = say("keeps its place; amend it again afterwards")
        return Refusal(
            Code.WOULD_BREAK,
            say(
                "Without entry {number} as it is, entry {other} would be impossible: {why}",
                number=number,
                other=other,
                why=refusal.message,
            ),
            line=line,
            advice=advice,
        )

    def _note_correction(self, event: Event, number: int) -> None:
        """Keep the books of corrections: what is undone, amended, and can be redone."""
        match event:
            case Undo(event=int(target)):
                # of an action that is not the last one the number was said, whether or not the journal tells
                if event.by_number or target != self._last_action():
                    self._redoable.clear()
                self._undone.add(target)
                self._redoable.append(target)
            case Redo(event=int(target)):
                self._undone.discard(target)
                self._redoable.pop()
            case Amend():
                self._amendments.setdefault(event.event, []).append(number)
                self._redoable.clear()
            case _:
                self._redoable.clear()


def _what_counts(step: Step | None) -> object:
    return step and (step.event, step.points, step.worth)


def _nothing_to_undo(number: int) -> Refusal:
    return Refusal(
        Code.NOTHING_TO_UNDO,
        say("Entry {number} is not an action that stands.", number=number),
        line="log",
        advice=say("numbers the entries"),
    )


def _difference(number: int, entry: Entry, judged: Judged) -> Problem | None:
    """Compare an entry of a journal with what the rules make of it."""
    if entry.event != judged.event:
        said, meant = msgspec.structs.asdict(entry.event), msgspec.structs.asdict(judged.event)
        missing = joined([f"{key} = {value}" for key, value in meant.items() if said.get(key) != value])
        return Problem(
            number, Code.BAD_FILE, say("the entry leaves out what it should say: {event}", event=missing)
        )
    if entry.points != judged.points or entry.worth != judged.worth:
        booked, found = (
            _told(points, worth) for points, worth in ((entry.points, entry.worth), (judged.points, judged.worth))
        )
        message = say("booked {booked}, but the rules make it {found}", booked=booked, found=found)
        return Problem(number, Code.BAD_FILE, message)
    return None


def _told(points: dict[str, int], worth: int | None) -> Text:
    told = joined([f"{side} {number}" for side, number in points.items()]) if points else say("nothing")
    if worth is None:
        return told
    return say_many("{what} (worth {number})", "{what} (worth {number})", what=told, number=worth)
