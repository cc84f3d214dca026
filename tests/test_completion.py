"""Completion (issue 4): what could be typed next, at the table and in the shells of the system."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from door import Door

from bezique_score.cli.completing import complete_line
from bezique_score.text import speaking
from bezique_score.translations import speech_of

RUSSIAN = ("new friday Anna Boris 'Clara Maria'", "deal --trump spades", "trick anna")


@pytest.fixture
def table(tmp_path: Path) -> Door:
    return Door(tmp_path, *RUSSIAN)


def offered(table: Door, text: str) -> dict[str, str]:
    choices, _ = complete_line(text, table.desk)
    return dict(choices)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("de", ["deal", "declare"]),
        ("an", ["anna"]),
        ("trick ", ["Anna", "Boris", "Clara"]),
        ("trick b", ["boris"]),
        ("a; de", ["deal", "declare"]),
        ("declare anna qu", ["quint", "queens", "queens-of-trumps"]),
        ("a qu", ["quint", "queens", "queens-of-trumps"]),
        ("a кв", ["квинт"]),
        ("a kar", ["kareta-dam", "kareta-króli", "kareta-asów", "kareta-waletów"]),
        ("deal --trump ", ["spades", "hearts", "diamonds", "clubs"]),
        ("deal --trump h", ["hearts"]),
        ("deal --trump чер", ["черви"]),
        ("deal --t", ["--trump"]),
        ("declare quint -i ", ["A", "K", "Q", "J", "10", "9"]),
        ("declare quint --a", ["--allow"]),
        ("trick Q", ["QS", "QH", "QD", "QC"]),
        ("end --last b", ["boris"]),
        ("agree A", ["Anna="]),
        ("undo ", ["2", "1"]),
        ("amend 2 trick bo", ["boris"]),
        ("open fr", ["friday"]),
        ("rules show ru", ["rubicon", "russian"]),
        ("new x A B --rules th", ["three-handed", "thousand-stock", "thousand-two", "thousand-three"]),
        ("new x A B --rules rubicon --set rub", ["rubicon-brisques="]),
        ("new x A B --rules rubicon --set rubicon-brisques=", ["rubicon-brisques=300", "rubicon-brisques=320"]),
        ("sheet --format m", ["markdown"]),
        ("explain stock", ["stock-empty"]),
        ("config set l", ["language"]),
        ("config set language ", ["en", "ru", "pl"]),
        ("nobody ", []),
        ("trick 'An", []),
        ("note ", []),
    ],
)
def test_what_could_come_next(table: Door, text: str, words: list[str]) -> None:
    found = list(offered(table, text))
    assert [word for word in found if word in words] == words or sorted(found) == sorted(words)
    assert len(found) == len(words)


def test_a_price_is_that_of_the_moment(table: Door) -> None:
    assert offered(table, "declare anna bez")["bezique"] == "bezique 25"
    table.enter("declare anna bezique", "trick anna")
    assert offered(table, "declare anna bez")["bezique"] == "bezique 50"
    assert offered(table, "b bez")["bezique"] == "bezique 25"


def test_only_what_is_possible_now_is_offered(tmp_path: Path) -> None:
    table = Door(tmp_path, "new two Anna Boris --set packs=2", "deal --trump spades", "trick anna")
    table.enter("declare anna bezique", "trick anna", "declare anna bezique", "trick boris")
    assert "bezique" not in offered(table, "declare boris ")
    assert offered(table, "declare boris ")


def test_after_a_declaration_none_is_offered_until_the_next_trick(table: Door) -> None:
    assert offered(table, "declare mar")
    assert offered(table, "declare boris mar") == {}, "Anna has won the trick"
    table.enter("declare bezique")
    assert offered(table, "declare mar") == {}
    assert offered(table, "b mar"), "a short line takes the next trick first"


@pytest.mark.parametrize(("language", "told"), [("ru", "За столом согласились"), ("pl", "Stół zgodził się")])
def test_options_are_explained_in_the_language(table: Door, language: str, told: str) -> None:
    with speaking(speech_of(language)):
        assert told in offered(table, "declare quint --al")["--allow"]


def test_the_suits_of_a_marriage_have_their_prices(tmp_path: Path) -> None:
    table = Door(tmp_path, "new c Anna Boris --rules classic", "deal --trump hearts", "trick anna")
    assert offered(table, "declare anna marriage ")["hearts"] == "♥ 40"
    assert offered(table, "a m s") == {"spades": "♠ 20"}


def test_in_thousand_a_suit_is_offered_alone(tmp_path: Path) -> None:
    table = Door(tmp_path, "new t Vera Gleb Dina --rules thousand", "deal", "bid vera 120")
    assert offered(table, "declare vera ")["hearts"] == "marriage ♥ 100"


def test_files_are_offered(table: Door, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sheets").mkdir()
    (tmp_path / "Sheet.txt").touch()
    assert list(offered(table, "sheet -o sh")) == ["sheets/"]
    (tmp_path / "sheets" / "friday.md").touch()
    assert list(offered(table, "sheet -o sheets/f")) == ["sheets/friday.md"]


def test_nothing_is_offered_where_nothing_can_be_known(tmp_path: Path) -> None:
    table = Door(tmp_path)
    assert offered(table, "trick a") == {}
    Door(tmp_path, *RUSSIAN).path.write_text("broken")
    assert offered(table, "declare anna ") == {}


# The shells of the system


def completed(home: Path, shell: str, line: str) -> str:
    """Ask as the shell does, at the end of a line."""
    words = line.split(" ")
    asked = {
        "bash": {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)},
        "zsh": {"_TYPER_COMPLETE_ARGS": line},
        "fish": {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"},
    }
    environment = {key: value for key, value in os.environ.items() if not key.startswith("BEZIQUE")}
    done = subprocess.run(
        [sys.executable, "-m", "bezique_score"],
        env=environment | asked[shell] | {"BEZIQUE_HOME": str(home), "_BEZIQUE_COMPLETE": f"complete_{shell}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("bezique op", ["open"]),
        ("bezique open ", ["friday"]),
        ("bezique trick b", ["boris"]),
        ("bezique declare anna qu", ["quint", "queens", "queens-of-trumps"]),
        ("bezique rules show rus", ["russian"]),
    ],
)
def test_bash_knows_sessions_players_declarations_and_games(table: Door, line: str, words: list[str]) -> None:
    assert completed(table.desk.library.home, "bash", line).split() == words


def test_zsh_and_fish_show_the_prices(table: Door) -> None:
    home = table.desk.library.home
    assert '"quint":"quint 50"' in completed(home, "zsh", "bezique declare anna qui")
    assert completed(home, "fish", "bezique declare anna qui").split("\t") == ["quint", "quint 50\n"]


def test_completion_is_installed_for_the_shell(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/bash", "-c", f"{sys.executable} -m bezique_score --install-completion; exit $?"],
        env=os.environ | {"HOME": str(tmp_path), "BEZIQUE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "bash completion installed" in done.stdout
    (script,) = [path for path in tmp_path.rglob("*.sh") if "bezique" in path.name]
    assert "_BEZIQUE_COMPLETE=complete_bash" in script.read_text()


def test_a_session_named_on_the_line_is_the_one_asked(table: Door, tmp_path: Path) -> None:
    table.enter("new sunday Dora Egon")
    told = completed(tmp_path, "bash", f"bezique trick -f {tmp_path}/friday.toml an")
    assert told.split() == ["anna"]
