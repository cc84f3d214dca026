"""What is wrong with an exported file, and on which line."""

from bezique_score.text import Text


class RecordFault(Exception):  # noqa: N818 - the word for what is found in a file
    """An export that is not what it should be; `line` is that of the file, counted from 1."""

    def __init__(self, reason: Text, *, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
