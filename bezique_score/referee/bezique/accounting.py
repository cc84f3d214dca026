"""Card accounting: whether some set of physical cards fits everything that was told (design, section 4).

Copies of a card look alike, so they are counted, not followed. For each holder (a player; a side where
partners may pool) and each class of declarations the account keeps how many distinct copies are *spent*: used
in that class or known to be played. A declaration needs so many *fresh* copies, neither used in its class nor
played, beside those it may use again, and all of its cards must lie open at once. What every holder must have
*held* is the most that any of his classes has spent; together that cannot be more than the packs hold.

Four of a rank in untold suits are counted by rank. Where one of few cards was meant (either jack of a quint,
the suit an infuzorka replaces, the new card of a re-formed set) every choice that fits is kept as an
alternative.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from bezique_score.cards import Card, Rank, Suit, card_of

Kind: TypeAlias = Card | Rank
"""What is counted: copies of a card, or cards of a rank in untold suits."""

Wanted: TypeAlias = Mapping[Kind, int]
"""How many of each kind a declaration is made of."""

MOST_ALTERNATIVES = 32
"""More choices than these are not kept apart."""


class Lack(Exception):  # noqa: N818 - not an error: the count says no, the referee finds the words
    """No set of physical cards fits.

    `kind` is what is lacking; `full`: the class already holds every copy of it in the packs.
    """

    def __init__(self, kind: Kind, *, full: bool) -> None:
        super().__init__(kind, full)
        self.kind = kind
        self.full = full


class Need(msgspec.Struct, frozen=True, kw_only=True):
    """What a declaration asks of the cards.

    `choices` are the sets of cards it may be made of. `level` says how far up in its class it stands: cards of
    lower levels serve again, with at least one new card if `new_card`. `renewed` whole sets must be new, the
    others may come from an earlier declaration of the same level (0: none may). `reforms`: it may be made
    again after one of its cards was played; `rejoins`: of two broken ones the rest may be joined without a new
    card. `key` tells the declarations apart that can be re-formed. `by_rank`: the class counts this rank in
    untold suits too.
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

    def at(self, level: int) -> int:
        """How many lie in the class at this level."""
        return self.levels[level - 1] if level <= len(self.levels) else 0

    def raised(self, level: int, *, fresh: int, lifted: int) -> tuple[int, ...]:
        """Put fresh cards on a level, and lift others to it from the nearest levels below."""
        if level == 1 and len(self.levels) == 1:
            return (self.levels[0] + fresh,)
        levels = list(self.levels) + [0] * (level - len(self.levels))
        levels[level - 1] += fresh + lifted
        for below in range(level - 2, -1, -1):
            moved = min(lifted, levels[below])
            levels[below] -= moved
            lifted -= moved
        return tuple(levels)


UNUSED = Use()


class Plan(msgspec.Struct, frozen=True):
    """How a declaration may come about.

    `fresh`: how many of each kind are new. `again`: cards of its own level serve again, because it adds to a
    declaration, or `reforms` one that was broken.
    """

    fresh: Wanted
    again: bool = False
    reforms: bool = False


Uses: TypeAlias = dict[Kind, Use]
"""One class of one holder, under one choice of what was not told."""


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


