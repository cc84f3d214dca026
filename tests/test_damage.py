"""Damaged files: a problem with its line, or the same score; never another score, never overwritten.

`WAYS=99 DAMAGES=20000 pytest tests/test_damage.py` changes every byte in each way there is, and goes on longer.
"""

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest
import tomli
from damaged import EVENINGS, played
from door import Door
from terminal import Bezique

from bezique_score.examination import Finding, read_content
from bezique_score.journal.codec import Header
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Replay
from bezique_score.salvage import salvage_content
from bezique_score.scorebook import Scorebook

WAYS = int(os.environ.get("WAYS", "1"))
"""In how many ways each byte is changed; there are 36 at most."""

DAMAGES = int(os.environ.get("DAMAGES", "300"))
"""How many files are damaged at random."""

FILE, NEW = Path("friday.toml"), Path("friday-salvaged.toml")
NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
EXAMPLES = Path(__file__).parent.parent / "examples"

Damage = Callable[[bytes], bytes]


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 - damage, not secrets


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return {name: played(name, tmp_path_factory.mktemp(name)) for name in EVENINGS}


@pytest.fixture(scope="module", params=EVENINGS)
def whole(request: pytest.FixtureRequest, evenings: dict[str, bytes]) -> bytes:
    """The journal of each evening."""
    return evenings[request.param]


def sound(content: bytes) -> tuple[Header, Replay]:
    session, found = read_content(FILE, content)
    assert not found
    assert session is not None
    return session


def problems(content: bytes) -> list[Finding]:
    """List what is wrong with a file: all of it has a line, in a file that has lines."""
    found = read_content(FILE, content)[1]
    lines = content.count(b"\n") + 1
    for one in found:
        assert one.line is not None or not content
        assert 1 <= (one.line or 1) <= lines
    return found


def starts(whole: bytes) -> list[int]:
    """Where the blank line before each entry begins, and where the file ends."""
    places = [place for place in range(len(whole)) if whole.startswith(b"\n[[event]]", place)]
    return [*places, len(whole)]


def blocks_of(whole: bytes) -> tuple[bytes, list[bytes]]:
    """Divide a journal into its header and its entries."""
    places = starts(whole)
    return whole[: places[0]], [whole[begin:end] for begin, end in pairwise(places)]


def verify_salvage(whole: bytes, content: bytes) -> None:
    """What is salvaged is sound and adds up, and no entry before the damage is lost; or it is refused and why."""
    try:
        done, written = salvage_content(FILE, content, NEW, NOW)
    except Refusal as refusal:
        assert refusal.code is Code.BAD_FILE
        assert str(refusal.message).startswith("friday.toml")
        return
    _, replay = sound(written)
    totals = dict.fromkeys(replay.match.seating.sides, 0)
    for row in replay.rows:
        for side, points in row.entry.points.items():
            totals[side] += points
    assert totals == replay.table.totals == done.replay.table.totals
    assert sum(lost.finding.event is None for lost in done.left_out) == 0
    common = next((place for place, (a, b) in enumerate(zip(whole, content, strict=False)) if a != b), None)
    common = min(len(whole), len(content)) if common is None else common
    before = max(sum(place + len("\n[[event]]") <= common for place in starts(whole)) - 1, 0)
    if common > starts(whole)[0]:
        kept = [row.entry for row in replay.rows[:before]]
        assert kept == [row.entry for row in sound(whole)[1].rows[:before]]
    changed = {one.finding.event for one in done.rebooked} | {lost.finding.event for lost in done.left_out}
    assert changed or done.told, "what is written anew is not what it was, and it is said"


# Cut short


