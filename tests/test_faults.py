"""Nothing is lost: the writer is stopped at every call to the system, by a failure, by Ctrl-C and by `kill -9`.

After each the file is the old one or the new one, sound, and holds what was acknowledged; the next entry succeeds.
`tests/stopping.py` counts the calls; `tests/faults/long_run.py` does the same to the real command from outside.
"""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from stopping import NAME, NOW, SCENARIOS, Scenario, Tap, begin, flush_nothing, prepared

from bezique_score.cli import main
from bezique_score.events import Note, Trick
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Scorebook

STOPPING = Path(__file__).with_name("stopping.py")

IN_PROCESS = [name for name in SCENARIOS if not name.startswith("bezique")]

every_scenario = pytest.mark.parametrize("name", SCENARIOS)
scenario_in_process = pytest.mark.parametrize("name", IN_PROCESS)


@pytest.fixture(autouse=True)
def _unflushed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", flush_nothing)


# The calls

LOCKED = """\
open .friday.toml.lock
flock .friday.toml.lock
stat .friday.toml.lock
fstat .friday.toml.lock
unlink .friday.toml.part
"""
WRITTEN = """\
write .friday.toml.part
fsync .friday.toml.part
fstat .friday.toml.part
close .friday.toml.part
"""
KEPT = """\
open .
fsync .
close .
stat friday.toml
flock .friday.toml.lock
close .friday.toml.lock
"""
STILL_LOCKED = """\
stat .friday.toml.lock
fstat .friday.toml.lock
"""

CALLS = {
    "entry": f"""\
lstat .
lstat friday.toml
{LOCKED}stat friday.toml
stat friday.toml
access friday.toml
open .friday.toml.part
fstat .friday.toml.part
listxattr friday.toml
fchmod .friday.toml.part
{WRITTEN}stat friday.toml
{STILL_LOCKED}replace .friday.toml.part
{KEPT}""",
    "create": f"""\
lstat .
lstat friday.toml
lstat .
lstat friday.toml
lstat friday.toml
{LOCKED}open .friday.toml.part
{WRITTEN}{STILL_LOCKED}link .friday.toml.part
unlink .friday.toml.part
{KEPT}""",
}
"""All that the writer asks of the system, in order."""


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_of_the_writer_are_known(name: str, tmp_path: Path) -> None:
    scenario = SCENARIOS[name]
    subject = prepared(scenario, tmp_path / "here")
    with Tap(tmp_path / "here") as tap:
        scenario.act(subject)
    expected = [call for call in CALLS[name].splitlines() if sys.platform == "linux" or "listxattr" not in call]
    assert tap.calls == expected


@scenario_in_process
def test_no_call_is_made_behind_the_back_of_these_tests(name: str, tmp_path: Path) -> None:
    told = json.loads(stopping(name, tmp_path, "--audit"))
    assert told["seen"] == told["counted"]
    assert told["seen"]


def stopping(name: str, folder: Path, *options: str) -> str:
    command = [sys.executable, str(STOPPING), name, str(folder), *options]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


# What is found after a stop


class After:
    """What a stop has left of a session, compared with what was there before."""

    def __init__(self, scenario: Scenario, folder: Path, old: bytes | None) -> None:
        self.path = folder / NAME
        self.content = self.path.read_bytes() if self.path.exists() else None
        self.is_old = self.content == old
        if self.content is None:
            assert old is None
            return
        assert Scorebook.examine(self.path) == []
        if old is not None and not self.is_old:
            assert self.content.startswith(old)
            assert len(Scorebook.open(self.path).replay.rows) == old.count(b"[[event]]") + (scenario.adds or 0)


def goes_on(path: Path) -> None:
    """Make the next entry, in a session that is made if it is not there yet; no trace of the stop is left."""
    if not path.exists():
        Scorebook.create(path, name="friday", players=["Anna", "Boris"], now=NOW)
    before = Scorebook.open(path).replay.rows
    Scorebook.open(path).record(Note(text="next"), NOW)
    assert [row.entry for row in Scorebook.open(path).replay.rows][:-1] == [row.entry for row in before]
    assert not path.with_name(f".{NAME}.part").exists()


