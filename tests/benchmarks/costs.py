"""Print the cost table of the design as ratios, measured in one run on this machine.

    python tests/benchmarks/costs.py [RUNS]

Whole processes are measured in turn with a bare two-command Typer app, in processor time; the medians count. It
needs the package installed (compiled: a source tree that cannot keep its bytecode is slower).
"""

import gc
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

from bezique_score.cards import Suit
from bezique_score.cli.answers import in_words
from bezique_score.cli.desk import Desk
from bezique_score.cli.line import answer_line
from bezique_score.events import Deal, Declare, End, Event, Trick
from bezique_score.library import Library
from bezique_score.refusal import Refusal
from bezique_score.replay import Replay
from bezique_score.scorebook import Scorebook

BARE = """
import typer
app = typer.Typer()
@app.command()
def one(word: str) -> None: print(word)
@app.command()
def two(word: str) -> None: print(word)
app()
"""
MELDS = ("queens", "kings", "aces", "jacks", "marriage", "bezique", "quint", "trump-queens")


def evening(events: int) -> list[Event]:
    """Make an evening of so many entries: a declaration to every fourth trick or so."""
    entries: list[Event] = []
    while len(entries) < events:
        entries.append(Deal(trump=Suit.SPADES))
        for trick in range(60):
            player = ("Anna", "Boris")[trick % 2]
            entries.append(Trick(winner=player))
            if trick % 4 < 2 and trick // 4 < len(MELDS):
                entries.append(Declare(player=player, meld=MELDS[trick // 4]))
        entries.append(End())
    return entries[:events]


def book_of(path: Path, events: int) -> Scorebook:
    """Write a session of so many entries; what the referee refuses is a note instead."""
    now = datetime.now(UTC)
    book = Scorebook.create(path, name=path.stem, players=["Anna", "Boris"], target=None, now=now)
    with book.batch():
        for event in evening(events):
            try:
                book.record(event, now)
            except Refusal:
                book.record(Trick(winner="Anna"), now)
    return book


def processor_time(command: list[str], environment: dict[str, str]) -> float:
    """Run a command and say how much processor time it took, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, (command, done.stderr)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


def best_time(action: Callable[[], object], runs: int) -> float:
    """Take the shortest of several runs, in seconds."""
    found = []
    for _ in range(runs):
        begun = time.perf_counter()
        action()
        found.append(time.perf_counter() - begun)
    return min(found)


def print_processes(home: Path, runs: int) -> None:
    """Measure whole processes against the bare app, one after the other."""
    bare = home / "bare.py"
    bare.write_text(BARE)
    session = home / "thousand.toml"
    book_of(session, 1_000)
    kept = session.read_bytes()
    bezique = [sys.executable, "-m", "bezique_score"]
    lines = {
        "declare": ([*bezique, "declare", "-f", str(session), "anna", "jacks", "--allow", "measured"], 1.6),
        "score": ([*bezique, "score", "-f", str(session)], 2.0),
    }
    environment = {**os.environ, "BEZIQUE_HOME": str(home)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for name, (command, most) in lines.items():
        ratios = []
        for _ in range(runs + 1):
            session.write_bytes(kept)
            ours = processor_time(command, environment)
            ratios.append(ours / processor_time([sys.executable, str(bare), "one", "x"], environment))
        ratio = statistics.median(ratios[1:])
        print(f"`{name}`, journal of 1,000 entries: {ratio:.2f} x a bare Typer app (at most {most})")


STARTED = (
    *("deal --trump spades", "trick anna", "declare anna bezique", "exchange anna", "undo", "redo", "undo --show"),
    *(
        "amend 2 trick anna",
        "adjust anna 5 --note x",
        "agree anna=30",
        "note x",
        "end",
        "score",
        "log",
        "melds --all",
    ),
    *(
        "sheet",
        "sheet --format html",
        "chart",
        "stats",
        "check",
        "export",
        "explain usage",
        "sessions",
        "open small",
    ),
    *("rules", "rules show russian", "rules diff russian classic", "config", "run -", "play"),
)
"""A line for each command, in the order in which a small session takes them."""


def print_started(home: Path, runs: int) -> None:
    """Measure the start of each command: whole processes on a session of a few entries, against the bare app."""
    bare = home / "bare.py"
    bare.write_text(BARE)
    environment = {**os.environ, "BEZIQUE_HOME": str(home / "started")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    bezique = [sys.executable, "-m", "bezique_score"]
    found: dict[str, list[float]] = {}
    for turn in range(runs):
        processor_time([*bezique, "new", f"small{turn or ''}", "Anna", "Boris"], environment)
        against = processor_time([sys.executable, str(bare), "one", "x"], environment)
        for line in STARTED:
            found.setdefault(line, []).append(processor_time([*bezique, *line.split()], environment) / against)
    told = ", ".join(f"`{line}` {statistics.median(ratios):.2f}" for line, ratios in found.items())
    print(f"start of each command, small session, x a bare Typer app: {told}")


def replay_time(book: Scorebook, runs: int) -> float:
    """Replay a session; the seconds an entry takes."""
    entries = [row.entry for row in book.replay.rows]
    return best_time(lambda: Replay.of(book.replay.match, entries), runs) / len(entries)


def print_shell(home: Path) -> None:
    """Measure the shell: from Enter to the answer, in process, without what the disk takes to flush."""
    flushing = [0.0]
    flush = os.fsync

    def timed(descriptor: int) -> None:
        began = time.perf_counter()
        flush(descriptor)
        flushing[0] += time.perf_counter() - began

    with patch.object(os, "fsync", timed):
        for number, most in ((1_000, " (at most 5)"), (10_000, "")):
            path = home / f"shell-{number}.toml"
            book_of(path, number)
            desk = Desk(Library(home), file=path)
            desk.door = "table"
            for line in ("note x", "a", "a 4j --allow measured", "score"):
                times = []
                for _ in range(25):
                    flushing[0] = 0.0
                    began = time.perf_counter()
                    with suppress(Refusal):  # the hand is over: the answer is that
                        in_words(answer_line(line, desk))
                    times.append(time.perf_counter() - began - flushing[0])
                print(f"shell, `{line}` at {number:,} entries: {statistics.median(times) * 1e3:.1f} ms{most}")


def print_replay(home: Path, runs: int) -> None:
    """Measure the replay: time per entry of 10,000 against 1,000, and one line in process."""
    short, long = (book_of(home / f"replay-{number}.toml", number) for number in (1_000, 10_000))
    times = [replay_time(book, runs) for book in (short, long)]
    growth = times[1] / times[0]
    print(f"replay: {times[0] * 1e6:.0f} us an entry of 1,000; of 10,000 {growth:.2f} x that (at most 1.2)")
    now = datetime.now(UTC)
    lines = [best_time(lambda: short.record(Trick(winner="Anna"), now), 1) for _ in range(25)]
    line = statistics.median(lines) * 1e3
    print(f"one entry at 1,000, in process, with the disk's flush: {line:.1f} ms (at most 5 without it)")


def print_stats(home: Path, runs: int) -> None:
    """Measure the figures over 1,000 sessions of 100 entries against a process that only parses the files."""
    folder = home / "sessions"
    folder.mkdir()
    text = book_of(folder / "0.toml", 100).path.read_text()
    for number in range(1, 1_000):
        (folder / f"{number}.toml").write_text(text.replace('name = "0"', f'name = "{number}"'))
    parsing = (
        "import pathlib, sys, tomli\n"
        "for path in pathlib.Path(sys.argv[1]).glob('*.toml'): tomli.loads(path.read_text())"
    )
    environment = {**os.environ, "BEZIQUE_HOME": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    ratios = []
    for _ in range(runs):
        ours = processor_time([sys.executable, "-m", "bezique_score", "stats", "--json"], environment)
        ratios.append(ours / processor_time([sys.executable, "-c", parsing, str(folder)], environment))
    ratio = statistics.median(ratios)
    print(f"`stats` of 1,000 sessions of 100 entries: {ratio:.1f} x parsing the files (at most 8)")


def main() -> None:
    """Print the table."""
    gc.set_threshold(200_000)  # as the command does
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    with tempfile.TemporaryDirectory() as folder:
        print_processes(Path(folder), runs)
        print_started(Path(folder), min(runs, 5))
        print_replay(Path(folder), 3)
        print_shell(Path(folder))
        print_stats(Path(folder), 3)


if __name__ == "__main__":
    main()
