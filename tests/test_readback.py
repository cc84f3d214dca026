"""Read-back, previews, prices, explanations and settings (issue 4)."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from door import Door

from bezique_score.cli import main
from bezique_score.cli.answers import Printed, in_words
from bezique_score.cli.line import answer_line
from bezique_score.explanations import EXPLANATIONS
from bezique_score.refusal import RULES, Code
from bezique_score.rules.load import game_ids, packaged_document, rulebook_of
from bezique_score.rules.vocabulary import meld_words
from bezique_score.sheet.prices import prices_data, prices_text, shortest_word

Say = Callable[[str], Printed]


@pytest.fixture
def bezique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)

    def run(line: str) -> Printed:
        main(shlex.split(line))
        return Printed(*capsys.readouterr())

    return run


def said(door: Door, line: str) -> Printed:
    return in_words(answer_line(line, door.desk))


# Read-back


def test_an_entry_is_read_back_with_points_total_and_rest(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris", "deal --trump s", "trick anna")
    assert said(door, "declare bezique") == Printed("3  Anna: bezique; Anna +25 = 25 (975 to go).\n")


def test_what_the_bidder_needs_is_read_back(tmp_path: Path) -> None:
    door = Door(tmp_path, "new t Vera Gleb Dina --rules thousand", "deal")
    assert said(door, "bid vera 140").out == "2  Vera: bid 140; Vera needs 140 for the 140.\n"
    assert said(door, "declare hearts").out.endswith("counted at the end; Vera needs 40 for the 140.\n")
    assert said(door, "declare diamonds --allow 'the old lead'").out.endswith("Vera has made the 140.\n")
    assert said(door, "undo").out.endswith("Vera needs 40 for the 140.\n")


def test_a_large_entry_says_so(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --target 500", "deal --trump s", "trick anna")
    assert said(door, "declare trump-queens").err == "A large entry: Anna +176 at once.\n"
    assert said(door, "a bez").err == ""


def test_without_a_target_five_hundred_are_large(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --target none", "deal --trump s")
    assert said(door, "adjust anna 499 --note gift").err == ""
    assert said(door, "adjust anna -500 --note theft").err == (
        "A large entry: Anna -500 at once.\nAnna is below nought.\n"
    )


def test_a_target_reached_in_the_middle_of_a_hand_is_said(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --target 101", "deal --trump s", "trick anna")
    assert "Anna has reached 101; the game is decided when the hand is closed." in said(door, "declare ta").err
    assert "Anna has won: 110, the target was 101." in said(door, "end").out
    assert "The game is open again." in said(door, "undo").err


def test_equal_highest_at_the_target_play_on_and_hear_it(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --target 100", "deal --trump s")
    door.enter("adjust anna 100 --note x", "adjust boris 100 --note x")
    assert "another hand decides" in said(door, "end").err


def test_trumps_that_change_are_said(tmp_path: Path) -> None:
    door = Door(tmp_path, "new t Vera Gleb Dina --rules thousand", "deal", "bid vera 140")
    assert said(door, "declare hearts").err == "Trumps are ♥ now.\n"
    assert "Trumps are ♠ now." in said(door, "v s").err


def test_the_last_cards_of_the_stock_are_said(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --rules classic", "deal --trump s")
    told = [bool(said(door, "a").err) for _ in range(24)]
    assert [place for place, err in enumerate(told, 1) if err] == [24]


def test_a_correction_says_which_later_entries_it_changes(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris", "deal --trump s")
    answer_line("a bez; a bez; a bez", door.desk)
    assert said(door, "amend 3 declare anna marriage").err.splitlines() == [
        "Entry 5 (Anna: bezique) counts 25 now, not 50.",
        "Entry 7 (Anna: bezique) counts 50 now, not 100.",
    ]


def test_many_changed_entries_are_counted(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris --target none", "deal --trump s")
    answer_line("a m; a m; a m; a m; a m; a m; a m", door.desk)
    assert said(door, "undo 3").err.splitlines()[-1] == ("Entries that count something else now, beside these: 2.")


# undo --show


def test_a_preview_of_undo_changes_nothing(tmp_path: Path) -> None:
    door = Door(tmp_path, "new f Anna Boris", "deal --trump s")
    answer_line("a bez; a bez", door.desk)
    before = door.path.read_bytes()
    assert said(door, "undo 3 --show").out == (
        "Would take back entry 3: Anna: bezique.\nAnna -50 = 25\nEntry 5 (Anna: bezique) counts 25 now, not 50.\n"
    )
    assert door.path.read_bytes() == before
    assert said(door, "undo --show").out.startswith("Would take back entry 5: Anna: bezique.\nAnna -50 = 25\n")
    assert len(door.rows) == 5


def test_a_preview_of_undo_for_programs(bezique: Say) -> None:
    for line in ("new f Anna Boris", "deal --trump s", "trick anna", "declare bezique"):
        bezique(line)
    assert json.loads(bezique("undo --show --json").out) == {
        "event": 3,
        "what": "Anna: bezique",
        "points": {"Anna": -25},
        "totals": {"Anna": 0, "Boris": 0},
        "changes": [],
    }
    assert "[would-break]" in bezique("undo 2 --show").err
    assert "[usage]" in bezique("undo --json").err


# The price list


@pytest.mark.parametrize("game", game_ids())
def test_the_price_list_has_every_declaration_of_the_game(game: str) -> None:
    rules = rulebook_of(packaged_document(game))
    text = prices_text(rules)
    assert max(map(len, text.splitlines())) <= 80
    assert [row["meld"] for row in prices_data(rules)] == list(rules.game.declaration)
    for row in prices_data(rules):
        assert row["names"]["en"] in text
        assert row["values"]


@pytest.mark.parametrize("game", game_ids())
@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_word_that_the_price_list_gives_means_just_that(game: str, language: str) -> None:
    rules = rulebook_of(packaged_document(game))
    words = meld_words(rules)
    for meld in rules.game.declaration:
        word = shortest_word(rules, meld, language)
        assert (words[word] if word in words else {words[one] for one in words if one.startswith(word)}) in (
            meld,
            {meld},
        )


def test_the_price_list_is_the_games_own(bezique: Say) -> None:
    bezique("new f Anna Boris")
    shown = bezique("melds --all").out
    assert "trump queens   tq        176, then card by card 100, 200, 400, 1152, ..." in shown
    listed = json.loads(bezique("melds --all --json").out)
    assert listed[0]["typed"] == {"en": "4q", "ru": "д", "pl": "4q"}
    assert "[usage]" in bezique("melds anna --all").err


# explain


def test_every_refusal_is_explained() -> None:
    assert set(EXPLANATIONS) == set(Code)
    for told in EXPLANATIONS.values():
        assert "`" in str(told.example)
        assert all(str(part).endswith(".") for part in told)
    assert len({str(told.meaning) for told in EXPLANATIONS.values()}) == len(Code)


@pytest.mark.parametrize("code", Code)
def test_an_explanation_has_meaning_rule_example_and_remedy(bezique: Say, code: Code) -> None:
    told = bezique(f"explain {code}").out.splitlines()
    assert told[0].startswith(f"{code}: ")
    assert told[1] == f"The rule: {RULES[code]}"
    assert told[2].startswith("For example: ")
    assert told[3].startswith("What to do: ")
    assert set(json.loads(bezique(f"explain {code} --json").out)) == {
        *("code", "meaning", "rule", "example", "remedy"),
    }


def test_a_code_may_be_shortened_and_all_are_listed(bezique: Say) -> None:
    assert bezique("explain [stock-empty]").out == bezique("explain stock").out
    assert bezique("explain").out.count("\n") == len(Code)
    assert "did you mean no-bid?" in bezique("explain nobid").err


# Settings


def test_settings_are_set_listed_and_forgotten(bezique: Say, tmp_path: Path) -> None:
    assert "not set" in bezique("config").out
    for key, word in {"language": "ru", "game": "chinese", "target": "500", "colours": "never"}.items():
        assert bezique(f"config set {key} {word}").err
    assert json.loads(bezique("config list --json").out) == {
        **{"language": "ru", "game": "six-pack", "target": 500, "colours": "never"},
    }
    assert bezique("config get game").out == "six-pack\n"
    bezique("config unset game")
    assert bezique("config get game").out == ""
    assert (tmp_path / "config" / "settings.toml").exists()


def test_a_new_session_takes_game_and_target_from_the_settings(bezique: Say) -> None:
    bezique("config set game rubicon")
    bezique("config set target 5000")
    assert "Rubicon Bezique; Anna, Boris; Boris deals first; to 5000." in bezique("new f Anna Boris").err
    bezique("new g Anna Boris --rules classic --target none")
    score = json.loads(bezique("score --json").out)
    assert (score["rules"], score["target"]) == ("classic", None)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "config set language klingon",
            "config set target 0",
            "config set target many",
            "config set colours pink",
        ),
        *("config set speed 9", "config get speed", "config unset speed", "config set game"),
    ],
)
def test_a_setting_is_one_of_a_few(bezique: Say, line: str, tmp_path: Path) -> None:
    assert "[usage]" in bezique(line).err
    assert not (tmp_path / "config" / "settings.toml").exists()


def test_a_game_that_is_none_is_no_setting(bezique: Say) -> None:
    assert "[unknown-rules]" in bezique("config set game whist").err


@pytest.mark.parametrize("text", ["speed = 9", "target = 'many'", "target = 0", "language = 1", "a b c", "\x00"])
def test_settings_are_read_strictly(bezique: Say, tmp_path: Path, text: str) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(text)
    assert "[bad-file]" in bezique("config").err
    assert "[bad-file]" in bezique("new f Anna Boris").err
    assert not (tmp_path / "f.toml").exists()


def test_the_folder_of_the_settings_is_no_session(bezique: Say) -> None:
    bezique("config set target 500")
    bezique("new f Anna Boris")
    assert len(json.loads(bezique("sessions --json").out)) == 1
