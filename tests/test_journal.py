"""The journal as text: every kind of entry there and back, and what a file may not be."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Note,
    Pass,
    Redo,
    Trick,
    Undo,
)
from bezique_score.journal.codec import (
    Header,
    decode_entry,
    decode_header,
    encode_entry,
    encode_header,
    moment,
)
from bezique_score.journal.fault import Fault
from bezique_score.journal.text import SIZE_LIMIT, format_block, format_header, format_value, parse_document
from bezique_score.referee.hand import Seating
from bezique_score.replay import Entry

NOW = datetime(2026, 11, 30, 19, 7, 52, tzinfo=timezone(timedelta(hours=1)))
TWO = Seating.of(("Anna", "Борис"))
FOUR = Seating.of(("Anna", "Boris", "Clara", "Dmitri"), partners=True)
HEAD = 'format = 1\nname = "t"\n'
STAMP = "time = 2026-11-30T19:07:52+01:00\n"

EVENTS: list[Event] = [
    Deal(dealer="Anna", trump=Suit.SPADES),
    Deal(dealer="Борис", upcard=Card.TEN_H, trump=Suit.HEARTS),
    Deal(dealer="Anna"),
    Trick(winner="Anna"),
    Trick(cards=(Card.QS, Card.INFUZORKA), winner="Борис"),
    Declare(player="Anna", meld="bezique"),
    Declare(player="Anna", meld="kings", suits=(Suit.SPADES, Suit.HEARTS), infuzorki=(Rank.KING, Rank.TEN)),
    Declare(player="Борис", meld="quint", jack=Card.JC, allow='she said "yes"\nand ♠'),
    Declare(player="Anna", meld="marriage", suit=Suit.CLUBS),
    Exchange(player="Anna"),
    Bid(player="Anna", bid=140),
    Bid(player="Anna", bid=140, blind=True),
    Pass(player="Борис"),
    End(),
    End(counts={"Anna": 12, "Борис": -3}, last="Anna", all_tricks="Anna", no_trick=("Борис",), concede=True),
    Adjust(player="Anna", note="revoke\t\x1b[31m", amount=-10),
    Agree(totals={"Anna": 640, "Борис": 0}),
    Note(text="[[event]] # not one\n\"\"\" ''' \\ \u2028 \x7f"),
    Undo(event=3),
    Undo(event=3, by_number=True),
    Redo(event=3),
    Amend(event=3, entry=Declare(player="Anna", meld="bezique")),
    Amend(event=3, entry=End(counts={"Anna": 1, "Борис": 2})),
]


def entry(event: Event, *, worth: int | None = None, **points: int) -> Entry:
    return Entry(time=NOW, event=event, points=points, worth=worth)


def there_and_back(written: Entry, seating: Seating = TWO) -> Entry:
    document = parse_document(format_block(encode_entry(written, seating)).encode())
    (table,) = document.events
    return decode_entry(1, table, seating)


def read(text: str, seating: Seating = TWO) -> Entry:
    (table,) = parse_document(f"[[event]]\n{STAMP}{text}".encode()).events
    return decode_entry(1, table, seating)


def fault_in(text: str, seating: Seating = TWO) -> str:
    with pytest.raises(Fault) as caught:
        read(text, seating)
    assert caught.value.event == 1
    return str(caught.value.reason)


# Entries


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("points", [{}, {"Anna": 25}, {"Борис": -3}, {"Anna": 100, "Борис": 70}], ids=str)
@pytest.mark.parametrize("worth", [None, 40])
def test_an_entry_reads_back_as_it_was_written(event: Event, points: dict[str, int], worth: int | None) -> None:
    written = Entry(time=NOW, event=event, points=points, worth=worth)
    assert there_and_back(written) == written


ANY_TEXT = st.text(st.characters(codec="utf-8"))


@given(note=ANY_TEXT, names=st.lists(ANY_TEXT, min_size=2, max_size=2, unique=True), points=st.integers(-999, 999))
def test_whatever_was_said_reads_back_the_same(note: str, names: list[str], points: int) -> None:
    seating = Seating.of(tuple(names))
    agreed = Agree(totals=dict.fromkeys(names, points))
    moved = dict.fromkeys(names, points) if points else {}
    for event in (Note(text=note), Adjust(player=names[0], note=note, amount=points), agreed):
        written = Entry(time=NOW, event=event, points=moved)
        assert there_and_back(written, seating) == written


def test_an_entry_reads_as_a_line_of_a_scoresheet() -> None:
    text = format_block(encode_entry(entry(Declare(player="Anna", meld="bezique"), Anna=25), TWO))
    assert text == (
        '\n[[event]]\ntime = 2026-11-30T19:07:52+01:00\nkind = "declare"\nplayer = "Anna"\n'
        'meld = "bezique"\npoints = 25\n'
    )


def test_points_of_several_sides_are_a_table_on_one_line() -> None:
    text = format_block(encode_entry(entry(End(last="Anna"), Anna=100, Борис=70), TWO))
    assert text.endswith('last = "Anna"\npoints = {Anna = 100, "Борис" = 70}\n')


def test_points_of_another_than_the_player_are_a_table() -> None:
    table = encode_entry(Entry(time=NOW, event=Exchange(player="Anna"), points={"Борис": 5}), TWO)
    assert table["points"] == {"Борис": 5}


def test_a_partner_books_for_the_side() -> None:
    written = Entry(time=NOW, event=Exchange(player="Clara"), points={"Anna+Clara": 10})
    assert encode_entry(written, FOUR)["points"] == 10
    assert there_and_back(written, FOUR) == written


@pytest.mark.parametrize("event", [Declare(player="Anna", meld="x"), Exchange(player="Anna")])
def test_a_declaration_for_nothing_says_so(event: Event) -> None:
    assert encode_entry(entry(event), TWO)["points"] == 0
    assert "points" not in encode_entry(entry(event, worth=40), TWO)


@pytest.mark.parametrize("event", [Undo(event=1), Redo(event=1), Amend(event=1, entry=Note(text="x"))])
def test_a_correction_always_has_its_table_of_points(event: Event) -> None:
    assert encode_entry(entry(event), TWO)["points"] == {}
    assert "points = {}" in format_block(encode_entry(entry(event), TWO))


def test_an_amendment_holds_its_entry_on_one_line() -> None:
    text = format_block(encode_entry(entry(Amend(event=7, entry=Trick(cards=(Card.QS,), winner="Anna"))), TWO))
    assert 'entry = {kind = "trick", cards = ["QS"], winner = "Anna"}\n' in text


def test_points_come_last_so_that_an_entry_cut_short_is_noticed() -> None:
    for event in EVENTS:
        assert list(encode_entry(entry(event, Anna=1), TWO))[:2] == ["time", "kind"]
        assert list(encode_entry(entry(event, Anna=1), TWO))[-1] == "points"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "`kind` is missing"),
        ('kind = "declair"', "no kind of entry is called 'declair'"),
        ('kind = "declare"\nplayer = "Anna"\npoints = 1', "`meld` is missing"),
        ('kind = "declare"\nplayer = "Anna"\nmeld = "quint"', "`points` is missing"),
        ('kind = "exchange"\nplayer = "Anna"', "`points` is missing"),
        ('kind = "adjust"\nplayer = "Anna"\nnote = "x"\namount = 1', "`points` is missing"),
        ('kind = "undo"\nevent = 1', "`points` is missing"),
        ('kind = "redo"\nevent = 1\nworth = 3', "`points` is missing"),
        ('kind = "amend"\nevent = 1\nentry = {kind = "note", text = "x"}', "`points` is missing"),
        ('kind = "undo"\nevent = 1\npoints = 5', "`points` should be a table here, by player"),
        ('kind = "note"\ntext = "x"\nspoken = true', "`spoken` is not a key of this kind of entry"),
        ('kind = "note"\ntext = 3', "`text` should be `str`, not `int`"),
        ('kind = "undo"\nevent = "3"\npoints = {}', "`event` should be `int | null`, not `str`"),
        ('kind = "bid"\nplayer = "Anna"\nbid = 1.5', "`bid` should be `int`, not `float`"),
        ('kind = "bid"\nplayer = "Anna"\nbid = true', "`bid` should be `int`, not `bool`"),
        ('kind = "bid"\nplayer = "Anna"\nbid = 9999999999999', "a number beyond 1000000000000"),
        ('kind = "bid"\nplayer = "Anna"\nbid = 0x' + "f" * 9999, "a number beyond 1000000000000"),
        ('kind = "deal"\ndealer = "Anna"\ntrump = "spade"', "`trump` cannot be 'spade'"),
        ('kind = "trick"\ncards = ["QS", "1S"]\nwinner = "Anna"', "`cards` cannot be '1S'"),
        ('kind = "end"\npoints = {Clara = 1}', "no points are kept for 'Clara' in this session"),
        (
            'kind = "amend"\nevent = 1\nentry = {kind = "undo", event = 1}\npoints = {}',
            "no kind of entry is called 'undo'",
        ),
        ('kind = "note"\ntext = "x"\npoints = {Anna = "1"}', "`points` should be `int`, not `str`"),
        ('kind = "note"\ntext = ' + "[" * 30 + "]" * 30, "tables nested more than 20 deep"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_reason(text: str, told: str) -> None:
    assert fault_in(text) == told


def test_an_entry_needs_a_time_with_its_offset() -> None:
    for stamp in ("", "time = 2026-11-30T19:07:52\n", 'time = "2026"\n', "time = 2026-11-30\n"):
        (table,) = parse_document(f'[[event]]\n{stamp}kind = "note"\ntext = "x"'.encode()).events
        with pytest.raises(Fault, match="time"):
            decode_entry(1, table, TWO)


def test_the_users_own_keys_are_left_alone() -> None:
    text = (
        'kind = "amend"\nevent = 1\nentry = {kind = "note", _why = 1, text = "x"}\npoints = {}\n'
        "_mine = 3\n[event._table]\na = 1"
    )
    assert read(text).event == Amend(event=1, entry=Note(text="x"))


def test_a_player_may_begin_with_an_underscore() -> None:
    seating = Seating.of(("_a", "_b"))
    written = Entry(time=NOW, event=Agree(totals={"_a": 3, "_b": 4}), points={"_a": 3, "_b": 2})
    assert there_and_back(written, seating) == written
    amended = Entry(time=NOW, event=Amend(event=1, entry=End(counts={"_a": 3})), points={"_a": 3})
    assert there_and_back(amended, seating) == amended


def test_times_keep_whole_seconds_and_minutes_of_offset() -> None:
    assert moment(NOW.replace(microsecond=5)) == NOW
    local = datetime(1900, 1, 1, 12, tzinfo=timezone(timedelta(minutes=9, seconds=21)))
    assert moment(local) == local
    assert moment(local).tzinfo is UTC
    with pytest.raises(ValueError, match="offset"):
        moment(datetime(2026, 1, 1))


# The header


FULL = Header(
    format=1,
    name='Friday "♠"',
    created=NOW,
    players=("Anna", "Борис", "a=b", '"; [[event]]'),
    dealer="Anna",
    partners=True,
    tricks=False,
    note="x\ny",
    rules="house",
    target=1000,
    set={"packs": 8, "plain-fours": "any", "infuzorka-first-four": False},
    game={"id": "house", "deck": {"extra": {"9": 3}, "ranks": ["A", "K"]}, "declaration": {"q": {"points": 5}}},
)
PLAIN = Header(format=1, name="t", created=NOW, players=("Anna", "Boris"), rules="russian", target="none")


@pytest.mark.parametrize("header", [FULL, PLAIN])
def test_a_header_reads_back_as_it_was_written(header: Header) -> None:
    document = parse_document(format_header(encode_header(header)).encode())
    assert decode_header(document.header) == (header, [])
    assert document.events == []


def test_a_header_says_only_what_is_not_as_usual() -> None:
    assert format_header(encode_header(PLAIN)) == (
        'format = 1\nname = "t"\ncreated = 2026-11-30T19:07:52+01:00\nplayers = ["Anna", "Boris"]\n'
        'rules = "russian"\ntarget = "none"\n'
    )


def header_with(**changes: object) -> dict[str, Any]:
    return {key: value for key, value in (encode_header(PLAIN) | changes).items() if value is not ...}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": ...}, "not a session: it has no `format`"),
        ({"format": "1"}, "`format` should be 1"),
        ({"format": True}, "`format` should be 1"),
        ({"format": 0}, "`format` should be 1"),
        ({"format": 2}, "written by a newer bezique (format 2); this one reads format 1"),
        ({"format": 2, "wonder": 1}, "written by a newer bezique (format 2); this one reads format 1"),
        ({"target": ...}, "`target` is missing"),
        ({"rules": ...}, "`rules` is missing"),
        ({"players": "Anna"}, "`players` should be `array`, not `str`"),
        ({"target": [1]}, "`target` should be `int | str`, not `array`"),
    ],
)
def test_a_wrong_header_is_refused_with_its_reason(changes: dict[str, object], told: str) -> None:
    header, faults = decode_header(header_with(**changes))
    assert header is None
    assert [str(fault.reason) for fault in faults] == [told]


def test_unknown_keys_of_a_header_are_listed_each() -> None:
    header, faults = decode_header(header_with(tagret=1, wonder=2, _mine=3))
    assert header == PLAIN
    assert [fault.key for fault in faults] == ["tagret", "wonder"]


def test_a_misspelled_key_of_a_header_is_listed_beside_the_one_that_is_missing() -> None:
    header, faults = decode_header(header_with(tagret=1, target=...))
    assert header is None
    assert [fault.key for fault in faults] == ["tagret", "target"]


# The text


@pytest.mark.parametrize(
    ("content", "line", "told"),
    [
        (b"\xef\xbb\xbfformat = 1", 1, "byte order mark"),
        (b"a = 1\r\nb = 2\r\n", 1, "end the Windows way"),
        (b"a = 1\nb = 2 # x\ry\n", 2, "end the Windows way"),
        (b"a = 1\nb = '\xff'", 2, "not UTF-8"),
        (b"a = 1\nb = '\x00'", 2, "not TOML"),
        (b"a = 1\nb =\n", 2, "not TOML"),
        (b"a = 1\nb = " + b"[" * 100_000, None, "not TOML"),
        (b"a = 1\nb = " + b"9" * 5000, 2, "not TOML: a number of too many digits"),
        (b"x" * (SIZE_LIMIT + 1), None, "larger than 16 MiB"),
        (b"a = 1\nevent = []", 2, "as [[event]] blocks"),
        (b"a = 1\nevent = [{kind = 'note'}]", 2, "as [[event]] blocks"),
        (b"a = 1\n[event]\nkind = 'note'", 2, "as [[event]] blocks"),
        (b'a = 1\nevent = 5\nb = """\n[[event]]\n"""', 2, "as [[event]] blocks"),
        (b'event = [{}]\nb = """\n[[event]]\n"""', 1, "as [[event]] blocks"),
    ],
)
def test_what_is_not_a_journal_is_refused_with_its_line(content: bytes, line: int | None, told: str) -> None:
    with pytest.raises(Fault) as caught:
        parse_document(content)
    assert told in str(caught.value.reason)
    assert caught.value.line == line


TRICKY = '''format = 1 # [[event]]
note = """
[[event]]
"\\"""" # closed
_other = \'\'\'
[[event]]\'\'\'
list = [
  "[[event]]",
  ["event"], # ]]
]
players = ["\\"[", '[']

[[event]]  # one
kind = "note"
text = """
kind = 3
[[event]]"""
note = 1

  [[ "event" ]]
entry = {kind = "[", note = '{'}

[event._sub]
note = 3
[['event']]
'''


def test_lines_are_found_beside_strings_and_comments() -> None:
    document = parse_document(TRICKY.encode())
    assert len(document.events) == 3
    assert [document.line_of(event) for event in (1, 2, 3)] == [13, 20, 25]
    assert document.line_of(1, "note") == 18
    assert document.line_of(1, "kind") == 14
    assert document.line_of(2, "note") == 24
    assert document.line_of(1, "absent") == 13
    assert document.line_of(key="note") == 2
    assert document.line_of(key="list") == 7
    assert document.line_of(key="players") == 11
    assert document.line_of(key="absent") is None
    assert document.line_of(9) is None


@pytest.mark.parametrize(
    "value", ["a\nb", "\x00\x1f\x7f", "\\", '"', "♠ é é", ["a", ["b"]], {"a b": {"": 1}}, [], {}]
)
def test_any_value_is_written_on_one_line(value: object) -> None:
    written = format_value(value)
    assert "\n" not in written
    assert tomli.loads(f"x = {written}") == {"x": value}
