"""What a declaration is made of and what it is worth: rules and words in, cards and points out."""

from collections import Counter
from itertools import combinations, product

import msgspec

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.events import Declare
from bezique_score.referee.bezique.reuse import Kind, Need, Wanted, cards_of
from bezique_score.referee.spelling import spell
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Declaration, Points
from bezique_score.rules.rulebook import Rulebook, Slot, needs_suit, places_of, slots_of
from bezique_score.rules.schedule import FIRST_SET, card_value, nth_value
from bezique_score.rules.vocabulary import meld_word
from bezique_score.text import Text, listing, say


def find_declaration(rules: Rulebook, meld: str) -> Declaration:
    """Find a declaration of the game. Raises `Refusal` for one that these rules do not know."""
    declaration = rules.game.declaration.get(meld)
    if declaration is None:
        names = listing([meld_word(known) for known in rules.game.declaration])
        raise Refusal(
            Code.NOT_IN_THIS_GAME,
            say("{game} knows no {meld}.", game=rules.game.title, meld=meld_word(meld)),
            advice=say("its declarations are {known}", known=names),
        )
    return declaration


def complete(rules: Rulebook, declare: Declare, trump: Suit | None) -> Declare:
    """Fill in the suit that is meant, and leave out a suit that says nothing. Raises `Refusal`."""
    declaration = find_declaration(rules, declare.meld)
    suit = declare.suit or trump
    if _waits_for_trumps(rules, declaration, trump) or (suit is None and needs_suit(declaration)):
        raise Refusal(
            Code.NO_TRUMPS_YET,
            say("{meld} cannot be declared: no suit is trumps yet.", meld=meld_word(declare.meld)),
            advice=say("trumps are made by {makers}", makers=_makers(rules)),
        )
    if needs_suit(declaration):
        return msgspec.structs.replace(declare, suit=suit)
    if declare.suit not in (None, trump):
        raise _wrong_cards(
            msgspec.structs.replace(declare, suit=None), say("it is not made of {suit}", suit=declare.suit)
        )
    return msgspec.structs.replace(declare, suit=None)


def verify_in_trumps(declare: Declare, declaration: Declaration, trump: Suit | None) -> None:
    """Refuse a marriage or a quint in a plain suit where these rules know it in trumps only."""
    if declare.suit is None or trump in (None, declare.suit):
        return
    slots = [slots_of(term)[0] for term in declaration.cards]
    if len({slot.rank for slot in slots}) > 1 and all(slot.place == "trumps" for slot in slots):
        raise Refusal(
            Code.NOT_IN_THIS_GAME,
            say(
                "In this game {meld} is made of trumps only, and {suit} are not trumps.",
                meld=meld_word(declare.meld),
                suit=declare.suit,
            ),
            line=spell(msgspec.structs.replace(declare, suit=None)),
            advice=say("in {trump}", trump=trump),
        )


def need_of(rules: Rulebook, declare: Declare, trump: Suit | None, *, made: int) -> Need:
    """Say which cards a completed declaration needs; `made` of its kind were made before. Raises `Refusal`."""
    declaration = find_declaration(rules, declare.meld)
    slots = _without_infuzorki(rules, declare, declaration, _slots(declaration, made))
    free = [alternatives for alternatives in slots if alternatives[0].place == "any"]
    cards = [
        [_card(rules, slot, declare.suit, trump) for slot in alternatives]
        for alternatives in slots
        if alternatives[0].place != "any"
    ]
    if declare.jack is not None:
        cards = _with_jack(declare, cards)
    if declare.suits and not free:
        raise _wrong_cards(declare, say("its suits are not for choosing"))
    stands_in: Wanted = {Card.INFUZORKA: len(declare.infuzorki)} if declare.infuzorki else {}
    choices = tuple(
        {**Counter[Kind](chosen), **quartet, **stands_in}
        for chosen in product(*cards)
        for quartet in _quartets(declare, declaration, [alternatives[0].rank for alternatives in free])
    )
    class_ = declaration.class_ or declare.meld
    part = rules.parts[class_]
    some_card = slots_of(declaration.cards[0])[0]
    possible = cards_of(choices)
    return Need(
        class_=_part_of(class_, part, some_card.rank, declare.suit or trump),
        choices=choices,
        level=declaration.level,
        new_card=not declaration.after,
        times=declaration.times,
        renewed=1 if declaration.by_adding else 0,
        reforms=rules.game.reuse.broken,
        rejoins=declaration.rejoins,
        key=(declare.meld, declare.suit),
        by_rank=some_card.rank if part == "rank" else None,
        cards=possible,
        ranks=frozenset(card.rank for card in possible if card.rank is not None),
    )


def _part_of(class_: str, part: str, rank: Rank, suit: Suit | None) -> str:
    """Name the part of a class whose cards can come together: a suit, a rank, or all of it."""
    match part:
        case "rank":
            return f"{class_} of {rank}"
        case "suit":
            return f"{class_} of {suit}"
        case _:
            return class_


