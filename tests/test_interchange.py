"""Export and import: every session comes back as an equal journal, by way of either format."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from evenings import BEGAN
from make_sheets import EXAMPLES
from terminal import Bezique
from test_sheet import HOSTILE, hostile

from bezique_score.interchange.fault import RecordFault
from bezique_score.interchange.lines import read_lines, write_lines
from bezique_score.interchange.records import Record, records_of, schema
from bezique_score.interchange.table import read_table, write_table
from bezique_score.journal.codec import Header
from bezique_score.replay import Replay
from bezique_score.scorebook import Scorebook

JOURNALS = sorted(EXAMPLES.glob("*.toml"))
SCHEMA = EXAMPLES / "export.schema.json"
each_journal = pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])


def records(path: Path) -> list[Record]:
    book = Scorebook.open(path)
    return records_of(book.header, book.replay)


def header_of(replay: Replay, name: str = "x") -> Header:
    match = replay.match
    return Header(
        format=1,
        name=name,
        created=BEGAN,
        players=match.seating.players,
        rules=match.rules.game.id,
        target=match.target or "none",
        note=name,
    )


@each_journal
def test_records_come_back_from_either_format(path: Path) -> None:
    there = records(path)
    assert read_lines(write_lines(there)) == there
    assert read_table(write_table(there)) == there


@each_journal
@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_an_imported_session_is_the_same_journal(
    path: Path,
    form: str,
    bezique: Bezique,
    tmp_path: Path,
) -> None:
    assert bezique(f"export -f '{path}' -o out.{form}").status == 0
    assert bezique(f"import out.{form} -f again.toml").status == 0
    again = tmp_path / "again.toml"
    assert (Scorebook.open(again).header, Scorebook.open(again).replay.rows) == (
        Scorebook.open(path).header,
        Scorebook.open(path).replay.rows,
    )
    assert again.read_text() == path.read_text()  # the program wrote both


@pytest.mark.parametrize("name", [*HOSTILE.values(), "'quoted", "back\\slash\\u0041", " spaced ", "a\u2028b"])
def test_whatever_people_are_called_comes_back(name: str) -> None:
    replay = hostile(name)
    there = records_of(header_of(replay, name), replay)
    assert read_lines(write_lines(there)) == there
    assert read_table(write_table(there)) == there


@pytest.mark.parametrize("name", HOSTILE.values(), ids=list(HOSTILE))
def test_no_cell_of_an_export_is_a_formula(name: str) -> None:
    replay = hostile(name)
    rows = csv.reader(io.StringIO(write_table(records_of(header_of(replay), replay)), newline=""))
    cells = [cell for row in rows for cell in row if not cell.lstrip("-").isdigit()]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_a_kept_schema_is_the_one_of_the_records() -> None:
    assert json.loads(SCHEMA.read_text()) == schema()


@each_journal
def test_every_record_fits_the_schema(path: Path) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    for line in write_lines(records(path)).splitlines():
        validator.validate(json.loads(line))


@pytest.mark.parametrize(
    "wrong",
    [
        {"record": "entry"},
        {"record": "other"},
        {"record": "entry", "number": 1, "time": "2026-11-30T19:05:00Z", "event": {"kind": "moon"}, "points": {},
         "totals": {}, "stands": True},
        {"record": "entry", "number": 1, "time": "2026-11-30T19:05:00Z", "event": {"kind": "note", "text": "x"},
         "points": {"Anna": "many"}, "totals": {}, "stands": True},
    ],
)  # fmt: skip
def test_what_does_not_fit_the_schema_is_not_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema()).validate(wrong)
    with pytest.raises(RecordFault):
        read_lines(json.dumps(wrong))


def test_an_import_is_checked_like_any_journal(friday: Bezique, tmp_path: Path) -> None:
    friday("declare bez")
    friday("export -o out.jsonl")
    file = tmp_path / "out.jsonl"
    whole = file.read_text()
    for text, told in (
        (whole.replace('"points":{"Anna":40}', '"points":{"Anna":400}'), "entry 3"),
        (whole.replace('"meld":"bezique"', '"meld":"sequence-of-seven"'), "entry 3"),
        ("\n".join(whole.splitlines()[1:]), "the first record is not the session"),
        ("\n".join(whole.splitlines()[:2] + whole.splitlines()[3:]), "entry 2 is missing"),
        (whole + "{", "line 5"),
        (whole.replace('"totals":{"Anna":40,', '"totals":{"Anna":41,'), "entry 3"),
        ("", "no record"),
        ("record,number\nentry\n", "line 2"),
        ('a,b\n"x', "line"),
    ):
        file.write_text(text)
        said = friday("import out.jsonl --name again")
        assert (said.status, "[bad-file]" in said.err, told in said.err) == (1, True, True), said.err
    assert not (tmp_path / "home" / "again.toml").exists()


def test_an_import_replaces_no_session(friday: Bezique) -> None:
    friday("export -o out.csv")
    assert "[bad-name]" in friday("import out.csv").err
    assert friday("import out.csv --name again").status == 0
    assert "again" in friday("score").out


def test_binary_and_missing_files_are_answered(bezique: Bezique, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe\x00")
    for line in ("import x", "import nothing", "import ."):
        assert "[bad-file]" in bezique(line).err


def test_corrections_are_exported_with_what_they_took_back(friday: Bezique) -> None:
    friday("declare bez")
    friday("undo")
    rows = [json.loads(line) for line in friday("export").out.splitlines()]
    assert [row["stands"] for row in rows[1:]] == [True, True, False, False]
    assert rows[-1]["event"] == {"kind": "undo", "event": 3}
    assert rows[-1]["totals"] == {"Anna": 0, "Boris": 0}


def test_export_prints_the_schema(bezique: Bezique) -> None:
    assert json.loads(bezique("export --schema").out) == schema()
    assert bezique("export --format xml").status == 2
