"""What one process works on: the sessions folder, the session in hand, the entry being corrected, the clock."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bezique_score.cli.answers import Booked
from bezique_score.cli.languages import language_of, switch_to
from bezique_score.events import Amend, Event, Fact, Redo, Undo
from bezique_score.language import CardsRefusal, Language, usage
from bezique_score.library import Library, default_home
from bezique_score.match import Match
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.text import ENGLISH, say

if TYPE_CHECKING:
    from bezique_score.settings import SettingsFile


AFTER_WRONG_CARDS = frozenset({Code.CARD_ALREADY_USED, Code.TOO_MANY_CARDS, Code.NO_INFUZORKA, Code.WOULD_BREAK})
"""The reasons to refuse a line that do not come before cards that make no declaration."""


def read_clock() -> datetime:
    """Tell the time of now, with the zone of this place."""
    return datetime.now().astimezone()


def is_completing() -> bool:
    """Say whether a shell asks what could be typed next (Typer's own way of asking)."""
    return "_BEZIQUE_COMPLETE" in os.environ


def is_dumb_screen() -> bool:
    """Say whether the terminal can only print line after line."""
    return os.environ.get("TERM", "dumb").casefold() in {"", "dumb", "unknown"}


def is_without_colours() -> bool:
    """Say whether the surroundings ask for no colours (`NO_COLOR`, a dumb terminal)."""
    return bool(os.environ.get("NO_COLOR")) or is_dumb_screen()


def _same(path: Path) -> str:
    """Name a file so that whoever means it, means it by the same name."""
    return os.path.realpath(path)


class Desk:
    """Handed to every command by Typer's context.

    `file`: the session file that lines without `-f` work on. `spoken`: the language of answers where a line asks
    for none. `door`: where the lines come from. `made`: the sessions started by this process. `before_entry` is
    called with the book just before something is recorded in it.
    """

    def __init__(
        self,
        library: Library,
        *,
        file: Path | None = None,
        clock: Callable[[], datetime] = read_clock,
        config: Path | None = None,
    ) -> None:
        self.library = library
        self.file = file
        self._config = config
        self.clock = clock
        self.spoken = ENGLISH.language
        self.door: Literal["terminal", "table", "script"] = "terminal"
        self.made: list[Path] = []
        self.before_entry: Callable[[Scorebook], None] = lambda _: None
        self.make_current: Callable[[Path], None] = library.make_current
        self._session: Path | None = None
        self._books: dict[str, Scorebook] = {}
        self._language: tuple[Match, Language] | None = None
        self._correcting: int | None = None
        self._together: _Together | None = None

    @classmethod
    def of_user(cls, language: str | None = None) -> "Desk":
        """Set up the desk as the environment says (`BEZIQUE_HOME`, `BEZIQUE_FILE`, the language unless given)."""
        home, file = os.environ.get("BEZIQUE_HOME"), os.environ.get("BEZIQUE_FILE")
        desk = cls(
            Library(Path(home) if home else default_home()),
            file=Path(file) if file else None,
            config=Path(home) / "config" if home else None,
        )
        desk.spoken = language or language_of(os.environ, desk._language_set)
        return desk

    def _language_set(self) -> str | None:
        """Look up the language in the settings; one that cannot be read is for `config` to tell."""
        if self._config and not self._config.exists():  # spares the reader of settings its loading
            return None
        with suppress(Refusal):
            return self.settings_file.read().language
        return None

    def speak(self) -> None:
        """Answer in the language of this desk, until a line asks for another."""
        switch_to(self.spoken)

    @property
    def settings_file(self) -> "SettingsFile":
        """The file of the user's settings."""
        from bezique_score.settings import SettingsFile, default_folder  # noqa: PLC0415 - an entry needs none

        return SettingsFile(self._config or default_folder())

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

    def book_in_hand(self) -> Scorebook | None:
        """Give the session in hand as it is in memory, none where none has been opened yet."""
        path = self.file or self._session
        return self.in_hand(path) if path else None

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

    def language(self) -> Language:
        """Give the language of the session in hand. Raises `Refusal` when there is none."""
        return self._language_of(self.book().replay.match)

    def _language_of(self, match: Match) -> Language:
        """Keep the language of the session in hand from line to line."""
        if self._language is None or self._language[0] is not match:
            self._language = match, Language(match.rules, match.seating, tricks=match.tricks)
        return self._language[1]

    def order_of_counting(self, file: str | None) -> tuple[str, ...]:
        """List the players of the hand that is to be closed from the bidder on, else from eldest hand on."""
        replay = self.book(file).replay
        number = self._correcting
        if number is None:
            hand = replay.table.hand
        else:
            hand = replay.table_before(number).hand if replay.is_standing(number) else None
        if hand is None:
            return ()
        first = hand.active.index(hand.bid.player) if hand.bid else 0
        return hand.active[first:] + hand.active[:first]

    def record(self, book: Scorebook, event: Event) -> Booked:
        """Record an event that needs no reading. Raises `Refusal`."""
        self.before_entry(book)
        if self._together is not None:
            self._together.add(book)
        if not isinstance(event, Undo | Redo | Amend):
            return Booked(book, book.record(event, self.clock()))
        changes = book.replay.changes(book.replay.judge(event))
        return Booked(book, book.record(event, self.clock()), tuple(changes))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Do several things or none: an exception takes back the entries, a new session, a switch to another."""
        session, file, make_current, made = self._session, self.file, self.make_current, len(self.made)
        current: list[Path] = []
        self.make_current = current.append
        try:
            with _Together() as self._together:
                yield
        except BaseException:
            for path in self.made[made:]:
                path.unlink(missing_ok=True)
                del self._books[_same(path)]
            del self.made[made:]
            self._session, self.file = session, file
            raise
        finally:
            self._together, self.make_current = None, make_current
        if current:
            make_current(current[-1])

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


class _Together(ExitStack):
    """Entries that are booked together or not at all; all of them in one session."""

    def __init__(self) -> None:
        super().__init__()
        self._book: Scorebook | None = None

    def add(self, book: Scorebook) -> None:
        """Take in an entry that is about to be recorded. Raises `Refusal` (usage) for another session's."""
        if self._book is None:
            self.enter_context(book.together())
            self._book = book
        elif self._book is not book:
            raise usage(say("The parts of one line are booked in one session."), advice=say("Type two lines."))
