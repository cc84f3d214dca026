"""Mutation testing of the engine: referee, match and replay changed in one place, and the tests asked if they see it.

    .venv/bin/pip install -e '.[test,mutants]'
    .venv/bin/python tests/mutants/run.py                      # all of them; --jobs 2 halves the time
    .venv/bin/python tests/mutants/run.py --sample 60          # the quick part: 60 of them, the same every time
    .venv/bin/python tests/mutants/run.py 'bezique_score.match.*' --again mutants.json   # what survived last time

The mutants are mutmut's, written side by side into one copy of the package; which of them is alive is said by a
variable. `mutmut run` itself collects the tests anew for each, half a second a mutant; here they are collected
once, and a process is forked for each mutant with the tests that reach its function: those that killed a
neighbour first, then the quick ones, until one fails.

Not mutated: the wording of a sentence (the literal texts in `say` and `say_many`, which `test_translations.py` and
`golden/refusals.txt` hold), what is decorated, and what stands outside functions. `equivalent.toml` lists the mutants
that nobody could tell from the original, each with its reason; they are run like the others, counted apart, and
reported when a test kills one after all. A mutant that spends ten times the processor time of its tests is a timeout.
"""

import argparse
import fnmatch
import gc
import hashlib
import importlib
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple, NoReturn

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = "bezique_score"
MUTATED = ("match.py", "replay.py", "referee")
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
QUICK = (
    "accounting",
    "cases",
    "classic",
    "general_readings",
    "match",
    "refusals",
    "rejudge",
    "replay",
    "rubicon",
    "rules_games",
    "russian",
    "settlement",
    "six_and_eight_pack",
    "thousand_auction",
    "thousand_house",
    "thousand_play",
    "thousand_properties",
    "thousand_record",
    "three_and_four_handed",
    "told_by_a_file",
)
"""The tests that play the engine in process, by the names of their files."""

SLOW = ("laws", "real_cards", "second_opinion")
"""More of them, which are asked only about what the quick ones have left alive."""

EXAMPLES = 25
PATIENCE = 10
MEMORY = 3 << 30


