"""The packaged games: each is valid with every option, and says every figure of rules.md."""

import re

import pytest

from bezique_score.cards import Card, Rank, Suit
from bezique_score.referee.hand import Seating
from bezique_score.rules.describe import list_games
from bezique_score.rules.load import (
    game_ids,
    packaged_document,
    packaged_text,
    resolve_options,
    rulebook_of,
    verify_document,
)
from bezique_score.rules.model import Declaration, Game, Points, Sourced
from bezique_score.rules.rulebook import Rulebook

GAMES = [
    "classic",
    "eight-pack",
    "four-handed",
    "rubicon",
    "russian",
    "six-pack",
    "thousand-stock",
    "thousand-three",
    "thousand-two",
    "three-handed",
]
TWO_PACK_FAMILY = ["classic", "three-handed", "four-handed"]
SETTLED = ["rubicon", "six-pack", "eight-pack"]
THOUSAND = ["thousand-stock", "thousand-two", "thousand-three"]


def rules_of(game_id: str, **options: str) -> Rulebook:
    document = packaged_document(game_id)
    return rulebook_of(
        document, resolve_options(document, {key.replace("_", "-"): word for key, word in options.items()})
    )


def game_of(game_id: str, **options: str) -> Game:
    return rules_of(game_id, **options).game


def worth(declaration: Declaration) -> object:
    points = declaration.points
    if isinstance(points, int):
        return points if declaration.trump_points is None else (points, declaration.trump_points)
    told = {"doubling": points.doubling, "multiple": points.multiple, "set": points.set, "then": points.then}
    return {key: value for key, value in told.items() if value is not None} or points.by_suit


def test_all_games_of_the_sources_are_there() -> None:
    assert game_ids() == GAMES
    assert [game_id for game_id, _ in list_games()] == GAMES


@pytest.mark.parametrize("game_id", GAMES)
def test_a_packaged_game_is_valid_with_every_value_of_every_option(game_id: str) -> None:
    verify_document(packaged_document(game_id), game_id, packaged_text(game_id))
    assert game_of(game_id).id == game_id


@pytest.mark.parametrize("game_id", GAMES)
def test_the_first_value_of_an_option_is_what_the_file_says(game_id: str) -> None:
    plain = game_of(game_id)
    for key, option in plain.option.items():
        assert rulebook_of(packaged_document(game_id), {key: option.values[0]}).game == plain, key


@pytest.mark.parametrize("game_id", GAMES)
def test_every_figure_has_a_source_or_is_marked_as_a_reading(game_id: str) -> None:
    game = game_of(game_id)
    tables: list[Sourced | None] = [game.players, game.deck, game.deal, game.target, game.trumps]
    tables += game.declaration.values()
    tables += [table for table in (game.exchange, game.bezique, game.settlement, game.auction) if table]
    assert all(table is not None and (table.source or table.reading) for table in tables)
    for source in (table.source for table in tables if table and table.source):
        cited = re.findall(r"\b[A-Z]{2,}\d*|\bS\d", source.partition(":")[0])
        assert cited and set(cited) <= set(game.sources), source
    text = packaged_text(game_id)
    for key in game.sources:
        assert len(re.findall(rf"\b{key}\b", text)) > 1, f"{key} is listed and not cited"


@pytest.mark.parametrize(
    ("game_id", "seats", "size", "dealt", "stock", "draws", "tricks"),
    [
        ("russian", 2, 174, 18, 138, 69, 87),
        ("russian", 3, 174, 18, 120, 40, 58),
        ("russian", 4, 174, 18, 120, 40, 58),
        ("classic", 2, 64, 8, 48, 24, 32),
        ("three-handed", 3, 96, 8, 72, 24, 32),
        ("four-handed", 4, 128, 8, 96, 24, 32),
        ("rubicon", 2, 128, 9, 110, 55, 64),
        ("six-pack", 2, 192, 12, 168, 84, 96),
        ("eight-pack", 2, 256, 15, 226, 113, 128),
        ("thousand-stock", 2, 24, 6, 12, 6, 12),
        ("thousand-two", 2, 24, 10, 0, 0, 10),
        ("thousand-three", 3, 24, 7, 0, 0, 8),
    ],
)
def test_pack_and_deal(
    game_id: str, seats: int, size: int, dealt: int, stock: int, draws: int, tricks: int
) -> None:
    rules = rules_of(game_id)
    assert seats in rules.game.players.seats
    assert (rules.size, rules.game.deal.cards) == (size, dealt)
    assert (rules.stock(seats), rules.draws(seats), rules.tricks(seats)) == (stock, draws, tricks)


