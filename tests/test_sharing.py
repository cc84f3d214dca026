"""Several programs at one session: nobody's entry is lost, none is refused for waiting, each sees the others'."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from screen import Terminal

from bezique_score.cli import main
from bezique_score.events import Note
from bezique_score.replay import Row
from bezique_score.scorebook import Scorebook

ENTRIES = 100

BEGIN = """
import sys
from datetime import datetime, timezone
from pathlib import Path
from bezique_score.cli import main
from bezique_score.events import Note
from bezique_score.scorebook import Scorebook
folder, entries = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
"""
PROGRAMS = {
    "single": """
for number in range(entries):
    assert main(["note", f"single {number}"]) == 0
""",
    "script": """
for first in range(0, entries, 10):
    (folder / "script").write_text("".join(f"note 'script {first + line}'\\n" for line in range(10)))
    assert main(["run", str(folder / "script")]) == 0
""",
    "library": """
book = Scorebook.open(folder / "friday.toml")
for number in range(entries):
    book.record(Note(text=f"library {number}"), datetime.now(timezone.utc))
""",
}
"""Lines at the terminal, scripts of ten lines, and the library; all begin at the same moment."""


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session in a folder of its own, which is the current one."""
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    assert main(["new", "friday", "Anna", "Boris", "--rules", "classic", "--dealer", "boris"]) == 0
    return tmp_path / "friday.toml"


def rows(path: Path) -> list[Row]:
    assert Scorebook.examine(path) == []
    return Scorebook.open(path).replay.rows


def notes(path: Path) -> list[str]:
    return [row.entry.event.text for row in rows(path) if isinstance(row.entry.event, Note)]


def test_three_programs_write_at_once_and_no_entry_is_lost(path: Path, tmp_path: Path) -> None:
    with ExitStack() as running:
        writers = [
            running.enter_context(
                subprocess.Popen(
                    [sys.executable, "-c", BEGIN + code, str(tmp_path), str(ENTRIES)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for code in PROGRAMS.values()
        ]
        for writer in writers:
            assert writer.stdout
            assert writer.stdout.readline() == "ready\n"
        for writer in writers:
            print(file=writer.stdin, flush=True)
        for writer in writers:
            writer.communicate(timeout=120)
    assert [writer.returncode for writer in writers] == [0, 0, 0]
    written = notes(path)
    for name in PROGRAMS:
        theirs = [text for text in written if text.startswith(name)]
        assert theirs == [f"{name} {number}" for number in range(ENTRIES)]
    assert len(written) == 3 * ENTRIES
    assert not list(tmp_path.glob(".*.part"))


@pytest.fixture
def shells(path: Path) -> Iterator[tuple[Terminal, Terminal]]:
    with Terminal(path.parent, "play") as one, Terminal(path.parent, "play") as other:
        for shell in (one, other):
            shell.wait_for("nothing dealt yet")
        yield one, other


def test_two_shells_at_one_session_see_each_others_entries(path: Path, shells: tuple[Terminal, Terminal]) -> None:
    one, other = shells
    one.enter("deal --trump hearts", "1  Boris: deal")
    other.enter(
        "trick anna", "Entered meanwhile by another program: 1", "1  Boris: deal", "2  Anna takes the trick"
    )
    one.enter("declare bezique", "Entered meanwhile by another program: 1", "3  Anna: bezique; Anna +40 = 40")
    other.wait_for("Anna 40")  # the standing in view is the file's, without a line being typed
    other.enter("undo", "4  undo of entry 3")
    one.wait_for("Anna 0")
    for shell in shells:
        shell.enter("quit")
        assert shell.ended() == 0
    assert len(rows(path)) == 4
