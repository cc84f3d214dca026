"""Counting one session after another into the figures."""

from collections.abc import Mapping
from datetime import datetime
from itertools import combinations

from bezique_score.events import Declare, End, Trick
from bezique_score.match import Match, Step
from bezique_score.names import fold_name
from bezique_score.replay import Replay
from bezique_score.rules.vocabulary import meld_name
from bezique_score.stats.model import Best, Declared, Ending, Figures, Named, Pair, Played


class Count:
    """Counts sessions; `months`: periods are months and not years."""

    def __init__(self, *, months: bool = True) -> None:
        self.figures = Figures()
        self._period = "%Y-%m" if months else "%Y"

    def add(self, name: str, created: datetime, replay: Replay) -> None:
        """Count one session."""
        figures, match = self.figures, replay.match
        game = match.rules.game.id
        period = created.strftime(self._period)
        figures.sessions += 1
        figures.games[game] = figures.games.get(game, 0) + 1
        figures.periods[period] = figures.periods.get(period, 0) + 1
        folded = {player: fold_name(player) for player in match.seating.players}
        for player, person in folded.items():
            figures.people.setdefault(person, player)
        ending = ending_of(replay)
        session = _Session(name, match)
        for _, step in replay.standing():
            session.take(step)
            if isinstance(step.event, Declare):
                self._declaration(match, folded, step)
        figures.hands += session.hands
        self._played(folded, session, ending, leaders_of(replay.table.totals), (game, period))
        if ending == "unfinished":
            figures.unfinished.append(Named(name, game, created.date(), replay.table.totals))
            return
        if ending == "tied":
            figures.ties.append(Named(name, game, created.date(), replay.table.totals))
        self._pairs(match, folded, replay.table.totals)

    def _played(
        self,
        folded: Mapping[str, str],
        session: "_Session",
        ending: Ending,
        leaders: set[str],
        where: tuple[str, str],
    ) -> None:
        figures, seating = self.figures, session.match.seating
        game, period = where
        for player, person in folded.items():
            ahead = seating.side_of(player) in leaders
            for played in (
                figures.players.setdefault(person, Played()),
                figures.by_game.setdefault((game, person), Played()),
                figures.by_period.setdefault((period, person), Played()),
            ):
                played.games += 1
                played.wins += ending == "won" and ahead
                played.ties += ending == "tied" and ahead
                played.unfinished += ending == "unfinished"
                session.add_to(played, player)

    def _declaration(self, match: Match, folded: Mapping[str, str], step: Step) -> None:
        event = step.event
        assert isinstance(event, Declare) and event.player is not None
        declared = self.figures.declared.get(event.meld)
        if declared is None:
            name = str(meld_name(match.rules, event.meld))
            declared = self.figures.declared[event.meld] = Declared(name)
        person = folded[event.player]
        declared.times += 1
        declared.points += step.worth or step.points.get(match.seating.side_of(event.player), 0)
        declared.by[person] = declared.by.get(person, 0) + 1

    def _pairs(self, match: Match, folded: Mapping[str, str], totals: Mapping[str, int]) -> None:
        for one, other in combinations(folded, 2):
            sides = match.seating.side_of(one), match.seating.side_of(other)
            if sides[0] == sides[1]:
                continue
            if folded[one] > folded[other]:
                one, other, sides = other, one, (sides[1], sides[0])  # noqa: PLW2901 - a pair has one order
            pair = self.figures.pairs.setdefault((folded[one], folded[other]), Pair())
            pair.games += 1
            ahead = totals[sides[0]] - totals[sides[1]]
            pair.first += ahead > 0
            pair.second += ahead < 0
            pair.level += ahead == 0


class _Session:
    """What is gathered of one session while its entries go by, by player."""

    def __init__(self, name: str, match: Match) -> None:
        self.match = match
        self.hands = 0
        self._name = name
        self._tricks: dict[str, int] = {}
        self._played: dict[str, Played] = {player: Played() for player in match.seating.players}
        self._run: tuple[str, int] = ("", 0)

    def take(self, step: Step) -> None:
        """Take the next entry that stands."""
        event = step.event
        if isinstance(event, Trick) and event.winner:
            self._tricks[event.winner] = self._tricks.get(event.winner, 0) + 1
        elif isinstance(event, End) and step.table.last:
            self._close(step)

    def _close(self, step: Step) -> None:
        hand = step.table.last
        assert hand is not None
        seating = self.match.seating
        self.hands += 1
        for player in hand.active:
            played, points = self._played[player], hand.scores[seating.side_of(player)]
            played.hands += 1
            played.points += points
            best = Best(points, self._name, hand.number)
            if played.best is None or best.points > played.best.points:
                played.best = best
            if self._tricks:
                played.trick_points += points
                played.tricks += self._tricks.get(player, 0)
        self._tricks = {}
        leaders = leaders_of(step.table.totals)
        leader = leaders.pop() if len(leaders) == 1 else ""
        self._run = (leader, self._run[1] + 1 if leader == self._run[0] else 1)
        for player, played in self._played.items():
            if leader and seating.side_of(player) == leader:
                played.lead = max(played.lead, self._run[1])

    def add_to(self, sum_: Played, player: str) -> None:
        """Add what a player did in this session."""
        played = self._played[player]
        sum_.hands += played.hands
        sum_.points += played.points
        sum_.trick_points += played.trick_points
        sum_.tricks += played.tricks
        sum_.lead = max(sum_.lead, played.lead)
        if played.best and (sum_.best is None or played.best.points > sum_.best.points):
            sum_.best = played.best


def ending_of(replay: Replay) -> Ending:
    """Say how a session stands. Without a target it is over whenever its last hand is closed."""
    table = replay.table
    if table.outcome:
        return "won"
    if replay.match.target is not None or table.hand is not None or table.last is None:
        return "unfinished"
    return "won" if len(leaders_of(table.totals)) == 1 else "tied"


def leaders_of(totals: Mapping[str, int]) -> set[str]:
    """Name the sides with the most points."""
    most = max(totals.values())
    return {side for side, total in totals.items() if total == most}
