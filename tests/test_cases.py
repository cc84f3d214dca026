"""Case files: what is typed at a table and what it must do; `../shared/cases/run` reads them too."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bezique_score.cli import main
from bezique_score.scorebook import Scorebook

HERE = Path(__file__).parent / "cases"
SHARED = Path(__file__).parents[2] / "shared" / "cases"
SAID = Path(__file__).parent / "golden" / "said.txt"
CASES = [*sorted(HERE.glob("*.case")), *sorted(SHARED.glob("*.case"))]


class Expectation(NamedTuple):
    """One line of a case: where it stands, what kind it is, and what it says."""

    number: int
    kind: str
    text: str


def read_case(path: Path) -> Iterator[tuple[str, list[Expectation]]]:
    """Read the lines of a script, each with what is expected of it."""
    line, expected = "", list[Expectation]()
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        kind, said = text[:1], text[1:].strip()
        if kind in ">?%":
            if line:
                yield line, expected
            expected = []
        match kind:
            case "" | "#":
                continue
            case ">":
                line = said
            case "?":
                line = "score --json"
            case "%":
                player, said = said.split(maxsplit=1)
                line = f"melds {player} --json"
            case "+" | "!" | "=":
                pass
            case _:
                raise ValueError(f"{path}:{number}: not a line of a case: {text!r}")
        expected.append(Expectation(number, kind, said))
    yield line, expected


def wrong_with(answer: dict[str, Any], expected: list[Expectation]) -> Iterator[str]:
    """Say where an answer is not what was expected."""
    refused = any(kind == "!" for _, kind, _ in expected)
    for number, kind, text in expected:
        match kind:
            case ">":
                found: object = refused or answer["ok"] or (answer["code"], answer["message"])
                wanted: object = True
            case "!":
                found, wanted = answer.get("code"), text
            case "+":
                found, wanted = answer.get("points"), _points(text)
            case "=":
                found, wanted = answer.get("totals", answer.get("result", {}).get("totals")), _points(text)
            case "?":
                path, _, value = text.partition(" ")
                found, wanted = _dig(answer["result"], path), _value(value)
            case _:
                meld, _, points = text.rpartition(" ") if not text.startswith("!") else (text[1:], "", None)
                found, wanted = _offered(answer).get(meld), points and int(points)
        if found != wanted:
            yield f"line {number}, {kind} {text}: {found!r}"


def _points(text: str) -> dict[str, int]:
    parts = [] if text == "nothing" else text.split(", ")
    return {name: int(points) for name, _, points in (part.rpartition(" ") for part in parts)}


def _value(text: str) -> object:
    words: dict[str, object] = {"null": None, "true": True, "false": False}
    return int(text) if text.lstrip("-").isdigit() else words.get(text, text)


def _dig(value: Any, path: str) -> object:
    for step in path.split("."):
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except LookupError:
            return "nothing there"
    return value


def _offered(answer: dict[str, Any]) -> dict[str, int]:
    return {" ".join(filter(None, (one["meld"], one["suit"]))): one["points"] for one in answer["result"]}


def answers_to(script: str) -> list[dict[str, Any]]:
    """Run a script in the current folder, and read its answers."""
    Path("script").write_text(script, encoding="utf-8")
    with redirect_stdout(StringIO()) as printed:
        main(["run", "script", "--json", "--keep-going"])
    return [json.loads(line) for line in printed.getvalue().splitlines()]


def said_to(answers: list[dict[str, Any]]) -> Iterator[str]:
    """List the sentences of a case: of what is refused, and beside what is accepted."""
    for answer in answers:
        if not answer["ok"]:
            yield f"line {answer['line']}: {answer['message']}"
            yield f"  {answer['hint']}"
    for path in sorted(Path("home").glob("*.toml")):
        for row in Scorebook.open(path).replay.rows:
            yield from (f"{path.stem} {row.number}: {notice}" for notice in row.notices)


def golden() -> dict[str, str]:
    """Read what the cases of this folder say."""
    blocks = SAID.read_text(encoding="utf-8").split("\n\n")[1:]
    return {
        title: f"{said}\n" if said else ""
        for title, _, said in (block.strip("\n").partition("\n") for block in blocks)
    }


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_home")
@pytest.mark.parametrize("case", CASES, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_a_case_is_judged_as_it_says(case: Path) -> None:
    steps = list(read_case(case))
    answers = answers_to("".join(f"{line}\n" for line, _ in steps))
    assert len(answers) == len(steps)
    wrong = [text for answer, (_, said) in zip(answers, steps, strict=True) for text in wrong_with(answer, said)]
    assert not wrong, f"{case.name}: " + "; ".join(wrong)
    if case.parent == HERE:
        assert "".join(f"{line}\n" for line in said_to(answers)) == golden()[case.stem]


if __name__ == "__main__":  # write anew what the cases say
    told = [
        "# What each case says of refused lines, and beside its entries. `python tests/test_cases.py` writes it."
    ]
    here = Path.cwd()
    for place in sorted(HERE.glob("*.case")):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            os.environ["BEZIQUE_HOME"] = f"{folder}/home"
            given = answers_to("".join(f"{line}\n" for line, _ in read_case(place)))
            told.append("\n".join([place.stem, *said_to(given)]))
            os.chdir(here)
    SAID.write_text("\n\n".join(told) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(told) - 1} cases written to {SAID}\n")
