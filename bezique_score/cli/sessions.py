"""Sessions: started, switched, listed."""

from pathlib import Path
from typing import Annotated

import typer

from bezique_score.cli.answers import Opened
from bezique_score.cli.app import File, no_option, typer_app
from bezique_score.cli.completing import games, house_options
from bezique_score.cli.completing import sessions as sessions_by_name
from bezique_score.cli.desk import Desk
from bezique_score.cli.options import chosen_options
from bezique_score.language import find_player, parse_number, parse_text, usage
from bezique_score.scorebook import Scorebook
from bezique_score.session import DEFAULT_GAME, Default, find_rules
from bezique_score.text import say

app = typer_app()

NAMES = {"ignore_unknown_options": True}
"""Settings of a command that takes names: one that begins with a dash is refused as a name."""


@app.line(
    "new",
    "new friday Anna Boris",
    "new club Anna Boris --rules rubicon",
    "new sunday Anna Boris Clara --target 500 --dealer clara --set packs=10",
    context_settings=NAMES,
)
def new(  # noqa: PLR0913 - the options of a session are many
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the session is called.")],
    players: Annotated[
        list[str], typer.Argument(metavar="PLAYER...", help="Clockwise around the table; the first one leads.")
    ],
    *,
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="R",
            autocompletion=games,
            help="A game of `bezique rules`, or the path of a rules file.",
            show_default=DEFAULT_GAME,
        ),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="KEY=VALUE",
            autocompletion=house_options,
            help="A house option of the game, as `rules show R` lists them; repeatable.",
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            metavar="N|none", help="The points that win; none: play without an end. [default: as the game says]"
        ),
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="PLAYER", help="Who deals first. [default: the last player named]")
    ] = None,
    no_tricks: Annotated[
        bool, typer.Option("--no-tricks", help="Record declarations only, not who takes the tricks.")
    ] = False,
    partners: Annotated[
        bool, typer.Option("--partners", help="Those who sit across play together (four players).")
    ] = False,
    place: Annotated[str | None, typer.Option(metavar="TEXT", help="Where you play, for the sheet.")] = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="A remark for the sheet.")] = None,
    file: File = None,
) -> Opened:
    """Start a session and make it the current one.

    All later lines go to the current session, until `new` or `open` chooses another.
    """
    desk: Desk = context.obj
    unknown = next((word for word in (name, *players) if word.startswith("--")), None)
    if unknown:
        raise no_option(unknown, context)
    chosen = chosen_options(options or [])
    settings = desk.settings_file.read()
    points = _target(target if target is not None else _word(settings.target))
    remark = None if note is None else parse_text(note, "--note")
    where = None if place is None else parse_text(place, "--place")
    first = None if dealer is None else find_player(dealer, players).one()
    game = rules or settings.game or DEFAULT_GAME
    find_rules(game)  # a game that is unknown comes before what is wrong with the name
    path = Path(file) if file else desk.file or desk.library.path_for(name)
    book = Scorebook.create(
        path,
        name=name,
        players=players,
        now=desk.clock(),
        rules=game,
        options=chosen,
        target=points,
        dealer=first,
        tricks=not no_tricks,
        partners=partners,
        place=where,
        note=remark,
    )
    desk.take_up(book, made=True)
    return Opened(book)


def _word(target: int | str | None) -> str | None:
    return None if target is None else str(target)


def _target(word: str | None) -> int | Default | None:
    """Read `--target N|none`. Raises `Refusal` (usage)."""
    if word is None:
        return Default.GAME
    return None if word.casefold() == "none" else parse_number(word)


@app.line("open", "open friday", "open /media/stick/friday.toml")
def open_(
    context: typer.Context,
    session: Annotated[
        str,
        typer.Argument(
            metavar="NAME|PATH",
            autocompletion=sessions_by_name,
            help="A session that `sessions` lists, or its file.",
        ),
    ],
    file: File = None,
) -> Opened:
    """Switch to another session.

    It is the current one from now on.
    """
    if file is not None:
        raise usage(say("The session to open is named without -f."), line="open PATH")
    desk: Desk = context.obj
    book = desk.open(desk.library.find(session))
    desk.take_up(book, made=False)
    return Opened(book)
