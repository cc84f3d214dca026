"""The sessions folder: names that are files, which session is current, and none that leaves the folder."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bezique_score.library import Library, default_home
from bezique_score.names import fold_name, verify_players
from bezique_score.refusal import Code, Refusal


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "home")


def add(library: Library, name: str) -> Path:
    path = library.path_for(name)
    path.write_text("format = 1\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["Friday", "Пятница ♠ 🂡", "a.toml", "current", "x" * 240, "100%", "a b"])
def test_a_session_is_a_file_in_the_folder(library: Library, name: str) -> None:
    path = add(library, name)
    assert path.parent == library.home
    assert library.find(name) == path
    assert library.sessions() == [path]


@pytest.mark.parametrize(
    "name",
    ["", " ", ".", "..", ".hidden", "-f", "../t", "a/b", "a\\b", "/etc/passwd", "a\nb", "a\0b", "\x1b[2J",
     "x" * 241, "я" * 121, "a\u2028b", "\udc80"],
)  # fmt: skip
def test_a_name_that_cannot_be_a_file_is_refused(library: Library, name: str) -> None:
    with pytest.raises(Refusal) as caught:
        library.path_for(name)
    assert caught.value.code is Code.BAD_NAME
    assert not library.home.exists()


@pytest.mark.parametrize(("first", "second"), [("Friday", "friday"), ("Zoë", "zoe\u0308"), ("straße", "STRASSE")])
def test_a_taken_name_is_refused_however_it_is_written(library: Library, first: str, second: str) -> None:
    path = add(library, first)
    with pytest.raises(Refusal) as caught:
        library.path_for(second)
    assert caught.value.code is Code.BAD_NAME
    assert caught.value.line == f"open {first}"
    assert library.find(second) == path


def test_a_session_is_found_by_the_path_of_its_file(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.toml"
    path.touch()
    assert library.find(str(path)) == path


@pytest.mark.parametrize("word", ["firday", "../home", "", "a\0b", "x" * 5000])
def test_an_unknown_session_is_refused(library: Library, word: str) -> None:
    add(library, "friday")
    with pytest.raises(Refusal) as caught:
        library.find(word)
    assert caught.value.code is Code.UNKNOWN_SESSION
    if word == "firday":
        assert str(caught.value.advice) == "did you mean friday?"


def test_the_current_session_is_the_one_opened_last(library: Library, tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        library.current()
    assert caught.value.code is Code.UNKNOWN_SESSION
    friday, outside = add(library, "friday"), tmp_path / "out side\n.toml"
    outside.touch()
    for path in (friday, outside, friday):
        library.make_current(path)
        assert library.current() == path
    assert sorted(path.name for path in library.home.iterdir()) == ["current", "friday.toml"]


def test_a_moved_folder_keeps_its_current_session(library: Library, tmp_path: Path) -> None:
    library.make_current(add(library, "friday"))
    moved = library.home.rename(tmp_path / "moved")
    assert Library(moved).current() == moved / "friday.toml"


def test_a_current_session_that_is_gone_is_refused(library: Library) -> None:
    path = add(library, "friday")
    library.make_current(path)
    path.unlink()
    with pytest.raises(Refusal) as caught:
        library.current()
    assert caught.value.code is Code.UNKNOWN_SESSION


def test_sessions_are_listed_the_one_written_last_first(library: Library) -> None:
    assert library.sessions() == []
    for age, name in enumerate(("new", "middle", "old")):
        moment = datetime(2026, 1, 10 - age, tzinfo=UTC).timestamp()
        os.utime(add(library, name), (moment, moment))
    (library.home / ".new.toml.lock").touch()
    (library.home / ".x.toml").touch()
    (library.home / "folder.toml").mkdir()
    assert [path.stem for path in library.sessions()] == ["new", "middle", "old"]


def test_a_folder_that_cannot_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    library = Library(tmp_path / "file")
    for action in (lambda: library.path_for("x"), lambda: library.make_current(Path("x")), library.sessions):
        with pytest.raises(Refusal) as caught:
            action()
        assert caught.value.code is Code.BAD_FILE


def test_the_default_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert default_home().name == "bezique"


@pytest.mark.parametrize(
    "name", ["Anna", "Anna Maria", "a=b", "👨‍👩‍👧", "e\u0301", "'; DROP", "=1+1", "<b>", "x" * 255]
)
def test_a_player_may_have_any_name(name: str) -> None:
    verify_players([name, "other"], partners=False)


@pytest.mark.parametrize("name", ["", "  ", "-x", "a\tb", "a\x7f", "a\u2029", "\x1b[31m", "\ud800", "x" * 1000])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        verify_players([name, "other"], partners=False)
    assert caught.value.code is Code.WRONG_PLAYERS


def test_a_plus_is_refused_only_among_partners() -> None:
    verify_players(["a+b", "c"], partners=False)
    with pytest.raises(Refusal):
        verify_players(["a+b", "c"], partners=True)


def test_names_are_the_same_without_case_and_composed() -> None:
    assert fold_name("ZOE\u0308") == fold_name("zoë")
    assert fold_name("Семён") != fold_name("Семен")
