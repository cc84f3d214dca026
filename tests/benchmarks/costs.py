"""Print the cost table of the design as ratios, measured in one run on this machine.

    pip install .                # compiled: a source tree that cannot keep its bytecode is slower
    pip install td-watson jrnl   # to have the neighbours beside it; they are left out where they are not found
    python tests/benchmarks/costs.py [RUNS]

Whole processes are measured in processor time, each in turn with a bare two-command Typer app; medians count.
Times in process are the shortest of a few runs (a median, for lines in the shell).
"""

import gc
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.sessions import book_of, jrnl_config, watson_folder
from bezique_score.__main__ import GARBAGE
from bezique_score.cli.answers import in_words
from bezique_score.cli.desk import Desk
from bezique_score.cli.line import answer_line
from bezique_score.library import Library
from bezique_score.refusal import Refusal
from bezique_score.replay import Replay

BARE = """
import typer
app = typer.Typer()
@app.command()
def one(word: str) -> None: print(word)
@app.command()
def two(word: str) -> None: print(word)
app()
"""
BEZIQUE = (sys.executable, "-m", "bezique_score")


class Cost(NamedTuple):
    """One line of the table: what was measured, and what it may cost at most."""

    what: str
    measured: str
    at_most: str = ""
    target: str = ""


def seconds_of(command: list[str], environment: dict[str, str]) -> float:
    """Run a command to its end, which must be a good one, and say how much processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, (command, done.stderr)
    return (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)


MEASURED = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def memory_of(command: list[str], environment: dict[str, str]) -> int:
    """Run a command out of a small process, as which it begins, and say how many kB it had at its highest."""
    measuring = [sys.executable, "-c", MEASURED, *command]
    return int(subprocess.run(measuring, env=environment, capture_output=True, check=True).stdout)


class Bench:
    """A folder to measure in, and the bare app to measure against."""

    def __init__(self, home: Path, runs: int) -> None:
        self.home = home
        self.runs = runs
        self.environment = {**os.environ, "BEZIQUE_HOME": str(home)}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._bare = home / "bare.py"
        self._bare.write_text(BARE)

    def ratio(self, command: list[str], prepare: Callable[[], object] = lambda: None) -> float:
        """Measure a command against the bare app: the median of the runs, after one that does not count."""
        ratios = []
        for _ in range(self.runs + 1):
            prepare()
            ratios.append(self.once(command))
        return statistics.median(ratios[1:])

    def once(self, command: list[str]) -> float:
        """Measure one run of a command against one of the bare app."""
        ours = seconds_of(command, self.environment)
        return ours / seconds_of([sys.executable, str(self._bare), "one", "x"], self.environment)


def costs_of_processes(bench: Bench) -> Iterator[Cost]:
    """Measure whole processes on a session of 1,000 entries, and the neighbours on as many."""
    session = bench.home / "thousand.toml"
    book_of(session, 1_000)
    kept = session.read_bytes()

    def again() -> None:
        session.write_bytes(kept)

    declare = [*BEZIQUE, "declare", "-f", str(session), "anna", "jacks", "--allow", "measured"]
    score = [*BEZIQUE, "score", "-f", str(session)]
    yield Cost(
        "`declare`, 1,000 entries, whole process",
        f"{bench.ratio(declare, again):.2f} x a bare Typer app",
        "1.6",
        "1.4",
    )
    yield Cost("`score`, the same", f"{bench.ratio(score, again):.2f} x", "2.0", "1.6")
    for name, measure in (("watson", cost_of_watson), ("jrnl", cost_of_jrnl)):
        found = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        what = f"beside it, one more entry in {name}, 1,000 entries"
        yield Cost(what, f"{measure(bench, found):.2f} x" if found else "not installed")


def cost_of_watson(bench: Bench, watson: str) -> float:
    """Measure one more frame in Watson."""
    folder = watson_folder(bench.home / "watson", 1_000)
    kept = (folder / "frames").read_text()
    bench.environment["WATSON_DIR"] = str(folder)
    command = [watson, "add", "--from", "2026-11-01 10:00", "--to", "2026-11-01 10:05", "bezique", "+anna"]
    return bench.ratio(command, lambda: (folder / "frames").write_text(kept))


def cost_of_jrnl(bench: Bench, jrnl: str) -> float:
    """Measure one more entry in jrnl."""
    config = jrnl_config(bench.home / "jrnl", 1_000)
    journal = config.with_name("journal.txt")
    kept = journal.read_text()
    command = [jrnl, "--config-file", str(config), "Anna declares bezique."]
    return bench.ratio(command, lambda: journal.write_text(kept))


STARTED = (
    *("deal --trump spades", "trick anna", "declare anna bezique", "exchange anna", "undo", "redo", "undo --show"),
    *("amend 2 trick anna", "adjust anna 5 --note x", "agree anna=30", "note x", "end", "score", "log"),
    *("melds --all", "sheet", "sheet --format html", "chart", "stats", "check", "export", "explain usage"),
    *(
        "sessions",
        "open small",
        "rules",
        "rules show russian",
        "rules diff russian classic",
        "config",
        "run -",
        "play",
    ),
)
"""A line for each command, in the order in which a small session takes them."""


def costs_of_starting(bench: Bench) -> Iterator[Cost]:
    """Measure the start of each command: whole processes on a session of a few entries, against the bare app."""
    home = bench.home / "started"
    home.mkdir()
    starting = Bench(home, 1)
    found: dict[str, list[float]] = {}
    for turn in range(min(bench.runs, 5)):
        seconds_of([*BEZIQUE, "new", f"small{turn or ''}", "Anna", "Boris"], starting.environment)
        for line in STARTED:
            # some lines can be said once only, so there is no other run to prepare for
            found.setdefault(line, []).append(starting.once([*BEZIQUE, *line.split()]))
    ratios = sorted((statistics.median(several), line) for line, several in found.items())
    (least, first), (most, last) = ratios[0], ratios[-1]
    middle = statistics.median(ratio for ratio, _ in ratios)
    told = f"{least:.2f} x (`{first}`) to {most:.2f} x (`{last}`), in the middle {middle:.2f} x"
    yield Cost("start of each command, a few entries", told)


def shortest(action: Callable[[], object], runs: int) -> float:
    """Take the shortest of several runs, in seconds of processor time."""
    found = []
    for _ in range(runs):
        begun = time.process_time()
        action()
        found.append(time.process_time() - begun)
    return min(found)


def costs_of_replay(bench: Bench) -> Iterator[Cost]:
    """Measure the time per entry of a replay, of a session ten and a hundred times as long; and its memory."""
    times = {}
    for number in (1_000, 10_000, 100_000):
        book = book_of(bench.home / f"replay-{number}.toml", number)
        entries = [row.entry for row in book.replay.rows]
        match = book.replay.match
        del book
        times[number] = shortest(lambda: Replay.of(match, entries), 3) / number  # noqa: B023 - called at once
    first = times[1_000]
    told = f"{times[10_000] / first:.2f} x ({first * 1e6:.0f} us an entry)"
    yield Cost("replay, time per entry, 10,000 entries against 1,000", told, "1.2")
    yield Cost("the same, 100,000 against 1,000", f"{times[100_000] / first:.2f} x", "linear")
    for number, most in ((10_000, "100 MB"), (100_000, "")):
        command = [*BEZIQUE, "score", "-f", str(bench.home / f"replay-{number}.toml")]
        memory = memory_of(command, bench.environment)
        yield Cost(f"memory of `score` at {number:,} entries, whole process", f"{memory / 1e3:.0f} MB", most)


def costs_of_lines(bench: Bench) -> Iterator[Cost]:
    """Measure the shell: from Enter to the answer, in process, without what the disk takes to flush."""
    flushing = [0.0]
    flush = os.fsync

    def timed(descriptor: int) -> None:
        began = time.perf_counter()
        flush(descriptor)
        flushing[0] += time.perf_counter() - began

    said = ("note x", "a", "a 4j --allow measured", "score")
    with patch.object(os, "fsync", timed):
        for number, most in ((1_000, "5 ms"), (10_000, "")):
            path = bench.home / f"shell-{number}.toml"
            book_of(path, number)
            desk = Desk(Library(bench.home), file=path, config=bench.home / "config")
            desk.door = "table"
            told = []
            for line in said:
                times = []
                for _ in range(25):
                    flushing[0] = 0.0
                    began = time.perf_counter()
                    with suppress(Refusal):  # the hand is over: the answer is that
                        in_words(answer_line(line, desk))
                    times.append(time.perf_counter() - began - flushing[0])
                told.append(f"{statistics.median(times) * 1e3:.1f}")
            names = ", ".join(f"`{line.removesuffix(' --allow measured')}`" for line in said)
            yield Cost(f"one line in the shell at {number:,} entries: {names}", f"{', '.join(told)} ms", most)


def costs_of_stats(bench: Bench) -> Iterator[Cost]:
    """Measure the figures over 1,000 sessions of 100 entries against a process that only parses the files."""
    folder = bench.home / "sessions"
    folder.mkdir()
    text = book_of(folder / "0.toml", 100).path.read_text()
    for number in range(1, 1_000):
        (folder / f"{number}.toml").write_text(text.replace('name = "0"', f'name = "{number}"'))
    parsing = (
        "import pathlib, sys, tomli\n"
        "for path in pathlib.Path(sys.argv[1]).glob('*.toml'): tomli.loads(path.read_text())"
    )
    environment = {**bench.environment, "BEZIQUE_HOME": str(folder)}
    ratios = []
    for _ in range(3):
        ours = seconds_of([*BEZIQUE, "stats", "--json"], environment)
        ratios.append(ours / seconds_of([sys.executable, "-c", parsing, str(folder)], environment))
    yield Cost(
        "`stats`, 1,000 sessions of 100 entries", f"{statistics.median(ratios):.1f} x only parsing them", "8"
    )


def main() -> None:
    """Print the table."""
    gc.set_threshold(GARBAGE)  # as the command does
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    measures = (costs_of_processes, costs_of_starting, costs_of_replay, costs_of_lines, costs_of_stats)
    now = datetime.now(UTC).date()
    print(f"{now}, Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), runs)
        table = [cost for measure in measures for cost in measure(bench)]
    print(
        tabulate(
            table, headers=["what", "measured", "at most", "target"], tablefmt="github", disable_numparse=True
        )
    )


if __name__ == "__main__":
    main()
