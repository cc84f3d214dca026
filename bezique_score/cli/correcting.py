"""Setting right: what was entered is taken back, brought back, or said better."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Answer, Booked
from bezique_score.cli.app import File, invoke, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.cli.table import NUMBERS
from bezique_score.events import Redo, Undo
from bezique_score.language import parse_number, quoted, usage
from bezique_score.text import say

app = typer_app()

ENTRIES = frozenset({"deal", "trick", "declare", "exchange", "bid", "pass", "end", "adjust", "agree", "note"})
"""The commands that say what happened at the table."""


@app.line("undo", "undo", "undo 12", context_settings=NUMBERS)
def undo(
    context: typer.Context,
    number: Annotated[
        str | None, typer.Argument(metavar="[N]", help="An entry's number, as `bezique log` lists them.")
    ] = None,
    file: File = None,
) -> Booked:
    """Take back the last action, or entry N.

    Refused if a later entry would become impossible. What is taken back stays in the file, and `redo` brings it
    back.
    """
    desk: Desk = context.obj
    event = Undo() if number is None else Undo(event=parse_number(number), by_number=True)
    return desk.record(desk.book(file), event)


@app.line("redo", "redo")
def redo(context: typer.Context, file: File = None) -> Booked:
    """Bring back the last action undone.

    Only as long as nothing else was entered.
    """
    desk: Desk = context.obj
    return desk.record(desk.book(file), Redo())


@app.line(
    "amend",
    "amend 12 declare anna bezique",
    "amend 7 trick boris",
    context_settings={**NUMBERS, "allow_interspersed_args": False},
)
def amend(
    context: typer.Context,
    number: Annotated[str, typer.Argument(metavar="N", help="An entry's number, as `bezique log` lists them.")],
    line: Annotated[list[str], typer.Argument(metavar="LINE...", help="What it should have been.")],
    file: File = None,
) -> Answer:
    """Say what entry N should have been.

    All later standings follow. An -f is written before N.
    """
    desk: Desk = context.obj
    event = parse_number(number)
    if line[0] not in ENTRIES:
        raise usage(
            say("An entry cannot be amended to `{line}`.", line=quoted(line[0])),
            line="amend N declare PLAYER MELD",
        )
    with desk.correcting(event, file):
        return invoke(line, desk)
