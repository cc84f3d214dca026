"""`stats`: figures over many sessions, with a progress bar when it takes its time."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import games, one_of, sessions
from bezique_score.cli.desk import Desk
from bezique_score.cli.keeping import Sieve, game_named, parse_date
from bezique_score.cli.looking import screen_width
from bezique_score.language import quoted, usage
from bezique_score.library import is_there
from bezique_score.names import fold_name
from bezique_score.refusal import Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.shelf import Shelf
from bezique_score.stats.count import Count
from bezique_score.stats.model import Figures, Unread
from bezique_score.stats.show import figures_csv, figures_data, figures_text
from bezique_score.text import ENGLISH, say, speaking

app = typer_app()

_PATIENCE = 1.0
"""After how many seconds a bar shows how far it has come."""

_BAR = 30


@app.line("stats", "stats", "stats --player anna --since 2026-01-01", "stats --format csv")
def stats(  # noqa: PLR0913 - the filters are many
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", autocompletion=sessions, help="Files, folders or sessions; by default all."
        ),
    ] = None,
    *,
    player: Annotated[str | None, typer.Option(metavar="NAME", help="Only where this person plays.")] = None,
    game: Annotated[str | None, typer.Option(metavar="R", autocompletion=games, help="Only of this game.")] = None,
    since: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Only those played since.")] = None,
    until: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Only those begun until then.")] = None,
    period: Annotated[
        str,
        typer.Option(metavar="month|year", autocompletion=one_of("month", "year"), help="How long a period is."),
    ] = "month",
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="F", autocompletion=one_of("table", "json", "csv"), help="table, json or csv."
        ),
    ] = "table",
    json: Json = False,
    file: File = None,
) -> Looked:
    """Show figures over many sessions.

    Games, wins, hands, declarations, head to head; by game and period. What cannot be read is named.
    """
    wanted, each = form.casefold(), period.casefold()
    if wanted not in {"table", "json", "csv"}:
        raise usage(
            say("Figures are table, json or csv, not {form}.", form=quoted(form)), line="stats --format csv"
        )
    if each not in {"month", "year"}:
        raise usage(say("A period is a month or a year, not {period}.", period=quoted(period)), line="stats")
    sieve = Sieve(
        player=None if player is None else fold_name(player),
        game=None if game is None else game_named(game),
        since=None if since is None else parse_date(since),
        until=None if until is None else parse_date(until),
    )
    desk: Desk = context.obj
    files = _files(desk, [*(paths or []), *([file] if file else [])])
    as_json = json or wanted == "json"
    with speaking(ENGLISH) if as_json else nullcontext():
        figures = _counted(desk, files, sieve, months=each == "month")

    def text() -> str:
        return figures_csv(figures) if wanted == "csv" else figures_text(figures, width=screen_width())

    return Looked(lambda: figures_data(figures), text, as_json)


def _files(desk: Desk, words: Sequence[str]) -> list[Path]:
    """List the files that are meant, each once: all of the folder and its archive where none is named."""
    if not words:
        return [*desk.library.sessions(), *Shelf(desk.library).archived()]
    found: list[Path] = []
    for word in words:
        path = Path(word)
        if not is_there(path):
            found.append(_session(desk, word))
        elif path.is_dir():
            found += desk.library.sessions(path)
        else:
            found.append(path)
    return list({path.absolute(): path for path in found}.values())


def _session(desk: Desk, word: str) -> Path:
    try:
        return desk.library.find(word)
    except Refusal:
        return Path(word)


def _counted(desk: Desk, files: Sequence[Path], sieve: Sieve, *, months: bool) -> Figures:
    """Read the files one after another; those that cannot be read are named."""
    count = Count(months=months)
    for path in _with_progress(files):
        try:
            book = desk.open(path) if desk.in_hand(path) else Scorebook.open(path)
        except Refusal as refusal:
            reason = str(refusal.message).removeprefix(str(path)).lstrip(",: ")  # the file is named beside it
            count.figures.unread.append(Unread(str(path), reason))
            continue
        if sieve.passes(book):
            count.add(book.header.name, book.header.created, book.replay)
    return count.figures


def _with_progress(files: Sequence[Path]) -> Iterator[Path]:
    """Go through files; on a screen, a bar appears when it takes more than a second."""
    began, shown = monotonic(), False
    watched = sys.stderr is not None and sys.stderr.isatty()
    for number, path in enumerate(files):
        if watched and monotonic() - began > _PATIENCE:
            done = _BAR * number // len(files)
            print(
                f"\r[{'#' * done}{' ' * (_BAR - done)}] {number}/{len(files)}", end="", file=sys.stderr, flush=True
            )
            shown = True
        yield path
    if shown:
        print(f"\r{' ' * (_BAR + 30)}\r", end="", file=sys.stderr, flush=True)
