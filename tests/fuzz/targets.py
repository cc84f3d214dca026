"""What may be fed to the program, and all that may come of it: an answer, or a refusal with a code, and then
nothing has changed. Everything else (a traceback, an AssertionError of these functions, a hang) is a finding.

Input is bytes. Of a line the first two say where it is typed, the rest is what is typed.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import typer

from bezique_score.cards import Suit
from bezique_score.cli.answers import Answer, Looked, in_json, in_words, refusal_in_json, refusal_in_words
from bezique_score.cli.app import invoke
from bezique_score.cli.desk import Desk
from bezique_score.cli.line import answer_line
from bezique_score.cli.script import run_script
from bezique_score.cli.sheets import sheet_of
from bezique_score.events import Deal, Declare, End, Event, Exchange, Note, Redo, Trick, Undo
from bezique_score.language import Language
from bezique_score.library import Library
from bezique_score.referee.hand import Offer
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.describe import diff_games, show_data, show_game
from bezique_score.rules.load import packaged_document, read_document
from bezique_score.scorebook import Scorebook
from bezique_score.sheet.formats import BINARY_FORMATS, FORMATS, render_file
from fuzz.scene import NOW, Scene, scene

DRIVES_A_TERMINAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
LANGUAGES = ("en", "ru", "pl")
EXPORTS = ("export", "export --format csv")
MOST_LINES = 12
"""How many lines of one input are typed; more would only be slower."""


typed = Counter[str]()
"""How many lines were typed or run."""


# Lines


def fuzz_line(data: bytes) -> None:
    """Type lines at a session: at the table, as amendments, or as a script.

    No line may name a folder (`/` is not typed), since `sheet -o` would write there.
    """
    if len(data) < 2:
        return
    where, how, text = data[0], data[1], data[2:].replace(b"/", b"|")
    at = scene()
    session = sorted(at.sessions)[where % len(at.sessions)]
    with at.inside():
        desk = at.desk(session, LANGUAGES[how // 4 % 3])
        lines = text.split(b"\n")[:MOST_LINES]
        typed["lines"] += sum(map(bool, lines))
        before = at.path.read_bytes()
        match how % 4:
            case 0 | 1:
                accepted = [_type(desk, line.decode(errors="surrogateescape")) for line in lines]
            case 2:
                number = 1 + how // 12
                words = [line.decode(errors="surrogateescape") for line in lines]
                accepted = [_type(desk, f"amend {number} {line}") for line in words]
            case _:
                accepted = [_run(at, desk, lines)]
        if any(accepted) or at.is_littered():
            _verify_sound(at.path, before, whole=sum(data) % 3 == 0)
            at.clear()
        else:
            assert at.path.read_bytes() == before


def _type(desk: Desk, line: str) -> bool:
    """Type one line; says whether it was accepted and may have changed something."""
    if not line.strip():
        return False
    before = desk.path().read_bytes()
    try:
        answer = answer_line(line, desk)
    except typer.Exit:
        return False
    except Refusal as refusal:
        _verify_refusal(refusal)
        assert desk.path().read_bytes() == before, "a refusal has changed the file"
        return False
    _verify_answer(answer)
    return not isinstance(answer, Looked)


def _run(at: Scene, desk: Desk, lines: Sequence[bytes]) -> bool:
    """Run lines as a script; each line that says something has one JSON object."""
    script = at.work / "typed"
    script.write_bytes(b"\n".join(lines))
    with at.inside() as said:
        status = run_script(desk, str(script), as_json=True, keep_going=True)
        answers = [json.loads(line) for line in said.getvalue().splitlines()]
    script.unlink()
    assert status in {0, 1}
    numbers = [answer["line"] for answer in answers]
    assert numbers == sorted(set(numbers))
    assert set(numbers) <= set(range(1, len(lines) + 1))
    for answer in answers:
        assert answer["ok"] or (answer["code"] in set(Code) and answer["message"])
    assert (status == 0) == all(answer["ok"] for answer in answers)
    return True


def _verify_answer(answer: Answer) -> None:
    printed = in_words(answer)
    if not isinstance(answer, Looked) or not answer.as_json:
        assert not DRIVES_A_TERMINAL.search(printed.out.replace("\r\n", "\n") + printed.err), printed
    json.loads(in_json(answer, 1).out)
    assert not DRIVES_A_TERMINAL.search(in_json(answer, 1).out)


def _verify_refusal(refusal: Refusal) -> None:
    assert refusal.code in set(Code)
    printed = refusal_in_words(refusal)
    assert not DRIVES_A_TERMINAL.search(printed.err), printed
    assert len(printed.err) < 20_000
    if "\ufffd" in printed.err:
        return  # broken characters: a script, which alone answers in JSON, has none
    told = json.loads(refusal_in_json(refusal, 1).out)
    assert told["code"] == refusal.code
    assert told["message"]


def _verify_sound(path: Path, before: bytes, *, whole: bool) -> None:
    """Hold a session that was written to to what was there before, and the `whole` to its own sums."""
    if not path.exists():
        return
    content = path.read_bytes()
    assert content.startswith(before.rstrip(b"\n")), "what stood in the file has changed"
    if whole:
        _verify_book(Scorebook.open(path))


def _verify_book(book: Scorebook) -> None:
    """The totals are the sum of what was booked."""
    table = book.replay.table
    sums = dict.fromkeys(table.totals, 0)
    for row in book.replay.rows:
        for side, points in row.entry.points.items():
            sums[side] += points
    assert sums == table.totals


# Words


def fuzz_words(data: bytes) -> None:
    """Read lines as every kind of entry, in the language of a session: an event comes of each, or a refusal."""
    if len(data) < 2:
        return
    sessions = sorted(scene().sessions)
    language = scene().language(sessions[data[0] % len(sessions)])
    for line in data[2:].decode(errors="surrogateescape").split("\n")[:MOST_LINES]:
        _, *words = [word for word in re.split(r"[ \t]+", line) if word] or [""]
        typed["lines"] += 1
        for read in _readings(language, words):
            try:
                event = read()
            except Refusal as refusal:
                assert refusal.code in set(Code)
                assert str(refusal)
                assert refusal.hint
            else:
                assert msgspec.convert(msgspec.to_builtins(event), Event) == event


def _readings(language: Language, words: list[str]) -> Iterator[Callable[[], Event]]:
    """Go through the kinds of entries that so many words may make."""
    first, second, third = (*words[:3], *("anna", "1+1", "Q")[: max(0, 3 - len(words))])[:3]
    if words:
        yield lambda: language.declare(words)
        yield lambda: language.declare(words, infuzorki=[third], allow=second)
        if language.tricks:
            yield lambda: language.trick(words)
        yield lambda: language.end(words)
        yield lambda: language.end(words[1:], last=first, all_tricks=second, no_trick=[third])
        yield lambda: language.agree(words)
    yield lambda: language.deal(trump=first, dealer=second)
    yield lambda: language.deal(upcard=first)
    yield lambda: language.exchange(first)
    yield lambda: language.bid(first, second, blind=bool(third))
    yield lambda: language.pass_(first)
    yield lambda: language.adjust(first, second, note=third)
    yield lambda: language.note(" ".join(words))


# Journals


def fuzz_journal(data: bytes) -> None:
    """Read bytes as a session's file: something is wrong with it, or it can be played on and shown."""
    at = scene()
    at.clear()
    path = at.path
    path.write_bytes(data)
    with at.inside():
        findings = Scorebook.examine(path)
        for finding in findings:
            assert finding.code in set(Code)
            assert str(finding.message)
            assert finding.line is None or 1 <= finding.line <= data.count(b"\n") + 1
        try:
            book = Scorebook.open(path)
        except Refusal as refusal:
            _verify_refusal(refusal)
            assert refusal.code is Code.BAD_FILE
            assert findings
        else:
            assert not findings
            _verify_book(book)
            if len(data) % 8 == 0:
                _show(book)
            assert path.read_bytes() == data
            _play_on(book, data)
    at.clear()


