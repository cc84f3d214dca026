"""Rules as people read them: shown with sources and readings, compared in plain words, copied to be edited."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bezique_score.rules import model
from bezique_score.rules.describe import (
    copy_text,
    diff_data,
    diff_games,
    list_data,
    list_games,
    show_data,
    show_game,
)
from bezique_score.rules.figures import PHRASES, TABLES
from bezique_score.rules.load import game_ids, packaged_document, read_document
from bezique_score.rules.model import Game, Points
from bezique_score.rules.schedule import card_value, nth_value

Change = Callable[[dict[str, Any]], None]


def test_growing_sets_card_by_card() -> None:
    queens, kings = Points(set=176, then=100), Points(set=88, then=50)
    assert [card_value(queens, card) for card in range(4, 13)] == [
        176,
        100,
        200,
        400,
        1152,
        1600,
        3200,
        6400,
        13328,
    ]
    assert [card_value(kings, card) for card in range(4, 9)] == [88, 50, 100, 200, 576]
    eighths = {164: 100, 110: 50, 90: 50, 44: 50}
    assert [card_value(Points(set=first, then=then), 8) for first, then in eighths.items()] == [
        1128,
        620,
        580,
        488,
    ]


def test_doubling_and_multiple_series() -> None:
    assert [nth_value(Points(doubling=25), number) for number in (1, 2, 3, 4, 5)] == [25, 50, 100, 200, 400]
    assert [nth_value(Points(multiple=6), number) for number in (1, 2, 3)] == [6, 12, 18]


def test_the_list_of_games() -> None:
    assert ("classic", "Bezique with two packs") in list_games()
    assert [game["id"] for game in list_data()] == game_ids()
    assert next(game for game in list_data() if game["id"] == "russian")["seats"] == [2, 3, 4]
    assert next(game for game in list_data() if game["id"] == "eight-pack")["status"] == "unconfirmed"


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_is_shown_with_every_source_and_reading(game_id: str) -> None:
    document = packaged_document(game_id)
    shown = show_game(document)
    flat = re.sub(r"\s+", " ", shown)
    assert max(map(len, shown.splitlines())) <= 80
    for title in document["title"].values():
        assert title in flat
    for table in (*(document[key] for key in TABLES if key in document), *document["declaration"].values()):
        for key in ("source", "reading"):
            assert re.sub(r"\s+", " ", table.get(key, "")) in flat
    for key, told in document["sources"].items():
        assert f"{key}: {told}" in flat
    for key in document["option"]:
        assert f"{key}: " in flat
    for meld in document["declaration"]:
        assert f"({meld})" in flat


def test_the_russian_values_are_shown_in_order() -> None:
    shown = re.sub(r"\s+", " ", show_game(packaged_document("russian")))
    for line in (
        "bezique (bezique): 25, 50, 100, 200, ...",
        "four queens (queens): 6, 12, 18, 24, ...",
        "trump queens (trump-queens): 176, then card by card 100, 200, 400, 1152, ...",
        "trump kings (trump-kings): 88, then card by card 50, 100, 200, 576, ...",
        "for 2 players: 174 cards, 138 left in the stock, 69 draws, 87 tricks",
        "extra cards in each suit, ranking lowest: 9 3",
    ):
        assert line in shown


def test_classes_of_reuse_and_the_settlement_are_shown() -> None:
    shown = show_game(packaged_document("rubicon"))
    assert "  marriage < sequence\n" in shown
    assert "  bezique < double bezique < triple bezique < quadruple bezique\n" in shown
    assert "  rubicon at: 1000\n" in shown
    assert "UNCONFIRMED" not in shown
    assert "UNCONFIRMED" in show_game(packaged_document("eight-pack"))


def test_a_game_for_programs() -> None:
    shown = show_data(packaged_document("thousand-three"))
    (marriage,) = shown["declarations"]
    assert marriage["names"] == {"en": "marriage", "ru": "марьяж", "pl": "mariaż"}
    assert [value["points"] for value in marriage["values"]] == [100, 80, 60, 40]
    assert {"key": "auction.opening", "what": "forced opening bid", "value": "100"}.items() <= next(
        figure for figure in shown["figures"] if figure["key"] == "auction.opening"
    ).items()
    assert next(option for option in shown["options"] if option["key"] == "bolts")["values"] == ["off", 120]


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_does_not_differ_from_itself(game_id: str) -> None:
    document = packaged_document(game_id)
    assert diff_data(document, packaged_document(game_id)) == []
    assert diff_games(document, document) == "The two games are played alike.\n"


def test_a_difference_in_plain_words() -> None:
    here = packaged_document("russian")
    here["declaration"]["trump-queens"]["points"]["set"] = 180
    assert diff_games(packaged_document("russian"), here) == (
        "the fourth card of trump queens: 176 there, 180 here\n"
        "the eighth card of trump queens: 1152 there, 1160 here\n"
    )


def test_differences_of_every_sort() -> None:
    there, here = packaged_document("classic"), packaged_document("classic")
    here["declaration"]["double-bezique"]["points"] = 600
    here["declaration"]["marriage"]["trump-points"] = 50
    here["count"]["last-trick"] = 20
    here["target"]["points"] = 1500
    del here["declaration"]["jacks"]
    del here["option"]["seven"]
    assert diff_games(there, here).splitlines() == [
        "last trick: 10 there, 20 here",
        "target: 1000 there, 1500 here",
        "marriage in trumps: 40 there, 50 here",
        "double bezique: 500 there, 600 here",
        "four jacks: only there (40)",
        "house option seven: only there (10, any number -> declaration.seven.points, exchange.points, "
        "trumps.turned.7)",
    ]


def test_a_series_that_differs_throughout_is_told_once() -> None:
    here = packaged_document("russian")
    here["declaration"]["bezique"]["points"] = {"doubling": 30}
    assert diff_games(packaged_document("russian"), here) == (
        "bezique: 25, 50, 100, 200, ... there, 30, 60, 120, 240, ... here\n"
    )


def _set(table: str, key: str, value: object) -> Change:
    def change(document: dict[str, Any]) -> None:
        inner = document
        for part in table.split("."):
            inner = inner.setdefault(part, {})
        inner[key] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        _set("deck", "infuzorki", 3),
        _set("deck", "extra", {"9": 4}),
        _set("infuzorka", "first-four", False),
        _set("reuse", "broken", True),
        _set("target", "check", "at-once"),
        _set("bezique.by-trump", "spades", ["QS", "JH"]),
        _set("declaration.queens", "suits", "any"),
        _set("declaration.queens", "class", "quartet"),
        _set("declaration.queens", "free", True),
        _set("declaration.quint", "names", {"en": ["straight"]}),
        _set("exchange", "points", 10),
        _set("option.packs", "values", [8, 10]),
    ],
)
def test_no_change_goes_unsaid(change: Change) -> None:
    here = packaged_document("russian")
    change(here)
    assert len(diff_data(packaged_document("russian"), here)) == 1


def test_every_figure_of_the_model_has_a_phrase() -> None:
    said = {"source", "reading"}
    kinds: dict[str, type[msgspec.Struct]] = {
        "players": model.Players, "deck": model.Deck, "deal": model.Dealing, "trumps": model.Trumps,
        "exchange": model.Exchange, "bezique": model.Bezique, "infuzorka": model.Infuzorka, "reuse": model.Reuse,
        "count": model.Count, "auction": model.Auction, "packet": model.Packet, "record": model.Record,
        "settlement": model.Settlement, "target": model.Target,
    }  # fmt: skip
    wanted = {
        f"{table}.{field.encode_name}"
        for table, kind in kinds.items()
        for field in msgspec.structs.fields(kind)
        if field.encode_name not in said
    }
    assert wanted | {"card-points"} == set(PHRASES)
    told = {field.encode_name for field in msgspec.structs.fields(Game)}
    assert told - {
        "id",
        "family",
        "title",
        "about",
        "aliases",
        "status",
        "sources",
        "declaration",
        "option",
    } == set(TABLES)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_copy_can_be_read_back_and_tells_how_it_is_used(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(copy_text(game_id), encoding="utf-8")
    assert read_document(path) == packaged_document(game_id)
    assert f"bezique rules diff {game_id} THIS-FILE" in copy_text(game_id)
    assert "--rules THIS-FILE" in copy_text(game_id)
