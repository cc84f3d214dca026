"""`sessions`: the list of them, and those put away, renamed or deleted."""

import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from bezique_score.cli.answers import Looked, Printed, say_aloud
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import games
from bezique_score.cli.completing import sessions as sessions_by_name
from bezique_score.cli.desk import Desk
from bezique_score.language import quoted, usage
from bezique_score.names import fold_name
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Replay
from bezique_score.rules.load import find_game
from bezique_score.scorebook import Scorebook
from bezique_score.shelf import Shelf
from bezique_score.text import Text, say, typed

app = typer_app(invoke_without_command=True)

Session = Annotated[
    str, typer.Argument(metavar="NAME", autocompletion=sessions_by_name, help="A session in the sessions folder.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]


@app.callback()
def sessions(  # noqa: PLR0913 - the filters are many
    context: typer.Context,
    *,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only where this person plays.")] = None,
    game: Annotated[str | None, typer.Option(metavar="R", autocompletion=games, help="Only of this game.")] = None,
    since: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Only those played since.")] = None,
    unfinished: Annotated[bool, typer.Option("--unfinished", help="Only those that are not over.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Those in the archive.")] = False,
    json: Json = False,
    file: File = None,
) -> Looked | None:
    """List the sessions; or archive, rename or delete one.

    Newest first, with their standing. `bezique sessions delete friday` asks, and keeps a copy.
    """
    if context.invoked_subcommand:
        return None
    desk: Desk = context.obj
    try:
        current: Path | None = desk.path(file)
    except Refusal:
        current = None
    shelf = Shelf(desk.library)
    paths = shelf.archived() if archived else desk.library.sessions()  # refused now, not when it is printed
    sieve = Sieve(
        player=None if player is None else fold_name(player),
        game=None if game is None else game_named(game),
        since=None if since is None else parse_date(since),
        unfinished=unfinished,
    )

    def data() -> list[dict[str, object]]:
        return [row for path in paths for row in _standing(desk, path, sieve, is_current=path == current)]

    def text() -> str:
        from bezique_score.cli.looking import screen_width  # noqa: PLC0415 - only for this list
        from bezique_score.sheet.views import sessions_text  # noqa: PLC0415 - only for this list

        return sessions_text(data(), width=screen_width())

    return Looked(data, text, json)


def is_unfinished(replay: Replay) -> bool:
    """Say whether a session is not over, as the figures count it."""
    from bezique_score.stats.count import ending_of  # noqa: PLC0415 - only where it is asked

    return ending_of(replay) == "unfinished"


class Sieve:
    """Which sessions are wanted: of a player (folded, or the start of the name), of a game, since a day."""

    def __init__(
        self,
        *,
        player: str | None = None,
        game: str | None = None,
        since: date | None = None,
        until: date | None = None,
        unfinished: bool = False,
    ) -> None:
        self.player = player
        self.game = game
        self.since = since
        self.until = until
        self.unfinished = unfinished

    @property
    def is_open(self) -> bool:
        """Say whether everything passes, also what cannot be read."""
        return not (self.player or self.game or self.since or self.until or self.unfinished)

    def passes(self, book: Scorebook) -> bool:
        """Say whether a session is wanted."""
        header, rows = book.header, book.replay.rows
        last = rows[-1].entry.time if rows else header.created
        return not (
            (self.player and not any(fold_name(name).startswith(self.player) for name in header.players))
            or (self.game and book.replay.match.rules.game.id != self.game)
            or (self.since and last.date() < self.since)
            or (self.until and header.created.date() > self.until)
            or (self.unfinished and not is_unfinished(book.replay))
        )


def parse_date(word: str) -> date:
    """Read a day. Raises `Refusal` (usage)."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise usage(
            say("{word} is not a day.", word=quoted(word)), advice=say("A day is written 2026-11-30.")
        ) from None


def game_named(word: str) -> str:
    """Name the game that a word means; the id of a game of one's own is taken as it is. Raises `Refusal`."""
    try:
        return find_game(word)
    except Refusal:
        if word.islower() and word.replace("-", "").isalnum():
            return word
        raise


def _standing(desk: Desk, path: Path, sieve: Sieve, *, is_current: bool) -> Iterator[dict[str, object]]:
    from bezique_score.sheet.data import session_data, unreadable_session_data  # noqa: PLC0415 - only here

    try:
        book = desk.open(path) if desk.in_hand(path) else Scorebook.open(path)
    except Refusal as refusal:
        if sieve.is_open:
            yield unreadable_session_data(path.stem, refusal.message, current=is_current)
        return
    if sieve.passes(book):
        yield session_data(book.header.name, book.header.created, book.replay, current=is_current)


@app.line("archive", "sessions archive friday")
def archive(context: typer.Context, session: Session, *, json: Json = False) -> Looked:
    """Put a session away: it is not listed any more, but still counted by `stats`."""
    shelf = _shelf(context)
    target = shelf.archive(shelf.find(session))
    return _moved(target, json, say("Archived as {path}; `sessions restore` brings it back.", path=target))


@app.line("restore", "sessions restore friday")
def restore(context: typer.Context, session: Session, *, json: Json = False) -> Looked:
    """Bring back a session that was archived or deleted."""
    target = _shelf(context).restore(session)
    return _moved(target, json, say("Brought back: {name}.", name=target.stem))


@app.line("rename", "sessions rename friday kitchen")
def rename(
    context: typer.Context,
    session: Session,
    name: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
    *,
    json: Json = False,
) -> Looked:
    """Give a session another name."""
    shelf = _shelf(context)
    target = shelf.rename(shelf.find(session), name)
    return _moved(target, json, say("It is called {name} now.", name=name))


@app.line("delete", "sessions delete friday")
def delete(context: typer.Context, session: Session, *, yes: Yes = False, json: Json = False) -> Looked:
    """Delete a session; a copy is kept in the folder `deleted`."""
    shelf = _shelf(context)
    path = shelf.find(session)
    if not yes:
        _ask(
            say("Delete the session {name}? A copy is kept.", name=path.stem), typed("sessions", "delete", session)
        )
    target = shelf.delete(path)
    return _moved(target, json, say("Deleted; a copy is {path}.", path=target))


def _shelf(context: typer.Context) -> Shelf:
    """Get at whole sessions: not from a script or the table, which may have entries that are not on disk yet."""
    desk: Desk = context.obj
    if desk.door != "terminal":
        raise Refusal(Code.WRONG_TIME, say("Whole sessions are moved at the terminal only."), line="sessions")
    return Shelf(desk.library)


def _moved(path: Path, json: bool, told: Text) -> Looked:
    return Looked(lambda: {"path": str(path)}, str, json, talk=told)


def _ask(question: Text, line: str) -> None:
    """Go on only if a person says yes. Raises `Refusal` (usage) otherwise."""
    if sys.stdin is None or not sys.stdin.isatty():
        say_aloud(question)
        raise usage(say("Nobody is there to be asked."), line=line)
    Printed(err=f"{question} [y/N] ").show()
    sys.stderr.flush()
    if sys.stdin.readline().strip().casefold() not in {"y", "yes"}:
        raise usage(say("Nothing was changed."), line=line)
