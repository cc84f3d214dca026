"""`check --salvage`: what can be read of a damaged session goes to a new file, and what cannot is said."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from damaged import played
from terminal import Bezique

from bezique_score.cli.answers import refusal_in_words
from bezique_score.events import Note
from bezique_score.examination import read_content
from bezique_score.refusal import Code, Refusal
from bezique_score.salvage import Salvaged, salvage_content
from bezique_score.scorebook import Scorebook

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
OLD, NEW = Path("friday.toml"), Path("friday-salvaged.toml")


@pytest.fixture(scope="module")
def russian(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played("russian", tmp_path_factory.mktemp("russian"))


@pytest.fixture(scope="module")
def thousand(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played("thousand", tmp_path_factory.mktemp("thousand"))


@pytest.fixture(scope="module")
def partners(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played("partners", tmp_path_factory.mktemp("partners"))


def changed(whole: bytes, old: str, new: str | bytes) -> bytes:
    """Change the first place that reads so."""
    told = new if isinstance(new, bytes) else new.encode()
    assert old.encode() in whole
    return whole.replace(old.encode(), told, 1)


def salvaged(content: bytes) -> tuple[Salvaged, str]:
    """Salvage what is damaged; what is written has nothing wrong with it."""
    assert read_content(OLD, content)[1], "something is wrong with it"
    done, written = salvage_content(OLD, content, NEW, NOW)
    assert read_content(NEW, written)[1] == []
    return done, written.decode()


def refused(content: bytes) -> Refusal:
    with pytest.raises(Refusal) as caught:
        salvage_content(OLD, content, NEW, NOW)
    assert caught.value.code is Code.BAD_FILE
    return caught.value


def told(done: Salvaged) -> list[str]:
    """List what is said, without the file's name."""
    lines = [*(one.message for one in done.told), *(one.finding.message for one in done.rebooked)]
    return [
        str(line).removeprefix("friday.toml, ") for line in [*lines, *(lost.message for lost in done.left_out)]
    ]


def notes(done: Salvaged) -> dict[int, str]:
    """List the notes that stand in the place of something."""
    rows = [(row.number, row.entry.event) for row in done.replay.rows]
    return {number: event.text for number, event in rows if isinstance(event, Note) and event.text != "late"}


# Entries


def test_an_entry_that_is_not_toml_leaves_a_note_in_its_place(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'winner = "Anna"', "winner = Anna"))
    (lost,) = [lost for lost in done.left_out if lost.finding.event == 2]
    assert (lost.finding.line, lost.text, lost.points) == (17, 'kind = "trick" winner = Anna', {})
    assert notes(done)[2] == 'left out, line 17: not TOML: Invalid value [kind = "trick" winner = Anna]'
    row, original = done.replay.rows[1], read_content(OLD, russian)[0]
    assert original is not None
    assert row.entry.time == original[1].rows[1].entry.time


def test_an_entry_that_the_rules_refuse_leaves_a_note_with_the_reason(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'winner = "Anna"', 'winner = "Борис"'))
    assert notes(done)[3].startswith("left out, line 19: Anna cannot declare: Борис won trick 1. [")
    assert next(lost for lost in done.left_out if lost.finding.event == 3).points == {"Anna": 25}


def test_an_entry_that_does_not_say_all_is_not_completed(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'kind = "undo"\nevent = 5', 'kind = "undo"'))
    assert "leaves out what it should say: event = 5" in notes(done)[6]


def test_all_other_entries_stay_as_they_were_byte_for_byte(russian: bytes) -> None:
    whole = changed(russian, 'text = "late"\n', 'text = "late" # very\n_mine = [1,  2]\n\n# a remark\n')
    _, written = salvaged(changed(whole, 'note = "revoke"', "note = revoke"))
    head, _, tail = whole.decode().partition("\n[[event]]\ntime = 2026-11-30T19:11:00+01:00")
    lost, _, tail = tail.partition("\n[[event]]")
    assert "revoke" in lost
    new_head, new_tail = head.replace('name = "friday"', 'name = "friday-salvaged"'), f"\n[[event]]{tail}"
    begin, end = written.startswith(new_head), written.endswith(new_tail.partition('kind = "agree"')[2])
    assert (begin, end) == (True, False), "the totals agreed do not hold without the adjustment"
    assert "_mine = [1,  2]\n\n# a remark\n" in written
    assert 'text = "late" # very\n' in written


