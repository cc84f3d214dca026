"""What one process works on: the sessions folder, the session in hand, the entry being corrected, the clock."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Literal

from bezique_score.cli.answers import Booked
from bezique_score.events import Amend, Event, Fact
from bezique_score.language import CardsRefusal, Language, usage
from bezique_score.library import Library, default_home
from bezique_score.match import Match
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.text import say

AFTER_WRONG_CARDS = frozenset({Code.CARD_ALREADY_USED, Code.TOO_MANY_CARDS, Code.NO_INFUZORKA, Code.WOULD_BREAK})
"""The reasons to refuse a line that do not come before cards that make no declaration."""


def read_clock() -> datetime:
    """Tell the time of now, with the zone of this place."""
    return datetime.now().astimezone()


def _same(path: Path) -> str:
    """Name a file so that whoever means it, means it by the same name."""
    return os.path.realpath(path)


class Desk:
    """Handed to every command by Typer's context.

    `file`: the session file that lines without `-f` work on. `door`: where the lines come from. `made`: the
    sessions started by this process. `before_entry` is called with the book just before something is recorded
    in it.
    """

    def __init__(
        self, library: Library, *, file: Path | None = None, clock: Callable[[], datetime] = read_clock
    ) -> None:
        self.library = library
        self.file = file
        self.clock = clock
        self.door: Literal["terminal", "table", "script"] = "terminal"
        self.made: list[Path] = []
        self.before_entry: Callable[[Scorebook], None] = lambda _: None
        self.make_current: Callable[[Path], None] = library.make_current
        self._session: Path | None = None
        self._books: dict[str, Scorebook] = {}
        self._language: tuple[Match, Language] | None = None
        self._correcting: int | None = None

    @classmethod
    def of_user(cls) -> "Desk":
        """Set up the desk as the environment says (`BEZIQUE_HOME`, `BEZIQUE_FILE`)."""
        home, file = os.environ.get("BEZIQUE_HOME"), os.environ.get("BEZIQUE_FILE")
        return cls(Library(Path(home) if home else default_home()), file=Path(file) if file else None)

    # Sessions

    def path(self, file: str | None = None) -> Path:
        """Name the file to work on: the one given, else the one in hand, else the current session."""
        if file is not None:
            return Path(file)
        return self.file or self._session or self._current()

    def _current(self) -> Path:
        """Keep to the session found first, whatever other programs make current meanwhile."""
        self._session = self.library.current()
        return self._session

    def book(self, file: str | None = None) -> Scorebook:
        """Open the session to work on, as its file is now. Raises `Refusal`."""
        return self.open(self.path(file))

    def open(self, path: Path) -> Scorebook:
        """Open the session in a file, as it is now: the book in hand, if it is one. Raises `Refusal`."""
        book = self.in_hand(path)
        if book is None:
            book = self._books[_same(path)] = Scorebook.open(path)
        else:
            book.refresh()
        return book

    def in_hand(self, path: Path) -> Scorebook | None:
        """Find the book of a file that is open already: it knows what is not yet on disk."""
        return self._books.get(_same(path))

    def take_up(self, book: Scorebook, *, made: bool) -> None:
        """Work on this session from now on."""
        self._books[_same(book.path)] = book
        self._session = book.path
        if made:
            self.made.append(book.path)
        else:
            self.file = None
        self.make_current(book.path)

    # Entries

    def enter(self, file: str | None, read: Callable[[Language], Fact]) -> Booked:
        """Read a line and record it, as a correction where `amend` says so. Raises `Refusal`."""
        if self._correcting is not None and file is not None:
            raise usage(say("The file is named before the number."), line="amend -f PATH N LINE")
        book = self.book(file)
        match = book.replay.match
        try:
            event = self._meant(read(self._language_of(match)))
        except CardsRefusal as refusal:
            try:
                book.replay.judge(self._meant(refusal.rest))
            except Refusal as other:
                if other.code not in AFTER_WRONG_CARDS:
                    raise
            raise refusal from None
        return self.record(book, event)

    def _language_of(self, match: Match) -> Language:
        """Keep the language of the session in hand from line to line."""
        if self._language is None or self._language[0] is not match:
            self._language = match, Language(match.rules, match.seating, tricks=match.tricks)
        return self._language[1]

    def record(self, book: Scorebook, event: Event) -> Booked:
        """Record an event that needs no reading. Raises `Refusal`."""
        self.before_entry(book)
        return Booked(book, book.record(event, self.clock()))

    def _meant(self, fact: Fact) -> Event:
        return fact if self._correcting is None else Amend(event=self._correcting, entry=fact)

    @contextmanager
    def correcting(self, number: int, file: str | None) -> Iterator[None]:
        """Enter what follows as what entry `number` should have been."""
        before = self._correcting, self.file
        self._correcting, self.file = number, self.path(file)
        try:
            yield
        finally:
            self._correcting, self.file = before