class Holding(msgspec.Struct, frozen=True):
    """What is known of one holder's cards in a hand.

    `held`: at least so many have been his. `classes`: each class with its alternatives; `ambiguous`: the ranks
    in which a class has more than one.
    """

    played: dict[Card, int] = {}
    held: dict[Kind, int] = {}
    classes: dict[str, tuple[Uses, ...]] = {}
    ambiguous: dict[str, frozenset[Rank]] = {}
    standing: dict[tuple[str, Suit | None], Standing] = {}


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Everything known of the cards of a hand; every change is a new account.

    `turned` is the card that lies turned, if it is known; `given` is who gave the low trump for it. `unseen`
    counts tricks told without cards; none are told where `tricks` are not recorded.
    """

    copies: dict[Kind, int]
    holdings: dict[str, Holding]
    turned: Card | None = None
    given: tuple[str, Card] | None = None
    tricks: bool = True
    unseen: int = 0

    def play(self, plays: Iterable[tuple[str, Card]]) -> "Account":
        """Note cards seen in a trick. Raises `Lack` when a holder cannot have had his."""
        account = self
        for holder, card in plays:
            holding = account.holdings[holder]
            played = {**holding.played, card: holding.played.get(card, 0) + 1}
            held = _raised(holding.held, {card: played[card]})
            account = account._with(holder, replace(holding, played=played, held=held))
            account._verify([card] if card.rank is None else [card, card.rank])
        return account

    def play_unseen(self) -> "Account":
        """Note a trick whose cards were not told."""
        return replace(self, unseen=self.unseen + 1)

    def exchange(self, holder: str, low: Card) -> "Account":
        """Give the low trump for the turned card. Raises `Lack`.

        The card fetched is the holder's beside all he has shown; the low trump is no longer his to have
        unplayed, and lies turned until the last card of the stock is drawn.
        """
        account = self.play([(holder, low)])
        if account.turned is not None:
            account = account._received(holder, account.turned)
        return replace(account, turned=None, given=(holder, low))

    def draw_last(self, holder: str) -> "Account":
        """Let the last card of the stock be drawn: the turned one, or the low trump given for it."""
        if self.given is not None:
            giver, low = self.given
            holding = self.holdings[giver]
            played = {**holding.played, low: holding.played[low] - 1}
            held: dict[Kind, int] = {**holding.held, low: holding.held[low] - 1}
            back = self._with(giver, replace(holding, played=played, held=held))
            return replace(back._received(holder, low), given=None)
        if self.turned is not None:
            return replace(self._received(holder, self.turned), turned=None)
        return self

    def _received(self, holder: str, card: Card) -> "Account":
        """Add a copy of a card to what a holder has had, beside those that were his before."""
        holding = self.holdings[holder]
        held: dict[Kind, int] = {**holding.held, card: holding.held.get(card, 0) + 1}
        return self._with(holder, replace(holding, held=held))

    def declare(self, holder: str, mates: tuple[str, ...], need: Need) -> "Account":
        """Lay the cards of a declaration open. Raises `Lack` when no choice of cards fits.

        `mates` are the holders of the same side, for whom a class that holds every copy is full.
        """
        holding = self.holdings[holder]
        standing = self._standing(holding, need)
        fitting: list[Uses] = []
        lacks: list[Lack] = []
        reformed = True
        for uses, wanted in product(holding.classes.get(need.class_, ({},)), need.choices):
            for plan in _plans(uses, wanted, need, standing):
                spent = _spend(holding, uses, wanted, plan, need)
                lack = self._lacking(holder, mates, need, spent, wanted)
                if lack is None:
                    fitting.append(spent)
                    reformed = reformed and plan.reforms and not _leaves_some(plan, wanted)
                else:
                    lacks.append(lack)
        if not fitting:
            raise next((lack for lack in lacks if lack.full), lacks[0])
        account = self._declared(holder, need, standing, _pruned(fitting), reformed=reformed)
        account._verify({card.rank for card in _cards_of(need.choices) if card.rank is not None})
        return account

    # The parts of a declaration

    def _standing(self, holding: Holding, need: Need) -> Standing | None:
        """Say what lies on the table of this declaration, and what may have been played of it since."""
        standing = holding.standing.get(need.key) if need.reforms else None
        if standing is None:
            return None
        if not self.tricks or self.unseen > standing.unseen:
            return replace(standing, broken=standing.made, gone=standing.cards)
        lost = {card: holding.played.get(card, 0) - standing.played.get(card, 0) for card in standing.cards}
        gone = standing.gone | {card for card, number in lost.items() if number}
        return replace(standing, broken=min(standing.made, standing.broken + sum(lost.values())), gone=gone)

    def _lacking(self, holder: str, mates: tuple[str, ...], need: Need, uses: Uses, wanted: Wanted) -> Lack | None:
        """Find a card of which this choice needs more than can be the holder's."""
        kinds = [*wanted, need.by_rank] if need.by_rank else [*wanted]
        short = [kind for kind in kinds if self._others(holder, kind) + uses[kind].spent > self._total(kind)]
        if not short:
            return None
        full = [kind for kind in short if self._used_by_side(mates, need.class_, kind) >= self.copies.get(kind, 0)]
        return Lack((full or short)[0], full=bool(full))

    def _used_by_side(self, mates: tuple[str, ...], class_: str, kind: Kind) -> int:
        """Count the copies of a kind that a class of a side holds in any case."""
        cards: list[Kind] = [card_of(kind, suit) for suit in Suit] if isinstance(kind, Rank) else []
        return sum(
            min(sum(uses.get(part, UNUSED).used for part in (kind, *cards)) for uses in alternatives)
            for mate in mates
            if (alternatives := self.holdings[mate].classes.get(class_))
        )

    def _declared(
        self, holder: str, need: Need, standing: Standing | None, fitting: list[Uses], *, reformed: bool
    ) -> "Account":
        holding = self.holdings[holder]
        first, *others = fitting
        sure = {kind: use.spent for kind, use in first.items()}
        for uses in others:
            sure = {kind: min(spent, uses.get(kind, UNUSED).spent) for kind, spent in sure.items()}
        changed = replace(
            holding,
            held=_raised(holding.held, sure),
            classes={**holding.classes, need.class_: tuple(fitting)},
            ambiguous=_open_ranks(holding.ambiguous, need.class_, fitting),
        )
        if need.reforms:
            made = standing.made if standing else 0
            broken = standing.broken if standing else 0
            lying = Standing(
                made=made if reformed else made + 1,
                broken=broken - 1 if reformed else broken,
                cards=frozenset(_cards_of(need.choices)) | (standing.cards if standing else frozenset()),
                gone=standing.gone if standing else frozenset(),
                played=holding.played,
                unseen=self.unseen,
            )
            changed = replace(changed, standing={**holding.standing, need.key: lying})
        return self._with(holder, changed)

    # Counting

    def _with(self, holder: str, holding: Holding) -> "Account":
        return replace(self, holdings={**self.holdings, holder: holding})

    def _total(self, kind: Kind) -> int:
        """How many of a kind can be in the players' hands: the packs' copies less the turned one."""
        turned = self.turned
        return self.copies.get(kind, 0) - (turned is not None and kind in (turned, turned.rank))

    def _held(self, holding: Holding, kind: Kind) -> int:
        if isinstance(kind, Rank):
            told = sum(holding.held.get(card_of(kind, suit), 0) for suit in Suit)
            return max(told, holding.held.get(kind, 0))
        return holding.held.get(kind, 0)

    def _others(self, holder: str, kind: Kind) -> int:
        """Count what all the others must have held of a kind."""
        if isinstance(kind, Card):
            return sum([holding.held.get(kind, 0) for name, holding in self.holdings.items() if name != holder])
        return sum(self._held(holding, kind) for name, holding in self.holdings.items() if name != holder)

    def _verify(self, kinds: Iterable[Kind]) -> None:
        """Check kinds of cards over all holders together. Raises `Lack`."""
        for kind in kinds:
            holdings = self.holdings.values()
            if isinstance(kind, Rank) and not any(kind in holding.held for holding in holdings):
                continue
            if sum(self._held(holding, kind) for holding in holdings) > self._total(kind):
                raise Lack(kind, full=False)
        unsettled = {
            rank for holding in self.holdings.values() for ranks in holding.ambiguous.values() for rank in ranks
        }
        for rank in unsettled and unsettled & {kind if isinstance(kind, Rank) else kind.rank for kind in kinds}:
            if not self._reconcilable(rank):
                raise Lack(rank, full=False)

    def _reconcilable(self, rank: Rank) -> bool:
        """Say whether the alternatives of all classes of all holders can be true together, for one rank."""
        cards = [card_of(rank, suit) for suit in Suit]
        vectors = [_vectors(holding, cards) for holding in self.holdings.values()]
        return _fits(vectors, [self._total(card) for card in cards])


