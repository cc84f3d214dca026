"""The journal's file: locked, read with its identity, written so that a crash leaves the old or the new one.

Nothing is changed in place: the whole new text goes to a temporary file in the same folder, is flushed to
disk, and takes the file's name. So reading needs no lock, and works in a folder that cannot be written.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from bezique_score.journal.fault import Fault
from bezique_score.journal.text import SIZE_LIMIT
from bezique_score.text import Text, reason_of, say

LOCK_WAIT = 10.0
"""How long to wait for another program that is writing, in seconds."""


class Identity(NamedTuple):
    """What tells that a file is still the one that was read."""

    device: int
    inode: int
    size: int
    modified: int
    changed: int

    @classmethod
    def of(cls, status: os.stat_result) -> "Identity":
        """Take the identity of a file as the system states it (times in nanoseconds)."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


class Store:
    """One journal's file. `content` is what was read or written last."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.content = b""
        self._identity: Identity | None = None

    @property
    def _target(self) -> Path:
        """The file itself: a symbolic link is written through, not replaced."""
        return Path(os.path.realpath(self.path))

    def read(self) -> None:
        """Read the file into `content`. Raises `Fault`."""
        with _faulting(say("cannot be read")):
            # a pipe would make us wait for ever without O_NONBLOCK
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            with os.fdopen(descriptor, "rb") as file:
                status = os.fstat(descriptor)
                if not stat.S_ISREG(status.st_mode):
                    raise Fault(say("not a file"))
                self.content = file.read(SIZE_LIMIT + 1)
                self._identity = Identity.of(status)

    def is_current(self) -> bool:
        """Say whether the file is still the one read or written last. Raises `Fault` when it is gone."""
        with _faulting(say("cannot be read")):
            return Identity.of(self._target.stat()) == self._identity

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other programs from writing. Raises `Fault` when one of them does not let go."""
        from fasteners.process_lock import (  # type: ignore[import-untyped]  # noqa: PLC0415 - slow, only for writing
            InterProcessLock,
        )

        with _faulting(say("cannot be written")):
            target = self._target
            if not target.parent.is_dir():
                raise Fault(say("there is no such folder"))
            lock = InterProcessLock(_hidden(target, "lock"))
            try:
                taken = lock.acquire(timeout=LOCK_WAIT)
            except RuntimeError as error:  # what the library makes of a file system without locks
                raise Fault(say("cannot be locked: {reason}", reason=error)) from error
        if not taken:
            lock.lockfile.close()
            raise Fault(say("another program is writing it"))
        try:
            yield
        finally:
            lock.release()

    def append(self, block: bytes) -> None:
        """Add text to the file, which must be locked. Raises `Fault`, and leaves the old file then."""
        if not self.is_current():
            raise Fault(say("changed by another program meanwhile; nothing was written"))
        gap = b"\n" if self.content and not self.content.endswith(b"\n") else b""
        content = b"".join((self.content, gap, block))
        if len(content) > SIZE_LIMIT:
            raise Fault(say("would become larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))
        target = self._target
        with _faulting(say("cannot be written")):
            mode = stat.S_IMODE(target.stat().st_mode)
            # the superuser may write anything, but whoever made the file read-only meant it
            if not mode & 0o222 or not os.access(target, os.W_OK):
                raise Fault(say("read-only"))
            with _written_beside(target, content, mode) as (temporary, status):
                temporary.replace(target)
        self._keep(target, content, status)

    def create(self, content: bytes) -> None:
        """Make the file, which must be locked. Raises `Fault`, or FileExistsError when it is there."""
        with _faulting(say("cannot be written")):
            target = self._target
            with _written_beside(target, content, None) as (temporary, status):
                _link(temporary, target)
        self._keep(target, content, status)

    def _keep(self, target: Path, content: bytes, written: os.stat_result) -> None:
        """Remember the file just written; one that somebody changed since is read again when it is needed."""
        _flush_folder(target.parent)
        self.content = content
        self._identity = None
        with suppress(OSError):
            identity = Identity.of(target.stat())
            # taking its name changes the time of change of a file, and nothing else
            if identity[:-1] == Identity.of(written)[:-1]:
                self._identity = identity


def _hidden(target: Path, ending: str) -> Path:
    return target.with_name(f".{target.name}.{ending}")


@contextmanager
def _written_beside(target: Path, content: bytes, mode: int | None) -> Iterator[tuple[Path, os.stat_result]]:
    """Write a temporary file beside the target, flushed to disk; afterwards it is renamed, or gone."""
    temporary = _hidden(target, "part")
    temporary.unlink(missing_ok=True)  # what a crash left; nobody else is writing, since we hold the lock
    try:
        with temporary.open("xb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), mode)
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            status = os.fstat(file.fileno())
        yield temporary, status
    finally:
        temporary.unlink(missing_ok=True)


def _link(temporary: Path, target: Path) -> None:
    """Give a new file its name. Raises FileExistsError rather than replace another one."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system: claim the name, then take it
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o666))
        temporary.replace(target)


def _flush_folder(folder: Path) -> None:
    """Flush a new name to disk; the file has it by now, so a folder that cannot be flushed is no failure."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _faulting(what: Text) -> Iterator[None]:
    """Turn what the system refuses into a fault of ours."""
    try:
        yield
    except FileExistsError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path with NUL
        reason = reason_of(error)
        raise Fault(say("{what}: {reason}", what=what, reason=reason)) from error