@pytest.mark.parametrize(
    ("packs", "size", "draws"), [("10", 214, {2: 89, 3: 53}), ("2", 54, {2: 9}), ("3", 74, {2: 19})]
)
def test_russian_with_other_numbers_of_packs(packs: str, size: int, draws: dict[int, int]) -> None:
    rules = rules_of("russian", packs=packs)
    assert rules.size == size
    assert {seats: rules.draws(seats) for seats in draws} == draws


def test_two_short_packs_leave_three_players_no_stock() -> None:
    assert rules_of("russian", packs="2").stock(3) == 0


def test_order_of_rank() -> None:
    assert list(rules_of("russian").order) == ["A", "K", "Q", "J", "10", "9"]
    for game_id in (*TWO_PACK_FAMILY, *SETTLED):
        assert list(rules_of(game_id).order) == ["A", "10", "K", "Q", "J", "9", "8", "7"]
    for game_id in THOUSAND:
        assert list(rules_of(game_id).order) == ["A", "10", "K", "Q", "J", "9"]


@pytest.mark.parametrize(
    ("game_id", "target"),
    [
        ("russian", 1000),
        ("classic", 1000),
        ("three-handed", 2000),
        ("four-handed", 2000),
        *((game_id, None) for game_id in SETTLED),
        *((game_id, 1000) for game_id in THOUSAND),
    ],
)
def test_target_looked_at_when_the_hand_is_closed(game_id: str, target: int | None) -> None:
    assert (game_of(game_id).target.points, game_of(game_id).target.check) == (target, "hand")
    assert game_of(game_id, target_check="at-once").target.check == "at-once"


RUSSIAN = {
    "queens": {"multiple": 6},
    "kings": {"multiple": 8},
    "aces": {"multiple": 10},
    "jacks": {"multiple": 4},
    "trump-queens": {"set": 176, "then": 100},
    "bezique-jacks": {"set": 164, "then": 100},
    "trump-aces": {"set": 110, "then": 50},
    "trump-tens": {"set": 90, "then": 50},
    "trump-kings": {"set": 88, "then": 50},
    "trump-jacks": {"set": 44, "then": 50},
    "marriage": {"doubling": 4},
    "bezique": {"doubling": 25},
    "quint": {"doubling": 50},
}
QUARTETS = {"aces": 100, "kings": 80, "queens": 60, "jacks": 40}
COMMON = QUARTETS | {"marriage": (20, 40), "sequence": 250, "bezique": 40, "double-bezique": 500, "seven": 10}
RUBICON = QUARTETS | {
    "carte-blanche": 50,
    "marriage": (20, 40),
    "sequence": (150, 250),
    "bezique": 40,
    "double-bezique": 500,
    "triple-bezique": 1500,
    "quadruple-bezique": 4500,
}
SIX = RUBICON | {
    "carte-blanche": 250,
    "exact-cut": 250,
    "cut-guess": 150,
    "trump-aces": 1000,
    "trump-tens": 900,
    "trump-kings": 800,
    "trump-queens": 600,
    "trump-jacks": 400,
}
EIGHT = SIX | {
    "bezique": 50,
    "quintuple-bezique": 9000,
    "five-trump-aces": 2000,
    "five-trump-tens": 1800,
    "five-trump-kings": 1600,
    "five-trump-queens": 1200,
    "five-trump-jacks": 800,
}
MARRIAGES = {"marriage": {Suit.HEARTS: 100, Suit.DIAMONDS: 80, Suit.CLUBS: 60, Suit.SPADES: 40}}


@pytest.mark.parametrize(
    ("game_id", "values"),
    [
        ("russian", RUSSIAN),
        ("classic", COMMON),
        ("three-handed", COMMON | {"triple-bezique": 1500}),
        ("four-handed", COMMON | {"triple-bezique": 1500}),
        ("rubicon", RUBICON),
        ("six-pack", SIX),
        ("eight-pack", EIGHT),
        *((game_id, MARRIAGES) for game_id in THOUSAND),
    ],
)
def test_every_declaration_at_its_value(game_id: str, values: dict[str, object]) -> None:
    assert {meld: worth(declaration) for meld, declaration in game_of(game_id).declaration.items()} == values


