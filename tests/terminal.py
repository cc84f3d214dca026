"""A terminal for tests: what a line said there."""

from collections.abc import Callable
from typing import NamedTuple


class Said(NamedTuple):
    status: int
    out: str
    err: str


Bezique = Callable[[str], Said]
