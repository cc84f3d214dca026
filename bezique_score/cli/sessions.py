"""Sessions: started, switched, listed."""

from pathlib import Path
from typing import Annotated

import typer

from bezique_score.cli.answers import Opened
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.cli.options import chosen_options
from bezique_score.language import find_player, parse_number, parse_text, usage
from bezique_score.scorebook import Scorebook
from bezique_score.session import DEFAULT_GAME, Default
from bezique_score.text import say

app = typer_app()


@app.command("new")
def new(  # noqa: PLR0913 - the options of a session are many
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the session is called.")],
    players: Annotated[list[str], typer.Argument(metavar="PLAYER...", help="Clockwise, the first leads.")],
    *,
    rules: Annotated[str, typer.Option(metavar="R", help="A game, or the path of a rules file.")] = DEFAULT_GAME,
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="A house option of the game.")
    ] = None,
    target: Annotated[str | None, typer.Option(metavar="N|none", help="Where the game ends.")] = None,
    dealer: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who deals first.")] = None,
    no_tricks: Annotated[bool, typer.Option("--no-tricks", help="Record declarations only.")] = False,
    partners: Annotated[bool, typer.Option("--partners", help="Those who sit across play together.")] = False,
    place: Annotated[str | None, typer.Option(metavar="TEXT", help="Where you play, for the sheet.")] = None,
    note: Annotated[str | None, typer.Option(metavar="TEXT", help="A remark for the sheet.")] = None,
    file: File = None,
) -> Opened:
    """Start a session and make it the current one."""
    desk: Desk = context.obj
    chosen = chosen_options(options or [])
    points = _target(target)
    remark = None if note is None else parse_text(note, "--note")
    where = None if place is None else parse_text(place, "--place")
    first = None if dealer is None else find_player(dealer, players).one()
    path = Path(file) if file else desk.file or desk.library.path_for(name)
    book = Scorebook.create(
        path,
        name=name,
        players=players,
        now=desk.clock(),
        rules=rules,
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


def _target(word: str | None) -> int | Default | None:
    """Read `--target N|none`. Raises `Refusal` (usage)."""
    if word is None:
        return Default.GAME
    return None if word.casefold() == "none" else parse_number(word)


@app.command("open")
def open_(
    context: typer.Context,
    session: Annotated[str, typer.Argument(metavar="NAME|PATH")],
    file: File = None,
) -> Opened:
    """Switch to another session."""
    if file is not None:
        raise usage(say("The session to open is named without -f."), line="open PATH")
    desk: Desk = context.obj
    book = Scorebook.open(desk.library.find(session))
    desk.take_up(book, made=False)
    return Opened(book)
