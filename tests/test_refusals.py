"""Every refusal code, with the exact text that it prints: `golden/refusals.txt` holds situations and answers."""

import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest
from door import Door, printed

from bezique_score.language import Language
from bezique_score.referee.hand import Seating
from bezique_score.refusal import RULES, Code, Refusal
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.text import typed

GOLDEN = Path(__file__).parent / "golden" / "refusals.txt"

PLACEHOLDERS = frozenset({"PLAYER", "MELD", "SUIT", "CARD", "NAME", "PATH", "FILE", "LINE", "N", "R"})


class Situation(NamedTuple):
    """A block of the golden file: what it shows, its files and lines, and what the refused line prints."""

    title: str
    script: tuple[str, ...]
    answer: str

    @property
    def code(self) -> str:
        return self.title.partition(":")[0]


def read(text: str) -> list[Situation]:
    found = []
    for block in text.split("\n\n"):
        title, *lines = block.strip("\n").split("\n")
        if not title.startswith("#"):
            script = [line for line in lines if line[:1] in ">!@|"]
            told = lines[len(script) :]
            assert lines == [*script, *told], f"{title}: nothing stands between the script and its answer"
            found.append(Situation(title, tuple(script), "".join(f"{line}\n" for line in told)))
    return found


SITUATIONS = read(GOLDEN.read_text(encoding="utf-8"))


def play(situation: Situation) -> tuple[Door, Refusal]:
    """Play a situation in the current folder, up to its refusal."""
    door = Door(Path("home"))
    door.desk.door = "terminal"
    files: dict[Path, list[str]] = {}
    accepted: list[str] = []
    for sign, line in ((line[0], line[2:]) for line in situation.script):
        match sign:
            case "@":
                files[Path(line)] = []
            case "|":
                files[list(files)[-1]].append(line)
            case ">":
                accepted.append(line)
            case _:
                door.enter(*accepted)
                for path, content in files.items():
                    path.write_text("".join(f"{text}\n" for text in content), encoding="utf-8")
                before = {path: path.read_bytes() for path in Path().rglob("*.toml")}
                with pytest.raises(Refusal) as caught:
                    door.answer(line)
                assert {path: path.read_bytes() for path in Path().rglob("*.toml")} == before
    return door, caught.value


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.title)
def test_a_refusal_prints_what_was_asked_the_rule_and_what_would_be_accepted(situation: Situation) -> None:
    _, refusal = play(situation)
    assert printed(refusal) == situation.answer
    assert refusal.code == situation.code


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.title)
def test_what_a_refusal_advises_is_accepted(situation: Situation) -> None:
    door, refusal = play(situation)
    if refusal.line is None:
        assert refusal.advice or refusal.rule
    elif not PLACEHOLDERS & set(re.findall(r"\w+", refusal.line)):
        door.enter(refusal.line)


@pytest.mark.parametrize("code", Code)
def test_every_code_has_a_situation(code: Code) -> None:
    assert code in {situation.code for situation in SITUATIONS}
    assert str(RULES[code]).endswith(".")


# Words as they are typed


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("Anna", "Anna"),
        ("Łukasz", "Łukasz"),
        ("Анна", "Анна"),
        ("Q♠", "Q♠"),
        ("Anna=20", "Anna=20"),
        ("Anna Maria", "'Anna Maria'"),
        ("Anna=B 20", "'Anna=B 20'"),
        ("O'Brien", '"O\'Brien"'),
        ("O'$HOME", "'O'\"'\"'$HOME'"),
        ("*", "'*'"),
        ("", "''"),
        ("#1", "'#1'"),
        ("a\u00a0b", "'a\u00a0b'"),
    ],
)
def test_a_word_is_put_in_quotes_where_the_shell_would_not_leave_it_whole(word: str, line: str) -> None:
    assert typed("trick", word) == f"trick {line}"
    assert shlex.split(typed("trick", word)) == ["trick", word]


def test_a_marriage_without_its_suit_is_advised_with_its_player() -> None:
    rules = rulebook_of(packaged_document("classic"), {})
    with pytest.raises(Refusal) as caught:
        Language(rules, Seating.of(("Anna Maria", "Boris"))).declare(["Anna Maria", "marriage"])
    assert caught.value.line == "declare 'Anna Maria' marriage SUIT"


if __name__ == "__main__":  # write the texts anew
    blocks = GOLDEN.read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    here = Path.cwd()
    for place, block in enumerate(blocks):
        for situation in read(block):
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                answer = printed(play(situation)[1])
                os.chdir(here)
            blocks[place] = "\n".join([situation.title, *situation.script, answer.rstrip("\n")])
    GOLDEN.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(SITUATIONS)} situations written to {GOLDEN}\n")
