"""Hands of Thousand as people play them: an auction that follows the cards, marriages, tricks worth taking."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.events import Bid, Deal, Declare, End, Fact, Pass, Trick
from bezique_score.referee.trick import take_trick
from bezique_score.rules.rulebook import Rulebook


class ThousandEvening:
    """One hand with its cards. `blind`: the opener bids before he looks; `told`: tricks are told with cards."""

    def __init__(
        self, rules: Rulebook, seats: tuple[str, ...], dealer: str, random: Random, *, blind: bool
    ) -> None:
        self.rules, self.random, self.blind = rules, random, blind
        place = seats.index(dealer) + 1
        self.dealer = dealer
        self.players = seats[place:] + seats[:place]
        pack = [kind for kind, number in rules.copies.items() for _ in range(number)]
        random.shuffle(pack)
        self.hands = {player: [pack.pop() for _ in range(rules.game.deal.cards)] for player in self.players}
        packet = rules.game.packet.cards
        self.packet = [pack.pop() for _ in range(packet)]
        self.stock = pack
        self.aside: list[Card] = []
        self.trump: Suit | None = None
        self.points = dict.fromkeys(self.players, 0)
        self.marriages = dict.fromkeys(self.players, 0)
        self.married: set[Suit] = set()
        self.played: Counter[Card] = Counter()
        self.bidder: str | None = None
        self.bid = 0
        self.raised = False
        self.shown: list[Card] = []

    def play(self) -> Iterator[Fact]:
        """Play the hand out, giving one true entry after the other."""
        yield Deal(dealer=self.dealer)
        leader = self.players[0]
        if self.rules.game.auction is not None:
            yield from self._auction()
            assert self.bidder is not None
            leader = self.bidder
            yield from self._packet(leader)
        while self.hands[leader]:
            suit = self._marriage_of(leader)
            if suit is not None:
                self.trump = suit
                self.married.add(suit)
                self.marriages[leader] += self._price(suit)
                yield Declare(player=leader, meld="marriage", suit=suit)
            cards = self._trick(leader, suit)
            order = self._from(leader)
            leader = order[take_trick(cards, self.trump, self.rules.order)]
            self.points[leader] += sum(self._points_of(card) for card in cards)
            yield Trick(cards=tuple(cards), winner=leader)
            for player in self._from(leader):
                if self.stock:
                    self.hands[player].append(self.stock.pop())
        assert self.played + Counter(self.aside) == Counter(self.rules.copies), "the whole pack, each card once"
        yield End(counts=dict(self.points))

    def expected(self) -> dict[str, int]:
        """Work out by hand what everybody records: the score that the program must come to."""
        own = {player: self.points[player] + self.marriages[player] for player in self.players}
        if self.bidder is not None:
            own[self.bidder] = self.bid if own[self.bidder] >= self.bid else -self.bid
        return {player: points * (2 if self.blind else 1) for player, points in own.items()}

    # The auction and the packet

    def _auction(self) -> Iterator[Fact]:
        opening = 100
        opener = self.players[0]
        self.bidder, self.bid = opener, opening
        yield Bid(player=opener, bid=opening, blind=self.blind)
        bidding = [player for player in self.players if player != opener]
        turn = [*bidding, opener]
        out: set[str] = set()
        while len(out) < len(self.players) - 1:
            for player in turn:
                if player in out or player == self.bidder or len(out) == len(self.players) - 1:
                    continue
                if self._hopes(player) >= self.bid + 10 and not (player == opener and self.blind):
                    self.bidder, self.bid = player, self.bid + 10
                    self.blind = False
                    yield Bid(player=player, bid=self.bid)
                else:
                    out.add(player)
                    yield Pass(player=player)

    def _packet(self, bidder: str) -> Iterator[Fact]:
        """Take the packet, or one of the two, and give or lay away what helps least; then perhaps bid more."""
        out_of_play = self.rules.game.packet.out_of_play
        hand = self.hands[bidder]
        taken = self.packet[: len(self.packet) - out_of_play // 2]
        self.shown = [] if self.blind else taken
        hand += taken
        self.aside = self.packet[len(taken) :]
        spare = sorted(hand, key=lambda card: self._keeping(card, hand))
        others = [player for player in self._from(bidder) if player != bidder]
        for place in range(len(taken) - 1 if not out_of_play else len(taken)):
            hand.remove(spare[place])
            if out_of_play:
                self.aside.append(spare[place])
            else:
                self.hands[others[place]].append(spare[place])
        better = self._hopes(bidder) // 10 * 10
        if better > self.bid and not self.blind and self.random.random() < 0.7:
            self.bid, self.raised = better, True
            yield Bid(player=bidder, bid=better)

    def _hopes(self, player: str) -> int:
        hand = self.hands[player]
        hopes = sum(self._price(suit) for suit in self._pairs(player))
        hopes += sum({Rank.ACE: 18, Rank.TEN: 9, Rank.KING: 3}.get(card.rank or Rank.NINE, 0) for card in hand)
        lengths = Counter(card.suit for card in hand)
        return hopes + 6 * max(0, max(lengths.values()) - 3)

    def _keeping(self, card: Card, hand: list[Card]) -> int:
        assert card.rank is not None and card.suit is not None
        pair = {card_of(Rank.KING, card.suit), card_of(Rank.QUEEN, card.suit)} <= set(hand)
        if pair and card.rank in (Rank.KING, Rank.QUEEN):
            return 100
        if card.rank is Rank.ACE:
            return 90
        return 10 * sum(other.suit is card.suit for other in hand) + self._points_of(card)

    # The play

    def _from(self, leader: str) -> tuple[str, ...]:
        place = self.players.index(leader)
        return self.players[place:] + self.players[:place]

    def _price(self, suit: Suit) -> int:
        points = self.rules.game.declaration["marriage"].points
        assert not isinstance(points, int) and points.by_suit is not None
        return points.by_suit[suit]

    def _points_of(self, card: Card) -> int:
        return self.rules.game.card_points[card.rank] if card.rank else 0

    def _pairs(self, player: str) -> list[Suit]:
        held = set(self.hands[player])
        return [suit for suit in Suit if {card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)} <= held]

    def _marriage_of(self, leader: str) -> Suit | None:
        pairs = self._pairs(leader)
        return max(pairs, key=self._price) if pairs else None

    def _trick(self, leader: str, married: Suit | None) -> list[Card]:
        cards: list[Card] = []
        for player in self._from(leader):
            hand = self.hands[player]
            card = self._lead(hand, married) if not cards else self._follow(hand, cards)
            hand.remove(card)
            cards.append(card)
        self.played.update(cards)
        return cards

    def _lead(self, hand: list[Card], married: Suit | None) -> Card:
        if married is not None:
            return card_of(Rank.QUEEN, married) if self.random.random() < 0.5 else card_of(Rank.KING, married)
        aces = [card for card in hand if card.rank is Rank.ACE]
        pairs = {card for card in hand if card.rank in (Rank.KING, Rank.QUEEN)}
        low = sorted(hand, key=lambda card: (card in pairs, self._points_of(card)))
        return aces[0] if aces else low[0]

    def _follow(self, hand: list[Card], cards: list[Card]) -> Card:
        lead = cards[0].suit
        allowed = [card for card in hand if card.suit is lead] or [c for c in hand if c.suit is self.trump] or hand
        by_points = sorted(allowed, key=self._points_of)
        winning = [
            card for card in by_points if take_trick([*cards, card], self.trump, self.rules.order) == len(cards)
        ]
        return winning[-1] if winning else by_points[0]
