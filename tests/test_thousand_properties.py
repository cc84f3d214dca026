"""Random hands of Thousand with real cards: what can happen is accepted, and the pack adds up."""

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from thousand_table import ThousandTable

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.referee.trick import take_trick
from bezique_score.refusal import Code

POINTS = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.NINE: 0}
ORDER = {rank: place for place, rank in enumerate(POINTS)}
PRICES = {Suit.HEARTS: 100, Suit.DIAMONDS: 80, Suit.CLUBS: 60, Suit.SPADES: 40}
PLAYERS = ("Anna", "Boris", "Clara")
DEALS = {"thousand-stock": (2, 6), "thousand-two": (2, 10), "thousand-three": (3, 8)}


@dataclass
class CardTable:
    """Real people with real cards, who follow suit, and trump when they cannot."""

    chance: Random
    hands: dict[str, list[Card]]
    stock: list[Card]
    trump: Suit | None = None
    cards: dict[str, int] = field(default_factory=dict)
    marriages: dict[str, int] = field(default_factory=dict)

    @classmethod
    def deal(cls, chance: Random, game: str) -> "CardTable":
        pack = [card_of(rank, suit) for suit in Suit for rank in POINTS]
        chance.shuffle(pack)
        seats, each = DEALS[game]
        hands = {player: [pack.pop() for _ in range(each)] for player in PLAYERS[:seats]}
        table = cls(chance, hands, pack if game == "thousand-stock" else [])
        table.cards = dict.fromkeys(hands, 0)
        table.marriages = dict.fromkeys(hands, 0)
        return table

    def marriages_in_hand(self, player: str) -> list[Suit]:
        held = self.hands[player]
        return [suit for suit in Suit if {card_of(Rank.KING, suit), card_of(Rank.QUEEN, suit)} <= set(held)]

    def play(self, leader: str, married: Suit | None) -> tuple[str, str]:
        """Play a trick; answer the winner and the cards as they are told."""
        order = [*self.hands][[*self.hands].index(leader) :] + [*self.hands][: [*self.hands].index(leader)]
        trick: list[Card] = []
        for player in order:
            held = self.hands[player]
            lead = trick[0].suit if trick else None
            wanted = [card for card in held if card.suit is lead] or [c for c in held if c.suit is self.trump]
            if not trick and married:
                wanted = [card_of(Rank.KING, married), card_of(Rank.QUEEN, married)]
            card = self.chance.choice(wanted if wanted and (trick or married) else held)
            held.remove(card)
            trick.append(card)
        winner = order[take_trick(trick, self.trump, ORDER)]
        self.cards[winner] += sum(POINTS[card.rank] for card in trick if card.rank)
        for player in [winner, *(other for other in order if other != winner)]:
            if self.stock:
                self.hands[player].append(self.stock.pop())
        return winner, " ".join(trick)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(DEALS)))
def test_everything_that_really_happens_is_accepted_and_adds_up(seed: int, game: str) -> None:
    chance = Random(seed)  # noqa: S311 - cards, not secrets
    real = CardTable.deal(chance, game)
    table = ThousandTable(game, *real.hands).deal()
    leader = "Anna"
    bid = chance.randint(100, 160)
    blind = chance.random() < 0.5
    if game != "thousand-stock":
        leader = chance.choice([*real.hands])
        table.bid(leader, bid, blind=blind)
    bidder = leader
    with_cards = chance.random() < 0.7
    while real.hands[leader]:
        possible = real.marriages_in_hand(leader)
        offered = {offer.suit for offer in table.offers(leader)}
        married = chance.choice(possible) if possible and chance.random() < 0.8 else None
        assert set(possible) <= offered
        if married:
            table.marriage(married)
            real.marriages[leader] += PRICES[married]
            real.trump = married
        winner, cards = real.play(leader, married)
        table.trick(winner, cards if with_cards or chance.random() < 0.5 else "")
        leader = winner
    with table.refuses(Code.WRONG_TIME):
        table.trick(leader)
    counted = table.count({} if with_cards else real.cards).counted
    assert counted == real.cards
    if game != "thousand-two":
        assert sum(counted.values()) == 120
    own = {player: real.cards[player] + real.marriages[player] for player in real.hands}
    if game != "thousand-stock":
        swept = game == "thousand-two" and bid == 120 and not real.marriages[bidder]
        swept = swept and not any(trick.winner != bidder for trick in table.told)
        own[bidder] = bid if own[bidder] >= bid or swept else -bid
        own = {player: points * (2 if blind else 1) for player, points in own.items()}
    assert table.totals == tuple(own.values())


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_card_point_moved_to_where_no_cards_are_is_refused(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - cards, not secrets
    real = CardTable.deal(chance, "thousand-three")
    table = ThousandTable("thousand-three", *real.hands).deal().bid("Anna", 100)
    leader = "Anna"
    while real.hands[leader]:
        leader, cards = real.play(leader, None)
        table.trick(cards=cards)
    for player in real.cards:
        with table.refuses(Code.BAD_COUNT):
            table.count({player: real.cards[player] + 1})
    assert table.end().counted == real.cards
