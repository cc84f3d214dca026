"""Mutation testing of the engine: one place is changed, and the tests are asked if they see it.

    .venv/bin/pip install -e '.[test,mutants]'
    .venv/bin/python tests/mutants/try_mutants.py --jobs 2 --output mutants.json  # all of them
    .venv/bin/python tests/mutants/try_mutants.py --again mutants.json            # what that run left
    .venv/bin/python tests/mutants/try_mutants.py --sample 60                     # the quick part, always the same
    .venv/bin/python tests/mutants/try_mutants.py 'bezique_score.match.*'         # one module

The engine is `referee`, `match` and `replay`; the mutants are mutmut's. `mutmut run` itself starts pytest anew for
each, half a second a mutant; here the tests are collected once, and a process is forked for each mutant with the
tests that reach its statement: what has killed a mutant of the same function first, then the quick ones, until one
fails.

Not mutated: the wording of a sentence, the literal texts in `say` and `say_many` (`test_translations.py`
holds each against the catalogues, the golden files hold them in print; what is filled in is mutated); what is
decorated, but for static and class methods; what stands outside functions; what only asserts (`assert_never`, and
`strict` of `zip`). Mutants of which nobody could tell that they are there stand in `equivalent.toml`, each with a
reason. They are tried like the others and counted apart, and it is said when a test kills one after all. A mutant
that spends ten times the time of its tests is a timeout.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import pytest
from mutating import Key, Mutant, find_changes
from trial import Trial, Verdict

ROOT = Path(__file__).parents[2]
PACKAGE = "bezique_score"
EQUIVALENT = Path(__file__).parent / "equivalent.toml"
TESTS = (
    "accounting",
    "cards_told",
    "cases",
    "classic",
    "general_readings",
    "hands",
    "match",
    "refusals",
    "rejudge",
    "replay",
    "replay_in_memory",
    "reuse",
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
    "thousand_rules_of_the_house",
    "three_and_four_handed",
    "told_by_a_file",
)
"""The tests that play the engine in process, by the names of their files."""

SLOW = ("laws", "real_cards", "second_opinion")
"""More of them, asked with `--slow`."""


def list_equivalent() -> dict[Key, str]:
    """Read which mutants behave as the original does, each with the reason."""
    rows = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"] if EQUIVALENT.exists() else []
    return {
        (row["function"], row["was"], row["becomes"], twin): row["reason"]
        for row in rows
        for twin in row.get("twins", [0])
    }


def choose(mutants: list[Mutant], pattern: str, sample: int, dead: Collection[Key]) -> list[Mutant]:
    """Leave out what was not asked for; a sample is the same every time, as long as the code is."""
    chosen = [one for one in mutants if fnmatch.fnmatch(one.place, pattern) and one.key not in dead]
    if sample:
        chosen.sort(key=lambda mutant: hashlib.sha256(repr(mutant.key).encode()).digest())
        del chosen[sample:]
    return chosen


def describe(mutant: Mutant) -> str:
    """Say in one line what a mutant changes."""
    where = f"{mutant.module.removeprefix(PACKAGE + '.').replace('.', '/')}:{mutant.line} {mutant.function}"
    return f"{where}: `{mutant.was}` -> `{mutant.becomes}`" + (f" #{mutant.twin}" if mutant.twin else "")


def table(verdicts: Iterable[Verdict], equivalent: Collection[Key]) -> Iterator[str]:
    """Print the figures by module, in Markdown; what is alive and equivalent is counted as that alone."""
    columns = ("mutants", "killed", "timeout", "survived", "unreached", "equivalent")
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for verdict in verdicts:
        status = "equivalent" if not verdict.dead and verdict.mutant.key in equivalent else verdict.status
        for row in (verdict.mutant.module.removeprefix(f"{PACKAGE}."), "all"):
            rows[row].update([status, "mutants"])
    total = rows.pop("all", Counter())
    yield f"| module | {' | '.join(columns)} | killed of all but equivalent | killed of all |"
    yield "|---|" + "---:|" * (len(columns) + 2)
    for row, counts in [*sorted(rows.items()), ("all", total)]:
        figures = [*(str(counts[column]) for column in columns), *(f"{share:.1f} %" for share in shares(counts))]
        yield f"| {row} | {' | '.join(figures)} |"


def shares(counts: Counter[str]) -> tuple[float, float]:
    """Work out which part was killed, in percent: of all that are not equivalent, and of all."""
    dead = 100 * (counts["killed"] + counts["timeout"])
    return dead / max(1, counts["mutants"] - counts["equivalent"]), dead / max(1, counts["mutants"])


def main() -> int:
    """Try the mutants. The exit status is 1 if fewer of them are killed than should be."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("pattern", nargs="?", default="*", help="only functions of this name")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="only N, the same every time")
    parser.add_argument("--again", type=Path, metavar="PATH", help="only what this run left; it is updated")
    parser.add_argument("--slow", action="store_true", help="ask the slow tests, not the quick ones")
    parser.add_argument("--budget", type=float, default=1000, metavar="S", help="seconds of tests for a mutant")
    parser.add_argument("--examples", type=int, default=25, metavar="N", help="of a test with hypothesis")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes at once (default 1)")
    parser.add_argument("--output", type=Path, metavar="PATH", help="write the verdicts, a line of JSON each")
    parser.add_argument("--at-least", type=float, default=95, metavar="PERCENT", help="(default 95)")
    told = parser.parse_args()
    began = time.monotonic()
    known = read_verdicts(told.again) if told.again else {}
    verdicts: dict[Key, Verdict] = {}
    equivalent = list_equivalent()
    output = told.output or told.again
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / PACKAGE
        prepare(package)
        sources = [*find_changes(package)]
        every = [mutant for source in sources for mutant, _ in source.changes]
        for lost in equivalent.keys() - {mutant.key for mutant in every}:
            sys.stdout.write(f"equivalent.toml names a mutant that there is not: {lost}\n")
        verdicts |= {one.key: Verdict(one, *known[one.key]) for one in every if one.key in known}
        chosen = choose(every, told.pattern, told.sample, {key for key, one in verdicts.items() if one.dead})
        keys = {mutant.key for mutant in chosen}
        chosen = [mutant for source in sources for mutant in source.write(lambda mutant: mutant.key in keys)]
        chosen.sort(key=lambda mutant: mutant.key in verdicts)  # those that have never been tried come first

        def tell(verdict: Verdict) -> None:
            verdicts[verdict.mutant.key] = verdict
            if not verdict.dead and verdict.mutant.key not in equivalent:
                sys.stdout.write(f"{verdict.status} {describe(verdict.mutant)}\n")
            if verdict.dead and verdict.mutant.key in equivalent:
                sys.stdout.write(f"not equivalent, by {verdict.killer}: {describe(verdict.mutant)}\n")
            sys.stdout.flush()
            if output:
                write_verdict(output, verdict)

        trial = Trial(chosen, Path(folder), jobs=told.jobs, budget=told.budget, examples=told.examples, tell=tell)
        files = [str(ROOT / "tests" / f"test_{name}.py") for name in (SLOW if told.slow else TESTS)]
        pytest.main(["-q", "-s", "-p", "no:cacheprovider", "--assert=plain", f"--rootdir={ROOT}", *files], [trial])
        if Path(sys.modules[PACKAGE].__file__ or "").parent != package:
            raise SystemExit("the tests imported another package than the one with the mutants")
    tried = [*verdicts.values()]
    sys.stdout.write("\n".join(["", *table(tried, equivalent), "", f"{time.monotonic() - began:.0f} s\n"]))
    dead = sum(verdict.dead for verdict in tried)
    alike = sum(not verdict.dead and verdict.mutant.key in equivalent for verdict in tried)
    return int(100 * dead < told.at_least * (len(tried) - alike))


def prepare(package: Path) -> None:
    """Copy the package to where the mutants are written, and let the tests import it from there."""
    shutil.copytree(ROOT / PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    os.environ["BEZIQUE_HOME"] = str(package.parent / "home")
    os.environ.pop("BEZIQUE_FILE", None)
    sys.path.insert(0, str(package.parent))
    os.chdir(ROOT)


def read_verdicts(path: Path) -> dict[Key, tuple[str, str]]:
    """Read how it went before: the last verdict on each mutant."""
    found: dict[Key, tuple[str, str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        place, was, becomes, twin, status, killer = json.loads(line)
        found[place, was, becomes, twin] = status, killer
    return found


def write_verdict(path: Path, verdict: Verdict) -> None:
    """Add a verdict to the file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps([*verdict.mutant.key, verdict.status, verdict.killer], ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
