"""What is measured: evenings of any length as sessions of ours, and as records of the neighbours."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bezique_score.cards import Suit
from bezique_score.events import Deal, Declare, End, Event, Trick
from bezique_score.refusal import Refusal
from bezique_score.scorebook import Scorebook

MELDS = ("queens", "kings", "aces", "jacks", "marriage", "bezique", "quint", "trump-queens")


def evening(events: int) -> list[Event]:
    """Make an evening of so many entries: a declaration to every fourth trick or so."""
    entries: list[Event] = []
    while len(entries) < events:
        entries.append(Deal(trump=Suit.SPADES))
        for trick in range(60):
            player = ("Anna", "Boris")[trick % 2]
            entries.append(Trick(winner=player))
            if trick % 4 < 2 and trick // 4 < len(MELDS):
                entries.append(Declare(player=player, meld=MELDS[trick // 4]))
        entries.append(End())
    return entries[:events]


def book_of(path: Path, events: int) -> Scorebook:
    """Write a session of so many entries; in the place of what the referee refuses stands a trick."""
    now = datetime.now(UTC)
    book = Scorebook.create(path, name=path.stem, players=["Anna", "Boris"], target=None, now=now)
    with book.batch():
        for event in evening(events):
            try:
                book.record(event, now)
            except Refusal:
                book.record(Trick(winner="Anna"), now)
    return book


def watson_folder(folder: Path, events: int) -> Path:
    """Write so many frames as Watson keeps them: one after the other, five minutes each."""
    folder.mkdir()
    begin = int(datetime(2026, 1, 1, tzinfo=UTC).timestamp())
    frames = [
        [begin + 300 * number, begin + 300 * number + 300, "bezique", uuid.UUID(int=number).hex, ["anna"], begin]
        for number in range(events)
    ]
    (folder / "frames").write_text(json.dumps(frames, indent=1))
    return folder


JRNL = """
colors: {{body: none, date: none, tags: none, title: none}}
default_hour: 9
default_minute: 0
editor: ''
encrypt: false
highlight: false
indent_character: '|'
journals: {{default: {{journal: {journal}}}}}
linewrap: 79
tagsymbols: '@'
template: false
timeformat: '%F %r'
version: v4.6
"""


def jrnl_config(folder: Path, events: int) -> Path:
    """Write a journal of so many entries as jrnl keeps it; returns its configuration."""
    folder.mkdir()
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    journal = folder / "journal.txt"
    journal.write_text(
        "\n".join(
            f"[{begin + timedelta(minutes=number):%F %r}] Anna declares bezique.\n" for number in range(events)
        )
    )
    config = folder / "jrnl.yaml"
    config.write_text(JRNL.format(journal=journal))
    return config
