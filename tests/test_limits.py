"""Bounds, at the real command: what is too large, too deep or too many is refused, in little memory and time."""

import json
import os
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bezique_score.journal import codec, text
from bezique_score.journal.fault import Fault
from bezique_score.rules import load
from bezique_score.rules.load import packaged_text

BEZIQUE = Path(sys.executable).with_name("bezique")
MEMORY = 768 * 2**20
"""How much memory the command may map, Python itself included, in bytes."""
SECONDS = 60
"""How long it may take; on a machine with nothing else to do it takes a tenth of that."""

HEADER = """\
format = 1
name = "friday"
created = 2026-11-30T19:05:00+01:00
players = ["Anna", "Boris"]
rules = "russian"
target = 1000
"""
DEAL = """
[[event]]
time = 2026-11-30T19:06:12+01:00
kind = "deal"
dealer = "Boris"
trump = "hearts"
"""
RECORD = {
    "record": "session",
    "header": {
        "format": 1,
        "name": "friday",
        "created": "2026-11-30T19:05:00+01:00",
        "players": ["Anna", "Boris"],
        "rules": "russian",
        "target": 1000,
    },
}
MANY = 100_000
NINES = "9" * MANY
MIB = 2**20


class Ran(NamedTuple):
    """How a command ended, and what it said on both streams."""

    status: int
    said: str