def test_later_entries_keep_their_numbers(russian: bytes) -> None:
    """The amendment of entry 3 and the undo of entry 5 still mean them."""
    done, _ = salvaged(changed(russian, 'text = "late"', 'text = "la\x01te"'))
    assert notes(done).keys() == {11}
    whole = read_content(OLD, russian)[0]
    assert whole is not None
    assert done.replay.table.totals == whole[1].table.totals
    assert [row.entry for row in done.replay.rows if row.number != 11] == [
        row.entry for row in whole[1].rows if row.number != 11
    ]


def test_points_that_the_rules_see_otherwise_are_said_with_both_numbers(russian: bytes) -> None:
    done, written = salvaged(changed(russian, "points = 8", "points = 88\n_mine = 1"))
    (one,) = done.rebooked
    assert str(one.finding.reason) == "booked Борис 88, but the rules make it Борис 8"
    assert (one.finding.event, one.booked, one.points) == (7, {"Борис": 88}, {"Борис": 8})
    assert "_mine = 1\npoints = 8\n" in written, "the user's own keys stay"
    assert (done.left_out, done.points) == ([], {})


def test_a_worth_that_the_rules_see_otherwise_is_said(thousand: bytes) -> None:
    done, written = salvaged(changed(thousand, "worth = 100", "worth = 40"))
    assert str(done.rebooked[0].finding.reason) == (
        "booked nothing (worth 40), but the rules make it nothing (worth 100)"
    )
    assert "worth = 100" in written


def test_what_was_lost_is_summed_by_side(partners: bytes) -> None:
    done, _ = salvaged(changed(partners, 'meld = "kings"', 'meld = "king"'))
    assert done.points == {"Boris+Dora": 80}
    assert [lost.finding.event for lost in done.left_out] == [3, 7], "the agreement does not hold without it"


def test_an_entry_undone_is_not_mourned(russian: bytes) -> None:
    """What the undo of it took back, as it was booked, is no loss either."""
    done, _ = salvaged(changed(russian, 'meld = "queens"', 'meld = "queans"'))
    assert [lost.points for lost in done.left_out] == [{"Борис": 6}]
    assert [one.booked for one in done.rebooked] == [{"Борис": -6}]
    assert done.points == {}


def test_what_an_unreadable_entry_booked_is_read_where_it_can_be(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'meld = "bezique"', 'meld = "bezique'))
    assert next(lost for lost in done.left_out if lost.finding.event == 3).points == {"Anna": 25}
    done, _ = salvaged(changed(russian, 'meld = "bezique"\npoints = 25', 'meld = "bezique\npoints = 2x5'))
    assert next(lost for lost in done.left_out if lost.finding.event == 3).points is None
    done, _ = salvaged(changed(russian, 'meld = "bezique"\npoints = 25', f'meld = "bezi\npoints = 0x{"f" * 9000}'))
    assert next(lost for lost in done.left_out if lost.finding.event == 3).points is None


def test_what_a_declaration_was_worth_in_a_hand_settled_as_a_game_is_no_points_lost(thousand: bytes) -> None:
    done, _ = salvaged(changed(thousand, 'meld = "marriage"', 'meld = "marriage'))
    lost = next(lost for lost in done.left_out if lost.finding.event == 6)
    assert ("worth = 100" in lost.text, lost.points) == (True, {})


def test_after_a_hand_that_was_not_dealt_nothing_of_it_is_kept(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'trump = "spades"', 'trump = "spaces"'))
    assert {*notes(done)} == {*range(1, 13)} - {6, 9, 11}, (
        "what needs no hand: an undo of what is a note now, an adjustment, a remark"
    )
    assert done.replay.table.dealt == 1


def test_when_the_game_is_over_by_then_no_note_can_stand_for_what_is_lost(russian: bytes) -> None:
    """A finished session takes no entries: what cannot be kept there ends the new one."""
    content = changed(russian, "target = 60", "target = 5")
    done, _ = salvaged(changed(content, 'text = "late"', "text = late"))
    assert done.replay.table.outcome is not None
    rows = len(done.replay.rows)
    assert [lost.finding.event for lost in done.left_out] == [11, *range(rows + 1, 16)]
    assert (rows, str(done.left_out[1].finding.reason)) == (12, "The game is over: Борис has reached 5.")
    assert "nothing can keep the places" in str(done.left_out[-1].finding.reason)


