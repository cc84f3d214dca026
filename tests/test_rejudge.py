"""The same evening under other rules: what differs, what could not be judged, and who would have won when."""

import json
from pathlib import Path

import pytest
from evenings import play, russian_evening
from make_sheets import EXAMPLES
from terminal import Bezique

from bezique_score.cards import Suit
from bezique_score.events import Adjust, Agree, Deal, Declare, End, Event, Note, Trick
from bezique_score.match import Match
from bezique_score.rejudge import Comparison, judge_again
from bezique_score.replay import Replay
from bezique_score.rules.load import packaged_document, rulebook_of

EVENING: list[Event] = [
    Deal(trump=Suit.SPADES),
    Trick(winner="Anna"),
    Declare(meld="bezique"),
    Trick(winner="Boris"),
    Declare(meld="aces"),
    Trick(winner="Anna"),
    Declare(meld="trump-queens"),
    Note(text="late"),
    Adjust(player="Boris", amount=-3, note="revoke"),
    End(),
    Agree(totals={"Anna": 201}),
]


def under(replay: Replay, rules: str, *, target: int | None = None, **options: int | str | bool) -> Comparison:
    rulebook = rulebook_of(
        packaged_document(rules), {key.replace("_", "-"): value for key, value in options.items()}
    )
    seating = replay.match.seating
    return judge_again(replay, Match(rulebook, seating, target=target, tricks=replay.match.tricks))


def test_under_its_own_rules_an_evening_does_not_differ() -> None:
    replay = russian_evening()
    compared = under(replay, "russian", packs=10)
    assert (compared.differences, compared.unjudged) == ((), 0)
    assert compared.there == compared.here == replay.table.totals


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_every_example_is_the_same_under_its_own_rules(path: Path, bezique: Bezique) -> None:
    rules = json.loads(bezique(f"score --json -f '{path}'").out)["rules"]
    said = bezique(f"score --under {rules} --json -f '{path}'")
    assert said.status == 0
    if "set = {" not in path.read_text():
        assert json.loads(said.out)["differences"] == []


def test_each_entry_that_other_rules_price_otherwise_is_listed() -> None:
    compared = under(play(["Anna", "Boris"], EVENING, target=None), "classic")
    found = {difference.number: (difference.here, difference.there) for difference in compared.differences}
    assert found[3] == ({"Anna": 25}, {"Anna": 40})
    assert found[5] == ({"Boris": 10}, {"Boris": 100})
    assert found[7] == ({"Anna": 176}, None)
    assert 9 not in found
    assert compared.there == {"Anna": 40, "Boris": 97}


def test_what_could_not_be_judged_says_why() -> None:
    compared = under(play(["Anna", "Boris"], EVENING, target=None), "classic")
    unjudged = [difference for difference in compared.differences if difference.there is None]
    assert compared.unjudged == len(unjudged) > 0
    assert all(difference.reason for difference in unjudged)


def test_a_hand_that_cannot_be_closed_does_not_keep_the_next_from_being_dealt() -> None:
    compared = under(play(["Anna", "Boris"], [*EVENING[:-1], *EVENING[:3], End()], target=None), "classic")
    assert compared.there["Anna"] == 80


def test_agreements_of_the_evening_as_it_was_are_left_alone() -> None:
    compared = under(play(["Anna", "Boris"], EVENING, target=None), "classic")
    assert 11 not in {difference.number for difference in compared.differences}


def test_it_is_said_who_would_have_won_and_play_goes_on() -> None:
    second: list[Event] = [Deal(trump=Suit.HEARTS), Trick(winner="Boris"), Declare(meld="bezique"), End()]
    compared = under(play(["Anna", "Boris"], [*EVENING, *second], target=None), "russian", target=101)
    assert compared.outcome is not None
    assert (compared.outcome.winner, compared.ended) == ("Anna", 10)
    assert compared.there == {"Anna": 201, "Boris": 32}


def test_a_marriage_takes_the_suit_of_trumps_where_other_rules_ask_for_one() -> None:
    replay = play(["Anna", "Boris"], [Deal(trump=Suit.SPADES), Trick(winner="Anna"), Declare(meld="marriage")])
    (difference,) = under(replay, "classic").differences
    assert difference.there == {"Anna": 40}


def test_the_line_score_under(bezique: Bezique) -> None:
    for line in ("new friday Anna Boris", "deal --trump spades", "trick anna", "declare bez"):
        bezique(line)
    shown = bezique("score --under classic").out
    assert "friday under Bezique with two packs" in shown
    assert "Anna: bezique  Anna 25    Anna 40" in shown
    data = json.loads(bezique("score --under classic --json").out)
    assert (data["totals"], data["totals_under"]) == ({"Anna": 25, "Boris": 0}, {"Anna": 40, "Boris": 0})
    assert "No entry differs." in bezique("score --set packs=10").out
    assert "[bad-rules]" in bezique("score --set moon=1").err
    assert "[unknown-rules]" in bezique("score --under moon").err
    assert "[wrong-players]" in bezique("score --under four-handed").err
