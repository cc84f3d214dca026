"""The example evenings: every script makes its journal, every game has one, and no card lies on two tables."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from make_examples import EXAMPLES, STORIES, script_of

from bezique_score.cards import Card, Suit, card_of
from bezique_score.cli import main
from bezique_score.events import Amend, Deal, Declare, Event, Trick
from bezique_score.rules.load import game_ids
from bezique_score.rules.rulebook import Rulebook, slots_of
from bezique_score.scorebook import Scorebook

SCRIPTS = sorted(EXAMPLES.glob("*.bezique"))
each_example = pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])


def _journal(script: Path) -> Scorebook:
    return Scorebook.open(script.with_suffix(".toml"))


def _without_times(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith(("time = ", "created = "))]


def _hands(book: Scorebook) -> Iterator[list[Event]]:
    """Divide what stands in a journal into hands."""
    hand: list[Event] = []
    for _, step in book.replay.standing():
        if isinstance(step.event, Deal) and hand:
            yield hand
            hand = []
        hand.append(step.event)
    yield hand


def test_every_rules_file_has_an_example() -> None:
    assert {_journal(script).header.rules for script in SCRIPTS} == set(game_ids())


def test_every_script_has_its_journal_and_every_story_its_script() -> None:
    journals = {path.stem for path in EXAMPLES.glob("*.toml")}
    assert journals == {script.stem for script in SCRIPTS} >= set(STORIES)


@each_example
def test_a_script_books_the_points_and_totals_of_its_journal(
    script: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    assert main(["run", "--json", str(script)]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    booked = [answer for answer in answers if answer.get("event")]
    rows = _journal(script).replay.rows
    assert [(answer["points"], answer["totals"]) for answer in booked] == [
        (row.entry.points, row.table.totals) for row in rows
    ]
    (made,) = tmp_path.glob("*.toml")
    assert _without_times(made) == _without_times(script.with_suffix(".toml"))


def test_the_russian_evening_runs_from_the_command_line(tmp_path: Path) -> None:
    environment = {**os.environ, "BEZIQUE_HOME": str(tmp_path)}
    environment.pop("BEZIQUE_FILE", None)
    script = EXAMPLES / "russian.bezique"
    done = subprocess.run(
        [sys.executable, "-m", "bezique_score", "run", script], env=environment, capture_output=True, check=False
    )
    said = done.stdout.decode()
    assert (done.returncode, done.stderr.decode().count("Try:")) == (0, 0)
    winner = _journal(script).replay.table.outcome
    assert winner is not None
    assert f"{winner.winner} has won" in said


@each_example
def test_check_finds_nothing_wrong_with_an_example(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(script.with_suffix(".toml"))]) == 0, capsys.readouterr()


@each_example
def test_no_card_of_an_example_lies_on_the_table_more_often_than_in_the_packs(script: Path) -> None:
    book = _journal(script)
    rules = book.replay.match.rules
    seen = 0
    for hand in _hands(book):
        played = Counter(card for event in hand if isinstance(event, Trick) for card in event.cards)
        shown = _shown(rules, hand)
        seen += shown.total()
        for card, number in rules.copies.items():
            assert played[card] <= number
            assert shown[card] <= number
    assert seen, "something was declared"


@each_example
def test_a_hand_told_whole_plays_every_card_of_the_pack_once(script: Path) -> None:
    book = _journal(script)
    rules = book.replay.match.rules
    for hand in _hands(book):
        tricks = [event.cards for event in hand if isinstance(event, Trick) and event.cards]
        if len(tricks) == rules.tricks(len(book.header.players)):
            played = Counter(card for cards in tricks for card in cards)
            left = Counter(rules.copies) - played
            assert not played - Counter(rules.copies)
            assert left.total() == rules.size - len(tricks) * len(tricks[0])


def test_the_classic_example_tells_all_32_tricks_of_a_hand_and_counts_no_brisques() -> None:
    script = EXAMPLES / "classic.bezique"
    first = next(hand for hand in _hands(_journal(script)) if any(isinstance(event, Trick) for event in hand))
    assert sum(len(event.cards) == 2 for event in first if isinstance(event, Trick)) == 32
    assert "end" in script.read_text(encoding="utf-8").splitlines()


def test_the_russian_example_has_in_it_what_happens_on_such_an_evening() -> None:
    book = _journal(EXAMPLES / "russian.bezique")
    events = [row.entry.event for row in book.replay.rows]
    kinds = {str(event.__struct_config__.tag) for event in events}
    assert {"note", "exchange", "undo", "amend", "agree"} <= kinds
    declared = [event for event in events if isinstance(event, Declare)]
    assert sum(bool(event.infuzorki) for event in declared) >= 3
    assert any(event.allow for event in declared)
    grown = Counter(event.meld for event in declared if event.meld.startswith(("trump-", "bezique-")))
    assert grown.total() > len(grown)
    assert book.replay.table.dealt == 3
    assert book.replay.table.outcome is not None


@pytest.mark.parametrize("name", STORIES)
def test_the_cards_of_an_example_are_those_that_were_really_dealt(name: str) -> None:
    """The story played again, card by card, gives the script: see `make_examples`."""
    assert script_of(name) == (EXAMPLES / f"{name}.bezique").read_text(encoding="utf-8"), "run make_examples"


def _shown(rules: Rulebook, hand: list[Event]) -> Counter[Card]:
    """Count how many of each card must have been in the declarations of a hand: a plain count, no referee.

    Within one kind of declaration each needs other cards, except where broken ones are made again; between kinds
    the same cards may serve.
    """
    trump = next((event.trump for event in hand if isinstance(event, Deal)), None)
    needs: dict[str, dict[str, Counter[Card]]] = {}
    for event in hand:
        declare = event.entry if isinstance(event, Amend) else event
        if not isinstance(declare, Declare) or declare.allow or declare.player is None:
            continue
        declaration = rules.game.declaration[declare.meld]
        if declaration.makes_trumps and trump is None:
            trump = declare.suit
        of_kind = needs.setdefault(declare.player, {}).setdefault(declare.meld, Counter())
        grown = (
            rules.game.deck.infuzorki and declaration.times > 1 and of_kind and "suits" not in declaration.cards
        )
        cards = _cards(rules, declare, trump, times=1 if grown else declaration.times)
        repeats = rules.game.reuse.broken or declaration.by_adding
        needs[declare.player][declare.meld] = of_kind | cards if repeats else of_kind + cards
    shown: Counter[Card] = Counter()
    for kinds in needs.values():
        most: Counter[Card] = Counter()
        for cards in kinds.values():
            most |= cards
        shown += most
    return shown


def _cards(rules: Rulebook, declare: Declare, trump: Suit | None, *, times: int) -> Counter[Card]:
    """Name the cards of a declaration as far as there is no choice, without those an infuzorka stands for."""
    pair = rules.pair(trump)
    cards: Counter[Card] = Counter()
    for term in rules.game.declaration[declare.meld].cards:
        slots = slots_of(term)
        rank = slots[0].rank
        suit = {"suit": declare.suit, "trumps": trump}.get(slots[0].place)
        if len(slots) > 1:
            cards.update([declare.jack] if declare.jack else [])
        elif suit is not None:
            cards[card_of(rank, suit)] += times
        elif slots[0].place == "bezique" and pair is not None:
            cards[next(card for card in pair if card.rank is rank)] += times
    for rank in declare.infuzorki:
        replaced = next((card for card in cards if card.rank is rank), None)
        if replaced is not None:
            cards[replaced] -= 1
    return +cards
