"""Looking: the standing, the log, what can be declared, the sheet, and what is wrong with a file."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import paths, players, sessions, sheet_formats
from bezique_score.cli.desk import Desk
from bezique_score.language import find_player, quoted, usage
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook
from bezique_score.scorebook import Finding, Scorebook
from bezique_score.text import ENGLISH, listing, reason_of, say, speaking, typed

app = typer_app()


def screen_width() -> int:
    """Measure the screen in columns; 80 where nobody looks at one."""
    return typer.get_terminal_size((80, 24)).columns


@app.line("score", "score", "score --json")
def score(context: typer.Context, *, json: Json = False, file: File = None) -> Looked:
    """Show the standing.

    Hands, totals, what each still needs; trumps, dealer, who leads, cards left in the stock.
    """
    desk: Desk = context.obj
    book = desk.book(file)

    def data() -> dict[str, Any]:
        from bezique_score.sheet.data import score_data  # noqa: PLC0415 - this or the text is wanted

        return score_data(book.header.name, book.replay)

    def text() -> str:
        from bezique_score.sheet.views import score_text  # noqa: PLC0415 - this or the data is wanted

        return score_text(book.header.name, book.replay, width=screen_width())

    return Looked(data, text, json)


@app.line("log", "log", "log --all")
def log(
    context: typer.Context,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was undone or amended, and the corrections.")
    ] = False,
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


@app.line("melds", "melds", "melds boris", "melds --all")
def melds(
    context: typer.Context,
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]", autocompletion=players, help="Whose declarations; by default of who leads."
        ),
    ] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="The price list of the game, to print and lay on the table.")
    ] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """List what can be declared now, and what it is worth now."""
    desk: Desk = context.obj
    replay = desk.book(file).replay
    if everything:
        if player is not None:
            raise usage(say("The price list is the same for everybody."), line="melds --all")
        return _price_list(replay.match.rules, as_json=json)
    name = None if player is None else find_player(player, replay.match.seating.players).one()
    replay.match.offers(replay.table, name)  # refused now, not when it is printed

    def data() -> list[dict[str, Any]]:
        from bezique_score.sheet.data import melds_data  # noqa: PLC0415 - this or the text is wanted

        return melds_data(replay, name)

    def text() -> str:
        from bezique_score.sheet.views import melds_text  # noqa: PLC0415 - this or the data is wanted

        return melds_text(replay, name, width=screen_width())

    return Looked(data, text, json)


def _price_list(rules: Rulebook, *, as_json: bool) -> Looked:
    from bezique_score.sheet.prices import prices_data, prices_text  # noqa: PLC0415 - only the list needs it

    return Looked(lambda: prices_data(rules), lambda: prices_text(rules, width=screen_width()), as_json)


@app.line("sheet", "sheet", "sheet --format markdown", "sheet --format csv -o friday.csv")
def sheet(
    context: typer.Context,
    *,
    form: Annotated[
        str,
        typer.Option("--format", metavar="F", autocompletion=sheet_formats, help="text, markdown, csv or json."),
    ] = "text",
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
    from bezique_score.sheet.build import build_sheet  # noqa: PLC0415 - only the sheet needs it
    from bezique_score.sheet.formats import FORMATS  # noqa: PLC0415 - only the sheet needs it

    wanted = "json" if json else form.casefold()
    if wanted not in FORMATS:
        raise usage(
            say("There is no sheet in the format {form}.", form=quoted(form)),
            line=typed("sheet", "--format", next(iter(FORMATS))),
            advice=say("or {formats}", formats=listing(list(FORMATS)[1:])),
        )
    desk: Desk = context.obj
    book = desk.book(file)
    header = book.header

    def page(form: str, width: int) -> str:
        made = build_sheet(book.replay, name=header.name, created=header.created, note=header.note)
        return FORMATS[form](made, width)

    def data() -> object:
        import msgspec  # noqa: PLC0415 - loaded long ago, named only here

        return msgspec.json.decode(page("json", 80))

    if output is None:
        return Looked(data, lambda: page(wanted, screen_width()), wanted == "json")
    with speaking(ENGLISH) if wanted == "json" else nullcontext():
        _write(Path(output), page(wanted, 80))
    return Looked(lambda: {"path": output}, str, talk=say("Written to {path}.", path=output))


def _write(path: Path, text: str) -> None:
    """Write a sheet. Raises `Refusal` (bad-file), also rather than replace a session or rules."""
    if path.suffix == ".toml":
        raise Refusal(Code.BAD_FILE, say("{path} could be a session: a sheet is no TOML file.", path=path))
    try:
        path.write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:  # ValueError: a path that cannot be one
        reason = reason_of(error)
        message = say("{path} cannot be written: {reason}.", path=path, reason=reason)
        raise Refusal(Code.BAD_FILE, message) from error


@app.line("check", "check", "check friday.toml sunday.toml")
def check(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", autocompletion=sessions, help="Session files; by default, the current session."
        ),
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
