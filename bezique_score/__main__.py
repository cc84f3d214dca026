"""The process around one line: the command `bezique`, and `python -m bezique_score`.

Whatever a command has read stays in memory until it ends. Looking for garbage in it, while the program is
imported, on the way and once more at the end, would cost a fifth of its time, so it is put off before anything
else is done.
"""

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells have it."""

GARBAGE = 2_000_000
"""How many objects may be made before they are looked through; an evening makes fewer."""


def run() -> NoReturn:
    """Answer the line of this process, and end it with the exit code."""
    gc.set_threshold(GARBAGE)
    try:
        from bezique_score.cli import main  # noqa: PLC0415 - an interrupt while it is imported is an answer, too

        status = main()
    except KeyboardInterrupt:
        status = INTERRUPTED
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # closed, or nobody reads any more
            stream.flush()
    os._exit(status)  # all files are closed: taking everything down one by one would take as long as 150 entries


if __name__ == "__main__":
    run()
