"""Figures over many sessions: each is compared with what is counted by hand."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from evenings import BEGAN, play
from terminal import Bezique
from test_sheet import HOSTILE

from bezique_score.cards import Suit
from bezique_score.cli import figures as door
from bezique_score.events import Deal, Declare, End, Event, Trick, Undo
from bezique_score.replay import Replay
from bezique_score.sheet.plain import display_width
from bezique_score.stats.count import Count, ending_of
from bezique_score.stats.show import figures_csv, figures_data, figures_text


def hand(winner: str, meld: str = "bezique", tricks: int = 1) -> list[Event]:
    """A hand in which one player takes all the tricks told and declares once."""
    return [Deal(trump=Suit.SPADES), *[Trick(winner=winner)] * tricks, Declare(meld=meld), End()]


def session(*hands: Sequence[Event], players: Sequence[str] = ("Anna", "Boris"), **settings: Any) -> Replay:
    return play(players, [event for several in hands for event in several], **settings)


def figures(*sessions: Replay) -> dict[str, Any]:
    count = Count()
    for number, replay in enumerate(sessions, 1):
        count.add(f"s{number}", BEGAN, replay)
    return figures_data(count.figures)


def of(data: dict[str, Any], player: str, table: str = "players") -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in data[table] if row["player"] == player)
    return found


def test_games_hands_and_wins_are_counted() -> None:
    won = session(hand("Anna"), hand("Anna", "queens"), target=30)
    data = figures(won, session(hand("Boris")))
    assert (data["sessions"], data["hands"]) == (2, 3)
    anna = of(data, "Anna")
    assert (anna["games"], anna["wins"], anna["unfinished"], anna["hands"]) == (2, 1, 1, 3)
    assert of(data, "Boris")["wins"] == 0


def test_average_and_best_hand() -> None:
    data = figures(session(hand("Anna"), hand("Anna", "queens"), hand("Boris", "aces")))
    anna = of(data, "Anna")
    assert anna["average_hand"] == round(31 / 3, 2)
    assert anna["best_hand"] == {"points": 25, "session": "s1", "hand": 1}


def test_average_per_trick_leaves_out_hands_without_tricks() -> None:
    told = session(hand("Anna", tricks=2))
    untold = session([Deal(trump=Suit.SPADES), Declare(player="Anna", meld="bezique"), End()], tricks=False)
    anna = of(figures(told, untold), "Anna")
    assert (anna["tricks"], anna["points"], anna["average_per_trick"]) == (2, 50, 12.5)
    assert of(figures(untold), "Anna")["average_per_trick"] is None


def test_the_longest_lead_is_the_most_hands_running_alone_in_front() -> None:
    data = figures(session(hand("Anna"), hand("Boris"), hand("Boris"), hand("Boris"), hand("Anna", "queens")))
    assert of(data, "Anna")["longest_lead"] == 1
    assert of(data, "Boris")["longest_lead"] == 3


def test_declarations_are_counted_by_kind_and_by_whom() -> None:
    data = figures(session(hand("Anna"), hand("Boris"), hand("Boris", "aces")))
    bezique_, aces = data["declarations"]
    assert bezique_ == {"meld": "bezique", "name": "bezique", "times": 2, "points": 50,
                        "by": {"Anna": 1, "Boris": 1}}  # fmt: skip
    assert (aces["times"], aces["points"]) == (1, 10)


def test_what_was_taken_back_is_not_counted() -> None:
    events: list[Event] = [Deal(trump=Suit.SPADES), Trick(winner="Anna"), Declare(meld="bezique"), Undo()]
    assert figures(session(events))["declarations"] == []


def test_head_to_head_says_who_was_ahead_at_the_end() -> None:
    first = session(hand("Anna", "queens"), target=5)
    second = session(hand("BORIS", "aces"), players=("BORIS", "anna"), target=5)
    (pair,) = figures(first, first, second)["head_to_head"]
    assert pair == {
        "first": "Anna",
        "second": "Boris",
        "games": 3,
        "first_ahead": 2,
        "second_ahead": 1,
        "level": 0,
    }


def test_a_person_is_the_same_in_whatever_letters_the_name_is_written() -> None:
    data = figures(
        session(hand("Zoë"), players=("Zoë", "Boris")), session(hand("ZOE\u0308"), players=("ZOE\u0308", "b"))
    )
    assert of(data, "Zoë")["games"] == 2


def test_partners_win_together_and_are_not_compared() -> None:
    events: list[Event] = [
        Deal(trump=Suit.SPADES),
        Trick(winner="A"),
        Declare(meld="bezique"),
        End(last="A", counts={"A+C": 32}),
    ]
    replay = play("ABCD", events, rules="four-handed", partners=True, target=30)
    data = figures(replay)
    assert {row["player"] for row in data["players"] if row["wins"]} == {"A", "C"}
    assert {(pair["first"], pair["second"]) for pair in data["head_to_head"]} == {
        ("A", "B"), ("A", "D"), ("B", "C"), ("C", "D"),
    }  # fmt: skip


def test_who_sits_out_has_not_played_the_hand() -> None:
    replay = session(hand("Anna"), players=("Anna", "Boris", "Clara", "Dora"))
    data = figures(replay)
    assert sorted(row["hands"] for row in data["players"]) == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("replay", "ending"),
    [
        (session(hand("Anna"), target=5), "won"),
        (session(hand("Anna")), "unfinished"),
        (session(hand("Anna"), target=None), "won"),
        (session(hand("Anna"), hand("Boris"), target=None), "tied"),
        (session(hand("Anna")[:-1], target=None), "unfinished"),
        (session(target=None), "unfinished"),
    ],
)
def test_how_a_session_stands(replay: Replay, ending: str) -> None:
    assert ending_of(replay) == ending


def test_ties_and_unfinished_sessions_are_counted_and_named() -> None:
    data = figures(session(hand("Anna"), hand("Boris"), target=None), session(hand("Anna")))
    assert [row["session"] for row in data["ties"]] == ["s1"]
    assert [row["session"] for row in data["unfinished"]] == ["s2"]
    assert (of(data, "Anna")["ties"], of(data, "Anna")["unfinished"]) == (1, 1)


def test_figures_by_game_and_period_add_up_to_those_in_all() -> None:
    count = Count(months=False)
    count.add("s1", BEGAN, session(hand("Anna")))
    count.add("s2", BEGAN.replace(year=2027), session(hand("Anna")))
    data = figures_data(count.figures)
    assert data["periods"] == {"2026": 1, "2027": 1}
    for table in ("by_game", "by_period"):
        for figure in ("games", "hands", "points", "tricks"):
            assert sum(row[figure] for row in data[table] if row["player"] == "Anna") == of(data, "Anna")[figure]


@pytest.mark.parametrize("name", [*HOSTILE.values()], ids=list(HOSTILE))
def test_whatever_people_are_called(name: str) -> None:
    count = Count()
    count.add(name, BEGAN, session(hand(name), players=(name, "Boris"), target=5))
    assert max(map(display_width, figures_text(count.figures, width=80).splitlines())) <= 80
    cells = [cell for row in csv.reader(io.StringIO(figures_csv(count.figures), newline="")) for cell in row]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


# The line


@pytest.fixture
def kept(bezique: Bezique, tmp_path: Path) -> Bezique:
    for name, players, rules in (("one", "Anna Boris", "russian"), ("two", "anna Clara", "classic")):
        for line in (f"new {name} {players} --rules {rules}", "deal --trump s", "trick anna", "declare bez"):
            assert bezique(line).status == 0
    (tmp_path / "home" / "broken.toml").write_text("format = 1")
    return bezique


def test_stats_counts_the_folder_and_its_archive_and_names_what_it_cannot_read(kept: Bezique) -> None:
    kept("sessions archive one")
    data = json.loads(kept("stats --json").out)
    assert data["sessions"] == 2
    assert of(data, "anna")["games"] == 2
    ((unread),) = data["unreadable"]
    assert unread["file"].endswith("broken.toml")
    assert "Unreadable files: 1" in kept("stats").out


@pytest.mark.parametrize(
    ("words", "sessions"),
    [
        ("", 2), ("one", 1), ("home/one.toml home/one.toml one", 1), ("home", 2), ("--player clara", 1),
        ("--game russian", 1), ("--since 9999-01-01", 0), ("--until 2001-01-01", 0), ("-f home/two.toml", 1),
    ],
)  # fmt: skip
def test_stats_of_some_sessions(kept: Bezique, words: str, sessions: int) -> None:
    assert json.loads(kept(f"stats {words} --json").out)["sessions"] == sessions


def test_stats_in_every_form(kept: Bezique) -> None:
    assert "Head to head" not in kept("stats").out  # nothing is finished
    assert "Declarations" in kept("stats").out
    rows = list(csv.DictReader(io.StringIO(kept("stats --format csv").out, newline="")))
    assert {"table": "all", "of": "", "player": "", "against": "", "figure": "sessions", "value": "2"} in rows
    assert json.loads(kept("stats --format json").out) == json.loads(kept("stats --json").out)
    assert kept("stats --format moon").status == 2
    assert kept("stats --period week").status == 2
    assert json.loads(kept("stats nothing.toml --json").out)["unreadable"][0]["file"] == "nothing.toml"


def test_a_bar_shows_progress_on_a_screen_when_it_takes_its_time(
    kept: Bezique, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert kept("stats").err == ""
    ticks = iter(range(100))
    monkeypatch.setattr(door, "monotonic", lambda: float(next(ticks)))
    assert kept("stats").err == ""  # nobody is watching
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    err = kept("stats").err
    assert "] 2/3" in err
    assert err.endswith("\r")