def _plans(uses: Uses, wanted: Wanted, need: Need, standing: Standing | None) -> Iterator[Plan]:
    """List every way that the rules allow."""
    yield from _going_up(uses, wanted, need)
    if need.renewed:
        yield _renewing(uses, wanted, need)
    if standing is not None and standing.broken:
        yield from _re_forming(uses, wanted, need, standing)


def _spend(holding: Holding, uses: Uses, wanted: Wanted, plan: Plan, need: Need) -> Uses:
    """Book the cards of a declaration in its class, under one choice and one plan."""
    after = dict(uses)
    told_now = 0
    for kind, number in wanted.items():
        if isinstance(kind, Card):
            after[kind], named = _spend_card(holding, uses, kind, number, plan, need)
            told_now += named
    if need.by_rank:
        # cards of untold quartets whose suit is known by now are no longer in the pool
        pool = uses.get(need.by_rank, UNUSED)
        pooled = pool.used + plan.fresh.get(need.by_rank, 0) - told_now
        played = sum(holding.played.get(card_of(need.by_rank, suit), 0) for suit in Suit)
        of_rank = [kind for kind in wanted if kind is not Card.INFUZORKA]
        fresh = sum(plan.fresh[kind] for kind in of_rank)
        spent = max(pool.spent + fresh, sum(wanted[kind] for kind in of_rank) + played)
        after[need.by_rank] = Use(spent, (pooled,))
    return after