@pytest.mark.parametrize("game_id", GAMES)
def test_cards_of_the_declarations(game_id: str) -> None:
    melds = game_of(game_id).declaration
    place = "trumps" if game_id == "russian" else "suit"
    assert melds["marriage"].cards == (f"K of {place}", f"Q of {place}")
    for name, times in (("bezique", 1), ("double", 2), ("triple", 3), ("quadruple", 4), ("quintuple", 5)):
        meld = melds.get(name if times == 1 else f"{name}-bezique")
        assert meld is None or (meld.cards, meld.times) == (("bezique queen", "bezique jack"), times)
    for rank, name in (("A", "aces"), ("K", "kings"), ("Q", "queens"), ("J", "jacks"), ("10", "tens")):
        plain, trump, five = (melds.get(meld) for meld in (name, f"trump-{name}", f"five-trump-{name}"))
        assert plain is None or (plain.cards, plain.times) == ((rank,), 4)
        assert plain is None or plain.suits == ("distinct" if game_id == "russian" else "any")
        assert trump is None or (trump.cards, trump.times) == ((f"{rank} of trumps",), 4)
        assert five is None or (five.cards, five.times) == ((f"{rank} of trumps",), 5)
    if "sequence" in melds:
        own = "suit" if game_id in SETTLED else "trumps"
        assert melds["sequence"].cards == tuple(f"{rank} of {own}" for rank in ("A", "10", "K", "Q", "J"))


def test_the_jack_of_a_quint_may_be_the_bezique_jack() -> None:
    assert game_of("russian").declaration["quint"].cards[3] == "J of trumps or bezique jack"


@pytest.mark.parametrize("game_id", [*TWO_PACK_FAMILY, *SETTLED])
def test_three_classes_of_reuse(game_id: str) -> None:
    melds = game_of(game_id).declaration
    steps = {
        "marriage": ["marriage", "sequence"],
        "bezique": [meld for meld in melds if meld.endswith("bezique")],
    }
    for class_, climbing in steps.items():
        assert [(melds[meld].class_, melds[meld].level) for meld in climbing] == [
            (class_, level) for level in range(1, len(climbing) + 1)
        ]
    quartets = {meld: melds[meld] for meld in melds if melds[meld].class_ == "quartet"}
    assert {quartets[meld].level for meld in QUARTETS} == {1}
    assert {quartet.level for meld, quartet in quartets.items() if meld.startswith("trump-")} <= {2}
    assert {quartet.level for meld, quartet in quartets.items() if meld.startswith("five-")} <= {3}


@pytest.mark.parametrize("game_id", ["six-pack", "eight-pack"])
def test_a_trump_quartet_may_follow_the_plain_one_of_the_same_cards(game_id: str) -> None:
    melds = game_of(game_id).declaration
    followers = {meld: melds[meld].after for meld in melds if meld.startswith("trump-")}
    assert followers == {
        f"trump-{rank}": rank if rank != "tens" else "" for rank in ("aces", "tens", "kings", "queens", "jacks")
    }


@pytest.mark.parametrize("game_id", GAMES)
def test_a_second_double_by_adding_a_pair_where_britannica_has_it(game_id: str) -> None:
    adding = [meld for meld, declaration in game_of(game_id).declaration.items() if declaration.by_adding]
    assert adding == (["double-bezique"] if game_id in ("three-handed", "four-handed") else [])


@pytest.mark.parametrize("game_id", GAMES)
def test_reforming_broken_declarations_belongs_to_rubicon_and_its_kin(game_id: str) -> None:
    assert game_of(game_id).reuse.broken == (game_id in SETTLED)


@pytest.mark.parametrize("game_id", TWO_PACK_FAMILY)
def test_the_sevens_of_trumps(game_id: str) -> None:
    game = game_of(game_id, seven="20")
    assert game.trumps and game.exchange
    assert (game.trumps.made_by, game.trumps.turned, game.exchange.rank) == ("turned", {Rank.SEVEN: 20}, "7")
    assert (game.exchange.points, game.exchange.uses, game.declaration["seven"].points) == (20, "seven", 20)
    assert game.declaration["seven"].free
    assert game_of(game_id).declaration["seven"].points == 10


def test_the_nine_is_exchanged_for_nothing_in_the_russian_game() -> None:
    exchange = game_of("russian").exchange
    assert exchange and (exchange.rank, exchange.points, exchange.uses) == ("9", 0, "")


