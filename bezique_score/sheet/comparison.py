"""An evening under other rules, beside what it was: in words and as data."""

from collections.abc import Iterator, Mapping
from typing import Any

from bezique_score.match import Match
from bezique_score.rejudge import Comparison, Difference
from bezique_score.replay import Replay
from bezique_score.sheet.build import game_title, house_options
from bezique_score.sheet.layout import Table, numbers_words
from bezique_score.sheet.plain import clean, wrap
from bezique_score.sheet.render_text import LEAST_WIDTH, render_table
from bezique_score.sheet.words import entry_words, what_words, who_of
from bezique_score.text import Text, say


def comparison_data(name: str, replay: Replay, match: Match, compared: Comparison) -> dict[str, Any]:
    """Describe what other rules make of the session `name`."""
    outcome = compared.outcome
    return {
        "session": name,
        "rules": replay.match.rules.game.id,
        "under": match.rules.game.id,
        "options": {option.label: option.value for option in house_options(match.rules.game)},
        "totals": compared.here,
        "totals_under": compared.there,
        "winner_under": outcome.winner if outcome else None,
        "ended_under": compared.ended,
        "unjudged": compared.unjudged,
        "differences": [
            {
                "event": difference.number,
                "player": who_of(difference.event),
                "what": str(what_words(difference.event, replay.match.rules)),
                "points": difference.here,
                "points_under": difference.there,
                "reason": str(difference.reason) if difference.reason else None,
            }
            for difference in compared.differences
        ],
    }


def comparison_text(name: str, replay: Replay, match: Match, compared: Comparison, *, width: int = 80) -> str:
    """Show the totals under both rules, and every entry that they see otherwise."""
    width = max(width, LEAST_WIDTH)
    lines: list[str] = []
    for sentence in _summary(name, replay, match, compared):
        lines += wrap(clean(str(sentence)), width)
    if compared.differences:
        headings = (say("No."), say("Entry"), say("As played"), say("Under them"))
        table = Table(
            headings=tuple(map(str, headings)),
            rows=tuple(_row(replay, difference) for difference in compared.differences),
            numbers=frozenset({0}),
        )
        lines += ["", *render_table(table, width).splitlines(), ""]
        for difference in compared.differences:
            if difference.reason:
                told = say("{number}: not judged: {reason}", number=difference.number, reason=difference.reason)
                lines += wrap(clean(str(told)), width, "  ")
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _summary(name: str, replay: Replay, match: Match, compared: Comparison) -> Iterator[Text]:
    title = game_title(match.rules.game)
    house = ", ".join(f"{option.label} = {option.value}" for option in house_options(match.rules.game))
    if house:
        yield say("{name} under {game} ({house}):", name=name, game=title, house=house)
    else:
        yield say("{name} under {game}:", name=name, game=title)
    yield say("Totals as played: {totals}.", totals=numbers_words(replay.table.totals))
    yield say("Totals under them: {totals}.", totals=numbers_words(compared.there))
    if compared.outcome:
        winner, number = compared.outcome.winner, compared.ended
        yield say("{winner} would have won with entry {number}.", winner=winner, number=number)
    if compared.unjudged:
        yield say("Entries that could not be judged: {number}.", number=compared.unjudged)
    if not compared.differences:
        yield say("No entry differs.")


def _row(replay: Replay, difference: Difference) -> tuple[str, ...]:
    words = str(entry_words(difference.event, replay.match.rules))
    there = str(say("not judged")) if difference.there is None else _points(difference.there)
    return str(difference.number), words, _points(difference.here), there


def _points(points: Mapping[str, int]) -> str:
    return numbers_words({side: number for side, number in points.items() if number}) or "0"
