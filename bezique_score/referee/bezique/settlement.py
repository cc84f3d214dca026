"""A hand settled as a game: two scores and the terms in, game points and their explanation out."""

import msgspec

from bezique_score.rules.model import Settlement
from bezique_score.text import Text, say


class Settled(msgspec.Struct, frozen=True):
    """Game points by side, and how they came about."""

    points: dict[str, int]
    explanation: tuple[Text, ...]


def settle(terms: Settlement, scores: dict[str, int], brisques: dict[str, int]) -> Settled:
    """Settle a hand of two sides (Portland Club laws 58-61; six-pack tables CM, PW).

    `scores` are without brisques; `brisques` are their points by side, empty where they cannot matter.
    """
    notices: list[Text] = []
    loser, winner = sorted(scores, key=lambda side: (scores[side], brisques.get(side, 0)))
    low, high = scores[loser], scores[winner]
    if low == high and brisques.get(loser, 0) == brisques.get(winner, 0):
        return Settled(dict.fromkeys(scores, 0), (say("{score} each: nothing is won.", score=low),))
    if low == high:
        notices.append(say("The scores are equal at {score}: brisques decide.", score=low))
    saved = low < terms.line <= low + brisques.get(loser, 0)
    if saved:
        scores = {side: score + brisques[side] for side, score in scores.items()}
        notices.append(
            say(
                "{loser}'s brisques lift him over {line}: both add theirs, {scores}.",
                loser=loser,
                line=terms.line,
                scores=", ".join(f"{side} {score}" for side, score in scores.items()),
            )
        )
        if scores[loser] == scores[winner]:
            return Settled(dict.fromkeys(scores, 0), (*notices, say("Equal now: nothing is won.")))
        if scores[loser] > scores[winner]:
            loser, winner = winner, loser
            notices.append(say("{winner} is the higher now, and wins (reading).", winner=winner))
        low, high = scores[loser], scores[winner]
    if saved or low >= terms.line:
        points, explained = _won_by_the_difference(terms, low, high)
    else:
        points, explained = _won_by_the_rubicon(terms, low, high)
    return Settled({side: points if side == winner else 0 for side in scores}, (*notices, explained))


def _won_by_the_difference(terms: Settlement, low: int, high: int) -> tuple[int, Text]:
    rounded_low, rounded_high = (score // terms.unit * terms.unit for score in (low, high))
    difference = max(rounded_high - rounded_low, terms.least_difference)
    points = difference + terms.game
    return points, say(
        "{high} and {low} round to {rounded_high} and {rounded_low}; "
        "{difference} + {game} for the game = {points}.",
        high=high,
        low=low,
        rounded_high=rounded_high,
        rounded_low=rounded_low,
        difference=difference,
        game=terms.game,
        points=points,
    )


def _won_by_the_rubicon(terms: Settlement, low: int, high: int) -> tuple[int, Text]:
    rounded_low, rounded_high = (score // terms.unit * terms.unit for score in (low, high))
    counted_low = max(rounded_low, terms.least_loser)
    bonus = terms.rubicon_game + terms.rubicon_brisques
    points = rounded_high + counted_low + bonus
    return points, say(
        "{low} is under the rubicon of {line}: {rounded_high} + {counted_low} + {bonus} = {points}.",
        low=low,
        line=terms.line,
        rounded_high=rounded_high,
        counted_low=counted_low,
        bonus=bonus,
        points=points,
    )
