"""`run`: one answer a line, in batches that are on disk before they are acknowledged."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bezique_score.cli import main
from bezique_score.cli.script import Line, split_line
from bezique_score.journal.fault import Fault
from bezique_score.journal.store import Store
from bezique_score.refusal import Refusal
from bezique_score.text import say

Run = Callable[..., tuple[int, list[dict[str, Any]]]]

BEGINNING = "new t Anna Boris --rules classic --dealer boris\ndeal --upcard 7H\ntrick anna\n"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a script with --json; returns the exit code and the answers."""
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    monkeypatch.chdir(tmp_path)

    def run_script(script: str | bytes, *options: str) -> tuple[int, list[dict[str, Any]]]:
        (tmp_path / "script").write_bytes(script if isinstance(script, bytes) else script.encode())
        status = main(["run", "script", "--json", *options])
        return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    return run_script


def journal(tmp_path: Path) -> str:
    return (tmp_path / "home" / "t.toml").read_text(encoding="utf-8")


def test_every_line_has_one_answer_with_its_number(run: Run) -> None:
    status, answers = run(BEGINNING + "\n# a remark\n  \ndeclare bezique\nscore\nundo\n")
    assert status == 0
    nothing = {"Anna": 0, "Boris": 0}
    assert answers[0] == {"line": 1, "ok": True, "event": None, "points": {}, "totals": nothing, "hand": None}
    assert answers[1]["points"] == {"Boris": 10}
    assert answers[3] == {
        "line": 7,
        "ok": True,
        "event": 3,
        "points": {"Anna": 40},
        "totals": {"Anna": 40, "Boris": 10},
        "hand": {"Anna": 40, "Boris": 10},
    }
    assert answers[4]["line"] == 8
    assert answers[4]["result"]["totals"] == {"Anna": 40, "Boris": 10}
    assert answers[5]["points"] == {"Anna": -40}


def test_a_script_stops_at_the_first_refusal_with_its_exit_code(run: Run) -> None:
    status, answers = run(BEGINNING + "declare boris aces\ntrick boris\n")
    assert status == 1
    assert answers[-1]["line"] == 4
    assert answers[-1]["ok"] is False
    assert answers[-1]["code"] == "not-the-trick-winner"
    assert answers[-1]["hint"] == "declare aces   (for Anna)"
    assert run("dael\n")[0] == 2


def test_keep_going_goes_on_and_ends_with_1(run: Run) -> None:
    status, answers = run(BEGINNING + "dael\ntrick boris\n", "--keep-going")
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, True, True, False, True]


@pytest.mark.parametrize(
    "line",
    [
        b'note "open',
        b"note \xff\xfe",
        b"no\0te x",
        b"x" * 200_000,
        b'""',
        b"undo --help",
        b"--version",
        b"run x",
        b"play",
    ],
)
def test_whatever_a_line_is_it_has_an_answer(run: Run, line: bytes) -> None:
    _, answers = run(BEGINNING.encode() + line + b"\nscore\n", "--keep-going")
    assert answers[3]["code"] == "usage"
    assert answers[4]["result"]["session"] == "t"


def test_a_script_in_another_encoding_is_answered(run: Run) -> None:
    status, answers = run("deal --trump s\n".encode("utf-16"))
    assert status == 2
    assert answers[0]["code"] == "usage"


def test_lines_end_as_on_any_system_and_a_file_may_begin_with_a_mark() -> None:
    assert split_line(Line(1, b"\xef\xbb\xbftrick anna\r")) == ["trick", "anna"]
    assert split_line(Line(2, b"note 'a # b' #c")) == ["note", "a # b", "#c"]
    assert split_line(Line(3, b"# note")) == []
    with pytest.raises(Refusal, match="usage"):
        split_line(Line(2, b"\xef\xbb\xbf\xff"))


