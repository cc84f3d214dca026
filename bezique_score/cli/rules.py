"""`rules`: the games, one of them in words, what differs between two, and a copy to edit."""

from pathlib import Path
from typing import Annotated, Any

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.describe import (
    copy_text,
    diff_data,
    diff_games,
    list_data,
    list_games,
    show_data,
    show_game,
)
from bezique_score.rules.load import find_game, packaged_document, read_document
from bezique_score.text import say, typed

app = typer_app(invoke_without_command=True)

Game = Annotated[str, typer.Argument(metavar="R", help="A game of `bezique rules`, or the path of a rules file.")]


@app.callback()
def rules(context: typer.Context, *, json: Json = False, file: File = None) -> Looked | None:  # noqa: ARG001
    """List the games; or show, compare or copy their rules.

    `bezique rules` lists them, `bezique rules show rubicon` prints one.
    """
    if context.invoked_subcommand:
        return None
    return Looked(list_data, _list, json)


def _list() -> str:
    games = list_games()
    width = max(len(game) for game, _ in games)
    return "".join(f"{game:<{width}}  {title}\n" for game, title in games)


@app.line("show", "rules show rubicon", "rules show my.toml")
def show(game: Game, *, json: Json = False, file: File = None) -> Looked:  # noqa: ARG001 - every command takes it
    """Print a game's rules, with their sources.

    The pack, the deal, each declaration with its values, the settlement, the house options.
    """
    document = _document(game)
    return Looked(lambda: show_data(document), lambda: show_game(document), json)


@app.line("diff", "rules diff rubicon six-pack", "rules diff classic my.toml")
def diff(first: Game, second: Game, *, json: Json = False, file: File = None) -> Looked:  # noqa: ARG001
    """Say what differs between two games."""
    there, here = _document(first), _document(second)
    return Looked(lambda: diff_data(there, here), lambda: diff_games(there, here), json)


@app.line("copy", "rules copy classic my.toml", "new friday Anna Boris --rules my.toml")
def copy(
    game: Game,
    path: Annotated[str, typer.Argument(metavar="PATH", help="A file that is not there yet.")],
    *,
    json: Json = False,
    file: File = None,  # noqa: ARG001 - every command takes it
) -> Looked:
    """Copy a game's rules to a file, to be edited."""
    text = _text(game)
    try:
        with Path(path).open("x", encoding="utf-8") as target:
            target.write(text)
    except (OSError, ValueError) as error:  # ValueError: a path that cannot be one
        reason = getattr(error, "strerror", None) or error
        raise Refusal(
            Code.BAD_FILE,
            say("{path} cannot be written: {reason}.", path=path, reason=reason),
            line=typed("rules", "copy", game, "PATH"),
            advice=say("a file that is not there yet"),
        ) from error
    return Looked(lambda: {"path": path}, str, json, talk=say("Copied to {path}.", path=path))


def _is_path(word: str) -> bool:
    return "/" in word or word.endswith(".toml")


def _document(word: str) -> dict[str, Any]:
    """Read the rules that a word means. Raises `Refusal`."""
    return read_document(Path(word)) if _is_path(word) else packaged_document(find_game(word))


def _text(word: str) -> str:
    if not _is_path(word):
        return copy_text(find_game(word))
    read_document(Path(word))
    return Path(word).read_text(encoding="utf-8")