class Table:
    """A folder in which the command is run under limits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, content: str | bytes) -> None:
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def run(self, *words: str, stdin: bytes = b"") -> Ran:
        """Run the command; it neither fails nor runs out of memory or time."""
        done = subprocess.run(
            [BEZIQUE, *words],
            input=stdin,
            capture_output=True,
            timeout=SECONDS,
            cwd=self.folder,
            env={**os.environ, "BEZIQUE_HOME": str(self.folder / "home")},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
            check=False,
        )
        said = (done.stdout + done.stderr).decode()
        assert done.returncode in {0, 1, 2}, said[-2000:]
        assert "Traceback" not in said
        assert "mistake in the program" not in said
        return Ran(done.returncode, said)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def dealt(table: Table) -> Table:
    (table.folder / "home").mkdir()
    table.write("home/friday.toml", HEADER + DEAL)
    table.write("home/current", "friday.toml\n")
    return table


# A session's file


def nested(opening: str, closing: str, depth: int = MANY) -> str:
    return opening * depth + "1" + closing * depth


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(lambda: "#" * 50 * MIB, "larger than 16 MiB", id="50 MiB"),
        pytest.param(lambda: f"{HEADER}_x = {nested('[', ']')}\n", "nested", id="nested arrays"),
        pytest.param(lambda: f"{HEADER}_x = {nested('{a = ', '}')}\n", "nested", id="nested inline tables"),
        pytest.param(
            lambda: f"{HEADER}_x = {nested('[', ']', 300)}\n", "nested more than 20", id="arrays 300 deep"
        ),
        pytest.param(lambda: f"{HEADER}[game]\nx = {nested('[', ']')}\n", "nested", id="a nested [game]"),
        pytest.param(
            lambda: f"{HEADER}[game]\nx = {nested('[', ']', 300)}\n", "nested more than 20", id="a [game] 300 deep"
        ),
        pytest.param(
            lambda: f"{HEADER}_{'a.' * MANY}a = 1\n", "line 7: a key of more than 20 parts", id="a dotted key"
        ),
        pytest.param(
            lambda: HEADER + "".join(f"_{n}.{'a.' * 900}a = 1\n" for n in range(8_000)),
            "line 7: a key of more than 20 parts",
            id="dotted keys",
        ),
        pytest.param(
            lambda: HEADER + "".join(f"_{n}.{'a.' * 15}a = 1\n" for n in range(300_000)),
            "more than 100000 dots in keys",
            id="many dotted keys",
        ),
        pytest.param(lambda: HEADER + "[" + "a." * MANY + "a]\n", "line 7: a key of more", id="a dotted table"),
        pytest.param(
            lambda: HEADER.replace('["Anna", "Boris"]', json.dumps([f"p{n}" for n in range(MANY)])),
            "line 4: russian is for 2, 3 or 4 players, not 100000",
            id="players",
        ),
        pytest.param(
            lambda: HEADER.replace("Anna", "x" * 10**6),
            "line 4: A player's name has at most 255 characters",
            id="a player's name",
        ),
        pytest.param(
            lambda: HEADER.replace("friday", "x" * 10**6),
            "line 2: A session's name has at most 240 bytes",
            id="its name",
        ),
        pytest.param(lambda: HEADER.replace("1000", NINES), "line 6: not TOML: a number of too", id="a target"),
        pytest.param(
            lambda: HEADER.replace("1000", f"0x{NINES}"), "a number beyond 1000000000000", id="hexadecimal"
        ),
        pytest.param(lambda: HEADER.replace("1000", f"1e{NINES}"), "line 6: `target` should be", id="an exponent"),
        pytest.param(lambda: HEADER.replace("1000", str(10**10)), "line 6: The target is", id="a large target"),
        pytest.param(lambda: HEADER + "[[event]]\n" * MANY, "entry 1: `kind` is missing", id="empty entries"),
        pytest.param(
            lambda: HEADER + "[[event]]\n" * 1_500_000, "more than 300000 entries", id="16 MiB of entries"
        ),
        pytest.param(lambda: HEADER + '"\\"' * 5 * MIB, "line 7", id="quotes that nothing closes"),
        pytest.param(lambda: HEADER + "_x = " + "'''" * 5 * MIB, "line 7", id="long quotes"),
        pytest.param(lambda: HEADER + "_x." * 5 * MIB, "line 7", id="dots"),
    ],
)
def test_too_much_in_a_sessions_file_is_told(table: Table, make: Callable[[], str], reason: str) -> None:
    table.write("friday.toml", make())
    checked = table.run("check", "friday.toml")
    assert (checked.status, reason in checked.said) == (1, True), checked.said[:500]


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: HEADER + "_x = [" + "{}, " * 3_000_000 + "]\n", id="tables"),
        pytest.param(lambda: HEADER + "_x = '" + "x" * 15 * MIB + "'\n", id="a text"),
        pytest.param(lambda: HEADER + "".join(f"_{n} = {n}\n" for n in range(500_000)), id="keys"),
        pytest.param(lambda: HEADER + "# '\"[{\n" * 2_000_000, id="comments"),
        pytest.param(
            lambda: HEADER + 'note = "' + "a." * 5_000_000 + '"\n_y = [' + "1.5, " * MANY + "]\n",
            id="dots in texts",
        ),
    ],
)
def test_a_large_file_of_the_users_own_keys_is_read(table: Table, make: Callable[[], str]) -> None:
    table.write("friday.toml", make())
    assert table.run("check", "friday.toml").status == 0


def test_a_key_of_twenty_parts_is_one_too_deep_and_no_parser_is_needed_to_see_it() -> None:
    with pytest.raises(Fault, match="a key of more than 20 parts") as caught:
        text.parse_document(f'{HEADER}x = {{ "a.b".{"c . " * 19}d = 1 }}\n'.encode())
    assert caught.value.line == 7
    assert text.parse_document(f"{HEADER}{'c.' * 19}d = 1\n".encode()).header["c"]


def test_dots_in_texts_and_remarks_are_no_keys() -> None:
    dots = "a." * 2_000
    content = f"""{HEADER}note = "{dots}\\"{dots}" # {dots}\nplace = '''\n{dots}\n'''\n_x = [{"1.5, " * 50}]\n"""
    assert text.parse_document(content.encode()).header["note"] == f'{dots}"{dots}'


# Rules files