def test_many_lines_are_written_in_few_batches(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[int] = []
    append = Store.append

    def counted(store: Store, block: bytes) -> None:
        writes.append(len(block))
        append(store, block)

    monkeypatch.setattr(Store, "append", counted)
    monkeypatch.setattr("bezique_score.cli.script.BATCH_SECONDS", 1000.0)
    run(BEGINNING + "note x\n" * 600)
    assert len(writes) == 4


def test_a_batch_that_cannot_be_written_is_not_acknowledged(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(BEGINNING)
    before = journal(tmp_path)

    def full(_: Store, __: bytes) -> None:
        raise Fault(say("cannot be written: no space"))

    monkeypatch.setattr(Store, "append", full)
    status, answers = run("score\ndeclare bezique\ntrick boris\n")
    assert status == 1
    assert [answer["ok"] for answer in answers] == [True, False, False]
    assert answers[1]["code"] == "bad-file"
    assert journal(tmp_path) == before


def test_lines_for_two_sessions_are_booked_in_both(run: Run, tmp_path: Path) -> None:
    status, answers = run(
        BEGINNING
        + "new u Vera Zoe --rules rubicon\ndeal\nopen t\ndeclare bezique\nnote x -f home/u.toml\ntrick boris\n"
    )
    assert status == 0
    assert [answer["event"] for answer in answers] == [None, 1, 2, None, 1, None, 3, 2, 4]
    assert "bezique" in journal(tmp_path)


@pytest.mark.parametrize("options", [(), ("--atomic",)])
@pytest.mark.parametrize("opened", ["t", "home/t.toml", "home/../home/t.toml"])
def test_a_session_opened_again_is_as_the_lines_before_left_it(
    run: Run, tmp_path: Path, opened: str, options: tuple[str, ...]
) -> None:
    script = f"{BEGINNING}new u Anna Boris\nopen {opened}\nsessions\ndeclare bezique\nscore -f home/./t.toml\n"
    status, answers = run(script, *options)
    assert status == 0
    assert answers[4]["totals"] == {"Anna": 0, "Boris": 10}
    assert {one["session"]: one["totals"]["Boris"] for one in answers[5]["result"]} == {"t": 10, "u": 0}
    assert answers[6]["event"] == 3
    assert answers[7]["result"]["totals"] == {"Anna": 40, "Boris": 10}
    assert journal(tmp_path).count("[[event]]") == 3


def test_atomic_books_all_or_nothing(run: Run, tmp_path: Path) -> None:
    run(BEGINNING)
    before = journal(tmp_path)
    status, answers = run("declare bezique\ntrick boris\ntrick zed\n", "--atomic")
    assert status == 1
    assert [answer["ok"] for answer in answers] == [False, False, False]
    assert answers[0]["message"].startswith("Not booked, since line 3 was refused")
    assert journal(tmp_path) == before
    status, answers = run("declare bezique\ntrick boris\n", "--atomic")
    assert status == 0
    assert [answer["event"] for answer in answers] == [3, 4]
    assert journal(tmp_path).startswith(before)


def test_an_atomic_script_that_fails_leaves_no_session_behind(run: Run, tmp_path: Path) -> None:
    run(BEGINNING)
    run("new u Anna Boris\ndeal --trump s\ntrick zed\n", "--atomic")
    assert not (tmp_path / "home" / "u.toml").exists()
    assert run("score\n")[1][0]["result"]["session"] == "t"


def test_without_json_the_answers_are_those_of_the_terminal(
    run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(BEGINNING)
    (tmp_path / "script").write_text("declare bezique\ndeclare aces\n")
    assert main(["run", "script"]) == 1
    out, err = capsys.readouterr()
    assert out == "3  Anna: bezique; Anna +40 = 40 (960 to go).\n"
    assert err.startswith("line 2: ")


def test_a_pipe_is_answered_line_by_line_and_an_interrupt_loses_nothing(tmp_path: Path) -> None:
    environment = dict(os.environ, BEZIQUE_HOME=str(tmp_path / "home"))
    command = [sys.executable, "-m", "bezique_score", "run", "-", "--json"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for number, line in enumerate(BEGINNING.splitlines(keepends=True), 1):
            process.stdin.write(line.encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.write(b"trick bor")
        process.stdin.flush()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.stderr.read() == b""
    assert journal(tmp_path).count("[[event]]") == 2
