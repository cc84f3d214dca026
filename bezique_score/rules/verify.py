"""What no type can say about a rules file: that its parts fit each other, and its figures make a game."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.rules.model import Declaration, Game, Points
from bezique_score.rules.rulebook import Rulebook, Slot, needs_suit, slots_of
from bezique_score.rules.vocabulary import fold, words_of
from bezique_score.text import Text, listing, say

MOST_SEATS = 8
MOST_PACKS = 100


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong in a rules file, and under which keys."""

    keys: tuple[str, ...]
    reason: Text


def find_flaws(game: Game) -> Iterator[Flaw]:
    """List what is wrong with a game whose keys and types are right."""
    rules = Rulebook(game)
    yield from _players_flaws(game)
    deck_flaws = list(_deck_flaws(game))
    yield from deck_flaws
    if deck_flaws:
        return
    yield from _family_flaws(game)
    yield from _deal_flaws(rules)
    yield from _trumps_flaws(game)
    yield from _bezique_flaws(rules)
    yield from _end_flaws(game)
    for meld, declaration in game.declaration.items():
        for flaw in _declaration_flaws(rules, declaration):
            yield Flaw(("declaration", meld, *flaw.keys), flaw.reason)
    yield from _word_flaws(game)


def _players_flaws(game: Game) -> Iterator[Flaw]:
    players = game.players
    if not players.seats or not all(2 <= seats <= MOST_SEATS for seats in players.seats):
        yield Flaw(("players", "seats"), say("a game has from 2 to {most} seats", most=MOST_SEATS))
    elif not 2 <= players.active <= max(players.seats):
        yield Flaw(("players", "active"), say("from 2 to {most} players get cards", most=max(players.seats)))
    elif players.partners and not all(seats in (4, 6, 8) and seats == players.active for seats in players.seats):
        yield Flaw(
            ("players", "partners"),
            say("partners need an even number of seats, at least 4, and cards for all"),
        )
    if game.target.points is not None and game.target.points < 1:
        yield Flaw(("target", "points"), say("a target is at least 1; leave it out to play without an end"))


def _deck_flaws(game: Game) -> Iterator[Flaw]:
    deck = game.deck
    if not deck.ranks:
        yield Flaw(("deck", "ranks"), say("the pack has no ranks"))
    twice = [rank for rank, times in Counter([*deck.ranks, *deck.extra]).items() if times > 1]
    if twice:
        yield Flaw(("deck", "ranks"), say("the rank {rank} stands in the pack twice", rank=twice[0]))
    if not 1 <= deck.packs <= MOST_PACKS:
        yield Flaw(
            ("deck", "packs"),
            say("from 1 to {most} packs are mixed, not {packs}", most=MOST_PACKS, packs=deck.packs),
        )
    if not all(1 <= number <= MOST_PACKS for number in deck.extra.values()):
        yield Flaw(("deck", "extra"), say("from 1 to {most} extra cards a suit", most=MOST_PACKS))
    if not 0 <= deck.infuzorki <= MOST_PACKS:
        yield Flaw(("deck", "infuzorki"), say("from 0 to {most} infuzorki", most=MOST_PACKS))


def _deal_flaws(rules: Rulebook) -> Iterator[Flaw]:
    game = rules.game
    if game.deal.cards < 1:
        yield Flaw(("deal", "cards"), say("every player is dealt at least one card"))
        return
    packet = game.packet
    if not 0 <= packet.out_of_play <= packet.cards:
        yield Flaw(("packet", "out-of-play"), say("from none to all the cards of the packet stay out of play"))
    fewest = min(game.players.seats, default=2)
    stock = rules.stock(fewest)
    if stock < (1 if game.family == "bezique" else 0):
        yield Flaw(
            ("deal", "cards"),
            say(
                "{cards} cards each for {players} players leave no stock from a pack of {size}",
                cards=game.deal.cards,
                players=rules.active(fewest),
                size=rules.size,
            ),
        )