# Where an entry begins


def test_an_entry_whose_first_line_is_damaged_is_one_entry_of_its_own(russian: bytes) -> None:
    for damaged in ("[[evenu]]", "[event]]", "[[event]", "x[event]]", "#[[event]]"):
        old = '\n[[event]]\ntime = 2026-11-30T19:12:20+01:00\nkind = "note"'
        done, _ = salvaged(changed(russian, old, old.replace("[[event]]", damaged)))
        assert [lost.finding.event for lost in done.left_out] == [11], damaged
        assert "late" in notes(done)[11]


def test_the_first_entry_may_be_it(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, "[[event]]", "[[evenu]]"))
    assert done.left_out[0].finding.event == 1
    assert len(done.replay.rows) == 15


def test_an_entry_that_has_run_into_the_one_before_counts_as_one(russian: bytes) -> None:
    done, _ = salvaged(
        changed(russian, "\n\n[[event]]\ntime = 2026-11-30T19:12:20", "\ntime = 2026-11-30T19:12:20")
    )
    assert [lost.finding.event for lost in done.left_out] == [11]
    assert len(done.replay.rows) == 15


def test_an_entry_with_a_damaged_line_is_one_entry(russian: bytes) -> None:
    whole = read_content(OLD, russian)[0]
    assert whole is not None
    for old in ("time = 2026-11-30T19:12:20", 'kind = "note"', 'text = "late"'):
        for new in (old.replace("=", "x"), old.replace("=", "\n"), f"#{old}", f"]{old}", f"\n{old}"):
            content = changed(russian, old, new)
            if not read_content(OLD, content)[1]:
                continue
            done, _ = salvaged(content)
            assert [lost.finding.event for lost in done.left_out] == [11], new
            assert [row.entry for row in done.replay.rows[11:]] == [row.entry for row in whole[1].rows[11:]], new


@pytest.mark.parametrize("evening", ["russian", "partners"])
def test_a_wrong_byte_neither_adds_an_entry_nor_loses_points_in_silence(
    evening: str, request: pytest.FixtureRequest
) -> None:
    content: bytes = request.getfixturevalue(evening)
    whole = read_content(OLD, content)[0]
    assert whole is not None
    entries, totals = len(whole[1].rows), Counter(whole[1].table.totals)
    for place, byte in zip(range(content.index(b"[[event]]"), len(content)), cycle(b"\x00\n]'=x "), strict=False):
        damaged = content[:place] + bytes([byte]) + content[place + 1 :]
        if not read_content(OLD, damaged)[1]:
            continue
        done, _ = salvaged(damaged)
        beyond = sum((lost.finding.event or 0) > len(done.replay.rows) for lost in done.left_out)
        assert len(done.replay.rows) + beyond == entries, (place, byte)
        if all(lost.points is not None for lost in done.left_out):
            found = Counter(done.replay.table.totals)
            for lost in done.left_out:
                found.update(lost.points or {})
            for kept in done.rebooked:
                found.update(kept.booked)
                found.subtract(kept.points)
            assert {side: points for side, points in found.items() if points != totals[side]} == {} or any(
                kept.finding.event == _entry_at(content, place) for kept in done.rebooked
            ), (place, byte)


def _entry_at(content: bytes, place: int) -> int:
    return content.count(b"[[event]]", 0, place + 1)


def test_a_remark_that_lost_its_sign_is_no_entry(russian: bytes) -> None:
    done, _ = salvaged(
        changed(
            russian,
            "\n\n[[event]]\ntime = 2026-11-30T19:12:20",
            "\n\nhere we had tea\n\n[[event]]\ntime = 2026-11-30T19:12:20",
        )
    )
    assert told(done) == ["line 71: left out: here we had tea"]
    assert len(done.replay.rows) == 15