class Mutant(NamedTuple):
    """One change: where it is, what it was, what it becomes, and which of several like it (from 0).

    `lines` are the first and the last line of its statement, counted in the written function from its decorators.
    """

    module: str
    function: str
    name: str
    line: int
    was: str
    becomes: str
    twin: int
    lines: tuple[int, int]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What it is called from one version of the code to the next."""
        return self.place, self.was, self.becomes, self.twin

    @property
    def place(self) -> str:
        """The whole name of its function."""
        return f"{self.module}.{self.function}"


class Verdict(NamedTuple):
    """How it went: `killed`, `timeout`, `survived` or `unreached`, and the test that failed."""

    mutant: Mutant
    status: str
    killer: str
    seconds: float


# The mutants


def mutate(package: Path) -> list[Mutant]:
    """Write the mutants of every file into the copy of the package. Needs mutmut."""
    found = []
    for name in MUTATED:
        place = package / name
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found += _mutate_file(path, _module_of(path.relative_to(package.parent)))
    return found


def _module_of(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _mutate_file(path: Path, module_name: str) -> Iterator[Mutant]:
    import libcst as cst
    from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
    from mutmut.mutation import file_mutation as mutmut
    from mutmut.mutation.pragma_handling import IgnoredCode
    from mutmut.mutation.trampoline_templates import trampoline_imports
    from mutmut.utils.format_utils import mangled_name_from_mutant_name

    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    positions, parents = wrapper.resolve(PositionProvider), wrapper.resolve(ParentNodeProvider)
    visitor = mutmut.MutationVisitor(mutmut.mutation_operators, IgnoredCode(set(), set(), set()))
    module = wrapper.visit(visitor)
    wording = {*_wording(module), *_cannot_happen(module)}
    mutations = [
        mutation
        for mutation in visitor.mutations
        if isinstance(mutation.contained_by_top_level_function, cst.FunctionDef)
        and mutation.original_node not in wording
        and not _rewords(mutation)
        and not (isinstance(mutation.original_node, cst.Match) and _lost(mutation) in wording)
    ]
    result = mutmut.combine_mutations_to_source(module, mutations)
    code = result.code.replace(trampoline_imports.strip(), SWITCHED)
    path.write_text(code, encoding="utf-8")
    # in the file's order of functions, and in each function in the order in which they were found
    order = {statement: place for place, statement in enumerate(_functions(module))}
    mutations.sort(key=lambda mutation: order[mutation.contained_by_top_level_function])
    twins: Counter[tuple[str, str, str]] = Counter()
    for mutation, name in zip(mutations, result.mutant_names, strict=True):
        function = mangled_name_from_mutant_name(name).removeprefix("x_").removeprefix("xǁ").replace("ǁ", ".")
        was, becomes = _difference(module, mutation.original_node, mutation.mutated_node)
        twin = twins[function, was, becomes]
        twins[function, was, becomes] += 1
        whole: Any = mutation.contained_by_top_level_function
        first = positions[whole.name].start.line - len(whole.decorators) - 1
        statement = mutation.original_node
        while statement is not whole and not isinstance(statement, cst.BaseStatement):
            statement = parents[statement]
        lines = positions[statement].start.line - first, positions[statement].end.line - first
        line = positions[mutation.original_node].start.line
        yield Mutant(module_name, function, name, line, was, becomes, twin, lines)


def _lost(mutation: Any) -> Any:
    """Find the arm that a `match` has lost."""
    return next(case for case in mutation.original_node.cases if case not in mutation.mutated_node.cases)


def _functions(module: Any) -> Iterator[Any]:
    import libcst as cst

    for statement in module.body:
        if isinstance(statement, cst.ClassDef):
            yield from statement.body.body
        else:
            yield statement


def _rewords(mutation: Any) -> bool:
    """Say whether a sentence has lost the text itself."""
    import libcst.matchers as m

    def texts(call: Any) -> list[Any]:
        return [argument.value for argument in call.args if argument.keyword is None]

    sentence = m.Call(func=m.Name("say") | m.Name("say_many"))
    return m.matches(mutation.original_node, sentence) and (
        texts(mutation.original_node) != texts(mutation.mutated_node)
    )


def _cannot_happen(module: Any) -> Iterator[Any]:
    """Find what mypy proves never to be reached: `assert_never`, and the arm of a `match` that holds it."""
    import libcst.matchers as m

    never = m.Call(func=m.Name("assert_never"))
    yield from m.findall(module, never)
    yield from (call.args[0] for call in m.findall(module, never))
    yield from (case for case in m.findall(module, m.MatchCase()) if m.findall(case.body, never))


def _wording(module: Any) -> Iterator[Any]:
    """Find the literal texts of sentences: all that stand as texts directly in `say` and `say_many`."""
    import libcst as cst
    import libcst.matchers as m

    sentences = m.findall(module, m.Call(func=m.Name("say") | m.Name("say_many")))
    for call in sentences:
        for argument in (one for one in call.args if one.keyword is None):
            for text in m.findall(argument, m.SimpleString()):
                yield text
            if isinstance(argument.value, cst.ConcatenatedString):
                yield argument.value


def _difference(module: Any, was: Any, becomes: Any) -> tuple[str, str]:
    """Print both sides on one line each."""
    return (" ".join(module.code_for_node(node).split()) for node in (was, becomes))  # type: ignore[return-value]


class Switch:
    """Stands in for mutmut's trampoline: a mutant comes to life by lending its code to the function, for good."""

    def __init__(self) -> None:
        self._functions: dict[str, FunctionType] = {}
        module: Any = ModuleType("mutant_switch")
        module.MutantDict = dict
        module.switched = self._switched
        sys.modules["mutant_switch"] = module

    def _switched(self, _: dict[str, FunctionType], **__: bool) -> Callable[[FunctionType], FunctionType]:
        def keep(function: FunctionType) -> FunctionType:
            self._functions[f"{function.__module__}.{function.__qualname__}"] = function
            return function

        return keep

    def functions(self) -> dict[str, FunctionType]:
        """List the functions of which there are mutants, by their whole names."""
        return self._functions

    def bring_to_life(self, mutant: Mutant) -> None:
        """Let the function behave as this mutant of it."""
        mutants = getattr(sys.modules[mutant.module], "mutants_" + mutant.name.rpartition("_")[0])
        function, other = self._functions[mutant.place], mutants[mutant.name]
        function.__code__ = other.__code__
        function.__defaults__, function.__kwdefaults__ = other.__defaults__, other.__kwdefaults__


