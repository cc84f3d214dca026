"""A table with real cards: deals a pack, plays it out, and declares only what truly lies in a hand.

It follows every single card, so it knows nothing of counting: what it enters has happened, and the referee may
refuse none of it. It is also where the example evenings come from.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from random import Random

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.events import Deal, Declare, End, Exchange, Fact, Trick
from bezique_score.referee.bezique.shapes import grows
from bezique_score.referee.hand import Seating
from bezique_score.referee.trick import take_trick
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import Rulebook, needs_suit, slots_of


@dataclass(eq=False)
class RealCard:
    """One physical card: what it is, and how high it has risen in each class of declarations."""

    kind: Card
    levels: dict[str, int] = field(default_factory=dict)


@dataclass
class Shown:
    """A declaration as it lay on the table."""

    player: str
    key: tuple[str, Suit | None]
    cards: list[RealCard]


class RealHand:
    """One hand, played with cards."""

    def __init__(self, rules: Rulebook, seating: Seating, dealer: str, random: Random, *, told: float) -> None:
        self.rules = rules
        self.seating = seating
        self.random = random
        self.told = told
        self.dealer = dealer
        seats = len(seating.players)
        place = seating.players.index(dealer) + 1
        self.players = (seating.players[place:] + seating.players[:place])[: rules.active(seats)]
        pack = [RealCard(kind) for kind, number in rules.copies.items() for _ in range(number)]
        random.shuffle(pack)
        each = rules.game.deal.cards
        self.hands = {player: [pack.pop() for _ in range(each)] for player in self.players}
        self.stock = pack
        assert rules.game.trumps is not None
        self.turned: RealCard | None = None
        if rules.game.trumps.made_by == "turned":
            place = next(place for place, card in enumerate(pack) if card.kind.suit is not None)
            self.turned = pack.pop(place)
            self.stock.insert(0, self.turned)  # drawn last: cards are drawn from the end
        self.trump = self.turned.kind.suit if self.turned else None
        self.made: dict[tuple[str, str], int] = {}
        self.shown: list[Shown] = []
        self.brisques = dict.fromkeys(seating.sides, 0)
        self.exchanged = False

    def play(self) -> Iterator[Fact]:
        """Play the hand out, giving one true entry after the other."""
        yield Deal(dealer=self.dealer, upcard=self.turned.kind if self.turned else None)
        leader = self.players[0]
        while any(self.hands.values()):
            leader, trick = self._trick(leader)
            yield trick
            draws = len(self.stock) >= len(self.players)
            if draws:
                yield from self._after_winning(leader)
                for player in self._from(leader):
                    self.hands[player].append(self.stock.pop())
        count = self.rules.game.count
        counts = self.brisques if count.brisque else {}
        yield End(counts=counts, last=leader if count.last_trick else None)

    def _from(self, leader: str) -> tuple[str, ...]:
        place = self.players.index(leader)
        return self.players[place:] + self.players[:place]

    def _trick(self, leader: str) -> tuple[str, Trick]:
        in_order = self._from(leader)
        played: list[RealCard] = []
        for player in in_order:
            hand = self.hands[player]
            card = self._choose(hand, played)
            hand.remove(card)
            played.append(card)
        kinds = tuple(card.kind for card in played)
        winner = in_order[take_trick(kinds, self.trump, self.rules.order)]
        self.brisques[self.seating.side_of(winner)] += sum(
            kind.rank in self.rules.game.count.brisques for kind in kinds
        )
        told = self.random.random() < self.told
        return winner, Trick(cards=kinds if told else (), winner=winner)

    def _choose(self, hand: list[RealCard], played: list[RealCard]) -> RealCard:
        """Follow suit, or trump, once the stock is out; before that, rather keep what may still be declared."""
        if played and not self.stock:
            suit = played[0].kind.suit
            following = [card for card in hand if card.kind.suit is suit]
            following = following or [card for card in hand if card.kind.suit is self.trump]
            return self.random.choice(following or hand)
        spare = [card for card in hand if card.kind.rank in (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN)]
        return self.random.choice(spare if spare and self.random.random() < 0.6 else hand)

    def _after_winning(self, winner: str) -> Iterator[Fact]:
        yield from self._exchange(winner)
        able = [player for player in self.seating.mates(winner) if player in self.players]
        possible = [found for player in able for found in self.possible(player)]
        ordinary = [found for found in possible if not self.rules.game.declaration[found[0].meld].free]
        for declare, cards in [found for found in possible if found not in ordinary][:1]:
            self._lay(declare, cards)
            yield declare
        preferred = self._prefer(ordinary) if ordinary else None
        if preferred is not None:
            declare, cards = preferred
            self._lay(declare, cards)
            yield declare

    def _prefer(self, ordinary: list[tuple[Declare, list[RealCard]]]) -> tuple[Declare, list[RealCard]] | None:
        """Choose one of what could be declared; now and then nothing is."""
        return self.random.choice(ordinary) if self.random.random() < 0.9 else None

    def _exchange(self, winner: str) -> Iterator[Fact]:
        exchange = self.rules.game.exchange
        if exchange is None or self.trump is None or self.turned is None or self.exchanged:
            return
        low = card_of(exchange.rank, self.trump)
        fresh = [
            card
            for card in self.hands[winner]
            if card.kind is low and not (exchange.uses and exchange.uses in card.levels)
        ]
        if fresh and self.turned.kind is not low and self.random.random() < 0.5:
            if exchange.uses:
                fresh[0].levels[exchange.uses] = 1
                self._count(winner, exchange.uses)
            self.hands[winner].remove(fresh[0])
            self.hands[winner].append(self.turned)
            self.stock[0] = self.turned = fresh[0]
            self.exchanged = True
            yield Exchange(player=winner)

    def possible(self, player: str) -> list[tuple[Declare, list[RealCard]]]:
        """List what a player holds that he may declare, one way of laying each."""
        found = []
        for meld, declaration in self.rules.game.declaration.items():
            if declaration.before_play:
                continue
            for suit in tuple(Suit) if needs_suit(declaration) else (None,):
                ways = list(self._ways(player, meld, declaration, suit))
                if ways:
                    found.append(self.random.choice(ways))
        return found

    def _ways(
        self, player: str, meld: str, declaration: Declaration, suit: Suit | None
    ) -> Iterator[tuple[Declare, list[RealCard]]]:
        made = self.made.get((self.seating.side_of(player), meld), 0)
        adds = grows(declaration) and made > 0
        terms = [term for term in declaration.cards for _ in range(1 if adds else declaration.times)]
        kinds: list[list[Card]] = []
        for term in terms:
            able = [card for slot in slots_of(term) for card in self._cards(slot.rank, slot.place, suit)]
            if not able:
                return
            kinds.append(able)
        for choice in self._kinds(kinds, declaration):
            infuzorki = [card for card in self.hands[player] if card.kind is Card.INFUZORKA]
            infuzorki = [card for card in infuzorki if (declaration.class_ or meld) not in card.levels]
            for stand_ins in range(min(len(infuzorki), 1 if adds else len(terms) - 1) + 1):
                for replaced in combinations(range(len(choice)), stand_ins):
                    wanted = [kind for place, kind in enumerate(choice) if place not in replaced]
                    cards = self._lay_out(player, meld, declaration, suit, wanted)
                    if cards is None:
                        continue
                    ranks = tuple(choice[place].rank for place in replaced)
                    suits, jack = self._words(declaration, wanted)
                    declare = Declare(
                        player=player,
                        meld=meld,
                        suit=suit,
                        suits=suits,
                        jack=jack,
                        infuzorki=tuple(rank for rank in ranks if rank is not None),
                    )
                    yield declare, [*cards, *infuzorki[:stand_ins]]
                    break

    def _words(self, declaration: Declaration, wanted: list[Card]) -> tuple[tuple[Suit, ...], Card | None]:
        """Tell at random which suits and which jack they are, or not."""
        telling = self.random.random() < 0.5
        if telling and slots_of(declaration.cards[0])[0].place == "any":
            return tuple(card.suit for card in wanted if card.suit is not None), None
        if telling and any(" or " in term for term in declaration.cards):
            return (), next((card for card in wanted if card.rank is Rank.JACK), None)
        return (), None

    def _cards(self, rank: Rank, place: str, suit: Suit | None) -> list[Card]:
        match place:
            case "any":
                return [card_of(rank, any_suit) for any_suit in Suit]
            case "suit":
                return [card_of(rank, suit)] if suit else []
            case "trumps":
                return [card_of(rank, self.trump)] if self.trump else []
            case _:
                pair = self.rules.pair(self.trump)
                return [pair[0] if rank is Rank.QUEEN else pair[1]] if pair else []

    def _kinds(self, kinds: list[list[Card]], declaration: Declaration) -> Iterator[tuple[Card, ...]]:
        distinct = declaration.suits == "distinct"
        seen = set()
        for choice in product(*kinds):
            key = tuple(sorted(choice))
            if key in seen or (distinct and len(kinds[0]) > 1 and len(set(choice)) < len(choice)):
                continue
            seen.add(key)
            yield choice

    def _lay_out(
        self, player: str, meld: str, declaration: Declaration, suit: Suit | None, wanted: list[Card]
    ) -> list[RealCard] | None:
        """Find real cards of a hand for the kinds wanted, by the law of re-use; the most used ones first."""
        class_, level = declaration.class_ or meld, declaration.level
        laid: list[RealCard] = []
        for kind in wanted:
            able = [
                card
                for card in self.hands[player]
                if card.kind is kind and card not in laid and self._may_serve(card, class_, level, meld, suit)
            ]
            if not able:
                return None
            laid.append(max(able, key=lambda card: card.levels.get(class_, 0)))
        fresh = [card for card in laid if class_ not in card.levels]
        if len(fresh) == len(laid) or (declaration.after and fresh == []):
            return laid
        if not fresh and not self._rejoined(declaration, laid, meld, suit):
            # one card must be new: try to put a new one in the place of any
            for place, card in enumerate(laid):
                new = next(
                    (
                        other
                        for other in self.hands[player]
                        if other.kind is card.kind and class_ not in other.levels and other not in laid
                    ),
                    None,
                )
                if new is not None:
                    return [*laid[:place], new, *laid[place + 1 :]]
            return None
        return laid

    def _may_serve(self, card: RealCard, class_: str, level: int, meld: str, suit: Suit | None) -> bool:
        """A card rises in its class; on the same level it serves again only after its set was broken."""
        risen = card.levels.get(class_, 0)
        if risen != level:
            return risen < level
        return self.rules.game.reuse.broken and self._is_widowed(card, meld, suit)

    def _is_widowed(self, card: RealCard, meld: str, suit: Suit | None) -> bool:
        sets = [shown for shown in self.shown if shown.key == (meld, suit) and card in shown.cards]
        return bool(sets) and all(not self._lies_whole(shown) for shown in sets)

    def _lies_whole(self, shown: Shown) -> bool:
        return all(card in self.hands[shown.player] for card in shown.cards)

    def _rejoined(self, declaration: Declaration, laid: list[RealCard], meld: str, suit: Suit | None) -> bool:
        together = any(
            shown.key == (meld, suit) and all(card in shown.cards for card in laid) for shown in self.shown
        )
        return declaration.rejoins and not together

    def _lay(self, declare: Declare, cards: list[RealCard]) -> None:
        declaration = self.rules.game.declaration[declare.meld]
        for card in cards:
            card.levels[declaration.class_ or declare.meld] = declaration.level
        assert declare.player is not None
        self._count(declare.player, declare.meld)
        self.shown.append(Shown(declare.player, (declare.meld, declare.suit), cards))
        if declaration.makes_trumps and self.trump is None:
            self.trump = declare.suit

    def _count(self, player: str, meld: str) -> None:
        key = (self.seating.side_of(player), meld)
        self.made[key] = self.made.get(key, 0) + 1
