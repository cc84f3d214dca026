"""The law of re-use: which cards a declaration needs new, and which may serve again.

Copies of one kind in one class are counted by how many are *spent* (used in the class or known to be played) and
on which level of the class they lie. A declaration may come about in several ways; each is a plan.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TypeAlias

import msgspec

from bezique_score.cards import Card, Rank, Suit, card_of

Kind: TypeAlias = Card | Rank
"""What is counted: copies of a card, or cards of a rank in untold suits."""

Wanted: TypeAlias = Mapping[Kind, int]
"""How many of each kind a declaration is made of."""


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What a declaration asks of the cards.

    `choices` are the sets of cards it may be made of. `level` says how far up in its class it stands: cards of
    lower levels serve again, with at least one new card if `new_card`. `renewed` whole sets must be new, the
    others may come from an earlier declaration of the same level (0: none may). `reforms`: it may be made
    again after one of its cards was played; `rejoins`: of two broken ones the rest may be joined without a new
    card. `key` tells the declarations apart that can be re-formed. `by_rank`: the class counts this rank in
    untold suits too. `cards` are all that it may be made of, `ranks` theirs.
    """

    class_: str
    choices: tuple[Wanted, ...]
    level: int = 1
    new_card: bool = True
    times: int = 1
    renewed: int = 0
    reforms: bool = False
    rejoins: bool = False
    key: tuple[str, Suit | None] = ("", None)
    by_rank: Rank | None = None
    cards: frozenset[Card]
    ranks: frozenset[Rank]


class Use(msgspec.Struct, frozen=True):
    """Copies of one kind in one class: how many are spent, and how many lie in it at each level."""

    spent: int = 0
    levels: tuple[int, ...] = ()

    @property
    def used(self) -> int:
        """How many have served in the class."""
        return sum(self.levels)

    def below(self, level: int) -> int:
        """How many lie in the class below this level."""
        return sum(self.levels[: level - 1])

    def lacking(self, level: int) -> int:
        """How many are spent that do not lie below this level, to rise to it."""
        return self.spent - sum(self.levels[: level - 1])

    def at(self, level: int) -> int:
        """How many lie in the class at this level."""
        return self.levels[level - 1] if level <= len(self.levels) else 0

    def raised(self, level: int, *, fresh: int, lifted: int) -> tuple[int, ...]:
        """Put fresh cards on a level, and lift others to it from the nearest levels below."""
        if level == 1 and len(self.levels) < 2:
            return (self.used + fresh,)
        levels = list(self.levels) + [0] * (level - len(self.levels))
        levels[level - 1] += fresh + lifted
        for below in range(level - 2, -1, -1):
            moved = min(lifted, levels[below])
            levels[below] -= moved
            lifted -= moved
        return tuple(levels)


UNUSED = Use()


Uses: TypeAlias = dict[Kind, Use]
"""One class of one holder, under one choice of what was not told."""


