"""The shell at the table (issue 4): an evening typed at a pseudo-terminal, and its screen."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from screen import Terminal

from bezique_score.scorebook import Scorebook

PROMPT = "bezique> "
AWAITING = "bezique>"


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Terminal]:
    with Terminal(tmp_path, "play") as terminal:
        terminal.wait_for(AWAITING)
        yield terminal


def elsewhere(home: Path, *words: str) -> str:
    """Run a line in another terminal."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BEZIQUE")}
    done = subprocess.run(
        [sys.executable, "-m", "bezique_score", *words],
        env=environment | {"BEZIQUE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def totals(home: Path, name: str = "friday") -> dict[str, int]:
    return Scorebook.open(home / f"{name}.toml").replay.table.totals


EVENING = """\
`?` helps, Ctrl-D leaves; every entry is on disk when it is answered.
bezique> new friday Anna Boris --target 400
friday: Russian commercial bezique; Anna, Boris; Boris deals first; to 400.
bezique> deal --trump s
1  Boris: deal, trumps ♠; Anna leads.
bezique> a bez
2  Anna takes the trick; 136 left in the stock.
3  Anna: bezique; Anna +25 = 25 (375 to go).
bezique> b qui -i J
4  Boris takes the trick; 134 left in the stock.
5  Boris: quint (infuzorka for the jack); Boris +50 = 50 (350 to go).
bezique> a
6  Anna takes the trick; 132 left in the stock.
bezique> declare boris marriage
Boris cannot declare: Anna won trick 3.   [not-the-trick-winner]
The winner of a trick declares, before drawing.
Try: declare marriage   (for Anna)
bezique> undo
7  undo of entry 6 (Anna takes the trick).
bezique> b tq; end
8  Boris takes the trick; 132 left in the stock.
9  Boris: trump queens; Boris +176 = 226 (174 to go).
10  end of the hand.
A large entry: Boris +176 at once.
bezique> deal --trump h; b bj; end
11  Anna: deal, trumps ♥; Boris leads.
12  Boris takes the trick; 136 left in the stock.
13  Boris: bezique jacks; Boris +164 = 390 (10 to go).
14  end of the hand.
A large entry: Boris +164 at once.
bezique> deal --trump c; a ta; b 4k; b 4k; end
15  Boris: deal, trumps ♣; Anna leads.
16  Anna takes the trick; 136 left in the stock.
17  Anna: trump aces; Anna +110 = 135 (265 to go).
18  Boris takes the trick; 134 left in the stock.
19  Boris: four kings; Boris +8 = 398 (2 to go).
20  Boris takes the trick; 132 left in the stock.
21  Boris: four kings; Boris +16 = 414.
22  end of the hand.
Boris has won: 414, the target was 400.
Boris has reached 400; the game is decided when the hand is closed.
bezique> quit
Boris has won
Anna 135 (265 to go) · Boris 414 (0 to go)
friday: 22 entries, all on disk."""


def test_an_evening_in_the_shell(shell: Terminal, tmp_path: Path) -> None:
    typed = [line.removeprefix(PROMPT) for line in EVENING.splitlines() if line.startswith(PROMPT)]
    for line in typed[:-1]:
        before = shell.everything.count(AWAITING)
        shell.enter(line)
        shell.wait_until(lambda before=before: shell.everything.count(AWAITING) > before)  # type: ignore[misc]
    shell.enter("quit")
    assert shell.ended() == 0
    assert shell.everything.rstrip() == EVENING
    assert totals(tmp_path) == {"Anna": 135, "Boris": 414}


def test_the_standing_is_always_in_view(shell: Terminal) -> None:
    assert "No session is open" in shell.bottom
    shell.enter("new friday Anna Boris", "friday:")
    assert "nothing dealt yet · Boris deals first" in shell.bottom
    assert "Anna 0 (1000 to go) · Boris 0 (1000 to go)" in shell.bottom
    shell.enter("deal --trump s; a bez", "3  Anna")
    assert "hand 1 · trumps ♠ · dealt by Boris · Anna leads · stock 136" in shell.bottom
    assert "Anna 25 (975 to go) · Boris 0 (1000 to go)" in shell.bottom
    shell.enter("end", "4  end")
    assert "hand 1 is closed · Anna deals next" in shell.bottom


def test_in_thousand_what_the_bidder_needs_is_in_view(shell: Terminal) -> None:
    shell.enter("new three Vera Gleb Dina --rules thousand", "three:")
    shell.enter("deal; bid vera 140; declare h", "Vera needs 40 for the 140")
    assert "Vera needs 40 for the 140" in shell.bottom


def test_what_can_be_declared_is_offered_with_its_price(shell: Terminal) -> None:
    shell.enter("new friday Anna Boris; deal --trump s", "1  Boris")
    shell.press("a be")
    shown = shell.wait_for("bezique jacks 164")
    assert "bezique 25" in shown
    shell.press("\x7f\x7fqui")
    shell.wait_for("quint 50")
    shell.press("\t")
    shell.wait_until(lambda: f"{PROMPT}a quint" in shell.everything)
    shell.press("\r")
    shell.wait_for("3  Anna: quint; Anna +50 = 50")
    shell.press("b be")
    assert "bezique 25" in shell.wait_for("bezique jacks 164")


def test_ctrl_c_drops_the_line_and_ctrl_d_leaves(shell: Terminal, tmp_path: Path) -> None:
    shell.enter("new friday Anna Boris; deal --trump s; a bez", "3  Anna")
    shell.press("b bez\x03")
    shell.wait_for("Nothing is lost")
    shell.enter("b", "4  Boris")
    shell.press("\x04")
    assert shell.ended() == 0
    assert "friday: 4 entries, all on disk." in shell.everything
    assert totals(tmp_path) == {"Anna": 25, "Boris": 0}


def test_every_entry_is_on_disk_when_it_is_answered(shell: Terminal, tmp_path: Path) -> None:
    shell.enter("new friday Anna Boris; deal --trump s", "1  Boris")
    shell.enter("a bez", "3  Anna")
    shell.kill(signal.SIGKILL)
    assert totals(tmp_path) == {"Anna": 25, "Boris": 0}


def test_what_another_program_enters_is_read_first(shell: Terminal, tmp_path: Path) -> None:
    shell.enter("new friday Anna Boris; deal --trump s; a", "2  Anna")
    elsewhere(tmp_path, "declare", "anna", "bezique")
    shell.enter("b m", "5  Boris")
    assert "Entered meanwhile by another program: 1." in shell.everything
    assert "3  Anna: bezique; Anna +25 = 25 (975 to go)." in shell.everything
    assert totals(tmp_path) == {"Anna": 25, "Boris": 4}


def test_lines_are_kept_from_evening_to_evening(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play") as first:
        first.wait_for(AWAITING)
        first.enter("new friday Anna Boris; deal --trump s", "1  Boris")
        first.press("\x04")
        assert first.ended() == 0
    with Terminal(tmp_path, "play") as second:
        second.wait_for(AWAITING)
        second.press("\x1b[A")
        second.wait_for("bezique> new friday Anna Boris; deal --trump s")


def test_help_is_a_question_mark_away(shell: Terminal) -> None:
    shell.enter("?", "several lines in one", "Tab completes a word")
    shell.enter("? declare", "bezique declare [PLAYER] MELD")
    shell.enter("? nonsense", "There is no command nonsense.")


def test_a_refusal_is_red_where_there_are_colours(shell: Terminal) -> None:
    shell.enter("nonsense", "There is no command nonsense.")
    assert b"\x1b[31mThere is no command" in shell.raw


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    with Terminal(tmp_path, "play", environment=environment) as terminal:
        terminal.wait_for(AWAITING)
        terminal.enter("nonsense", "There is no command nonsense.")
        assert b"\x1b[31m" not in terminal.raw
        assert b"\x1b[3" not in terminal.raw.replace(b"\x1b[39m", b"")


def test_no_colours_where_the_settings_say_so(tmp_path: Path) -> None:
    elsewhere(tmp_path, "config", "set", "colours", "never")
    with Terminal(tmp_path, "play") as terminal:
        terminal.wait_for(AWAITING)
        terminal.enter("nonsense", "There is no command nonsense.")
        assert b"\x1b[31m" not in terminal.raw


def test_a_dumb_terminal_is_told_the_standing_line_by_line(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", environment={"TERM": "dumb"}) as terminal:
        terminal.wait_for(AWAITING)
        terminal.enter(
            "new friday Anna Boris; deal --trump s; a bez", "Anna 25 (975 to go) · Boris 0 (1000 to go)"
        )


def test_without_a_terminal_it_is_a_script(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bezique_score", "play"],
        input="new friday Anna Boris\ndeal --trump s; a bez\nnonsense\na\n",
        env=os.environ | {"BEZIQUE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout.endswith("3  Anna: bezique; Anna +25 = 25 (975 to go).\n")
    assert "line 3: There is no command nonsense.   [usage]" in done.stderr


def test_a_session_in_russian_and_a_name_with_spaces(shell: Terminal, tmp_path: Path) -> None:
    shell.enter("new вечер 'Анна Мария' Борис; deal --trump пики", "1  Борис")
    shell.press("а без")
    shell.wait_for("bezique 25")
    shell.press("\r")
    shell.wait_for("3  Анна Мария: bezique; Анна Мария +25 = 25")
    assert totals(tmp_path, "вечер") == {"Анна Мария": 25, "Борис": 0}
