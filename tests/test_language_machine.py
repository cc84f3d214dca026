"""Evenings of every game typed line by line through the real door: whatever is said, the laws hold.

Each line is answered or refused with a documented code, and a refusal changes nothing. Corrections mean what
tests/corrections.py says. The file replays to what is in memory, totals are what was booked, `melds` offers what
`declare` then accepts, and all that is printed as JSON agrees.

`EVENINGS=300 LINES=60 pytest tests/test_language_machine.py` goes on for longer, with other evenings each time.
"""

import json
import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest
import tomli_w
from corrections import Corrections, enter_afresh
from door import Door
from hypothesis import HealthCheck, Phase, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from lines_typed import KINDS, LOOKING, Lines
from printed_alike import alike, look, verify_answer, verify_offers, verify_totals

from bezique_score.cards import Card
from bezique_score.cli.answers import Answer, Booked, Joined, in_json, in_words, refusal_in_words
from bezique_score.cli.line import answer_line
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import packaged_document
from bezique_score.scorebook import Scorebook

EVENINGS = int(os.environ.get("EVENINGS", "3"))
LINES = int(os.environ.get("LINES", "30"))
IS_LONG = "EVENINGS" in os.environ

NAMES = ("Anna", "Boris", "Clara Maria", "Dora")

WAYS = ("undo", "undo", "undo N", "redo", "amend", "undo, amend, redo")

READING = frozenset(
    {Code.USAGE, Code.UNKNOWN_PLAYER, Code.UNKNOWN_MELD, Code.UNKNOWN_SUIT, Code.UNKNOWN_CARD}
    | {Code.AMBIGUOUS_NAME, Code.NOT_IN_THIS_GAME, Code.WRONG_CARDS}
)
"""Why a line cannot be read: these come before what is wrong with the entry that it would correct."""


class Kind(NamedTuple):
    """A game, and in which ways an evening of it may begin; `deck`: other packs and cards dealt than its own."""

    game: str
    seats: tuple[int, ...] = (2,)
    options: Mapping[str, tuple[str, ...]] = {}
    partners: bool = False
    deck: tuple[int, int] | None = None


THOUSAND: dict[str, tuple[str, ...]] = {"barrel": ("880", "380"), "bolts": ("120",)}
AUCTION = {**THOUSAND, "bid-step": ("5", "10"), "round-defenders": ("5", "10"), "concede": ("bid", "120")} | {
    "bid-without-marriage-cap": ("120",)
}
COMMON = {"bezique-pair": ("fixed", "by-trump"), "last-trick": ("10", "0"), "seven": ("10", "20", "0")}

EVERY_GAME = {
    "russian": Kind("russian", (2, 3, 4), {"infuzorka-first-four": ("false",), "plain-fours": ("any",)}),
    "Russian with two packs": Kind("russian", (2,), {"packs": ("2",), "plain-fours": ("any",)}),
    "classic": Kind("classic", (2,), COMMON),
    "three-handed": Kind("three-handed", (3,), COMMON),
    "four-handed": Kind("four-handed", (4,), {**COMMON, "partners-pool": ("true",)}, partners=True),
    "rubicon": Kind("rubicon", (2,), {"rubicon-brisques": ("320",)}),
    "rubicon with two packs": Kind("rubicon", (2,), deck=(2, 3)),
    "six-pack": Kind("six-pack"),
    "six-pack with two packs": Kind("six-pack", deck=(2, 4)),
    "eight-pack": Kind("eight-pack"),
    "thousand-stock": Kind("thousand-stock", (2,), THOUSAND),
    "thousand-two": Kind("thousand-two", (2,), AUCTION),
    "thousand-three": Kind("thousand-three", (3,), AUCTION),
}


said: Counter[str] = Counter()
"""What was typed and how it was answered, for the figures of a long run."""


