"""What was not told: the alternatives that are kept apart, and whether some of them can be true together."""

from itertools import product

from bezique_score.cards import Card, Rank
from bezique_score.referee.bezique.reuse import UNUSED, Use, Uses

MOST_ALTERNATIVES = 32
"""More choices than these are not kept apart."""


def open_ranks(
    ambiguous: dict[str, frozenset[Rank]], class_: str, fitting: list[Uses]
) -> dict[str, frozenset[Rank]]:
    """Note the ranks of which a class has alternatives."""
    if len(fitting) == 1:
        return {other: ranks for other, ranks in ambiguous.items() if other != class_} if ambiguous else ambiguous
    kinds = set().union(*fitting)
    ranks = {
        kind if isinstance(kind, Rank) else kind.rank
        for kind in kinds
        if len({uses.get(kind, UNUSED).spent for uses in fitting}) > 1
    }
    return {**ambiguous, class_: frozenset(rank for rank in ranks if rank is not None)}


def pruned(found: list[Uses]) -> list[Uses]:
    """Drop choices that ask for as much as another one, or more; too many are taken for the least of each."""
    if len(found) == 1:
        return found
    kept: list[Uses] = []
    for uses in found:
        if not any(_asks_no_more(other, uses) for other in kept):
            kept = [other for other in kept if not _asks_no_more(uses, other)]
            kept.append(uses)
    return kept if len(kept) <= MOST_ALTERNATIVES else [_least(kept)]


def _asks_no_more(one: Uses, other: Uses) -> bool:
    """Say whether one choice has spent no more than the other, and lacks no more to whatever may come."""
    for kind in {*one, *other}:
        use, against = one.get(kind, UNUSED), other.get(kind, UNUSED)
        if use.spent > against.spent:
            return False
        levels = max(len(use.levels), len(against.levels))
        if any(use.lacking(level) > against.lacking(level) for level in range(2, levels + 2)):
            return False
    return True


def _least(found: list[Uses]) -> Uses:
    """Take the least that any choice has spent, and the most that lies in it: this refuses nothing possible."""
    least: Uses = {}
    for kind in set().union(*found):
        uses = [one.get(kind, UNUSED) for one in found]
        levels = max(len(use.levels) for use in uses)
        least[kind] = Use(
            min(use.spent for use in uses),
            tuple(max(use.at(level) for use in uses) for level in range(1, levels + 1)),
        )
    return least


def vectors_of(
    sure: tuple[int, ...], unsettled: list[tuple[Uses, ...]], cards: list[Card]
) -> list[tuple[int, ...]]:
    """List what a holder may have held of each card, one entry for each way his alternatives go together.

    `sure` is what he must have held in any case, `unsettled` are his classes that have alternatives.
    """
    if not unsettled:
        return [sure]
    touching = [
        {tuple(uses[card].spent if card in uses else 0 for card in cards) for uses in alternatives}
        for alternatives in unsettled
    ]
    found = {tuple(map(max, sure, *chosen)) for chosen in product(*touching)}
    return [one for one in found if not any(_less(other, one) for other in found)]


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(left <= right for left, right in zip(one, other, strict=True))


def fit_together(holders: list[list[tuple[int, ...]]], totals: list[int]) -> bool:
    """Say whether one vector of each holder can be chosen so that together they are within the totals."""
    if not holders:
        return all(total >= 0 for total in totals)
    first, *others = holders
    return any(
        fit_together(others, [total - number for total, number in zip(totals, vector, strict=True)])
        for vector in first
        if all(number <= total for number, total in zip(vector, totals, strict=True))
    )
