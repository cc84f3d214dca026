"""A trial of mutants: tests are collected once, and a process is forked for each mutant to run what reaches it."""

import gc
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import pytest
from mutating import Mutant, Switch

PATIENCE = 10
"""A mutant may spend so many times the processor time of its tests."""

MEMORY = 3 << 30


class Verdict(NamedTuple):
    """How it went: `killed`, `timeout`, `survived` or `unreached`, and the test that failed."""

    mutant: Mutant
    status: str
    killer: str = ""

    @property
    def dead(self) -> bool:
        """Whether a test has seen it."""
        return self.status in ("killed", "timeout")


class Running(NamedTuple):
    """A mutant that is being tried: through the pipe its process says which test failed."""

    mutant: Mutant
    pipe: int
    nice: bool


class Trial:
    """A plugin of pytest: it tries the mutants on the collected tests instead of running these once.

    `budget` bounds the tests of one mutant, in seconds of their processor time; whom they do not kill survives.
    """

    def __init__(
        self,
        mutants: Sequence[Mutant],
        scratch: Path,
        *,
        jobs: int,
        budget: float,
        examples: int,
        tell: Callable[[Verdict], None],
    ) -> None:
        self.switch = Switch()
        self.mutants = mutants
        self.scratch = scratch
        self.jobs = jobs
        self.budget = budget
        self.examples = examples
        self.tell = tell
        self.items: list[Any] = []
        self._config: Any = None
        self._reached: dict[str, list[list[int]]] = {}
        self._seconds: list[float] = []
        self._killers: dict[str, Counter[int]] = defaultdict(Counter)

    # What pytest calls

    def pytest_sessionstart(self) -> None:
        """Let hypothesis try the same few examples every time; its plugin must be loaded first."""
        from hypothesis import settings  # noqa: PLC0415

        settings.register_profile(
            "mutants", max_examples=self.examples, derandomize=True, database=None, deadline=None
        )
        settings.load_profile("mutants")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> pytest.TestReport:
        """Report in one line; for the usual report pytest reads the source, which the mutants have made long."""
        outcome: Any = "passed"
        if call.excinfo is not None:
            outcome = "skipped" if call.excinfo.errisinstance(pytest.skip.Exception) else "failed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, str(call.excinfo), call.when)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests once to see what they reach, then try the mutants on them."""
        self.items, self._config = session.items, session.config
        for module in {mutant.module for mutant in self.mutants}:
            importlib.import_module(module)
        told = self.scratch / "reached.json"
        pid = os.fork()
        if pid == 0:
            _finish(lambda: self._look(told))
        if os.waitpid(pid, 0)[1] != 0:
            raise SystemExit("the tests fail without any mutant")
        said = json.loads(told.read_text(encoding="utf-8"))
        self._reached, self._seconds = said["reached"], said["seconds"]
        sys.stdout.write(f"{len(self.items)} tests, {sum(self._seconds):.1f} s; {len(self.mutants)} mutants\n")
        gc.freeze()
        self._try_all()
        return True

    # What reaches what

    def _look(self, told: Path) -> int:
        from coverage import Coverage  # noqa: PLC0415

        self._be_quiet("look", err=True)
        seconds = []
        looker = Coverage(data_file=None, include=[f"{self.scratch}/*"])
        looker.start()
        for place in range(len(self.items)):
            looker.switch_context(str(place))
            began = time.process_time()
            if not self._passes(place, place + 1, loud=True):
                return 1
            seconds.append(time.process_time() - began)
        looker.stop()
        told.write_text(json.dumps({"reached": self._reached_lines(looker.get_data()), "seconds": seconds}))
        return 0

    def _reached_lines(self, data: Any) -> dict[str, list[list[int]]]:
        """List for each function of which there are mutants, line by line, the tests that reach it."""
        last: Counter[str] = Counter()
        for mutant in self.mutants:
            last[mutant.place] = max(last[mutant.place], mutant.lines[1])
        files: dict[str, dict[int, list[str]]] = {}
        reached = {}
        for name, length in last.items():
            code = self.switch.functions[name].__code__
            if code.co_filename not in files:
                files[code.co_filename] = data.contexts_by_lineno(code.co_filename)
            lines = files[code.co_filename]
            reached[name] = [
                [int(place) for place in lines.get(code.co_firstlineno + offset, ()) if place]
                for offset in range(length + 1)
            ]
        return reached

    def _reaching(self, mutant: Mutant) -> list[int]:
        """Order the tests that reach the statement: what has killed a neighbour first, then the quick ones."""
        first, last = mutant.lines
        places = {place for line in self._reached[mutant.place][first : last + 1] for place in line}
        killers = self._killers[mutant.place]
        chosen, left = [], self.budget
        for place in sorted(places, key=lambda place: (-killers[place], self._seconds[place], place)):
            left -= self._seconds[place]
            if left < 0:
                break
            chosen.append(place)
        return chosen

    # The mutants

    def _try_all(self) -> None:
        running: dict[int, Running] = {}
        waiting = iter(self.mutants)
        while True:
            for mutant in waiting:
                places = self._reaching(mutant)
                if not places:
                    self.tell(Verdict(mutant, "unreached"))
                    continue
                nice = any(not other.nice for other in running.values())
                pid, pipe = self._start(mutant, places, nice=nice)
                running[pid] = Running(mutant, pipe, nice)
                if len(running) == self.jobs:
                    break
            if not running:
                return
            pid, status = os.wait()
            self.tell(self._verdict(running.pop(pid), status))
            shutil.rmtree(self.scratch / str(pid), ignore_errors=True)

    def _verdict(self, tried: Running, status: int) -> Verdict:
        said = os.read(tried.pipe, 100).decode()
        os.close(tried.pipe)
        if status == 0:
            return Verdict(tried.mutant, "survived")
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
            return Verdict(tried.mutant, "timeout")
        if not said:  # the process itself has come down
            return Verdict(tried.mutant, "killed")
        self._killers[tried.mutant.place][int(said)] += 1
        return Verdict(tried.mutant, "killed", self.items[int(said)].nodeid)

    def _start(self, mutant: Mutant, places: list[int], *, nice: bool) -> tuple[int, int]:
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            if nice:
                os.nice(10)
            _finish(lambda: self._live(mutant, places, write))
        os.close(write)
        return pid, read

    def _live(self, mutant: Mutant, places: list[int], pipe: int) -> int:
        """Run the tests with the mutant alive, until one fails."""
        self._be_quiet(str(os.getpid()))
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, 3 + PATIENCE * sum(self._seconds[place] for place in places))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self.switch.bring_to_life(mutant)
        for place, later in zip(places, [*places[1:], len(self.items)], strict=True):
            if not self._passes(place, later):
                os.write(pipe, str(place).encode())
                return 1
        return 0

    def _passes(self, place: int, later: int, *, loud: bool = False) -> bool:
        """Run a test as pytest does; `later` is the next one."""
        from _pytest.runner import runtestprotocol  # noqa: PLC0415

        later_item = self.items[later] if later < len(self.items) else None
        reports = runtestprotocol(self.items[place], log=False, nextitem=later_item)
        failed = [report for report in reports if report.failed]
        if failed and loud:
            sys.stderr.write(f"{failed[0].nodeid} fails without any mutant: {failed[0].longrepr}\n")
        return not failed

    def _be_quiet(self, folder: str, *, err: bool = False) -> None:
        """Say nothing (but for errors), and keep this process's temporary folders to itself."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1) if err else (0, 1, 2):
            os.dup2(nothing, stream)
        (self.scratch / folder).mkdir()
        self._config._tmp_path_factory._basetemp = self.scratch / folder


def _finish(work: Callable[[], int]) -> NoReturn:
    """Do the work of a forked process and end it, without whatever its parent would do on leaving."""
    status = 3
    try:
        status = work()
    except BaseException as error:
        sys.stderr.write(f"{error!r}\n")
    finally:
        os._exit(status)
