"""A second opinion on the cards: no counting, but every world that is possible, one physical card at a time.

A world says of every copy of every card whose it is, if that is known, whether it was played, how high it has
risen in each class of declarations, and in which declarations it lay. What is told leaves those worlds in which
it can be so. If none is left it was impossible. This is slow, and obviously right; only small packs bear it.

Where there are more worlds than can be followed, some of them are: what one of these allows is still possible, but
what none of them allows need not be impossible.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from random import Random
from typing import NamedTuple, TypeAlias

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.events import Declare
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import Rulebook, slots_of

NOBODY = ""
TURNED = "the turned card"
MOST_WORLDS = 150


class Copy(NamedTuple):
    """One physical card. Copies in the same state are alike, so a world keeps them sorted."""

    owner: str = NOBODY
    played: bool = False
    levels: tuple[tuple[str, int], ...] = ()
    lay_in: tuple[int, ...] = ()

    def level(self, class_: str) -> int:
        return dict(self.levels).get(class_, 0)

    def can_be_shown_by(self, player: str) -> bool:
        return self.owner in (NOBODY, player) and not self.played


World: TypeAlias = tuple[tuple[Copy, ...], ...]
"""The copies of each card, in the order of the pack."""

Laid: TypeAlias = list[tuple[Card, Copy]]


class SecondOpinion:
    """All the worlds that are still possible; only some, once it has `lost_count`.

    Whoever is named here holds cards: a player, or a side whose players lay their cards together.
    """

    def __init__(
        self, rules: Rulebook, trump: Suit | None, turned: Card | None = None, *, most: int = MOST_WORLDS
    ) -> None:
        self.most = most
        self.lost_count = False
        self._random = Random(most)  # noqa: S311 - cards, not secrets
        self.rules = rules
        self.trump = trump
        self.cards = list(rules.copies)
        world = tuple((Copy(),) * rules.copies[card] for card in self.cards)
        self.worlds: set[World] = {world}
        self.keys: list[tuple[str, Suit | None]] = []
        self.made: Counter[tuple[str, str]] = Counter()
        if turned is not None:
            self.worlds = {self._with(world, [(turned, Copy(), Copy(owner=TURNED))])}

    # What may be told; each answers whether it can be so, and if it cannot changes nothing

    def play(self, plays: Iterable[tuple[str, Card]]) -> bool:
        """Somebody played this card: some copy that nobody else has."""
        worlds = self.worlds
        for player, card in plays:
            worlds = {
                self._with(world, [(card, copy, copy._replace(owner=player, played=True))])
                for world in worlds
                for copy in set(self._copies(world, card))
                if copy.can_be_shown_by(player)
            }
        return self._keep(worlds)

    def play_unseen(self, players: Iterable[str]) -> bool:
        """Each has played one of the cards that he has shown, or any other."""
        worlds = self.worlds
        for player in players:
            worlds = worlds | {
                self._with(world, [(card, copy, copy._replace(played=True))])
                for world in worlds
                for card in self.cards
                for copy in set(self._copies(world, card))
                if copy.owner == player and not copy.played
            }
        return self._keep(worlds)

    def exchange(self, player: str, low: Card, turned: Card) -> bool:
        """The low trump lies turned, and the turned card is the player's."""
        terms = self.rules.game.exchange
        assert terms is not None
        fetched = Copy(owner=TURNED)
        worlds = set()
        for world in self.worlds:
            for copy in set(self._copies(world, low)):
                if not copy.can_be_shown_by(player) or (terms.uses and copy.level(terms.uses)):
                    continue
                used = ((terms.uses, 1),) if terms.uses else ()
                after = copy._replace(owner=TURNED, levels=tuple(sorted((*copy.levels, *used))))
                given = self._with(world, [(low, copy, after)])
                worlds.add(self._with(given, [(turned, fetched, Copy(owner=player))]))
        return self._keep(worlds)

    def declare(self, player: str, declare: Declare) -> bool:
        """Somebody laid these cards open, by the law of re-use."""
        declaration = self.rules.game.declaration[declare.meld]
        number = len(self.keys)
        self.keys.append((declare.meld, declare.suit))
        class_ = declaration.class_ or declare.meld
        worlds: set[World] = set()
        for world in self._shuffled(self.worlds):
            broken = self._broken(world)
            for wanted in self._ways(declare, declaration, player):
                for laid in self._laid(world, wanted, player):
                    if self._is_lawful(laid, declare, declaration, broken):
                        risen = [
                            (card, copy, _risen(copy, player, class_, declaration, number)) for card, copy in laid
                        ]
                        worlds.add(self._with(world, risen))
            if len(worlds) > 2 * self.most:
                self.lost_count = True
                break
        if not self._keep(worlds):
            self.keys.pop()
            return False
        self.made[player, declare.meld] += 1
        return True

    # The law of re-use

    def _is_lawful(self, laid: Laid, declare: Declare, declaration: Declaration, broken: set[int]) -> bool:
        class_ = declaration.class_ or declare.meld
        levels = [copy.level(class_) for _, copy in laid]
        new = [card for (card, _), level in zip(laid, levels, strict=True) if level == 0]
        again = [copy for (_, copy), level in zip(laid, levels, strict=True) if level == declaration.level]
        if any(level > declaration.level for level in levels):
            return False  # nothing comes down
        if declaration.by_adding and again and len(new) * declaration.times >= len(laid):
            return len(set(new)) == len({card for card, _ in laid})  # a whole pair was added
        if any(not self._is_widowed(copy, declare, broken) for copy in again):
            return False  # nothing goes sideways, unless its declaration was broken
        if new:
            return True  # a new card from hand
        if again:
            return declaration.rejoins and not self._lay_together(again, declare)
        return bool(declaration.after)

    def _is_widowed(self, copy: Copy, declare: Declare, broken: set[int]) -> bool:
        lay_in = [number for number in copy.lay_in if self.keys[number] == (declare.meld, declare.suit)]
        return self.rules.game.reuse.broken and bool(lay_in) and all(number in broken for number in lay_in)

    def _lay_together(self, copies: list[Copy], declare: Declare) -> bool:
        together = set(copies[0].lay_in).intersection(*(copy.lay_in for copy in copies))
        return any(self.keys[number] == (declare.meld, declare.suit) for number in together)

    @staticmethod
    def _broken(world: World) -> set[int]:
        return {number for copies in world for copy in copies if copy.played for number in copy.lay_in}

    # Which cards

    def _ways(self, declare: Declare, declaration: Declaration, player: str) -> Iterator[Counter[Card]]:
        """List what the declaration may be made of."""
        growing = not isinstance(declaration.points, int) and declaration.points.set is not None
        adds = growing and self.made[player, declare.meld] > 0
        slots = [slots_of(term) for term in declaration.cards for _ in range(1 if adds else declaration.times)]
        for rank in declare.infuzorki:
            replaced = next((slot for slot in slots if any(part.rank is rank for part in slot)), None)
            if replaced is None:
                return
            slots.remove(replaced)
        if not slots and not adds:
            return  # an infuzorka stands beside a real card, or adds to a set
        kinds = [
            [card for part in slot for card in self._kinds(part.rank, part.place, declare.suit)] for slot in slots
        ]
        for chosen in {tuple(sorted(chosen)) for chosen in product(*kinds)}:
            suits = [card.suit for card in chosen]
            if declaration.suits == "distinct" and len(set(suits)) < len(suits):
                continue
            if declare.suits and Counter(suits) != Counter(declare.suits):
                continue
            if declare.jack is not None and declare.jack not in chosen:
                continue
            yield Counter([*chosen, *[Card.INFUZORKA] * len(declare.infuzorki)])

    def _kinds(self, rank: Rank, place: str, suit: Suit | None) -> list[Card]:
        pair = self.rules.pair(self.trump)
        if place == "bezique":
            assert pair is not None
            return [pair[0] if rank is Rank.QUEEN else pair[1]]
        if place == "any":
            return [card_of(rank, any_suit) for any_suit in Suit]
        one = self.trump if place == "trumps" else suit or self.trump
        return [card_of(rank, one)] if one is not None else []

    def _laid(self, world: World, wanted: Counter[Card], player: str) -> Iterator[Laid]:
        """List every choice of copies that the player can show."""
        choices = []
        for card, number in wanted.items():
            able = [copy for copy in self._copies(world, card) if copy.can_be_shown_by(player)]
            choices.append([[(card, copy) for copy in chosen] for chosen in set(combinations(able, number))])
        for chosen in product(*choices):
            yield [one for part in chosen for one in part]

    # Worlds

    def _copies(self, world: World, card: Card) -> tuple[Copy, ...]:
        return world[self.cards.index(card)] if card in self.cards else ()

    def _with(self, world: World, changes: Iterable[tuple[Card, Copy, Copy]]) -> World:
        copies = [list(one) for one in world]
        for card, before, after in changes:
            place = self.cards.index(card)
            copies[place].remove(before)
            copies[place].append(after)
        return tuple(tuple(sorted(one)) for one in copies)

    def _shuffled(self, worlds: set[World]) -> list[World]:
        """Put worlds in an order that favours none, the same each time."""
        return self._random.sample(sorted(worlds), len(worlds))

    def _keep(self, worlds: set[World]) -> bool:
        if len(worlds) > self.most:
            self.lost_count = True
            worlds = set(self._shuffled(worlds)[: self.most])
        if worlds:
            self.worlds = worlds
        return bool(worlds)


def _risen(copy: Copy, player: str, class_: str, declaration: Declaration, number: int) -> Copy:
    levels = {**dict(copy.levels), class_: declaration.level}
    return copy._replace(owner=player, levels=tuple(sorted(levels.items())), lay_in=(*copy.lay_in, number))