def test_a_file_cut_anywhere_is_a_shorter_evening_or_a_problem_with_its_line(whole: bytes) -> None:
    """A shorter evening where the cut is exactly between two entries, one line end more or less.

    Known: rules of one's own with the id of a packaged game, cut off whole before anything was entered.
    """
    first = starts(whole)[0]
    between = {place + more for place in starts(whole) for more in (-1, 0, 1)}
    between.discard(first - 1)  # of the header a line cut short might be a shorter one
    rows = sound(whole)[1].rows
    for cut in range(0, len(whole), 1 if len(whole) < 2000 else 41):
        found = problems(whole[:cut])
        if whole[cut:].lstrip(b"\n").startswith(b"[game]") and not found:
            assert sound(whole[:cut])[1].rows == []
            continue
        assert (not found) == (cut in between), cut
        if not found:
            shorter = sound(whole[:cut])[1].rows
            assert [row.entry for row in shorter] == [row.entry for row in rows[: len(shorter)]]
        elif cut % 7 == 0:
            verify_salvage(whole, whole[:cut])


# One byte


UNCHECKED_IN_A_HEADER = {"name", "created", "target", "dealer", "set", "game"}
"""What one wrong byte may change in a header unnoticed. The name and the time change nothing; a first dealer
nothing once somebody has dealt; a house option or a figure of house rules
nothing that was booked. The target alone decides something that
no entry books: who has won."""

UNCHECKED_IN_AN_ENTRY = {
    *{("Note", "text"), ("Adjust", "note")},  # words
    *{("Trick", "cards"), ("Deal", "upcard"), ("Bid", "bid")},  # facts on which no points have come to depend
    *{("Undo", "event"), ("Undo", "by_number")},  # of something that had scored nothing
}
"""What one wrong byte may change in an entry unnoticed, since what was booked is the same with it."""


def one_byte_changed(whole: bytes, seed: int) -> Iterator[bytes]:
    """Change every byte in `WAYS` ways: its bits, digits, and the signs that mean something in TOML."""
    random = chance(seed)
    step = 1 if len(whole) < 2000 else 23
    for place in range(0, len(whole), step):
        byte = whole[place]
        ways = sorted(({byte ^ 1 << bit for bit in range(8)} | {*b"0123456789 \n\"#'\t[]={},.-"}) - {byte})
        for way in random.sample(ways, min(WAYS, len(ways))):
            yield b"".join((whole[:place], bytes([way]), whole[place + 1 :]))


def test_one_wrong_byte_never_makes_another_score(whole: bytes) -> None:
    header, replay = sound(whole)
    for number, content in enumerate(one_byte_changed(whole, seed=len(whole))):
        if problems(content):
            if number % (5 * WAYS) == 0:
                verify_salvage(whole, content)
            continue
        new_header, new_replay = sound(content)
        assert new_replay.table.totals == replay.table.totals
        assert [(row.entry.points, row.entry.worth) for row in new_replay.rows] == [
            (row.entry.points, row.entry.worth) for row in replay.rows
        ]
        in_header = {key for key in Header.__struct_fields__ if getattr(new_header, key) != getattr(header, key)}
        assert in_header <= UNCHECKED_IN_A_HEADER
        assert new_replay.table.outcome == replay.table.outcome or "target" in in_header
        for row, new_row in zip(replay.rows, new_replay.rows, strict=True):
            event, new_event = row.entry.event, new_row.entry.event
            assert type(event) is type(new_event)
            in_entry = {
                (type(event).__name__, key)
                for key, value in msgspec.structs.asdict(event).items()
                if getattr(new_event, key) != value
            }
            assert in_entry <= UNCHECKED_IN_AN_ENTRY


def test_a_digit_of_the_target_is_the_one_that_can_change_who_has_won(evenings: dict[str, bytes]) -> None:
    """Known, and not to be noticed: nothing in the file says the target twice."""
    content = evenings["house"].replace(b"target = 1000", b"target = 10#0")
    assert problems(content) == []
    assert sound(evenings["house"])[1].table.outcome is None
    assert sound(content)[1].table.outcome is not None
    assert sound(content)[1].table.totals == sound(evenings["house"])[1].table.totals


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('players = ["Anna"', 'players = ["Hanna"'),
        ('rules = "russian"', 'rules = "classic"'),
        ("target = 60", "target = 60\n[set]\nplain-fours = 'any'\npacks = 2"),
        ('winner = "Anna"', 'winner = "Борис"'),
        ('meld = "kings"', 'meld = "aces"'),
        ("points = 8", "points = 9"),
        ("amount = -3", "amount = -4"),
        ("[[event]]", "[[events]]"),
        ('kind = "undo"', 'kind = "redo"'),
        ("event = 5", "event = 3"),
        ("Борис = 5", "Борис = 6"),
    ],
)
def test_what_decides_a_score_is_said_twice(evenings: dict[str, bytes], old: str, new: str) -> None:
    text = evenings["russian"].decode()
    assert old in text or old.replace("Борис =", '"Борис" =') in text
    old, new = (part if part.split(" =")[0] != "Борис" else f'"Борис"{part[5:]}' for part in (old, new))
    assert problems(text.replace(old, new, 1).encode())