RUSSIAN = packaged_text("russian")
KING = '"K", '


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(lambda: "#" * 50 * MIB, "at most 65536 bytes", id="50 MiB"),
        pytest.param(lambda: f"x = {nested('[', ']', 25_000)}\n{RUSSIAN}", "nested", id="nested arrays"),
        pytest.param(lambda: f"x = {nested('{a = ', '}', 8_000)}\n{RUSSIAN}", "nested", id="nested inline tables"),
        pytest.param(lambda: f"x = {nested('[', ']', 300)}\n{RUSSIAN}", "more than 20 deep", id="arrays 300 deep"),
        pytest.param(
            lambda: f"{RUSSIAN}\n[{'a.' * 900}a]\n{'a.' * 900}a = 1\n",
            "more than 20 deep",
            id="dotted tables and keys",
        ),
        pytest.param(
            lambda: "".join(f"a{n}.{'a.' * 900}a = 1\n" for n in range(30)) + RUSSIAN,
            "more than 20 deep",
            id="dots",
        ),
        pytest.param(lambda: with_packs("1000000000"), "at most 9 digits", id="a milliard of packs"),
        pytest.param(lambda: with_packs("999999999"), "from 1 to 100 packs", id="many packs"),
        pytest.param(lambda: with_packs("9" * 5000), "digits", id="a number without end"),
        pytest.param(lambda: with_packs("1e400"), "whole number", id="an exponent"),
        pytest.param(
            lambda: re.sub("ranks = .*", f"ranks = [{KING * 9_000}]", RUSSIAN),
            "stands in the pack twice",
            id="ranks",
        ),
        pytest.param(
            lambda: f"{RUSSIAN}\n[option.x]\nsets = ['deck.packs']\nvalues = [{'4, ' * 15_000}]\n",
            "at most 200 values in all",
            id="values of an option",
        ),
        pytest.param(
            lambda: (
                RUSSIAN + "".join(f"\n[option.x{n}]\nsets = ['deck.packs']\nvalues = [4]\n" for n in range(900))
            ),
            "at most 200 values in all",
            id="options",
        ),
        pytest.param(
            lambda: f"{RUSSIAN}\n[option.x]\nsets = ['{'a.' * 20_000}a']\nvalues = [4]\n",
            "more than 20 deep",
            id="the path of an option",
        ),
        pytest.param(
            lambda: f"{RUSSIAN}\n[declaration.x]\npoints = 1\ncards = [{KING * 8_000}]\n",
            "it needs",
            id="cards",
        ),
        pytest.param(lambda: with_target("1000000000000000000"), "at most 9 digits", id="a target of a trillion"),
    ],
)
def test_too_much_in_a_rules_file_is_told(table: Table, make: Callable[[], str], reason: str) -> None:
    table.write("house.toml", make())
    shown = table.run("rules", "show", "house.toml")
    assert (shown.status, "[bad-rules]" in shown.said, reason in shown.said) == (1, True, True), shown.said[:500]
    begun = table.run("new", "friday", "Anna", "Boris", "--rules", "house.toml")
    assert (begun.status, "[bad-rules]" in begun.said) == (1, True)


def with_packs(packs: str) -> str:
    made = re.sub(r"(?m)^packs = .*$", f"packs = {packs}", RUSSIAN, count=1)
    assert made != RUSSIAN
    return made


def with_target(points: str) -> str:
    made = re.sub(r"(?m)^points = 1000$", f"points = {points}", RUSSIAN, count=1)
    assert made != RUSSIAN
    return made


def test_as_many_declarations_as_a_rules_file_holds_are_shown_and_played(table: Table) -> None:
    many = "".join(f"[declaration.m{n}]\ncards = ['K']\npoints = {{doubling = 999999999}}\n" for n in range(800))
    table.write("house.toml", f"{RUSSIAN}\n{many}")
    assert table.run("rules", "show", "house.toml").status == 0
    assert table.run("new", "friday", "Anna", "Boris", "--rules", "house.toml").status == 0
    assert table.run("deal", "--trump", "hearts").status == 0
    assert table.run("trick", "anna").status == 0
    assert table.run("melds").status == 0


def test_a_series_of_values_that_never_ends_stops_at_what_a_journal_may_hold(dealt: Table) -> None:
    """Each further bezique is worth twice as much; what the table allows uses up no cards."""
    evening = "trick anna\ndeclare bezique --allow again\n" * 60
    answers = [
        json.loads(told) for told in dealt.run("run", "-", "--json", stdin=evening.encode()).said.splitlines()
    ]
    assert answers[-1]["ok"] is False
    assert max(points for told in answers for points in (told.get("totals") or {"": 0}).values()) < 4 * 10**12


