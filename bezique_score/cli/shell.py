"""The shell at the table: the standing in view, words completed, a history that lasts, an answer to every line."""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import typer
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory
from prompt_toolkit.output.color_depth import ColorDepth

from bezique_score.cli.answers import (
    mistake_in_words,
    print_answer,
    print_refusal,
    row_in_words,
    say_aloud,
)
from bezique_score.cli.app import GROUPS, command, invoke
from bezique_score.cli.completing import complete_line
from bezique_score.cli.desk import Desk, is_dumb_screen, is_without_colours
from bezique_score.cli.line import answer_line
from bezique_score.cli.looking import screen_width
from bezique_score.refusal import Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.glance import glance_lines
from bezique_score.sheet.plain import clean
from bezique_score.text import Text, say, say_many

LEAVING = frozenset({"quit", "exit"})
PROMPT = "bezique> "
SHOWN_OF_OTHERS = 5
"""How many entries of another program are read out."""


class _History(FileHistory):
    """Lines of earlier evenings; a folder that cannot be written is no reason to stop."""

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            Path(os.fsdecode(self.filename)).parent.mkdir(parents=True, exist_ok=True)
            super().store_string(string)


class _TableCompleter(Completer):
    """Offers the words that could come next, each with a remark: a price, a total, a card."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:  # noqa: ARG002
        choices, incomplete = complete_line(document.text_before_cursor, self._desk)
        for word, about in choices:
            yield Completion(word, start_position=-len(incomplete), display_meta=clean(about))


class Shell:
    """Reads lines until the people leave; the session stays in memory, and on disk after every line."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._dumb = is_dumb_screen()
        self._colours = not is_without_colours() and desk.settings_file.read().colours != "never"
        self._book: Scorebook | None = None
        self._seen = 0

    @cached_property
    def _prompt(self) -> PromptSession[str]:
        return PromptSession(
            history=_History(self._desk.library.home / "history"),
            completer=_TableCompleter(self._desk),
            bottom_toolbar=None if self._dumb else self._toolbar,
            complete_while_typing=True,
            color_depth=None if self._colours else ColorDepth.DEPTH_1_BIT,
            refresh_interval=0 if self._dumb else 2,
        )

    def run(self) -> None:
        """Answer lines until `quit` or Ctrl-D; Ctrl-C drops the line that is being typed."""
        say_aloud(say("`?` helps, Ctrl-D leaves; every entry is on disk when it is answered."))
        self._look()
        while True:
            try:
                text = self.read_line(PROMPT).strip()
                if text in LEAVING:
                    break
                if text and not text.startswith("#"):
                    self._answer(text)
            except KeyboardInterrupt:
                say_aloud(say("Nothing is lost; Ctrl-D leaves."))
            except EOFError:
                break
        self._leave()

    def read_line(self, prompt: str) -> str:
        """Read a line, the standing being in view. Raises `EOFError` when the people leave."""
        if self._dumb:
            say_aloud(*map(_as_it_is, self._standing()))
        return self._prompt.prompt(prompt)

    def _answer(self, text: str) -> None:
        """Answer a line, first reading what other programs have entered meanwhile."""
        try:
            self._look()
            first, *rest = text.split()
            if first.startswith("?") or first == "help":
                self._help(" ".join([first.removeprefix("help").removeprefix("?"), *rest]).strip())
            else:
                print_answer(answer_line(text, self._desk))
        except Refusal as refusal:
            print_refusal(refusal, colours=self._colours, command="")
        except typer.Exit:  # a help text has been printed
            pass
        except OSError:  # nobody can read what is printed any more
            raise
        except Exception as error:
            say_aloud(mistake_in_words(error))
        finally:
            self._desk.speak()
            self._remember()

    # Other programs

    def _look(self) -> None:
        """Read the session as its file is now, and say what others have added to it."""
        try:
            book = self._desk.book()
        except Refusal:
            return
        rows = book.replay.rows
        if book is self._book and len(rows) > self._seen:
            say_aloud(say("Entered meanwhile by another program: {number}.", number=len(rows) - self._seen))
            for row in rows[self._seen :][-SHOWN_OF_OTHERS:]:
                row_in_words(book, row).show()
        self._remember()

    def _remember(self) -> None:
        with suppress(Refusal):
            self._book = self._desk.book_in_hand()
            self._seen = len(self._book.replay.rows) if self._book else 0

    # What is shown

    def _standing(self) -> list[str]:
        try:
            return glance_lines(self._desk.book().replay, width=screen_width() - 1)
        except Refusal as refusal:
            return [clean(str(refusal.message)), clean(str(refusal.hint))]

    def _toolbar(self) -> str:
        return "\n".join(self._standing())

    def _help(self, name: str) -> None:
        if name:
            invoke([name.split(maxsplit=1)[0], "--help"], self._desk)
            return
        for line in _help_lines():
            print(line)

    def _leave(self) -> None:
        book = self._desk.book_in_hand()
        if book is not None:
            say_aloud(
                *map(_as_it_is, self._standing()),
                say_many(
                    "{name}: {number} entries, all on disk.",
                    "{name}: {number} entries, all on disk.",
                    name=book.header.name,
                    number=len(book.replay.rows),
                ),
            )
        sys.stdout.flush()


def _as_it_is(line: str) -> Text:
    return say("{line}", line=line)


def _help_lines() -> Iterable[str]:
    """Explain the lines: the short ones, then the commands in their groups."""
    examples = {
        "a": say("Anna took the trick"),
        "a bez": say("Anna took the trick and declares a bezique"),
        "a qui -i J": say("the same with a quint, an infuzorka for the jack"),
        "deal --trump s; a; b bez": say("several lines in one, booked together or not at all"),
        "bid vera 120; declare h; end 97 15": say("a hand of Thousand; numbers go round from the bidder"),
        "undo --show": say("what `undo` would take back"),
        "? declare": say("how a command is typed"),
    }
    width = max(map(len, examples))
    about_width = max(20, screen_width() - width - 5)
    yield str(say("Short lines, for the names Anna, Boris and Vera:"))
    yield from (f"  {line:<{width}}  {about}" for line, about in examples.items())
    for heading, names in GROUPS:
        yield f"{heading}:"
        for name in names:
            yield f"  {name:<{width}}  {command().get_command(None, name).get_short_help_str(about_width)}"
    yield str(say("Tab completes a word, the arrow up brings back a line, `quit` or Ctrl-D leaves."))
