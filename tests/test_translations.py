"""Three languages: what is translated, how the language is chosen, and what no language changes."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from door import printed
from make_catalogues import TEMPLATE, compiled, forms_of, gaps_of, has_words, read, sentences, source_of, template
from msgspec.structs import astuple
from screen import Terminal
from speaking_evening import LINES, NAMES, golden_of, tell
from test_refusals import SITUATIONS, Situation, play

from bezique_score.cards import Suit
from bezique_score.cli import main
from bezique_score.cli.languages import LANGUAGES, asked_for, known_language, language_of
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.rules.vocabulary import meld_name
from bezique_score.text import ENGLISH, joined, listing, say, say_as_it_is, say_many, speaking, spoken_language
from bezique_score.translations import TRANSLATED, speech_of

every_translation = pytest.mark.parametrize("language", TRANSLATED)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def messages_of(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def ids_of(catalogue: Catalog) -> set[str]:
    return {str(message.id) for message in messages_of(catalogue)}


# The catalogues and their sources


def test_the_template_has_what_the_package_says_and_no_more() -> None:
    with TEMPLATE.open("rb") as source:
        assert ids_of(read_po(source)) == ids_of(template()), "run tests/make_catalogues.py"


@every_translation
def test_a_catalogue_has_what_the_package_says_and_no_more(language: str) -> None:
    assert ids_of(read(language)) == ids_of(template()), "run tests/make_catalogues.py"
    assert not read(language).obsolete


@every_translation
def test_everything_is_translated(language: str) -> None:
    left = [
        message.id for message in messages_of(read(language)) if not all(form for _, form in forms_of(message))
    ]
    assert not left
    assert not [message.id for message in messages_of(read(language)) if message.fuzzy]


@every_translation
def test_a_translation_has_the_gaps_of_its_sentence(language: str) -> None:
    for message in messages_of(read(language)):
        for sentence, form in forms_of(message):
            assert gaps_of(form) == gaps_of(sentence), sentence


@every_translation
def test_what_is_typed_is_not_translated(language: str) -> None:
    """Words in backquotes are lines of the language, options, keys of files."""
    for message in messages_of(read(language)):
        for sentence, form in forms_of(message):
            assert form.count("`") == sentence.count("`"), sentence
            assert sorted(form.split("`")[1::2]) == sorted(sentence.split("`")[1::2]), sentence


@every_translation
def test_every_form_for_a_number_is_there(language: str) -> None:
    many = [message for message in messages_of(read(language)) if isinstance(message.id, tuple)]
    assert many
    assert all(len(forms_of(message)) == 3 for message in many)


@every_translation
def test_what_is_compiled_is_the_source(language: str) -> None:
    made = source_of(language).with_suffix(".mo")
    assert made.read_bytes() == compiled(read(language)), "run tests/make_catalogues.py"


def test_every_sentence_is_found_that_is_said() -> None:
    found = {sentence.one for sentence in sentences()}
    assert "Book a declaration." in found, "the help text of a command"
    assert "Who took every trick." in found, "the help text of an option"
    assert "One declaration to a trick." in found, "a rule"
    assert "how many short packs" in found, "a remark in a rules file"
    assert "card points {counts}" in found, "one of two"
    assert not has_words("{side} {points} = {total}")


# Sentences


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["1 trick", "2 tricks", "5 tricks", "11 tricks", "21 tricks", "22 tricks", "112 tricks"]),
        ("ru", ["1 взятка", "2 взятки", "5 взяток", "11 взяток", "21 взятка", "22 взятки", "112 взяток"]),
        ("pl", ["1 lewa", "2 lewy", "5 lew", "11 lew", "21 lew", "22 lewy", "112 lew"]),
    ],
)
def test_a_number_has_its_form(language: str, told: list[str]) -> None:
    with speaking(speech_of(language)):
        numbers = (1, 2, 5, 11, 21, 22, 112)
        assert [str(say_many("{number} trick", "{number} tricks", number=number)) for number in numbers] == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["1 point, counted at the end", "2 points, counted at the end", "5 points, counted at the end"]),
        ("ru", ["1 очко", "2 очка", "5 очков"]),
        ("pl", ["1 punkt", "2 punkty", "5 punktów"]),
    ],
)
def test_points_have_their_form(language: str, told: list[str]) -> None:
    with speaking(speech_of(language)):
        for number, words in zip((1, 2, 5), told, strict=True):
            sentence = say_many(
                "{number} point, counted at the end", "{number} points, counted at the end", number=number
            )
            assert str(sentence).startswith(words)


def test_a_sentence_is_put_into_words_when_it_is_printed() -> None:
    sentence = say("Trumps are {suit} now.", suit=Suit.SPADES)
    with speaking(speech_of("pl")):
        assert str(sentence) == "Atut to teraz piki."
        with speaking(ENGLISH):
            assert str(sentence) == "Trumps are spades now."
    assert str(sentence) == "Trumps are spades now."


def test_sentences_suits_and_names_within_a_sentence_are_translated() -> None:
    rules = rulebook_of(packaged_document("russian"))
    names = listing([meld_name(rules, "quint"), meld_name(rules, "queens")], "and")
    with speaking(speech_of("ru")):
        assert str(names) == "квинт и четыре дамы"
        assert str(joined([Suit.HEARTS, say("spades"), "Q♠"])) == "черви, пики, Q♠"
    assert str(names) == "quint and four queens"


def test_words_from_elsewhere_may_have_braces() -> None:
    assert str(say_as_it_is("{a} and {}")) == "{a} and {}"
    with speaking(speech_of("pl")):
        assert str(say_as_it_is("{a} and {}")) == "{a} and {}"
        assert str(say_as_it_is("")) == "", "the head of the catalogue is no translation of nothing"


@pytest.mark.parametrize("game", ["russian", "rubicon", "thousand-three"])
def test_every_declaration_has_its_name(game: str) -> None:
    rules = rulebook_of(packaged_document(game))
    for meld in rules.game.declaration:
        assert len({*astuple(meld_name(rules, meld))}) >= 2, meld


# The choice of the language


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


SAID = {
    "en": "There are no sessions yet; `bezique new` starts one.\n",
    "ru": "",
    "pl": "Nie ma jeszcze sesji; zaczyna ją `bezique new`.\n",
}
with speaking(speech_of("ru")):
    SAID["ru"] = f"{say('There are no sessions yet; `bezique new` starts one.')}\n"


@every_language
@pytest.mark.usefixtures("home")
def test_lang_stands_before_or_after_the_command(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        ["--lang", language, "sessions"],
        ["sessions", "--lang", language],
        ["sessions", f"--lang={language}"],
    ]
    for line in lines:
        assert main(line) == 0
        assert capsys.readouterr().out == SAID[language]


@every_language
@pytest.mark.parametrize("variable", ["BEZIQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"])
@pytest.mark.usefixtures("home")
def test_a_variable_chooses_the_language(
    language: str, variable: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(variable, {"en": "en_GB.UTF-8", "ru": "ru_RU.UTF-8", "pl": "pl_PL"}[language])
    assert main(["sessions"]) == 0
    assert capsys.readouterr().out == SAID[language]


@pytest.mark.usefixtures("home")
def test_what_is_nearer_to_the_line_comes_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*line: str) -> str:
        assert main(["sessions", *line]) == 0
        return capsys.readouterr().out

    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert said() == SAID["pl"]
    monkeypatch.setenv("LC_MESSAGES", "ru_RU.UTF-8")
    assert said() == SAID["ru"]
    monkeypatch.setenv("LC_ALL", "C")
    assert said() == SAID["en"], "C is set, and is English"
    assert main(["config", "set", "language", "pl"]) == 0
    capsys.readouterr()
    assert said() == SAID["pl"]
    monkeypatch.setenv("BEZIQUE_LANG", "ru")
    assert said() == SAID["ru"]
    assert said("--lang", "en") == SAID["en"]


def test_settings_that_cannot_be_read_do_not_stop_an_entry(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text("language = 'klingon'\n", encoding="utf-8")
    monkeypatch.setenv("LANG", "pl_PL")
    assert main(["sessions"]) == 0
    assert capsys.readouterr().out == SAID["pl"]


@pytest.mark.usefixtures("home")
def test_a_language_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sessions", "--lang", "klingon"]) == 2
    assert capsys.readouterr().err == (
        "There is no language klingon.   [usage]\n"
        "A line is a command and its words; `bezique --help` lists them.\n"
        "It is en, ru or pl.\n"
    )


@pytest.mark.usefixtures("home")
def test_help_and_mistakes_in_the_line_are_in_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["declare", "--help", "--lang", "pl"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(
        "Użycie: bezique declare [PLAYER] MELD [SUIT|CARD]... [OPTIONS]\n\n  Zapisuje meldunek.\n"
    )
    assert "Argumenty:\n" in told
    assert "[wymagane]" in told
    assert "Na przykład:\n    bezique declare quint\n" in told
    assert main(["--lang", "pl", "--help"]) == 0
    assert "Co dzieje się przy stole:\n" in capsys.readouterr().out
    assert main(["bid", "--lang", "pl"]) == 2
    assert "Wiersz jest niepełny.   [usage]\n" in capsys.readouterr().err


@pytest.mark.usefixtures("home")
def test_every_command_takes_lang(capsys: pytest.CaptureFixture[str]) -> None:
    for line in ("rules", "rules show russian", "config", "config list", "explain", "sessions"):
        assert main([*line.split(), "--lang", "pl"]) == 0, line
        assert main(["--lang", "pl", *line.split()]) == 0, line
    capsys.readouterr()


def test_lang_is_looked_for_before_the_line_is_read() -> None:
    assert asked_for(["score", "--lang", "ru", "--lang=pl"]) == "pl"
    assert asked_for(["note", "--", "--lang", "ru"]) is None
    assert asked_for(["score", "--lang"]) is None
    assert asked_for([]) is None


def test_a_locale_is_read_by_its_language() -> None:
    read_as = {
        "ru_RU.UTF-8": "ru",
        "pl": "pl",
        "PL-pl": "pl",
        "en_GB@euro": "en",
        "C": None,
        "de_DE": None,
        "": None,
    }
    assert {word: known_language(word) for word in read_as} == read_as
    assert language_of({}, lambda: None) == "en"
    assert language_of({"LANG": "de_DE.UTF-8"}, lambda: "ru") == "ru"


@pytest.mark.usefixtures("home")
def test_a_line_of_a_script_may_ask_for_a_language_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "lines"
    script.write_text("sessions --lang pl\nsessions\nsessions --lang ru\n", encoding="utf-8")
    assert main(["run", str(script)]) == 0
    assert capsys.readouterr().out == SAID["pl"] + SAID["en"] + SAID["ru"]
    assert spoken_language() == "en" or main(["sessions"]) == 0


# What no language changes


@pytest.fixture
def evening(home: Path) -> Iterator[Path]:
    """The evening as a script, with the names of the English one."""
    script = home / "evening.bezique"
    script.write_text("\n".join(line.format(**NAMES["en"]) for line in LINES), encoding="utf-8")
    yield script


def shown_by(*line: str, home: Path, language: str) -> str:
    """Run a line in a process of its own whose whole surroundings speak a language."""
    done = subprocess.run(
        [sys.executable, "-m", "bezique_score", *line],
        env={"BEZIQUE_HOME": str(home), "BEZIQUE_LANG": language, "LANG": f"{language}.UTF-8", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.stdout


@every_translation
def test_json_is_the_same_in_every_language(language: str, evening: Path) -> None:
    said = {}
    for spoken in ("en", language):
        home = evening.parent / spoken
        answers = shown_by("run", str(evening), "--json", "--keep-going", home=home, language=spoken)
        shown = [
            shown_by(*line.split(), "--json", home=home, language=spoken)
            for line in (
                "score",
                "log --all",
                "melds --all",
                "rules",
                "rules show russian",
                "rules diff russian rubicon",
                "explain",
                "config",
            )
        ]
        friday = str(home / "friday.toml")
        shown += [
            shown_by(*line, "-f", friday, "--json", home=home, language=spoken)
            for line in (["sheet"], ["log", "--all"], ["score"], ["undo", "--show"])
        ]
        assert answers
        assert all(shown)
        said[spoken] = [_without_times(text.replace(str(home), "HOME")) for text in (answers, *shown)]
    assert said["en"] == said[language]


def _without_times(text: str) -> str:
    lines = [json.loads(line) for line in text.splitlines()] if text.startswith('{"line"') else json.loads(text)
    return json.dumps(_timeless(lines), ensure_ascii=False)


def _timeless(data: object) -> object:
    if isinstance(data, dict):
        return {key: _timeless(value) for key, value in data.items() if key not in {"time", "created", "ended"}}
    return [_timeless(value) for value in data] if isinstance(data, list) else data


@every_translation
def test_the_journal_is_the_same_in_every_language(language: str, tmp_path: Path) -> None:
    journals = {}
    for spoken in ("en", language):
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(NAMES, spoken, NAMES["en"])
            tell(spoken, tmp_path / spoken)
        journals[spoken] = [path.read_bytes() for path in sorted((tmp_path / spoken).glob("*.toml"))]
    assert journals["en"] == journals[language]
    assert len(journals["en"]) == 3


@every_translation
def test_codes_of_refusals_are_the_same_in_every_language(language: str) -> None:
    refusal = Refusal(Code.ALREADY_DECLARED, say("The game is open again."))
    with speaking(speech_of(language)):
        assert str(refusal).endswith("   [already-declared]")
        assert str(refusal.rule) != "One declaration to a trick."


@pytest.mark.usefixtures("home")
def test_english_needs_no_catalogue(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom bezique_score.cli import main\nmain(['sessions'])\n"
        "print('bezique_score.translations' in sys.modules)"
    )
    for language, loaded in (("en", "False"), ("pl", "True")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"BEZIQUE_HOME": str(tmp_path), "BEZIQUE_LANG": language},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == loaded


@every_translation
@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.title)
def test_a_refusal_is_translated_when_it_is_printed(
    language: str, situation: Situation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is put into words before: what was refused in one language can be told in any other."""
    monkeypatch.chdir(tmp_path)
    with speaking(speech_of(language)):
        _, refusal = play(situation)
        told = printed(refusal).splitlines()
    english = situation.answer.splitlines()
    assert printed(refusal) == situation.answer
    assert len(told) == len(english)
    assert not {line for line in told if line in english and not line.startswith("(exit")}


