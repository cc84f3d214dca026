"""Help texts and complaints of Typer in the language that is spoken."""

import re
from inspect import cleandoc
from typing import Any

from typer.core import TyperCommand, TyperGroup

from bezique_score.text import Text, say, say_as_it_is

_MISTAKES: tuple[tuple[str, Text], ...] = (
    (r"Missing argument '(?P<name>.*)'\.", say("Missing argument '{name}'.")),
    (r"Missing option '(?P<name>.*)'\.", say("Missing option '{name}'.")),
    (r"Missing command\.", say("Missing command.")),
    (r"No such command '(?P<name>.*)'\. Did you mean (?P<near>.*)\?",
     say("No such command '{name}'. Did you mean {near}?")),
    (r"No such command '(?P<name>.*)'\.", say("No such command '{name}'.")),
    (r"No such option: (?P<name>\S*) \(Possible options: (?P<near>.*)\)",
     say("No such option: {name} (Possible options: {near})")),
    (r"No such option: (?P<name>.*)", say("No such option: {name}")),
    (r"Option '(?P<name>.*)' requires an argument\.", say("Option '{name}' requires an argument.")),
    (r"Option '(?P<name>.*)' does not take a value\.", say("Option '{name}' does not take a value.")),
    (r"Got unexpected extra argument(?:\(s\)|s)? \((?P<words>.*)\)",
     say("Got unexpected extra argument(s) ({words})")),
)  # fmt: skip
"""How Typer says what is wrong with a line, and the same to be translated."""

OF_TYPER = (
    say("Show this message and exit."),
    say("Install completion for the current shell."),
    say("Show completion for the current shell, to copy it or customize the installation."),
)
"""The help texts that Typer brings."""

_EXAMPLES = "For example:"


def mistake_of(error: Any) -> Text:
    """Say what Typer has found wrong with a line."""
    told = error.format_message().replace("\n", " ")
    for pattern, sentence in _MISTAKES:
        if found := re.fullmatch(pattern, told):
            return sentence.filled(**found.groupdict())
    return say("{message}", message=told)


def paragraphs_of(told: str) -> list[str]:
    r"""Cut a help text into its paragraphs, each on one line; one that begins with `\b` keeps its lines."""
    return [
        paragraph if paragraph.startswith("\b") else " ".join(paragraph.split())
        for paragraph in cleandoc(told).split("\n\n")
    ]


class _Spoken:
    """What commands and groups share: their help is translated when it is printed."""

    _help: str | None = None
    _epilog: str | None = None

    @property
    def help(self) -> str | None:
        """The help text, its paragraphs translated."""
        return self._help and "\n\n".join(str(say_as_it_is(part)) for part in paragraphs_of(self._help))

    @help.setter  # noqa: A003 - the name is Typer's
    def help(self, told: str | None) -> None:
        self._help = told

    @property
    def epilog(self) -> str | None:
        """The examples, under a translated heading."""
        return self._epilog and self._epilog.replace(_EXAMPLES, str(say("For example:")))

    @epilog.setter
    def epilog(self, told: str | None) -> None:
        self._epilog = told

    def format_usage(self: Any, ctx: Any, formatter: Any) -> None:
        """Write the words of the line."""
        words = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, words, prefix=f"{say('Usage:')} ")

    def format_options(self: Any, ctx: Any, formatter: Any) -> None:
        """List the arguments, and then the options."""
        kinds: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                kinds[parameter.param_type_name].append((record[0], _about(parameter, record[1])))
        for heading, rows in ((say("Arguments"), kinds["argument"]), (say("Options"), kinds["option"])):
            if rows:
                with formatter.section(str(heading)):
                    formatter.write_dl(rows)


def _about(parameter: Any, told: str) -> str:
    """Translate what is said about an option, and what Typer adds to it in brackets."""
    own: str = parameter.help or ""
    added = told.removeprefix(own).replace("[required]", f"[{say('required')}]")
    added = re.sub(r"\[default: (.*)\]", lambda found: f"[{say('default: {value}', value=found[1])}]", added)
    return f"{say_as_it_is(own)}{added}" if own else added.strip()


class Line(_Spoken, TyperCommand):
    """A command whose help writes the words as the language does, without braces around them."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """List the words of the usage line; the options come last where they may, as people type them."""
        options, *words = (piece.strip("{}") for piece in super().collect_usage_pieces(ctx))
        return [*words, options] if ctx.allow_interspersed_args else [options, *words]


def examples_text(examples: tuple[str, ...]) -> str:
    """Write examples of lines for the end of a help text."""
    return f"\b\n{_EXAMPLES}" + "".join(f"\n  bezique {example}" for example in examples)


class Group(_Spoken, TyperGroup):
    """A command with commands of its own."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List the options, and then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with the first sentence of its help."""
        limit = formatter.width - 6 - max(map(len, self.list_commands(ctx)))
        with formatter.section(str(say("Commands"))):
            rows = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
            formatter.write_dl([(name, inner.get_short_help_str(limit)) for name, inner in rows if inner])
