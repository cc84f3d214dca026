"""`play`: lines typed at the table, each answered at once."""

import sys
from pathlib import Path

import typer

from bezique_score.cli.answers import Finished, print_answer, print_refusal
from bezique_score.cli.app import File, invoke, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.cli.script import run_script, split_words
from bezique_score.refusal import Refusal

app = typer_app()

LEAVING = frozenset({"quit", "exit"})


@app.line("play", "play")
def play(context: typer.Context, file: File = None) -> Finished:
    """Take entries line by line, until `quit` or the end of input.

    The lines are those of the terminal without the word `bezique`: `trick anna`, `declare quint`, `score`.
    """
    desk: Desk = context.obj
    if file is not None:
        desk.file = Path(file)
    if not sys.stdin or not sys.stdin.isatty():
        return Finished(run_script(desk, "-"))
    desk.door = "table"
    while True:
        try:
            text = input("bezique> ").strip()
        except EOFError:
            print()
            return Finished(0)
        if text in LEAVING:
            return Finished(0)
        if text and not text.startswith("#"):
            _answer(text, desk)


def _answer(text: str, desk: Desk) -> None:
    try:
        print_answer(invoke(split_words(text), desk))
    except Refusal as refusal:
        print_refusal(refusal)
    except typer.Exit:  # a help text has been printed
        pass
