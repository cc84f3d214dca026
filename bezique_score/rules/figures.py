"""Every figure of a rules file as people say it: what it is, and its value."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from bezique_score.cards import Card
from bezique_score.rules.model import Declaration, Game
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.schedule import values_of
from bezique_score.rules.vocabulary import meld_name
from bezique_score.text import Text, joined, listing, say

TABLES: Mapping[str, Text] = {
    "players": say("Players"),
    "deck": say("Pack"),
    "deal": say("Deal"),
    "trumps": say("Trumps"),
    "exchange": say("Exchange of the low trump"),
    "bezique": say("Queen and jack of the bezique"),
    "infuzorka": say("Infuzorki"),
    "reuse": say("Re-use of cards"),
    "count": say("Counted at the end"),
    "auction": say("Auction"),
    "packet": say("Packet"),
    "card-points": say("Points of the cards"),
    "record": say("What is recorded"),
    "settlement": say("Settlement of a hand as a game"),
    "target": say("Target"),
}
"""The tables of a rules file that hold figures, in the order in which they are shown, and their headings."""

PHRASES: Mapping[str, Text] = {
    "players.seats": say("players at the table"),
    "players.active": say("players who get cards, at most"),
    "players.partners": say("partners possible"),
    "players.pool": say("partners may lay cards together"),
    "deck.ranks": say("ranks, from the highest"),
    "deck.packs": say("packs"),
    "deck.extra": say("extra cards in each suit, ranking lowest"),
    "deck.infuzorki": say("infuzorki"),
    "deal.cards": say("cards dealt to each"),
    "deal.by": say("dealt by"),
    "target.points": say("target"),
    "target.check": say("the target is looked at"),
    "trumps.made-by": say("trumps are made by"),
    "trumps.turned": say("points for turning"),
    "trumps.repeat-notice": say("the same trumps twice running are remarked upon"),
    "exchange.rank": say("card exchanged for the turned one"),
    "exchange.points": say("points for the exchange"),
    "exchange.uses": say("the exchange serves the declaration"),
    "bezique.pair": say("the pair of the bezique"),
    "bezique.fixed": say("the fixed pair"),
    "bezique.by-trump": say("the pair by trumps"),
    "infuzorka.first-four": say("infuzorki among the first four of a growing set"),
    "reuse.broken": say("a declaration broken by playing may be made again"),
    "count.last-trick": say("last trick"),
    "count.brisque": say("each brisque"),
    "count.brisques": say("brisques are"),
    "settlement.line": say("rubicon at"),
    "settlement.game": say("for the game"),
    "settlement.rubicon-game": say("for the game in a rubicon"),
    "settlement.rubicon-brisques": say("for all brisques in a rubicon"),
    "settlement.unit": say("scores are rounded down to"),
    "settlement.least-difference": say("the difference counts as at least"),
    "settlement.least-loser": say("the loser's score counts as at least"),
    "settlement.brisques": say("brisques may save from the rubicon"),
    "auction.opening": say("forced opening bid"),
    "auction.step": say("step between bids"),
    "auction.blind": say("blind bids"),
    "auction.cap-without-marriage": say("highest bid without a marriage"),
    "packet.cards": say("cards in packets"),
    "packet.out-of-play": say("of them out of play"),
    "packet.all-tricks": say("bid made by every trick alone"),
    "record.round-defenders": say("the others' points are rounded to the nearest"),
    "record.barrel": say("the barrel begins at"),
    "record.bolts": say("every third hand without a trick costs"),
    "record.concede": say("giving up costs"),
    "card-points": say("points of the cards"),
}

_HOW_MADE: Mapping[str, Text] = {
    "class_": say("class for re-use"),
    "level": say("step in its class"),
    "after": say("may follow with the same cards"),
    "by_adding": say("a further one by adding one set of the cards"),
    "makes_trumps": say("makes trumps"),
    "free": say("leaves the trick's declaration free"),
    "before_play": say("made before play by"),
    "again_while_drawing": say("scores again while drawing"),
    "names": say("names of its own"),
}

_SAID = ("id", "family", "title", "about", "aliases", "status", "sources", "source", "reading")
"""What is said about a game or a figure and is none itself."""


class Figure(NamedTuple):
    """One figure: its keys in the file, what it is, its value; `given`: there is something to say."""

    key: str
    what: Text
    value: str
    given: bool


def figures_of(game: Game) -> list[Figure]:
    """List every figure of a game outside its declarations and options."""
    return [figure for table in TABLES for figure in _figures(table, getattr(game, table.replace("-", "_")))]


def _figures(table: str, value: object) -> Iterator[Figure]:
    if isinstance(value, msgspec.Struct):
        for field, key in zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True):
            if field not in _SAID:
                yield _figure(f"{table}.{key}", getattr(value, field))
    elif value is not None:
        yield _figure(table, value)


def _figure(key: str, value: object) -> Figure:
    return Figure(key, PHRASES[key], value_text(value), _is_given(value))


def _is_given(value: object) -> bool:
    return bool(value) and value != "off"


def declaration_figures(rules: Rulebook, meld: str, declaration: Declaration) -> list[Figure]:
    """List every figure of a declaration beside its values: its cards, and how it may be made."""
    name = meld_name(rules, meld)
    key = f"declaration.{meld}"
    found = [Figure(f"{key}.cards", say("the cards of {name}", name=name), cards_text(declaration), given=True)]
    for figure in made_figures(declaration):
        what = say("{name}, {what}", name=name, what=figure.what)
        found.append(Figure(f"{key}.{figure.key}", what, figure.value, figure.given))
    return found


def made_figures(declaration: Declaration) -> list[Figure]:
    """List how a declaration may be made, beside its cards."""
    return [
        Figure(
            field,
            phrase,
            value_text(getattr(declaration, field)),
            _is_given(getattr(declaration, field)),
        )
        for field, phrase in _HOW_MADE.items()
    ]


def option_figures(game: Game) -> list[Figure]:
    """List the house options and what each can be."""
    return [
        Figure(
            f"option.{key}",
            say("house option {key}", key=key),
            ", ".join([*map(value_text, option.values), *([str(say("any number"))] if option.numbers else [])])
            + " -> "
            + ", ".join(option.sets),
            given=True,
        )
        for key, option in game.option.items()
    ]


def value_text(value: object) -> str:
    """Write a value of a rules file as a person would."""
    if value is None or value in ((), "", {}):
        return str(say("none"))
    match value:
        case bool():
            return str(say("yes") if value else say("no"))
        case Card():
            return value.symbol
        case tuple():
            return " ".join(map(value_text, value))
        case Mapping():
            return ", ".join(f"{key} {value_text(inner)}" for key, inner in value.items())
        case _:
            return str(value)


def cards_text(declaration: Declaration) -> str:
    """Write the cards of a declaration: `4 x Q of trumps`, `A + 10 + K + Q + J of a suit`."""
    if not declaration.cards:
        return str(say("no cards, before play"))
    terms = list(declaration.cards)
    told = _joined_terms(terms)
    if declaration.times > 1:
        told = f"{declaration.times} x {told}" if len(terms) == 1 else f"{declaration.times} x ({told})"
    if declaration.times > 1 and all(" " not in term for term in terms):
        told += str(say(", one of each suit") if declaration.suits == "distinct" else say(", any suits"))
    return told


def _joined_terms(terms: list[str]) -> str:
    """Join the cards of a declaration, naming the place that all of them have only once."""
    for place in _PLACES:
        if all(term.endswith(f" {place}") and " or " not in term for term in terms):
            cards = " + ".join(term.removesuffix(f" {place}") for term in terms)
            return str(_PLACES[place].filled(cards=cards))
    return " + ".join(str(_term_text(term)) for term in terms)


def _term_text(term: str) -> Text:
    """Write one card of a declaration, or its alternatives."""
    first, _, other = term.partition(" or ")
    if other:
        return say("{first} or {last}", first=_term_text(first), last=_term_text(other))
    if term in _BEZIQUE_CARDS:
        return _BEZIQUE_CARDS[term]
    card, _, place = term.partition(" ")
    return _PLACES[place].filled(cards=card) if place in _PLACES else say("{card}", card=term)


_PLACES: Mapping[str, Text] = {"of trumps": say("{cards} of trumps"), "of suit": say("{cards} of a suit")}
_BEZIQUE_CARDS: Mapping[str, Text] = {
    "bezique queen": say("bezique queen"),
    "bezique jack": say("bezique jack"),
}


def worth_text(declaration: Declaration, name: object) -> str:
    """Write the values of a declaration in order: `25, 50, 100, 200, ...`."""
    points = declaration.points
    values = [str(value.points) for value in values_of(declaration, name)]
    if isinstance(points, int):
        told = (
            values[0]
            if len(values) == 1
            else str(say("{plain}; {trump} in trumps", plain=values[0], trump=values[1]))
        )
    elif points.by_suit is not None:
        told = str(listing([joined([suit, worth], " ") for suit, worth in points.by_suit.items()], "and"))
    elif points.set is not None:
        told = str(say("{first}, then card by card {rest}, ...", first=values[0], rest=", ".join(values[1:])))
    else:
        told = ", ".join([*values, "..."])
    return told + (str(say(", and again for each card drawn")) if declaration.again_while_drawing else "")
