"""What the writer asks of the system, counted call by call, and stopped at one of them.

Run by itself, `python tests/stopping.py SCENARIO FOLDER`, it kills a writer at every call in turn: each in a
child of its own and in a folder of its own, `FOLDER/1`, `FOLDER/2` and so on, until one comes through. For each it
prints a line of JSON: the call before which the child was killed (none: it came through), and whether the entry
had been acknowledged. With `--audit` it runs the scenario once, and prints what was counted and what Python's own
audit saw.
"""

import contextlib
import errno
import fcntl
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from bezique_score.cards import Suit
from bezique_score.cli import main
from bezique_score.events import Deal, Note, Trick
from bezique_score.scorebook import Scorebook

NOW = datetime(2026, 11, 30, 19, 7, 52, tzinfo=timezone(timedelta(hours=1)))
NAME = "friday.toml"

WATCHED = (
    *("open", "close", "read", "write", "fsync", "fdatasync", "ftruncate", "truncate", "sendfile"),
    *("stat", "lstat", "fstat", "access", "readlink", "chmod", "fchmod", "chown", "fchown", "copy_file_range"),
    *("listxattr", "getxattr", "setxattr", "removexattr", "link", "symlink", "unlink", "remove", "rename"),
    *("replace", "mkdir", "rmdir", "scandir", "listdir", "utime"),
)
"""Functions of `os` whose first argument is a file; `fcntl.flock` beside them."""


class Tap:
    """Counts the calls that touch a folder or a file in it, while it is entered; `stop` is asked before each."""

    def __init__(self, folder: Path, stop: Callable[[int, str], None] = lambda *_: None) -> None:
        self.calls: list[str] = []
        self._folder = os.path.realpath(folder)
        self._stop = stop
        self._places: dict[int, str] = {}
        self._patches = contextlib.ExitStack()

    def __enter__(self) -> "Tap":
        for name in WATCHED:
            if hasattr(os, name):
                self._patch(os, name)
        self._patch(fcntl, "flock")
        return self

    def __exit__(self, *_: object) -> None:
        self._patches.close()

    def _patch(self, module: Any, name: str) -> None:
        real = getattr(module, name)

        def tapped(what: Any, *arguments: Any, **named: Any) -> Any:
            place = self.place_of(what)
            if place is None:
                return real(what, *arguments, **named)
            try:
                self._count(f"{name} {place}")
            except OSError:
                if name == "close":  # the system frees the descriptor even so
                    real(what)
                raise
            if name == "close":
                del self._places[what]
            result = real(what, *arguments, **named)
            if name == "open":
                self._places[result] = place
            return result

        setattr(module, name, tapped)
        self._patches.callback(setattr, module, name, real)

    def _count(self, call: str) -> None:
        self.calls.append(call)
        self._stop(len(self.calls), call)

    def place_of(self, what: Any) -> str | None:
        """Name a path, or an open file, as seen from the folder; none where it is elsewhere."""
        if isinstance(what, int):
            return self._places.get(what)
        path = os.path.abspath(os.fsdecode(what))  # noqa: PTH100 - a link is not followed
        return os.path.relpath(path, self._folder) if f"{path}/".startswith(f"{self._folder}/") else None


def flush_nothing(_: int) -> None:
    """Stand in for `fsync`: no power is cut in these tests, and a busy disk would take most of their time."""


# Scenarios


class Scenario(NamedTuple):
    """A thing that is written: what is there before, and what is done. `adds`: so many entries, none: the file."""

    act: Callable[[Any], object]
    prepare: Callable[[Path], Any] = lambda path: path
    adds: int | None = 1


def begin(folder: Path) -> Path:
    """Lay a session of two entries into a folder."""
    path = folder / NAME
    book = Scorebook.create(path, name="friday", players=["Anna", "Boris"], now=NOW)
    with book.batch():
        book.record(Deal(trump=Suit.SPADES), NOW)
        book.record(Trick(winner="Boris"), NOW)
    return path


def _opened_then_changed(path: Path) -> Scorebook:
    """Open a session which another program then adds to."""
    book = Scorebook.open(path)
    Scorebook.open(path).record(Note(text="theirs"), NOW)
    return book


def _by_link(path: Path) -> Scorebook:
    """Open a session by a symbolic link to it, in the same folder."""
    link = path.with_name("link.toml")
    link.symlink_to(path.name)
    return Scorebook.open(link)


def _three(book: Scorebook) -> None:
    with book.batch():
        for text in "abc":
            book.record(Note(text=text), NOW)


def _record(book: Scorebook) -> None:
    book.record(Trick(winner="Anna"), NOW)


def _create(path: Path) -> None:
    Scorebook.create(path, name="friday", players=["Anna", "Boris"], now=NOW)


def _create_without_links(path: Path) -> None:
    """Make a session on a file system that has no hard links."""

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    with patch.object(os, "link", refuse):
        _create(path)


def _elsewhere(path: Path) -> tuple[Path, Scorebook]:
    """Lay out a session that is to be written to another file."""
    folder = path.parent / "source"
    folder.mkdir()
    return path, Scorebook.open(begin(folder))


