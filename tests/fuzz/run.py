"""A long run with atheris, which looks for inputs that reach new code: `python tests/fuzz/run.py TARGET N`.

Needs the extra `fuzz`. Whatever fails is kept as a file in `tests/fuzz/found/`, and the run goes on; the last line
sums it up. The exit code is 1 if anything failed. `--plain TARGET N [SEED]` runs without atheris, blind to what is
reached but several times as fast; `--replay TARGET FILE...` runs single inputs.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from importlib import import_module
from pathlib import Path
from random import Random

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
SECONDS = 5
"""How long one input may take."""
MEMORY = 1024
"""How many MiB the process may grow to."""
LONGEST = {"words": 600, "line": 600, "journal": 16_000, "rules": 16_000, "sheet": 2_000}
"""How long inputs get, in bytes."""


def child(target: str, arguments: list[str]) -> None:
    """Be the process that atheris drives."""
    atheris = import_module("atheris")  # not installed where only the quick part runs

    with atheris.instrument_imports(include=["bezique_score"], enable_loader_override=False):
        from fuzz.mutate import mutate  # noqa: PLC0415
        from fuzz.targets import TARGETS, typed  # noqa: PLC0415
    from bezique_score.cli import app  # noqa: PLC0415 - its commands are instrumented too

    with atheris.instrument_imports(include=["bezique_score"], enable_loader_override=False):
        for name in app.MODULES:
            app.command().get_command(None, name)

    def changed(data: bytes, most: int, seed: int) -> bytes:
        random = Random(seed)  # noqa: S311 - not a secret
        if random.random() < 0.25:
            return bytes(atheris.Mutate(data, most))
        return mutate(target, data, random)[:most]

    tally = Path(os.environ["BEZIQUE_TALLY"])

    def run(data: bytes) -> None:
        TARGETS[target](data)
        typed["inputs"] += 1
        if typed["inputs"] % 100 == 0:
            tally.write_text(str(typed["lines"]))

    atheris.Setup([sys.argv[0], *arguments], run, custom_mutator=changed)
    atheris.Fuzz()


def main(target: str, wanted: int) -> int:
    """Run so many inputs, in a new process after each failure; print what came of it."""
    found = HERE / "found"
    found.mkdir(exist_ok=True)
    began, done, failures, slowest, peak, coverage, lines, seed = time.monotonic(), 0, 0, 0, 0, 0, 0, 1
    with tempfile.TemporaryDirectory() as grown:
        while done < wanted:
            words = [sys.executable, __file__, "--child", target, grown, str(_seeds(target))]
            words += [
                f"-runs={wanted - done}",
                f"-seed={seed}",
                f"-max_len={LONGEST[target]}",
                f"-timeout={SECONDS}",
            ]
            words += [
                f"-rss_limit_mb={MEMORY}",
                "-print_final_stats=1",
                f"-artifact_prefix={found}/{target}-",
                "-len_control=0",
            ]
            with tempfile.TemporaryFile() as log:
                status = subprocess.run(
                    words, stderr=log, stdout=log, check=False, env=_environment(grown)
                ).returncode
                log.seek(0)
                told = log.read().decode(errors="replace")
            done += max(1, _last(r"stat::number_of_executed_units:\s*(\d+)", told) or _last(r"#(\d+)\t", told))
            slowest = max(slowest, _last(r"stat::slowest_unit_time_sec:\s*(\d+)", told))
            peak = max(peak, _last(r"stat::peak_rss_mb:\s*(\d+)", told))
            coverage = max(coverage, _last(r"cov: (\d+)", told))
            tally = Path(f"{grown}.tally")
            lines += int(tally.read_text()) if tally.exists() else 0
            tally.unlink(missing_ok=True)
            seed += 1
            if status:
                failures += 1
                print(told[-3000:], flush=True)
                if failures > 200 or ("seconds" not in told and "ERROR" not in told):
                    break
    seconds = time.monotonic() - began
    print(
        f"{target}: {done:,} inputs{f' ({lines:,} lines)' if lines else ''} in {seconds:.0f} s, "
        f"coverage {coverage}, slowest under {slowest + 1} s, "
        f"peak memory {peak} MiB, failures {failures}"
    )
    return 1 if failures else 0


def plain(target: str, wanted: int, seed: int) -> int:
    """Run so many inputs without atheris: blindly mutated seeds, but several times as many in the same time."""
    from fuzz.mutate import mutate  # noqa: PLC0415
    from fuzz.targets import TARGETS, typed  # noqa: PLC0415

    def give_up(*_: object) -> None:
        raise TimeoutError(f"longer than {SECONDS} s")

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY * 2**20, MEMORY * 2**20))
    signal.signal(signal.SIGALRM, give_up)
    random = Random(seed)  # noqa: S311 - not a secret
    seeds = [path.read_bytes() for path in sorted(_seeds(target).iterdir())]
    began, slowest, failures = time.monotonic(), 0.0, 0
    for number in range(1, wanted + 1):
        data = random.choice(seeds)
        for _ in range(random.choice((1, 1, 2, 3, 6))):
            data = mutate(target, data, random)[: LONGEST[target]]
        started = time.monotonic()
        signal.alarm(SECONDS)
        try:
            TARGETS[target](data)
        except Exception:
            failures += 1
            (HERE / "found").mkdir(exist_ok=True)
            (HERE / "found" / f"{target}-{seed}-{number}").write_bytes(data)
            traceback.print_exc()
        signal.alarm(0)
        slowest = max(slowest, time.monotonic() - started)
        if number % 10_000 == 0 or number == wanted:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            lines = f" ({typed['lines']:,} lines)" if typed else ""
            print(
                f"{target}: {number:,} inputs{lines} in {time.monotonic() - began:.0f} s, "
                f"slowest {slowest:.1f} s, peak memory {peak} MiB, failures {failures}",
                flush=True,
            )
    return 1 if failures else 0


def _seeds(target: str) -> Path:
    return HERE / "corpus" / ("line" if target == "words" else target)


def _environment(folder: str) -> dict[str, str]:
    return {**os.environ, "BEZIQUE_TALLY": f"{folder}.tally", "LC_ALL": "C.UTF-8", "BEZIQUE_LANG": "en"}


def _last(pattern: str, text: str) -> int:
    numbers = re.findall(pattern, text)
    return int(numbers[-1]) if numbers else 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--child", target, *arguments]:
            child(target, arguments)
        case ["--replay", target, *files]:
            from fuzz.targets import TARGETS

            for file in files:
                TARGETS[target](Path(file).read_bytes())
        case ["--plain", target, number, *seeds]:
            sys.exit(plain(target, int(number), int(seeds[0]) if seeds else 1))
        case [target, number]:
            sys.exit(main(target, int(number)))
        case _:
            sys.exit(__doc__)