def old_of(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


# Failures

Stop = Callable[[int, str], None]


def failing_at(number: int, error: BaseException) -> Stop:
    def stop(count: int, _: str) -> None:
        if count == number:
            raise error

    return stop


def after_failures(name: str, folder: Path, make: Callable[[], BaseException]) -> dict[str, list[str]]:
    """Let each call fail in turn; tell of each whether the entry was refused, booked even so, or broken off."""
    scenario = SCENARIOS[name]
    outcomes: dict[str, list[str]] = {"booked": [], "refused": [], "broken off": []}
    for number in range(1, 1000):
        place = folder / str(number)
        subject = prepared(scenario, place)
        old = old_of(place / NAME)
        with Tap(place, failing_at(number, make())) as tap:
            try:
                scenario.act(subject)
                outcome = "booked"
            except Refusal as refusal:
                assert refusal.code is Code.BAD_FILE, str(refusal)
                outcome = "refused"
            except KeyboardInterrupt:
                outcome = "broken off"
        after = After(scenario, place, old)
        if outcome != "broken off":
            assert after.is_old == (outcome == "refused"), tap.calls[-1]
        if isinstance(subject, Scorebook):
            subject.record(Note(text="in memory"), NOW)
            assert Scorebook.open(subject.path).replay.rows == subject.replay.rows
        goes_on(place / NAME)
        if len(tap.calls) < number:
            assert outcome == "booked"
            return outcomes
        outcomes[outcome].append(tap.calls[number - 1])
    raise AssertionError("it never came through")


@scenario_in_process
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR], ids=errno.errorcode.get)
def test_whichever_call_fails_an_entry_is_refused_whole_or_booked_whole(
    name: str, number: int, tmp_path: Path
) -> None:
    outcomes = after_failures(name, tmp_path, lambda: OSError(number, os.strerror(number)))
    if name == "entry":
        # what may fail: an attribute that is not kept, and all that comes after the rename
        spared = ["listxattr friday.toml"] if sys.platform == "linux" else []
        opened = ["open .friday.toml.lock"] if number == errno.EACCES else []  # another's lock: opened for reading
        assert outcomes["booked"] == [*opened, *spared, *KEPT.splitlines()]
        assert "replace .friday.toml.part" in outcomes["refused"]


@scenario_in_process
def test_ctrl_c_at_any_call_leaves_the_old_file_or_the_new_one_and_no_lock(name: str, tmp_path: Path) -> None:
    outcomes = after_failures(name, tmp_path, KeyboardInterrupt)
    assert outcomes["booked"] == outcomes["refused"] == []
    assert f"close .{NAME}.lock" in outcomes["broken off"]


@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize(("name", "words"), [("bezique trick", "trick anna"), ("bezique run", "run script")])
def test_what_the_command_has_answered_is_in_the_file(
    name: str,
    words: str,
    error: BaseException,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A script that is broken off keeps the lines that it has come through, told or not."""
    for number in range(1, 1000):
        folder = tmp_path / str(number)
        path = prepared(SCENARIOS[name], folder)
        old = path.read_bytes()
        monkeypatch.setenv("BEZIQUE_HOME", str(folder))
        monkeypatch.chdir(folder)
        capsys.readouterr()
        status = 130
        with Tap(folder, failing_at(number, error)) as tap, suppress(KeyboardInterrupt):
            status = main(words.split())
        said = capsys.readouterr()
        assert Scorebook.examine(path) == []
        assert path.read_bytes().startswith(old)
        answered = [line for line in said.out.splitlines() if line[:1].isdigit()]
        assert "mistake" not in said.err
        gained = path.read_bytes().count(b"[[event]]") - old.count(b"[[event]]")
        assert len(answered) <= gained, tap.calls[-1]
        assert len(answered) == gained or isinstance(error, KeyboardInterrupt)
        goes_on(path)
        if len(tap.calls) < number:
            assert status == 0
            return


@scenario_in_process
@pytest.mark.parametrize("taken", [1, 7])
def test_short_writes_are_written_on(
    name: str, taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, write = SCENARIOS[name], os.write
    subject = prepared(scenario, tmp_path / "whole")
    scenario.act(subject)
    subject = prepared(scenario, tmp_path / "short")
    with monkeypatch.context() as short:
        short.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:taken]))
        scenario.act(subject)
    assert (tmp_path / "short" / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()


@pytest.mark.parametrize("taken", [0, 100])
def test_a_disk_that_fills_up_in_the_middle_is_no_entry(
    taken: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, left = os.write, taken

    def filling(descriptor: int, data: bytes) -> int:
        nonlocal left
        if taken and not left:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = write(descriptor, data[:left]) if left else 0
        left -= written
        return written

    path = begin(tmp_path)
    old, book = path.read_bytes(), Scorebook.open(path)
    with monkeypatch.context() as full:
        full.setattr(os, "write", filling)
        with pytest.raises(Refusal, match="No space left on device" if taken else "Input/output error"):
            book.record(Trick(winner="Anna"), NOW)
    assert path.read_bytes() == old
    goes_on(path)


# kill -9


@every_scenario
def test_kill_9_at_any_call_leaves_the_old_file_or_the_new_one(name: str, tmp_path: Path) -> None:
    scenario = SCENARIOS[name]
    prepared(scenario, tmp_path / "before")
    old = old_of(tmp_path / "before" / NAME)
    stops = [json.loads(line) for line in stopping(name, tmp_path).splitlines()]
    named = False
    for number, (call, acknowledged) in enumerate(stops, 1):
        folder = tmp_path / str(number)
        after = After(scenario, folder, old)
        assert after.is_old != named, call
        assert named or not acknowledged, call
        goes_on(folder / NAME)
        named |= call is not None and call.split()[0] in {"replace", "link"} and call.endswith("toml.part")
    assert named
    assert stops[-1] == [None, True]
    assert len(stops) > 20
