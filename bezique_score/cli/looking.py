"""Looking: the standing, the log, what can be declared, the sheet, and what is wrong with a file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.cli.options import chosen_options
from bezique_score.language import find_player, quoted, usage
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Finding, Scorebook
from bezique_score.text import listing, say, typed

if TYPE_CHECKING:
    from bezique_score.sheet.model import Sheet

app = typer_app()


def screen_width() -> int:
    """Measure the screen in columns; 80 where nobody looks at one."""
    return typer.get_terminal_size((80, 24)).columns


@app.command("score")
def score(
    context: typer.Context,
    *,
    under: Annotated[
        str | None, typer.Option("--under", metavar="RULES", help="The same evening under other rules.")
    ] = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="With another house option.")
    ] = None,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Show the standing."""
    desk: Desk = context.obj
    book = desk.book(file)
    if under is not None or options:
        return _score_under(book, under, chosen_options(options or []), json)

    def data() -> dict[str, Any]:
        from bezique_score.sheet.data import score_data  # noqa: PLC0415 - this or the text is wanted

        return score_data(book.header.name, book.replay)

    def text() -> str:
        from bezique_score.sheet.views import score_text  # noqa: PLC0415 - this or the data is wanted

        return score_text(book.header.name, book.replay, width=screen_width())

    return Looked(data, text, json)


def _score_under(book: Scorebook, under: str | None, options: dict[str, str], json: bool) -> Looked:
    """Compare a session with what other rules make of it. Raises `Refusal`."""
    from bezique_score.rejudge import judge_again  # noqa: PLC0415 - seldom asked for
    from bezique_score.session import match_under  # noqa: PLC0415 - seldom asked for
    from bezique_score.sheet.comparison import comparison_data, comparison_text  # noqa: PLC0415 - the same

    match = match_under(book.header, under, options)
    compared = judge_again(book.replay, match)
    name = book.header.name
    return Looked(
        lambda: comparison_data(name, book.replay, match, compared),
        lambda: comparison_text(name, book.replay, match, compared, width=screen_width()),
        json,
    )


