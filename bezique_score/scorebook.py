"""A session as a program uses it: made, opened, examined, and written entry by entry."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from bezique_score.events import Event
from bezique_score.examination import Finding, create_file, read_session, read_sound, refusing
from bezique_score.journal.codec import (
    FORMAT,
    Header,
    decode_entry,
    decode_header,
    encode_entry,
    encode_header,
    moment,
    without_user_keys,
)
from bezique_score.journal.fault import Fault
from bezique_score.journal.store import Store
from bezique_score.journal.text import format_block, format_header, parse_document, parse_tail
from bezique_score.names import verify_session_name
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Entry, Judged, Replay, Row
from bezique_score.rules.load import resolve_options, rulebook_of
from bezique_score.session import DEFAULT_GAME, Default, find_rules, match_of
from bezique_score.text import say


class Scorebook:
    """One session, in memory and on disk.

    `replay` may be another object after `refresh`, `record` or a batch that failed: ask for it each time.
    """

    def __init__(self, store: Store, header: Header, replay: Replay) -> None:
        self._store = store
        self._batch: _Batch | None = None
        self.header = header
        self.replay = replay

    @property
    def path(self) -> Path:
        """The session's file, as it was named."""
        return self._store.path

    # Making and opening

    @classmethod
    def create(  # noqa: PLR0913 - what can be said of a session, each by its name
        cls,
        path: Path,
        *,
        name: str,
        players: Sequence[str],
        now: datetime,
        rules: str = DEFAULT_GAME,
        options: Mapping[str, str] | None = None,
        target: int | Default | None = Default.GAME,
        dealer: str | None = None,
        tricks: bool = True,
        partners: bool = False,
        place: str | None = None,
        note: str | None = None,
    ) -> "Scorebook":
        """Start a session in a new file.

        `rules` is a word for a packaged game, or the path of a rules file; `options` are the words of
        `--set`; `target` is in points, none to play without an end. Raises `Refusal`.
        """
        document, own = find_rules(rules)
        chosen = resolve_options(document, options or {})
        verify_session_name(name)
        if target is Default.GAME:
            target = rulebook_of(document, chosen).game.target.points
        header = Header(
            format=FORMAT,
            name=name,
            created=moment(now),
            players=tuple(players),
            dealer=dealer,
            partners=partners,
            tricks=tricks,
            place=place,
            note=note,
            rules=str(document["id"]),
            target="none" if target is None else target,
            set=chosen,
            game=without_user_keys(document) if own else None,
        )
        match = match_of(header)
        with refusing(path):
            content = _encoded(format_header(encode_header(header)))
            if decode_header(parse_document(content).header) != (header, []):
                raise Fault(say("would not be read as it was meant; nothing was written"))
        return cls(create_file(path, content), header, Replay(match))

    @classmethod
    def restore(cls, path: Path, header: Header, entries: Sequence[Entry]) -> "Scorebook":
        """Write a whole session to a new file, each entry as it was booked.

        Raises `Refusal`: BAD_FILE naming the first entry that does not fit, BAD_NAME where there is a file.
        """
        verify_session_name(header.name)
        match = match_of(header)
        replay = Replay.of(match, list(entries))
        with refusing(path):
            if replay.problems:
                raise Fault(replay.problems[0].message, event=replay.problems[0].event)
            blocks = (format_block(encode_entry(entry, match.seating)) for entry in entries)
            content = _encoded(format_header(encode_header(header)) + "".join(blocks))
            written = parse_document(content)
            read = [decode_entry(number, table, match.seating) for number, table in enumerate(written.events, 1)]
            if decode_header(written.header) != (header, []) or read != list(entries):
                raise Fault(say("would not be read as it was meant; nothing was written"))
        return cls(create_file(path, content), header, replay)

    @classmethod
    def open(cls, path: Path) -> "Scorebook":
        """Open a session. Raises `Refusal` (BAD_FILE) when anything is wrong with its file."""
        store = Store(path)
        header, replay = read_sound(store)
        return cls(store, header, replay)

    @classmethod
    def examine(cls, path: Path) -> list[Finding]:
        """List everything that is wrong with a session's file, in the order of the file."""
        return read_session(Store(path))[1]

    # Writing

    def refresh(self) -> None:
        """Read what others have written since. Raises `Refusal` (BAD_FILE), and changes nothing then."""
        if self._batch is not None and self._batch.blocks:
            return
        with refusing(self.path):
            if self._store.is_current():
                return
        store = self._store.again()
        with refusing(self.path):
            store.read()
        added = _added(self._store.content, store.content)
        if added is None or not self._take(added):
            self.header, self.replay = read_sound(store)
        self._store = store

    def record(self, event: Event, now: datetime) -> Row:
        """Book an entry: judged on what the file says now, on disk when this returns (or the batch ends).

        Raises `Refusal`; then nothing has changed.
        """
        if self._batch is None:
            with self.batch():
                return self.record(event, now)
        if not self._batch.begun:
            self._begin(self._batch)
        judged = self.replay.judge(event)
        entry = Entry(time=moment(now), event=judged.event, points=judged.points, worth=judged.worth)
        with refusing(self.path):
            block = self._verified_block(entry, judged, event)
            self._store.verify_room(self._batch.size + len(block))
        self._batch.blocks.append(block)
        self._batch.size += len(block)
        return self.replay.add(judged, entry.time)

    @contextmanager
    def batch(self, *, atomic: bool = False) -> Iterator[None]:
        """Book many entries with one lock and one write: they are on disk when the batch has ended.

        The lock is taken by the first entry. An exception that leaves the batch does not undo what was
        recorded before it, unless the batch is `atomic`: then nothing is written.
        """
        if self._batch is not None:
            raise RuntimeError("a batch within a batch")
        with ExitStack() as locks:
            batch = self._batch = _Batch(locks)
            try:
                yield
            except BaseException:
                self._finish(batch, write=not atomic)
                raise
            self._finish(batch, write=True)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Book several entries or none of them: an exception takes back those made in here, and only those.

        Within a batch or without one. Raises `Refusal`.
        """
        with ExitStack() as stack:
            if self._batch is None:
                stack.enter_context(self.batch())
            batch = self._batch
            assert batch is not None
            if not batch.begun:
                self._begin(batch)
            replay, blocks = self.replay.copy(), len(batch.blocks)
            try:
                yield
            except BaseException:
                self.replay = replay
                batch.size -= sum(map(len, batch.blocks[blocks:]))
                del batch.blocks[blocks:]
                raise

    def _begin(self, batch: "_Batch") -> None:
        """Lock the file for the first entry of a batch, and see what others have written."""
        with ExitStack() as attempt:
            with refusing(self.path):
                attempt.enter_context(self._store.locked())
            self.refresh()
            batch.locks.enter_context(attempt.pop_all())
        batch.begun = True
        batch.before = len(self.replay.rows)

    def _finish(self, batch: "_Batch", *, write: bool) -> None:
        """Write what a batch has recorded, or forget it all."""
        self._batch = None
        if not batch.blocks:
            return
        written = False
        try:
            if write:
                with refusing(self.path):
                    self._store.append(b"".join(batch.blocks))
                written = True
        finally:
            if not written:
                self._go_back(batch.before)
                self._store = Store(self.path)  # whatever has become of the file, it is read again

    def _verified_block(self, entry: Entry, judged: Judged, asked: Event) -> bytes:
        """Write an entry as text. Raises `Fault` unless it reads back, and replays, as just what is meant."""
        number = len(self.replay.rows) + 1
        seating = self.replay.match.seating
        block = _encoded(format_block(encode_entry(entry, seating)))
        found = parse_document(block).events
        sound = len(found) == 1 and decode_entry(number, found[0], seating) == entry
        if sound and judged.event != asked:  # else it was judged just so a moment ago
            again = self.replay.judge(judged.event)
            sound = (again.event, again.points, again.worth) == (judged.event, judged.points, judged.worth)
        if not sound:
            raise Fault(say("the entry would not be read as it was meant; nothing was written"), event=number)
        return block

    def _take(self, tables: list[dict[str, Any]]) -> bool:
        """Take entries that another program has added; of a wrong one take none, and say so."""
        before = len(self.replay.rows)
        try:
            sound = all(
                self.replay.take(decode_entry(number, table, self.replay.match.seating)).problem is None
                for number, table in enumerate(tables, before + 1)
            )
        except Fault:
            sound = False
        if not sound:
            self._go_back(before)
        return sound

    def _go_back(self, number: int) -> None:
        """Forget the entries after `number`."""
        self.replay = Replay.of(self.replay.match, [row.entry for row in self.replay.rows[:number]])


class _Batch:
    """What was recorded since a batch began, its `size` in bytes, and how many entries there were before it."""

    def __init__(self, locks: ExitStack) -> None:
        self.locks = locks
        self.begun = False
        self.before = 0
        self.size = 0
        self.blocks: list[bytes] = []


# Reading


def _added(old: bytes, new: bytes) -> list[dict[str, Any]] | None:
    """List the events that a file has gained at its end, none when anything else about it has changed."""
    rest = new[len(old) :]
    if not new.startswith(old) or not (old.endswith(b"\n") or rest.startswith(b"\n")):
        return None
    return parse_tail(rest)


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Refusal(Code.USAGE, say("A text holds broken characters: {text!r}.", text=error.object)) from error