def test_a_remark_that_is_no_text_is_left_out_and_its_entry_kept(russian: bytes) -> None:
    done, written = salvaged(changed(russian, 'text = "late"\n', 'text = "late"\n# te\x00a\n'))
    assert told(done) == ["line 71, entry 11: a comment that cannot be read is left out"]
    assert ("\x00" in written, 'text = "late"' in written) == (False, True)


def test_what_looks_like_an_entry_within_a_text_is_none(russian: bytes) -> None:
    text = 'text = """\n[[event]]\nkind = "adjust"\nformat = 1\n[[event]]\n"""'
    content = changed(russian, 'text = "late"', text)
    for damaged in (content, changed(content, "points = 8", "points = ?")):
        done, written = salvage_content(OLD, damaged, NEW, NOW)
        assert len(done.replay.rows) == 15
        assert text.encode() in written


def test_after_a_gap_no_correction_is_trusted_that_means_an_entry_behind_it(russian: bytes) -> None:
    """Nobody can tell how many entries were lost there, so the numbers behind it are not those of before."""
    begin, end = russian.index(b'kind = "trick"'), russian.index(b'meld = "queens"')
    done, _ = salvaged(russian[:begin] + bytes(end - begin) + russian[end:])
    (lost,) = [lost for lost in done.left_out if "how many entries" in str(lost.finding.reason)][:1]
    assert str(lost.finding.reason) == (
        "it corrects entry 5, and how many entries there were from line 14 on cannot be told"
    )
    assert not any(row.entry.event.__class__.__name__ in {"Undo", "Amend"} for row in done.replay.rows)


def test_what_a_gap_swallowed_nobody_can_tell_though_points_stand_at_its_end(russian: bytes) -> None:
    begin, end = russian.index(b'meld = "bezique"'), russian.index(b"\npoints = {Anna = ")
    done, _ = salvaged(russian[:begin] + bytes(end - begin) + russian[end:])
    assert next(lost for lost in done.left_out if "points = {Anna" in lost.text).points is None


def test_a_file_cut_short_keeps_all_entries_before_the_cut(russian: bytes) -> None:
    for cut in ("\n[", "\n[[eve", "\n[[event]]", "\n[[event]]\ntime = 20"):
        done, _ = salvaged(russian + cut.encode())
        assert [lost.finding.event for lost in done.left_out] == [16]
        assert [row.number for row in done.replay.rows] == list(range(1, 17))


def test_what_a_crash_left_behind_the_last_entry_costs_no_entry(russian: bytes) -> None:
    done, _ = salvaged(russian + bytes(4096))
    assert [lost.finding.event for lost in done.left_out] == [16]
    assert [one.entry.event for one in done.replay.rows[:15]] == [
        one.entry.event
        for one in read_content(OLD, russian)[0][1].rows  # type: ignore[index]
    ]


# The header


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "friday"', "name = friday", "line 2: left out: not TOML: Invalid value [name = friday]"),
        ("created = 2026", "created = x026", None),
        ('name = "friday"', 'name = "friday"\nplace = 7',
         "line 3: left out: `place` should be `str | null`, not `int` [place = 7]"),
        ('name = "friday"', 'name = "friday"\ndealer = "Zoe"',
         'line 3: left out: Zoe is not one of the players. [dealer = "Zoe"]'),
        ('name = "friday"', 'name = "friday"\n# te\x01a', "line 3: left out: not TOML: "),
        ('name = "friday"', b'name = "friday"\n# Zo\xeb',
         "line 3: bytes that are not UTF-8 are shown as \N{REPLACEMENT CHARACTER}"),
    ],
)  # fmt: skip
def test_what_changes_nothing_of_the_game_is_left_out_of_the_header(
    russian: bytes, old: str, new: str | bytes, said: str | None
) -> None:
    done, written = salvaged(changed(russian, old, new))
    assert told(done)[0].startswith(said or "line 3: left out: not TOML")
    assert len(told(done)) == 1
    assert 'name = "friday-salvaged"' in written
    assert len(done.replay.rows) == 15