def price(declaration: Declaration, suit: Suit | None, trump: Suit | None, *, made: int) -> int:
    """Say what a declaration is worth in points, `made` of its kind having been made before.

    A declaration that makes trumps is in trumps.
    """
    points = declaration.points
    in_trumps = suit is not None and suit is (trump or (suit if declaration.makes_trumps else None))
    if isinstance(points, int):
        return declaration.trump_points if in_trumps and declaration.trump_points is not None else points
    if points.by_suit is not None:
        assert suit is not None
        return points.by_suit[suit]
    if points.set is not None:
        return card_value(points, FIRST_SET + made)
    return nth_value(points, made + 1)


def grows(declaration: Declaration) -> bool:
    """Say whether each further declaration adds one card to the set."""
    return isinstance(declaration.points, Points) and declaration.points.set is not None


def has_court_card(rules: Rulebook, declare: Declare) -> bool:
    """Say whether a declaration shows a king, a queen or a jack."""
    terms = find_declaration(rules, declare.meld).cards
    return any(slot.rank in COURT for term in terms for slot in slots_of(term))


COURT = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})


def _slots(declaration: Declaration, made: int) -> list[tuple[Slot, ...]]:
    """List the cards of a declaration; of a growing set that lies there, the one that is added."""
    times = 1 if grows(declaration) and made else declaration.times
    return [slots_of(term) for term in declaration.cards for _ in range(times)]


def _without_infuzorki(
    rules: Rulebook, declare: Declare, declaration: Declaration, slots: list[tuple[Slot, ...]]
) -> list[tuple[Slot, ...]]:
    """Take away the cards for which infuzorki stand. Raises `Refusal` (no-infuzorka)."""
    if not declare.infuzorki:
        return slots
    if not rules.game.deck.infuzorki:
        raise _no_infuzorka(declare, say("this game has none"))
    adds_one = grows(declaration) and len(slots) == 1
    if grows(declaration) and not adds_one and not rules.game.infuzorka.first_four:
        raise _no_infuzorka(declare, say("by this house rule it joins a set from the fifth card on"))
    left = list(slots)
    for rank in declare.infuzorki:
        replaced = next((slot for slot in left if any(part.rank is rank for part in slot)), None)
        if replaced is None:
            raise _no_infuzorka(declare, say("there is no {rank} in it to stand for", rank=rank))
        left.remove(replaced)
    if not left and not adds_one:
        raise _no_infuzorka(declare, say("at least one card must be real"))
    return left


def _card(rules: Rulebook, slot: Slot, suit: Suit | None, trump: Suit | None) -> Card:
    if slot.place == "bezique":
        pair = rules.pair(trump)
        assert pair is not None
        return pair[0] if slot.rank is Rank.QUEEN else pair[1]
    placed = suit if slot.place == "suit" else trump
    assert placed is not None
    return card_of(slot.rank, placed)


def _with_jack(declare: Declare, cards: list[list[Card]]) -> list[list[Card]]:
    """Let a named card decide between alternatives. Raises `Refusal` (wrong-cards)."""
    assert declare.jack is not None
    if not any(declare.jack in alternatives for alternatives in cards):
        fitting = [card.symbol for alternatives in cards if len(alternatives) > 1 for card in alternatives]
        raise _wrong_cards(declare, say("{card} is no card of it", card=declare.jack.symbol), fitting)
    return [[declare.jack] if declare.jack in alternatives else alternatives for alternatives in cards]


def _quartets(declare: Declare, declaration: Declaration, ranks: list[Rank]) -> list[dict[Kind, int]]:
    """List what cards of a rank may be: those told, every set of different suits, or so many of the rank."""
    if not ranks:
        return [{}]
    rank, number = ranks[0], len(ranks)
    distinct = declaration.suits == "distinct"
    if declare.suits:
        if len(declare.suits) != number:
            raise _wrong_cards(declare, say("{number} suits are to be named", number=number))
        if distinct and len(set(declare.suits)) != number:
            raise _wrong_cards(declare, say("each of its cards is of another suit"))
        return [dict(Counter(card_of(rank, suit) for suit in declare.suits))]
    if distinct:
        return [dict.fromkeys((card_of(rank, suit) for suit in suits), 1) for suits in combinations(Suit, number)]
    return [{rank: number}]


def _waits_for_trumps(rules: Rulebook, declaration: Declaration, trump: Suit | None) -> bool:
    places = places_of(declaration.cards)
    return trump is None and ("trumps" in places or ("bezique" in places and rules.pair(None) is None))


def _makers(rules: Rulebook) -> Text:
    makers = [meld for meld, declaration in rules.game.declaration.items() if declaration.makes_trumps]
    return listing([meld_word(meld) for meld in makers]) if makers else say("the deal")


def _wrong_cards(declare: Declare, why: object, fitting: list[str] | None = None) -> Refusal:
    return Refusal(
        Code.WRONG_CARDS,
        say("These cards do not make {meld}: {why}.", meld=meld_word(declare.meld), why=why),
        line=spell(msgspec.structs.replace(declare, suits=(), jack=None)),
        advice=say("with {cards}", cards=listing(fitting)) if fitting else None,
    )


def _no_infuzorka(declare: Declare, why: object) -> Refusal:
    return Refusal(
        Code.NO_INFUZORKA,
        say("No infuzorka can serve in {meld}: {why}.", meld=meld_word(declare.meld), why=why),
        line=spell(msgspec.structs.replace(declare, infuzorki=())),
        advice=say("with real cards"),
    )