# Lines


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("adjust", "anna", NINES, "--note", "x"), "usage"),
        (("adjust", "anna", "+".join("1" * 60_000), "--note", "x"), "usage"),
        (("adjust", "anna", "9**9**9", "--note", "x"), "usage"),
        (("adjust", "anna", "1", "--note", "x" * MANY), "usage"),
        (("note", "x" * MANY), "usage"),
        (("undo", f"1{'0' * 100}"), "usage"),
        (("undo", NINES), "usage"),
        (("amend", NINES, "deal", "--trump", "hearts"), "usage"),
        (("amend", "999999999", "deal", "--trump", "hearts"), "nothing-to-undo"),
        (("end", f"anna={NINES}"), "usage"),
        (("end", *["anna=1"] * 20_000), "not-in-this-game"),
        (("agree", f"anna={NINES}"), "usage"),
        (("bid", "anna", NINES), "usage"),
        (("trick", "x" * MANY), "unknown-player"),
        (("trick", *["QS"] * 30_000), "wrong-cards"),
        (("declare", "x" * MANY), "unknown-meld"),
        (("declare", *"x" * 30_000), "unknown-player"),
        (("declare", "kings", *"s" * 30_000), "not-the-trick-winner"),
        (("declare", "bezique", *["-iQ"] * 20_000), "not-the-trick-winner"),
        (("deal", "--trump", "h" * MANY), "unknown-suit"),
        (("melds", "x" * MANY), "unknown-player"),
        (("sheet", "--format", "x" * MANY), "usage"),
        (("x" * MANY,), "usage"),
        (("score", f"--{'x' * MANY}"), "usage"),
        (("rules", "show", "x" * MANY), "unknown-rules"),
        (("rules", "show", f"{'x' * MANY}.toml"), "bad-rules"),
        (("open", "x" * MANY), "unknown-session"),
        (("score", "-f", "x" * MANY), "bad-file"),
        (("import", "x" * MANY), "bad-file"),
        (("config", "set", "target", NINES), "usage"),
        (("new", "x" * MANY, "A", "B"), "bad-name"),
        (("new", "y", "x" * MANY, "B"), "wrong-players"),
        (("new", "y", *(f"p{n}" for n in range(MANY))), "wrong-players"),
        (("new", "y", "A", "B", "--target", NINES), "usage"),
        (("new", "y", "A", "B", "--target", str(10**18)), "usage"),
        (("new", "y", "A", "B", "--set", f"packs={NINES}"), "bad-rules"),
        (("new", "y", "A", "B", "--set", "packs=999999999"), "bad-rules"),
        (("new", "y", "A", "B", "--dealer", "x" * MANY), "unknown-player"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value)[:40],
)
def test_a_word_without_end_is_refused_as_what_it_is(dealt: Table, line: tuple[str, ...], code: str) -> None:
    before = (dealt.folder / "home" / "friday.toml").read_bytes()
    ran = dealt.run(*line)
    assert (ran.status, f"[{code}]" in ran.said) == (2 if code == "usage" else 1, True), ran.said[-500:]
    assert (dealt.folder / "home" / "friday.toml").read_bytes() == before


def test_checking_a_file_with_a_name_without_end_says_so(table: Table) -> None:
    ran = table.run("check", "x" * MANY)
    assert (ran.status, "cannot be read: File name too long" in ran.said) == (1, True)


# Scripts


@pytest.mark.parametrize(
    ("typed", "messages"),
    [
        pytest.param(b"x" * 50 * MIB, ["A line has at most 65536 bytes."], id="a line of 50 MiB"),
        pytest.param(b"note " + b"x" * 10**7, ["A line has at most 65536 bytes."], id="a note of 10 MB"),
        pytest.param(b"\n" * 10**6, [], id="a million blank lines"),
        pytest.param(b"note x;" * 9_000, ["A line has at most 100 parts."], id="parts"),
        pytest.param(b"score;" * 9_000, ["A line has at most 100 parts."], id="looking parts"),
        pytest.param(b";" * 60_000, ["There is nothing before or after `;`."], id="parts of nothing"),
        pytest.param(b"'" * 65_001, ["The line cannot be split into words: no closing quotation."], id="quotes"),
        pytest.param(b"declare" + b" x" * 32_000, ["Nobody here is called x."], id="words"),
    ],
)
def test_a_script_is_answered_however_long(dealt: Table, typed: bytes, messages: list[str]) -> None:
    ran = dealt.run("run", "-", "--json", "--keep-going", stdin=typed)
    assert [json.loads(told)["message"] for told in ran.said.splitlines()] == messages