SWITCHED = "from mutant_switch import switched as _mutmut_mutated, MutantDict"


def list_equivalent() -> dict[tuple[str, str, str, int], str]:
    """Read the mutants that behave as the original does, each with the reason."""
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"] if EQUIVALENT.exists() else []
    return {
        (row["function"], row["was"], row["becomes"], twin): row["reason"]
        for row in rows
        for twin in row.get("twins", [0])
    }


# The tests


class Trial:
    """A plugin of pytest: when the tests are collected it tries the mutants on them instead of running them once."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int, scratch: Path) -> None:
        self.switch = Switch()
        self.mutants = mutants
        self.jobs = jobs
        self.scratch = scratch
        self.verdicts: list[Verdict] = []
        self._reached: dict[str, dict[str, list[str]]] = {}
        self._seconds: list[float] = []
        self._killers: dict[str, Counter[int]] = defaultdict(Counter)

    def pytest_sessionstart(self) -> None:
        """Let hypothesis try the same few examples every time; its plugin must be loaded first."""
        from hypothesis import settings

        settings.register_profile("mutants", max_examples=EXAMPLES, derandomize=True, database=None, deadline=None)
        settings.load_profile("mutants")

    def pytest_runtestloop(self, session: Any) -> bool:
        """Run the tests once to see what reaches what, then the mutants."""
        for module in {mutant.module for mutant in self.mutants}:
            importlib.import_module(module)
        self.items = session.items
        self.session = session
        told = self.scratch / "reached.json"
        pid = os.fork()
        if pid == 0:
            self._look(told)
        if os.waitpid(pid, 0)[1] != 0:
            raise SystemExit("the tests fail without any mutant")
        said = json.loads(told.read_text(encoding="utf-8"))
        self._reached, self._seconds = said["reached"], said["seconds"]
        total = sum(self._seconds)
        sys.stdout.write(f"{len(self.items)} tests, {total:.1f} s; {len(self.mutants)} mutants\n")
        gc.freeze()
        self._try_all()
        return True

    def _look(self, told: Path) -> NoReturn:
        from coverage import Coverage

        self._be_quiet("look")
        seconds = []
        looker = Coverage(data_file=None, include=[f"{self.scratch}/{PACKAGE}/*"])
        looker.start()
        for place, item in enumerate(self.items):
            looker.switch_context(str(place))
            began = time.process_time()
            later = self.items[place + 1] if place + 1 < len(self.items) else None
            if not self._passes(item, later, loud=True):
                os._exit(1)
            seconds.append(time.process_time() - began)
        looker.stop()
        data = looker.get_data()
        last: Counter[str] = Counter()
        for mutant in self.mutants:
            last[mutant.place] = max(last[mutant.place], mutant.lines[1])
        contexts: dict[str, dict[int, list[str]]] = {}
        reached = {}
        for name, function in self.switch.functions().items():
            code = function.__code__
            if code.co_filename not in contexts:
                contexts[code.co_filename] = data.contexts_by_lineno(code.co_filename)
            lines = contexts[code.co_filename]
            first = code.co_firstlineno
            reached[name] = {place: lines.get(first + place, []) for place in range(last[name] + 1)}
        told.write_text(json.dumps({"reached": reached, "seconds": seconds}), encoding="utf-8")
        os._exit(0)

    def _try_all(self) -> None:
        running: dict[int, tuple[Mutant, int, float]] = {}
        waiting = iter(self.mutants)
        while True:
            for mutant in waiting:
                if not self._reaching(mutant):
                    self._note(Verdict(mutant, "unreached", "", 0))
                    continue
                pid, pipe = self._start(mutant, second=len(running) > 0)
                running[pid] = mutant, pipe, time.monotonic()
                if len(running) == self.jobs:
                    break
            if not running:
                return
            pid, status = os.wait()
            mutant, pipe, began = running.pop(pid)
            said = os.read(pipe, 100).decode()
            os.close(pipe)
            shutil.rmtree(self.scratch / f"tmp-{pid}", ignore_errors=True)
            killer = ""
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
                verdict = "timeout"
            elif status == 0:
                verdict = "survived"
            else:
                verdict = "killed"
            if said:
                place = int(said)
                killer = self.items[place].nodeid
                self._killers[mutant.place][place] += 1
            self._note(Verdict(mutant, verdict, killer, time.monotonic() - began))

    def _note(self, verdict: Verdict) -> None:
        self.verdicts.append(verdict)
        if verdict.status in ("survived", "unreached"):
            sys.stdout.write(f"{verdict.status} {describe(verdict.mutant)}\n")
        if os.environ.get("MDEBUG"):
            with open(os.environ["MDEBUG"], "a") as f:
                f.write(
                    json.dumps(
                        {
                            "key": verdict.mutant.key,
                            "line": verdict.mutant.line,
                            **verdict._asdict(),
                            "mutant": None,
                        }
                    )
                    + "\n"
                )
        if len(self.verdicts) % 100 == 0:
            sys.stdout.write(f"-- {len(self.verdicts)} of {len(self.mutants)}\n")
        sys.stdout.flush()

    def _reaching(self, mutant: Mutant) -> list[int]:
        """Order the tests that reach the statement: what has killed a mutant near it first, then the quick ones."""
        lines = self._reached[mutant.place]
        first, last = mutant.lines
        places = {int(place) for line in range(first, last + 1) for place in lines.get(str(line), ()) if place}
        killers = self._killers[mutant.place]
        order = sorted(places, key=lambda place: (-killers[place], self._seconds[place], place))
        budget, chosen = float(os.environ.get("BUDGET", "1000")), []
        for place in order:
            budget -= self._seconds[place]
            if budget < 0:
                break
            chosen.append(place)
        return chosen

    def _start(self, mutant: Mutant, *, second: bool) -> tuple[int, int]:
        places = self._reaching(mutant)
        read, write = os.pipe()
        pid = os.fork()
        if pid:
            os.close(write)
            return pid, read
        try:
            if second:
                os.nice(10)
            self._live(mutant, places, write)
        finally:
            os._exit(2)

    def _live(self, mutant: Mutant, places: list[int], pipe: int) -> NoReturn:
        self._be_quiet(f"tmp-{os.getpid()}")
        limit = 3 + PATIENCE * sum(self._seconds[place] for place in places)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, limit)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        self.switch.bring_to_life(mutant)
        for place, later in zip(places, [*places[1:], None], strict=True):
            if not self._passes(self.items[place], None if later is None else self.items[later]):
                os.write(pipe, str(place).encode())
                os._exit(1)
        os._exit(0)

    def _be_quiet(self, folder: str) -> None:
        """Say nothing, and keep this process's temporary folders to itself."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1) if folder == "look" else (0, 1, 2):
            os.dup2(nothing, stream)
        base = self.scratch / folder
        base.mkdir()
        self.session.config._tmp_path_factory._basetemp = base

    @staticmethod
    def _passes(item: Any, later: Any, *, loud: bool = False) -> bool:
        from _pytest.runner import runtestprotocol

        failed = [report for report in runtestprotocol(item, log=False, nextitem=later) if report.failed]
        if failed and loud:
            sys.stderr.write(f"{item.nodeid} fails without any mutant: {failed[0].longreprtext}\n")
        return not failed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: Any, call: Any) -> pytest.TestReport:
        """Report in one line; for the usual report pytest reads the source, which the mutants have made long."""
        outcome: Any = "passed"
        if call.excinfo is not None:
            outcome = "skipped" if call.excinfo.errisinstance(pytest.skip.Exception) else "failed"
        return pytest.TestReport(item.nodeid, item.location, {}, outcome, str(call.excinfo), call.when)


