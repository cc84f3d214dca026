"""Short lines, lines joined by `;`, and numbers by seat (issue 4): a line is booked whole or not at all."""

import json
from pathlib import Path

import pytest
from door import Door

from bezique_score.cards import Rank
from bezique_score.cli import main
from bezique_score.cli.answers import Joined, in_words
from bezique_score.cli.line import answer_line, split_parts
from bezique_score.events import Declare, End, Trick
from bezique_score.journal.store import Store
from bezique_score.refusal import Code, Refusal

RUSSIAN = ("new friday Anna Boris", "deal --trump spades")
THOUSAND = ("new three Vera Gleb Dina --rules thousand", "deal", "bid vera 120")


class Table(Door):
    """A door that takes the lines of the shell."""

    def type(self, *lines: str) -> "Table":
        for line in lines:
            answer_line(line, self.desk)
        return self

    def said(self, line: str) -> str:
        return in_words(answer_line(line, self.desk)).out

    def not_accepted(self, line: str) -> Refusal:
        """Type a line that is refused, which changes nothing."""
        before = self.path.read_bytes()
        with pytest.raises(Refusal) as caught:
            answer_line(line, self.desk)
        assert self.path.read_bytes() == before
        return caught.value


@pytest.fixture
def russian(tmp_path: Path) -> Table:
    return Table(tmp_path, *RUSSIAN)


@pytest.fixture
def thousand(tmp_path: Path) -> Table:
    return Table(tmp_path, *THOUSAND)


def events(table: Door) -> list[object]:
    return [row.entry.event for row in table.rows]


# Short lines


def test_a_name_alone_took_the_trick(russian: Table) -> None:
    russian.type("a", "bo")
    assert events(russian)[1:] == [Trick(winner="Anna"), Trick(winner="Boris")]


def test_a_name_and_a_declaration_are_the_trick_and_the_declaration(russian: Table) -> None:
    russian.type("a bez", "b qui -i J")
    assert events(russian)[1:] == [
        Trick(winner="Anna"),
        Declare(player="Anna", meld="bezique"),
        Trick(winner="Boris"),
        Declare(player="Boris", meld="quint", infuzorki=(Rank.JACK,)),
    ]


def test_a_short_line_is_answered_with_both_entries(russian: Table) -> None:
    assert russian.said("a bez").splitlines() == [
        "2  Anna takes the trick; 136 left in the stock.",
        "3  Anna: bezique; Anna +25 = 25 (975 to go).",
    ]


def test_a_name_and_the_cards_of_a_trick_are_the_trick(tmp_path: Path) -> None:
    table = Table(tmp_path, "new c Anna Boris --rules classic", "deal --trump hearts").type("a AS 7S", "a as ks")
    assert [len(event.cards) for event in events(table)[1:] if isinstance(event, Trick)] == [2, 2]


def test_the_suit_of_a_marriage_and_an_exception_go_with_a_short_line(tmp_path: Path) -> None:
    table = Table(tmp_path, "new c Anna Boris --rules classic", "deal --trump hearts")
    table.type("a m h", "a m s", "b bez --allow 'we were asleep'")
    assert table.totals == {"Anna": 60, "Boris": 40}


def test_where_no_tricks_are_recorded_a_short_line_is_the_declaration_alone(tmp_path: Path) -> None:
    table = Table(tmp_path, "new d Anna Boris --no-tricks", "deal --trump spades").type("a bez")
    assert events(table)[1:] == [Declare(player="Anna", meld="bezique")]
    assert table.not_accepted("a").code is Code.NOT_IN_THIS_GAME


def test_in_thousand_a_suit_is_the_marriage(thousand: Table) -> None:
    thousand.type("v h")
    assert thousand.rows[-1].entry.worth == 100


def test_a_start_that_fits_two_players_is_ambiguous(tmp_path: Path) -> None:
    table = Table(tmp_path, "new d Anna Andrei", "deal --trump spades")
    assert table.not_accepted("a bez").code is Code.AMBIGUOUS_NAME
    table.type("ann bez")


def test_a_line_that_begins_with_nobody_is_no_line(russian: Table) -> None:
    refusal = russian.not_accepted("zzz bez")
    assert refusal.code is Code.USAGE


def test_an_unknown_declaration_books_no_trick(russian: Table) -> None:
    assert russian.not_accepted("a foo").code is Code.UNKNOWN_MELD
    assert russian.not_accepted("a foo bar").code is Code.UNKNOWN_MELD