def test_a_session_whose_beginning_cannot_be_read_began_with_its_first_entry(russian: bytes) -> None:
    _, written = salvaged(changed(russian, "created = 2026-11-30T19:05:00", "created = 2026-11-31T19:05:00"))
    assert "created = 2026-11-30T19:05:40+01:00\n" in written
    _, written = salvaged(b'format = 1\nplayers = ["A", "B"]\nrules = "russian"\ntarget = 9\n')
    assert "created = 2026-12-01T12:00:00+00:00\n" in written, "or else now"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1\n", "", "line 1: not a session: it has no `format`"),
        ("format = 1", "format = 2", "line 1: written by a newer bezique (format 2); this one reads format 1"),
        ('players = ["Anna"', "players = [Anna", "line 4: not TOML: Invalid value"),
        ('"Борис"]', '"Борис"', "line 4: not TOML: "),
        ('players = ["Anna"', b'players = ["Zo\xeb"', "line 4: not UTF-8"),
        ("players", "plaiers", "line 4: `plaiers` is not a key of the header"),
        ('rules = "russian"', 'rules = "rushian"', "line 5: There is no game rushian."),
        ("target = 60\n", "", "line 1: `target` is missing"),
        ("target = 60", "target = 6o", "line 6: not TOML: "),
        ("target = 60", "target = 60\npartners = ye", "line 7: not TOML: "),
        ("target = 60", "target = 60\ntarget = 90", "line 7: `target` stands here a second time"),
        ("target = 60", "target = 60\nxyz", "line 7: not TOML: "),
        ("target = 60", "target = 60\n[set]\npacks = ten", "line 8: not TOML: "),
        ("target = 60", "target = 60\n[sat]\npacks = 10", "line 7: `sat` is not a key of the header"),
        ("target = 60", "target = 60\n[set]\npacks = 7", "line 7: The house option packs cannot be '7'."),
    ],
)  # fmt: skip
def test_what_is_played_by_is_never_guessed(russian: bytes, old: str, new: str | bytes, said: str) -> None:
    """A line of the header that may say by what rules, and by whom, is for a person to mend."""
    refusal = refused(changed(russian, old, new))
    assert str(refusal.message).startswith(f"friday.toml, {said}")
    assert "Mend that line in an editor" in refusal_in_words(refusal).err


def test_of_a_header_cut_short_the_last_line_is_not_believed(russian: bytes) -> None:
    head = russian[: russian.index(b"\n[[event]]")]
    assert "line 6: the last line has no end" in str(refused(head[:-2]).message)
    assert salvaged(head + b'note = "x"')[0].replay.rows == []


def test_a_file_without_a_line_has_none_to_mend() -> None:
    assert str(refused(b"").message) == "friday.toml: not a session: it has no `format`"
    assert refused(b"").advice is None
    assert "larger than 16 MiB" in str(refused(b"x" * (16 * 2**20 + 1)).message)


def test_a_header_that_comes_later_is_not_taken_for_the_first(russian: bytes) -> None:
    half = russian.index(b"\n[[event]]\n", len(russian) // 2)
    refusal = refused(russian[half:] + russian[:half])
    assert "the header, which should come first, begins here" in str(refusal.message)


def test_what_follows_a_second_header_is_not_counted(russian: bytes) -> None:
    for content in (russian + russian, russian + b"\n" + russian):
        done, written = salvaged(content)
        line = content.decode().split("\n").index("format = 1", 1) + 1
        assert told(done) == [f"line {line}: a second header begins here; it and all that follows it are left out"]
        assert written == russian.decode().replace('name = "friday"', 'name = "friday-salvaged"')
    head = russian[: russian.index(b"\n[[event]]")]
    assert salvaged(head + head)[0].replay.rows == []


# Bytes


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda whole: b"\xef\xbb\xbf" + whole, "line 1: begins with a byte order mark; the new file has none"),
        (lambda whole: whole.replace(b"\n", b"\r\n"),
         "line 1: its lines end the Windows way; in the new file they do not"),
        (lambda whole: whole.decode().encode("utf-16"), "line 1: it is UTF-16; the new file is UTF-8"),
    ],
)  # fmt: skip
def test_how_a_text_is_written_down_loses_nothing(
    russian: bytes, damage: Callable[[bytes], bytes], said: str
) -> None:
    done, written = salvaged(damage(russian))
    assert told(done) == [said]
    assert written == russian.decode().replace('name = "friday"', 'name = "friday-salvaged"')