def try_mutants(mutants: Sequence[Mutant], package: Path, jobs: int, *, slow: bool = False) -> list[Verdict]:
    """Collect the tests against the copy of the package, and try the mutants on them."""
    trial = Trial(mutants, jobs, package.parent)
    files = [str(ROOT / "tests" / f"test_{name}.py") for name in (SLOW if slow else QUICK)]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "--assert=plain", f"--rootdir={ROOT}"]
    pytest.main([*options, *files], plugins=[trial])
    imported = Path(sys.modules[PACKAGE].__file__ or "").parent
    if imported != package:
        raise SystemExit(f"the tests imported {imported}, not the mutants in {package}")
    return trial.verdicts


# What came of it


def describe(mutant: Mutant) -> str:
    """Say in one line what a mutant changes."""
    where = f"{mutant.module.removeprefix(PACKAGE + '.').replace('.', '/')}:{mutant.line} {mutant.function}"
    return f"{where}: `{mutant.was}` -> `{mutant.becomes}`" + (f" #{mutant.twin}" if mutant.twin else "")


def table(verdicts: Iterable[Verdict], equivalent: Iterable[tuple[str, str, str, int]]) -> Iterator[str]:
    """Print the figures by module, in Markdown; what is equivalent stands in its own column, dead or alive."""
    columns = ("mutants", "killed", "timeout", "survived", "unreached", "equivalent")
    known = set(equivalent)
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        module = verdict.mutant.module.removeprefix(PACKAGE + ".")
        alive = verdict.status in ("survived", "unreached")
        status = "equivalent" if alive and verdict.mutant.key in known else verdict.status
        for row in (module, "all"):
            rows[row][status] += 1
            rows[row]["mutants"] += 1
    total = rows.pop("all")
    yield f"| module | {' | '.join(columns)} | killed of all but the equivalent | killed of all |"
    yield "|---|" + "---:|" * (len(columns) + 2)
    for row, counts in [*sorted(rows.items()), ("all", total)]:
        dead = counts["killed"] + counts["timeout"]
        shares = (dead / (counts["mutants"] - counts["equivalent"] or 1), dead / counts["mutants"])
        figures = [*(str(counts[column]) for column in columns), *(f"{share:.1%}" for share in shares)]
        yield f"| {row} | {' | '.join(figures)} |"


