"""Input made odd: words, keys and numbers that a fuzzer would not find by itself, put where they hurt."""

import re
from collections.abc import Callable, Sequence
from random import Random

NUMBERS = (
    *("0", "-1", "+1", "007", "45+23", "1+1+1+1-4", "999999999", "1000000000", "1000000000000", "1000000000001"),
    *("-999999999", "1-", "--1", "1e9", "1.0", "0x7f", "0b1", "1_000", "inf", "nan", "-0", "1e400", "9" * 40),
    *("٣", "¼", "１２", "+" * 30, "1+" * 40 + "1", "1+" * 200 + "1", "9" * 5000),
)
ODD = (
    *(
        "",
        " ",
        "\t",
        "=",
        "==",
        "*",
        "+",
        "-",
        "--",
        "#",
        ";",
        ";;",
        "'",
        '"',
        "\\",
        "`",
        "$",
        "{",
        "}",
        "{0}",
        "%s",
    ),
    *(
        "\0",
        "\r",
        "\x1b[2J",
        "\x7f",
        "\x85",
        "\u2028",
        "\u200b",
        "\u202e",
        "\u2066",
        "\ufeff",
        "\ufffd",
        "\U000e0041",
    ),
    *(
        "é",
        "e\u0301",
        "ß",
        "ẞ",
        "ſ",
        "İ",
        "ı",
        "ǅ",
        "ﬁ",
        "Å",
        "Ａ",
        "花",
        "😀",
        "👨‍👩‍👧",
        "\u0300" * 20,
        "♠\ufe0f",
    ),
    *("a" * 300, "ж" * 300, "x" * 3000, "a=1", "=1", "a=", "anna=1=2", "None", "none", "true", "off", "..", "."),
)
BROKEN = (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\xef\xbb\xbf", b"\r\n", b"\n", b"\0")

COMMANDS = (
    *(
        "deal",
        "trick",
        "declare",
        "exchange",
        "bid",
        "pass",
        "end",
        "adjust",
        "agree",
        "note",
        "undo",
        "redo",
        "amend",
    ),
    *("score", "log", "melds", "sheet", "check", "stats", "chart", "explain", "rules", "sessions", "new", "open"),
    *("export", "import", "config", "run", "play", "help", "dea", "DEAL", "сдача"),
)
PEOPLE = (
    "anna",
    "a",
    "A",
    "boris",
    "b",
    "clara",
    "c",
    "Анна",
    "Борис",
    "б",
    "anna+clara",
    "dora",
    "=a+1",
    "45+23",
    "vera",
)
MELDS = (
    *(
        "bezique",
        "bez",
        "b",
        "quint",
        "marriage",
        "m",
        "royal",
        "trump-queens",
        "kings",
        "queens",
        "jacks",
        "aces",
    ),
    *(
        "four-kings",
        "sequence",
        "double-bezique",
        "carte-blanche",
        "cut",
        "seven",
        "брак",
        "марьяж",
        "безик",
        "квинта",
    ),
    *("mariaż", "bezik", "ace", "tens", "trump-marriage", "seven-of-trumps", "triple-bezique", "d", "s", "c"),
)
CARDS = (
    *(
        "QS",
        "JD",
        "10h",
        "TH",
        "Q♠",
        "A♥",
        "Тп",
        "Тч",
        "Дп",
        "9c",
        "7s",
        "8d",
        "KS",
        "KH",
        "s",
        "hearts",
        "♦",
        "пики",
    ),
    *("kier", "*", "infuzorka", "inf", "1h", "11h", "10", "Q", "h", "трефы"),
)
OPTIONS = (
    *("--trump", "--upcard", "--dealer", "--last", "--all-tricks", "--note", "--allow", "-i", "--blind", "--json"),
    *("--all", "--format", "-o", "-f", "--set", "--target", "--rules", "--partners", "--no-tricks", "--no-trick"),
    *(
        "--concede",
        "--by",
        "--lang",
        "--show",
        "--help",
        "--version",
        "--",
        "--tru",
        "--trump=h",
        "--note=x",
        "-iQ",
    ),
)
FORMS = (
    "text",
    "markdown",
    "csv",
    "json",
    "html",
    "latex",
    "xlsx",
    "hand",
    "entry",
    "ru",
    "pl",
    "en",
    "rubicon",
    "packs=9",
)

LINE_WORDS = (*COMMANDS, *PEOPLE, *MELDS, *CARDS, *OPTIONS, *FORMS, *NUMBERS, *ODD)

TOML_VALUES = (
    *(
        '""',
        '"x"',
        '"Anna"',
        '"Boris"',
        '"none"',
        '"deal"',
        '"trick"',
        '"end"',
        '"undo"',
        '"amend"',
        '"QS"',
        '"*"',
    ),
    *(
        "true",
        "false",
        "[]",
        "{}",
        "[[]]",
        "[1]",
        '["Anna", "Boris"]',
        '["Anna"]',
        "{Anna = 1}",
        "{Anna = 1, Boris = -1}",
    ),
    *("2026-11-30T19:05:00+01:00", "2026-11-30", "19:05:00", "2026-11-30T19:05:00", "0001-01-01T00:00:00+23:59"),
    *(
        "9999-12-31T23:59:59-23:59",
        "2026-02-30T00:00:00Z",
        "'''x'''",
        '"""\n[[event]]\n"""',
        "'it''s'",
        '"\\u202e"',
    ),
    *('"\\ud800"', '"\\u0000"', '"a\\nb"', "{kind = 'deal'}", "{kind = 'note', text = 'x'}", "[" * 30 + "]" * 30),
    *("[" * 390 + "]" * 390, "{a=" * 30 + "1" + "}" * 30, *NUMBERS),
)
JOURNAL_KEYS = (
    *(
        "format",
        "name",
        "created",
        "players",
        "dealer",
        "partners",
        "tricks",
        "place",
        "note",
        "rules",
        "target",
        "kind",
    ),
    *(
        "time",
        "points",
        "worth",
        "event",
        "entry",
        "trump",
        "upcard",
        "winner",
        "cards",
        "player",
        "meld",
        "suit",
        "suits",
    ),
    *(
        "jack",
        "infuzorki",
        "allow",
        "bid",
        "blind",
        "counts",
        "last",
        "all-tricks",
        "no-trick",
        "concede",
        "amount",
    ),
    *("totals", "text", "by-number", "_mine", '"_"', "set", "game", "a.b", "''", "entry.kind", "points.Anna"),
)
JOURNAL_LINES = (
    "[set]",
    "[game]",
    "[[event]]",
    "[event]",
    "[[event.x]]",
    "[ [event] ]",
    '[["event"]]',
    "[_mine]",
    "[[_x]]",
)
RULES_KEYS = (
    *(
        "id",
        "family",
        "title",
        "about",
        "aliases",
        "status",
        "seats",
        "active",
        "partners",
        "pool",
        "ranks",
        "packs",
    ),
    *(
        "extra",
        "infuzorki",
        "cards",
        "by",
        "points",
        "check",
        "made-by",
        "turned",
        "repeat-notice",
        "rank",
        "uses",
    ),
    *(
        "pair",
        "fixed",
        "by-trump",
        "first-four",
        "times",
        "suits",
        "trump-points",
        "class",
        "level",
        "after",
        "by-adding",
    ),
    *(
        "rejoins",
        "makes-trumps",
        "free",
        "before-play",
        "again-while-drawing",
        "names",
        "broken",
        "last-trick",
        "brisque",
    ),
    *(
        "brisques",
        "line",
        "game",
        "rubicon-game",
        "unit",
        "opening",
        "step",
        "cap-without-marriage",
        "out-of-play",
    ),
    *(
        "all-tricks",
        "barrel",
        "bolts",
        "concede",
        "round-defenders",
        "sets",
        "values",
        "numbers",
        "en",
        "ru",
        "pl",
    ),
)
RULES_VALUES = (
    *("1", "2", "3", "4", "8", "32", "100", "101", "{doubling = 25}", "{multiple = 6}", "{set = 40, then = 20}"),
    *(
        "{doubling = 999999999}",
        "{by-suit = {spades = 1, hearts = 2, diamonds = 3, clubs = 4}}",
        '["K of suit", "Q of suit"]',
    ),
    *(
        '["Q"]',
        '["A of trumps"]',
        '["bezique queen", "bezique jack"]',
        '["Q or K", "J of suit or Q of trumps"]',
        '["K"]',
    ),
    *(
        '["A", "10", "K", "Q", "J", "9"]',
        '["A"]',
        '"turned"',
        '"declaration"',
        '"off"',
        '"fixed"',
        '"by-trump"',
        '"any"',
    ),
    *(
        '"distinct"',
        '"bezique"',
        '"thousand"',
        '"at-once"',
        '"hand"',
        '["QS", "JD"]',
        "[2, 3, 4]",
        "[8]",
        '"dealer"',
    ),
    *(
        '["deck.packs"]',
        '["deal.cards"]',
        '["target.points"]',
        '["a.b.c"]',
        '["title.en"]',
        '["deck.packs.x"]',
        "[1, 2, 9]",
    ),
)
RULES_LINES = (
    *(
        "[players]",
        "[deck]",
        "[deal]",
        "[trumps]",
        "[exchange]",
        "[bezique]",
        "[count]",
        "[settlement]",
        "[auction]",
    ),
    *(
        "[packet]",
        "[record]",
        "[card-points]",
        "[declaration.new]",
        "[declaration.marriage]",
        "[option.house]",
        "[target]",
    ),
)
NAMES = (
    *ODD,
    "Anna",
    "Boris",
    "=1+1",
    "@SUM(A1)",
    "<script>",
    "\\input{x}",
    "]]>",
    "&amp;",
    "| a |",
    "'",
    "a+b",
    "http://x.y",
)


def mutate(target: str, data: bytes, random: Random) -> bytes:
    """Change an input for a target in one to four places."""
    change = _CHANGES[target]
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        data = change(data, random) if random.random() < 0.9 else _flip(data, random)
    return data


def _flip(data: bytes, random: Random) -> bytes:
    """Change, cut out, double or insert a few bytes anywhere."""
    place = random.randrange(len(data) + 1)
    span = random.choice((1, 1, 2, 8, 64))
    match random.randrange(5):
        case 0:
            return data[:place] + bytes([random.randrange(256)]) + data[place + 1 :]
        case 1:
            return data[:place] + data[place + span :]
        case 2:
            return data[:place] + data[place : place + span] * 2 + data[place + span :]
        case 3:
            return data[:place] + random.choice(BROKEN) + data[place:]
        case _:
            return data[:place]


def _change_line(data: bytes, random: Random) -> bytes:
    """Change a word, a line, or where it is typed."""
    head, lines = data[:2].ljust(2, b"\0"), data[2:].split(b"\n")
    if random.random() < 0.15:
        head = bytes([random.randrange(256), random.randrange(256)])
    place = random.randrange(len(lines))
    words = lines[place].split(b" ")
    word = random.randrange(len(words))
    new = random.choice(_pool(random, LINE_WORDS, COMMANDS, PEOPLE, MELDS, CARDS, OPTIONS, NUMBERS, ODD)).encode()
    match random.randrange(9):
        case 0 | 1:
            words[word] = new
        case 2 | 3:
            words.insert(word + random.randrange(2), new)
        case 4:
            del words[word]
        case 5:
            words[word] += random.choice((b"", b"=", b"+", b"-", b";")) + new
        case 6:
            random.shuffle(words)
        case 7:
            lines.insert(place, _new_line(random))
        case _:
            lines[place : place + 1] = [lines[place]] * random.choice((0, 2, 3))
    if 0 <= place < len(lines) and words != [b""]:
        lines[place] = b" ".join(words)
    return head + b"\n".join(lines)


def _new_line(random: Random) -> bytes:
    """Make up a line that is likely to be one."""
    person, meld, card, number = (random.choice(words) for words in (PEOPLE, MELDS, CARDS, NUMBERS))
    forms: Sequence[str] = (
        f"deal --trump {card}",
        f"trick {person}",
        f"trick {card} {random.choice(CARDS)}",
        f"declare {person} {meld} {card}",
        f"declare {meld} -i Q",
        f"declare {person} {meld} --allow why",
        f"{person} {meld}",
        f"{person}; {random.choice(PEOPLE)} {meld}",
        f"bid {person} {number}",
        f"pass {person}",
        f"end {person}={number} --last {person}",
        f"end {number}",
        "end",
        f"adjust {person} {number} --note x",
        f"agree {person}={number}",
        f"undo {number}",
        "undo",
        "redo",
        f"amend {random.randrange(12)} declare {person} {meld}",
        f"{random.choice(COMMANDS)} {random.choice(OPTIONS)} {random.choice(FORMS)}",
        f"sheet --format {random.choice(FORMS)}",
        f"new x {person} {random.choice(PEOPLE)}; deal",
    )
    return random.choice(forms).encode()


def _pool(random: Random, *pools: Sequence[str]) -> Sequence[str]:
    return random.choice(pools)


def _change_toml(
    data: bytes, random: Random, keys: Sequence[str], values: Sequence[str], heads: Sequence[str]
) -> bytes:
    """Change a key, a value, a line or a block of a TOML file."""
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    key, equals, value = lines[place].partition(b" = ")
    match random.randrange(10):
        case 0 | 1 | 2 if equals:
            lines[place] = key + equals + random.choice(values).encode()
        case 3 if equals:
            lines[place] = random.choice(keys).encode() + equals + value
        case 4:
            lines.insert(place, f"{random.choice(keys)} = {random.choice(values)}".encode())
        case 5:
            lines.insert(place, random.choice(heads).encode())
        case 6:
            del lines[place]
        case 7:
            lines[place : place + 1] = [lines[place]] * 2
        case 8:
            end = place + random.randrange(1, 12)
            there = random.randrange(len(lines))
            lines[there:there] = lines[place:end]
        case _:
            lines[place] = re.sub(rb"-?\d+|\w+", lambda found: _near(found[0], random), lines[place])
    return b"\n".join(lines)


def _near(word: bytes, random: Random) -> bytes:
    """Make a number a little larger, smaller or much larger, and a word another one."""
    if random.random() < 0.6:
        return word
    if word.lstrip(b"-").isdigit() and len(word) < 15:
        return str(int(word) * random.choice((-1, 1, 1, 2, 1000)) + random.choice((-1, 0, 1))).encode()
    return random.choice((*PEOPLE, *MELDS, *CARDS)).encode()


def _change_journal(data: bytes, random: Random) -> bytes:
    return _change_toml(data, random, JOURNAL_KEYS, TOML_VALUES, JOURNAL_LINES)


def _change_rules(data: bytes, random: Random) -> bytes:
    values = RULES_VALUES if random.random() < 0.7 else TOML_VALUES
    return _change_toml(data, random, RULES_KEYS, values, RULES_LINES)


def _change_names(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    place = random.randrange(len(lines))
    new = random.choice(NAMES).encode()
    lines[place] = random.choice((new, lines[place] + new, new + lines[place], b"\n".join([lines[place], new])))
    return b"\n".join(lines)


_CHANGES: dict[str, Callable[[bytes, Random], bytes]] = {
    "words": _change_line,
    "line": _change_line,
    "journal": _change_journal,
    "rules": _change_rules,
    "sheet": _change_names,
}
