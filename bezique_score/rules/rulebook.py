"""A game ready to be played by: the rules file, and what is worked out from it once."""

from functools import cache, cached_property
from typing import Literal

import msgspec

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.rules.model import Declaration, Game

Place = Literal["any", "suit", "trumps", "bezique"]


class Slot(msgspec.Struct, frozen=True):
    """One card of a declaration as the rules file writes it: a rank, and where its suit comes from."""

    rank: Rank
    place: Place


class Rulebook:
    """The rules of one session."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def order(self) -> dict[Rank, int]:
        """Each rank's place in a trick, 0 for the highest."""
        deck = self.game.deck
        return {rank: place for place, rank in enumerate([*deck.ranks, *deck.extra])}

    @cached_property
    def copies(self) -> dict[Card, int]:
        """How many of each card the pack holds."""
        deck = self.game.deck
        found = {card_of(rank, suit): deck.packs for rank in deck.ranks for suit in Suit}
        found |= {card_of(rank, suit): number for rank, number in deck.extra.items() for suit in Suit}
        if deck.infuzorki:
            found[Card.INFUZORKA] = deck.infuzorki
        return found

    @cached_property
    def copies_of_kinds(self) -> dict[Card | Rank, int]:
        """How many of each card, and of each rank, the pack holds."""
        kinds: dict[Card | Rank, int] = dict.fromkeys(self.order, 0)
        for card, number in self.copies.items():
            kinds[card] = number
            if card.rank is not None:
                kinds[card.rank] += number
        return kinds

    @cached_property
    def size(self) -> int:
        """How many cards the pack holds."""
        return sum(self.copies.values())

    @cached_property
    def parts(self) -> dict[str, Literal["rank", "suit", "whole"]]:
        """Say for each class of declarations which of its cards can come together.

        `rank`: four of a rank in any suits, by rank. `suit`: cards of one suit, by suit. Else the whole class.
        """
        slots: dict[str, list[tuple[Slot, ...]]] = {}
        counted_by_rank = set()
        for meld, declaration in self.game.declaration.items():
            class_ = declaration.class_ or meld
            cards = [slots_of(term) for term in declaration.cards]
            slots.setdefault(class_, []).extend(cards)
            if declaration.suits == "any" and any(card[0].place == "any" for card in cards):
                counted_by_rank.add(class_)
        return {class_: "rank" if class_ in counted_by_rank else _part(cards) for class_, cards in slots.items()}

    def active(self, seats: int) -> int:
        """How many of the players at the table get cards."""
        return min(seats, self.game.players.active)

    def stock(self, seats: int) -> int:
        """How many cards lie in the stock after the deal, the turned one among them."""
        return self.size - self.active(seats) * self.game.deal.cards - self.game.packet.cards

    def draws(self, seats: int) -> int:
        """After how many tricks the players draw."""
        return self.stock(seats) // self.active(seats)

    def tricks(self, seats: int) -> int:
        """How many tricks a hand has."""
        return self.draws(seats) + self.game.deal.cards + self._packet_each(seats)

    def _packet_each(self, seats: int) -> int:
        """How many cards of the packet every player gets to play."""
        return (self.game.packet.cards - self.game.packet.out_of_play) // self.active(seats)

    def pair(self, trump: Suit | None) -> tuple[Card, Card] | None:
        """Name the queen and the jack of the bezique, none while it needs trumps that are not made."""
        bezique = self.game.bezique
        if bezique is None:
            return None
        if bezique.pair == "fixed":
            return bezique.fixed
        return None if trump is None else bezique.by_trump[trump]


def _part(cards: list[tuple[Slot, ...]]) -> Literal["suit", "whole"]:
    one_suit = all(len(card) == 1 and card[0].place in ("suit", "trumps") for card in cards)
    return "suit" if one_suit else "whole"


@cache
def slots_of(term: str) -> tuple[Slot, ...]:
    """Read a card of a declaration: `A of trumps`, `K of suit`, `bezique queen`, `Q`; `or` joins alternatives.

    Raises ValueError for anything else.
    """
    return tuple(_slot(part) for part in term.split(" or "))


def _slot(part: str) -> Slot:
    match part.split():
        case ["bezique", "queen"]:
            return Slot(Rank.QUEEN, "bezique")
        case ["bezique", "jack"]:
            return Slot(Rank.JACK, "bezique")
        case [rank, "of", "trumps"]:
            return Slot(Rank(rank), "trumps")
        case [rank, "of", "suit"]:
            return Slot(Rank(rank), "suit")
        case [rank]:
            return Slot(Rank(rank), "any")
        case _:
            raise ValueError(f"not a card of a declaration: {part!r}")


@cache
def places_of(cards: tuple[str, ...]) -> frozenset[Place]:
    """List from where the cards of a declaration take their suits."""
    return frozenset(slot.place for term in cards for slot in slots_of(term))


def needs_suit(declaration: Declaration) -> bool:
    """Say whether a SUIT must be named with the declaration."""
    return "suit" in places_of(declaration.cards)


def needs_trumps(declaration: Declaration) -> bool:
    """Say whether the declaration cannot be made before trumps are, whatever the game."""
    return "trumps" in places_of(declaration.cards)
