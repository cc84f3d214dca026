"""The journal's file: locked, read with its identity, written so that a crash leaves the old or the new one.

Nothing is changed in place: the whole new text goes to a temporary file in the same folder, is flushed to
disk, and takes the file's name. So reading needs no lock, and works in a folder that cannot be written.
Every step is one call to the system; `tests/test_faults.py` knows the list, and stops the writer at each.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from bezique_score.journal.fault import Fault
from bezique_score.journal.lock import Lock
from bezique_score.journal.text import SIZE_LIMIT
from bezique_score.text import Text, reason_of, say

_ACCESS_LIST = "system.posix_acl_access"
_COMPANIONS = (".lock", ".part")
_NO_FILE = frozenset({errno.EISDIR, errno.ELOOP})
"""What the system says of a folder or a link that stands where one of our own files should."""


class Identity(msgspec.Struct, frozen=True):
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
        self._held: tuple[str, Lock] | None = None

    def again(self) -> "Store":
        """Begin a new reading of the same file, under the same lock."""
        store = Store(self.path)
        store._held = self._held
        return store

    def read(self) -> None:
        """Read the file into `content`. Raises `Fault`."""
        with _faulting(say("cannot be read")):
            # a pipe would make us wait for ever without O_NONBLOCK
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
            try:
                status = os.fstat(descriptor)
                # a folder is refused by the system, in its own words
                if not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode):
                    raise Fault(say("not a file"))
                content = _read_all(descriptor, status.st_size)
            finally:
                os.close(descriptor)
        self.content = content
        self._identity = Identity.of(status)

    def is_current(self) -> bool:
        """Say whether the file is still the one read or written last. Raises `Fault` when it is gone."""
        with _faulting(say("cannot be read")):
            return Identity.of(os.stat(self.path)) == self._identity

    @contextmanager
    def locked(self, *, new: bool = False) -> Iterator[None]:
        """Keep other programs from writing. Raises `Fault` when one of them does not let go.

        For a `new` file, raises FileExistsError when it is there, without a wait: it may be we who are writing it.
        """
        with _faulting(say("cannot be written")):
            target = _followed(self.path)
        if new and os.path.lexists(target):
            raise _taken(target)
        lock = Lock(_hidden(target, "lock"))
        try:
            with _faulting(say("cannot be written")):
                lock.take()
                with suppress(FileNotFoundError):
                    # what a crash left, since nobody else is writing now. It may be a second name of the file
                    # itself, whose time of change changes then: so it goes before that is looked at
                    os.unlink(_hidden(target, "part"))
            self._held = target, lock
            yield
        finally:
            self._held = None
            lock.let_go()

    def verify_room(self, size: int) -> None:
        """Raise `Fault` when so many more bytes would make the file larger than one that is read."""
        if len(self.content) + size > SIZE_LIMIT:
            raise Fault(say("would become larger than {limit} MiB", limit=SIZE_LIMIT // 2**20))

    def append(self, block: bytes) -> None:
        """Add text to the file, which must be locked. Raises `Fault`, and leaves the old file then."""
        target, lock = self._locked_target()
        gap = b"\n" if self.content and not self.content.endswith(b"\n") else b""
        content = b"".join((self.content, gap, block))
        self.verify_room(len(content) - len(self.content))
        with _faulting(say("cannot be written")):
            old = os.stat(target)
            # the superuser may write anything, but whoever made the file read-only meant it
            if not old.st_mode & 0o222 or not os.access(target, os.W_OK):
                raise Fault(say("read-only"))
            with _written_beside(target, content, old) as (temporary, status):
                # as late as can be: an editor asks for no lock, and a lock is lost when somebody deletes its file
                if Identity.of(os.stat(target)) != self._identity or not lock.is_held():
                    raise Fault(say("changed by another program meanwhile; nothing was written"))
                os.replace(temporary, target)
        self._keep(target, content, status)

    def create(self, content: bytes) -> None:
        """Make the file, which must be locked. Raises `Fault`, or FileExistsError when it is there."""
        target, lock = self._locked_target()
        with _faulting(say("cannot be written")), _written_beside(target, content, None) as (temporary, status):
            if not lock.is_held():
                raise Fault(say("changed by another program meanwhile; nothing was written"))
            named = _name(temporary, target)
            with suppress(OSError):
                os.unlink(temporary)  # a second name of the new file, if it has one, and gone if it was renamed
        if not named:
            raise _taken(target)
        self._keep(target, content, status)

    def _locked_target(self) -> tuple[str, Lock]:
        """Give the file itself, where a symbolic link led when it was locked, and its lock."""
        assert self._held is not None, "written without a lock"
        return self._held

    def _keep(self, target: str, content: bytes, written: os.stat_result) -> None:
        """Remember the file just written; one that somebody changed since is read again when it is needed.

        The file has its name by now: nothing that fails here makes an entry unwritten.
        """
        _flush_folder(target)
        self.content = content
        self._identity = None
        with suppress(OSError):
            identity = Identity.of(os.stat(target))
            # taking its name changes the time of change of a file, and nothing else
            if msgspec.structs.replace(identity, changed=written.st_ctime_ns) == Identity.of(written):
                self._identity = identity


def _taken(target: str) -> FileExistsError:
    return FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)


def _hidden(target: str, ending: str) -> str:
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}.{ending}")


def _followed(path: Path) -> str:
    """Find the file itself: a symbolic link is written through, not replaced. What is missing may be made."""
    try:
        # strict: a link that cannot be looked at must not be taken for a file, and replaced
        return os.path.realpath(path, strict=True)
    except FileNotFoundError:
        return os.path.realpath(path)


def _read_all(descriptor: int, size: int) -> bytes:
    """Read a file to its end, or one byte beyond what is allowed."""
    parts: list[bytes] = []
    left = SIZE_LIMIT + 1
    while left and (part := os.read(descriptor, min(left, max(size + 1, 65_536)))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def _write_all(descriptor: int, content: bytes) -> None:
    """Write everything, however little the system takes at once."""
    rest = memoryview(content)
    while rest:
        taken = os.write(descriptor, rest)
        if not taken:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[taken:]


@contextmanager
def _written_beside(
    target: str, content: bytes, old: os.stat_result | None
) -> Iterator[tuple[str, os.stat_result]]:
    """Write a temporary file beside the target, flushed to disk; it is taken away if the block fails."""
    temporary = _hidden(target, "part")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(temporary, flags, 0o666 if old is None else 0o600)
    try:
        try:
            if old is not None:
                _make_alike(descriptor, target, old)
            _write_all(descriptor, content)
            os.fsync(descriptor)
            status = os.fstat(descriptor)
        finally:
            os.close(descriptor)
        yield temporary, status
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _make_alike(descriptor: int, target: str, old: os.stat_result) -> None:
    """Give a new file the owner, the group, the attributes and the mode of the one whose place it takes.

    The superuser keeps another's file theirs. Whoever else writes it owns it then; its group stays if may be.
    """
    new = os.fstat(descriptor)
    mode = stat.S_IMODE(old.st_mode)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid) and not (
        _give(descriptor, old.st_uid, old.st_gid) or _give(descriptor, -1, old.st_gid)
    ):
        mode = mode & ~0o070 | (mode & 0o007) << 3  # another group may do only what everybody may
    if sys.platform == "linux":
        with suppress(OSError):  # not on every file system
            for name in os.listxattr(target):
                if name.startswith("user.") or name == _ACCESS_LIST:
                    os.setxattr(descriptor, name, os.getxattr(target, name))
    if stat.S_IMODE(new.st_mode) != mode:
        os.fchmod(descriptor, mode)


def _give(descriptor: int, owner: int, group: int) -> bool:
    try:
        os.fchown(descriptor, owner, group)
    except OSError:
        return False
    return True


def _name(temporary: str, target: str) -> bool:
    """Give a new file its name, unless there is a file of that name."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        return False
    except OSError:  # no hard links on this file system; those who lock cannot take the name between the two calls
        if os.path.lexists(target):
            return False
        os.replace(temporary, target)
    return True


def _flush_folder(target: str) -> None:
    """Flush a new name to disk; the file has it by now, so a folder that cannot be flushed is no failure."""
    with suppress(OSError):
        descriptor = os.open(os.path.dirname(target), os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _faulting(what: Text) -> Iterator[None]:
    """Turn what the system refuses into a fault of ours."""
    try:
        yield
    except (OSError, ValueError) as error:  # ValueError: a path with NUL
        reason = reason_of(error)
        name = os.path.basename(os.fsdecode(getattr(error, "filename", None) or ""))
        if isinstance(error, OSError) and error.errno in _NO_FILE and name.endswith(_COMPANIONS):
            reason = say("{path}: {reason}", path=name, reason=reason)
        raise Fault(say("{what}: {reason}", what=what, reason=reason)) from error
