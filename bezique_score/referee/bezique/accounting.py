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

from collections.abc import Iterable, Mapping
from itertools import product

import msgspec
from msgspec.structs import replace

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.referee.bezique.alternatives import fit_together, open_ranks, pruned, vectors_of
from bezique_score.referee.bezique.reuse import (
    UNUSED,
    Kind,
    Need,
    Standing,
    Uses,
    Wanted,
    leaves_some,
    plans_of,
    spend,
)


class Lack(Exception):  # noqa: N818 - not an error: the count says no, the referee finds the words
    """No set of physical cards fits.

    `kind` is what is lacking; `full`: the class already holds every copy of it in the packs.
    """

    def __init__(self, kind: Kind, *, full: bool) -> None:
        super().__init__()
        self.kind = kind
        self.full = full


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
            for plan in plans_of(uses, wanted, need, standing):
                spent = spend(holding.played, uses, wanted, plan, need)
                lack = self._lacking(holder, mates, need, spent, wanted)
                if lack is None:
                    fitting.append(spent)
                    reformed = reformed and plan.reforms and not leaves_some(plan, wanted)
                else:
                    lacks.append(lack)
        if not fitting:
            raise next((lack for lack in lacks if lack.full), lacks[0])
        account = self._declared(holder, need, standing, pruned(fitting), reformed=reformed)
        account._verify(need.ranks)
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
        others = [holding for name, holding in self.holdings.items() if name != holder]
        short = [
            kind
            for kind in kinds
            if sum([self._held(other, kind) for other in others]) + uses[kind].spent > self._total(kind)
        ]
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
            ambiguous=open_ranks(holding.ambiguous, need.class_, fitting),
        )
        if need.reforms:
            made = standing.made if standing else 0
            broken = standing.broken if standing else 0
            lying = Standing(
                made=made if reformed else made + 1,
                broken=broken - 1 if reformed else broken,
                cards=need.cards | (standing.cards if standing else frozenset()),
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

    def _verify(self, kinds: Iterable[Kind]) -> None:
        """Check kinds of cards over all holders together. Raises `Lack`."""
        holdings = self.holdings.values()
        for kind in kinds:
            if isinstance(kind, Rank) and not any(kind in holding.held for holding in holdings):
                continue
            if sum([self._held(holding, kind) for holding in holdings]) > self._total(kind):
                raise Lack(kind, full=False)
        unsettled = {rank for holding in holdings for ranks in holding.ambiguous.values() for rank in ranks}
        for rank in unsettled and unsettled & {kind if isinstance(kind, Rank) else kind.rank for kind in kinds}:
            if not self._reconcilable(rank):
                raise Lack(rank, full=False)

    def _reconcilable(self, rank: Rank) -> bool:
        """Say whether the alternatives of all classes of all holders can be true together, for one rank."""
        cards = [card_of(rank, suit) for suit in Suit]
        vectors = [
            vectors_of(
                tuple(holding.held.get(card, 0) for card in cards),
                [holding.classes[class_] for class_, ranks in holding.ambiguous.items() if rank in ranks],
                cards,
            )
            for holding in self.holdings.values()
        ]
        return fit_together(vectors, [self._total(card) for card in cards])


def _raised(held: dict[Kind, int], least: Mapping[Kind, int]) -> dict[Kind, int]:
    """Raise what must have been held."""
    higher = {kind: number for kind, number in least.items() if number > held.get(kind, 0)}
    return {**held, **higher} if higher else held
