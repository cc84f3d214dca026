"""The command line as one Typer app for the terminal, for scripts and at the table.

A command is imported and built when it is first used: building all of them takes longer than keeping score.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any, TypeVar

import typer

from bezique_score import __version__
from bezique_score.cli.answers import Answer
from bezique_score.cli.completing import paths
from bezique_score.cli.desk import Desk
from bezique_score.cli.languages import add_option
from bezique_score.cli.wording import Group, Line, examples_text, mistake_of
from bezique_score.language import nearest, quoted, usage
from bezique_score.refusal import Refusal
from bezique_score.text import Text, say

GROUPS: tuple[tuple[Text, dict[str, str]], ...] = (
    (
        say("Sessions and rules"),
        {"new": "sessions", "open": "sessions", "sessions": "keeping", "rules": "rules"},
    ),
    (
        say("What happens at the table"),
        {
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
        },
    ),
    (say("Setting right"), {"undo": "correcting", "redo": "correcting", "amend": "correcting"}),
    (
        say("Looking"),
        {
            "score": "looking",
            "log": "looking",
            "melds": "looking",
            "sheet": "sheets",
            "chart": "sheets",
            "stats": "figures",
            "check": "checking",
            "explain": "explaining",
        },
    ),
    (say("Other programs"), {"export": "interchange", "import": "interchange"}),
    (say("Many lines"), {"play": "play", "run": "script"}),
    (say("Settings"), {"config": "config"}),
)
"""The commands and the module of each, grouped and in the order in which `--help` lists them."""

MODULES: dict[str, str] = {name: module for _, group in GROUPS for name, module in group.items()}
"""The module of each command."""

Function = TypeVar("Function", bound=Callable[..., Any])

ONLY_AT_THE_TERMINAL = frozenset({"play", "run"})


HELP = frozenset({"--help", "--version"})
"""The only options that are a line of their own at the table."""


class Commands(Group):
    """The commands by name, each built when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - the same in every context
        """List all commands."""
        return list(MODULES)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002 - the same in every context
        """Find a command, none where there is no such command."""
        if cmd_name in MODULES and cmd_name not in self.commands:
            self.commands[cmd_name] = _build(cmd_name)
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands in the groups of the language."""
        for heading, names in GROUPS:
            with formatter.section(str(heading)):
                formatter.write_dl([(name, self.get_command(ctx, name).get_short_help_str(80)) for name in names])


class Lines(typer.Typer):
    """A Typer app whose commands are lines of the language, each with examples in its help text."""

    def line(self, name: str, *examples: str, **settings: Any) -> Callable[[Function], Function]:
        """Make a function the command `name`; the examples are lines without the word `bezique`."""
        return self.command(name, cls=Line, epilog=examples_text(examples), **settings)


def _build(name: str) -> Any:
    """Make the command out of its function, or its group out of a module that is one."""
    app: typer.Typer = import_module(f"bezique_score.cli.{MODULES[name]}").app
    if app.registered_callback:
        return add_option(typer.main.get_group(app))
    info = next(info for info in app.registered_commands if info.name == name)
    return add_option(typer.main.get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None))


def typer_app(**settings: Any) -> Lines:
    """Make a Typer app that answers in plain text and leaves its errors to us."""
    settings = {"add_completion": False, "cls": Group, **settings}
    return Lines(rich_markup_mode=None, pretty_exceptions_enable=False, **settings)


app = typer_app(cls=Commands, add_completion=True)


def _print_version(*, asked: bool) -> None:
    if asked:
        typer.echo(f"bezique {__version__}")
        raise typer.Exit


@app.callback()
def bezique(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=lambda asked: _print_version(asked=asked),
            is_eager=True,
            help="Say which version this is.",
        ),
    ] = False,
) -> None:
    """Keep the score beside a real card table.

    You hold the cards and type what happens; the program knows the rules, adds up, refuses what cannot have
    happened, and never loses an entry. `bezique COMMAND --help` explains a command, with examples.

    \b
    To begin:
      bezique new friday Anna Boris   two players; the first one leads
      bezique play                    then one line at a time, without the word bezique
      bezique score                   how things stand
    """  # noqa: D301 - Typer wants the character, not its name


@cache
def command() -> Any:
    """Build the app, once for all the lines of a process."""
    return add_option(typer.main.get_command(app))


def invoke(words: Sequence[str], desk: Desk) -> Answer:
    """Run one line that is split into words. Raises `Refusal`; `typer.Exit` when a help text was the answer."""
    _verify_words(words, desk)
    settings: dict[str, Any] = {"help_option_names": []} if desk.door == "script" else {}
    try:
        with command().make_context("bezique", list(words), obj=desk, **settings) as context:
            answer: Answer = command().invoke(context)
            return answer
    except typer.TyperException as error:
        raise _misread(words[0], error) from None


def _misread(name: str, error: Any) -> Refusal:
    """Say in the words of the language what the parser could not read."""
    message = error.format_message().replace("\n", " ")
    context, parameter = getattr(error, "ctx", None), getattr(error, "param", None)
    if context is None or name not in MODULES:
        return usage(mistake_of(error))
    option = getattr(error, "option_name", None)
    if option and message.startswith("No such option"):
        return no_option(option, context)
    explained = say("`bezique {name} --help` explains it.", name=name)
    if parameter is not None and message.startswith("Missing argument"):
        pieces = (piece for piece in context.command.collect_usage_pieces(context) if piece != "[OPTIONS]")
        return usage(
            say("The line is not complete."),
            line=" ".join([*context.command_path.split()[1:], *pieces]),
            advice=say("`bezique {name} --help` explains it", name=name),
        )
    extra = re.fullmatch(r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", message)
    if extra is None:
        return usage(mistake_of(error), advice=explained)
    meant = next((f"--{word}" for word in extra[1].split() if f"--{word}" in _options(context)), None)
    return usage(
        say("`{name}` does not take: {words}.", name=name, words=quoted(extra[1])),
        advice=say("Did you mean {option}?", option=meant) if meant else explained,
    )


def no_option(word: str, context: Any) -> Refusal:
    """Refuse an option that the command does not have, and name the one that was probably meant."""
    options = _options(context)
    near = next((option for option in options if option.startswith(word)), None) or nearest(word, options)
    return usage(
        say("There is no option {word}.", word=quoted(word)),
        advice=say("Did you mean {option}?", option=near)
        if near
        else say("`bezique {name} --help` explains it.", name=context.info_name),
    )


def _options(context: Any) -> list[str]:
    """List the options of a command."""
    return [name for parameter in context.command.params for name in parameter.opts if name.startswith("--")]


def _verify_words(words: Sequence[str], desk: Desk) -> None:
    """Refuse what is no command here, and what no file could keep. Raises `Refusal` (usage)."""
    name = words[0]
    if not (name.startswith("-") and (desk.door == "terminal" or name in HELP)) or desk.door == "script":
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
    str | None,
    typer.Option(
        "--file", "-f", metavar="PATH", autocompletion=paths, help="Work on this session file (also BEZIQUE_FILE)."
    ),
]
"""The option that every command takes."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
"""The option of every looking command."""