def _restore(subject: tuple[Path, Scorebook]) -> None:
    path, source = subject
    Scorebook.restore(path, source.header, [row.entry for row in source.replay.rows])


def _line(*words: str) -> Callable[[Path], None]:
    """Type a line at the terminal, in the sessions folder where the file lies; it answers on standard output."""

    def act(path: Path) -> None:
        os.environ["BEZIQUE_HOME"] = str(path.parent)
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123 - for the rest of the process
        status = main([word.replace("HOME", str(path.parent)) for word in words])
        assert status == 0, status

    return act


def _current(path: Path) -> Path:
    path.with_name("current").write_text(f"{path.name}\n")
    path.with_name("script").write_text("note a\nnote b\nnote c\n")
    return path


SCENARIOS = {
    "entry": Scenario(_record, Scorebook.open),
    "entry after another program's": Scenario(_record, _opened_then_changed),
    "entry of a new process": Scenario(lambda path: _record(Scorebook.open(path))),
    "entry through a link": Scenario(_record, _by_link),
    "batch": Scenario(_three, Scorebook.open, 3),
    "create": Scenario(_create, adds=None),
    "create without hard links": Scenario(_create_without_links, adds=None),
    "restore": Scenario(_restore, _elsewhere, None),
    "bezique trick": Scenario(_line("trick", "anna"), _current),
    "bezique run": Scenario(_line("run", "HOME/script"), _current, 3),
    "bezique new": Scenario(_line("new", "friday", "Anna", "Boris"), adds=None),
}


# Killing


def prepared(scenario: Scenario, folder: Path) -> Any:
    """Lay out a folder for a scenario; gives what it acts on."""
    folder.mkdir()
    return scenario.prepare(folder / NAME if scenario.adds is None else begin(folder))


def killed_everywhere(scenario: Scenario, folder: Path) -> Iterator[tuple[str | None, bool]]:
    """Kill a writer before each of its calls; gives the call, and whether the entry was acknowledged by then."""
    for number in range(1, 10_000):
        place = folder / str(number)
        subject = prepared(scenario, place)
        call, acknowledged = _killed_at(number, scenario, subject, place)
        yield call, acknowledged
        if call is None:
            return


def _killed_at(number: int, scenario: Scenario, subject: Any, place: Path) -> tuple[str | None, bool]:
    """Do the thing in a child that kills itself before the call of this number."""
    calls, call = os.pipe()
    answers, answer = os.pipe()
    child = os.fork()
    if not child:

        def stop(count: int, name: str) -> None:
            if count == number:
                os.write(call, name.encode())
                os.kill(os.getpid(), signal.SIGKILL)

        os.dup2(answer, 1)  # what the command prints is its acknowledgement
        with Tap(place, stop):
            scenario.act(subject)
            os.write(1, b"done")
        os._exit(0)
    os.close(call)
    os.close(answer)
    _, status = os.waitpid(child, 0)
    with open(calls, "rb") as told, open(answers, "rb") as said:  # noqa: PTH123 - descriptors
        before, acknowledged = told.read().decode(), bool(said.read())
    assert os.WIFSIGNALED(status) == bool(before), (status, before)
    assert before or not status
    return before or None, acknowledged


# Auditing

AUDITED = {
    "open": "open",
    "os.rename": "replace",
    "os.link": "link",
    "os.remove": "unlink",
    "os.chmod": "fchmod",
    "os.chown": "fchown",
    "os.listxattr": "listxattr",
    "os.getxattr": "getxattr",
    "os.setxattr": "setxattr",
    "os.truncate": "ftruncate",
    "os.mkdir": "mkdir",
    "os.listdir": "listdir",
    "os.scandir": "scandir",
    "os.symlink": "symlink",
    "fcntl.flock": "flock",
    "fcntl.lockf": "lockf",
}
"""What Python's audit calls the calls that it sees, and what they are called here."""


def audited(scenario: Scenario, folder: Path) -> dict[str, list[str]]:
    """Do the thing once; give the calls that were counted, and those that the audit saw, of the same kinds."""
    subject = prepared(scenario, folder / "audited")
    tap = Tap(folder / "audited")
    seen: list[str] = []
    begun = False

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if begun and event in AUDITED and (place := tap.place_of(arguments[0])) is not None:
            seen.append(f"{AUDITED[event]} {place}")

    sys.addaudithook(hook)  # it cannot be taken away: the process ends after this
    with tap:
        begun = True
        scenario.act(subject)
        begun = False
    kinds = set(AUDITED.values())
    return {"counted": [call for call in tap.calls if call.split()[0] in kinds], "seen": seen}


def run(name: str, folder: Path, *, audit: bool) -> None:
    """Run a scenario as the command line says."""
    if audit:
        print(json.dumps(audited(SCENARIOS[name], folder)))
        return
    for call, acknowledged in killed_everywhere(SCENARIOS[name], folder):
        print(json.dumps([call, acknowledged]), flush=True)


if __name__ == "__main__":
    os.fsync = flush_nothing  # type: ignore[assignment]
    run(sys.argv[1], Path(sys.argv[2]), audit="--audit" in sys.argv)
