"""The quick part of fuzzing: all inputs of the corpus, and some made odd; `fuzz/run.py` is the long one."""

from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from fuzz import targets
from fuzz.mutate import mutate
from fuzz.scene import scene
from fuzz.seeds import CORPUS, GAMES
from fuzz.targets import TARGETS

from bezique_score.cli.desk import Desk
from bezique_score.refusal import Code, Refusal
from bezique_score.text import say

FOLDERS = {target: CORPUS / ("line" if target == "words" else target) for target in TARGETS}
MUTATIONS = {"words": 300, "line": 300, "journal": 300, "rules": 120, "sheet": 20}
"""How many odd inputs are tried in the suite."""


def inputs(target: str) -> list[Path]:
    return sorted(FOLDERS[target].iterdir())


@pytest.mark.parametrize("target", TARGETS)
def test_every_input_of_the_corpus_is_answered(target: str) -> None:
    assert inputs(target)
    for path in inputs(target):
        TARGETS[target](path.read_bytes())


@pytest.mark.parametrize("target", TARGETS)
def test_odd_input_is_answered_or_refused(target: str) -> None:
    random = Random(target)  # noqa: S311 - not a secret
    seeds = [path.read_bytes() for path in inputs(target)]
    for number in range(MUTATIONS[target]):
        data = mutate(target, random.choice(seeds), random)
        try:
            TARGETS[target](data)
        except Exception as error:
            raise AssertionError(f"{target} {number}: {data!r}") from error


def test_the_corpus_begins_with_what_is_packaged() -> None:
    """`python -c 'import fuzz.seeds; fuzz.seeds.write_seeds()'` in `tests/` writes the seeds anew."""
    for game in GAMES.glob("*.toml"):
        assert (CORPUS / "rules" / f"seed-{game.stem}").read_bytes() == game.read_bytes()


def test_a_target_notices_a_refusal_that_changes_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a target holds the program to is tried on a program that is broken."""

    def answer_line(line: str, desk: Desk) -> NoReturn:
        desk.path().write_bytes(b"")
        raise Refusal(Code.USAGE, say("{line}", line=line))

    monkeypatch.setattr(targets, "answer_line", answer_line)
    with pytest.raises(AssertionError, match="a refusal has changed the file"):
        targets.fuzz_line(b"\0\0deal")
    scene().clear()