def _spend_card(holding: Holding, uses: Uses, card: Card, number: int, plan: Plan, need: Need) -> tuple[Use, int]:
    """Book one kind of card, and count how many of it had lain untold in a quartet."""
    use = uses.get(card, UNUSED)
    fresh = plan.fresh[card]
    again = number - fresh
    named = lifted = 0
    if again:
        lifted = again - (min(use.at(need.level), again) if plan.again else 0)
        named = max(0, lifted - use.below(need.level))
    spent = max(use.spent + named + fresh, number + holding.played.get(card, 0))
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
    fresh = {
        kind: number - min(number, _available(uses, kind, need.level, same=True))
        for kind, number in wanted.items()
    }
    if any(fresh.values()) or (need.rejoins and standing.broken > 1):
        yield Plan(fresh, again=True, reforms=True)
    else:
        # the new card is in the place of one that was played; where that place was filled from below, it is any
        gone = [kind for kind in wanted if kind in standing.gone]
        any_card = need.by_rank or any(uses.get(kind, UNUSED).below(need.level) for kind in gone)
        able = wanted if any_card else gone
        yield from (Plan({**fresh, kind: 1}, again=True, reforms=True) for kind in able)


def _leaves_some(plan: Plan, wanted: Wanted) -> bool:
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


def _cards_of(choices: Iterable[Wanted]) -> set[Card]:
    """List the cards that a declaration may be made of."""
    found: set[Card] = set()
    for wanted in choices:
        for kind in wanted:
            found |= {card_of(kind, suit) for suit in Suit} if isinstance(kind, Rank) else {kind}
    return found


def _raised(held: dict[Kind, int], least: Mapping[Kind, int]) -> dict[Kind, int]:
    """Raise what must have been held."""
    higher = {kind: number for kind, number in least.items() if number > held.get(kind, 0)}
    return {**held, **higher} if higher else held


def _open_ranks(
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


def _pruned(found: list[Uses]) -> list[Uses]:
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
    return all(
        use.spent <= (against := other.get(kind, UNUSED)).spent
        and all(use.spent - use.below(level) <= against.spent - against.below(level) for level in range(2, 7))
        for kind, use in ((kind, one.get(kind, UNUSED)) for kind in {*one, *other})
    )


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


def _vectors(holding: Holding, cards: list[Card]) -> list[tuple[int, ...]]:
    """List what a holder may have held of each card, one entry for each way his alternatives go together."""
    sure = tuple(holding.held.get(card, 0) for card in cards)
    touching = [
        {tuple(uses[card].spent if card in uses else 0 for card in cards) for uses in holding.classes[class_]}
        for class_, ranks in holding.ambiguous.items()
        if cards[0].rank in ranks
    ]
    if not touching:
        return [sure]
    found = {tuple(map(max, sure, *chosen)) for chosen in product(*touching)}
    return [one for one in found if not any(_less(other, one) for other in found)]


def _less(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one != other and all(left <= right for left, right in zip(one, other, strict=True))


def _fits(holders: list[list[tuple[int, ...]]], totals: list[int]) -> bool:
    """Say whether one vector of each holder can be chosen so that together they are within the totals."""
    if not holders:
        return all(total >= 0 for total in totals)
    first, *others = holders
    return any(
        _fits(others, [total - number for total, number in zip(totals, vector, strict=True)])
        for vector in first
        if all(number <= total for number, total in zip(vector, totals, strict=True))
    )
