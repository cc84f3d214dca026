"""`play`: lines typed at the table, each answered at once; without a terminal, a script."""

import sys
from pathlib import Path

import typer

from bezique_score.cli.answers import Finished
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.desk import Desk
from bezique_score.cli.script import run_script

app = typer_app()


@app.line("play", "play", "play --file friday.toml")
def play(context: typer.Context, file: File = None) -> Finished:
    """Take entries line by line, until `quit` or Ctrl-D.

    The lines are those of the terminal without the word `bezique`; `?` explains them.
    """
    desk: Desk = context.obj
    if file is not None:
        desk.file = Path(file)
    if not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout)):
        return Finished(run_script(desk, "-"))
    from bezique_score.cli.shell import Shell  # noqa: PLC0415 - prompt-toolkit takes 100 ms to load

    desk.door = "table"
    Shell(desk).run()
    return Finished(0)
