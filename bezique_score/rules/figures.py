"""Every figure of a rules file as people say it: what it is, and its value."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from bezique_score.cards import Card
from bezique_score.rules.model import Declaration, Game
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.schedule import values_of
from bezique_score.rules.vocabulary import meld_name
from bezique_score.text import Text, listing, say

TABLES: Mapping[str, str] = {
    "players": "Players",
    "deck": "Pack",
    "deal": "Deal",
    "trumps": "Trumps",
    "exchange": "Exchange of the low trump",
    "bezique": "Queen and jack of the bezique",
    "infuzorka": "Infuzorki",
    "reuse": "Re-use of cards",
    "count": "Counted at the end",
    "auction": "Auction",
    "packet": "Packet",
    "card-points": "Points of the cards",
    "record": "What is recorded",
    "settlement": "Settlement of a hand as a game",
    "target": "Target",
}
"""The tables of a rules file that hold figures, in the order in which they are shown, and their headings."""

PHRASES: Mapping[str, str] = {
    "players.seats": "players at the table",
    "players.active": "players who get cards, at most",
    "players.partners": "partners possible",
    "players.pool": "partners may lay cards together",
    "deck.ranks": "ranks, from the highest",
    "deck.packs": "packs",
    "deck.extra": "extra cards in each suit, ranking lowest",
    "deck.infuzorki": "infuzorki",
    "deal.cards": "cards dealt to each",
    "deal.by": "dealt by",
    "target.points": "target",
    "target.check": "the target is looked at",
    "trumps.made-by": "trumps are made by",
    "trumps.turned": "points for turning",
    "trumps.repeat-notice": "the same trumps twice running are remarked upon",
    "exchange.rank": "card exchanged for the turned one",
    "exchange.points": "points for the exchange",
    "exchange.uses": "the exchange serves the declaration",
    "bezique.pair": "the pair of the bezique",
    "bezique.fixed": "the fixed pair",
    "bezique.by-trump": "the pair by trumps",
    "infuzorka.first-four": "infuzorki among the first four of a growing set",
    "reuse.broken": "a declaration broken by playing may be made again",
    "count.last-trick": "last trick",
    "count.brisque": "each brisque",
    "count.brisques": "brisques are",
    "settlement.line": "rubicon at",
    "settlement.game": "for the game",
    "settlement.rubicon-game": "for the game in a rubicon",
    "settlement.rubicon-brisques": "for all brisques in a rubicon",
    "settlement.unit": "scores are rounded down to",
    "settlement.least-difference": "the difference counts as at least",
    "settlement.least-loser": "the loser's score counts as at least",
    "settlement.brisques": "brisques may save from the rubicon",
    "auction.opening": "forced opening bid",
    "auction.step": "step between bids",
    "auction.blind": "blind bids",
    "auction.cap-without-marriage": "highest bid without a marriage",
    "packet.cards": "cards in packets",
    "packet.out-of-play": "of them out of play",
    "packet.all-tricks": "bid made by every trick alone",
    "record.round-defenders": "the others' points are rounded to the nearest",
    "record.barrel": "the barrel begins at",
    "record.bolts": "every third hand without a trick costs",
    "record.concede": "giving up costs",
    "card-points": "points of the cards",
}

_HOW_MADE: Mapping[str, str] = {
    "class_": "class for re-use",
    "level": "step in its class",
    "after": "may follow with the same cards",
    "by_adding": "a further one by adding one set of the cards",
    "makes_trumps": "makes trumps",
    "free": "leaves the trick's declaration free",
    "before_play": "made before play by",
    "again_while_drawing": "scores again while drawing",
    "names": "names of its own",
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
    return Figure(key, say(PHRASES[key]), value_text(value), _is_given(value))


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
            say(phrase),
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
            ", ".join([*map(value_text, option.values), *(["any number"] if option.numbers else [])])
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
    terms = [term.replace("of suit", "of a suit") for term in declaration.cards]
    if not terms:
        return str(say("no cards, before play"))
    for place in (" of trumps", " of a suit"):
        if all(term.endswith(place) and " or " not in term for term in terms):
            terms = [*(term.removesuffix(place) for term in terms[:-1]), terms[-1]]
    joined = " + ".join(terms)
    if declaration.times > 1:
        joined = f"{declaration.times} x {joined}" if len(terms) == 1 else f"{declaration.times} x ({joined})"
    if declaration.times > 1 and all(" " not in term for term in terms):
        joined += str(say(", one of each suit") if declaration.suits == "distinct" else say(", any suits"))
    return joined


def worth_text(declaration: Declaration, name: str) -> str:
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
        told = listing([f"{suit} {worth}" for suit, worth in points.by_suit.items()], "and")
    elif points.set is not None:
        told = str(say("{first}, then card by card {rest}, ...", first=values[0], rest=", ".join(values[1:])))
    else:
        told = ", ".join([*values, "..."])
    return told + (str(say(", and again for each card drawn")) if declaration.again_while_drawing else "")
