"""A session's file read whole, with everything that is wrong with it; and a new one made."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bezique_score.journal.codec import Header, decode_entry, decode_header
from bezique_score.journal.fault import Fault
from bezique_score.journal.store import Store
from bezique_score.journal.text import Document, parse_document
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Problem, Replay
from bezique_score.session import match_of
from bezique_score.text import Text, say, typed


class Finding(msgspec.Struct, frozen=True):
    """What is wrong with a journal, and where; no `event`: with the file itself, or with its header."""

    path: Path
    line: int | None
    event: int | None
    code: Code
    reason: Text

    @property
    def message(self) -> Text:
        """The finding in one line: `friday.toml, line 31, entry 4: ...`."""
        line = "" if self.line is None else say(", line {line}", line=self.line)
        entry = "" if self.event is None else say(", entry {event}", event=self.event)
        return say("{path}{line}{entry}: {reason}", path=self.path, line=line, entry=entry, reason=self.reason)


HEADER_KEYS = {
    Code.BAD_NAME: "name",
    Code.UNKNOWN_RULES: "rules",
    Code.USAGE: "target",
    Code.WRONG_PLAYERS: "players",
    Code.NOT_IN_THIS_GAME: "partners",
    Code.UNKNOWN_PLAYER: "dealer",
}
"""Where in a header stands what makes it unplayable; all else is about the rules themselves."""


def read_session(store: Store) -> tuple[tuple[Header, Replay] | None, list[Finding]]:
    """Read a whole file: the session, none where it cannot be made out, and everything that is wrong."""
    try:
        store.read()
    except Fault as fault:
        return None, [finding_of(store.path, None, fault)]
    return read_content(store.path, store.content)


def read_content(path: Path, content: bytes) -> tuple[tuple[Header, Replay] | None, list[Finding]]:
    """Read what stands in a file, or would stand there: the session, and everything that is wrong with it."""
    try:
        document = parse_document(content)
    except Fault as fault:
        return None, [finding_of(path, None, fault)]
    header, faults = decode_header(document.header)
    match = None
    if header is not None:
        try:
            match = match_of(header)
        except Refusal as refusal:
            key = HEADER_KEYS.get(refusal.code, "game" if header.game is not None else "set")
            faults.append(Fault(refusal.message, key=key))
    findings = [finding_of(path, document, fault) for fault in faults]
    if header is None or match is None:
        return None, findings
    replay = Replay(match)
    for number, table in enumerate(document.events, 1):
        try:
            entry = decode_entry(number, table, match.seating)
        except Fault as fault:
            findings.append(finding_of(path, document, fault))
            replay.skip(Problem(number, Code.BAD_FILE, fault.reason))
            continue
        problem = replay.take(entry).problem
        if problem:
            findings.append(finding_of(path, document, Fault(problem.message, event=number), problem.code))
    return (header, replay), findings


def read_sound(store: Store) -> tuple[Header, Replay]:
    """Read a file with which nothing is wrong. Raises `Refusal`."""
    session, findings = read_session(store)
    if findings or session is None:
        raise Refusal(
            Code.BAD_FILE,
            findings[0].message,
            line=typed("check", store.path),
            advice=say("lists everything that is wrong with it"),
        )
    return session


def finding_of(path: Path, document: Document | None, fault: Fault, code: Code = Code.BAD_FILE) -> Finding:
    """Say where in a file a fault is; what a header lacks, it lacks from its first line on."""
    line = fault.line
    if line is None and document is not None:
        line = document.line_of(fault.event, fault.key)
        if line is None and fault.event is None and document.text:
            line = 1
    return Finding(path, line, fault.event, code, fault.reason)


def create_file(path: Path, content: bytes) -> Store:
    """Make a session's file. Raises `Refusal`: BAD_NAME where there is one, BAD_FILE where it cannot be made."""
    store = Store(path)
    try:
        with refusing(path), store.locked(new=True):
            store.create(content)
    except FileExistsError as error:
        raise Refusal(Code.BAD_NAME, say("There is a file {path} already.", path=path)) from error
    return store


@contextmanager
def refusing(path: Path) -> Iterator[None]:
    """Turn what is wrong with a file into a refusal that names it."""
    try:
        yield
    except Fault as fault:
        raise Refusal(Code.BAD_FILE, finding_of(path, None, fault).message) from fault