# A whole evening


@every_language
def test_an_evening_is_told(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python tests/speaking_evening.py` writes these files; they are read by people when they change."""
    monkeypatch.setenv("COLUMNS", "80")
    assert tell(language, tmp_path) == golden_of(language).read_text(encoding="utf-8")


@every_translation
def test_nothing_english_is_left_in_the_evening(language: str) -> None:
    english = set(golden_of("en").read_text(encoding="utf-8").splitlines())
    told = golden_of(language).read_text(encoding="utf-8").splitlines()
    left = {line for line in told if line in english and not line.startswith(">") and any(map(str.isalpha, line))}
    assert left <= NAMED_ALIKE


NAMED_ALIKE = {
    "Try: deal",
    "friday",
    "# saturday",
    "- Game: Thousand",
}
"""Lines that are the same in every language: names of sessions."""


RUSSIAN_SCREEN = """\
bezique> new пятница Анна Борис --target 200
пятница: Коммерческий безик с инфузорками; Анна, Борис; первым сдаёт Борис; игра до 200.
bezique> deal --trump пики
1  Борис: сдача, козыри ♠; ходит Анна.
bezique> а безик
2  Анна берёт взятку; в колоде 136 карт.
3  Анна: безик; Анна +25 = 25 (осталось 175).
bezique> declare борис марьяж
Борис, объявление: нельзя, взятка 1 за игроком Анна.   [not-the-trick-winner]
Объявляет взявший взятку, до добора из колоды.
Попробуйте: declare marriage   (для игрока Анна)
bezique> undo
4  отмена записи 3 (Анна: безик); Анна -25 = 0 (осталось 200).
bezique> б кд; end
5  Борис берёт взятку; в колоде 134 карты.
6  Борис: козырные дамы; Борис +176 = 176 (осталось 24).
7  конец сдачи.
Крупная запись: Борис +176 сразу.
bezique> deal --trump черви
8  Анна: сдача, козыри ♥; ходит Борис.
bezique> а марьяж; б; а дамы
9  Анна берёт взятку; в колоде 136 карт.
10  Анна: марьяж; Анна +4 = 4 (осталось 196).
11  Борис берёт взятку; в колоде 134 карты.
12  Анна берёт взятку; в колоде 132 карты.
13  Анна: четыре дамы; Анна +6 = 10 (осталось 190).
bezique> undo
14  отмена записи 13 (Анна: четыре дамы); Анна -6 = 4 (осталось 196).
bezique> redo
15  возврат записи 13 (Анна: четыре дамы); Анна +6 = 10 (осталось 190).
bezique> б безик; end
16  Борис берёт взятку; в колоде 130 карт.
17  Борис: безик; Борис +25 = 201.
18  конец сдачи.
Победа: Борис, 201 при игре до 200.
Борис: набрано 200; партия решится, когда закончится сдача.
bezique> quit
победа: Борис
Анна 10 (осталось 190) · Борис 201 (осталось 0)
пятница: 18 записей, все на диске."""


def test_an_evening_in_the_shell_in_russian(tmp_path: Path) -> None:
    prompt = "bezique> "
    typed = [line.removeprefix(prompt) for line in RUSSIAN_SCREEN.splitlines() if line.startswith(prompt)]
    with Terminal(tmp_path, "play", "--lang", "ru") as shell:
        shell.wait_for("bezique>")
        assert "Ни одна партия не открыта" in shell.bottom
        for line in typed[:-1]:
            if line.endswith("end"):  # what can be declared is offered by its name, with its price
                shell.press("а б")
                shell.wait_for("безик 25")
                shell.press("\x15")
            before = shell.everything.count("bezique>")
            shell.enter(line)
            shell.wait_until(lambda before=before: shell.everything.count("bezique>") > before)  # type: ignore[misc]
        shell.wait_until(lambda: "победа: Борис" in shell.bottom)
        shell.enter("quit")
        assert shell.ended() == 0
        assert RUSSIAN_SCREEN in shell.everything
