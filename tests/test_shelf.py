"""Whole sessions: found among others, archived, renamed, deleted, and brought back."""

import json
from pathlib import Path

import pytest
from terminal import Bezique

from bezique_score.cli import main
from bezique_score.journal import lock
from bezique_score.journal.lock import Lock
from bezique_score.journal.store import Store
from bezique_score.scorebook import Scorebook


def listed(run: Bezique, line: str = "sessions") -> list[str]:
    return [row["session"] for row in json.loads(run(f"{line} --json").out)]


@pytest.fixture
def several(bezique: Bezique) -> Bezique:
    for line in (
        "new one Anna Boris",
        "new two Clara Boris --rules rubicon",
        "new three Anna Clara --rules classic --target 10 --dealer clara",
        "deal --trump hearts",
        "end anna=10 --last anna",
    ):
        assert bezique(line).status == 0, line
    return bezique


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ("--player anna", {"one", "three"}),
        ("--player BOR", {"one", "two"}),
        ("--game rub", {"two"}),
        ("--game my-own", set()),
        ("--unfinished", {"one", "two"}),
        ("--since 2001-01-01", {"one", "two", "three"}),
        ("--since 9999-01-01", set()),
        ("--player anna --unfinished", {"one"}),
    ],
)
def test_sessions_are_found_by_player_game_time_and_state(several: Bezique, filters: str, found: set[str]) -> None:
    assert set(listed(several, f"sessions {filters}")) == found


def test_a_day_that_is_none_and_a_game_that_is_none_are_refused(several: Bezique) -> None:
    assert several("sessions --since yesterday").status == 2
    assert several("sessions --game '?'").status == 1


def test_an_unreadable_session_is_listed_where_all_are_asked_for(several: Bezique, tmp_path: Path) -> None:
    (tmp_path / "home" / "broken.toml").write_text("format = ")
    assert "broken" in listed(several)
    assert "broken" not in listed(several, "sessions --player anna")


def test_an_archived_session_is_not_listed_and_can_be_brought_back(several: Bezique, tmp_path: Path) -> None:
    before = (tmp_path / "home" / "one.toml").read_bytes()
    assert several("sessions archive ONE").status == 0
    assert "one" not in listed(several)
    assert listed(several, "sessions --archived") == ["one"]
    assert several("sessions restore one").status == 0
    assert (tmp_path / "home" / "one.toml").read_bytes() == before


def test_nothing_in_the_archive_is_overwritten(several: Bezique, tmp_path: Path) -> None:
    several("sessions archive one")
    several("new one Dora Emil")
    several("sessions archive one")
    assert {path.name for path in (tmp_path / "home" / "archive").glob("*.toml")} == {"one.toml", "one 2.toml"}


def test_a_session_is_deleted_only_when_somebody_says_so_and_a_copy_is_kept(
    several: Bezique, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (tmp_path / "home" / "one.toml").read_bytes()
    assert several("sessions delete one").status == 2  # nobody is there to be asked
    assert "one" in listed(several)
    for answer, gone in (("no\n", False), ("", False), ("y\n", True)):
        monkeypatch.setattr("sys.stdin", Person(answer))
        assert (several("sessions delete one").status == 0) == gone
        assert ("one" not in listed(several)) == gone
    assert (tmp_path / "home" / "deleted" / "one.toml").read_bytes() == before
    assert several("sessions restore one").status == 0


class Person:
    """Somebody at the terminal with one answer."""

    def __init__(self, answer: str) -> None:
        self.answer = answer

    def isatty(self) -> bool:
        return True

    def readline(self) -> str:
        return self.answer


def test_the_current_session_is_forgotten_when_it_is_put_away(several: Bezique) -> None:
    assert several("sessions archive three").status == 0
    assert "[unknown-session]" in several("score").err


def test_a_renamed_session_says_its_new_name_and_keeps_everything_else(several: Bezique, tmp_path: Path) -> None:
    old = tmp_path / "home" / "three.toml"
    old.write_text(old.read_text().replace('name = "three"', 'name = "three"  # our best') + "# the end\n")
    before = old.read_text()
    assert several("sessions rename three \"=kitchen 'x'\"").status == 0
    new = tmp_path / "home" / "=kitchen 'x'.toml"
    assert not old.exists()
    assert new.read_text() == before.replace('"three"', "\"=kitchen 'x'\"")
    assert Scorebook.open(new).header.name == "=kitchen 'x'"
    assert several("score").status == 0  # still the current one


def test_a_session_may_be_renamed_in_its_case_only_but_not_to_another_session(several: Bezique) -> None:
    assert several("sessions rename one One").status == 0
    assert "[bad-name]" in several("sessions rename two ONE").err
    assert "[bad-name]" in several("sessions rename two two").err
    assert "[bad-name]" in several("sessions rename two ../two").err
    assert set(listed(several)) == {"One", "two", "three"}


@pytest.mark.usefixtures("several")
def test_a_file_outside_the_folder_is_left_alone(tmp_path: Path) -> None:
    outside = tmp_path / "outside.toml"
    (tmp_path / "home" / "one.toml").rename(outside)
    for line in ("archive", "delete -y", "rename"):
        command, *options = line.split()
        last = ["new name"] if command == "rename" else []
        assert main(["sessions", command, str(outside), *last, *options]) == 1
    assert outside.exists()


def test_a_script_moves_no_session_that_it_may_be_writing(several: Bezique, tmp_path: Path) -> None:
    (tmp_path / "script").write_text("open one\nsessions archive one\n")
    assert "[wrong-time]" in several("run script").err
    assert "one" in listed(several)


def test_a_session_brought_back_replaces_none_that_was_made_meanwhile(
    several: Bezique, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several("sessions archive one")
    made = tmp_path / "home" / "one.toml"
    take = Lock.take

    def take_late(held: Lock) -> None:
        take(held)
        made.write_text("theirs")

    monkeypatch.setattr(Lock, "take", take_late)
    assert "[bad-name]" in several("sessions restore one").err
    assert made.read_text() == "theirs"
    assert (tmp_path / "home" / "archive" / "one.toml").exists()


def test_a_session_is_renamed_under_the_lock_of_its_new_name_too(
    several: Bezique, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lock, "LOCK_WAIT", 0.0)
    with Store(tmp_path / "home" / "new.toml").locked():
        assert "another program is writing it" in several("sessions rename one new").err
    assert several("sessions rename one new").status == 0