def _play_on(book: Scorebook, data: bytes) -> None:
    """Write to a session that was read: what stood there stays, and it reads back as it is in memory."""
    for event in (Note(text="\u202e=1+1"), Undo(), Undo(), Redo()):
        with suppress(Refusal):
            book.record(event, NOW)
    content = book.path.read_bytes()
    assert content.startswith(data)
    again = Scorebook.open(book.path)
    assert again.replay.table == book.replay.table
    assert [row.entry for row in again.replay.rows] == [row.entry for row in book.replay.rows]


def _show(book: Scorebook) -> None:
    """Show a session in every way there is."""
    sheet = sheet_of(book)
    for form in (*FORMATS, *BINARY_FORMATS):
        assert render_file(sheet, form)
    desk = Desk(Library(scene().home), file=book.path, clock=lambda: NOW, config=scene().config)
    desk.door = "table"
    for line in ("score", "log --all", "chart", "chart --plain", f"stats {book.path}", "check", *EXPORTS):
        _verify_answer(invoke(line.split(), desk))
    if book.replay.table.hand:
        _verify_answer(invoke(["melds"], desk))


# Rules files


def fuzz_rules(data: bytes) -> None:
    """Read bytes as a rules file: it is refused, or shown, and a hand is played by it."""
    at = scene()
    at.clear()
    path = at.work / "rules.toml"
    path.write_bytes(data)
    with at.inside():
        try:
            document = read_document(path)
        except Refusal as refusal:
            _verify_refusal(refusal)
            assert refusal.code is Code.BAD_RULES
        else:
            assert show_game(document)
            show_data(document)
            diff_games(document, packaged_document("russian"))
            _play(at, document)
        assert path.read_bytes() == data
    at.clear()