def _trumps_flaws(game: Game) -> Iterator[Flaw]:
    trumps, exchange = game.trumps, game.exchange
    makers = [meld for meld, declaration in game.declaration.items() if declaration.makes_trumps]
    if trumps is None:
        yield Flaw((), say("the table [trumps] is missing: how are trumps made?"))
    elif trumps.made_by == "turned" and makers:
        yield Flaw(("declaration", makers[0], "makes-trumps"), say("trumps are turned, not made by a declaration"))
    elif trumps.made_by == "declaration" and not makers:
        yield Flaw(("trumps", "made-by"), say("no declaration says `makes-trumps = true`"))
    elif trumps.made_by == "declaration" and (trumps.turned or exchange):
        yield Flaw(
            ("exchange",) if exchange else ("trumps", "turned"),
            say("no card is turned where a declaration makes trumps"),
        )
    ranks = {*game.deck.ranks, *game.deck.extra}
    for rank, points in (trumps.turned if trumps else {}).items():
        if rank not in ranks or points < 0:
            yield Flaw(
                ("trumps", "turned"),
                say("{points} points for turning a {rank} of this pack", points=points, rank=rank),
            )
    if exchange is None:
        return
    if exchange.rank not in ranks:
        yield Flaw(("exchange", "rank"), say("the pack has no {rank}", rank=exchange.rank))
    if exchange.points < 0:
        yield Flaw(("exchange", "points"), _below_nothing(exchange.points))
    used = game.declaration.get(exchange.uses)
    if exchange.uses and (used is None or used.cards != (f"{exchange.rank} of trumps",)):
        yield Flaw(
            ("exchange", "uses"),
            say(
                "there is no declaration {meld} of the {rank} of trumps alone",
                meld=exchange.uses,
                rank=exchange.rank,
            ),
        )


def _bezique_flaws(rules: Rulebook) -> Iterator[Flaw]:
    bezique = rules.game.bezique
    if bezique is None:
        return
    pairs = [("fixed", bezique.fixed)] if bezique.fixed else []
    pairs += [(f"by-trump.{suit}", pair) for suit, pair in bezique.by_trump.items()]
    for key, (queen, jack) in pairs:
        if (queen.rank, jack.rank) != (Rank.QUEEN, Rank.JACK) or not {queen, jack} <= set(rules.copies):
            yield Flaw(
                ("bezique", *key.split(".")),
                say("{queen} and {jack} are not a queen and a jack of this pack", queen=queen, jack=jack),
            )
    if bezique.pair == "fixed" and not bezique.fixed:
        yield Flaw(("bezique",), say("the fixed pair of the bezique is not named"))
    missing = [suit.value for suit in Suit if suit not in bezique.by_trump]
    if bezique.pair == "by-trump" and missing:
        yield Flaw(
            ("bezique", "by-trump"), say("no pair of the bezique for {suits}", suits=listing(missing, "and"))
        )


def _end_flaws(game: Game) -> Iterator[Flaw]:
    count, settlement = game.count, game.settlement
    for key, points in (("last-trick", count.last_trick), ("brisque", count.brisque)):
        if points < 0:
            yield Flaw(("count", key), _below_nothing(points))
    if not set(count.brisques) <= set(game.deck.ranks) or len(set(count.brisques)) < len(count.brisques):
        yield Flaw(("count", "brisques"), say("brisques are ranks of the pack, each named once"))
    if bool(count.brisque) != bool(count.brisques):
        yield Flaw(("count",), say("`brisque` (what one is worth) and `brisques` (which ranks) belong together"))
    if settlement is None:
        return
    if settlement.unit < 1:
        yield Flaw(
            ("settlement", "unit"),
            say("scores are rounded down to a number from 1, not to {unit}", unit=settlement.unit),
        )
    for key in ("line", "game", "rubicon_game", "rubicon_brisques", "least_difference", "least_loser"):
        if getattr(settlement, key) < 0:
            yield Flaw(("settlement", key.replace("_", "-")), _below_nothing(getattr(settlement, key)))
    if settlement.brisques and not count.brisques:
        yield Flaw(("settlement", "brisques"), say("the settlement needs brisques, and [count] names none"))


