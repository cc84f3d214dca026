"""Sessions put away, brought back, renamed and deleted; nothing that was written is ever lost."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from bezique_score.journal.codec import decode_header
from bezique_score.journal.fault import Fault
from bezique_score.journal.store import Store
from bezique_score.journal.text import format_value, parse_document
from bezique_score.library import Library
from bezique_score.names import fold_name, verify_session_name
from bezique_score.refusal import Code, Refusal
from bezique_score.text import say

_NAME = re.compile(rb"""([ \t]*name[ \t]*=[ \t]*)("(?:\\.|[^"\\])*"|'[^']*')(.*)""", re.DOTALL)


class Shelf:
    """What is done with whole sessions of a library. Every method raises `Refusal`, and changes nothing then."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._archive = library.home / "archive"
        self._deleted = library.home / "deleted"

    def find(self, word: str) -> Path:
        """Find a session of the folder by its name."""
        path = self._library.find(word)
        if path.parent != self._library.home:
            raise Refusal(
                Code.UNKNOWN_SESSION, say("{path} is not in the sessions folder.", path=path), line="sessions"
            )
        return path

    def archived(self) -> list[Path]:
        """List the sessions in the archive, the one written last first."""
        return self._library.sessions(self._archive)

    def archive(self, path: Path) -> Path:
        """Move a session to the archive."""
        return self._move(path, self._archive)

    def delete(self, path: Path) -> Path:
        """Take a session away; its file stays among the deleted ones."""
        return self._move(path, self._deleted)

    def restore(self, word: str) -> Path:
        """Move a session back from the archive, or from among those deleted."""
        put_away = [*self.archived(), *self._library.sessions(self._deleted)]
        same = [path for path in put_away if fold_name(path.stem) == fold_name(word)]
        if not same:
            raise Refusal(
                Code.UNKNOWN_SESSION,
                say("No session called {name} is archived or deleted.", name=word),
                line="sessions --archived",
            )
        target = self._library.path_for(same[0].stem)
        with self._locked(target):
            # the name is looked at again: a session may have been made while we waited
            same[0].rename(self._library.path_for(same[0].stem))
        return target

    def rename(self, path: Path, name: str) -> Path:
        """Give a session another name: in its file, and as its file's."""
        verify_session_name(name)
        target = path.with_name(f"{name}.toml")
        if target == path:
            raise Refusal(Code.BAD_NAME, say("It is called {name} already.", name=name), line="sessions")
        if fold_name(path.stem) != fold_name(name):
            target = self._library.path_for(name)
        was_current = self._library.is_current(path)
        store, new = Store(path), Store(target)
        try:
            with store.locked(), new.locked(new=True):
                store.read()
                new.create(_renamed(store.content, name))
                path.unlink()
        except FileExistsError as error:
            raise Refusal(Code.BAD_NAME, say("There is a file {path} already.", path=target)) from error
        except (Fault, OSError) as error:
            reason = error.reason if isinstance(error, Fault) else error.strerror
            raise Refusal(Code.BAD_FILE, say("{path}: {reason}", path=path, reason=reason)) from error
        if was_current:
            self._library.make_current(target)
        return target

    def _move(self, path: Path, folder: Path) -> Path:
        """Move a session's file to a folder, under a name that is free there."""
        was_current = self._library.is_current(path)
        with self._library.refusing():
            folder.mkdir(parents=True, exist_ok=True)
        with self._locked(path):
            target = _free(folder, path.stem)
            path.rename(target)
        if was_current:
            self._library.forget_current()
        return target

    @contextmanager
    def _locked(self, path: Path) -> Iterator[None]:
        """Keep other programs from writing a session, or making it. Raises `Refusal`."""
        try:
            with Store(path).locked(), self._library.refusing():
                yield
        except Fault as fault:
            raise Refusal(Code.BAD_FILE, say("{path}: {reason}", path=path, reason=fault.reason)) from fault


def _free(folder: Path, stem: str) -> Path:
    """Find a file name that nothing has there yet: `friday`, else `friday 2`, and so on."""
    path, number = folder / f"{stem}.toml", 1
    while path.exists():
        number += 1
        path = folder / f"{stem} {number}.toml"
    return path


def _renamed(content: bytes, name: str) -> bytes:
    """Write another name into a journal's header; everything else stays byte for byte. Raises `Fault`."""
    before = parse_document(content)
    line = before.line_of(key="name")
    if line is None:
        raise Fault(say("it has no name"))
    lines = content.split(b"\n")
    found = _NAME.fullmatch(lines[line - 1])
    if not found:
        raise Fault(say("its name is not written on one line"), line=line)
    lines[line - 1] = b"".join((found[1], format_value(name).encode(), found[3]))
    renamed = b"\n".join(lines)
    after = parse_document(renamed)
    was, now = decode_header(before.header)[0], decode_header(after.header)[0]
    if was is None or now != msgspec.structs.replace(was, name=name) or after.events != before.events:
        raise Fault(say("it would not be read as it was; nothing was written"))
    return renamed
