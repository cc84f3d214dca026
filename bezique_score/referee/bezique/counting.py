"""What is counted at the end of a Bezique hand: the last trick and the brisques."""

import msgspec

from bezique_score.events import End
from bezique_score.referee.hand import Hand, Seating, tally
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Settlement
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import Text, listing, say, typed


class Taken(msgspec.Struct, frozen=True):
    """What the recorded tricks tell of a side: brisques seen, and how many more could be in tricks not seen."""

    brisques: int
    unseen: int


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """The scores with the last trick, the brisques and their points (empty: not counted), and remarks."""

    scores: dict[str, int]
    brisques: dict[str, int]
    points: dict[str, int]
    notices: tuple[Text, ...]


def count_end(
    rules: Rulebook, seating: Seating, hand: Hand, end: End, *, taken: dict[str, Taken], all_told: bool
) -> Counted:
    """Count what an `end` tells, with what the recorded tricks tell, and check one by the other. Raises `Refusal`.

    `all_told`: every trick of the hand was recorded.
    """
    _verify_options(rules, end)
    last = _last_winner(rules, hand, end, taken, told=all_told)
    scores = dict(hand.scores)
    if last is not None:
        scores[seating.side_of(last)] += rules.game.count.last_trick
    counts = _brisques(rules, scores, end, taken)
    notices = tally("Brisques: {tally}.", counts, end.counts)
    if last is not None and end.last is None:
        notices += (say("The last trick is {winner}'s.", winner=last),)
    return Counted(
        scores=scores,
        brisques=counts,
        points={side: number * rules.game.count.brisque for side, number in counts.items()},
        notices=notices,
    )


def _verify_options(rules: Rulebook, end: End) -> None:
    """Refuse what this family never counts: it has no bid to concede and no bolts."""
    unknown = [
        option
        for option, given in (
            ("--all-tricks", end.all_tricks),
            ("--no-trick", end.no_trick),
            ("--concede", end.concede),
            ("--last", end.last and not rules.game.count.last_trick),
            ("PLAYER=N", end.counts and not rules.game.count.brisque),
        )
        if given
    ]
    if unknown:
        raise Refusal(
            Code.NOT_IN_THIS_GAME,
            say("{options} is not asked at the end of a hand of this game.", options=listing(unknown, "and")),
            line="end",
        )


def _last_winner(rules: Rulebook, hand: Hand, end: End, taken: dict[str, Taken], *, told: bool) -> str | None:
    """Say who took the last trick. Raises `Refusal` where it is missing or contradicted."""
    if not rules.game.count.last_trick:
        return None
    named = end.last
    if told:
        if named not in (None, hand.leader):
            raise Refusal(
                Code.WRONG_WINNER,
                say("{winner} took the last trick, not {named}.", winner=hand.leader, named=named),
                line=_won_by_leader(rules, hand, end, taken),
            )
        return hand.leader
    if named is None:
        raise Refusal(
            Code.BAD_COUNT,
            say("The tricks recorded do not tell who took the last one."),
            line=_won_by_leader(rules, hand, end, taken),
            advice=say("or whoever took it"),
        )
    if named not in hand.active:
        raise Refusal(Code.SITTING_OUT, say("{player} has no cards in this hand.", player=named))
    return named


def _brisques(rules: Rulebook, scores: dict[str, int], end: End, taken: dict[str, Taken]) -> dict[str, int]:
    """Work out the brisques of each side from what was given and told; empty where they may be left out."""
    count = rules.game.count
    if not count.brisque:
        return {}
    pack = _in_pack(rules)
    counts = {side: told.brisques for side, told in taken.items() if not told.unseen} | end.counts
    missing = [side for side in taken if side not in counts]
    if len(missing) == 1:
        counts[missing[0]] = pack - sum(counts.values())
    elif missing:
        if not end.counts and not _must_be_given(rules, scores, taken):
            return {}
        raise _bad_count(
            say(
                "The brisques of {sides} are missing: there are {pack} in the pack.",
                sides=listing(missing, "and"),
                pack=pack,
            ),
            pack,
            taken,
            end.last,
        )
    _verify_counts(counts, taken, pack, end.last)
    return {side: counts[side] for side in taken}


def _verify_counts(counts: dict[str, int], taken: dict[str, Taken], pack: int, last: str | None) -> None:
    """Hold brisques against the pack and against the tricks recorded. Raises `Refusal`."""
    total = sum(counts.values())
    if total != pack or min(counts.values()) < 0:
        raise _bad_count(
            say(
                "{counts} make {total}, but there are {pack} brisques in the pack.",
                counts=listing([f"{side} {number}" for side, number in counts.items()], "and"),
                total=total,
                pack=pack,
            ),
            pack,
            taken,
            last,
        )
    for side, number in counts.items():
        least = taken[side].brisques
        most = min(pack, least + taken[side].unseen)
        if not least <= number <= most:
            raise _bad_count(
                say(
                    "{side} is given {number} brisques, but by the tricks recorded has {least} to {most}.",
                    side=side,
                    number=number,
                    least=least,
                    most=most,
                ),
                pack,
                taken,
                last,
            )


def _in_pack(rules: Rulebook) -> int:
    """Count the brisques of all the packs."""
    return sum(number for card, number in rules.copies.items() if card.rank in rules.game.count.brisques)


def _must_be_given(rules: Rulebook, scores: dict[str, int], taken: dict[str, Taken]) -> bool:
    """Say whether brisques may not be left out: unless every trick tells them, or they could not matter."""
    if not rules.game.count.brisque or not any(side.unseen for side in taken.values()):
        return False
    terms = rules.game.settlement
    return terms is None or _could_matter(terms, scores, taken, _in_pack(rules), rules.game.count.brisque)


def _could_matter(
    terms: Settlement, scores: dict[str, int], taken: dict[str, Taken], pack: int, brisque: int
) -> bool:
    """Say whether brisques could decide: at a tie, or where they could lift the loser over the line."""
    if not terms.brisques:
        return False
    low, high = min(scores.values()), max(scores.values())
    if low == high:
        return True
    loser = next(side for side, score in scores.items() if score == low)
    others = sum(told.brisques for side, told in taken.items() if side != loser)
    most = min(pack - others, taken[loser].brisques + taken[loser].unseen)
    return low < terms.line <= low + most * brisque


def _bad_count(message: Text, pack: int, taken: dict[str, Taken], last: str | None) -> Refusal:
    return Refusal(
        Code.BAD_COUNT,
        message,
        line=_end_line(_plausible(pack, taken), last),
        advice=say("the last missing number is worked out"),
    )


def _plausible(pack: int, taken: dict[str, Taken]) -> dict[str, int]:
    """Make up an example that fits the tricks recorded: numbers for all sides but the last."""
    counts = {side: told.brisques for side, told in taken.items()}
    for _ in range(pack - sum(counts.values())):
        able = [side for side, told in taken.items() if counts[side] < told.brisques + told.unseen]
        fewest = min(able, key=lambda side: counts[side])
        counts[fewest] += 1
    return dict(list(counts.items())[:-1])


def _won_by_leader(rules: Rulebook, hand: Hand, end: End, taken: dict[str, Taken]) -> str:
    """Spell an `end` that says the last trick was won by the leader, with brisques where they are needed."""
    needed = not end.counts and _must_be_given(rules, hand.scores, taken)
    return _end_line(_plausible(_in_pack(rules), taken) if needed else end.counts, hand.leader)


def _end_line(counts: dict[str, int], last: str | None) -> str:
    return typed(
        "end", *(f"{side}={number}" for side, number in counts.items()), *(("--last", last) if last else ())
    )
