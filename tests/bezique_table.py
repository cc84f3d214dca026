"""A table of the Bezique family in memory: an evening is written in lines of the language, and what each answers.

    deal --trump spades
    trick anna; declare marriage    => Anna 4
    declare bezique                 => already-declared

After `=>` stands what the last line of the row changed (`nothing` where it changes no score: points of the open
hand, else of the totals), or the code of its refusal. Every accepted entry is judged twice, every refusal must
change nothing, and the totals are those of the journal read again.
"""

import shlex
from collections import defaultdict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from bezique_score.cards import Card
from bezique_score.events import Event, Fact, Undo
from bezique_score.language import Language
from bezique_score.language.lines import CardsRefusal
from bezique_score.match import Match
from bezique_score.referee.bezique.table import BeziqueHand
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.replay import Entry, Judged, Replay
from bezique_score.rules.load import Document, packaged_document, rulebook_of

NOW = datetime(2026, 11, 30, 19, 5, tzinfo=UTC)
ARROW = "=>"
CODES = frozenset(str(code) for code in Code)


class BeziqueTable:
    """A session of a game; the last seat deals first."""

    def __init__(
        self,
        game: str | Document,
        *players: str,
        target: int | None = None,
        tricks: bool = True,
        partners: bool = False,
        options: Mapping[str, int | str | bool] | None = None,
    ) -> None:
        document = packaged_document(game) if isinstance(game, str) else game
        rules = rulebook_of(document, options)
        seating = Seating.of(players or ("Anna", "Boris"), partners=partners)
        self.match = Match(rules, seating, target=target, tricks=tricks)
        self.language = Language(rules, seating, tricks=tricks)
        self.replay = Replay(self.match)
        self.entries: list[Entry] = []
        self.last: Judged | None = None

    # What is said at the table

    def evening(self, script: str) -> "BeziqueTable":
        """Enter rows of lines and hold each to what it should answer."""
        for row in filter(None, map(str.strip, script.splitlines())):
            lines, arrow, answer = row.partition(ARROW)
            *before, line = [part.strip() for part in lines.split(";")]
            for one in before:
                self.enter(one)
            self._hold(line, answer.strip() if arrow else None)
        return self

    def enter(self, line: str) -> dict[str, int]:
        """Enter one line, and say which scores it changed."""
        scores = self._scores()
        judged = self.replay.judge(self._event(line))
        if not isinstance(judged.event, Undo):
            assert self.replay.judge(judged.event) == judged, "a completed entry is judged the same"
        self.entries.append(self.replay.add(judged, NOW).entry)
        self.last = judged
        now = self._scores()
        if line.split(maxsplit=1)[0] == "deal":
            scores = dict.fromkeys(now, 0)
        elif self.replay.table.hand is None:
            return judged.points
        return {
            side: points - scores.get(side, 0) for side, points in now.items() if points != scores.get(side, 0)
        }

    def declares(self, player: str, *melds: str) -> list[int]:
        """Let a player win a trick and declare, again and again, and list the points of his side."""
        points = []
        for meld in melds:
            if self.match.tricks:
                self.enter(f"trick {player}")
            points.append(sum(self.enter(f"declare {player} {meld}").values()))
        return points

    def refusal(self, line: str) -> Refusal:
        """Have a line refused, which changes nothing."""
        before = (self.replay.table, len(self.replay.rows))
        with pytest.raises(Refusal) as caught:
            self.enter(line)
        assert (self.replay.table, len(self.replay.rows)) == before, "a refusal changes nothing"
        return caught.value

    def _hold(self, line: str, answer: str | None) -> None:
        if answer in CODES:
            refusal = self.refusal(line)
            assert refusal.code == answer, f"{line}: {refusal}"
            return
        try:
            changed = self.enter(line)
        except Refusal as refusal:
            pytest.fail(f"{line}: {refusal}")
        if answer is not None:
            told = ", ".join(f"{side} {points}" for side, points in changed.items()) or "nothing"
            assert told == answer, f"{line}: {told}, not {answer}"

    def _event(self, line: str) -> Event:
        """Read a line; what is said of cards comes last among the reasons to refuse it."""
        try:
            return self._fact(line)
        except CardsRefusal as refusal:
            self.replay.judge(refusal.rest)
            raise

    def _fact(self, line: str) -> Fact | Undo:
        command, *rest = shlex.split(line)
        words, options = [], defaultdict[str, list[str]](list)
        left = iter(rest)
        for word in left:
            if word.startswith("-") and not word[1:].isdigit():
                options[word.lstrip("-")].append(next(left))
            else:
                words.append(word)
        one = {name.replace("-", "_"): values[0] for name, values in options.items()}
        say = self.language
        read: dict[str, Callable[[], Fact | Undo]] = {
            "deal": lambda: say.deal(**one),
            "trick": lambda: say.trick(words),
            "declare": lambda: say.declare(words, infuzorki=options["i"], allow=one.get("allow")),
            "exchange": lambda: say.exchange(*words),
            "end": lambda: say.end(words, last=one.get("last")),
            "adjust": lambda: say.adjust(*words, **one),
            "agree": lambda: say.agree(words),
            "undo": Undo,
        }
        return read[command]()

    # What stands

    def _scores(self) -> dict[str, int]:
        return dict(self.replay.table.hand.scores) if self.replay.table.hand else {}

    @property
    def hand(self) -> BeziqueHand:
        """The open hand, or the one closed last."""
        hand = self.replay.table.hand or self.replay.table.last
        assert isinstance(hand, BeziqueHand)
        return hand

    @property
    def scores(self) -> dict[str, int]:
        return self.hand.scores

    @property
    def totals(self) -> dict[str, int]:
        """The totals, after the journal was read again from the start."""
        again = Replay.of(self.match, self.entries)
        assert again.problems == []
        assert again.table == self.replay.table
        return self.replay.table.totals

    @property
    def notices(self) -> list[str]:
        """What was said beside the last entry."""
        assert self.last is not None
        return [str(notice) for notice in self.last.notices]

    @property
    def winner(self) -> str | None:
        outcome = self.replay.table.outcome
        return outcome.winner if outcome else None

    def copies(self, card: str) -> int:
        """How many of a card the pack holds."""
        return self.match.rules.copies[Card(card)]

    def offers(self, player: str | None = None) -> dict[str, int]:
        """What can be declared now, with its suit where it has one, and at which price."""
        return {
            f"{offer.meld} {offer.suit}" if offer.suit else offer.meld: offer.points
            for offer in self.match.offers(self.replay.table, player)
        }


def russian(deal: str = "deal --trump spades", *players: str, **options: int | str | bool) -> BeziqueTable:
    """Open a hand of the Russian game: Boris deals, Anna leads."""
    table = BeziqueTable("russian", *players, options={key.replace("_", "-"): v for key, v in options.items()})
    table.enter(deal)
    return table


def classic(deal: str = "deal --trump spades", **options: int | str | bool) -> BeziqueTable:
    """Open a hand of the game with two packs: Boris deals, Anna leads."""
    table = BeziqueTable("classic", options={key.replace("_", "-"): value for key, value in options.items()})
    table.enter(deal)
    return table


def untold(game: str, *players: str, **words: object) -> BeziqueTable:
    """Open a hand of a game that turns no card, its tricks not recorded."""
    table = BeziqueTable(game, *players, tricks=False, **words)  # type: ignore[arg-type]
    table.enter("deal")
    return table