class Evening(RuleBasedStateMachine):
    """One session, what was told in it, and its corrections."""

    def __init__(self, kind: Kind) -> None:
        super().__init__()
        self.kind = kind
        self.closing = ExitStack()
        self.folder = Path(self.closing.enter_context(tempfile.TemporaryDirectory()))
        self.corrections = Corrections()
        self.afresh = 0
        self.advised = ""

    def teardown(self) -> None:
        self.closing.close()

    @initialize(data=st.data())
    def sit_down(self, data: st.DataObject) -> None:
        seats = data.draw(st.sampled_from(self.kind.seats), "seats")
        words = ["new friday", *(f'"{name}"' for name in NAMES[:seats]), "--rules", self._rules()]
        for key, values in self.kind.options.items():
            if data.draw(st.booleans(), key):
                words.append(f"--set {key}={data.draw(st.sampled_from(values))}")
        words += data.draw(st.sampled_from(([], [], ["--set target-check=at-once"])))
        words += data.draw(st.sampled_from((["--target none"], ["--target 300"], ["--target 1500"], [])))
        words += data.draw(st.sampled_from(([], [], [], [], ["--no-tricks"])))
        words += data.draw(st.sampled_from(([], ["--dealer anna"])))
        words += ["--partners"] if self.kind.partners and data.draw(st.integers(0, 3)) else []
        self.new = " ".join(words)
        note(self.new)
        self.door = Door(self.folder / "home", self.new)
        pack = [card for card in self.door.replay.match.rules.copies if card is not Card.INFUZORKA]
        self.few = data.draw(st.lists(st.sampled_from(pack), min_size=3, max_size=8, unique=True), "few")
        self.before = self.state()

    def _rules(self) -> str:
        if self.kind.deck is None:
            return self.kind.game
        packs, dealt = self.kind.deck
        document: dict[str, Any] = packaged_document(self.kind.game)
        for part, key, number in (("deck", "packs", packs), ("deal", "cards", dealt)):
            document = {**document, part: {**document[part], key: number}}
        melds = {
            meld: one
            for meld, one in document["declaration"].items()
            if one.get("suits") or one.get("times", 1) <= packs
        }
        path = self.folder / "house.toml"
        path.write_text(tomli_w.dumps({**document, "declaration": melds}), encoding="utf-8")
        return str(path)

    # Typing

    def lines(self, data: st.DataObject) -> Lines:
        return Lines(data, self.door, self.few)

    def type(self, line: str) -> Answer | Refusal:
        """Type a line: whatever it is, it is answered, and the laws hold after it."""
        note(line)
        self.advised = ""
        try:
            answer = answer_line(line, self.door.desk)
        except Refusal as refusal:
            note(f"    {refusal.code}")
            said[refusal.code] += 1
            assert refusal.code in Code
            assert refusal_in_words(refusal).err
            assert refusal.hint
            assert self.state() == self.before, "a refusal changes nothing"
            self.advised = advised_by(refusal)
            return refusal
        assert in_words(answer) is not None
        booked = [part for part in parts_of(answer) if isinstance(part, Booked)]
        if not booked:
            assert self.state() == self.before, "to look changes nothing"
            said["looked"] += 1
            return answer
        self._verify_booked(line, answer, booked)
        said.update(f"booked: {part.row.entry.event.__class__.__name__}" for part in booked)
        said["won"] += self.before[1]["finished"]
        return answer

    def state(self) -> tuple[bytes, Any, Any]:
        return self.door.path.read_bytes(), look(self.door, "score"), look(self.door, "log --all")

    def _verify_booked(self, line: str, answer: Answer, booked: list[Booked]) -> None:
        old, self.before = self.before, self.state()
        content, score, every = self.before
        assert content.startswith(old[0]), "what stood before stays, byte for byte"
        added = every[len(old[2]) :]
        assert len(added) == len(booked)
        assert [{**row, "stands": None, "amended_by": None} for row in old[2]] == [
            {**row, "stands": None, "amended_by": None} for row in every[: len(old[2])]
        ]
        for row in added:
            self.corrections.add(row["entry"], bare=line.strip(" ;-") == "undo")
        verify_answer(json.loads(in_json(answer, 1).out), added, old[1], score)
        verify_totals(score, every, look(self.door, "log"), self.door.replay.table)
        self._verify_standing(every)
        self._verify_file()
        verify_offers(self.door)

    def _verify_standing(self, every: list[dict[str, Any]]) -> None:
        assert [row["stands"] for row in every] == [self.corrections.stands(row["number"]) for row in every]
        assert self.door.standing == list(self.corrections.lines())

    def _verify_file(self) -> None:
        assert look(self.door, "check") == []
        read = Scorebook.open(self.door.path).replay
        replay = self.door.replay
        assert read.rows == replay.rows
        assert read.table == replay.table
        assert list(read.standing()) == list(replay.standing())

    # Lines

    @rule(data=st.data())
    def go_on_playing(self, data: st.DataObject) -> None:
        lines = self.lines(data)
        for _ in range(lines.number(6, 1)):
            self._play(data)

    def _play(self, data: st.DataObject) -> None:
        lines = self.lines(data)
        hand, match = lines.table.hand, lines.match
        if hand is None:
            self.type(lines.line_of("deal"))
        elif match.rules.game.auction and hand.bid is None:
            self.type(lines.line_of("bid"))
        elif lines.number(3):
            self.type(lines.line_of("trick"))
            self._declare_what_is_offered(data)
        else:
            self.type(lines.line_of("declare"))

    @rule(data=st.data())
    def tell_anything(self, data: st.DataObject) -> None:
        self.type(self.lines(data).any_line())

    @precondition(lambda self: self.door.replay.table.hand)
    @rule(data=st.data())
    def tell_several_tricks(self, data: st.DataObject) -> None:
        self.type(self.lines(data).many_tricks())

    @precondition(lambda self: self.door.replay.table.hand)
    @rule(data=st.data())
    def end_the_hand(self, data: st.DataObject) -> None:
        self.type(self.lines(data).line_of("end"))

    @precondition(lambda self: self.door.replay.table.hand)
    @rule(data=st.data())
    def declare_what_is_offered(self, data: st.DataObject) -> None:
        self._declare_what_is_offered(data)

    def _declare_what_is_offered(self, data: st.DataObject) -> None:
        lines = self.lines(data)
        offered = lines.offered()
        if offered is None:
            return
        line, price = offered
        answer = self.type(line)
        if isinstance(answer, Booked):
            entry = answer.row.entry
            assert price == (entry.worth if entry.worth is not None else sum(entry.points.values()))

    @precondition(lambda self: self.advised)
    @rule()
    def follow_the_advice(self) -> None:
        """What a refusal advises can be read, unless it lacks the suit that only the table can know."""
        line = self.advised
        answer = self.type(line)
        if isinstance(answer, Refusal):
            said[f"advised in vain: {answer.code}"] += 1
            assert line == "deal" or answer.code not in READING, line

    @rule(data=st.data())
    def say_it_shortly(self, data: st.DataObject) -> None:
        self.type(self.lines(data).short())

    @rule(data=st.data())
    def talk_nonsense(self, data: st.DataObject) -> None:
        self.type(self.lines(data).nonsense())

    @rule(line=st.sampled_from(LOOKING))
    def look_at_something(self, line: str) -> None:
        self.type(line)

    # Setting right

    @precondition(lambda self: self.corrections.told)
    @rule(data=st.data(), ways=st.lists(st.sampled_from(WAYS), min_size=2, max_size=6))
    def set_right(self, data: st.DataObject, ways: list[str]) -> None:
        """Correct several things in a row, each of which counts on what the one before has made of it."""
        for way in ways:
            match way:
                case "undo":
                    self._undo("undo", self.corrections.last_action())
                case "undo N":
                    number = self._some_entry(data)
                    self._undo(f"undo {number}", number)
                case "redo":
                    self._redo()
                case "amend":
                    self._amend(data)
                case _:
                    self._undo("undo", self.corrections.last_action())
                    self._amend(data)
                    self._redo()

    @precondition(lambda self: self.corrections.told)
    @rule(data=st.data())
    def amend(self, data: st.DataObject) -> None:
        self._amend(data)

    def _undo(self, line: str, number: int | None) -> None:
        if number is None or not self.corrections.stands(number):
            self._refused(line, Code.NOTHING_TO_UNDO)
        else:
            self._correct(line, self.corrections.lines(undo=number), self.corrections.base(number))

    def _redo(self) -> None:
        if not self.corrections.redoable:
            self._refused("redo", Code.NOTHING_TO_REDO)
        else:
            number = self.corrections.redoable[-1]
            self._correct("redo", self.corrections.lines(redo=number), self.corrections.base(number))

    def _amend(self, data: st.DataObject) -> None:
        number, lines = self._some_entry(data), self.lines(data)
        told = self.corrections.told.get(number)
        kind = (told.line or "").partition(" ")[0] if told else ""
        said = lines.line_of(kind) if kind in KINDS and lines.number(3) else lines.any_line()
        line = f"amend {number} {said}"
        if not self.corrections.stands(number) or not self.corrections.is_in_force(number):
            self._refused(line, Code.NOTHING_TO_UNDO, *READING)
            return
        base = self.corrections.base(number)
        self._correct(line, self.corrections.lines(instead=(base, said)), base)

    def _some_entry(self, data: st.DataObject) -> int:
        """Draw the number of an entry, of one that stands more often than not."""
        lines, told = self.lines(data), self.corrections.told
        standing = [number for number in told if self.corrections.stands(number)]
        if standing and lines.number(4):
            return lines.pick(standing[-15:])
        return lines.number(len(told) + 1, max(0, len(told) - 12))

    def _refused(self, line: str, *codes: Code) -> None:
        answer = self.type(line)
        assert isinstance(answer, Refusal)
        assert answer.code in codes

    def _correct(self, line: str, right: dict[int, str], base: int) -> None:
        """Type a correction: accepted just if all could have been entered right, and with the same standing."""
        self.afresh += 1
        afresh = enter_afresh(self.folder / str(self.afresh), self.new, dict(sorted(right.items())))
        answer = self.type(line)
        if afresh.refused is not None:
            assert isinstance(answer, Refusal), f"entry {afresh.refused} is impossible: {afresh.code}"
            assert answer.code == (afresh.code if afresh.refused == base else Code.WOULD_BREAK)
            return
        assert not isinstance(answer, Refusal)
        assert alike(self.door) == alike(afresh.door)


