"""`run`: a script of lines, booked in batches; an answer is printed when its batch is on disk."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple

import typer

from bezique_score.cli.answers import (
    Answer,
    Finished,
    Printed,
    book_of,
    in_json,
    in_words,
    refusal_in_json,
    refusal_in_words,
    status_of,
)
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.completing import paths
from bezique_score.cli.desk import Desk
from bezique_score.cli.line import answer_line
from bezique_score.language import usage
from bezique_score.refusal import Code, Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.text import reason_of, say

app = typer_app()

BATCH_LINES = 200
BATCH_SECONDS = 0.2
LINE_LIMIT = 65_536
"""How long a line of a script may be, in bytes."""


@app.line("run", "run friday.bezique", "run friday.bezique --atomic", "run - --json --keep-going")
def run(
    context: typer.Context,
    script: Annotated[
        str, typer.Argument(metavar="FILE|-", autocompletion=paths, help="A file of lines; - is standard input.")
    ],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line of the script.")] = False,
    keep_going: Annotated[bool, typer.Option("--keep-going", help="Go on after a refusal.")] = False,
    atomic: Annotated[bool, typer.Option("--atomic", help="Book all of the lines or none.")] = False,
    file: File = None,
) -> Finished:
    """Run a script of lines of this language.

    Blank lines and lines that begin with # are left out. It stops at the first line that is not accepted.
    """
    if atomic and keep_going:
        raise usage(say("--atomic books all or nothing: it cannot keep going."), line="run FILE --atomic")
    desk: Desk = context.obj
    if file is not None:
        desk.file = Path(file)
    return Finished(run_script(desk, script, as_json=json, keep_going=keep_going, atomic=atomic))


def run_script(
    desk: Desk, script: str, *, as_json: bool = False, keep_going: bool = False, atomic: bool = False
) -> int:
    """Run the script in a file, or from standard input (`-`); returns the exit code. Raises `Refusal`."""
    desk.door = "script"
    with _opened(script) as descriptor:
        lines = lines_of(descriptor, script)
        if atomic:
            return AtomicRunner(desk, as_json=as_json).run(line for line in list(lines) if line)
        return Runner(desk, as_json=as_json, keep_going=keep_going).run(lines)


# Reading


class Line(NamedTuple):
    """A line of a script as it was read, without its end; the first has the number 1."""

    number: int
    text: bytes


@contextmanager
def _opened(script: str) -> Iterator[int]:
    """Open a script for reading. Raises `Refusal` (bad-file)."""
    if script == "-":
        if sys.stdin is None:
            raise Refusal(Code.BAD_FILE, say("Standard input is closed."), line="run FILE")
        yield sys.stdin.fileno()
        return
    try:
        descriptor = os.open(script, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise _unreadable(script, error) from error
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _unreadable(script: str, error: OSError) -> Refusal:
    message = say("{script} cannot be read: {reason}.", script=script, reason=reason_of(error))
    return Refusal(Code.BAD_FILE, message, line="run FILE")


def lines_of(descriptor: int, script: str) -> Iterator[Line | None]:
    """Read lines as they come; none stands for a moment at which the next line may have to be waited for.

    Of a line over `LINE_LIMIT` only so much is kept that it can be seen to be one. Raises `Refusal` (bad-file).
    """
    number, rest = 0, b""
    while True:
        yield None
        try:
            chunk = os.read(descriptor, LINE_LIMIT)
        except OSError as error:
            raise _unreadable(script, error) from error
        if not chunk:
            break
        *full, rest = (rest + chunk).split(b"\n")
        for number, text in enumerate(full, number + 1):  # noqa: B020 - the count goes on
            yield Line(number, text)
        rest = rest[: LINE_LIMIT + 1]
    if rest:
        yield Line(number + 1, rest)


def text_of(line: Line) -> str:
    """Read a line as text; nothing is left of a blank one and of a comment.

    Raises `Refusal` (usage) for what is no line of text.
    """
    if len(line.text) > LINE_LIMIT:
        raise usage(say("A line has at most {limit} bytes.", limit=LINE_LIMIT))
    try:
        text = line.text.decode("utf-8-sig" if line.number == 1 else "utf-8").strip()
    except UnicodeDecodeError:
        raise usage(say("The line is not text in UTF-8.")) from None
    return "" if text.startswith("#") else text


# Running


class _Stopped(Exception):  # noqa: N818 - not an error: the script has come to its end
    """No further line is to be run."""


class _Pending(NamedTuple):
    """An answer that waits for its batch."""

    line: int
    printed: Printed
    book: Scorebook | None


class Runner:
    """Runs the lines of a script on a desk, and answers each."""

    def __init__(self, desk: Desk, *, as_json: bool, keep_going: bool = False) -> None:
        self.desk = desk
        self._as_json = as_json
        self._keep_going = keep_going
        self._pending: list[_Pending] = []
        self._began = 0.0
        self._book: Scorebook | None = None
        self._batch = ExitStack()
        self._status = 0

    def run(self, lines: Iterator[Line | None]) -> int:
        """Run the lines to the end, or to the first that is refused; returns the exit code."""
        self.desk.before_entry = self._begin
        try:
            for line in lines:
                if line is None or self._is_due():
                    self._settle()
                if line is not None:
                    self._take(line)
            self._settle()
        except _Stopped:
            pass
        except KeyboardInterrupt:
            self._settle()
            raise
        finally:
            self._batch.close()
        return self._status

    def _take(self, line: Line) -> None:
        """Run one line. Raises `_Stopped` when it is refused and that is the end."""
        try:
            text = text_of(line)
            if not text:
                return
            answer = answer_line(text, self.desk)
        except Refusal as refusal:
            self._refuse(line.number, refusal)
        else:
            self._accept(line.number, answer)

    def _accept(self, line: int, answer: Answer) -> None:
        printed = in_json(answer, line) if self._as_json else in_words(answer)
        self._await(_Pending(line, printed, book_of(answer)))

    def _refuse(self, line: int, refusal: Refusal) -> None:
        self._await(_Pending(line, self._refused(line, refusal), None))
        self._note_refusal(refusal.code)
        if not self._keep_going:
            self._settle()
            raise _Stopped

    def _refused(self, line: int, refusal: Refusal) -> Printed:
        return refusal_in_json(refusal, line) if self._as_json else refusal_in_words(refusal, line=line)

    def _note_refusal(self, code: Code) -> None:
        if not self._status:
            self._status = 1 if self._keep_going else status_of(code)

    # Batches

    def _await(self, pending: _Pending) -> None:
        if not self._pending:
            self._began = monotonic()
        self._pending.append(pending)

    def _is_due(self) -> bool:
        if not self._pending:
            return False
        return len(self._pending) >= BATCH_LINES or monotonic() - self._began >= BATCH_SECONDS

    def _begin(self, book: Scorebook) -> None:
        """Make sure that what is recorded next belongs to a batch of its book."""
        if self._book is not book:
            self._settle()
            self._batch.enter_context(book.batch())
            self._book = book

    def _settle(self) -> None:
        """Write the batch, then print its answers. Raises `_Stopped` when it was lost and that is the end."""
        book, self._book = self._book, None
        lost = None
        try:
            self._batch.close()
        except Refusal as refusal:
            lost = refusal
            self._note_refusal(refusal.code)
        except BaseException:
            self._pending.clear()  # Ctrl-C while it was written: nobody is told that it was
            raise
        pending, self._pending = self._pending, []
        for line, printed, booked_in in pending:
            (self._refused(line, lost) if lost and booked_in is book else printed).show()
        if sys.stdout:
            sys.stdout.flush()
        if lost and not self._keep_going:
            raise _Stopped


class AtomicRunner(Runner):
    """Runs a script of which all lines are booked or none; sessions that it made are no more if none are."""

    def __init__(self, desk: Desk, *, as_json: bool) -> None:
        super().__init__(desk, as_json=as_json)
        self._books: set[Scorebook] = set()
        self._current: Path | None = None
        self._refusal: tuple[int, Refusal] | None = None

    def run(self, lines: Iterator[Line | None]) -> int:
        """Run all the lines, or none; returns the exit code."""
        self.desk.before_entry = self._begin
        self.desk.make_current = self._keep_current
        try:
            with self._batch:
                for line in lines:
                    if line is not None:
                        self._take(line)
        except _Stopped:
            self._forget_sessions()
        except Refusal as refusal:  # the batch could not be written
            self._forget_sessions()
            self._refusal = (self._pending[-1].line, refusal)
            self._pending.pop()
            self._note_refusal(refusal.code)
        except BaseException:
            self._forget_sessions()
            raise
        else:
            if self._current:
                self.desk.library.make_current(self._current)
        self._print()
        return self._status

    def _refuse(self, line: int, refusal: Refusal) -> None:
        self._refusal = (line, refusal)
        self._note_refusal(refusal.code)
        raise _Stopped

    def _begin(self, book: Scorebook) -> None:
        if book not in self._books:
            self._books.add(book)
            self._batch.enter_context(book.batch(atomic=True))

    def _keep_current(self, path: Path) -> None:
        self._current = path

    def _forget_sessions(self) -> None:
        for path in self.desk.made:
            path.unlink(missing_ok=True)

    def _print(self) -> None:
        """Print the answers; where a line was refused, every line before it was not booked either."""
        for pending in self._pending:
            if self._refusal is None:
                pending.printed.show()
            elif self._as_json:
                refusal_in_json(self._not_booked(*self._refusal), pending.line).show()
        if self._refusal:
            self._refused(*self._refusal).show()

    @staticmethod
    def _not_booked(line: int, refusal: Refusal) -> Refusal:
        message = say("Not booked, since line {line} was refused: {why}", line=line, why=refusal.message)
        return Refusal(refusal.code, message, line=refusal.line, advice=refusal.advice)
