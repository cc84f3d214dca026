"""Hands of the Bezique family as people play them who know what is worth keeping.

The cards are followed by `RealHand`; here is only taste: what is thrown away, which trick is worth winning,
which declaration comes first. Every hand ends with an audit of the whole pack.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
from real_cards import RealCard, RealHand

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Deal, Declare, End, Fact, Trick
from bezique_score.referee.bezique.shapes import price
from bezique_score.referee.hand import Seating
from bezique_score.referee.trick import take_trick
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import Rulebook, needs_suit

WORTH = {Rank.ACE: 25, Rank.KING: 15, Rank.QUEEN: 12, Rank.JACK: 10, Rank.TEN: 12}
IN_TRUMPS = {Rank.ACE: 60, Rank.TEN: 50, Rank.KING: 45, Rank.QUEEN: 55, Rank.JACK: 40}
SEQUENCE = {Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK}
COURT = {Rank.KING, Rank.QUEEN, Rank.JACK}

Found = tuple[Declare, list[RealCard]]


class EveningHand(RealHand):
    """A hand played with sense. `bold`: how often a player declares what he can, and fights for the trick."""

    def __init__(self, rules: Rulebook, seating: Seating, dealer: str, random: Random, *, bold: float) -> None:
        super().__init__(rules, seating, dealer, random, told=1.0)
        self.bold = bold
        self.played: Counter[Card] = Counter()
        self.blank: set[str] = set()

    # The hand from the deal to the last trick

    def play(self) -> Iterator[Fact]:
        """Play the hand out as `RealHand` does, with the carte blanche and the cut before and beside it."""
        yield Deal(dealer=self.dealer, upcard=self.turned.kind if self.turned else None)
        yield from self._before_play()
        leader = self.players[0]
        while any(self.hands.values()):
            leader, trick = self._trick(leader)
            self.played.update(trick.cards)
            yield trick
            if len(self.stock) >= len(self.players):
                yield from self._after_winning(leader)
                for player in self._from(leader):
                    self.hands[player].append(self.stock.pop())
                yield from self._drawn_without_a_court_card()
        self._audit()
        count = self.rules.game.count
        yield End(counts=self.brisques if count.brisque else {}, last=leader if count.last_trick else None)

    def _before_play(self) -> Iterator[Fact]:
        known = self.rules.game.declaration
        if "exact-cut" in known:
            other = next(player for player in self.players if player != self.dealer)
            lifted, guess = (round(self.random.gauss(24, 1.5)) for _ in range(2))
            if lifted == 24:
                yield Declare(player=self.dealer, meld="exact-cut")
            if lifted == guess:
                yield Declare(player=other, meld="cut-guess")
        if "carte-blanche" in known:
            self.blank = {player for player in self.players if not self._has_court_card(player)}
            yield from (Declare(player=player, meld="carte-blanche") for player in sorted(self.blank))

    def _drawn_without_a_court_card(self) -> Iterator[Fact]:
        self.blank = {player for player in self.blank if not self._has_court_card(player)}
        yield from (Declare(player=player, meld="carte-blanche") for player in sorted(self.blank))

    def _has_court_card(self, player: str) -> bool:
        return any(card.kind.rank in COURT for card in self.hands[player])

    def _audit(self) -> None:
        """Count the cards that were played and those left over: exactly the pack, not one more or less."""
        left = Counter(card.kind for card in self.stock)
        assert self.played + left == Counter(self.rules.copies)
        assert len(self.stock) < len(self.players)

    # What is kept and what is played

    def _worth(self, card: RealCard) -> int:
        kind = card.kind
        if kind.suit is None:
            return 100
        short = Rank.SEVEN not in self.rules.order  # in the short packs plain tens are the low cards
        worth = 3 if short and kind.rank is Rank.TEN else WORTH.get(kind.rank or Rank.SEVEN, 1)
        if self.trump is not None and kind.suit is self.trump:
            worth = IN_TRUMPS.get(kind.rank or Rank.SEVEN, 20)
        if kind in (self.rules.pair(self.trump) or ()):
            worth += 50
        return worth // 2 if card.levels and self.random.random() < 0.5 else worth

    def _hoped(self, card: RealCard, company: Counter[Suit | None]) -> int:
        """What a card is worth for the sequence of its suit, where there may still be one."""
        if "marriage" in card.levels or card.kind.rank not in SEQUENCE or not self.stock:
            return 0
        sequence = self.rules.game.declaration.get("sequence")
        plain = sequence is not None and needs_suit(sequence)
        return 8 * company[card.kind.suit] if plain or card.kind.suit is self.trump else 0

    def _choose(self, hand: list[RealCard], played: list[RealCard]) -> RealCard:
        allowed = hand if self.stock or not played else self._following(hand, played)
        company = Counter(kind.suit for kind in {card.kind for card in hand} if kind.rank in SEQUENCE)
        by_worth = sorted(allowed, key=lambda card: self._worth(card) + self._hoped(card, company))
        if not played:
            return by_worth[0] if self.stock else by_worth[-1]
        winning = [card for card in by_worth if self._wins(card, played)]
        keen = not self.stock or self.random.random() < self.bold
        if winning and keen and (not self.stock or self._worth(winning[0]) <= 60):
            return winning[0]
        return by_worth[0]

    def _following(self, hand: list[RealCard], played: list[RealCard]) -> list[RealCard]:
        suit = next((card.kind.suit for card in played if card.kind.suit is not None), None)
        following = [card for card in hand if card.kind.suit is suit]
        return following or [card for card in hand if card.kind.suit is self.trump] or hand

    def _wins(self, card: RealCard, played: list[RealCard]) -> bool:
        kinds = [*(other.kind for other in played), card.kind]
        return take_trick(kinds, self.trump, self.rules.order) == len(played)

    # What is declared

    def possible(self, player: str) -> list[Found]:
        """List what a player may declare, with infuzorki only where real cards do not do."""
        found: dict[tuple[str, Suit | None], Found] = {}
        for _ in range(3 if self.rules.game.deck.infuzorki else 1):
            for declare, cards in super().possible(player):
                key = (declare.meld, declare.suit)
                if key not in found or len(declare.infuzorki) < len(found[key][0].infuzorki):
                    found[key] = (declare, cards)
        return [*found.values()]

    def price(self, declare: Declare) -> int:
        """Say what a declaration would score now."""
        assert declare.player is not None
        made = self.made.get((self.seating.side_of(declare.player), declare.meld), 0)
        return price(self.rules.game.declaration[declare.meld], declare.suit, self.trump, made=made)

    def _after_winning(self, winner: str) -> Iterator[Fact]:
        if self.random.random() < self.bold:
            yield from super()._after_winning(winner)
        else:
            yield from self._exchange(winner)

    def _prefer(self, ordinary: list[Found]) -> Found | None:
        """Take the dearest, but the marriage before its sequence and the bezique before the double."""
        if self.random.random() < 0.6:  # an infuzorka is better kept
            ordinary = [found for found in ordinary if not found[0].infuzorki]
        if not ordinary:
            return None
        best = max(ordinary, key=lambda found: (self.price(found[0]), -len(found[0].infuzorki)))
        declarations = self.rules.game.declaration
        dearest = declarations[best[0].meld]
        if dearest.class_ and dearest.level > 1 and len(self.stock) > 10:
            below = [
                found
                for found in ordinary
                if declarations[found[0].meld].class_ == dearest.class_
                and declarations[found[0].meld].level < dearest.level
                and found[0].suit in (best[0].suit, self.trump)
            ]
            if below and self.random.random() < 0.7:
                return max(below, key=lambda found: self.price(found[0]))
        return best

    def _lay(self, declare: Declare, cards: list[RealCard]) -> None:
        assert declare.player is not None
        held = {id(card) for player in self.seating.mates(declare.player) for card in self.hands[player]}
        assert all(id(card) in held for card in cards), "declared cards lie on the table before they are played"
        assert len({id(card) for card in cards}) == len(cards)
        super()._lay(declare, cards)

    def _words(self, declaration: Declaration, wanted: list[Card]) -> tuple[tuple[Suit, ...], Card | None]:
        """Tell suits only where that says something."""
        suits, jack = super()._words(declaration, wanted)
        silent = declaration.suits == "distinct" or self.random.random() < 0.6
        return () if silent else suits, jack

    def forgotten(self, player: str) -> Found | None:
        """Find what a player could have declared after the trick before this one, and still holds."""
        found = [one for one in self.possible(player) if not one[0].infuzorki]
        found = [one for one in found if not self.rules.game.declaration[one[0].meld].free]
        return max(found, key=lambda one: self.price(one[0])) if found else None


def without_cards(trick: Trick) -> Trick:
    return msgspec.structs.replace(trick, cards=())
