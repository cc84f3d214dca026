"""Finding games, house options, and a user's rules file held to its rules: file, line and reason."""

from pathlib import Path

import pytest
import tomli_w

from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import (
    find_game,
    game_ids,
    packaged_document,
    packaged_text,
    read_document,
    resolve_options,
    rulebook_of,
)


def refused(code: Code, call: object, *args: object) -> str:
    assert callable(call)
    with pytest.raises(Refusal) as caught:
        call(*args)
    assert caught.value.code is code
    return f"{caught.value.message} | {caught.value.hint}"


@pytest.mark.parametrize(
    ("word", "game_id"),
    [
        ("polish", "classic"),
        ("two-pack", "classic"),
        ("Two Pack", "classic"),
        ("Безик двумя колодами", "classic"),
        ("chinese", "six-pack"),
        ("КИТАЙСКИЙ", "six-pack"),
        ("thousand", "thousand-three"),
        ("Тысяча", "thousand-three"),
        ("tysiąc", "thousand-three"),
        ("тысяча вдвоём с колодой", "thousand-stock"),
        ("russ", "russian"),
        ("безик", "russian"),
        ("rub", "rubicon"),
        ("рубикон", "rubicon"),
        ("eight", "eight-pack"),
        ("four", "four-handed"),
        ("thousand-t", None),
        ("th", None),
        ("whist", ""),
        ("", ""),
    ],
)
def test_a_game_by_id_alias_title_or_start(word: str, game_id: str | None) -> None:
    if game_id:
        assert find_game(word) == game_id
    else:
        refused(Code.AMBIGUOUS_NAME if game_id is None else Code.UNKNOWN_RULES, find_game, word)


def test_an_unknown_game_names_the_nearest() -> None:
    assert "the nearest is rubicon" in refused(Code.UNKNOWN_RULES, find_game, "rubikom")
    assert "thousand-three and thousand-two" in refused(Code.AMBIGUOUS_NAME, find_game, "thousand-t")


def test_no_word_means_two_games() -> None:
    owners: dict[str, str] = {}
    for game_id in game_ids():
        document = packaged_document(game_id)
        for word in (game_id, *document["aliases"], *document["title"].values()):
            assert owners.setdefault(word.casefold(), game_id) == game_id, word


def test_set_turns_words_into_values() -> None:
    chosen = {"Packs": "10", "infuzorka-first-four": "FALSE", "target-check": "at-once"}
    resolved = resolve_options(packaged_document("russian"), chosen)
    assert resolved == {"packs": 10, "infuzorka-first-four": False, "target-check": "at-once"}


def test_an_unknown_key_of_set_lists_the_keys_of_that_game() -> None:
    told = refused(Code.BAD_RULES, resolve_options, packaged_document("rubicon"), {"nonsense": "1"})
    assert told == (
        "rubicon has no house option 'nonsense'. | "
        "Its options: rubicon-brisques (300, 320); target-check (hand, at-once)."
    )


@pytest.mark.parametrize(
    ("game_id", "key", "word"),
    [
        ("russian", "packs", "9"),
        ("russian", "packs", "true"),
        ("russian", "infuzorka-first-four", "1"),
        ("classic", "last-trick", "-1"),
        ("classic", "last-trick", "off"),
        ("classic", "last-trick", "9" * 10),
        ("classic", "last-trick", "٣"),
        ("thousand-two", "bid-step", "7"),
        ("thousand-two", "concede", "never"),
    ],
)
def test_a_value_that_an_option_cannot_have(game_id: str, key: str, word: str) -> None:
    told = refused(Code.BAD_RULES, resolve_options, packaged_document(game_id), {key: word})
    assert told.startswith(f"The house option {key} cannot be {word!r}. | It can be: ")


def test_options_of_a_journal_are_held_to_the_same_values() -> None:
    document = packaged_document("russian")
    refused(Code.BAD_RULES, rulebook_of, document, {"packs": 9})
    refused(Code.BAD_RULES, rulebook_of, document, {"packs": "8"})
    refused(Code.BAD_RULES, rulebook_of, document, {"infuzorka-first-four": 1})
    refused(Code.BAD_RULES, rulebook_of, document, {"nonsense": 1})


def test_applying_an_option_leaves_the_document_as_it_was() -> None:
    document = packaged_document("thousand-three")
    assert rulebook_of(document, {"barrel": 880}).game.record.barrel == 880
    assert document == packaged_document("thousand-three")


