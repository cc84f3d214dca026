"""The real command, stopped from outside at every call to the system; full disks; a crowd. A long run, not a test.

    python tests/faults/long_run.py [stops] [disks] [crowd]

It needs the package installed, Linux, and

- stops: `strace` (`apt-get install strace`), and leave to trace. Each of `LINES` is typed once under it, which
  lists the calls that touch the session, its temporary file, its lock and their folder. Then it is typed again for
  each of these calls and each of `STOPS`: an error in place of the call, Ctrl-C, or `kill -9` as it begins.
- disks: root, to mount small file systems in memory. Lines are typed until the disk is full, of bytes or files.
- crowd: three programs type a hundred lines each, every line a process of its own.

After each stop the file must be the old one or the new one, without a finding, with the entry if that was
acknowledged, and without it if it was refused; the next entry must succeed; and no answer is a traceback. It
prints a summary for each line typed, and exits 1 if anything was lost.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from bezique_score.events import Note
from bezique_score.scorebook import Scorebook

BEZIQUE = Path(sys.executable).with_name("bezique")
STOPS = ("error=EIO", "error=ENOSPC", "error=EACCES", "error=EINTR", "signal=INT", "signal=KILL")
PLAYERS = ("Anna", "Boris")


class Line(NamedTuple):
    """A line to type, and the sessions that it changes: by how many entries, none where it makes or moves them."""

    words: str
    files: dict[str, int | None]

    def typed(self, home: Path) -> list[str]:
        """List the words; strace knows a path only as it was given to it, so it stands there whole."""
        return self.words.replace("HOME", str(home)).split(" ")


LINES = (
    Line("trick anna", {"friday.toml": 1}),
    Line("undo", {"friday.toml": 1}),
    Line("note -f HOME/link.toml x", {"friday.toml": 1}),
    Line("run script", {"friday.toml": 3}),
    Line("new sunday Anna Boris", {"sunday.toml": None}),
    Line("sessions rename friday monday", {"friday.toml": None, "monday.toml": None}),
    Line("sessions archive friday", {"friday.toml": None, "archive/friday.toml": None}),
)
CALL = re.compile(r"^(?:\d+ +)?(\w+)\(")
ANSWER = re.compile(r"^\d+  ", re.MULTILINE)
EVENT = b"[[event]]"
BROKEN_OFF = 130


class Said(NamedTuple):
    """How a command ended, and what it printed; `status` is negative for a signal."""

    status: int
    out: str
    err: str

    @property
    def is_mistake(self) -> bool:
        """Say whether the program itself was at a loss."""
        return "Traceback" in self.err or "mistake in the program" in self.err


def type_line(home: Path, words: list[str], *before: str) -> Said:
    """Type a line at a terminal whose sessions lie in a folder."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BEZIQUE")}
    done = subprocess.run(
        [*before, str(BEZIQUE), *words],
        env=environment | {"BEZIQUE_HOME": str(home), "LC_ALL": "C.UTF-8"},
        cwd=home,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Said(done.returncode, done.stdout, done.stderr)


@contextmanager
def sessions() -> Iterator[Path]:
    """Give a sessions folder with a session of two entries, a link to it, and a script."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        for words in (["new", "friday", *PLAYERS], ["deal", "--trump", "spades"], ["trick", "boris"]):
            assert type_line(home, words).status == 0
        (home / "link.toml").symlink_to("friday.toml")
        (home / "script").write_text("note a\nnote b\nnote c\n")
        yield home


# Stops


class Place(NamedTuple):
    """A call to the system, and how often the same was called before it."""

    call: str
    number: int


def tracer(home: Path, line: Line, log: Path, *more: str) -> list[str]:
    """Put together strace for the calls that touch the files of a line."""
    paths = {home}
    for name in {"friday.toml", "link.toml", *line.files}:
        file = home / name
        paths |= {file.parent, file, *(file.with_name(f".{file.name}.{ending}") for ending in ("lock", "part"))}
    options = [option for path in sorted(paths) for option in ("-P", str(path))]
    return ["strace", "-f", "-qq", "-o", str(log), *options, *more]


def places_of(home: Path, line: Line) -> list[Place]:
    """List the calls that a line makes."""
    log = home.with_name(f"{home.name}.strace")
    said = type_line(home, line.typed(home), *tracer(home, line, log))
    assert said.status == 0, said
    counts: Counter[str] = Counter()
    found = []
    for text in log.read_text().splitlines():
        if (match := CALL.match(text)) is not None:
            counts[match[1]] += 1
            found.append(Place(match[1], counts[match[1]]))
    log.unlink()
    return found


def snapshot(home: Path, line: Line) -> dict[str, bytes]:
    """Read the files that a line changes."""
    return {name: (home / name).read_bytes() for name in line.files if (home / name).exists()}


def trouble_of(line: Line, said: Said, old: dict[str, bytes], home: Path) -> str | None:  # noqa: PLR0911
    """Say what a stop has done to the sessions that it must not, nothing if all is well."""
    new = snapshot(home, line)
    if said.is_mistake:
        return f"a mistake: {said.err.strip()}"
    for name in new:
        if Scorebook.examine(home / name):
            return f"{name} is not sound"
    if None in line.files.values():
        # made: whole or not there; moved: in one place at least, with the same entries
        if not old:
            return "acknowledged, but not there" if said.status == 0 and not new else None
        if not new or any(events(content) != events(*old.values()) for content in new.values()):
            return f"moved away: {sorted(new)}"
        return "acknowledged, but not done" if said.status == 0 and new.keys() == old.keys() else None
    for name, added in line.files.items():
        assert added is not None
        if name not in new or not new[name].startswith(old[name]):
            return f"{name} is neither the old file nor the new one"
        gained = new[name].count(EVENT) - old[name].count(EVENT)
        # a script broken off by Ctrl-C keeps the lines that it has come through
        if gained not in ({0, added} if said.status != BROKEN_OFF else range(added + 1)):
            return f"{name} has a part of the entries"
        if len(ANSWER.findall(said.out)) > gained:
            return "acknowledged, but not there"
    if said.status == 0 and new == old:
        return "accepted, but not there"
    if said.status == 1 and new != old:
        return "refused, but there"
    return None


def events(content: bytes) -> bytes:
    """Take the entries of a journal, without its header."""
    return content[content.find(EVENT) :]


def next_trouble(home: Path, line: Line) -> str | None:
    """Make the next entry in every session that there is; say what is in its way."""
    names = [name for name in line.files if (home / name).exists()]
    if "sunday.toml" in line.files and not names:
        said = type_line(home, line.typed(home))
        return None if said.status == 0 else said.err
    for name in names:
        book = Scorebook.open(home / name)
        number = len(book.replay.rows) + 1
        if book.record(Note(text="next"), datetime.now(UTC)).number != number:
            return f"the next entry of {name} has another number"
        if Scorebook.examine(home / name):
            return f"{name} is not sound after the next entry"
        if (home / name).with_name(f".{Path(name).name}.part").exists():
            return "a temporary file is left after the next entry"
    return None if (home / "link.toml").is_symlink() else "the link is no link any more"


def stop_everywhere(line: Line) -> list[str]:
    """Stop a line at each of its calls; print a summary, and give what went wrong."""
    with sessions() as home:
        first = home.with_name(f"{home.name}.first")
        shutil.copytree(home, first, symlinks=True)
        places = places_of(first, line)
        shutil.rmtree(first)
        outcomes: Counter[str] = Counter()
        troubles = []
        for place in places:
            for stop in STOPS:
                copy = home.with_name(f"{home.name}.copy")
                shutil.copytree(home, copy, symlinks=True)
                log = home.with_name(f"{home.name}.strace")
                old = snapshot(copy, line)
                inject = f"inject={place.call}:{stop}:when={place.number}"
                said = type_line(copy, line.typed(copy), *tracer(copy, line, log, "-e", inject))
                reached = "INJECTED" in log.read_text() or stop.startswith("signal")
                trouble = trouble_of(line, said, old, copy) or next_trouble(copy, line)
                if trouble or not reached:
                    troubles.append(f"{line.words}: {inject}: {trouble or 'not reached'}")
                outcomes["booked" if said.status == 0 else "killed" if said.status < 0 else "refused"] += 1

                shutil.rmtree(copy)
                log.unlink()
    total = len(places) * len(STOPS)
    print(
        f"{line.words}: {len(places)} calls, {total} stops: {outcomes['refused']} refused or broken off, "
        f"{outcomes['killed']} killed, {outcomes['booked']} booked even so; {len(troubles)} troubles",
        flush=True,
    )
    return troubles


def run_stops() -> list[str]:
    """Stop every line at each of its calls."""
    return [trouble for line in LINES for trouble in stop_everywhere(line)]


# Full disks


@contextmanager
def small_disk(options: str) -> Iterator[Path]:
    """Mount a small file system."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["/bin/mount", "-t", "tmpfs", "-o", options, "tmpfs", name], check=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["/bin/umount", name], check=True)


def fill(home: Path, kind: str, ballast: int) -> list[str]:
    """Type lines until the disk is full; then make room, and type one more."""
    for number in range(ballast):
        (home / f"ballast{number}").write_bytes(b"x")
    path, booked, text = home / "friday.toml", 0, "x" * 400
    assert type_line(home, ["new", "friday", *PLAYERS]).status == 0
    while True:
        old = path.read_bytes()
        said = type_line(home, ["note", f"{booked} {text}"])
        if said.status:
            break
        booked += 1
    left = sorted(entry.name for entry in home.iterdir() if entry.name.endswith(".part"))
    troubles = [
        what
        for what, holds in (
            ("not refused as it should be", said.status == 1 and "No space left on device" in said.err),
            ("the old file is gone", path.read_bytes() == old),
            ("not sound", not Scorebook.examine(path)),
            ("entries are missing", len(Scorebook.open(path).replay.rows) == booked),
            ("a temporary file is left", not left),
        )
        if not holds
    ]
    for file in home.glob("ballast*"):
        file.unlink()
    if type_line(home, ["note", "short"]).status != 0 or len(Scorebook.open(path).replay.rows) != booked + 1:
        troubles.append("it does not go on when there is room")
    print(f"disk full of {kind}: {booked} entries booked, the next refused; {len(troubles)} troubles", flush=True)
    return [f"disk full of {kind}: {trouble}" for trouble in troubles]


def run_disks() -> list[str]:
    """Fill small disks."""
    troubles = []
    with small_disk("size=64k") as home:
        troubles += fill(home, "bytes", ballast=4)
    with small_disk("size=1m,nr_inodes=8") as home:
        type_line(home, ["new", "other", *PLAYERS])  # so that there are few left
        troubles += fill_files(home)
    return troubles


def fill_files(home: Path) -> list[str]:
    """Use up all the files that a disk may have: then no entry can be written."""
    path = home / "other.toml"
    type_line(home, ["note", "first"])
    old, number = path.read_bytes(), 0
    while True:
        try:
            (home / f"ballast{number}").touch()
        except OSError:
            break
        number += 1
    said = type_line(home, ["note", "x"])
    troubles = []
    if said.status != 1 or path.read_bytes() != old or Scorebook.examine(path):
        troubles.append("disk full of files: not refused as it should be")
    (home / "ballast0").unlink()
    if type_line(home, ["note", "y"]).status != 0 or len(Scorebook.open(path).replay.rows) != 2:
        troubles.append("disk full of files: it does not go on when there is room")
    print(f"disk full of files: the entry refused, the next booked; {len(troubles)} troubles", flush=True)
    return troubles


# A crowd

TYPIST = 'i=0; while [ $i -lt 100 ]; do "$0" note "$1 $i" >/dev/null || exit 1; i=$((i + 1)); done'


def run_crowd() -> list[str]:
    """Let three programs type a hundred lines each, each line a process."""
    with sessions() as home:
        environment = os.environ | {"BEZIQUE_HOME": str(home)}
        command = ["sh", "-c", TYPIST, str(BEZIQUE)]
        typists = [subprocess.Popen([*command, name], env=environment) for name in "abc"]
        statuses = [typist.wait() for typist in typists]
        facts = [row.entry.event for row in Scorebook.open(home / "friday.toml").replay.rows]
        texts = [fact.text for fact in facts if isinstance(fact, Note)]
        lost = [name for name in "abc" if [text for text in texts if text[0] == name] != in_order(name)]
        sound = not Scorebook.examine(home / "friday.toml") and statuses == [0, 0, 0] and len(texts) == 300
    print(f"crowd: three programs, {len(texts)} entries of 300; {len(lost)} troubles", flush=True)
    return [] if sound and not lost else [f"crowd: {statuses}, {len(texts)} entries, out of order: {lost}"]


def in_order(name: str) -> list[str]:
    """List the notes of one program."""
    return [f"{name} {number}" for number in range(100)]


SECTIONS = {"stops": run_stops, "disks": run_disks, "crowd": run_crowd}


def main() -> int:
    """Run the sections named, or all of them."""
    troubles = [trouble for name in sys.argv[1:] or SECTIONS for trouble in SECTIONS[name]()]
    for trouble in troubles:
        print(f"LOST: {trouble}")
    print("nothing was lost" if not troubles else f"{len(troubles)} troubles")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