@pytest.mark.parametrize(
    ("game_id", "last", "brisque"),
    [
        ("russian", 0, 0),
        ("classic", 10, 10),
        ("three-handed", 10, 10),
        ("four-handed", 10, 10),
        ("rubicon", 50, 10),
        ("six-pack", 250, 0),
        ("eight-pack", 250, 0),
        ("thousand-three", 0, 0),
    ],
)
def test_counted_at_the_end(game_id: str, last: int, brisque: int) -> None:
    rules = rules_of(game_id)
    count = rules.game.count
    assert (count.last_trick, count.brisque) == (last, brisque)
    assert count.brisques == ((Rank.ACE, Rank.TEN) if brisque else ())
    if game_id in TWO_PACK_FAMILY:
        assert game_of(game_id, last_trick="50").count.last_trick == 50
        brisques = sum(rules.copies[card] for card in rules.copies if card.rank in count.brisques)
        assert brisques == {"classic": 16, "three-handed": 24, "four-handed": 32}[game_id]


@pytest.mark.parametrize(
    ("game_id", "line", "game", "rubicon", "brisques"),
    [("rubicon", 1000, 500, 1000, 300), ("six-pack", 3000, 1000, 1000, 0), ("eight-pack", 5000, 1000, 1000, 0)],
)
def test_settlement(game_id: str, line: int, game: int, rubicon: int, brisques: int) -> None:
    settlement = game_of(game_id).settlement
    assert settlement
    assert (settlement.line, settlement.game, settlement.rubicon_game) == (line, game, rubicon)
    assert (settlement.rubicon_brisques, settlement.brisques) == (brisques, game_id == "rubicon")
    assert (settlement.unit, settlement.least_difference, settlement.least_loser) == (100, 100, 100)


def test_bicycle_gives_320_for_the_brisques_of_a_rubicon() -> None:
    settlement = game_of("rubicon", rubicon_brisques="320").settlement
    assert settlement and settlement.rubicon_brisques == 320


FIXED = dict.fromkeys(Suit, (Card.QS, Card.JD))
BY_COLOUR = {
    Suit.SPADES: (Card.QS, Card.JC),
    Suit.CLUBS: (Card.QC, Card.JS),
    Suit.HEARTS: (Card.QH, Card.JD),
    Suit.DIAMONDS: (Card.QD, Card.JH),
}
BY_TABLE = {
    Suit.HEARTS: (Card.QH, Card.JC),
    Suit.DIAMONDS: (Card.QD, Card.JS),
    Suit.CLUBS: (Card.QC, Card.JH),
    Suit.SPADES: (Card.QS, Card.JD),
}
TWO_PAIRS = {
    Suit.HEARTS: (Card.QS, Card.JD),
    Suit.CLUBS: (Card.QS, Card.JD),
    Suit.SPADES: (Card.QD, Card.JS),
    Suit.DIAMONDS: (Card.QD, Card.JS),
}


@pytest.mark.parametrize(
    ("game_id", "pairs"),
    [
        ("russian", BY_COLOUR),
        *((game_id, FIXED) for game_id in (*TWO_PACK_FAMILY, "rubicon")),
        ("six-pack", BY_TABLE),
        ("eight-pack", BY_TABLE),
    ],
)
def test_the_pair_of_the_bezique(game_id: str, pairs: dict[Suit, tuple[Card, Card]]) -> None:
    assert {suit: rules_of(game_id).pair(suit) for suit in Suit} == pairs


@pytest.mark.parametrize("game_id", TWO_PACK_FAMILY)
def test_house_option_bezique_pair_by_trump(game_id: str) -> None:
    assert {suit: rules_of(game_id, bezique_pair="by-trump").pair(suit) for suit in Suit} == TWO_PAIRS


@pytest.mark.parametrize("game_id", GAMES)
def test_what_makes_trumps(game_id: str) -> None:
    game = game_of(game_id)
    makers = {meld for meld, declaration in game.declaration.items() if declaration.makes_trumps}
    assert game.trumps
    assert (game.trumps.made_by == "declaration") == bool(makers)
    assert makers == (
        {"marriage", "sequence"} if game_id in SETTLED else {"marriage"} if game_id in THOUSAND else set()
    )
    assert game.trumps.repeat_notice == (game_id in ("six-pack", "eight-pack"))