def test_a_remark_in_another_encoding_is_kept_and_marked(russian: bytes) -> None:
    done, written = salvaged(changed(russian, 'text = "late"', b'text = "Zo\xeb, late" # Zo\xeb'))
    assert told(done) == ["line 71, entry 11: bytes that are not UTF-8 are shown as \N{REPLACEMENT CHARACTER}"]
    assert 'text = "Zo\N{REPLACEMENT CHARACTER}, late" # Zo\N{REPLACEMENT CHARACTER}\n' in written


@pytest.mark.parametrize("key", ["name", "created"])
def test_what_no_line_of_the_header_says_is_told(russian: bytes, key: str) -> None:
    done, written = salvaged(changed(russian, f"{key} = ", f"_{key} = "))
    assert [str(finding.reason) for finding in done.told] == [f"`{key}` is missing; the new file has one"]
    assert f"\n{key} = " in written


def test_a_name_in_another_encoding_is_not_guessed(russian: bytes) -> None:
    done, _ = salvaged(changed(russian, 'winner = "Борис"', 'winner = "Борис"'.encode("cp1251")))
    assert next(lost for lost in done.left_out if lost.finding.event == 4).finding.line == 29
    assert "not UTF-8" in notes(done)[4]


# The command


@pytest.fixture
def damaged(friday: Bezique, tmp_path: Path) -> Path:
    """The session `friday`, in which what Anna declared cannot be read."""
    assert friday("declare bezique").status == 0
    path = tmp_path / "home" / "friday.toml"
    path.write_bytes(changed(path.read_bytes(), 'meld = "bezique"', "meld = bezique"))
    return path


def test_check_says_what_to_do_about_a_damaged_session(friday: Bezique, damaged: Path) -> None:
    said = friday("check friday")
    assert said.status == 1
    hint = "writes to a new file what can be read, if that makes a session."
    assert said.err == f"`bezique check --salvage friday` {hint}\n"
    assert friday("check friday --json").err == ""
    assert friday("check nothing.toml").err == "", "nothing can be read of a file that is not there"
    assert damaged.exists()


def test_a_session_is_salvaged_by_its_name(friday: Bezique, damaged: Path) -> None:
    before = damaged.read_bytes()
    said = friday("check --salvage friday")
    assert said.status == 0
    assert said.out == (
        f"{damaged}, line 24, entry 3: left out: not TOML: Invalid value ["
        f'kind = "declare" player = "Anna" meld = bezique points = 40]\n'
        f"{damaged.parent}/friday-salvaged.toml: 2 entries kept, 1 left out\n"
        "Points booked by what is left out: 40 of Anna; enter it again, or put it right with `adjust`.\n"
    )
    assert (
        said.err
        == "`bezique open friday-salvaged` opens it; there `amend 3 LINE` puts in its place what is left out.\n"
    )
    assert damaged.read_bytes() == before
    assert friday("score").status == 1, "the damaged one is still the current session"
    assert friday("open friday-salvaged").status == 0
    assert friday("declare bezique").status == 0
    assert friday("check").status == 0
    assert Scorebook.open(damaged.with_name("friday-salvaged.toml")).header.name == "friday-salvaged"


def test_nothing_is_ever_overwritten(friday: Bezique, damaged: Path) -> None:
    made = []
    for _ in range(3):
        assert friday("check --salvage").status == 0
        made.append({path.name for path in damaged.parent.glob("*.toml")} - {"friday.toml"})
    assert made[2] == {"friday-salvaged.toml", "friday-salvaged-2.toml", "friday-salvaged-3.toml"}
    taken = damaged.with_name("taken.toml")
    taken.write_text("mine")
    said = friday(f"check --salvage friday -o {taken}")
    assert (said.status, "[bad-name]" in said.err, taken.read_text()) == (1, True, "mine")
    assert not taken.with_name(".taken.toml.lock").exists(), "nothing is left beside another's file"


