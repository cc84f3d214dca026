"""What the looking commands show, and the data behind their `--json`."""

import json
import re
from pathlib import Path

import pytest
from evenings import BEGAN, four_names, play, rubicon_game, russian_evening, thousand_game
from wcwidth import wcwidth

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Note,
    Pass,
    Redo,
    Trick,
    Undo,
)
from bezique_score.refusal import Refusal
from bezique_score.rules.load import packaged_document, rulebook_of
from bezique_score.sheet.data import log_data, melds_data, score_data, session_data, unreadable_session_data
from bezique_score.sheet.plain import _narrow, clean, display_width, shorten, wrap
from bezique_score.sheet.views import log_text, melds_text, score_text, sessions_text
from bezique_score.sheet.words import entry_words, what_words, who_of
from bezique_score.text import say, speaking
from bezique_score.translations import speech_of

GOLDEN = Path(__file__).parent / "golden"
RUSSIAN = rulebook_of(packaged_document("russian"))
OPEN_HAND: list[Event] = [
    Deal(upcard=Card.KH),
    Trick(winner="Anna"),
    Declare(meld="bezique"),
    Trick(winner="Boris"),
    Declare(meld="marriage"),
]


# Words


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Deal(dealer="Boris", upcard=Card.KH, trump=Suit.HEARTS), "Boris: deal, trumps ♥ (K♥ turned)"),
        (Deal(dealer="Boris", trump=Suit.CLUBS), "Boris: deal, trumps ♣"),
        (Deal(dealer="Boris"), "Boris: deal"),
        (Trick(winner="Anna"), "Anna takes the trick"),
        (Trick(winner="Anna", cards=(Card.AS, Card.TEN_H, Card.INFUZORKA)), "Anna takes the trick: A♠ 10♥ *"),
        (Declare(player="Anna", meld="bezique"), "Anna: bezique"),
        (Declare(player="Anna", meld="marriage", suit=Suit.HEARTS), "Anna: marriage ♥"),
        (
            Declare(player="Anna", meld="kings", suits=(Suit.SPADES, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)),
            "Anna: four kings ♠♠♥♦",
        ),
        (Declare(player="Anna", meld="quint", jack=Card.JC), "Anna: quint with J♣"),
        (
            Declare(player="Anna", meld="bezique", infuzorki=(Rank.JACK,)),
            "Anna: bezique (infuzorka for the jack)",
        ),
        (
            Declare(player="Anna", meld="queens", infuzorki=(Rank.QUEEN, Rank.QUEEN)),
            "Anna: four queens (infuzorki for the queen and the queen)",
        ),
        (Exchange(player="Anna"), "Anna: exchange of the turned card"),
        (Bid(player="Anna", bid=140), "Anna: bid 140"),
        (Bid(player="Anna", bid=140, blind=True), "Anna: bid 140, blind"),
        (Pass(player="Anna"), "Anna: pass"),
        (End(), "end of the hand"),
        (End(counts={"Anna": 12}, last="Boris"), "end of the hand: brisques Anna 12, last trick Boris"),
        (
            End(all_tricks="Anna", no_trick=("Boris", "Clara"), concede=True),
            "end of the hand: every trick Anna, no trick Boris, no trick Clara, given up",
        ),
        (Adjust(player="Anna", amount=-10, note="revoke"), "Anna: adjustment: revoke"),
        (Agree(totals={"Anna": 640, "Boris": 600}), "agreed totals: Anna 640, Boris 600"),
        (Note(text="{rain}"), "note: {rain}"),
        (Undo(event=12), "undo of entry 12"),
        (Redo(event=12), "redo of entry 12"),
        (Amend(event=3, entry=Trick(winner="Anna")), "entry 3 corrected: Anna takes the trick"),
    ],
)
def test_words_of_an_entry(event: Event, words: str) -> None:
    assert str(entry_words(event, RUSSIAN)) == words
    who = who_of(event)
    if not isinstance(event, Trick):
        assert str(what_words(event, RUSSIAN)) == words.removeprefix(f"{who}: ")


def test_words_have_the_names_of_the_language() -> None:
    with speaking(speech_of("ru")):
        assert str(entry_words(Declare(player="Анна", meld="bezique"), RUSSIAN)) == "Анна: безик"


def test_card_points_are_called_so_where_cards_have_points() -> None:
    thousand = rulebook_of(packaged_document("thousand-three"))
    assert "card points Anna 85" in str(entry_words(End(counts={"Anna": 85}), thousand))


# score


def test_score_of_an_open_hand() -> None:
    text = score_text("Friday", play(["Anna", "Boris"], OPEN_HAND))
    assert "Hand 1: dealt by Boris, trumps ♥." in text
    assert "Boris leads; tricks played: 2." in text
    assert "Cards left in the stock: 134." in text
    assert re.search(r"^ +total +to go +this hand$", text, re.MULTILINE)
    assert re.search(r"^Anna +25 +975 +25$", text, re.MULTILINE)


