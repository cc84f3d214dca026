"""What can be read of a damaged session, written to a new file; and all that could not be, said one by one.

Entries refer to each other by number. So one that is left out keeps its number: a note stands in its place.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from bezique_score.events import Amend, Event, Note, Redo, Undo
from bezique_score.examination import HEADER_KEYS, Finding, create_file, finding_of, read_content, refusing
from bezique_score.journal.codec import Header, decode_header, encode_entry, encode_header, moment
from bezique_score.journal.fault import Fault
from bezique_score.journal.salvage import Piece, Remains, Statement, take_apart
from bezique_score.journal.store import Store
from bezique_score.journal.text import SIZE_LIMIT, format_block, format_header, format_value, parse_document
from bezique_score.match import Match
from bezique_score.names import fold_name, verify_session_name
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Entry, Replay
from bezique_score.session import match_of
from bezique_score.text import Text, say

_LEFT_OUT_OF_A_HEADER = frozenset({"name", "created", "place", "note", "dealer"})
"""Keys without which the same is played."""


class Rebooked(msgspec.Struct, frozen=True):
    """An entry that is kept with what the rules make of it now, and what it had booked."""

    finding: Finding
    event: Event
    booked: dict[str, int]
    points: dict[str, int]


class LeftOut(msgspec.Struct, frozen=True):
    """An entry that is left out: what it said, and the points that it had booked, none where nobody can tell."""

    finding: Finding
    text: str
    points: dict[str, int] | None

    @property
    def message(self) -> Text:
        """The loss in one line, with what the entry said."""
        reason = say("left out: {reason} [{text}]", reason=self.finding.reason, text=self.text)
        return msgspec.structs.replace(self.finding, reason=reason).message


class Salvaged(msgspec.Struct, frozen=True):
    """A session written anew. `told`: what was found about the file and its header, and mended by reading it."""

    path: Path
    told: list[Finding]
    left_out: list[LeftOut]
    rebooked: list[Rebooked]
    replay: Replay

    @property
    def points(self) -> dict[str, int]:
        """The points, by side, that the entries left out had booked, as far as they can be read.

        What an `undo` or `amend` that is kept had made of them counts too.
        """
        total: Counter[str] = Counter()
        for lost in self.left_out:
            total.update(lost.points or {})
        for kept in self.rebooked:
            if isinstance(kept.event, Undo | Redo | Amend):
                total.update(kept.booked)
                total.subtract(kept.points)
        return {side: total[side] for side in self.replay.match.seating.sides if total[side]}


def salvage(path: Path, output: Path | None, now: datetime) -> Salvaged | None:
    """Write what can be read of a damaged session to a new file, none if nothing is wrong with the old one.

    The old file is not touched. Raises `Refusal`, and has written nothing then: BAD_FILE where it cannot be made
    out what was played, BAD_NAME where the new file is there already or cannot be called so.
    """
    store = Store(path)
    with refusing(path):
        store.read()
    if not read_content(path, store.content)[1]:
        return None
    target = output or _free(path)
    verify_session_name(target.stem)
    salvaged, content = salvage_content(path, store.content, target, now)
    create_file(target, content)
    return salvaged


def salvage_content(path: Path, content: bytes, target: Path, now: datetime) -> tuple[Salvaged, bytes]:
    """Salvage what stood in a file, and give what is to be written to another. Raises `Refusal` (BAD_FILE)."""
    try:
        worker = _Salvage(path, take_apart(content))
        written = worker.written(target.stem, now).encode()
    except Fault as fault:
        advice = say("mend that line in an editor, then `check --salvage` can read the rest")
        message = finding_of(path, None, fault).message
        raise Refusal(Code.BAD_FILE, message, advice=advice if fault.line else None) from fault
    session, wrong = read_content(target, written)
    if wrong or session is None:
        raise Refusal(Code.BAD_FILE, wrong[0].message, rule=say("What was read does not make a session."))
    return Salvaged(target, worker.told, worker.left_out, worker.rebooked, session[1]), written


def _free(path: Path) -> Path:
    """Find a name beside the old file that no session has yet: `friday-salvaged`, `friday-salvaged-2`, ..."""
    with refusing(path):
        try:
            taken = {fold_name(other.name) for other in path.parent.iterdir()}
        except OSError as error:
            raise Fault(say("cannot be read: {reason}", reason=error.strerror or error)) from error
    number = 1
    while True:
        target = path.with_name(f"{path.stem}-salvaged{'' if number == 1 else f'-{number}'}.toml")
        if fold_name(target.name) not in taken:
            return target
        number += 1


class _Salvage:
    """The work on one file: what was found, and what is to be written."""

    def __init__(self, path: Path, remains: Remains) -> None:
        self._path = path
        self._remains = remains
        self.told = [self._finding(fault.line, None, fault.reason) for fault in remains.told]
        self.left_out: list[LeftOut] = []
        self.rebooked: list[Rebooked] = []

    def written(self, name: str, now: datetime) -> str:
        """Write the new session. Raises `Fault` where what was played cannot be read."""
        header, text = self._header(name, now)
        blocks = self._blocks(match_of(header), header.created)
        if self._remains.second is not None:
            reason = say("a second header begins here; it and all that follows it are left out")
            self.told.append(self._finding(self._remains.second, None, reason))
        return "".join([text, *blocks])

    def _finding(self, line: int | None, event: int | None, reason: Text, code: Code = Code.BAD_FILE) -> Finding:
        return Finding(self._path, line, event, code, reason)

    # The header

    def _header(self, name: str, now: datetime) -> tuple[Header, str]:
        """Read the header, and write it for the new file. Raises `Fault` unless all that is played by is sound."""
        kept: list[Statement] = []
        for statement in self._remains.header:
            if statement.table is None:
                self._leave_out(statement, statement.line, statement.reason or say("not TOML"))
            else:
                kept.append(statement)
                if statement.reason:
                    self.told.append(self._finding(statement.line, None, statement.reason))
        created = next((time for piece in self._remains.pieces if (time := piece.time())), now)
        while True:
            table = _table(kept)
            wrong = self._wrong_with(table | {"name": name, "created": table.get("created", moment(created))})
            if isinstance(wrong, Header):
                self._tell_missing()
                return wrong, _header_text(wrong, kept)
            spoilt = next((one for one in reversed(kept) if wrong.key and wrong.key in (one.table or ())), None)
            if spoilt is None:
                raise Fault(wrong.reason, line=self._remains.header[0].line if self._remains.header else 1)
            self._leave_out(spoilt, spoilt.line, wrong.reason)
            kept.remove(spoilt)

    def _tell_missing(self) -> None:
        """Say what no line of the header says, and the new file has all the same."""
        statements = self._remains.header
        for key in ("name", "created"):
            if all(statement.key != key for statement in statements):
                reason = say("`{key}` is missing; the new file has one", key=key)
                self.told.append(self._finding(statements[0].line, None, reason))

    @staticmethod
    def _wrong_with(table: dict[str, Any]) -> Header | Fault:
        """Find the first thing that is wrong with a header, else give it back read."""
        header, faults = decode_header(table)
        if faults or header is None:
            return faults[0]
        try:
            match_of(header)
        except Refusal as refusal:
            key = HEADER_KEYS.get(refusal.code, "game" if header.game is not None else "set")
            return Fault(refusal.message, key=key)
        return header

    def _leave_out(self, statement: Statement, line: int, reason: Text) -> None:
        """Do without a statement of the header. Raises `Fault` for one that may say what is played."""
        if statement.key not in _LEFT_OUT_OF_A_HEADER and not statement.text.lstrip().startswith("#"):
            raise Fault(reason, line=line)
        told = say("left out: {reason} [{text}]", reason=reason, text=statement.text.strip())
        self.told.append(self._finding(line, None, told))

    # The entries

    def _blocks(self, match: Match, created: datetime) -> list[str]:
        """Write each entry: as it stood, with other points, or as a note that it is left out."""
        replay, blocks = Replay(match), list[str]()
        vague: tuple[int, int] | None = None
        time, is_over, size = created, False, 0
        for number, piece in enumerate(self._remains.pieces, 1):
            time = piece.time() or time
            if piece.is_vague and vague is None:
                vague = number, piece.line
            block = None if is_over else self._kept(replay, number, piece, vague)
            if block is None and not is_over:
                note = Entry(time=time, event=Note(text=self._told_in_place()), points={})
                try:
                    replay.add(replay.judge(note.event), note.time)
                except Refusal:
                    is_over = True
                else:
                    block = format_block(encode_entry(note, match.seating))
            elif block is None:
                reason = say("the game is over by then, and nothing can keep the places of those left out")
                self._lose(piece, piece.line, number, reason, piece.points(match.seating))
            if block is not None:
                blocks.append(block)
                size += len(block)
            if size > SIZE_LIMIT:
                raise Fault(say("would become larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))
        return blocks

    def _told_in_place(self) -> str:
        """Say in a note what was left out last."""
        lost = self.left_out[-1]
        told = say(
            "left out, line {line}: {reason} [{text}]", line=lost.finding.line, reason=lost.finding.reason,
            text=lost.text,
        )  # fmt: skip
        return str(told)

    def _lose(
        self,
        piece: Piece,
        line: int | None,
        number: int,
        reason: Text,
        points: dict[str, int] | None,
        code: Code = Code.BAD_FILE,
    ) -> None:
        self.left_out.append(LeftOut(self._finding(line, number, reason, code), piece.shown(), points))

    def _kept(self, replay: Replay, number: int, piece: Piece, vague: tuple[int, int] | None) -> str | None:
        """Take an entry into the replay and write it; of one that cannot be kept say why, and write none."""
        if piece.head is None or piece.rest is None:
            return self._judged(replay, number, piece, vague)
        block = self._judged(replay, number, piece.head, vague)
        if block is None:
            self.left_out.pop()  # the rest was no remark: the whole of it is left out
            return self._judged(replay, number, piece, vague)
        told = say("left out: {text}", text=piece.rest.shown())
        self.told.append(self._finding(piece.rest.line, None, told))
        return block

    def _judged(self, replay: Replay, number: int, piece: Piece, vague: tuple[int, int] | None) -> str | None:
        seating = replay.match.seating
        try:
            entry = piece.entry(number, seating)
        except Fault as fault:
            self._lose(piece, fault.line, number, fault.reason, piece.points(seating))
            return None
        event = entry.event
        if vague and isinstance(event, Undo | Redo | Amend) and (event.event or number) >= vague[0]:
            reason = say(
                "it corrects entry {number}, and how many entries there were from line {line} on cannot be told",
                number=event.event, line=vague[1],
            )  # fmt: skip
            self._lose(piece, piece.line, number, reason, entry.points)
            return None
        try:
            judged = replay.judge(event)
        except Refusal as refusal:
            self._lose(piece, piece.line, number, refusal.message, entry.points, refusal.code)
            return None
        if judged.event != event:
            problem = replay.copy().take(entry).problem
            assert problem is not None
            self._lose(piece, piece.line, number, problem.message, entry.points)
            return None
        problem = replay.take(entry).problem
        if piece.told:
            self.told.append(self._finding(piece.line, number, piece.told))
        if problem is None:
            return "\n" + piece.text.strip("\n") + "\n"
        self.rebooked.append(
            Rebooked(self._finding(piece.line, number, problem.message), event, entry.points, judged.points)
        )
        right = msgspec.structs.replace(entry, points=judged.points, worth=judged.worth)
        return format_block(_with_points(piece.table or {}, encode_entry(right, seating)))


def _with_points(table: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """Put what the rules book into an entry's table; the user's own keys stay."""
    booked = {"points", "worth"}
    kept = {key: value for key, value in table.items() if key not in booked}
    return kept | {key: value for key, value in right.items() if key in booked}


def _table(statements: Sequence[Statement]) -> dict[str, Any]:
    """Put the statements of a header together. Raises `Fault` where two of them say the same."""
    table: dict[str, Any] = {}
    for statement in statements:
        for key, value in (statement.table or {}).items():
            if key in table:
                raise Fault(say("`{key}` stands here a second time", key=key), line=statement.line)
            table[key] = value
    return table


def _header_text(header: Header, kept: Sequence[Statement]) -> str:
    """Write a header as it stood, but for its name and a time that could not be read; else anew."""
    lines = [statement.text for statement in kept if "name" not in (statement.table or ())]
    place = next((place for place, one in enumerate(kept) if "name" in (one.table or ())), 1)
    new = [f"name = {format_value(header.name)}"]
    if not any("created" in (statement.table or ()) for statement in kept):
        new.append(f"created = {format_value(header.created)}")
    lines[place:place] = new
    text = "\n".join(lines).strip("\n") + "\n"
    try:
        if decode_header(parse_document(text.encode()).header) == (header, []):
            return text
    except Fault:
        pass
    return format_header(encode_header(header))