def _play(at: Scene, document: dict[str, Any]) -> None:
    """Play by the rules of a file, as far as it goes: each declaration offered is accepted at its price."""
    names = ["Anna", "Boris", "Clara", "Dora", "Eva", "Fyodor", "Gleb", "Hugo"]
    players = names[: document["players"]["seats"][0]]
    at.path.unlink(missing_ok=True)
    try:
        book = Scorebook.create(at.path, name="evening", players=players, now=NOW, rules="./rules.toml")
    except Refusal as refusal:
        _verify_refusal(refusal)
        assert not at.path.exists()
        return
    turned = document.get("trumps", {}).get("made-by") == "turned"
    with book.batch():
        _tell(book, Deal(trump=Suit.HEARTS if turned else None))
        for player in (*players, *players):
            _tell(book, Trick(winner=player))
            for place in range(3):
                offers = _offers(book)
                if offers:
                    _take_offer(book, offers[place % len(offers)])
            _tell(book, Exchange(player=player))
        _tell(book, End())
        _tell(book, End(counts=dict.fromkeys(book.replay.table.totals, 0), last=players[0]))
        _tell(book, Deal(trump=None))
    again = Scorebook.open(at.path)
    assert again.replay.table == book.replay.table
    _verify_book(again)
    sheet = sheet_of(again)
    assert render_file(sheet, "text")
    assert render_file(sheet, "html")


def _offers(book: Scorebook) -> list[Offer]:
    try:
        return book.replay.match.offers_now(book.replay.table)
    except Refusal:
        return []


def _take_offer(book: Scorebook, offer: Offer) -> None:
    """Declare what is offered: it is accepted at the price that was said."""
    declare = Declare(meld=offer.meld, suit=offer.suit)
    try:
        judged = book.replay.judge(declare)
    except Refusal:
        assert book.replay.match.rules.game.deck.infuzorki, offer  # which of them is meant was not said
        return
    booked = judged.worth if judged.worth is not None else sum(judged.points.values())
    assert booked == offer.points, (booked, offer)
    _tell(book, declare)


def _tell(book: Scorebook, event: Event) -> None:
    with suppress(Refusal):
        book.record(event, NOW)


# Sheets


def fuzz_sheet(data: bytes) -> None:
    """Take bytes for names and remarks: whoever can sit down to the game is shown in every format."""
    at = scene()
    at.clear()
    texts = [text for text in data.decode(errors="replace").split("\n") if text.strip()][:8]
    if len(texts) < 3:
        return
    path = at.home / "evening.toml"
    path.unlink(missing_ok=True)
    place, note, *players = texts
    players = players[:4] if len(players) > 1 else [*players, "Anna"]
    with at.inside():
        try:
            book = Scorebook.create(path, name=place[:40], players=players, now=NOW, place=place, note=note)
        except Refusal as refusal:
            _verify_refusal(refusal)
            return
        with book.batch():
            for event in (Deal(), Note(text=note), Trick(winner=players[0]), Declare(meld="bezique", allow=place)):
                _tell(book, event)
        _show(Scorebook.open(path))
    at.clear()


TARGETS = {
    "words": fuzz_words,
    "line": fuzz_line,
    "journal": fuzz_journal,
    "rules": fuzz_rules,
    "sheet": fuzz_sheet,
}
"""The functions by the word that `run` takes; `words` and `line` have the same seeds in `corpus/`."""