def _family_flaws(game: Game) -> Iterator[Flaw]:
    """Find what belongs to the other family."""
    if game.family == "bezique":
        foreign = {
            "card-points": game.card_points,
            "auction": game.auction,
            "packet": game.packet.cards,
            "record": game.record.barrel or game.record.bolts or game.record.round_defenders,
        }
        yield from (
            Flaw((key,), say("a game of the bezique family has no [{key}]", key=key))
            for key, told in foreign.items()
            if told
        )
        return
    strange = {
        "exchange": game.exchange,
        "bezique": game.bezique,
        "settlement": game.settlement,
        "count": game.count.last_trick or game.count.brisque,
    }
    yield from (
        Flaw((key,), say("a game of the thousand family has no [{key}]", key=key))
        for key, told in strange.items()
        if told
    )
    if game.deck.infuzorki:
        yield Flaw(("deck", "infuzorki"), say("a game of the thousand family has no infuzorki"))
    if game.players.partners:
        yield Flaw(("players", "partners"), say("a game of the thousand family has no partners"))
    wrong = set(game.card_points) ^ {*game.deck.ranks, *game.deck.extra}
    if wrong:
        yield Flaw(
            ("card-points",),
            say(
                "card points are given for each rank of the pack, and no other: {ranks}",
                ranks=listing(sorted(wrong), "and"),
            ),
        )
    if any(points < 0 for points in game.card_points.values()):
        yield Flaw(("card-points",), say("card points are numbers from 0"))
    if game.auction and (
        game.auction.opening < 1 or game.auction.step < 0 or game.auction.cap_without_marriage < 0
    ):
        yield Flaw(("auction",), say("bids begin at 1 or more, and neither the step nor the cap is below 0"))
    record = game.record
    costs = (record.round_defenders, record.barrel, record.bolts, record.concede)
    if any(isinstance(cost, int) and cost < 0 for cost in costs):
        yield Flaw(("record",), say("what is recorded is told in numbers from 0"))


def _declaration_flaws(rules: Rulebook, declaration: Declaration) -> Iterator[Flaw]:
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
    of_any_suit = [term for term in terms if any(slot.place == "any" for slot in term)]
    if len({*of_any_suit}) > 1 or any(len(term) > 1 for term in of_any_suit):
        yield Flaw(("cards",), say("cards of any suit are all of one rank, without `or`"))
    if declaration.times < 1 or declaration.level < 1:
        yield Flaw(("times",) if declaration.times < 1 else ("level",), say("it is a number from 1"))
    elif declaration.suits == "distinct" and len(of_any_suit) * declaration.times > len(Suit):
        yield Flaw(("times",), say("only {suits} cards can be of different suits", suits=len(Suit)))
    else:
        yield from _pack_flaws(rules, declaration, terms)
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
            yield Flaw(("points",), _below_nothing(points))
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


def _word_flaws(game: Game) -> Iterator[Flaw]:
    """Find words that would mean two declarations of the game."""
    if not _is_id(game.id):
        yield Flaw(("id",), say("an id is a word in small letters, with hyphens for spaces"))
    owners: dict[str, str] = {}
    for meld, declaration in game.declaration.items():
        if fold(meld) != meld or not meld.replace("-", "").isalnum() or meld.startswith("-"):
            yield Flaw(("declaration", meld), say("an id is a word in small letters, with hyphens for spaces"))
        for word in dict.fromkeys(words_of(meld, declaration)):
            if owners.setdefault(word, meld) != meld:
                yield Flaw(
                    ("declaration", meld),
                    say("the word {word} already means {other}", word=repr(word), other=owners[word]),
                )


def _is_id(word: str) -> bool:
    return fold(word) == word and word.replace("-", "").isalnum() and not word.startswith("-")


def _below_nothing(points: int) -> Text:
    return say("{points} is below 0", points=points)
