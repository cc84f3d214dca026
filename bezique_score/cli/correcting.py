"""Setting right: what was entered is taken back, brought back, or said better."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Answer, Booked, Looked
from bezique_score.cli.app import File, Json, invoke, typer_app
from bezique_score.cli.completing import entries, line_words
from bezique_score.cli.desk import Desk
from bezique_score.cli.table import NUMBERS
from bezique_score.events import Redo, Undo
from bezique_score.language import parse_number, quoted, usage
from bezique_score.refusal import Refusal
from bezique_score.sheet.preview import undo_data, undo_text
from bezique_score.text import say, typed

app = typer_app()

ENTRIES = frozenset({"deal", "trick", "declare", "exchange", "bid", "pass", "end", "adjust", "agree", "note"})
"""The commands that say what happened at the table."""


@app.line("undo", "undo", "undo 12", "undo --show", context_settings=NUMBERS)
def undo(
    context: typer.Context,
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[N]", autocompletion=entries, help="An entry's number, as `bezique log` lists them."
        ),
    ] = None,
    *,
    show: Annotated[bool, typer.Option("--show", help="Only say what it would take back.")] = False,
    json: Json = False,
    file: File = None,
) -> Booked | Looked:
    """Take back the last action, or entry N.

    Refused if a later entry would become impossible. What is taken back stays in the file, and `redo` brings it
    back.
    """
    desk: Desk = context.obj
    event = Undo() if number is None else Undo(event=parse_number(number), by_number=True)
    if not show:
        if json:
            raise usage(say("`undo` answers in JSON only with --show."), line="undo --show --json")
        return desk.record(desk.book(file), event)
    replay = desk.book(file).replay
    judged = replay.judge(event)
    return Looked(lambda: undo_data(replay, judged), lambda: undo_text(replay, judged), json)


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
    number: Annotated[
        str,
        typer.Argument(
            metavar="N", autocompletion=entries, help="An entry's number, as `bezique log` lists them."
        ),
    ],
    line: Annotated[
        list[str], typer.Argument(metavar="LINE...", autocompletion=line_words, help="What it should have been.")
    ],
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
            line=typed("amend", event, "declare", "PLAYER", "MELD"),
        )
    with desk.correcting(event, file):
        try:
            return invoke(line, desk)
        except Refusal as refusal:
            raise _advised(refusal, event, line[0]) from None


def _advised(refusal: Refusal, number: int, command: str) -> Refusal:
    """Advise what would be accepted as the entry: a line by itself would be entered after all the others."""
    named = (refusal.line or "").partition(" ")[0]
    if named not in ENTRIES:
        return refusal
    line, advice = f"amend {number} {refusal.line}", refusal.advice
    if named != command:
        line, advice = "log", say("shows what stood before entry {number}", number=number)
    return Refusal(refusal.code, refusal.message, line=line, advice=advice, rule=refusal.rule)
