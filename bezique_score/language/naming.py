"""What the suits and cards named with a declaration tell about it."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from bezique_score.cards import Card, Rank, Suit
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import Slot, slots_of
from bezique_score.text import listing, say


class Told(msgspec.Struct, frozen=True):
    """The suit of a marriage, the suits of a quartet, the jack of a quint; none where it was not told."""

    suit: Suit | None = None
    suits: tuple[Suit, ...] = ()
    jack: Card | None = None


def is_of_any_suits(declaration: Declaration) -> bool:
    """Say whether the declaration is a quartet, whose suits may be told one by one."""
    return any(slot.place == "any" for slot in _slots(declaration))


def takes_jack(declaration: Declaration) -> bool:
    """Say whether one card of the declaration may be of either of two suits."""
    return any(len(slots_of(term)) > 1 for term in declaration.cards)


def tell(declaration: Declaration, named: Sequence[Suit | Card]) -> Told:
    """Work out what the words after a declaration tell.

    Raises `Refusal` (wrong-cards) when the cards are not of it, or are of several suits and must not be.
    """
    suits = [word for word in named if isinstance(word, Suit)]
    cards = [word for word in named if isinstance(word, Card)]
    _verify_ranks(declaration, cards)
    if is_of_any_suits(declaration):
        return Told(suits=(*suits, *(card.suit for card in cards if card.suit)))
    either = {slot.rank for term in declaration.cards if len(slots_of(term)) > 1 for slot in slots_of(term)}
    jack = next((card for card in cards if card.rank in either), None)
    if either and cards and jack is None:
        raise Refusal(
            Code.WRONG_CARDS, say("The card named with it is its {rank}.", rank=listing([*either], "or"))
        )
    of = dict.fromkeys([*suits, *(card.suit for card in cards if card is not jack and card.suit)])
    if len(of) > 1:
        raise Refusal(
            Code.WRONG_CARDS, say("It takes cards of one suit, not of {suits}.", suits=listing([*of], "and"))
        )
    return Told(suit=next(iter(of), None), jack=jack)


def _verify_ranks(declaration: Declaration, cards: Sequence[Card]) -> None:
    """Refuse cards of other ranks than the declaration's, or more of a rank than it has."""
    holds: Counter[Rank | None] = Counter()
    for term in declaration.cards:
        holds[slots_of(term)[0].rank] += declaration.times
    wrong = [card for card in cards if card.rank not in holds]
    if wrong:
        raise Refusal(
            Code.WRONG_CARDS,
            say("{cards} has no place in it.", cards=" ".join(card.symbol for card in wrong)),
        )
    many = [rank for rank, number in Counter(card.rank for card in cards).items() if number > holds[rank]]
    if many:
        raise Refusal(
            Code.WRONG_CARDS,
            say("It takes {number} of the rank {rank}.", number=holds[many[0]], rank=many[0]),
        )


def _slots(declaration: Declaration) -> list[Slot]:
    return [slot for term in declaration.cards for slot in slots_of(term)]