class Plan(msgspec.Struct, frozen=True):
    """How a declaration may come about.

    `fresh`: how many of each kind are new. `again`: cards of its own level serve again, because it adds to a
    declaration, or `reforms` one that was broken.
    """

    fresh: Wanted
    again: bool = False
    reforms: bool = False


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Declarations of one kind that lie on the table: how many, and how many of them may be broken.

    `cards` are those that may lie in them, `gone` those whose loss may have broken them. `played` and `unseen`
    are what was known when the last of them was made.
    """

    made: int
    broken: int
    cards: frozenset[Card]
    gone: frozenset[Card]
    played: dict[Card, int]
    unseen: int


def plans_of(uses: Uses, wanted: Wanted, need: Need, standing: Standing | None) -> Iterator[Plan]:
    """List every way that the rules allow."""
    yield from _going_up(uses, wanted, need)
    if need.renewed:
        yield _renewing(uses, wanted, need)
    if standing is not None and standing.broken:
        yield from _re_forming(uses, wanted, need, standing)


def spend(played: Mapping[Card, int], uses: Uses, wanted: Wanted, plan: Plan, need: Need) -> Uses:
    """Book the cards of a declaration in its class, under one choice and one plan."""
    after = dict(uses)
    told_now = 0
    for kind, number in wanted.items():
        if isinstance(kind, Card):
            after[kind], named = _spend_card(played, uses, kind, number, plan, need)
            told_now += named
    if need.by_rank:
        # cards of untold quartets whose suit is known by now are no longer in the pool
        pool = uses.get(need.by_rank, UNUSED)
        pooled = pool.used + plan.fresh.get(need.by_rank, 0) - told_now
        gone = sum(played.get(card_of(need.by_rank, suit), 0) for suit in Suit)
        of_rank = [kind for kind in wanted if kind is not Card.INFUZORKA]
        fresh = sum(plan.fresh[kind] for kind in of_rank)
        spent = max(pool.spent + fresh, sum(wanted[kind] for kind in of_rank) + gone)
        after[need.by_rank] = Use(spent, (pooled,))
    return after


def _spend_card(
    played: Mapping[Card, int], uses: Uses, card: Card, number: int, plan: Plan, need: Need
) -> tuple[Use, int]:
    """Book one kind of card, and count how many of it had lain untold in a quartet."""
    use = uses.get(card, UNUSED)
    fresh = plan.fresh[card]
    again = number - fresh
    named = lifted = 0
    if again:
        lifted = again - (min(use.at(need.level), again) if plan.again else 0)
        named = max(0, lifted - use.below(need.level))
    spent = max(use.spent + named + fresh, number + played.get(card, 0))
    return Use(spent, use.raised(need.level, fresh=fresh + named, lifted=lifted - named)), named


def _going_up(uses: Uses, wanted: Wanted, need: Need) -> Iterator[Plan]:
    """Take all cards new, but for those that lie lower in the class."""
    if need.level == 1:
        yield Plan(wanted)
        return
    lower = {kind: min(number, _available(uses, kind, need.level, same=False)) for kind, number in wanted.items()}
    fresh = {kind: number - lower[kind] for kind, number in wanted.items()}
    if any(fresh.values()) or not need.new_card:
        yield Plan(fresh)
    else:
        yield from (Plan({**fresh, kind: 1}) for kind in wanted)


def _renewing(uses: Uses, wanted: Wanted, need: Need) -> Plan:
    """Take some whole sets new, the others from an earlier declaration of the same level."""
    fresh = {
        kind: max(number // need.times * need.renewed, number - _available(uses, kind, need.level, same=True))
        for kind, number in wanted.items()
    }
    return Plan(fresh, again=True)


def _re_forming(uses: Uses, wanted: Wanted, need: Need, standing: Standing) -> Iterator[Plan]:
    """Make whole with a replacement what was broken by playing a card."""
    least = {
        kind: number - min(number, _available(uses, kind, need.level, same=True))
        for kind, number in wanted.items()
    }
    for fresh in _shared_out(uses, wanted, least, need):
        if any(fresh.values()) or (need.rejoins and standing.broken > 1):
            yield Plan(fresh, again=True, reforms=True)
        else:
            # the new card is in the place of one that was played; where that was filled from below, it is any
            gone = [kind for kind in wanted if kind in standing.gone]
            any_card = need.by_rank or any(uses.get(kind, UNUSED).below(need.level) for kind in gone)
            able = wanted if any_card else gone
            yield from (Plan({**fresh, kind: 1}, again=True, reforms=True) for kind in able)


def _shared_out(uses: Uses, wanted: Wanted, fresh: Wanted, need: Need) -> Iterator[dict[Kind, int]]:
    """List what is new when cards of several suits cannot all be those that lie there untold."""
    if not need.by_rank:
        yield dict(fresh)
        return
    told = {kind: number - fresh[kind] for kind, number in wanted.items() if isinstance(kind, Card)}
    untold = {kind: max(0, again - _lying(uses, kind, need.level)) for kind, again in told.items()}
    excess = sum(untold.values()) - uses.get(need.by_rank, UNUSED).used
    for more in product(*(range(number + 1) for number in untold.values())):
        if sum(more) == max(0, excess):
            added: dict[Kind, int] = dict(zip(untold, more, strict=True))
            yield {kind: number + added.get(kind, 0) for kind, number in fresh.items()}


def leaves_some(plan: Plan, wanted: Wanted) -> bool:
    """Say whether more cards were new than one was lost, so that others of the broken set are left to re-form."""
    return sum(wanted.values()) > 2 and sum(plan.fresh.values()) > 1


def _available(uses: Uses, kind: Kind, level: int, *, same: bool) -> int:
    """Count the cards of a kind that lie in the class below a level, or on it too."""

    def count(use: Use) -> int:
        return use.below(level) + (use.at(level) if same else 0)

    found = count(uses.get(kind, UNUSED))
    if isinstance(kind, Rank):
        return found + sum(count(uses.get(card_of(kind, suit), UNUSED)) for suit in Suit)
    return found + (count(uses.get(kind.rank, UNUSED)) if kind.rank is not None else 0)


def _lying(uses: Uses, kind: Kind, level: int) -> int:
    """Count the cards of a kind itself that lie in the class below a level, or on it."""
    use = uses.get(kind, UNUSED)
    return use.below(level) + use.at(level)


def cards_of(choices: Iterable[Wanted]) -> frozenset[Card]:
    """List the cards that a declaration may be made of."""
    found: set[Card] = set()
    for wanted in choices:
        for kind in wanted:
            found |= {card_of(kind, suit) for suit in Suit} if isinstance(kind, Rank) else {kind}
    return frozenset(found)