def advised_by(refusal: Refusal) -> str:
    """Give the line that a refusal advises; nothing where it leaves a word open, or is typed at the terminal."""
    line = refusal.line or ""
    open_words = re.search(r"\b(PLAYER|MELD|SUIT|CARD|LINE|TEXT|PATH|FILE|NAME|RULES?|N)\b", line)
    return "" if open_words or line.split()[:1] in (["new"], ["open"], ["run"]) else line


def parts_of(answer: Answer) -> Iterator[Answer]:
    """Take a line apart into the answers to its parts."""
    if isinstance(answer, Joined):
        for part in answer.parts:
            yield from parts_of(part)
    else:
        yield answer


@pytest.mark.parametrize("name", EVERY_GAME)
def test_whatever_is_typed_at_the_table_the_laws_hold(name: str) -> None:
    bounds = settings(
        max_examples=EVENINGS,
        stateful_step_count=LINES,
        derandomize=not IS_LONG,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=True,
        phases=[Phase.generate] if IS_LONG else [Phase.generate, Phase.shrink],
    )
    said.clear()
    machine = partial(Evening, EVERY_GAME[name])
    run_state_machine_as_test(cast("type[Evening]", machine), settings=bounds)
    figures = ", ".join(f"{what} {times}" for what, times in said.most_common())
    print(f"{name}: {said.total()} answers; {figures}")
