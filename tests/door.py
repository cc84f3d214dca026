"""The door of a session for tests: lines of the language are typed, and answered in process."""

import shlex
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from bezique_score.cli.answers import Answer, refusal_in_words, status_of
from bezique_score.cli.app import invoke
from bezique_score.cli.desk import Desk
from bezique_score.library import Library
from bezique_score.match import Table
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Replay, Row
from bezique_score.scorebook import Scorebook

BEGAN = datetime(2026, 11, 30, 19, 5, tzinfo=timezone(timedelta(hours=1)))


def ticking() -> Callable[[], datetime]:
    """Make a clock that moves on forty seconds each time it is read."""
    ticks = iter(range(10**9))
    return lambda: BEGAN + timedelta(seconds=40 * next(ticks))


class Door:
    """A table-side desk whose sessions lie in a folder of the test."""

    def __init__(self, home: Path, *lines: str) -> None:
        self.desk = Desk(Library(home), clock=ticking(), config=home / "config")
        self.desk.door = "table"
        self.enter(*lines)

    def answer(self, line: str) -> Answer:
        """Type one line. Raises `Refusal`."""
        return invoke(shlex.split(line), self.desk)

    def enter(self, *lines: str) -> "Door":
        """Type lines that are all accepted; they are written together, since a disk is slow."""
        books: set[Scorebook] = set()
        with ExitStack() as batches:

            def begin(book: Scorebook) -> None:
                if book not in books:
                    books.add(book)
                    batches.enter_context(book.batch())

            self.desk.before_entry = begin
            for line in lines:
                self.answer(line)
        self.desk.before_entry = lambda _: None
        return self

    def refused(self, line: str, code: Code | None = None) -> Refusal:
        """Type a line that is refused, which changes nothing."""
        before = self.path.read_bytes()
        with pytest.raises(Refusal) as caught:
            self.answer(line)
        assert code in (None, caught.value.code), str(caught.value)
        assert self.path.read_bytes() == before
        return caught.value

    @property
    def path(self) -> Path:
        return self.desk.path()

    @property
    def book(self) -> Scorebook:
        return self.desk.book()

    @property
    def replay(self) -> Replay:
        return self.book.replay

    @property
    def rows(self) -> list[Row]:
        return self.replay.rows

    @property
    def table(self) -> Table:
        """The table, after the file was read again from its start."""
        again = Scorebook.open(self.path).replay
        assert again.table == self.replay.table
        return again.table

    @property
    def totals(self) -> dict[str, int]:
        return self.table.totals

    def winner(self) -> str | None:
        """Say who has won, none while the game goes on."""
        outcome = self.table.outcome
        return outcome.winner if outcome else None

    @property
    def standing(self) -> list[int]:
        """The numbers of the facts that stand."""
        return [number for number, _ in self.replay.standing()]


def printed(refusal: Refusal) -> str:
    """Say what a refusal prints at the terminal, with its exit code unless that is 1."""
    text = refusal_in_words(refusal).err
    return text if status_of(refusal.code) == 1 else f"{text}(exit {status_of(refusal.code)})\n"
