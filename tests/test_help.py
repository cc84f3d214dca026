"""The help texts: grouped as the language is, and every example in them a line that the language reads."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from door import Door

from bezique_score.cli import main
from bezique_score.cli.app import GROUPS, MODULES, command
from bezique_score.refusal import Code, Refusal

UNREADABLE = {
    *(Code.USAGE, Code.UNKNOWN_PLAYER, Code.UNKNOWN_MELD, Code.UNKNOWN_SUIT, Code.UNKNOWN_CARD),
    *(Code.UNKNOWN_RULES, Code.AMBIGUOUS_NAME),
}
"""What would say that a line is not one of the language; that it is not the moment for it is no matter here."""


def all_commands() -> Iterator[tuple[str, Any]]:
    """List every command, and those of its group where it is one, with the words that call it."""
    context = command().make_context("bezique", ["score"], resilient_parsing=True)
    for name in MODULES:
        found = command().get_command(context, name)
        for inner in getattr(found, "commands", {}):
            yield f"{name} {inner}", found.commands[inner]
        if not hasattr(found, "commands"):
            yield name, found


EXAMPLES = [
    (name, example)
    for name, found in all_commands()
    for example in re.findall(r"^  bezique (.*)$", found.epilog, re.MULTILINE)
]


GAMES = {
    "deal": "rubicon",
    "declare marriage hearts": "classic",
    "declare kings spades spades hearts diamonds": "classic",
    "end anna=12 --last boris": "classic",
    "end --concede": "thousand-three",
}
"""What is played where an example is typed that the Russian game does not know; with Vera it is Thousand."""


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_every_example_of_a_help_text_is_a_line_of_the_language(
    name: str, example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if MODULES[name.split(maxsplit=1)[0]] in {"play", "script"}:  # they take lines, and are none in a script
        with command().make_context("bezique", shlex.split(example)) as context:
            first, *words = shlex.split(example)
            assert command().get_command(context, first).make_context(first, words, parent=context)
        return
    game = "thousand-three" if "vera" in example else GAMES.get(example, "russian")
    players = "Vera Gleb Zoya" if game == "thousand-three" else "Anna Boris"
    door = Door(tmp_path / "home", f"new table {players} --rules {game}")
    try:
        door.answer(example)
    except Refusal as refusal:
        assert refusal.code not in UNREADABLE, str(refusal)


@pytest.mark.parametrize("name", [name for name, _ in all_commands()])
def test_every_help_text_has_an_example_and_explains_every_word(name: str) -> None:
    found = dict(all_commands())[name]
    own = [example for of, example in EXAMPLES if of == name and example.startswith(name)]
    assert own
    assert found.help.endswith((".", "`"))
    assert [word for word in found.params if not getattr(word, "help", None)] == []


@pytest.mark.parametrize("name", [name for name, _ in all_commands()])
def test_a_usage_line_is_written_as_the_language_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    usage = capsys.readouterr().out.split("\n\n")[0]
    assert usage.startswith(f"Usage: bezique {name} ")
    assert "{" not in usage


def test_the_commands_are_listed_as_the_language_groups_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for heading, names in GROUPS.items():
        block = said.split(f"\n{heading}:\n")[1].split("\n\n")[0]
        assert [line.split()[0] for line in block.splitlines()] == list(names)
    assert "..." not in said.split("Sessions and rules:")[1], "a sentence was cut off"
