"""What no type can say about one declaration of a rules file: its cards, and its prices."""

from collections import Counter
from collections.abc import Iterator
from math import log2

import msgspec

from bezique_score.cards import Card, Suit, card_of
from bezique_score.rules.model import Declaration, Points
from bezique_score.rules.rulebook import Rulebook, Slot, needs_suit, slots_of
from bezique_score.text import Text, say

MOST_LEVELS = 20
MOST_CHOICES = 256
"""In how many ways the cards of a declaration may be chosen where its terms have an `or`: each is tried."""


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong in a rules file, and under which keys."""

    keys: tuple[str, ...]
    reason: Text


def declaration_flaws(rules: Rulebook, declaration: Declaration) -> Iterator[Flaw]:
    """List what is wrong with a declaration whose keys and types are right."""
    game = rules.game
    try:
        terms = [slots_of(term) for term in declaration.cards]
    except ValueError:
        term = next(term for term in declaration.cards if not _is_readable(term))
        yield Flaw(
            ("cards",),
            say(
                "{term} is not a card of a declaration: write `Q`, `Q of trumps`, `Q of suit`, "
                "`bezique queen` or `bezique jack`, joined with `or`",
                term=repr(term),
            ),
        )
        return
    if bool(terms) == bool(declaration.before_play):
        yield Flaw(
            ("cards",), say("a declaration is of cards, or made before play (`before-play`), one of the two")
        )
    if declaration.again_while_drawing and not declaration.before_play:
        yield Flaw(("again-while-drawing",), say("only a declaration made before play scores again while drawing"))
    yield from _cards_flaws(rules, declaration, terms)
    if game.family == "thousand" and not (needs_suit(declaration) and declaration.makes_trumps):
        yield Flaw((), say("the thousand family knows only declarations of a suit, which make trumps"))
    if declaration.makes_trumps and not needs_suit(declaration):
        yield Flaw(("makes-trumps",), say("only a declaration `of suit` can make trumps"))
    if game.bezique is None and any(slot.place == "bezique" for term in terms for slot in term):
        yield Flaw(("cards",), say("the game has no [bezique] that would say which queen and jack are meant"))
    earlier = game.declaration.get(declaration.after)
    if declaration.after and (earlier is None or not declaration.class_ or earlier.class_ != declaration.class_):
        yield Flaw(("after",), say("there is no declaration {meld} in the same class", meld=declaration.after))
    if game.family == "thousand" and not _is_priced_by_suit(declaration):
        yield Flaw(("points",), say("in the thousand family a value is a number, or one a suit (`by-suit`)"))
    yield from _points_flaws(declaration)


def _cards_flaws(rules: Rulebook, declaration: Declaration, terms: list[tuple[Slot, ...]]) -> Iterator[Flaw]:
    of_any_suit = [term for term in terms if any(slot.place == "any" for slot in term)]
    if len({*of_any_suit}) > 1 or any(len(term) > 1 for term in of_any_suit):
        yield Flaw(("cards",), say("cards of any suit are all of one rank, without `or`"))
    if declaration.times < 1:
        yield Flaw(("times",), say("it is a number from 1"))
    elif not 1 <= declaration.level <= MOST_LEVELS:
        yield Flaw(("level",), say("it is a number from 1 to {most}", most=MOST_LEVELS))
    elif declaration.times * sum(log2(len(term)) for term in terms) > log2(MOST_CHOICES):
        yield Flaw(("cards",), say("its cards can be chosen in more than {most} ways", most=MOST_CHOICES))
    elif declaration.suits == "distinct" and len(of_any_suit) * declaration.times > len(Suit):
        yield Flaw(("times",), say("only {suits} cards can be of different suits", suits=len(Suit)))
    else:
        yield from _pack_flaws(rules, declaration, terms)


def _is_priced_by_suit(declaration: Declaration) -> bool:
    points = declaration.points
    return declaration.trump_points is None and (isinstance(points, int) or points.by_suit is not None)


def _is_readable(term: str) -> bool:
    try:
        slots_of(term)
    except ValueError:
        return False
    return True


def _pack_flaws(rules: Rulebook, declaration: Declaration, terms: list[tuple[Slot, ...]]) -> Iterator[Flaw]:
    """Find cards that the pack lacks; infuzorki may make up for copies, not for a rank."""
    for term, mentions in Counter(terms).items():
        strange = [slot.rank for slot in term if card_of(slot.rank, Suit.SPADES) not in rules.copies]
        if strange:
            yield Flaw(("cards",), say("the pack has no {rank}", rank=strange[0]))
            continue
        held = sum(
            rules.copies[card_of(slot.rank, Suit.SPADES)] * (len(Suit) if slot.place == "any" else 1)
            for slot in term
        )
        needed = mentions * declaration.times
        if needed > held + rules.copies.get(Card.INFUZORKA, 0):
            cards = declaration.cards[terms.index(term)]
            yield Flaw(
                ("times",) if declaration.times > 1 else ("cards",),
                say(
                    "it needs {needed} cards {cards}, and the pack has {held}",
                    needed=needed,
                    cards=repr(cards),
                    held=held,
                ),
            )


def _points_flaws(declaration: Declaration) -> Iterator[Flaw]:
    points = declaration.points
    if declaration.trump_points is not None:
        if not needs_suit(declaration):
            yield Flaw(("trump-points",), say("only a declaration `of suit` has another value in trumps"))
        elif declaration.trump_points < 0 or not isinstance(points, int):
            yield Flaw(("trump-points",), say("beside it, `points` is one number, and both are from 0"))
    if isinstance(points, int):
        if points < 0:
            yield Flaw(("points",), below_nothing(points))
        return
    given = {
        "doubling": points.doubling,
        "multiple": points.multiple,
        "by-suit": points.by_suit,
        "set": points.set,
        "then": points.then,
    }
    kinds = [key for key, value in given.items() if value is not None]
    if kinds not in (["doubling"], ["multiple"], ["by-suit"], ["set", "then"]):
        yield Flaw(
            ("points",),
            say("a value is one of: a number; `doubling`; `multiple`; `by-suit`; `set` with `then`"),
        )
    elif points.by_suit is not None:
        yield from _by_suit_flaws(declaration, points.by_suit)
    else:
        yield from _series_flaws(declaration, points)


def _by_suit_flaws(declaration: Declaration, by_suit: dict[Suit, int]) -> Iterator[Flaw]:
    if not needs_suit(declaration):
        yield Flaw(("points",), say("only a declaration `of suit` has values by suit"))
    if set(by_suit) != set(Suit) or min(by_suit.values()) < 0:
        yield Flaw(("points",), say("values by suit are four numbers from 0, one a suit"))


def _series_flaws(declaration: Declaration, points: Points) -> Iterator[Flaw]:
    steps = {"doubling": points.doubling, "multiple": points.multiple, "set": points.set, "then": points.then}
    for key, step in steps.items():
        if step is not None and step < 1:
            yield Flaw(
                ("points", key),
                say(
                    "with {key} = {step} the series would shrink or stand still; it grows by 1 or more",
                    key=key,
                    step=step,
                ),
            )
    if points.set is not None and (len(declaration.cards) != 1 or declaration.times != 4):
        yield Flaw(("points",), say("a growing set begins with four cards of one kind (`times = 4`)"))


def below_nothing(points: int) -> Text:
    """Say that points are below nothing."""
    return say("{points} is below 0", points=points)
