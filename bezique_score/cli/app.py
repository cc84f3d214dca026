"""The command line as one Typer app for the terminal, for scripts and at the table.

A command is imported and built when it is first used: building all of them takes longer than keeping score.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bezique_score import __version__
from bezique_score.cli.answers import Answer
from bezique_score.cli.desk import Desk
from bezique_score.language import nearest, quoted, usage
from bezique_score.text import say

MODULES: dict[str, str] = {
    "new": "sessions",
    "open": "sessions",
    "sessions": "keeping",
    "rules": "rules",
    "deal": "table",
    "trick": "table",
    "declare": "table",
    "exchange": "table",
    "bid": "table",
    "pass": "table",
    "end": "table",
    "adjust": "table",
    "agree": "table",
    "note": "table",
    "undo": "correcting",
    "redo": "correcting",
    "amend": "correcting",
    "score": "looking",
    "log": "looking",
    "melds": "looking",
    "sheet": "looking",
    "chart": "looking",
    "check": "looking",
    "stats": "figures",
    "export": "interchange",
    "import": "interchange",
    "play": "play",
    "run": "script",
}
"""The module of each command, in the order in which `--help` lists them."""

ONLY_AT_THE_TERMINAL = frozenset({"play", "run"})


class Commands(TyperGroup):
    """The commands by name, each built when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the same in every context
        """List all commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the same in every context
        """Find a command, none where there is no such command."""
        if cmd_name in MODULES and cmd_name not in self.commands:
            self.commands[cmd_name] = _build(cmd_name)
        return self.commands.get(cmd_name)


def _build(name: str) -> Any:
    """Make the command out of its function, or its group out of a module that is one."""
    app: typer.Typer = import_module(f"bezique_score.cli.{MODULES[name]}").app
    if app.registered_callback:
        return typer.main.get_group(app)
    info = next(info for info in app.registered_commands if info.name == name)
    return typer.main.get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)


def typer_app(**settings: Any) -> typer.Typer:
    """Make a Typer app that answers in plain text and leaves its errors to us."""
    return typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False, **settings)


app = typer_app(cls=Commands)


def _print_version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"bezique {__version__}")
        raise typer.Exit


@app.callback()
def bezique(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=lambda asked: _print_version(asked=asked), is_eager=True)
    ] = False,
) -> None:
    """Keep the score beside a real card table.

    `bezique new NAME PLAYER PLAYER` starts a session, `bezique play` takes entries at the table.
    """


@cache
def command() -> Any:
    """Build the app, once for all the lines of a process."""
    return typer.main.get_command(app)


def invoke(words: Sequence[str], desk: Desk) -> Answer:
    """Run one line that is split into words. Raises `Refusal`; `typer.Exit` when a help text was the answer."""
    _verify_words(words, desk)
    settings: dict[str, Any] = {"help_option_names": []} if desk.door == "script" else {}
    try:
        with command().make_context("bezique", list(words), obj=desk, **settings) as context:
            answer: Answer = command().invoke(context)
            return answer
    except typer.TyperException as error:
        name = words[0]
        raise usage(
            say("{message}", message=error.format_message().replace("\n", " ")),
            advice=say("`bezique {name} --help` explains it.", name=name) if name in MODULES else None,
        ) from None


def _verify_words(words: Sequence[str], desk: Desk) -> None:
    """Refuse what is no command here, and what no file could keep. Raises `Refusal` (usage)."""
    name = words[0]
    if not name.startswith("-") or desk.door == "script":
        if name not in MODULES:
            near = nearest(name, MODULES)
            advice = say("Did you mean {near}?", near=near) if near else None
            raise usage(say("There is no command {name}.", name=quoted(name)), advice=advice)
        if desk.door != "terminal" and name in ONLY_AT_THE_TERMINAL:
            raise usage(say("`{name}` is typed at the terminal only.", name=name))
    for word in words:
        if "\0" in word or any("\ud800" <= character <= "\udfff" for character in word if not word.isascii()):
            raise usage(say("A word is not readable text: {word!r}.", word=quoted(word)))


File = Annotated[
    str | None, typer.Option("--file", "-f", metavar="PATH", help="The session file (also BEZIQUE_FILE).")
]
"""The option that every command takes."""

Json = Annotated[bool, typer.Option("--json", help="Print data for programs.")]
"""The option of every looking command."""
