"""What undo, redo and amend mean (design, section 1): marks on a list of entries, and nothing folded.

An undone entry never happened, and an amended one is as if it had been entered right. So what stands is a list
of plain lines, and typing them into a new session must give the same standing as the session with its corrections.
"""

import shlex
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from door import Door

from bezique_score.refusal import Code, Refusal

FACTS = frozenset({"deal", "trick", "declare", "exchange", "bid", "pass", "end", "adjust", "agree", "note"})


class Told(NamedTuple):
    """One entry: of which kind, which entry it is about (a correction), and the line that says it (all others)."""

    kind: str
    about: int | None
    line: str | None


class Corrections:
    """The entries from 1 on, which of them are undone, and which can be redone."""

    def __init__(self) -> None:
        self.told: dict[int, Told] = {}
        self.undone: set[int] = set()
        self.redoable: list[int] = []

    def add(self, entry: Mapping[str, Any], *, bare: bool) -> None:
        """Note the next entry as `log --json` prints it; `bare`: an undo without its number."""
        number, kind = len(self.told) + 1, entry["kind"]
        line = spelled(entry.get("entry", entry)) if kind not in {"undo", "redo"} else None
        about: int | None = entry["event"] if kind not in FACTS else None
        self.told[number] = Told(kind, about, line)
        match kind:
            case "undo":
                assert about is not None
                if not bare:
                    self.redoable.clear()
                self.undone.add(about)
                self.redoable.append(about)
            case "redo":
                assert self.redoable.pop() == about
                self.undone.remove(about)
            case _:
                self.redoable.clear()

    # What stands

    def stands(self, number: int) -> bool:
        """Say whether an entry is an action that stands."""
        if number not in self.told or number in self.undone:
            return False
        one = self.told[number]
        if one.kind == "amend":
            assert one.about is not None
            return self.stands(one.about)
        return one.kind in FACTS

    def last_action(self) -> int | None:
        """Find what a bare `undo` takes back."""
        return max((number for number in self.told if self.stands(number)), default=None)

    def base(self, number: int) -> int:
        """Find the entry that a correction of this one, or of its correction, is in the end about."""
        one = self.told[number]
        return self.base(one.about) if one.kind == "amend" and one.about is not None else number

    def is_in_force(self, number: int) -> bool:
        """Say whether what an entry says is what stands: of an amendment, whether none came after it."""
        one = self.told[number]
        if one.kind != "amend":
            return True
        assert one.about is not None
        return self._newest(one.about, self.undone) == number and self.is_in_force(one.about)

    def _newest(self, number: int, undone: Collection[int]) -> int | None:
        of_it = [other for other, one in self.told.items() if one.kind == "amend" and one.about == number]
        return max((other for other in of_it if other not in undone), default=None)

    def _says(self, number: int, undone: Collection[int]) -> str:
        newest = self._newest(number, undone)
        if newest is not None:
            return self._says(newest, undone)
        line = self.told[number].line
        assert line is not None
        return line

    def lines(
        self, *, undo: int | None = None, redo: int | None = None, instead: tuple[int, str] | None = None
    ) -> dict[int, str]:
        """List what stands, by number: as things are, or with one thing more corrected."""
        undone = {number for number in self.told if number in self.undone or number == undo} - {redo}
        lines = {
            number: self._says(number, undone)
            for number, one in self.told.items()
            if one.kind in FACTS and number not in undone
        }
        return {**lines, instead[0]: instead[1]} if instead else lines


# Entered afresh


class Afresh(NamedTuple):
    """A new session into which lines were typed: all of them, or up to the one that was refused."""

    door: Door
    refused: int | None
    code: Code | None


def enter_afresh(home: Path, new: str, lines: Mapping[int, str]) -> Afresh:
    """Type lines into a new session until one is refused."""
    door = Door(home, new)
    with door.book.batch():
        for number, line in lines.items():
            try:
                door.answer(line)
            except Refusal as refusal:
                return Afresh(door, number, refusal.code)
    return Afresh(door, None, None)


# Spelling


def spelled(entry: Mapping[str, Any]) -> str:
    """Spell an entry, as `log --json` prints it, as the line that says all of it."""
    words = _words(entry)
    return shlex.join([entry["kind"], *map(str, words)])


def _words(entry: Mapping[str, Any]) -> Iterable[object]:  # noqa: PLR0911 - one a kind
    who = [entry["player"]] if "player" in entry else []
    match entry["kind"]:
        case "deal":
            return _options(entry, "trump", "upcard", "dealer")
        case "trick":
            return [entry["winner"], *entry.get("cards", [])]
        case "declare":
            cards = [*([entry["suit"]] if "suit" in entry else []), *entry.get("suits", [])]
            jack = [entry["jack"]] if "jack" in entry else []
            infuzorki = [word for rank in entry.get("infuzorki", []) for word in ("-i", rank)]
            return [*who, entry["meld"], *cards, *jack, *infuzorki, *_options(entry, "allow")]
        case "bid":
            return [*who, entry["bid"], *(["--blind"] if entry.get("blind") else [])]
        case "end":
            without = [word for player in entry.get("no-trick", []) for word in ("--no-trick", player)]
            conceded = ["--concede"] if entry.get("concede") else []
            return [
                *_numbers(entry.get("counts", {})),
                *_options(entry, "last", "all-tricks"),
                *without,
                *conceded,
            ]
        case "adjust":
            return [*who, entry["amount"], *_options(entry, "note")]
        case "agree":
            return _numbers(entry["totals"])
        case "note":
            return [entry["text"]]
        case _:
            return who


def _options(entry: Mapping[str, Any], *names: str) -> list[str]:
    return [word for name in names if name in entry for word in (f"--{name}", entry[name])]


def _numbers(numbers: Mapping[str, int]) -> list[str]:
    return [f"{side.partition('+')[0]}={number}" for side, number in numbers.items()]