# Much of it


def zeroed(begin: float, end: float) -> Damage:
    def damage(whole: bytes) -> bytes:
        first, last = int(len(whole) * begin), int(len(whole) * end)
        return whole[:first] + bytes(last - first) + whole[last:]

    return damage


ALWAYS_NOTICED: dict[str, Damage] = {
    "zero-filled": zeroed(0, 1),
    "a tail of zeros": zeroed(0.7, 1),
    "zeros in the middle": zeroed(0.4, 0.6),
    "zeros behind it": lambda whole: whole + bytes(4096),
    "doubled": lambda whole: whole + whole,
    "halves swapped": lambda whole: whole[len(whole) // 2 :] + whole[: len(whole) // 2],
    "Windows line ends": lambda whole: whole.replace(b"\n", b"\r\n"),
    "one Windows line end": lambda whole: whole.replace(b"\n", b"\r\n", 1),
    "old Mac line ends": lambda whole: whole.replace(b"\n", b"\r"),
    "a byte order mark": lambda whole: b"\xef\xbb\xbf" + whole,
    "UTF-16": lambda whole: whole.decode().encode("utf-16"),
    "UTF-16 without its mark": lambda whole: whole.decode().encode("utf-16-le"),
    "emptied": lambda _: b"",
    "a line end": lambda _: b"\n",
    "noise": lambda whole: chance(6).randbytes(len(whole)),
    "noise in the middle": lambda whole: whole[:400] + chance(6).randbytes(200) + whole[600:],
    "a header without its first line": lambda whole: whole.partition(b"\n")[2],
    "without a header": lambda whole: whole[starts(whole)[0] :],
}


@pytest.mark.parametrize("damage", ALWAYS_NOTICED.values(), ids=[*ALWAYS_NOTICED])
def test_much_damage_is_a_problem_with_its_line(whole: bytes, damage: Damage) -> None:
    content = damage(whole)
    assert problems(content)
    verify_salvage(whole, content)


def test_a_page_of_zeros_in_a_long_evening_is_a_problem_with_its_line() -> None:
    whole = (EXAMPLES / "russian.toml").read_bytes()
    for begin in range(0, len(whole), 4096):
        content = whole[:begin] + bytes(min(4096, len(whole) - begin)) + whole[begin + 4096 :]
        assert problems(content)
        verify_salvage(whole, content)


def test_a_name_in_latin_1_is_a_problem_with_its_line(tmp_path: Path) -> None:
    whole = Door(tmp_path, "new friday Zoë Anna", "deal --trump spades", "trick zoë").path.read_bytes()
    (found,) = problems(whole.decode().encode("latin-1"))
    assert str(found.message).startswith("friday.toml, line 4: not UTF-8")
    verify_salvage(whole, whole.decode().encode("latin-1"))


def booked(content: bytes) -> dict[str, int]:
    """Add up what stands as booked in a file, by nothing but its numbers."""
    document = tomli.loads(content.decode())
    players = document["players"]
    side = dict(zip(players, players, strict=True))
    if document.get("partners"):
        side = {player: f"{players[place % 2]}+{players[place % 2 + 2]}" for place, player in enumerate(players)}
    totals = dict.fromkeys(side.values(), 0)
    for event in document.get("event", ()):
        points = event.get("points", {})
        for who, number in (points if isinstance(points, dict) else {side[event["player"]]: points}).items():
            totals[who] += number
    return totals


def test_entries_lost_or_swapped_are_a_problem_or_an_evening_that_agrees_with_itself(whole: bytes) -> None:
    """An entry that mattered to no other can be gone without a trace: then what is left still adds up."""
    header, blocks = blocks_of(whole)
    assert sound(whole)[1].table.totals == booked(whole)
    for place in range(len(blocks)):
        without = [*blocks[:place], *blocks[place + 1 :]]
        swapped = [*blocks[:place], *reversed(blocks[place : place + 2]), *blocks[place + 2 :]]
        twice = [*blocks[: place + 1], *blocks[place:]]
        for order in (without, swapped, twice):
            content = b"".join([header, *order])
            if not problems(content):
                assert sound(content)[1].table.totals == booked(content)
            else:
                verify_salvage(whole, content)


def damaged_somehow(whole: bytes, random: Random) -> bytes:
    """Cut, wipe, take out, overwrite or slip in something, somewhere."""
    begin = random.randrange(len(whole))
    end = min(len(whole), begin + random.choice([1, 2, 5, 20, 100, 400]))
    signs = [
        *(b'"""', b"'''", b"[", b"]", b"{", b'"', b"\n[[event]]\n", b"\n#", b"\xff", b"\r", b"\n\n"),
        *(
            b"kind = 1\n",
            b"format = 1\n",
            b'\nkind = "note"\n',
            b"\nevent = 3\n",
            b"\n[x]\n",
            b"\n[[event]]\n" * 2,
        ),
    ]
    match random.randrange(5):
        case 0:
            return whole[:begin]
        case 1:
            return whole[:begin] + bytes(end - begin) + whole[end:]
        case 2:
            return whole[:begin] + whole[end:]
        case 3:
            return whole[:begin] + random.randbytes(end - begin) + whole[end:]
        case _:
            return whole[:begin] + random.choice(signs) + whole[begin:]


def test_whatever_happened_to_a_file_it_is_a_problem_or_adds_up_and_can_be_salvaged_or_says_why(
    evenings: dict[str, bytes],
) -> None:
    random = chance(DAMAGES)
    wholes = [*evenings.values(), (EXAMPLES / "thousand-three.toml").read_bytes()]
    for _ in range(DAMAGES):
        whole = random.choice(wholes)
        content = damaged_somehow(whole, random)
        if random.random() < 0.2 and content:
            content = damaged_somehow(content, random)
        if problems(content):
            verify_salvage(whole, content)
        else:
            assert sound(content)[1].table.totals == booked(content)


# Nothing is overwritten


@pytest.mark.parametrize("damage", ALWAYS_NOTICED.values(), ids=[*ALWAYS_NOTICED])
def test_no_command_touches_a_damaged_file(
    bezique: Bezique, evenings: dict[str, bytes], tmp_path: Path, damage: Damage
) -> None:
    assert bezique("new friday Anna Boris").status == 0
    path = tmp_path / "home" / "friday.toml"
    content = damage(evenings["russian"])
    path.write_bytes(content)
    status = path.stat()
    assert bezique("check friday").status == 1
    for line in ("score", "trick anna", "declare bezique", "undo", "note x", "sheet", "open friday", "log --all"):
        said = bezique(line)
        assert (said.status, "[bad-file]" in said.err) == (1, True), line
    bezique("check --salvage friday")
    assert bezique("sessions").status == 0
    assert path.read_bytes() == content
    assert (path.stat().st_ino, path.stat().st_mtime_ns) == (status.st_ino, status.st_mtime_ns)


def test_damage_done_while_a_session_is_open_is_noticed_before_anything_is_written(
    evenings: dict[str, bytes], tmp_path: Path
) -> None:
    door = Door(tmp_path, *EVENINGS["house"])
    content = evenings["house"].replace(b"points = 8", b"points = 9")
    door.path.write_bytes(content)
    refusal = door.refused("note x", Code.BAD_FILE)
    assert "booked Boris 9" in str(refusal.message)
    assert door.path.read_bytes() == content
    assert Scorebook.examine(door.path)
