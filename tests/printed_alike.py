"""What is printed as JSON, held against itself: answers to lines, score, log, and what may be declared."""

import json
from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

from door import Door

from bezique_score.cards import Suit
from bezique_score.cli.answers import Looked, in_words
from bezique_score.match import Match, Table
from bezique_score.referee.bezique.table import BeziqueHand
from bezique_score.referee.thousand.table import ThousandHand
from bezique_score.refusal import Refusal
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import needs_suit, slots_of


def look(door: Door, line: str) -> Any:
    """Type a looking line, and read the JSON that it prints."""
    answer = door.answer(f"{line} --json")
    assert isinstance(answer, Looked)
    return json.loads(in_words(answer).out)


def alike(door: Door) -> tuple[Any, Any, Table]:
    """Describe what stands, its entries numbered without gaps."""

    place = {number: place for place, number in enumerate(door.standing, 1)}
    score, log = look(door, "score"), look(door, "log")
    score["adjustments"] = [{**one, "event": place[one["event"]]} for one in score["adjustments"]]
    kept = ("kind", "player", "what", "entry", "points", "worth", "totals", "exception", "notices", "problem")
    return score, [{key: row[key] for key in kept} for row in log], door.replay.table


# Answers, score and log


def verify_answer(
    told: dict[str, Any], added: list[dict[str, Any]], before: dict[str, Any], score: dict[str, Any]
) -> None:
    """Compare what `run --json` answers with the log and the score."""
    assert told["ok"]
    assert told["event"] == added[-1]["number"]
    points = {side: sum(row["points"].get(side, 0) for row in added) for side in score["totals"]}
    assert told["points"] == {side: change for side, change in points.items() if change}
    assert told["totals"] == score["totals"] == added[-1]["totals"]
    assert {side: score["totals"][side] - before["totals"][side] for side in points} == points
    assert told["hand"] == (score["hand"]["scores"] if score["hand"] else None)


def verify_totals(
    score: dict[str, Any], every: list[dict[str, Any]], standing: list[dict[str, Any]], table: Table
) -> None:
    """Add up the totals in every way: entry by entry, as it stands, and hand by hand."""
    totals = score["totals"]
    nothing = dict.fromkeys(totals, 0)
    for rows in (every, standing):
        running = dict(nothing)
        for row in rows:
            for side, points in row["points"].items():
                running[side] += points
            assert running == row["totals"]
        assert running == totals
    by_hand = dict(nothing)
    for hand in score["hands"]:
        for side, points in (hand["scores"] if hand["settlement"] is None else hand["settlement"]).items():
            by_hand[side] += points
    settled = any(hand["settlement"] for hand in score["hands"])
    side_of = {player: side for side in totals for player in side.split("+")} | {side: side for side in totals}
    for one in score["adjustments"]:
        by_hand[side_of[one["player"]]] += one["points"]
    worth = worth_in_hand(standing, side_of)
    hand = table.hand
    if isinstance(hand, BeziqueHand) and any(row["worth"] is not None for row in standing if row["kind"] != "end"):
        settled = True
        assert {side: points for side, points in hand.scores.items() if points} == worth
    if isinstance(hand, ThousandHand) and hand.bid is not None:
        assert {side: points for side, points in hand.announced.items() if points} == worth
    if settled and hand is not None:
        by_hand = {side: by_hand[side] - hand.scores[side] for side in by_hand}
    assert by_hand == totals


def worth_in_hand(standing: list[dict[str, Any]], side_of: Mapping[str, str]) -> dict[str, int]:
    """Add up by side what the entries of the open hand are worth that will count at its end."""
    worth: dict[str, int] = {}
    for row in standing:
        if row["kind"] in {"deal", "end"}:
            worth = {}
        elif row["worth"]:
            side = side_of[row["player"]]
            worth[side] = worth.get(side, 0) + row["worth"]
    return {side: points for side, points in worth.items() if points}


# What is offered


def verify_offers(door: Door) -> None:
    """Hold `melds --json` against what `declare` accepts at this moment, and books."""
    match, table = door.replay.match, door.replay.table
    if table.hand is None:
        return
    for player in table.hand.active:
        melds = look(door, f'melds "{player}"')
        offered = {(one["meld"], one["suit"]): one["points"] for one in melds}
        for meld, declaration in match.rules.game.declaration.items():
            if declaration.before_play:
                assert not any(word == meld for word, _ in offered)
                continue
            now = is_the_moment(match, table, player, declaration)
            for suit in tuple(Suit) if needs_suit(declaration) else (None,):
                price = price_of(door, player, meld, suit)
                assert price == (offered.get((meld, suit)) if now else None), (player, meld, suit)


def is_the_moment(match: Match, table: Table, player: str, declaration: Declaration) -> bool:
    """Say whether the player may declare now, if only he has the cards."""
    hand = table.hand
    if table.outcome is not None:
        return False
    if isinstance(hand, BeziqueHand):
        if not match.tricks:
            return True
        draws = match.rules.draws(len(match.seating.players))
        wins = match.seating.side_of(player) == match.seating.side_of(hand.leader)
        return wins and 0 < hand.tricks <= draws and (declaration.free or not hand.declared)
    assert isinstance(hand, ThousandHand)
    if match.rules.game.auction is not None and hand.bid is None:
        return False
    return not match.tricks or (player == hand.leader and hand.lead is None)


def price_of(door: Door, player: str, meld: str, suit: Suit | None) -> int | None:
    """Declare it with as few infuzorki as it takes, and say what would be booked; none when it is refused."""
    match, language = door.replay.match, door.desk.language()
    terms = match.rules.game.declaration[meld].cards
    ranks = sorted({slot.rank for term in terms for slot in slots_of(term)})
    words = [player, meld, *([suit] if suit else [])]
    for number in range(match.rules.game.deck.infuzorki + 1):
        for infuzorki in combinations_with_replacement(ranks, number):
            try:
                judged = door.replay.judge(language.declare(words, infuzorki=infuzorki))
            except Refusal:
                continue
            return judged.worth if judged.worth is not None else sum(judged.points.values())
    return None
