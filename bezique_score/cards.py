"""Suits, ranks, cards and the infuzorka: parse and print, nothing else."""

from enum import StrEnum
from functools import cache

from bezique_score.text import Text, say


class Suit(StrEnum):
    """The four suits, in the order in which the sheet shows them."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    __hash__ = str.__hash__

    @property
    def letter(self) -> str:
        """The letter of the suit in a card's code."""
        return self.value[0].upper()

    @property
    def symbol(self) -> str:
        """The sign printed on the card."""
        return SYMBOLS[self]

    @property
    def spoken(self) -> Text:
        """The suit's name in a sentence."""
        return SPOKEN[self]


SYMBOLS: dict[Suit, str] = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}

SPOKEN: dict[Suit, Text] = {
    Suit.SPADES: say("spades"),
    Suit.HEARTS: say("hearts"),
    Suit.DIAMONDS: say("diamonds"),
    Suit.CLUBS: say("clubs"),
}

_BY_LETTER: dict[str, Suit] = {suit.letter: suit for suit in Suit}


class Rank(StrEnum):
    """The ranks of all the packs; which of them a pack has, and in which order, the game says."""

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "10"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"

    __hash__ = str.__hash__


class Card(StrEnum):
    """A kind of card; how many copies of it there are, the game says.

    The infuzorka of the Russian game is a card without rank or suit.
    """

    rank: Rank | None
    suit: Suit | None

    def __init__(self, code: str) -> None:
        self.rank = None if code == "*" else Rank(code[:-1])
        self.suit = None if code == "*" else _BY_LETTER[code[-1]]

    AS = "AS"
    KS = "KS"
    QS = "QS"
    JS = "JS"
    TEN_S = "10S"
    NINE_S = "9S"
    EIGHT_S = "8S"
    SEVEN_S = "7S"
    AH = "AH"
    KH = "KH"
    QH = "QH"
    JH = "JH"
    TEN_H = "10H"
    NINE_H = "9H"
    EIGHT_H = "8H"
    SEVEN_H = "7H"
    AD = "AD"
    KD = "KD"
    QD = "QD"
    JD = "JD"
    TEN_D = "10D"
    NINE_D = "9D"
    EIGHT_D = "8D"
    SEVEN_D = "7D"
    AC = "AC"
    KC = "KC"
    QC = "QC"
    JC = "JC"
    TEN_C = "10C"
    NINE_C = "9C"
    EIGHT_C = "8C"
    SEVEN_C = "7C"
    INFUZORKA = "*"

    __hash__ = str.__hash__

    @property
    def symbol(self) -> str:
        """The card as it is printed for people: `Q♠`; the infuzorka is `*`."""
        return "*" if self.suit is None else f"{self.rank}{self.suit.symbol}"


@cache
def card_of(rank: Rank, suit: Suit) -> Card:
    """Name the card of this rank and suit."""
    return Card(rank + suit.letter)


RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})


@cache
def other_of_colour(suit: Suit) -> Suit:
    """Find the other suit of the same colour: spades and clubs, hearts and diamonds."""
    return next(other for other in Suit if other is not suit and (other in RED) == (suit in RED))