def test_the_new_file_can_be_named(friday: Bezique, damaged: Path, tmp_path: Path) -> None:
    said = friday("check --salvage friday -o sunday.toml")
    assert said.status == 0
    assert "`bezique open sunday.toml` opens it; " in said.err
    assert (
        f"`bezique open {damaged.parent}/sunday` opens it; "
        in friday(f"check --salvage friday -o {damaged.with_name('sunday')}").err
    ), "in the sessions folder, but no session of it"
    assert Scorebook.open(tmp_path / "sunday.toml").header.name == "sunday"
    assert not damaged.with_name("friday-salvaged.toml").exists()
    said = friday("check --salvage friday -o nowhere/x.toml")
    assert (said.status, "no such folder" in said.err) == (1, True)
    assert friday("check --salvage friday -o .hidden.toml").status == 1


def test_a_file_given_by_option_is_checked_beside_those_named(friday: Bezique, damaged: Path) -> None:
    assert friday("new saturday Anna Boris").status == 0
    said = friday(f"check saturday -f {damaged}")
    assert (said.status, "saturday.toml: nothing is wrong" in said.out, "line 24" in said.out) == (1, True, True)
    assert friday(f"check --salvage saturday -f {damaged}").status == 2


def test_a_sound_session_is_not_written_again(friday: Bezique, tmp_path: Path) -> None:
    said = friday("check --salvage")
    path = tmp_path / "home" / "friday.toml"
    assert (said.status, said.out) == (0, f"{path}: nothing is wrong, so nothing is written\n")
    assert [*path.parent.glob("*salvaged*")] == []
    assert json.loads(friday("check --salvage --json").out) == {"file": str(path), "salvaged": None}


def test_programs_are_told_all_of_it(friday: Bezique, damaged: Path) -> None:
    damaged.write_bytes(damaged.read_bytes() + b"\nformat = 1\n")
    told: dict[str, Any] = json.loads(friday("check --salvage --json").out)
    lost = {
        "file": str(damaged),
        "line": 24,
        "event": 3,
        "code": "bad-file",
        "reason": "not TOML: Invalid value",
        "text": 'kind = "declare" player = "Anna" meld = bezique points = 40',
        "points": {"Anna": 40},
    }
    assert told.pop("told")[0]["line"] == 27
    assert told == {
        "file": str(damaged),
        "salvaged": str(damaged.with_name("friday-salvaged.toml")),
        "entries": 3,
        "totals": {"Anna": 0, "Boris": 0},
        "rebooked": [],
        "left_out": [lost],
        "points": {"Anna": 40},
    }


def test_a_session_that_cannot_be_salvaged_is_refused(friday: Bezique, damaged: Path) -> None:
    damaged.write_bytes(changed(damaged.read_bytes(), "players", "plaiers"))
    said = friday("check --salvage friday")
    assert said.status == 1
    assert "line 4: `plaiers` is not a key of the header   [bad-file]" in said.err
    assert "Mend that line in an editor, then `check --salvage` can read the rest." in said.err
    assert [*damaged.parent.glob("*salvaged*")] == []


def test_one_session_is_salvaged_at_a_time(friday: Bezique, damaged: Path) -> None:
    assert friday(f"check --salvage friday {damaged}").status == 2
    assert friday("check friday -o x.toml").status == 2


# Limits


def test_a_header_is_read_within_limits() -> None:
    head = b'format = 1\nname = "t"\nplayers = ["A", "B"]\nrules = "russian"\ntarget = 9\n'
    assert "its header is larger than 1 MiB" in str(refused(head + b"\n" * 2**20 + b"x").message)


def test_what_is_written_can_be_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A note may be longer than what it stands for."""
    monkeypatch.setattr("bezique_score.salvage.SIZE_LIMIT", 2**16)
    head = b'format = 1\nname = "t"\nplayers = ["A", "B"]\nrules = "russian"\ntarget = 9\n'
    assert "would become larger than " in str(refused(head + b"[[event]]\n" * 1000).message)


@pytest.mark.parametrize(
    "sign", [b'"""\\', b"[", b'"\\', b"'''", b"\x00", b"# \x01\n", b"kind\n\n", b"format = 1\n"]
)
def test_signs_without_an_end_take_no_longer_than_others(sign: bytes) -> None:
    """In time that grows with the file: half a minute and more if it grew with the square of it."""
    head = b'format = 1\nname = "t"\nplayers = ["A", "B"]\nrules = "russian"\ntarget = 9\n[[event]]\n'
    done, _ = salvaged(head + sign * (2**18 // len(sign)))
    assert len(done.replay.rows) <= 2