def test_score_between_hands_says_who_deals() -> None:
    assert "Nothing has been dealt yet; Boris deals first." in score_text("x", play(["Anna", "Boris"], []))
    closed = play(["Anna", "Boris"], [*OPEN_HAND, End()])
    assert "Hand 1 is closed; Anna deals next." in score_text("x", closed)


def test_score_of_a_finished_session_names_the_winner() -> None:
    assert "Anna has won, the target was 1000." in score_text("x", russian_evening())


def test_score_without_target_has_nothing_to_go() -> None:
    assert "to go" not in score_text("x", rubicon_game())


def test_score_shows_the_bid() -> None:
    assert "Bid: Boris 140." in score_text("x", thousand_game())


def test_score_speaks_of_a_stock_where_there_is_one() -> None:
    assert "stock" not in score_text("x", thousand_game())


def test_score_shows_the_barrel() -> None:
    replay = play(
        ["Anna", "Boris", "Clara"],
        [
            Adjust(player="Anna", amount=870, note="from the last evening"),
            Deal(),
            Bid(player="Anna", bid=100),
            End(counts={"Anna": 100, "Boris": 10, "Clara": 10}),
            Deal(),
        ],
        rules="thousand-three",
        options={"barrel": 880},
    )
    assert "On the barrel: Anna, hands left: 3" in score_text("x", replay)


def test_score_columns_line_up_whatever_the_letters() -> None:
    lines = score_text("x", four_names()).splitlines()[-5:]
    assert len({display_width(line) for line in lines}) == 1


def test_score_data_is_what_the_design_says() -> None:
    assert score_data("Friday", play(["Anna", "Boris"], OPEN_HAND)) == {
        "session": "Friday",
        "rules": "russian",
        "target": 1000,
        "players": ["Anna", "Boris"],
        "totals": {"Anna": 25, "Boris": 4},
        "hands": [
            {
                "number": 1,
                "dealer": "Boris",
                "trump": "hearts",
                "closed": False,
                "scores": {"Anna": 25, "Boris": 4},
                "settlement": None,
            }
        ],
        "hand": {
            "number": 1,
            "dealer": "Boris",
            "trump": "hearts",
            "tricks": 2,
            "leader": "Boris",
            "stock": 134,
            "scores": {"Anna": 25, "Boris": 4},
            "bid": None,
        },
        "adjustments": [],
        "finished": False,
        "winner": None,
    }


def test_score_data_of_a_finished_evening() -> None:
    data = score_data("Friday", russian_evening())
    assert (data["finished"], data["winner"], data["hand"]) == (True, "Anna", None)
    assert [hand["closed"] for hand in data["hands"]] == [True, True]
    assert data["adjustments"] == [{"player": "Anna", "points": 5, "note": "made the tea", "event": 17}]
    scored = {side: sum(hand["scores"][side] for hand in data["hands"]) for side in data["players"]}
    assert data["totals"] == {"Anna": scored["Anna"] + 5, "Boris": scored["Boris"]}


def test_score_data_of_a_settled_game_adds_up_settlements() -> None:
    data = score_data("x", rubicon_game())
    assert data["hands"][0]["settlement"] == data["totals"] != data["hands"][0]["scores"]


def test_score_data_has_the_bid() -> None:
    assert score_data("x", thousand_game())["hand"]["bid"] == {
        "player": "Boris",
        "points": 140,
        "blind": False,
    }


def test_without_tricks_nothing_is_said_of_them() -> None:
    replay = play(["Anna", "Boris"], [Deal(trump=Suit.HEARTS)], tricks=False)
    assert score_data("x", replay)["hand"]["stock"] is None
    assert "leads" not in score_text("x", replay)


def test_partners_are_one_side() -> None:
    events: list[Event] = [
        Deal(upcard=Card.SEVEN_H),
        Trick(winner="Anna"),
        Declare(player="Clara", meld="bezique"),
    ]
    replay = play(["Anna", "Boris", "Clara", "Dora"], events, rules="four-handed", partners=True)
    data = score_data("x", replay)
    assert data["totals"] == {"Anna+Clara": 40, "Boris+Dora": 10}
    assert data["players"] == ["Anna", "Boris", "Clara", "Dora"]
    assert re.search(r"^Anna\+Clara +40 ", score_text("x", replay), re.MULTILINE)


# log


@pytest.mark.parametrize("everything", [False, True])
def test_golden_log(*, everything: bool) -> None:
    golden = GOLDEN / ("russian-log-all.txt" if everything else "russian-log.txt")
    assert log_text(russian_evening(), everything=everything) == golden.read_text(encoding="utf-8")


def test_log_shows_what_stands_and_log_all_shows_everything() -> None:
    replay = russian_evening()
    assert [row["number"] for row in log_data(replay, everything=True)] == list(range(1, len(replay.rows) + 1))
    gone = {10, 11, 13}  # undone, the undo, the amendment
    assert gone.isdisjoint(row["number"] for row in log_data(replay))


