"""What is wrong with a journal, and where in it."""

from bezique_score.text import Text


class Fault(Exception):  # noqa: N818 - the word for what is found in a file
    """A journal that is not what it should be.

    `line` where the parser knows it; else `event` (from 1; none: the header) and `key` say where to look.
    """

    def __init__(
        self, reason: Text, *, line: int | None = None, event: int | None = None, key: str | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.event = event
        self.key = key
