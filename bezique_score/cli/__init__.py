"""Typer only here: the commands, the table-side loop, the script runner, and every error turned into text.

The one entrance is `main`; whatever is typed, it answers and gives an exit code.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

import typer

from bezique_score.cli.answers import mistake_in_words, print_answer, print_refusal, say_aloud, status_of
from bezique_score.cli.app import command, invoke
from bezique_score.cli.desk import Desk, is_completing
from bezique_score.cli.languages import asked_for
from bezique_score.refusal import Refusal
from bezique_score.text import reason_of, say


def main(words: Sequence[str] | None = None) -> int:
    """Run one line of the language; returns the exit code (0: done, 1: refused, 2: not a line)."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):  # closed, or not a real file
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        status = _answer(sys.argv[1:] if words is None else words)
        if sys.stdout:
            sys.stdout.flush()
    except OSError as error:
        _close_stdout()
        if not isinstance(error, BrokenPipeError):
            say_aloud(say("The answer cannot be written: {reason}.", reason=reason_of(error)))
        return 1
    except Exception as error:
        say_aloud(mistake_in_words(error))
        return 1
    return status


def _answer(words: Sequence[str]) -> int:
    desk = Desk.of_user(asked_for(words))
    desk.speak()
    if is_completing():
        command().main(words, prog_name="bezique")
    try:
        answer = invoke(words or ["--help"], desk)
    except typer.Exit as done:  # `--help` and `--version` have said all there is to say
        return done.exit_code if words else 2
    except Refusal as refusal:
        print_refusal(refusal)
        return status_of(refusal.code)
    print_answer(answer)
    return answer.status


def _close_stdout() -> None:
    """Nobody reads any more: keep the interpreter from trying again at its end."""
    with suppress(OSError, AttributeError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
