"""Where fuzzed input is played: a scratch folder with sessions in it, put back as it was after every input."""

import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from bezique_score.cli.desk import Desk
from bezique_score.journal.store import Store
from bezique_score.language import Language
from bezique_score.library import Library
from bezique_score.scorebook import Scorebook
from bezique_score.text import ENGLISH, speak

EXAMPLES = Path(__file__).parents[2] / "examples"
NOW = datetime(2026, 11, 30, 19, 5, tzinfo=UTC)
BLOCK = "\n[[event]]\n"
CUTS = (1, 4, 9, 16)
"""After how many entries of the example evenings play goes on."""


class Scene:
    """A folder of sessions (`home`), one to work in (`work`), and the texts of the sessions by their names."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.work = folder / "work"
        self.config = folder / "config"
        for place in (self.home, self.work, self.config):
            place.mkdir()
        self.sessions = _sessions(folder / "made")
        self.path = self.home / "evening.toml"
        self._languages: dict[str, Language] = {}
        self._books: dict[str, Scorebook] = {}
        self._desk: Desk | None = None
        self._set = ""

    def desk(self, session: str, language: str = ENGLISH.language) -> Desk:
        """Sit down at a session, as it was left at its table if nothing has happened to it since."""
        if self._desk is None or self._set != session:
            self.path.write_bytes(self.sessions[session])
            if session not in self._books:
                self._books[session] = Scorebook.open(self.path)
            book, store = self._books[session], Store(self.path)
            store.read()
            self._desk = Desk(Library(self.home), clock=lambda: NOW, config=self.config)
            self._desk.make_current = lambda _: None
            self._desk.take_up(Scorebook(store, book.header, book.replay.copy()), made=False)
            self._desk.file = self.path
            self._set = session
        self._desk.door = "table"
        self._desk.spoken = language
        return self._desk

    def language(self, session: str) -> Language:
        """Speak as a session does."""
        if session not in self._languages:
            self.desk(session)
            match = self._books[session].replay.match
            self._languages[session] = Language(match.rules, match.seating, tricks=match.tricks)
        return self._languages[session]

    def clear(self) -> None:
        """Forget the desk and everything that is not the session itself."""
        self._desk = None
        for place in (self.work, self.home, self.config):
            for left in place.iterdir():
                if left != self.path:
                    left.unlink()

    def is_littered(self) -> bool:
        """Say whether a line has written a file beside the session, its lock apart."""
        beside = (place.name for folder in (self.work, self.home, self.config) for place in folder.iterdir())
        return any(name not in {self.path.name, f".{self.path.name}.lock"} for name in beside)

    @contextmanager
    def inside(self) -> Iterator[io.StringIO]:
        """Work in the folder of the scene, without a person; what is printed is kept."""
        stdin = sys.stdin
        with chdir(self.work), io.StringIO() as said, open(os.devnull, encoding="utf-8") as nobody:  # noqa: PTH123
            sys.stdin = nobody
            try:
                with redirect_stdout(said), redirect_stderr(io.StringIO()):
                    yield said
            finally:
                sys.stdin = stdin
                speak(ENGLISH)


@cache
def scene() -> Scene:
    """Set the scene, once for a process; in memory where there is such a folder, since nothing is to be kept."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
    folder = tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)
    made = Scene(Path(folder.name))
    made_folders.append(folder)
    return made


made_folders: list[tempfile.TemporaryDirectory[str]] = []
"""Removed when the process ends."""


def _sessions(folder: Path) -> dict[str, bytes]:
    """Cut the example evenings short in several places, and begin some that no example has."""
    folder.mkdir()
    found: dict[str, bytes] = {}
    for example in sorted(EXAMPLES.glob("*.toml")):
        parts = example.read_text(encoding="utf-8").split(BLOCK)
        for cut in (*CUTS, len(parts) - 1):
            name = f"{example.stem}-{min(cut, len(parts) - 1):03}"
            found[name] = (BLOCK.join(parts[: cut + 1]).rstrip("\n") + "\n").encode()
    for name, players, settings in (
        ("odd", ["=a+1", "*", "Анна ♠", "45+23"], {"rules": "russian"}),
        ("partners", ["Anna", "Boris", "anna-maria", "Ö\u0308"], {"rules": "four-handed", "partners": True}),
        ("no-tricks", ["Q", "D 10", "10h"], {"rules": "russian", "tricks": False}),
        ("auction", ["bid", "pass", "Т"], {"rules": "thousand-three", "target": None}),
    ):
        Scorebook.create(
            folder / f"{name}.toml",
            name=name,
            players=players,
            now=NOW - timedelta(hours=1),
            **settings,
        )
        found[name] = (folder / f"{name}.toml").read_bytes()
    return found