def test_a_command_is_a_command_even_where_somebody_is_called_so(tmp_path: Path) -> None:
    """An exact word beats a longer one; who is called like a command is named after `trick`."""
    table = Table(tmp_path, "new d Scorelli End", "deal --trump spades")
    answer_line("score", table.desk)
    assert len(table.rows) == 1
    table.type("scorel", "trick end", "end")
    assert isinstance(events(table)[-1], End)


def test_a_short_line_works_on_the_session_in_hand(russian: Table, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_bytes(russian.path.read_bytes())
    assert russian.not_accepted(f"a bez -f {tmp_path}/other.toml").code is Code.USAGE


def test_russian_words_make_short_lines_too(tmp_path: Path) -> None:
    table = Table(tmp_path, "new d Анна Борис", "deal --trump пики").type("а без", "б кд")
    assert table.totals == {"Анна": 25, "Борис": 176}


# Joined lines


def test_a_semicolon_joins_lines(russian: Table) -> None:
    russian.type("a; a bez; b; b qui")
    assert russian.totals == {"Anna": 25, "Boris": 50}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("a; b", [["a"], ["b"]]),
        ("note 'a; b'; b", [["note", "a; b"], ["b"]]),
        ('note "a; \\" b";b', [["note", 'a; " b'], ["b"]]),
        (r"note a\;b", [["note", "a;b"]]),
        ("a;; b;", [["a"], ["b"]]),
        ("a 'b", None),
        (";", None),
        (" ; ; ", None),
    ],
)
def test_a_semicolon_within_quotes_stays(text: str, parts: list[list[str]] | None) -> None:
    if parts is not None:
        assert split_parts(text) == parts
        return
    with pytest.raises(Refusal) as caught:
        split_parts(text)
    assert caught.value.code is Code.USAGE


def test_a_joined_line_is_booked_whole_or_not_at_all(russian: Table) -> None:
    refusal = russian.not_accepted("a bez; b qui; a; a nonsense")
    assert refusal.code is Code.UNKNOWN_MELD
    assert len(russian.rows) == 1
    russian.type("a bez")
    assert russian.totals == {"Anna": 25, "Boris": 0}


def test_a_line_taken_back_leaves_undo_and_redo_as_they_were(russian: Table) -> None:
    russian.type("a", "b", "undo")
    russian.not_accepted("a; undo; a bez; foo")
    russian.type("redo")
    assert russian.standing == [1, 2, 3]


def test_a_new_session_and_its_first_hand_are_one_line(tmp_path: Path) -> None:
    table = Table(tmp_path).type("new friday Anna Boris; deal --trump s; a bez")
    assert table.totals == {"Anna": 25, "Boris": 0}


def test_a_session_started_in_a_line_that_is_refused_is_no_more(russian: Table, tmp_path: Path) -> None:
    russian.not_accepted("new sunday Clara Dora; deal --trump s; c foo")
    assert not (tmp_path / "sunday.toml").exists()
    assert russian.desk.library.current() == russian.path
    russian.type("a")


def test_one_line_is_booked_in_one_session(russian: Table) -> None:
    russian.type("new sunday Clara Dora", "open friday")
    assert russian.not_accepted("a; open sunday; deal --trump s").code is Code.USAGE
    assert russian.book.header.name == "friday"


def test_a_joined_line_may_look_and_enter(russian: Table) -> None:
    answer = answer_line("a bez; score", russian.desk)
    assert isinstance(answer, Joined)
    assert "975" in in_words(answer).out


