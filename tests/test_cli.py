"""The doors: what a line prints and where, its exit code, and that nothing ends in a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import Bezique

from bezique_score.cli import main
from bezique_score.cli.app import MODULES

# Answers


def test_an_answer_says_who_what_points_total_and_what_is_left(friday: Bezique) -> None:
    assert friday("declare bez") == (0, "3  Anna: bezique; Anna +40 = 40 (960 to go).\n", "")


def test_a_trick_reads_the_cards_back(friday: Bezique) -> None:
    assert friday("trick QS тп").out == "3  Boris takes the trick: Q♠ A♠; 44 left in the stock.\n"


def test_undo_says_what_it_takes_back(friday: Bezique) -> None:
    friday("declare bez")
    assert friday("undo").out == "4  undo of entry 3 (Anna: bezique); Anna -40 = 0 (1000 to go).\n"
    assert friday("redo").out == "5  redo of entry 3 (Anna: bezique); Anna +40 = 40 (960 to go).\n"


def test_the_entry_that_wins_says_so(bezique: Bezique) -> None:
    bezique("new t Anna Boris --rules classic --target 30 --dealer b")
    bezique("deal --trump s")
    said = bezique("end anna=12 --last anna")
    assert said.out.splitlines()[1] == "Anna has won: 130, the target was 30."


def test_a_new_session_is_talk_not_data(bezique: Bezique) -> None:
    said = bezique("new t Anna Boris --rules classic --dealer a")
    assert said == (0, "", "t: Bezique with two packs; Anna, Boris; Anna deals first; to 1000.\n")


# Refusals


def test_a_refusal_says_what_the_rule_and_what_would_do(friday: Bezique) -> None:
    assert friday("declare boris bezique") == (
        1,
        "",
        "Boris cannot declare: Anna won trick 1.   [not-the-trick-winner]\n"
        "The winner of a trick declares, before drawing.\n"
        "Try: bezique declare bezique   (for Anna)\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "dael",
        "declare",
        "declare --foo",
        "--foo",
        "deal",
        "adjust boris 10",
        "adjust boris 10 --nte x",
        "adjust boris ten --note x",
        "amend 1",
        "amend x deal",
        "amend 1 score",
        "amend 1 undo",
        "amend 1 deal --trump s -f other.toml",
        "undo x",
        "agree",
        "note ''",
        "sheet --format runes",
        "new t Anna Boris --set packs",
        "new t Anna Boris --target many",
        "new t",
        "run - --atomic --keep-going",
        "rules foo",
        "",
    ],
)
def test_what_is_no_line_of_the_language_ends_with_2(friday: Bezique, line: str) -> None:
    said = friday(line)
    assert said.status == 2
    assert not said.out or not line
    assert "Traceback" not in said.err
    assert friday("score --json").out.count('"number": 1') == 2


def test_a_mistyped_command_is_answered_with_the_nearest(bezique: Bezique) -> None:
    assert "Did you mean deal?" in bezique("dael").err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("score -f nowhere.toml", "bad-file"),
        ("open nobody", "unknown-session"),
        ("new friday Anna Boris", "bad-name"),
        ("new ../x Anna Boris", "bad-name"),
        ("new t Anna Boris --rules whist", "unknown-rules"),
        ("new friday Anna Boris --rules whist", "unknown-rules"),
        ("new t Anna Boris --dealer zed", "unknown-player"),
        ("rules show whist", "unknown-rules"),
        ("sheet -o nowhere/sheet.txt", "bad-file"),
        ("sheet -o sheet.toml", "bad-file"),
        ("run nowhere.txt", "bad-file"),
        ("run .", "bad-file"),
        ("melds zed", "unknown-player"),
        ("bid zed 100", "not-in-this-game"),
        ("undo 99", "nothing-to-undo"),
        ("undo -1", "nothing-to-undo"),
        ("amend 99 deal --trump s", "nothing-to-undo"),
        ("redo", "nothing-to-redo"),
    ],
)
def test_a_refusal_ends_with_1_and_its_code(friday: Bezique, line: str, code: str) -> None:
    said = friday(line)
    assert (said.status, said.out) == (1, "")
    assert f"[{code}]" in said.err


@pytest.mark.parametrize("line", ["sessions", "new t Anna Boris"])
def test_a_sessions_folder_that_is_none_is_refused(
    bezique: Bezique, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path / "file"))
    said = bezique(line)
    assert (said.status, said.out) == (1, "")
    assert "[bad-file]" in said.err


def test_cards_are_the_last_reason_to_refuse(friday: Bezique) -> None:
    assert "[not-the-trick-winner]" in friday("declare boris marriage KH QD").err
    assert "[wrong-cards]" in friday("declare anna marriage KH QD").err
    assert "[hand-open]" in friday("deal --trump s --upcard 7H").err
    friday("end anna=16 --last anna")
    assert "[wrong-cards]" in friday("deal --trump s --upcard 7H").err
    assert "[no-infuzorka]" in friday("deal --upcard '*'").err


def test_nothing_drives_the_terminal(friday: Bezique) -> None:
    said = friday("declare '\x1b[31m\u202ered\nblue'")
    assert "\x1b" not in said.err
    assert "\u202e" not in said.err
    friday("note '\x1b]0;title\x07 \x9b \u202e'")
    for line in ("log", "log --json", "sheet", "sheet --format csv"):
        assert not set("\x1b\x07\x9b\u202e") & set(friday(line).out), line


@pytest.mark.usefixtures("friday")
def test_a_word_that_no_file_could_keep_is_no_line() -> None:
    assert main(["note", "\udcff"]) == 2


# Sessions


def test_the_session_is_the_current_one_or_the_file_given(
    friday: Bezique, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    friday(f"new other Anna Boris --rules rubicon --file {tmp_path}/other.toml")
    assert json.loads(friday("score --json").out)["session"] == "other"
    friday("open friday")
    assert json.loads(friday("score --json").out)["session"] == "friday"
    assert json.loads(friday("score --json -f other.toml").out)["session"] == "other"
    monkeypatch.setenv("BEZIQUE_FILE", f"{tmp_path}/other.toml")
    assert json.loads(friday("score --json").out)["session"] == "other"


def test_sessions_are_listed_even_when_one_cannot_be_read(friday: Bezique, tmp_path: Path) -> None:
    (tmp_path / "home" / "broken.toml").write_text("nothing")
    listed = {row["session"]: row for row in json.loads(friday("sessions --json").out)}
    assert listed["friday"]["current"]
    assert listed["broken"]["problem"]
    assert "friday" in friday("sessions").out


# Setting right


def test_amend_reads_its_line_as_any_other(friday: Bezique) -> None:
    friday("adjust anna 10 --note gift")
    assert friday('amend 3 adjust boris -10 --note "a revoke"').out.endswith(
        "Anna -10 = 0 (1000 to go); Boris -10 = -10 (1010 to go).\n"
    )
    assert friday("amend -f home/friday.toml 1 deal --upcard 7H").status == 0


# Looking


@pytest.mark.parametrize(
    "line", ["score", "log", "log --all", "melds", "melds anna", "sheet", "sessions", "check", "rules",
             "rules show russian", "rules diff russian classic"]
)  # fmt: skip
def test_what_is_looked_at_is_printed_for_people_and_for_programs(friday: Bezique, line: str) -> None:
    assert friday(line).out.strip()
    said = friday(f"{line} --json")
    assert said.status == 0
    assert json.loads(said.out) is not None


def test_a_sheet_is_written_to_a_file(friday: Bezique, tmp_path: Path) -> None:
    said = friday("sheet --format markdown -o sheet.md")
    assert (said.status, said.out) == (0, "")
    assert (tmp_path / "sheet.md").read_text(encoding="utf-8") == friday("sheet --format markdown").out


def test_rules_are_copied_once(bezique: Bezique, tmp_path: Path) -> None:
    assert bezique("rules copy russian mine.toml").status == 0
    assert bezique("rules show ./mine.toml").status == 0
    before = (tmp_path / "mine.toml").read_bytes()
    assert "[bad-file]" in bezique("rules copy classic mine.toml").err
    assert (tmp_path / "mine.toml").read_bytes() == before


def test_check_reports_and_ends_with_1(friday: Bezique, tmp_path: Path) -> None:
    assert friday("check friday").status == 0
    (tmp_path / "bad.toml").write_text("x")
    said = friday("check bad.toml friday")
    assert said.status == 1
    assert "bad.toml" in said.out


def test_every_command_explains_itself_and_takes_a_file(bezique: Bezique) -> None:
    listed = bezique("--help").out
    for name in MODULES:
        assert f"  {name} " in listed
        said = bezique(f"{name} --help")
        assert said.status == 0
        assert "--file" in said.out, name


def test_the_version_is_told(bezique: Bezique) -> None:
    assert bezique("--version").out == "bezique 0.1.0\n"


# The process


def test_the_module_is_the_command_and_a_reader_may_leave(tmp_path: Path) -> None:
    environment = dict(os.environ, BEZIQUE_HOME=str(tmp_path))
    command = [sys.executable, "-m", "bezique_score"]
    for arguments in (["new", "t", "Anna", "Boris"], ["deal", "--trump", "s"]):
        subprocess.run([*command, *arguments], env=environment, check=True, capture_output=True)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([*command, "log"], env=environment, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"The answer cannot be written: No space left on device.\n")
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*command, "log"], env=environment, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")


def test_where_talk_cannot_be_heard_it_does_not_become_data(
    bezique: Bezique, monkeypatch: pytest.MonkeyPatch
) -> None:
    bezique("new t Anna Boris")
    monkeypatch.setattr(sys, "stderr", None)
    assert bezique("deal").out == ""


def test_a_name_with_a_dash_is_no_name_and_two_dashes_are_no_option(bezique: Bezique) -> None:
    assert "[wrong-players]" in bezique("new t Anna -Boris").err
    assert "There is no option --rule" in bezique("new t Anna Boris --rule classic").err
    assert bezique("new t Anna Boris").status == 0


def test_cards_that_make_nothing_are_wrong_before_they_have_served(bezique: Bezique) -> None:
    for line in ("new t Anna Boris --rules classic", "deal --trump s", "trick anna", "declare aces s h d c"):
        bezique(line)
    for line in ("trick anna", "declare aces s h d c", "trick anna"):
        bezique(line)
    assert "[card-already-used]" in bezique("declare aces s h d c").err
    assert "[wrong-cards]" in bezique("declare aces AS AH AD KC").err


def test_the_help_text_is_set_as_it_is_written(bezique: Bezique) -> None:
    assert "\n  To begin:\n    bezique new friday Anna Boris " in bezique("--help").out


@pytest.mark.parametrize("while_it", ["is imported", "answers"])
def test_an_interrupt_is_an_exit_code_and_no_traceback(while_it: str, tmp_path: Path) -> None:
    struck = "bezique_score.cli" if while_it == "is imported" else "bezique_score.cli.looking"
    interrupting = f"""
import sys
from bezique_score.__main__ import run

class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == {struck!r}:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupted())
sys.argv = ["bezique", "score"]
run()
"""
    environment = {**os.environ, "BEZIQUE_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", interrupting], env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
