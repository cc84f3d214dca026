"""What people keep of an evening: the scoresheet in every format, and the chart of the score."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import one_of, paths, sheet_formats
from bezique_score.cli.desk import Desk
from bezique_score.cli.looking import screen_width
from bezique_score.language import quoted, usage
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.build import build_sheet
from bezique_score.sheet.formats import BINARY_FORMATS, FORMATS, SUFFIXES, render_file
from bezique_score.sheet.growth import STEPS, growth
from bezique_score.sheet.model import Sheet
from bezique_score.text import ENGLISH, listing, reason_of, say, speaking, typed

app = typer_app()


@app.line("sheet", "sheet", "sheet --format markdown", "sheet --format csv -o friday.csv")
def sheet(
    context: typer.Context,
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            autocompletion=sheet_formats,
            help="text, markdown, csv, json, html, latex or xlsx; else what PATH ends with.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", autocompletion=paths, help="Write it to this file."),
    ] = None,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Print the scoresheet, or write it to a file.

    To print, keep or send: every hand and declaration with its points, agreements and exceptions.
    """
    wanted = "json" if json else _form(form, output)
    desk: Desk = context.obj
    book = desk.book(file)

    def data() -> object:
        import msgspec  # noqa: PLC0415 - loaded long ago, named only here

        return msgspec.json.decode(FORMATS["json"](sheet_of(book), 80))

    if output is None:
        return Looked(data, lambda: FORMATS[wanted](sheet_of(book), screen_width()), wanted == "json")
    with speaking(ENGLISH) if wanted == "json" else nullcontext():
        content = render_file(sheet_of(book), wanted)
    write_file(Path(output), content)
    return Looked(lambda: {"path": output}, str, talk=say("Written to {path}.", path=output))


def sheet_of(book: Scorebook) -> Sheet:
    """Make the scoresheet of a session."""
    header = book.header
    return build_sheet(book.replay, name=header.name, created=header.created, place=header.place, note=header.note)


def _form(form: str | None, output: str | None) -> str:
    """Name the format of a sheet: the one asked for, else the one of the file. Raises `Refusal` (usage)."""
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
        message = say("{path} cannot be written: {reason}.", path=path, reason=reason_of(error))
        raise Refusal(Code.BAD_FILE, message) from error


@app.line("chart", "chart", "chart --by entry")
def chart(
    context: typer.Context,
    *,
    by: Annotated[
        str,
        typer.Option(
            "--by",
            metavar="hand|entry",
            autocompletion=one_of("hand", "entry"),
            help="What lies between two points.",
        ),
    ] = "hand",
    plain: Annotated[bool, typer.Option("--plain", help="Use no other characters than a typewriter has.")] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Draw the score as it grew."""
    step = STEPS.get(by.casefold())
    if step is None:
        raise usage(
            say("A chart is drawn by hand or by entry, not by {by}.", by=quoted(by)), line="chart --by hand"
        )
    desk: Desk = context.obj
    book = desk.book(file)

    def text() -> str:
        from bezique_score.sheet.chart import chart_text  # noqa: PLC0415 - this or the data is wanted

        return chart_text(sheet_of(book), step, width=screen_width(), plain=plain or not can_draw())

    return Looked(
        lambda: [{"at": point.label, "totals": point.totals} for point in growth(sheet_of(book), step)], text, json
    )


def can_draw() -> bool:
    """Say whether what is printed can hold more than plain characters."""
    try:
        "┤●".encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