def test_the_entries_of_a_joined_line_are_written_at_once(russian: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    append = Store.append

    def counted(store: Store, block: bytes) -> None:
        written.append(block)
        append(store, block)

    monkeypatch.setattr(Store, "append", counted)
    russian.type("a; b; a bez")
    assert len(written) == 1


# Numbers by seat


def test_numbers_alone_go_by_seat_from_the_bidder(thousand: Table) -> None:
    thousand.type("undo", "bid gleb 120", "declare h")
    said = thousand.said("end 30 20 70")
    assert "Gleb 30, Dina 20, Vera 70" in said
    assert thousand.totals == {"Gleb": 120, "Dina": 20, "Vera": 70}


def test_a_hand_of_thousand_is_one_line(tmp_path: Path) -> None:
    table = Table(tmp_path, "new three Vera Gleb Dina --rules thousand")
    table.type("deal; bid vera 120; declare h; end 97 15")
    assert table.totals == {"Vera": 120, "Gleb": 15, "Dina": 8}


def test_numbers_alone_go_by_seat_from_eldest_hand_where_nobody_bids(tmp_path: Path) -> None:
    table = Table(tmp_path, "new c Anna Boris Clara --rules three-handed", "deal --trump s --dealer anna")
    table.type("end 10 8 6 --last boris")
    (end,) = [event for event in events(table) if isinstance(event, End)]
    assert end.counts == {"Boris": 10, "Clara": 8, "Anna": 6}


def test_partners_are_given_one_number_a_side(tmp_path: Path) -> None:
    table = Table(tmp_path, "new p Anna Boris Clara Dora --rules four-handed --partners", "deal --trump s")
    table.type("end 20 12 --last dora")
    (end,) = [event for event in events(table) if isinstance(event, End)]
    assert end.counts == {"Anna+Clara": 20, "Boris+Dora": 12}


def test_more_numbers_than_sides_are_no_line(thousand: Table) -> None:
    thousand.type("declare h")
    assert thousand.not_accepted("end 10 20 30 40").code is Code.USAGE
    assert thousand.not_accepted("end vera=10 20").code is Code.USAGE


def test_an_amended_end_counts_from_the_bidder_of_its_own_hand(thousand: Table) -> None:
    thousand.type("declare h; end 97 15", "deal; bid gleb 100; declare h; end 50 20")
    thousand.type("amend 4 end 90 15")
    assert thousand.totals["Dina"] - 20 == 120 - 90 - 15


@pytest.mark.parametrize("again", [False, True], ids=["an entry", "an amendment"])
def test_an_end_in_the_place_of_another_entry_counts_from_who_had_bid_before_it(
    tmp_path: Path, again: bool
) -> None:
    table = Table(tmp_path, "new t Anna Boris --rules thousand-two", "deal", "bid anna 100", "bid boris 120")
    table.type("amend 3 note x", "amend 4 end 60 40") if again else table.type("amend 3 end 60 40")
    assert table.totals == {"Anna": -100, "Boris": 40}


def test_an_end_in_the_place_of_no_entry_is_nothing_to_amend(thousand: Table) -> None:
    assert thousand.not_accepted("amend 9 end vera=60").code is Code.NOTHING_TO_UNDO
    assert thousand.not_accepted("amend 9 end 60 40").code is Code.NOTHING_TO_UNDO


# In scripts


def run_json(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str) -> list[dict[str, object]]:
    script = tmp_path / "script"
    script.write_text("\n".join(lines) + "\n")
    main(["run", str(script), "--json", "--keep-going"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)


def test_a_line_of_several_entries_has_one_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = run_json(tmp_path, capsys, *RUSSIAN, "a bez", "b bez; a bez; undo", "a; undo", "a foo; b", "b; score")
    assert [answer["line"] for answer in told] == [1, 2, 3, 4, 5, 6, 7]
    assert told[2] == {
        "line": 3,
        "ok": True,
        "event": 3,
        "points": {"Anna": 25},
        "totals": {"Anna": 25, "Boris": 0},
        "hand": {"Anna": 25, "Boris": 0},
    }
    assert (told[3]["event"], told[3]["points"]) == (8, {"Boris": 25})
    assert (told[4]["event"], told[4]["points"]) == (10, {})
    assert (told[5]["ok"], told[5]["code"]) == (False, "unknown-meld")
    assert told[6]["event"] == 11
    assert isinstance(told[6]["result"], dict)


def test_a_line_that_only_looks_answers_its_results(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    *_, answer = run_json(tmp_path, capsys, *RUSSIAN, "score; log")
    assert set(answer) == {"line", "ok", "result"}
    assert isinstance(answer["result"], list)


def test_where_the_session_cannot_be_read_a_name_is_not_called_an_unknown_command(russian: Table) -> None:
    russian.path.write_bytes(russian.path.read_bytes() + b'kind = "tri\n')
    refusal = russian.not_accepted("a")
    assert (refusal.code, "line 13: not TOML" in str(refusal.message)) == (Code.BAD_FILE, True)


def test_an_atomic_script_takes_short_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("\n".join([*RUSSIAN, "a bez; b bez", "a foo"]) + "\n")
    assert main(["run", str(script), "--atomic"]) == 1
    assert not (tmp_path / "friday.toml").exists()
    script.write_text("\n".join([*RUSSIAN, "a bez; b bez"]) + "\n")
    assert main(["run", str(script), "--atomic"]) == 0
    capsys.readouterr()
    assert main(["score", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["totals"] == {"Anna": 25, "Boris": 25}


def test_at_the_terminal_a_line_is_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["new", "friday", "Anna", "Boris"])
    assert main(["anna"]) == 2
    assert "[usage]" in capsys.readouterr().err
