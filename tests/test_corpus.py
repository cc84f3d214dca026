"""Journals of every released format replay to the same totals for ever.

The files of `tests/journals/` are never made anew, and neither is a `totals.toml`: a change of the program that
makes one of these tests fail is a change of the format, or of the rules under scores long since booked. A new
format has a folder of its own beside the old ones.

Those of format 1 were made once, on 30 November 2026: `evening-*` are the journals of `examples/`, `all-of-it-*`
the evenings of `tests/damaged.py`, `names` was typed, `by-hand` written in an editor, and each other one is what
the accepted lines of the case of that name in `tests/cases/` have booked.
"""

import hashlib
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
import tomli

from bezique_score.events import Adjust, Agree, Amend, Declare, Event, Redo, Undo
from bezique_score.journal.codec import FORMAT
from bezique_score.rules.load import game_ids
from bezique_score.scorebook import Scorebook

JOURNALS = Path(__file__).parent / "journals"

TOTALS = {1: "76150f37dcf3444e108d024bae21fa8d6eeb0a6d39b52029591ad47bc4c78325"}
"""The SHA-256 of each `totals.toml`, which holds those of its journals."""


def comes_to(version: int) -> dict[str, dict[str, Any]]:
    """Say what each journal of a format comes to."""
    return tomli.loads((JOURNALS / f"format-{version}" / "totals.toml").read_text(encoding="utf-8"))


CORPUS = [(version, name) for version in TOTALS for name in comes_to(version)]
each_journal = pytest.mark.parametrize(("version", "name"), CORPUS, ids=[f"{one}-{name}" for one, name in CORPUS])


def opened(version: int, name: str) -> Scorebook:
    return Scorebook.open(JOURNALS / f"format-{version}" / name)


@each_journal
def test_a_journal_replays_to_the_same_totals_for_ever(version: int, name: str) -> None:
    known = comes_to(version)[name]
    path = JOURNALS / f"format-{version}" / name
    assert hashlib.sha256(path.read_bytes()).hexdigest() == known["sha256"], "a file of the corpus never changes"
    replay = opened(version, name).replay
    table = replay.table
    assert table.totals == known["totals"]
    assert [*table.totals] == [*known["totals"]], "in seat order"
    assert (table.outcome.winner if table.outcome else None) == known.get("winner")
    assert (len(replay.rows), table.dealt) == (known["entries"], known["hands"])


@pytest.mark.parametrize("version", TOTALS)
def test_the_corpus_is_whole_and_what_it_was(version: int) -> None:
    folder = JOURNALS / f"format-{version}"
    assert hashlib.sha256((folder / "totals.toml").read_bytes()).hexdigest() == TOTALS[version]
    assert {path.name for path in folder.iterdir()} == {"totals.toml", *comes_to(version)}


def test_every_released_format_has_its_corpus() -> None:
    assert [*TOTALS] == [*range(1, FORMAT + 1)]
    assert {path.name for path in JOURNALS.iterdir()} == {f"format-{version}" for version in TOTALS}


def test_the_corpus_has_in_it_what_a_journal_can_hold() -> None:
    books = [opened(version, name) for version, name in CORPUS]
    headers = [book.header for book in books]
    assert {header.rules for header in headers} >= set(game_ids())
    for feature in ("dealer", "partners", "place", "note", "set", "game"):
        assert any(getattr(header, feature) for header in headers), feature
    assert not all(header.tricks for header in headers)
    assert {header.target == "none" for header in headers} == {True, False}
    events: list[Event] = [row.entry.event for row in chain.from_iterable(book.replay.rows for book in books)]
    assert {type(event) for event in events} >= {Adjust, Agree, Amend, Undo, Redo}
    assert {str(event.__struct_config__.tag) for event in events} == {
        *("deal", "trick", "declare", "exchange", "bid", "pass", "end", "adjust", "agree", "note"),
        *("undo", "redo", "amend"),
    }
    declared = [event for event in events if isinstance(event, Declare)]
    for field in ("suit", "suits", "jack", "infuzorki", "allow"):
        assert any(getattr(event, field) for event in declared), field
    assert any(isinstance(event, Undo) and event.by_number for event in events)
    assert any(not name.isascii() for header in headers for name in header.players)


def test_a_session_won_and_reopened_is_in_the_corpus() -> None:
    rows = opened(1, "undo-won-at-once.toml").replay.rows
    finished = [row.table.outcome is not None for row in rows]
    assert any(before and not after for before, after in pairwise(finished))


def test_what_people_write_into_a_journal_by_hand_is_in_the_corpus() -> None:
    text = (JOURNALS / "format-1" / "by-hand.toml").read_text(encoding="utf-8")
    for written in ("# ", "_seen = true", '"""', "0x19", "1_000", '[["event"]]', "  [[ event ]]", "+5"):
        assert written in text, written
