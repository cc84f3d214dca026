"""What could be typed next: for the shells of the system, and for the one at the table.

Each function completes one kind of word, as Typer asks for it: the words that begin with what is typed, each with
a remark. A completion never fails; where nothing can be known, nothing is offered.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any

import typer

from bezique_score.cli.desk import Desk
from bezique_score.text import say, say_as_it_is, typed

if TYPE_CHECKING:
    from bezique_score.language import Language
    from bezique_score.match import Match, Table

Choices = list[tuple[str, str]]
"""Words to type, each with a remark."""

SHORT_LINE = "PLAYER"
"""What a short line is called where others have their command: it begins with a player, who takes the trick."""

Completion = Callable[[typer.Context, str], Choices]


def _completion(find: Callable[[typer.Context, str], Iterable[tuple[str, str]]]) -> Completion:
    """Make a completion that never fails, and offers every word once, as it goes on from what is typed."""

    @wraps(find)
    def complete(context: typer.Context, incomplete: str) -> Choices:
        from bezique_score.language.next_words import going_on  # noqa: PLC0415 - a command that is run needs none

        try:
            found = [(going_on(incomplete, word), about) for word, about in find(context, incomplete)]
        except Exception:  # whatever it is: the line itself will say it, when it is entered
            return []
        return list({word: (word, about) for word, about in reversed(found) if word}.values())[::-1]

    return complete


def _desk(context: typer.Context) -> Desk:
    """Take the desk at the table, or set one up for a shell that asks."""
    return context.obj or Desk.of_user()


def _session(context: typer.Context) -> tuple["Match", "Table"]:
    replay = _desk(context).book(context.params.get("file")).replay
    return replay.match, replay.table


def _language(context: typer.Context) -> "Language":
    from bezique_score.language import Language  # noqa: PLC0415 - not needed by a command that is run

    match, _ = _session(context)
    return Language(match.rules, match.seating, tricks=match.tricks)


def _names(names: Iterable[str]) -> list[str]:
    """Write names so that a line can hold them: a start without spaces where one is enough."""
    from bezique_score.language import find_player  # noqa: PLC0415 - not needed by a command that is run

    names = list(names)
    written = []
    for name in names:
        start = name.split()[0]
        short = start == typed(start) and find_player(start, names).meanings == (name,)
        written.append(start if short else typed(name))
    return written


# One kind of word each


@_completion
def players(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete PLAYER; the remark is the total."""
    match, table = _session(context)
    for player, written in zip(match.seating.players, _names(match.seating.players), strict=True):
        yield written, str(table.totals[match.seating.side_of(player)])


