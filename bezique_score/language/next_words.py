"""Words that go on from what is typed so far, in whatever language it was begun."""

from collections.abc import Iterator, Sequence

from bezique_score.cards import Suit
from bezique_score.language.words import SUIT_WORDS
from bezique_score.referee.hand import Offer
from bezique_score.rules.rulebook import Rulebook, needs_suit
from bezique_score.rules.vocabulary import fold, words_of


def going_on(begun: str, word: str) -> str:
    """Complete what is begun to a word, keeping the case in which it was begun; nothing if it begins otherwise."""
    if word.startswith(begun):
        return word
    return begun + word[len(begun) :] if fold(word[: len(begun)]) == fold(begun) else ""


def suit_words(begun: str) -> Iterator[tuple[str, Suit]]:
    """List the suits that a word may become, each by its first name that begins so."""
    for suit in Suit:
        word = next(
            (word for word, meaning in SUIT_WORDS.items() if meaning is suit and going_on(begun, word)), None
        )
        if word:
            yield word, suit


def offer_words(rules: Rulebook, offers: Sequence[Offer], begun: str) -> Iterator[tuple[str, Offer]]:
    """List the declarations on offer that a word may become; where there are only marriages, by their suits."""
    by_suit = len(rules.game.declaration) == 1 and all(map(needs_suit, rules.game.declaration.values()))
    suits = {suit: word for word, suit in suit_words(begun)}
    for offer in offers:
        if by_suit and offer.suit:
            word = suits.get(offer.suit)
        else:
            words = words_of(offer.meld, rules.game.declaration[offer.meld])
            word = next((word for word in words if going_on(begun, word)), None)
        if word:
            yield word, offer
