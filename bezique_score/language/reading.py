"""The readings of one line: with and without its player, and which of them is meant."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from bezique_score.language.words import Found
from bezique_score.refusal import Code, Refusal
from bezique_score.text import listing, say

T_co = TypeVar("T_co", covariant=True)


class Reading(Generic[T_co]):
    """One way to read a line: what each of its words would mean, what is missing, and what they make.

    `plausible` breaks a tie between readings that are otherwise as good.
    """

    def __init__(
        self,
        founds: Sequence[Found[object]],
        build: Callable[[], T_co],
        *,
        missing: Refusal | None = None,
        plausible: bool = True,
    ) -> None:
        self._founds = founds
        self._missing = missing
        self.build = build
        self.plausible = plausible

    @property
    def fits(self) -> bool:
        """Say whether nothing is missing and every word is clear."""
        return self._missing is None and all(found.is_clear for found in self._founds)

    @property
    def lacks(self) -> bool:
        """Say whether it is no line as it stands, whatever its words mean."""
        return self._missing is not None

    @property
    def known(self) -> int:
        """Count the words that belong to the language."""
        return sum(found.is_known for found in self._founds)

    @property
    def meaning(self) -> str:
        """Spell out what the words would mean."""
        return " ".join(str(found.one()) for found in self._founds)

    def refusal(self) -> Refusal:
        """Say what is wrong with this reading: first what is missing, then its words from left to right."""
        if self._missing:
            return self._missing
        return next(found for found in self._founds if not found.is_clear).refusal()


def choose(readings: Sequence[Reading[T_co]]) -> T_co:
    """Take the only reading that fits.

    Raises `Refusal`: ambiguous-name where several fit; where none does, what is wrong with the one that
    knows most of the words: of equals one that lacks something, since `usage` comes first, else the first.
    """
    fitting = [reading for reading in readings if reading.fits]
    if len(fitting) > 1:
        fitting = [reading for reading in fitting if reading.plausible] or fitting
    if not fitting:
        raise max(readings, key=lambda reading: (reading.known, reading.plausible, reading.lacks)).refusal()
    if len(fitting) > 1:
        meanings = listing([f"`{reading.meaning}`" for reading in fitting])
        raise Refusal(Code.AMBIGUOUS_NAME, say("The line may mean {meanings}.", meanings=meanings))
    return fitting[0].build()