@_completion
def numbers(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete PLAYER=N as far as the equals sign."""
    match, table = _session(context)
    for side in match.seating.sides:
        yield typed(f"{side}="), str(table.totals[side])


@_completion
def suits(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete SUIT, in any of the languages."""
    from bezique_score.language.next_words import suit_words  # noqa: PLC0415 - not needed by a command that is run

    return ((word, suit.symbol) for word, suit in suit_words(incomplete))


@_completion
def cards(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete CARD: those of the pack."""
    return _cards(context, incomplete)


def _cards(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    if not incomplete:
        return
    match, _ = _session(context)
    for card in match.rules.copies:
        if card.rank is not None:
            yield str(card), card.symbol


@_completion
def ranks(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete RANK: those of the pack."""
    match, _ = _session(context)
    return ((str(rank), "") for rank in match.rules.order)


@_completion
def trick_words(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete [PLAYER] [CARD]..."""
    if not context.params.get("words"):
        yield from players(context, incomplete)
    yield from _cards(context, incomplete)


@_completion
def declare_words(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete [PLAYER] MELD [SUIT|CARD]...: the declarations that are possible now, with their price."""
    words = list(context.params.get("words") or [])
    language = _language(context)
    if not words:
        yield from players(context, incomplete)
    who = language.words.player(words[0]) if words else None
    if who and who.is_clear and not language.words.is_meld(words[0]):
        player, words = who.one(), words[1:]
    else:
        player = None
    yield from _declared(context, language, player, words, incomplete)


def _declared(
    context: typer.Context, language: "Language", player: str | None, words: list[str], incomplete: str
) -> Iterator[tuple[str, str]]:
    """Complete a declaration after its player: the meld, and then the suits that are possible, and cards."""
    from bezique_score.language.next_words import offer_words, suit_words  # noqa: PLC0415 - completion only
    from bezique_score.rules.vocabulary import meld_name  # noqa: PLC0415 - the same

    match, table = _session(context)
    # a short line takes the trick first; anything else is for this very moment
    offers = match.offers(table, player) if context.info_name == SHORT_LINE else match.offers_now(table, player)
    if not words:
        found = list(offer_words(match.rules, offers, incomplete))
        if incomplete:  # the word that is nearest to what is typed comes first
            found.sort(key=lambda one: len(one[0]))
        for word, offer in found:
            name = str(meld_name(match.rules, offer.meld))
            if offer.suit:
                name = f"{name} {offer.suit.symbol}"
            yield word, str(say("{name} {points}", name=name, points=offer.points))
        return
    meld = language.words.meld(words[0])
    prices = {offer.suit: offer.points for offer in offers if meld.meanings == (offer.meld,)}
    for word, suit in suit_words(incomplete):
        if suit in prices:
            yield word, str(say("{name} {points}", name=suit.symbol, points=prices[suit]))
        elif None in prices:
            yield word, suit.symbol
    yield from _cards(context, incomplete)


@_completion
def sessions(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete NAME|PATH of a session."""
    for path in _desk(context).library.sessions():
        yield typed(path.stem), ""
    if incomplete:
        yield from _paths(incomplete)


@_completion
def games(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete the word for a game, or the path of a rules file."""
    from bezique_score.rules.describe import list_games  # noqa: PLC0415 - not needed by a command that is run

    yield from list_games()
    if incomplete:
        yield from _paths(incomplete)


@_completion
def house_options(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete KEY=VALUE of the game that is named on the line."""
    from bezique_score.rules.figures import value_text  # noqa: PLC0415 - not needed by a command that is run
    from bezique_score.rules.load import rulebook_of  # noqa: PLC0415 - the same
    from bezique_score.session import DEFAULT_GAME, find_rules  # noqa: PLC0415 - the same

    if context.info_name == "new":
        word = context.params.get("rules") or _desk(context).settings_file.read().game or DEFAULT_GAME
    else:
        word = context.params.get("under") or _session(context)[0].rules.game.id
    for key, option in rulebook_of(find_rules(word)[0]).game.option.items():
        about = str(say_as_it_is(option.about))
        if "=" not in incomplete:
            yield f"{key}=", about
        for value in option.values if "=" in incomplete else ():
            yield f"{key}={value_text(value) if not isinstance(value, bool) else str(value).lower()}", about


def one_of(*words: str) -> Completion:
    """Complete one of a few words."""

    def find(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
        return ((word, "") for word in words)

    return _completion(find)


@_completion
def sheet_formats(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete F, the format of a sheet."""
    from bezique_score.sheet.formats import BINARY_FORMATS, FORMATS  # noqa: PLC0415 - completion only

    return ((form, "") for form in [*FORMATS, *BINARY_FORMATS])


@_completion
def codes(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete CODE of a refusal."""
    from bezique_score.refusal import RULES  # noqa: PLC0415 - long loaded

    return ((code, str(rule)) for code, rule in RULES.items())


@_completion
def entries(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete N, the number of an entry: those that stand, the last first."""
    from bezique_score.sheet.words import entry_words  # noqa: PLC0415 - not needed by a command that is run

    replay = _desk(context).book(context.params.get("file")).replay
    for number, step in reversed(list(replay.standing())):
        yield str(number), str(entry_words(step.event, replay.match.rules))


@_completion
def setting_keys(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete KEY of a setting."""
    from bezique_score.settings import KEYS  # noqa: PLC0415 - not needed by a command that is run

    return ((key, str(about)) for key, about in KEYS.items())


@_completion
def setting_values(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete VALUE of a setting."""
    from typing import get_args  # noqa: PLC0415 - not needed by a command that is run

    from bezique_score.settings import Colours, Language  # noqa: PLC0415 - the same

    match context.params.get("key"):
        case "game":
            yield from games(context, incomplete)
        case "target":
            yield "none", ""
        case "language":
            yield from ((value, "") for value in get_args(Language))
        case "colours":
            yield from ((value, "") for value in get_args(Colours))


@_completion
def paths(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    """Complete PATH: the files and folders there."""
    return _paths(incomplete)


def _paths(incomplete: str) -> Iterator[tuple[str, str]]:
    folder, _, start = incomplete.rpartition("/")
    with os.scandir(f"{folder}/" if folder or incomplete.startswith("/") else ".") as found:
        for entry in sorted(found, key=lambda entry: entry.name):
            hidden = entry.name.startswith(".") and not start.startswith(".")
            path = f"{folder}/{entry.name}" if "/" in incomplete else entry.name
            if path.startswith(incomplete) and path == typed(path) and not hidden:
                yield (f"{path}/" if entry.is_dir() else path), ""


# A whole line


@_completion
def line_words(context: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete LINE, a line within a line."""
    yield from complete_words(list(context.params.get("line") or []), incomplete, _desk(context))


def complete_line(text: str, desk: Desk) -> tuple[Choices, str]:
    """Say how a line that is typed so far could go on, and which of its characters are the word to complete."""
    from bezique_score.cli.line import cut, split_words  # noqa: PLC0415 - completion only
    from bezique_score.refusal import Refusal  # noqa: PLC0415 - the same

    part = cut(text)[-1]
    incomplete = part.split()[-1] if part == part.rstrip() and part else ""
    try:
        words = split_words(part)
    except Refusal:
        return [], incomplete
    if incomplete:
        if words[-1] != incomplete:  # begun within quotes
            return [], incomplete
        words.pop()
    return complete_words(words, incomplete, desk), incomplete


def complete_words(words: list[str], incomplete: str, desk: Desk) -> Choices:
    """Complete the word after these words of a line."""
    from bezique_score.cli.app import MODULES, command  # noqa: PLC0415 - what is run has them already

    if not words:
        return _first_words(desk, incomplete)
    if words[0] in MODULES:
        return _of_command(command().get_command(None, words[0]), words, incomplete, desk)
    declare = command().get_command(None, "declare")
    return _of_command(declare, [SHORT_LINE, *words], incomplete, desk)


def _first_words(desk: Desk, incomplete: str) -> Choices:
    """List the commands, and the players, with whom a short line begins."""
    from bezique_score.cli.app import MODULES, ONLY_AT_THE_TERMINAL, command  # noqa: PLC0415 - as above

    context = command().make_context("bezique", [], obj=desk, resilient_parsing=True)
    named = players(context, incomplete) if incomplete else []
    commands = [name for name in MODULES if name.startswith(incomplete) and name not in ONLY_AT_THE_TERMINAL]
    return named + [(name, command().get_command(None, name).get_short_help_str(60)) for name in commands]


def _of_command(command: Any, words: list[str], incomplete: str, desk: Desk) -> Choices:
    name, *arguments = words
    context = command.make_context(name, list(arguments), obj=desk, resilient_parsing=True)
    if arguments and hasattr(command, "list_commands"):
        inner = command.get_command(context, arguments[0])
        return _of_command(inner, arguments, incomplete, desk) if inner else []
    asked = _asked(context, arguments, incomplete)
    return [
        (item.value, str(say_as_it_is(item.help)) if item.help else "")
        for item in asked.shell_complete(context, incomplete)
    ]


def _asked(context: Any, arguments: list[str], incomplete: str) -> Any:
    """Find the option or the argument that the next word belongs to; the command itself for its options."""
    if incomplete.startswith("-"):
        return context.command
    parameters = context.command.get_params(context)
    last = arguments[-1] if arguments else ""
    for parameter in parameters:
        if parameter.param_type_name == "option" and not parameter.is_flag and last in parameter.opts:
            return parameter
    for parameter in parameters:
        open_ended = parameter.nargs == -1 or not context.params.get(parameter.name)
        if parameter.param_type_name == "argument" and open_ended:
            return parameter
    return context.command