def test_a_script_of_all_or_nothing_ends_where_the_file_would_be_full(dealt: Table) -> None:
    """Otherwise it would be kept in memory to its end, and refused then."""
    almost_full = f"_x = '{'x' * (16 * MIB - 500_000)}'\n{HEADER}{DEAL}"
    dealt.write("home/friday.toml", almost_full)
    ran = dealt.run("run", "-", "--atomic", stdin=(b"note " + b"x" * 1_900 + b"\n") * 500)
    assert ran.status == 1
    assert re.match(r"line 2[45]\d: .*would become larger than 16 MiB", ran.said), ran.said[:300]
    assert (dealt.folder / "home" / "friday.toml").read_text() == almost_full


# Import and settings


def imported(entries: str = "", **header: object) -> str:
    told = json.dumps({**RECORD, "header": {**RECORD["header"], **header}})  # type: ignore[dict-item]
    return f"{told}\n{entries}"


def entry(**keys: object) -> str:
    made: dict[str, object] = {
        "record": "entry",
        "number": 1,
        "time": "2026-11-30T19:05:00+01:00",
        "event": {"kind": "note", "text": "x"},
        "points": {},
        "totals": {"Anna": 0, "Boris": 0},
        "stands": True,
    }
    return json.dumps(made | keys)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        pytest.param(lambda: "{" * 66 * MIB, "bad-file", id="66 MiB"),
        pytest.param(lambda: '{"record":' * MANY, "bad-file", id="nested objects"),
        pytest.param(
            lambda: imported(game={"id": "russian"}).replace('"id"', f'"x":{nested("[", "]")},"id"'),
            "bad-file",
            id="a nested game",
        ),
        pytest.param(
            lambda: imported(game={"id": "russian"}).replace('"id"', f'"x":{nested("[", "]", 900)},"id"'),
            "bad-rules",
            id="a game 900 deep",
        ),
        pytest.param(lambda: imported(players=[f"p{n}" for n in range(MANY)]), "wrong-players", id="players"),
        pytest.param(lambda: imported(players=["x" * 10**6, "B"]), "wrong-players", id="a player's name"),
        pytest.param(lambda: imported(name="x" * 10**6), "bad-name", id="a name"),
        pytest.param(lambda: imported(target=10**18), "usage", id="a target"),
        pytest.param(lambda: imported().replace("1000", NINES), "bad-file", id="digits"),
        pytest.param(lambda: imported(set={"packs": 10**300}), "bad-rules", id="packs"),
        pytest.param(
            lambda: imported(
                entry(
                    event={"kind": "adjust", "player": "Anna", "note": "x", "amount": 10**15},
                    points={"Anna": 10**15},
                    totals={"Anna": 10**15, "Boris": 0},
                )
            ),
            "bad-file",
            id="an adjustment",
        ),
        pytest.param(lambda: imported(entry(points={"Anna": 10**4200})), "bad-file", id="points"),
        pytest.param(lambda: '{"record":"entry"}\n' * 10**6, "bad-file", id="a million records"),
        pytest.param(lambda: "record,number\n" + "session,1\n" * 10**6, "bad-file", id="a million rows"),
        pytest.param(lambda: f'record,header\nsession,"{"[" * MANY}"\n', "bad-file", id="a nested cell"),
        pytest.param(lambda: "x" * 20 * MIB, "bad-file", id="a cell of 20 MiB"),
        pytest.param(lambda: f"record,stands\nentry,{NINES}\n", "bad-file", id="a number in a cell"),
    ],
)
def test_too_much_in_a_file_to_import_is_told(table: Table, make: Callable[[], str], code: str) -> None:
    table.write("friday.export", make())
    ran = table.run("import", "friday.export")
    assert (ran.status, f"[{code}]" in ran.said) == (2 if code == "usage" else 1, True), ran.said[:500]
    assert not (table.folder / "home" / "friday.toml").exists()


@pytest.mark.parametrize(
    "settings",
    [f"x = {nested('[', ']', 1_000)}", f"target = {'9' * 5_000}", f"{'a.' * 900}a = 1", "#" * 50 * MIB],
    ids=["nested", "digits", "dots", "50 MiB"],
)
def test_too_much_in_the_settings_is_told(table: Table, settings: str) -> None:
    (table.folder / "home" / "config").mkdir(parents=True)
    table.write("home/config/settings.toml", settings)
    ran = table.run("config")
    assert (ran.status, "[bad-file]" in ran.said) == (1, True)


def test_the_depth_of_rules_files_is_that_of_sessions_files() -> None:
    assert load.DEEPEST == codec.DEPTH_LIMIT