@pytest.mark.parametrize("game_id", game_ids())
def test_a_copy_of_a_packaged_game_is_a_good_rules_file(game_id: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(packaged_text(game_id), encoding="utf-8")
    assert read_document(path) == packaged_document(game_id)
    path.write_bytes(b"\xef\xbb\xbf" + packaged_text(game_id).replace("\n", "\r\n").encode())
    assert read_document(path) == packaged_document(game_id)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_document_survives_the_header_of_a_journal(game_id: str) -> None:
    import tomli  # noqa: PLC0415

    document = tomli.loads(tomli_w.dumps({"game": packaged_document(game_id)}))["game"]
    assert rulebook_of(document, where="[game]").game == rulebook_of(packaged_document(game_id)).game


def user_file(tmp_path: Path, game_id: str, old: str, new: str) -> Path:
    text = packaged_text(game_id)
    assert old in text
    path = tmp_path / "my.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def line_with(path: Path, fragment: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if fragment in line)


BAD = [
    # an unknown key, and wrong types
    ("russian", "packs = 8", "paks = 8", "paks", "deck.paks: the key 'paks' is not known here."),
    (
        "russian",
        "packs = 8",
        "packs = 2.5",
        "packs = 2.5",
        "deck.packs: a whole number is wanted here, not a number with a point.",
    ),
    (
        "russian",
        "points = { multiple = 6 }",
        'points = "six"',
        '"six"',
        "declaration.queens.points: a whole number or a table is wanted here, not a word in quotes.",
    ),
    (
        "russian",
        "points = { doubling = 25 }\n",
        "",
        "[declaration.bezique]",
        "declaration.bezique: the key 'points' is missing.",
    ),
    ("russian", '"K", "Q"', '"K", "Z"', "ranks =", "deck.ranks: 'Z' is not one of the words that can stand here."),
    ("russian", "packs = 8", "packs = 9999999999", "packs = 9", "deck.packs: a number has at most 9 digits."),
    (
        "classic",
        "points = 500",
        "points = 500\nlevell = 2",
        "levell",
        "declaration.double-bezique.levell: the key 'levell' is not known here.",
    ),
    (
        "classic",
        'en = "Bezique',
        'en = "\\u001b[31mBezique',
        "en =",
        "title.en: control characters cannot stand in a rules file: '\\x1b[31mBezique with two packs'.",
    ),
    # series and values
    (
        "russian",
        "multiple = 6",
        "multiple = -6",
        "multiple = -6",
        "declaration.queens.points.multiple: with multiple = -6 the series would shrink",
    ),
    (
        "russian",
        "doubling = 25",
        "doubling = 0",
        "doubling = 0",
        "declaration.bezique.points.doubling: with doubling = 0 the series would shrink",
    ),
    (
        "russian",
        "set = 176, then = 100",
        "set = 176, then = -1",
        "then = -1",
        "declaration.trump-queens.points.then: with then = -1 the series would shrink",
    ),
    (
        "russian",
        "set = 176, then = 100",
        "set = 176",
        "set = 176",
        "declaration.trump-queens.points: a value is one of: a number; `doubling`; ",
    ),
    (
        "russian",
        "multiple = 6",
        "multiple = 6, doubling = 3",
        "doubling = 3",
        "declaration.queens.points: a value is one of: a number; `doubling`; ",
    ),
    (
        "classic",
        "points = 500",
        "points = -500",
        "points = -500",
        "declaration.double-bezique.points: -500 is below 0.",
    ),
    (
        "classic",
        "points = 250",
        "points = 250\ntrump-points = 300",
        "trump-points = 300",
        "declaration.sequence.trump-points: only a declaration `of suit` has another value in trumps.",
    ),
    (
        "thousand-two",
        "hearts = 100, ",
        "",
        "by-suit =",
        "declaration.marriage.points: values by suit are four numbers from 0, one a suit.",
    ),
    # cards
    ("russian", 'cards = ["Q"]', 'cards = ["7"]', '["7"]', "declaration.queens.cards: the pack has no 7."),
    (
        "russian",
        'cards = ["Q"]',
        'cards = ["Queen"]',
        '"Queen"',
        "declaration.queens.cards: 'Queen' is not a card of a declaration: write `Q`, `Q of trumps`, `Q of suit`, "
        "`bezique queen` or `bezique jack`, joined with `or`.",
    ),
    (
        "classic",
        "times = 2",
        "times = 3",
        "times = 3",
        "declaration.double-bezique.times: it needs 3 cards 'bezique queen', and the pack has 2.",
    ),
    (
        "russian",
        "times = 4\nsuits",
        "level = 21\ntimes = 4\nsuits",
        "level = 21",
        "declaration.queens.level: it is a number from 1 to 20.",
    ),
    (
        "russian",
        "points = { doubling = 50 }",
        "times = 9\npoints = { doubling = 50 }",
        "J of trumps or bezique jack",
        "declaration.quint.cards: its cards can be chosen in more than 256 ways.",
    ),
    ("russian", "infuzorki = 2", "infuzorki = 9", "infuzorki = 9", "deck.infuzorki: from 0 to 8 infuzorki."),
    (
        "russian",
        "times = 4\nsuits",
        "times = 5\nsuits",
        "times = 5",
        "declaration.queens.times: only 4 cards can be of different suits.",
    ),
    (
        "russian",
        'cards = ["Q"]',
        'cards = ["Q", "K"]',
        '["Q", "K"]',
        "declaration.queens.cards: cards of any suit are all of one rank, without `or`.",
    ),
    (
        "russian",
        'cards = ["Q"]',
        'cards = ["Q or K"]',
        '["Q or K"]',
        "declaration.queens.cards: cards of any suit are all of one rank, without `or`.",
    ),
    (
        "russian",
        'cards = ["Q"]',
        'cards = ["Q of trumps or Q"]',
        '["Q of trumps or Q"]',
        "declaration.queens.cards: cards of any suit are all of one rank, without `or`.",
    ),
    (
        "russian",
        'cards = ["Q"]\ntimes = 4',
        'cards = ["Q", "Q", "Q"]\ntimes = 2',
        "times = 2",
        "declaration.queens.times: only 4 cards can be of different suits.",
    ),
    (
        "rubicon",
        "cards = []",
        'cards = ["A"]',
        '["A"]',
        "declaration.carte-blanche.cards: a declaration is of cards, or made before play",
    ),
    (
        "six-pack",
        'after = "aces"',
        'after = "marriage"',
        'after = "marriage"',
        "declaration.trump-aces.after: there is no declaration marriage in the same class.",
    ),
    # the pack, the deal, the players
    ("russian", '"J", "10"]', '"J", "9"]', "ranks =", "deck.ranks: the rank 9 stands in the pack twice."),
    ("russian", "packs = 8", "packs = 0", "packs = 0", "deck.packs: from 1 to 100 packs are mixed, not 0."),
    (
        "russian",
        "cards = 18",
        "cards = 90",
        "cards = 90",
        "deal.cards: 90 cards each for 2 players leave no stock from a pack of 174.",
    ),
    ("russian", "seats = [2, 3, 4]", "seats = [1]", "seats =", "players.seats: a game has from 2 to 8 seats."),
    (
        "three-handed",
        "active = 3",
        "active = 3\npartners = true",
        "partners =",
        "players.partners: partners need an even number of seats, at least 4, and cards for all.",
    ),
    (
        "russian",
        "points = 1000",
        "points = 0",
        "points = 0",
        "target.points: a target is at least 1; leave it out to play without an end.",
    ),
    # trumps, the exchange, the bezique
    ("russian", 'rank = "9"', 'rank = "7"', 'rank = "7"', "exchange.rank: the pack has no 7."),
    (
        "classic",
        'uses = "seven"',
        'uses = "aces"',
        'uses = "aces"',
        "exchange.uses: there is no declaration aces of the 7 of trumps alone.",
    ),
    (
        "rubicon",
        'made-by = "declaration"',
        'made-by = "turned"',
        "makes-trumps",
        "declaration.marriage.makes-trumps: trumps are turned, not made by a declaration.",
    ),
    (
        "russian",
        'spades = ["QS", "JC"]\n',
        "",
        "[bezique.by-trump]",
        "bezique.by-trump: no pair of the bezique for spades.",
    ),
    ("classic", 'fixed = ["QS", "JD"]\n', "", "[bezique]", "bezique: the fixed pair of the bezique is not named."),
    (
        "classic",
        'fixed = ["QS", "JD"]',
        'fixed = ["JD", "QS"]',
        "fixed = [",
        "bezique.fixed: JD and QS are not a queen and a jack of this pack.",
    ),
    # the end
    ("classic", 'brisques = ["A", "10"]\n', "", "[count]", "count: `brisque`"),
    (
        "rubicon",
        "unit = 100",
        "unit = 0",
        "unit = 0",
        "settlement.unit: scores are rounded down to a number from 1, not to 0.",
    ),
    (
        "thousand-two",
        "10 = 10\n",
        "",
        "[card-points]",
        "card-points: card points are given for each rank of the pack, and no other: 10.",
    ),
    (
        "thousand-two",
        "out-of-play = 4",
        "out-of-play = 5",
        "out-of-play",
        "packet.out-of-play: from none to all the cards of the packet stay out of play.",
    ),
    (
        "thousand-two",
        'family = "thousand"',
        'family = "bezique"',
        "[card-points]",
        "card-points: a game of the bezique family has no [card-points].",
    ),
    ("thousand-two", "opening = 100", "opening = 0", "[auction]", "auction: bids begin at 1 or more"),
    ("thousand-two", "A = 11", "A = -11", "[card-points]", "card-points: card points are numbers from 0."),
    (
        "thousand-two",
        "packs = 1",
        "packs = 1\ninfuzorki = 2",
        "infuzorki = 2",
        "deck.infuzorki: a game of the thousand family has no infuzorki.",
    ),
    (
        "thousand-two",
        "makes-trumps = true",
        "makes-trumps = false",
        "made-by",
        "trumps.made-by: no declaration says `makes-trumps = true`.",
    ),
    # options and words
    (
        "thousand-two",
        "points = { by-suit = { hearts = 100, diamonds = 80, clubs = 60, spades = 40 } }",
        "points = { doubling = 40 }",
        "doubling = 40",
        "declaration.marriage.points: in the thousand family a value is a number, or one a suit (`by-suit`).",
    ),
    ("six-pack", "repeat-notice = true", "turned = { 7 = 10 }", "turned =", "trumps.turned: no card is turned"),
    (
        "russian",
        'sets = ["deck.packs"]',
        "sets = []",
        "[option.packs]",
        "option.packs: an option has a key in small letters, says what it `sets`",
    ),
    (
        "russian",
        '["deck.packs"]',
        '["deck.pack"]',
        "[option.packs]",
        "option.packs: with packs = 8: deck.pack: the key 'pack' is not known here.",
    ),
    (
        "russian",
        "values = [8, 10, 2, 3]",
        "values = [8, 1]",
        "[option.packs]",
        "option.packs: with packs = 1: deal.cards: 18 cards each for 2 players leave no stock",
    ),
    (
        "russian",
        "[declaration.quint]",
        '[declaration.quint]\nnames = { en = ["four queens"] }',
        "[declaration.quint]",
        "declaration.quint: the word 'four-queens' already means queens.",
    ),
    (
        "russian",
        "[declaration.quint]",
        '[declaration."Big Quint"]',
        '"Big Quint"',
        "declaration.Big Quint: an id is a word in small letters, with hyphens for spaces.",
    ),
    (
        "russian",
        "[declaration.queens]",
        "[declaration.queens",
        "[declaration.queens",
        "this is not TOML: Expected ']' at the end of a table declaration.",
    ),
]


@pytest.mark.parametrize(("game_id", "old", "new", "fragment", "reason"), BAD)
def test_a_bad_rules_file_is_refused_with_file_line_and_reason(
    tmp_path: Path, game_id: str, old: str, new: str, fragment: str, reason: str
) -> None:
    path = user_file(tmp_path, game_id, old, new)
    told = refused(Code.BAD_RULES, read_document, path)
    assert told.startswith(f"{path}, line {line_with(path, fragment)}: {reason}")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the key 'id' is missing"),
        (b"declaration = 3\n", "declaration: a table is wanted here"),
        (b"option = [3]\n", "option: a table is wanted here"),
        (b"a = 1\n\xff", "line 2: this is not UTF-8 text"),
        (b"a = " + b"[" * 5000, "this is not TOML"),
        (b"a = " + b"1" * 5000, "this is not TOML"),
        (b"a = '\x00'", "this is not TOML"),
        (b"#" * 70_000, "a rules file has at most 65536 bytes"),
    ],
)
def test_a_hostile_file_is_answered(tmp_path: Path, content: bytes, reason: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    assert reason in refused(Code.BAD_RULES, read_document, path)


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    assert "cannot be read" in refused(Code.BAD_RULES, read_document, tmp_path / "none.toml")
    assert "not a file" in refused(Code.BAD_RULES, read_document, tmp_path)
    assert "not a file" in refused(Code.BAD_RULES, read_document, Path("/dev/zero"))
    assert "cannot be read" in refused(Code.BAD_RULES, read_document, Path("a\0b"))


def test_house_rules_in_a_journal_are_verified_without_a_file(tmp_path: Path) -> None:
    document = packaged_document("russian")
    document["declaration"]["queens"]["points"] = {"multiple": -6}
    told = refused(Code.BAD_RULES, rulebook_of, document, {}, "friday.toml, [game]")
    assert told.startswith("friday.toml, [game]: declaration.queens.points.multiple: with multiple = -6")
    assert tmp_path.exists()


def test_a_declaration_of_ones_own(tmp_path: Path) -> None:
    own = 'cards = ["A of suit", "K of suit"]\npoints = 12\nnames = { en = ["court"], ru = ["двор"] }\n'
    path = user_file(
        tmp_path, "classic", "[declaration.seven]", f"[declaration.court]\n{own}\n[declaration.seven]"
    )
    assert rulebook_of(read_document(path), where=str(path)).game.declaration["court"].points == 12
