"""What no type can say about a rules file: that its parts fit each other, and its figures make a game."""

from collections import Counter
from collections.abc import Iterator

from bezique_score.cards import Rank, Suit
from bezique_score.rules.model import Game
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.verify_declarations import Flaw, below_nothing, declaration_flaws
from bezique_score.rules.vocabulary import fold, words_of
from bezique_score.text import listing, say

MOST_SEATS = 8
MOST_PACKS = 100
MOST_INFUZORKI = 8


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
        for flaw in declaration_flaws(rules, declaration):
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
    if not 0 <= deck.infuzorki <= MOST_INFUZORKI:
        yield Flaw(("deck", "infuzorki"), say("from 0 to {most} infuzorki", most=MOST_INFUZORKI))


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
        yield Flaw(("exchange", "points"), below_nothing(exchange.points))
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
            yield Flaw(("count", key), below_nothing(points))
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
            yield Flaw(("settlement", key.replace("_", "-")), below_nothing(getattr(settlement, key)))
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
