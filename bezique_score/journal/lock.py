"""The lock of a journal: one writer at a time, and none that has died keeps it.

Not a library: the lightest, fasteners, takes 8 ms to import, a tenth of the whole command.
"""

import fcntl
import os
from contextlib import suppress
from time import monotonic, sleep

from bezique_score.journal.fault import Fault
from bezique_score.text import reason_of, say

LOCK_WAIT = 10.0
"""How long to wait for another program that is writing, in seconds."""

_PAUSES = 0.001, 0.016
"""How long to sleep before asking again, in seconds: at first, and at most (an entry takes a few milliseconds)."""


class Lock:
    """An exclusive lock on a file made for it, which stays: only the kernel knows whether it is locked.

    `flock` belongs to the open file and not, as `lockf`, to the process: two writers of one process keep each
    other out, and closing another descriptor of the file gives nothing away. Over NFS, Linux makes it a `lockf`.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._descriptor: int | None = None

    def take(self) -> None:
        """Wait for the lock. Raises `Fault` when another program does not let go, and `OSError`."""
        until = monotonic() + LOCK_WAIT
        pause, longest = _PAUSES
        while not self._try():
            if monotonic() > until:
                raise Fault(say("another program is writing it"))
            sleep(pause)
            pause = min(2 * pause, longest)

    def _try(self) -> bool:
        self._descriptor = _opened(self._path)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass
        except OSError as error:  # a file system without locks
            raise Fault(say("cannot be locked: {reason}", reason=reason_of(error))) from error
        else:
            if self.is_held():
                return True
        self.let_go()
        return False

    def is_held(self) -> bool:
        """Say whether this is the lock that others would find: somebody may have deleted its file."""
        assert self._descriptor is not None
        try:
            there = os.stat(self._path, follow_symlinks=False)
        except FileNotFoundError:
            return False
        return os.path.samestat(there, os.fstat(self._descriptor))

    def let_go(self) -> None:
        """Give the lock back, if it was taken. What was written is written: this never fails."""
        if self._descriptor is None:
            return
        descriptor, self._descriptor = self._descriptor, None
        try:
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_UN)  # a child of a fork may have the file open too
        finally:
            with suppress(OSError):
                os.close(descriptor)


def _opened(path: str) -> int:
    """Open the file of a lock, made if need be. Raises `Fault` when there is no folder for it, and `OSError`."""
    flags = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | flags, 0o666)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise Fault(say("there is no such folder")) from error
    except PermissionError:
        # another user's, such as root's; reading is enough to lock it, but over NFS
        with suppress(FileNotFoundError):
            return os.open(path, os.O_RDONLY | flags)
        raise
