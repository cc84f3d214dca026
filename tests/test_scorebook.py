"""A session on disk: made, opened, written, shared with other programs, and all that can be wrong with it."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from bezique_score.cards import Suit
from bezique_score.events import Adjust, Agree, Amend, Deal, Declare, End, Event, Note, Redo, Trick, Undo
from bezique_score.journal.store import Store
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import packaged_text
from bezique_score.scorebook import Scorebook
from bezique_score.session import Default

NOW = datetime(2026, 11, 30, 19, 7, 52, tzinfo=timezone(timedelta(hours=1)))

EVENING: list[Event] = [
    Deal(trump=Suit.SPADES),
    Trick(winner="Anna"),
    Declare(player="Anna", meld="bezique"),
    Trick(winner="Boris"),
    Declare(player="Boris", meld="queens"),
    Undo(),
    Redo(),
    Amend(event=3, entry=Declare(meld="marriage")),
    Adjust(player="Boris", note="revoke", amount=-3),
    Agree(totals={"Anna": 4, "Boris": 3}),
    Note(text="late"),
    End(),
]


def start(path: Path, **said: object) -> Scorebook:
    asked: dict[str, object] = {"name": "Friday", "players": ["Anna", "Boris"], "now": NOW} | said
    return Scorebook.create(path, **asked)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "friday.toml"


@pytest.fixture
def book(path: Path) -> Scorebook:
    return start(path)


@pytest.fixture
def evening(book: Scorebook) -> Scorebook:
    with book.batch():
        for event in EVENING:
            book.record(event, NOW)
    return book


def refused(code: Code, action: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        action()
    assert caught.value.code is code
    return str(caught.value.message)


def findings(path: Path) -> list[str]:
    return [str(finding.message).removeprefix(str(path)) for finding in Scorebook.examine(path)]


# Making a session


def test_a_new_session_is_a_readable_header(book: Scorebook) -> None:
    assert book.path.read_text(encoding="utf-8") == (
        'format = 1\nname = "Friday"\ncreated = 2026-11-30T19:07:52+01:00\nplayers = ["Anna", "Boris"]\n'
        'rules = "russian"\ntarget = 1000\n'
    )
    assert book.replay.match.target == 1000
    assert book.replay.match.first_dealer == "Boris"


@pytest.mark.parametrize(
    "said",
    [
        {"dealer": "Anna", "tricks": False, "note": "at home\n♠"},
        {"target": None},
        {"target": 101},
        {"rules": "classic", "target": Default.GAME},
        {"options": {"packs": "10", "plain-fours": "any", "infuzorka-first-four": "false"}},
        {"rules": "chinese"},
        {"rules": "four-handed", "players": ["A", "B", "C", "D"], "partners": True},
        {"rules": "thousand", "players": ["Зоя", "é" * 200, "_x=1"], "name": "Пятница 🂡"},
    ],
)
def test_what_was_said_of_a_session_is_what_is_opened(path: Path, said: dict[str, object]) -> None:
    made = start(path, **said)
    opened = Scorebook.open(path)
    assert opened.header == made.header
    assert opened.replay.match.target == made.replay.match.target
    assert opened.replay.match.rules.game == made.replay.match.rules.game
    assert opened.replay.match.seating == made.replay.match.seating
    assert Scorebook.examine(path) == []


def test_house_rules_live_in_the_session_itself(path: Path, tmp_path: Path) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text(packaged_text("russian").replace("then = 100", "then = 111"), encoding="utf-8")
    start(path, rules=str(rules), options={"packs": "10"})
    rules.unlink()
    game = Scorebook.open(path).replay.match.rules.game
    assert game.deck.packs == 10
    assert game.declaration["trump-queens"].points.then == 111  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"players": ["Anna"]}, Code.WRONG_PLAYERS),
        ({"players": ["A", "B", "C", "D", "E"]}, Code.WRONG_PLAYERS),
        ({"players": ["Anna", "Anna"]}, Code.WRONG_PLAYERS),
        ({"players": ["Zoë", "ZOE\u0308"]}, Code.WRONG_PLAYERS),
        ({"players": ["Anna", "Bo\nris"]}, Code.WRONG_PLAYERS),
        ({"players": ["A+B", "C", "D", "E"], "rules": "four-handed", "partners": True}, Code.WRONG_PLAYERS),
        ({"partners": True}, Code.NOT_IN_THIS_GAME),
        ({"dealer": "Clara"}, Code.UNKNOWN_PLAYER),
        ({"rules": "whist"}, Code.UNKNOWN_RULES),
        ({"rules": "./whist.toml"}, Code.BAD_RULES),
        ({"options": {"packs": "9"}}, Code.BAD_RULES),
        ({"options": {"nonsense": "1"}}, Code.BAD_RULES),
        ({"options": {"packs": "2"}, "players": ["A", "B", "C"]}, Code.BAD_RULES),
        ({"name": "../t"}, Code.BAD_NAME),
        ({"target": 0}, Code.USAGE),
        ({"note": "\udc80"}, Code.USAGE),
    ],
)
def test_a_session_that_cannot_be_is_not_made(path: Path, said: dict[str, object], code: Code) -> None:
    refused(code, lambda: start(path, **said))
    assert list(path.parent.iterdir()) == []


def test_a_session_never_replaces_a_file(book: Scorebook) -> None:
    before = book.path.read_bytes()
    refused(Code.BAD_NAME, lambda: start(book.path, players=["Clara", "Dmitri"]))
    assert book.path.read_bytes() == before


# Writing and reading


def test_an_evening_is_opened_as_it_was_left(evening: Scorebook) -> None:
    opened = Scorebook.open(evening.path)
    assert opened.replay.rows == evening.replay.rows
    assert opened.replay.table == evening.replay.table
    assert opened.replay.table.totals == {"Anna": 4, "Boris": 3}


def test_every_entry_is_on_disk_when_it_is_answered(book: Scorebook) -> None:
    for number, event in enumerate(EVENING, 1):
        row = book.record(event, NOW.replace(microsecond=7))
        assert row.number == number
        assert Scorebook.open(book.path).replay.rows[-1] == row


def test_a_refusal_changes_nothing(evening: Scorebook) -> None:
    before, rows = evening.path.read_bytes(), list(evening.replay.rows)
    refused(Code.NO_HAND_OPEN, lambda: evening.record(Trick(winner="Anna"), NOW))
    refused(Code.WRONG_TOTAL, lambda: evening.record(Agree(totals={"Anna": 5}), NOW))
    refused(Code.USAGE, lambda: evening.record(Note(text="\udc80"), NOW))
    assert evening.path.read_bytes() == before
    assert evening.replay.rows == rows


def test_comments_by_hand_stay(book: Scorebook) -> None:
    book.record(Note(text="x"), NOW)
    text = book.path.read_bytes() + b"# we played at Zo\xc3\xab's\n_place = 'there' # end"
    book.path.write_bytes(text)
    book.record(Note(text="x"), NOW)
    assert book.path.read_bytes().startswith(text + b"\n\n[[event]]\n")
    assert Scorebook.examine(book.path) == []


def test_an_entry_that_would_read_back_otherwise_is_not_written(
    book: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = book.path.read_bytes()
    monkeypatch.setattr(
        "bezique_score.scorebook.encode_entry", lambda *_: {"time": NOW, "kind": "note", "text": "y"}
    )
    told = refused(Code.BAD_FILE, lambda: book.record(Note(text="x"), NOW))
    assert told.endswith("entry 1: the entry would not be read as it was meant; nothing was written")
    assert book.path.read_bytes() == before
    assert book.replay.rows == []


def test_a_batch_is_one_write(book: Scorebook, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    append = Store.append

    def counted(store: Store, block: bytes) -> None:
        written.append(block)
        append(store, block)

    monkeypatch.setattr(Store, "append", counted)
    with book.batch():
        for event in EVENING:
            book.record(event, NOW)
        assert written == []
    assert len(written) == 1
    assert Scorebook.open(book.path).replay.rows == book.replay.rows


def test_what_was_recorded_before_a_batch_broke_off_is_kept(book: Scorebook) -> None:
    with pytest.raises(KeyboardInterrupt), book.batch():
        book.record(Note(text="kept"), NOW)
        raise KeyboardInterrupt
    assert len(book.replay.rows) == len(Scorebook.open(book.path).replay.rows) == 1


def test_an_atomic_batch_that_breaks_off_writes_nothing(evening: Scorebook) -> None:
    before, table = evening.path.read_bytes(), evening.replay.table
    with pytest.raises(Refusal), evening.batch(atomic=True):
        evening.record(Deal(trump=Suit.HEARTS), NOW)
        evening.record(Trick(winner="Boris"), NOW)
        evening.record(Deal(trump=Suit.HEARTS), NOW)
    assert evening.path.read_bytes() == before
    assert evening.replay.table == table
    evening.record(Note(text="on"), NOW)
    assert Scorebook.open(evening.path).replay.rows == evening.replay.rows


def test_a_batch_without_entries_needs_no_lock(book: Scorebook) -> None:
    with book.batch():
        assert book.replay.table.totals == {"Anna": 0, "Boris": 0}
    assert not any(entry.name.endswith(".part") for entry in book.path.parent.iterdir())


def test_a_batch_that_cannot_be_written_is_forgotten(book: Scorebook, monkeypatch: pytest.MonkeyPatch) -> None:
    book.record(Note(text="first"), NOW)
    before = book.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", full)
        told = refused(Code.BAD_FILE, lambda: book.record(Note(text="lost"), NOW))
    assert told == f"{book.path}: cannot be written: No space left on device"
    assert book.path.read_bytes() == before
    assert len(book.replay.rows) == 1
    assert book.record(Note(text="second"), NOW).number == 2
    assert len(Scorebook.open(book.path).replay.rows) == 2


def test_a_read_only_session_can_be_read(evening: Scorebook) -> None:
    evening.path.chmod(0o444)
    before = evening.path.read_bytes()
    told = refused(Code.BAD_FILE, lambda: evening.record(Note(text="x"), NOW))
    assert told == f"{evening.path}: read-only"
    assert evening.path.read_bytes() == before
    assert Scorebook.open(evening.path).replay.rows == evening.replay.rows


# Other programs


def test_entries_of_another_program_come_first(book: Scorebook) -> None:
    other = Scorebook.open(book.path)
    other.record(Deal(trump=Suit.SPADES), NOW)
    other.record(Trick(winner="Anna"), NOW)
    assert book.record(Declare(meld="bezique"), NOW).number == 3
    other.refresh()
    assert other.replay.rows == book.replay.rows


def test_what_another_program_appends_is_all_that_is_read(
    evening: Scorebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Scorebook.open(evening.path)
    other.record(Note(text="theirs"), NOW)
    monkeypatch.setattr("bezique_score.scorebook.parse_document", lambda _: pytest.fail("all read again"))
    evening.refresh()
    assert evening.replay.rows == other.replay.rows


@pytest.mark.parametrize("added", [b"_mine = 1\n", b"[event._mine]\na = 1\n", b"# nothing\n", b"\n"])
def test_additions_by_hand_are_read(evening: Scorebook, added: bytes) -> None:
    evening.path.write_bytes(evening.path.read_bytes() + added)
    assert evening.record(Note(text="x"), NOW).number == len(EVENING) + 1
    assert Scorebook.open(evening.path).replay.rows == evening.replay.rows


def test_a_change_in_the_middle_is_read(evening: Scorebook) -> None:
    text = evening.path.read_bytes().replace(b'text = "late"', b'text = "later"')
    evening.path.write_bytes(text)
    evening.refresh()
    assert evening.replay.rows[10].entry.event == Note(text="later")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text + b"\n[[event]]\nkind = 'note'\n",
        lambda text: text + b"note = 'x'\n",
        lambda text: text.replace(b"points = 25\n", b"points = 26\n"),
        lambda text: text[:-9],
        lambda _: b"",
    ],
)
def test_a_change_into_something_wrong_is_refused(evening: Scorebook, spoil: Callable[[bytes], bytes]) -> None:
    spoiled = spoil(evening.path.read_bytes())
    evening.path.write_bytes(spoiled)
    rows = list(evening.replay.rows)
    for _ in range(2):
        refused(Code.BAD_FILE, lambda: evening.record(Note(text="x"), NOW))
    assert evening.path.read_bytes() == spoiled
    assert evening.replay.rows == rows


def test_a_session_that_is_gone_is_not_made_again(evening: Scorebook) -> None:
    evening.path.unlink()
    refused(Code.BAD_FILE, lambda: evening.record(Note(text="x"), NOW))
    assert not evening.path.exists()


# What can be wrong


def test_a_file_cut_anywhere_is_wrong_or_ends_between_two_entries(evening: Scorebook) -> None:
    whole = evening.path.read_bytes()
    ends = {place for place in range(len(whole)) if whole[place:].startswith(b"\n[[event]]")}
    header = min(ends)
    ends |= {place + 1 for place in ends} | {place - 1 for place in ends if place > header} | {len(whole) - 1}
    for cut in range(len(whole)):
        evening.path.write_bytes(whole[:cut])
        if cut in ends:
            assert Scorebook.examine(evening.path) == [], cut
        else:
            assert Scorebook.examine(evening.path), whole[:cut][-60:]


def test_every_problem_is_found_with_its_line(evening: Scorebook) -> None:
    text = evening.path.read_text(encoding="utf-8")
    text = text.replace("format = 1\n", "format = 1\ntagret = 3\n")
    text = text.replace('meld = "bezique"\npoints = 25', 'meld = "bezique"\nprice = 25\npoints = 25')
    text = text.replace('meld = "queens"\npoints = 6', 'meld = "queens"\npoints = 7')
    text = text.replace('text = "late"', "text = 3")
    evening.path.write_text(text, encoding="utf-8")
    found = findings(evening.path)
    assert found[0] == ", line 2: `tagret` is not a key of the header"
    assert found[1] == ", line 25, entry 3: `price` is not a key of this kind of entry"
    assert found[2].startswith(", line 33, entry 5: booked Boris 7, but the rules make it Boris 6")
    line = text.splitlines().index("text = 3") + 1
    assert f", line {line}, entry 11: `text` should be `str`, not `int`" in found
    told = refused(Code.BAD_FILE, lambda: Scorebook.open(evening.path))
    assert told == f"{evening.path}{found[0]}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("format = 1", "format = 2", ", line 1: written by a newer bezique (format 2); this one reads format 1"),
        ("format = 1\n", "", ", line 1: not a session: it has no `format`"),
        ('rules = "russian"', 'rules = "whist"', ", line 5: There is no game whist."),
        ('["Anna", "Boris"]', '["Anna", "anna"]', ", line 4: anna and Anna are the same name."),
        ('["Anna", "Boris"]', '["Anna", "\\u001b[2J"]', ", line 4: A player's name cannot contain control "),
        ('["Anna", "Boris"]', '["Anna"]', ", line 4: russian is for 2, 3 or 4 players, not 1."),
        ('name = "Friday"', 'name = "\\u0007"', r", line 2: The session's name has control characters: '\x07'."),
        ("target = 1000", "target = 0", ", line 6: The target is 0: it is `none`, or a number from 1"),
        ("target = 1000", 'target = "never"', ", line 6: `target` cannot be 'never'"),
        ("target = 1000", "target = 1000\ndealer = 'X'", ", line 7: X is not one of the players."),
        ("target = 1000", "target = 1000\n[set]\npacks = 9", ", line 7: The house option packs cannot be '9'."),
        ("target = 1000", "target = 1000\n[game]\nid = 'x'", ", line 7: `rules` is russian, but [game] is"),
        ("target = 1000", "target = ", ", line 6: not TOML: Invalid value"),
    ],
)
def test_a_wrong_header_is_named(book: Scorebook, old: str, new: str, told: str) -> None:
    text = book.path.read_text(encoding="utf-8")
    assert old in text
    book.path.write_text(text.replace(old, new), encoding="utf-8")
    (found,) = findings(book.path)
    assert found.startswith(told)


@pytest.mark.parametrize("content", [b"", b"\n", b"\x00", b"\xff", b"not toml", b"[[event]]\n", b"a = 1\n"])
def test_what_is_not_a_session_is_never_taken_for_an_empty_one(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert len(Scorebook.examine(path)) == 1
    refused(Code.BAD_FILE, lambda: Scorebook.open(path))
    assert path.read_bytes() == content


def test_a_missing_or_odd_file_is_a_finding(tmp_path: Path) -> None:
    assert findings(tmp_path / "x.toml") == [": cannot be read: No such file or directory"]
    assert findings(tmp_path) == [": cannot be read: Is a directory"]


def test_a_later_correction_of_an_unreadable_entry_is_a_problem_of_its_own(evening: Scorebook) -> None:
    text = evening.path.read_text(encoding="utf-8").replace('winner = "Anna"', 'winner = "anna"', 1)
    evening.path.write_text(text, encoding="utf-8")
    assert [finding.event for finding in Scorebook.examine(evening.path)][:1] == [2]


@pytest.mark.parametrize(
    "entry",
    [
        'kind = "trick"\nwinner = "anna"',
        'kind = "deal"\ndealer = "Clara"\ntrump = "spades"',
        'kind = "end"\nlast = "Clara"',
        'kind = "end"\nno-trick = ["Clara"]',
        'kind = "end"\ncounts = {Clara = 1}',
        'kind = "agree"\ntotals = {Clara = 1}',
        'kind = "amend"\nevent = 1\nentry = {kind = "pass", player = "Clara"}\npoints = {}',
    ],
)
def test_an_entry_by_somebody_who_does_not_play_is_a_problem(book: Scorebook, entry: str) -> None:
    book.record(Note(text="first"), NOW)
    text = book.path.read_text() + f"\n[[event]]\ntime = 2026-11-30T19:10:00+01:00\n{entry}\n"
    book.path.write_text(text)
    (finding,) = Scorebook.examine(book.path)
    assert (finding.event, finding.code) == (2, Code.UNKNOWN_PLAYER)
