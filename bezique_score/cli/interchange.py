"""Export of a session's records for other programs, and import of such a file as a session."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bezique_score.cli.answers import Looked, Opened
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.completing import one_of, paths
from bezique_score.cli.desk import Desk
from bezique_score.cli.sheets import write_file
from bezique_score.interchange.fault import RecordFault
from bezique_score.interchange.lines import read_lines, write_lines
from bezique_score.interchange.records import EntryRecord, Record, SessionRecord, records_of, schema
from bezique_score.interchange.table import read_table, write_table
from bezique_score.language import quoted, usage
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Replay
from bezique_score.scorebook import Scorebook
from bezique_score.session import match_of
from bezique_score.text import say, typed

app = typer_app()

_WRITERS: dict[str, Callable[[Sequence[Record]], str]] = {"jsonl": write_lines, "csv": write_table}
SIZE_LIMIT = 64 * 2**20
"""How many bytes a file to import may have."""


@app.line("export", "export -o friday.csv", "export --format jsonl", "export --schema")
def export(
    context: typer.Context,
    *,
    form: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="F",
            autocompletion=one_of("jsonl", "csv"),
            help="jsonl or csv; else what PATH ends with.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="PATH", autocompletion=paths, help="Write it to this file."),
    ] = None,
    show_schema: Annotated[
        bool, typer.Option("--schema", help="Print the JSON Schema of a record instead.")
    ] = False,
    file: File = None,
) -> Looked:
    """Write a session as records, one for each entry.

    For spreadsheets and data frames; what was taken back is among them.
    """
    if show_schema:
        text = msgspec.json.format(msgspec.json.encode(schema()), indent=2).decode() + "\n"
    else:
        write = _WRITERS[_form(form, output)]
        desk: Desk = context.obj
        book = desk.book(file)
        text = write(records_of(book.header, book.replay))
    if output is None:
        return Looked(text.splitlines, lambda: text)
    write_file(Path(output), text.encode())
    return Looked(lambda: {"path": output}, str, talk=say("Written to {path}.", path=output))


def _form(form: str | None, output: str | None) -> str:
    if form is None:
        form = "csv" if output and Path(output).suffix.casefold() == ".csv" else "jsonl"
    if form.casefold() not in _WRITERS:
        raise usage(
            say("Nothing is exported in the format {form}.", form=quoted(form)),
            line="export --format jsonl",
            advice=say("or csv"),
        )
    return form.casefold()


@app.line("import", "import friday.jsonl", "import friday.csv --name again")
def import_(
    context: typer.Context,
    path: Annotated[
        str,
        typer.Argument(
            metavar="PATH|-", autocompletion=paths, help="A file that `export` wrote; - is standard input."
        ),
    ],
    *,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What to call the session.")] = None,
    file: File = None,
) -> Opened:
    """Make a session of an exported file, and make it the current one."""
    desk: Desk = context.obj
    records = _read(path)
    session, entries = records[0], records[1:]
    if not isinstance(session, SessionRecord):
        raise _bad(path, RecordFault(say("the first record is not the session")))
    header = session.header if name is None else msgspec.structs.replace(session.header, name=name)
    kept: list[EntryRecord] = []
    for number, record in enumerate(entries, 1):
        if not isinstance(record, EntryRecord) or record.number != number:
            raise _bad(path, RecordFault(say("entry {number} is missing", number=number)))
        kept.append(record)
    _verify_totals(path, session, kept)
    target = Path(file) if file else desk.file or desk.library.path_for(header.name)
    book = Scorebook.restore(target, header, [record.entry for record in kept])
    desk.take_up(book, made=True)
    return Opened(book)


def _verify_totals(path: str, session: SessionRecord, records: Sequence[EntryRecord]) -> None:
    """Refuse a file whose totals are not those of its entries; what is wrong with an entry itself comes first."""
    replay = Replay.of(match_of(session.header), [record.entry for record in records])
    if replay.problems:
        return
    for row, record in zip(replay.rows, records, strict=True):
        if row.table.totals != record.totals:
            reason = say("after entry {number} the totals are others than the file says", number=row.number)
            raise _bad(path, RecordFault(reason))


def _read(path: str) -> list[Record]:
    """Read a file of records, which says by itself what it is. Raises `Refusal` (bad-file)."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with NUL
        reason = getattr(error, "strerror", None) or error
        raise _bad(path, RecordFault(say("cannot be read: {reason}", reason=reason))) from error
    try:
        if len(content) > SIZE_LIMIT:
            raise _too_large()
        text = content.decode("utf-8-sig")
        records = read_lines(text) if text.lstrip()[:1] == "{" else read_table(text)
        if not records:
            raise _empty()
    except UnicodeDecodeError as error:
        raise _bad(path, RecordFault(say("not UTF-8: {reason}", reason=error.reason))) from error
    except RecordFault as fault:
        raise _bad(path, fault) from fault
    return records


def _too_large() -> RecordFault:
    return RecordFault(say("larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))


def _empty() -> RecordFault:
    return RecordFault(say("there is no record in it"))


def _bad(path: str, fault: RecordFault) -> Refusal:
    where = say(", line {line}", line=fault.line) if fault.line else ""
    return Refusal(
        Code.BAD_FILE,
        say("{path}{where}: {reason}", path=path, where=where, reason=fault.reason),
        line=typed("export", "-o", "PATH.jsonl"),
        advice=say("writes a file that can be imported"),
    )