def _chosen(mutants: list[Mutant], arguments: argparse.Namespace) -> list[Mutant]:
    if arguments.pattern:
        mutants = [
            mutant
            for mutant in mutants
            if fnmatch.fnmatch(f"{mutant.module}.{mutant.function}", arguments.pattern)
        ]
    if arguments.again:
        last = json.loads(arguments.again.read_text(encoding="utf-8"))
        dead = {tuple(row["key"]) for row in last if row["status"] in ("killed", "timeout")}
        mutants = [mutant for mutant in mutants if mutant.key not in dead]
    if arguments.sample:
        mutants = sorted(mutants, key=lambda mutant: hashlib.sha256(repr(mutant.key).encode()).digest())
        mutants = mutants[: arguments.sample]
    return mutants


def main() -> int:
    """Try the mutants; the exit status is 1 if fewer are killed than should be, or an equivalent one is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pattern", nargs="?", help="only functions of this name: 'bezique_score.match.*'")
    parser.add_argument("--sample", type=int, metavar="N", help="only N, the same every time")
    parser.add_argument("--again", type=Path, metavar="PATH", help="only what this run left alive")
    parser.add_argument("--slow", action="store_true", help="try the slow tests instead of the quick ones")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once (default 1)")
    parser.add_argument("--output", type=Path, metavar="PATH", help="write the verdicts, in JSON")
    parser.add_argument("--at-least", type=float, default=95, metavar="PERCENT", help="(default 95)")
    arguments = parser.parse_args()
    began = time.monotonic()
    equivalent = list_equivalent()
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / PACKAGE
        shutil.copytree(ROOT / PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
        os.environ["BEZIQUE_HOME"] = f"{folder}/home"
        os.environ.pop("BEZIQUE_FILE", None)
        os.environ["PYTHONPATH"] = folder
        sys.path.insert(0, folder)
        os.chdir(ROOT)
        every = mutate(package)
        for lost in equivalent.keys() - {mutant.key for mutant in every}:
            sys.stdout.write(f"equivalent.toml names a mutant that there is not: {lost}\n")
        mutants = _chosen(every, arguments)
        verdicts = try_mutants(mutants, package, arguments.jobs, slow=arguments.slow)
    if arguments.output:
        rows = [
            {"key": one.mutant.key, "line": one.mutant.line, **one._asdict(), "mutant": None} for one in verdicts
        ]
        arguments.output.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    sys.stdout.write("\n".join(["", *table(verdicts, equivalent), ""]))
    sys.stdout.write(f"{time.monotonic() - began:.0f} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