def test_before_play_and_by_whom() -> None:
    melds = game_of("six-pack").declaration
    before = {meld: declaration.before_play for meld, declaration in melds.items() if declaration.before_play}
    assert before == {"exact-cut": "dealer", "cut-guess": "opponent", "carte-blanche": "anybody"}
    assert [meld for meld in melds if melds[meld].again_while_drawing] == ["carte-blanche"]
    assert game_of("rubicon").declaration["carte-blanche"].again_while_drawing


def test_eight_packs_are_marked_unconfirmed() -> None:
    assert [game_id for game_id in GAMES if game_of(game_id).status == "unconfirmed"] == ["eight-pack"]


def test_partners_only_in_the_four_handed_game() -> None:
    assert [game_id for game_id in GAMES if game_of(game_id).players.partners] == ["four-handed"]
    assert not game_of("four-handed").players.pool
    assert game_of("four-handed", partners_pool="true").players.pool
    assert Seating.of(("A", "B", "C", "D"), partners=True).sides == ("A+C", "B+D")


@pytest.mark.parametrize("game_id", THOUSAND)
def test_cards_of_thousand_make_120(game_id: str) -> None:
    rules = rules_of(game_id)
    assert rules.game.card_points == {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
    assert sum(rules.game.card_points[card.rank] for card in rules.copies if card.rank) == 120


@pytest.mark.parametrize(("game_id", "packet"), [("thousand-two", (4, 4, 120)), ("thousand-three", (3, 0, 0))])
def test_auction_and_packet_of_thousand(game_id: str, packet: tuple[int, int, int]) -> None:
    game = game_of(game_id)
    assert game.auction and (game.auction.opening, game.auction.step, game.auction.blind) == (100, 0, True)
    assert (game.packet.cards, game.packet.out_of_play, game.packet.all_tricks) == packet


def test_no_auction_with_a_stock() -> None:
    assert game_of("thousand-stock").auction is None
    assert set(game_of("thousand-stock").option) == {"barrel", "bolts", "target-check"}


@pytest.mark.parametrize("game_id", ["thousand-two", "thousand-three"])
def test_house_options_of_thousand_are_off_until_set(game_id: str) -> None:
    plain = game_of(game_id)
    assert plain.auction and (plain.auction.step, plain.auction.cap_without_marriage) == (0, 0)
    assert (plain.record.barrel, plain.record.bolts, plain.record.round_defenders) == (0, 0, 0)
    assert plain.record.concede == "off"
    house = game_of(
        game_id,
        bid_step="5",
        round_defenders="10",
        bid_without_marriage_cap="120",
        barrel="880",
        bolts="120",
        concede="bid",
    )
    assert house.auction and (house.auction.step, house.auction.cap_without_marriage) == (5, 120)
    assert (house.record.barrel, house.record.bolts, house.record.round_defenders) == (880, 120, 10)
    assert house.record.concede == "bid"
    assert game_of(game_id, concede="60").record.concede == 60
    assert game_of(game_id, barrel="off", concede="off") == plain


@pytest.mark.parametrize(
    ("game_id", "keys"),
    [
        ("russian", {"packs", "infuzorka-first-four", "plain-fours"}),
        ("classic", {"bezique-pair", "last-trick", "seven"}),
        ("three-handed", {"bezique-pair", "last-trick", "seven"}),
        ("four-handed", {"bezique-pair", "last-trick", "seven", "partners-pool"}),
        ("rubicon", {"rubicon-brisques"}),
        ("six-pack", set()),
        ("eight-pack", set()),
        (
            "thousand-three",
            {"bid-step", "round-defenders", "bid-without-marriage-cap", "barrel", "bolts", "concede"},
        ),
    ],
)
def test_keys_of_set_by_game(game_id: str, keys: set[str]) -> None:
    assert set(game_of(game_id).option) == keys | {"target-check"}


def test_russian_house_options() -> None:
    assert not game_of("russian", infuzorka_first_four="false").infuzorka.first_four
    any_suits = game_of("russian", plain_fours="any").declaration
    assert {any_suits[meld].suits for meld in QUARTETS} == {"any"}


def test_infuzorki_and_nines() -> None:
    rules = rules_of("russian")
    assert rules.copies[Card.INFUZORKA] == 2
    assert {rules.copies[Card(f"9{suit.letter}")] for suit in Suit} == {3}
    assert isinstance(rules.game.declaration["queens"].points, Points)