@pytest.mark.parametrize("everything", [False, True])
def test_log_points_add_up_to_the_totals_in_every_row(*, everything: bool) -> None:
    sums = {"Anna": 0, "Boris": 0}
    for row in log_data(russian_evening(), everything=everything):
        for side, points in row["points"].items():
            sums[side] += points
        assert row["totals"] == sums


def test_log_marks_what_was_set_right() -> None:
    rows = {row["number"]: row for row in log_data(russian_evening(), everything=True)}
    assert rows[10]["stands"] is False
    assert rows[6]["amended_by"] == 13
    assert rows[8]["exception"] == "allowed by the table: the cards were on the table already"
    assert "† 10: taken back" in log_text(russian_evening(), everything=True)


def test_log_row_says_when_what_and_by_whom() -> None:
    row = next(row for row in log_data(russian_evening()) if row["number"] == 4)
    assert (row["time"], row["kind"]) == ("2026-11-30T19:07:40+01:00", "declare")
    assert (row["player"], row["what"]) == ("Anna", "bezique")
    assert row["entry"] == {"kind": "declare", "player": "Anna", "meld": "bezique"}


def test_log_data_is_json() -> None:
    assert json.loads(json.dumps(log_data(thousand_game(), everything=True)))


def test_empty_log_says_so() -> None:
    assert log_text(play(["Anna", "Boris"], [])) == "Nothing has been entered yet.\n"


# melds


def test_melds_have_todays_prices() -> None:
    replay = play(["Anna", "Boris"], OPEN_HAND)
    prices = {row["meld"]: row["points"] for row in melds_data(replay, "Anna")}
    assert (prices["bezique"], prices["marriage"]) == (50, 4)
    assert {row["meld"]: row["points"] for row in melds_data(replay)}["marriage"] == 8
    assert re.search(r"^bezique +50 +bezique$", melds_text(replay, "Anna"), re.MULTILINE)


def test_melds_say_whose_they_are() -> None:
    replay = play(["Anna", "Boris"], OPEN_HAND)
    assert melds_text(replay).startswith("Boris can declare, the trick being won:\n")
    assert melds_text(replay, "Anna").startswith("Anna can declare")


def test_melds_of_a_suit_name_it() -> None:
    replay = play(["Anna", "Boris"], [Deal(upcard=Card.KH), Trick(winner="Anna")], rules="classic")
    assert {"meld": "marriage", "suit": "hearts", "name": "marriage", "points": 40} in melds_data(replay)
    assert re.search(r"^marriage ♥ +40 +marriage hearts$", melds_text(replay), re.MULTILINE)


def test_melds_without_a_hand_are_refused() -> None:
    with pytest.raises(Refusal):
        melds_data(play(["Anna", "Boris"], []))


# sessions


def test_sessions_are_listed_with_their_standing() -> None:
    rows = [
        session_data("Friday", BEGAN, russian_evening(), current=True),
        unreadable_session_data("Broken", say("line 3: not TOML")),
    ]
    text = sessions_text(rows)
    assert re.search(r"^\* +Friday +2026-11-30 +russian +Anna 2058, Boris 73; Anna has won$", text, re.MULTILINE)
    assert re.search(r"^ +Broken +unreadable: line 3: not TOML$", text, re.MULTILINE)
    assert (
        max(map(display_width, sessions_text([session_data("N" * 200, BEGAN, four_names())]).splitlines())) <= 80
    )


def test_no_sessions() -> None:
    assert "bezique new" in sessions_text([])


# Text in columns


@pytest.mark.parametrize(
    ("text", "width"), [("Łódź", 4), ("Анна", 4), ("花子", 4), ("é", 1), ("👩‍👩‍👧", 2), ("A♠", 2)]
)
def test_width_of_letters(text: str, width: int) -> None:
    assert display_width(text) == width


@pytest.mark.parametrize("text", ["Konstantinopolitanska", "花子花子花子花子花子", "👩‍👩‍👧" * 9, "e\u0301" * 300])
@pytest.mark.parametrize("width", [6, 7, 10])
def test_shortened_text_fits_and_shows_it(text: str, width: int) -> None:
    short = shorten(text, width)
    assert display_width(short) <= width
    assert short.endswith("…")


@pytest.mark.parametrize("text", ["one two three four five", "Anna" * 50, "花" * 60, "a " + "Ж" * 45 + " b"])
def test_wrapped_text_fits_and_loses_nothing(text: str) -> None:
    lines = wrap(text, 20, "  ")
    assert max(map(display_width, lines)) <= 20
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_cleaned_text_sends_no_controls() -> None:
    assert clean("a\x1b[2Jb\tc\nd\u202ee\ud800") == "a[2Jb c de\ufffd"
    assert clean("👩‍👩‍👧 Ж") == "👩‍👩‍👧 Ж"


def test_what_is_taken_to_be_a_column_wide_is() -> None:
    narrow = [chr(code) for code in range(0x2700) if _narrow().fullmatch(chr(code))]
    assert len(narrow) > 600
    assert [character for character in narrow if wcwidth(character) != 1] == []
    assert not _narrow().fullmatch("e\u0301")
