"""Who takes a trick whose cards were told."""

from collections.abc import Mapping, Sequence

from bezique_score.cards import Card, Rank, Suit


def take_trick(cards: Sequence[Card], trump: Suit | None, order: Mapping[Rank, int]) -> int:
    """Find the place, in order of play, of the card that takes the trick.

    The highest trump, else the highest card of the suit led; of equal cards the first. An infuzorka takes no
    trick unless it is led and nothing beats it: the first following card that has a suit overtakes it, and is
    from then on the suit led (reading, rules.md, general).
    """
    best = 0
    for place, card in enumerate(cards[1:], 1):
        if _beats(card, cards[best], trump, order):
            best = place
    return best


def _beats(card: Card, best: Card, trump: Suit | None, order: Mapping[Rank, int]) -> bool:
    if card.suit is None or card.rank is None:
        return False
    if best.suit is None or best.rank is None:
        return True
    if card.suit is best.suit:
        return order[card.rank] < order[best.rank]
    return card.suit is trump
