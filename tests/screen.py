"""A terminal for tests: `bezique` runs behind a pseudo-terminal, keys are pressed, and the screen is read."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Self

import pyte

PATIENCE = 30.0
"""How long a screen may take to show what is waited for, in seconds; a busy machine is slow."""

QUIET = 0.25
"""After how many seconds without output a screen is taken to stand still."""


class _Screen(pyte.HistoryScreen):
    """A screen that answers questions about its cursor, as a real one does."""

    def __init__(self, columns: int, lines: int, descriptor: int) -> None:
        super().__init__(columns, lines, history=5000)
        self._descriptor = descriptor

    def write_process_input(self, data: str) -> None:
        os.write(self._descriptor, data.encode())


class Terminal:
    """One process at a terminal; `with` ends it."""

    def __init__(
        self,
        home: Path,
        *words: str,
        columns: int = 100,
        lines: int = 30,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self._screen = _Screen(columns, lines, self._ours)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        own = {
            key: value for key, value in os.environ.items() if not key.startswith(("BEZIQUE", "COV", "NO_COLOR"))
        }
        own |= {"TERM": "xterm-256color", "BEZIQUE_HOME": str(home), "LC_ALL": "C.UTF-8"} | (environment or {})
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bezique_score", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=own,
            cwd=home,
            start_new_session=True,
        )
        os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def kill(self, number: int) -> None:
        """End the process by a signal."""
        self._process.send_signal(number)
        self._process.wait(PATIENCE)

    # Keys

    def press(self, keys: str) -> None:
        """Press keys, one after the other."""
        os.write(self._ours, keys.encode())

    def enter(self, line: str, *shown: str) -> str:
        """Type a line and Enter; wait until the screen shows the texts, and give it."""
        self.press(f"{line}\r")
        return self.wait_for(*shown) if shown else self.settled()

    # The screen

    def wait_for(self, *texts: str) -> str:
        """Read until all the texts are on the screen, or above it; give what is there when it stands still."""
        self.wait_until(lambda: all(text in self.everything for text in texts), f"never shown: {texts}")
        return self.settled()

    def wait_until(self, holds: Callable[[], bool], otherwise: str = "it never happened") -> None:
        """Read until something holds."""
        end = monotonic() + PATIENCE
        while not holds():
            assert monotonic() < end, f"{otherwise}\n{self.everything}"
            self._read(0.1)

    def settled(self) -> str:
        """Read until nothing more comes."""
        end = monotonic() + PATIENCE
        while self._read(QUIET) and monotonic() < end:
            pass
        return self.everything

    def ended(self) -> int:
        """Wait for the end of the process; give its exit code."""
        while self._read(1.0) or self._process.poll() is None:
            pass
        return self._process.wait(PATIENCE)

    @property
    def everything(self) -> str:
        """All the lines that were shown, those above the screen first."""
        above = ["".join(line[x].data for x in range(self._screen.columns)) for line in self._screen.history.top]
        return "\n".join(line.rstrip() for line in [*above, *self._screen.display])

    @property
    def bottom(self) -> str:
        """The last lines of the screen that are not empty."""
        lines = [line.rstrip() for line in self._screen.display]
        while lines and not lines[-1]:
            lines.pop()
        return "\n".join(lines[-3:])

    def _read(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._ours, 65_536)
        except OSError:  # the other side has been closed
            return False
        self.raw += data
        self._stream.feed(data)
        return bool(data)
