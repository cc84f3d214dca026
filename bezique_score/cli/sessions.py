"""Sessions: started, switched, listed."""

from pathlib import Path
from typing import Annotated

import typer

from bezique_score.cli.answers import Looked, Opened
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.language import find_player, parse_number, parse_text, quoted, usage
from bezique_score.refusal import Refusal
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
    chosen = _chosen(options or [])
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


def _chosen(options: list[str]) -> dict[str, str]:
    """Split the words of `--set`. Raises `Refusal` (usage)."""
    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key or key in chosen:
            raise usage(
                say("{option} is not KEY=VALUE, each key once.", option=quoted(option)),
                advice=say("`rules show` lists the options of a game."),
            )
        chosen[key] = value
    return chosen


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


@app.command("sessions")
def sessions(context: typer.Context, *, json: Json = False, file: File = None) -> Looked:
    """List the sessions, newest first, with their standing."""
    desk: Desk = context.obj
    try:
        current: Path | None = desk.path(file)
    except Refusal:
        current = None

    def data() -> list[dict[str, object]]:
        return [_standing(path, is_current=path == current) for path in desk.library.sessions()]

    def text() -> str:
        from bezique_score.cli.looking import screen_width  # noqa: PLC0415 - only for this list
        from bezique_score.sheet.views import sessions_text  # noqa: PLC0415 - only for this list

        return sessions_text(data(), width=screen_width())

    return Looked(data, text, json)


def _standing(path: Path, *, is_current: bool) -> dict[str, object]:
    from bezique_score.sheet.data import session_data, unreadable_session_data  # noqa: PLC0415 - only here

    try:
        book = Scorebook.open(path)
    except Refusal as refusal:
        return unreadable_session_data(path.stem, refusal.message, current=is_current)
    return session_data(book.header.name, book.header.created, book.replay, current=is_current)