@app.command("log")
def log(
    context: typer.Context,
    *,
    everything: Annotated[bool, typer.Option("--all", help="Also what was undone or amended.")] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """List the entries with their points and running totals."""
    desk: Desk = context.obj
    replay = desk.book(file).replay

    def data() -> list[dict[str, Any]]:
        from bezique_score.sheet.data import log_data  # noqa: PLC0415 - this or the text is wanted

        return log_data(replay, everything=everything)

    def text() -> str:
        from bezique_score.sheet.views import log_text  # noqa: PLC0415 - this or the data is wanted

        return log_text(replay, everything=everything, width=screen_width())

    return Looked(data, text, json)


@app.command("melds")
def melds(
    context: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", help="By default, who leads.")] = None,
    *,
    json: Json = False,
    file: File = None,
) -> Looked:
    """List what can be declared now, and what it is worth now."""
    desk: Desk = context.obj
    replay = desk.book(file).replay
    name = None if player is None else find_player(player, replay.match.seating.players).one()
    replay.match.offers(replay.table, name)  # refused now, not when it is printed

    def data() -> list[dict[str, Any]]:
        from bezique_score.sheet.data import melds_data  # noqa: PLC0415 - this or the text is wanted

        return melds_data(replay, name)

    def text() -> str:
        from bezique_score.sheet.views import melds_text  # noqa: PLC0415 - this or the data is wanted

        return melds_text(replay, name, width=screen_width())

    return Looked(data, text, json)


@app.command("sheet")
def sheet(
    context: typer.Context,
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            help="text, markdown, csv, json, html, latex or xlsx; else what PATH ends with.",
        ),
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="PATH", help="Write it to this file.")
    ] = None,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Print the scoresheet, or write it to a file."""
    from bezique_score.sheet.formats import FORMATS, render_file  # noqa: PLC0415 - only the sheet needs it

    wanted = "json" if json else _form(form, output)
    desk: Desk = context.obj
    page = sheet_of(desk.book(file))

    def data() -> object:
        import msgspec  # noqa: PLC0415 - loaded long ago, named only here

        return msgspec.json.decode(FORMATS["json"](page, 80))

    if output is None:
        return Looked(data, lambda: FORMATS[wanted](page, screen_width()), wanted == "json")
    write_file(Path(output), render_file(page, wanted))
    return Looked(lambda: {"path": output}, str, talk=say("Written to {path}.", path=output))


def sheet_of(book: Scorebook) -> "Sheet":
    """Make the scoresheet of a session."""
    from bezique_score.sheet.build import build_sheet  # noqa: PLC0415 - only the sheet needs it

    header = book.header
    return build_sheet(book.replay, name=header.name, created=header.created, place=header.place, note=header.note)


def _form(form: str | None, output: str | None) -> str:
    """Name the format of a sheet: the one asked for, else the one of the file. Raises `Refusal` (usage)."""
    from bezique_score.sheet.formats import BINARY_FORMATS, FORMATS, SUFFIXES  # noqa: PLC0415 - only the sheet

    if form is None:
        wanted = SUFFIXES.get(Path(output).suffix.casefold(), "text") if output else "text"
    else:
        wanted = form.casefold()
    if wanted not in FORMATS and wanted not in BINARY_FORMATS:
        known = [*FORMATS, *BINARY_FORMATS]
        raise usage(
            say("There is no sheet in the format {form}.", form=quoted(wanted)),
            line=typed("sheet", "--format", known[0]),
            advice=say("or {formats}", formats=listing(known[1:])),
        )
    if output is None and wanted in BINARY_FORMATS:
        raise usage(
            say("A sheet in the format {form} is a file: say where.", form=wanted),
            line=typed("sheet", "--format", wanted, "-o", f"sheet.{wanted}"),
        )
    return wanted


def write_file(path: Path, content: bytes) -> None:
    """Write a file for somebody. Raises `Refusal` (bad-file), also rather than replace a session or rules."""
    if path.suffix == ".toml":
        raise Refusal(Code.BAD_FILE, say("{path} could be a session: a sheet is no TOML file.", path=path))
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:  # ValueError: a path that cannot be one
        reason = getattr(error, "strerror", None) or error
        message = say("{path} cannot be written: {reason}.", path=path, reason=reason)
        raise Refusal(Code.BAD_FILE, message) from error


@app.command("chart")
def chart(
    context: typer.Context,
    *,
    by: Annotated[str, typer.Option("--by", metavar="hand|entry", help="What lies between two points.")] = "hand",
    plain: Annotated[bool, typer.Option("--plain", help="Use no other characters than a typewriter has.")] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Draw the score as it grew."""
    from bezique_score.sheet.growth import STEPS, growth  # noqa: PLC0415 - only the chart needs it

    step = STEPS.get(by.casefold())
    if step is None:
        raise usage(
            say("A chart is drawn by hand or by entry, not by {by}.", by=quoted(by)), line="chart --by hand"
        )
    desk: Desk = context.obj
    page = sheet_of(desk.book(file))

    def text() -> str:
        from bezique_score.sheet.chart import chart_text  # noqa: PLC0415 - this or the data is wanted

        return chart_text(page, step, width=screen_width(), plain=plain or not can_draw())

    return Looked(
        lambda: [{"at": point.label, "totals": point.totals} for point in growth(page, step)], text, json
    )


def can_draw() -> bool:
    """Say whether what is printed can hold more than plain characters."""
    try:
        "┤●".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@app.command("check")
def check(
    context: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH]...", help="By default, the current session.")
    ] = None,
    *,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Replay files and report every problem in them."""
    desk: Desk = context.obj
    files = [_session_file(desk, word) for word in paths] if paths else [desk.path(file)]
    found = {path: Scorebook.examine(path) for path in files}
    findings = [finding for several in found.values() for finding in several]

    def text() -> str:
        sound = [f"{say('{path}: nothing is wrong', path=path)}\n" for path in found if not found[path]]
        return "".join(f"{finding.message}\n" for finding in findings) + "".join(sound)

    return Looked(lambda: [_finding_data(finding) for finding in findings], text, json, status=bool(findings))


def _session_file(desk: Desk, word: str) -> Path:
    """Take a word for a path, or else for the name of a session."""
    path = Path(word)
    if path.exists():
        return path
    try:
        return desk.library.find(word)
    except Refusal:
        return path


def _finding_data(finding: Finding) -> dict[str, object]:
    return {
        "file": str(finding.path),
        "line": finding.line,
        "event": finding.event,
        "code": finding.code,
        "reason": str(finding.reason),
    }
