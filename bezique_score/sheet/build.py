"""Replay -> Sheet: what stands, in order, hand by hand."""

from collections.abc import Iterator
from datetime import datetime

import msgspec

from bezique_score.events import Amend, Deal, End, Redo, Trick, Undo
from bezique_score.match import Step, Table
from bezique_score.referee.hand import Hand
from bezique_score.replay import Replay
from bezique_score.rules.model import Game, Option
from bezique_score.sheet.model import Fact, HandFacts, Line, Section, Sheet
from bezique_score.sheet.words import entry_words, exception_words, kind_of, who_of
from bezique_score.text import say


def build_sheet(
    replay: Replay,
    *,
    name: str,
    created: datetime,
    place: str | None = None,
    note: str | None = None,
) -> Sheet:
    """Make the scoresheet of a session; `name`, `created`, `place` and `note` are its header's."""
    match = replay.match
    game = match.rules.game
    outcome = replay.table.outcome
    return Sheet(
        title=name,
        created=created,
        ended=replay.rows[-1].entry.time if replay.rows else None,
        game=game.id,
        game_title=game_title(game),
        unconfirmed=game.status == "unconfirmed",
        house=house_options(game),
        place=place,
        note=note,
        players=match.seating.players,
        sides=match.seating.sides,
        target=match.target,
        by_hand=game.settlement is not None,
        sections=tuple(_sections(replay)),
        corrections=tuple(_corrections(replay)),
        totals=replay.table.totals,
        winner=outcome.winner if outcome else None,
    )


def game_title(game: Game) -> str:
    """Name the game in a language."""
    return str(game.title.spoken)


def house_options(game: Game) -> tuple[Fact, ...]:
    """List the options that are not as the game has them by itself (their first value)."""
    return tuple(
        Fact(key, _option_word(value))
        for key, option in game.option.items()
        if option.values and not _is_usual(value := _option_value(game, option), option.values[0])
    )


def _option_value(game: Game, option: Option) -> object:
    """Follow an option's path (`deck.packs`) into the rules."""
    value: object = game
    for part in option.sets[0].split("."):
        value = value[part] if isinstance(value, dict) else getattr(value, part.replace("-", "_"))
    return value


def _is_usual(value: object, usual: object) -> bool:
    """Compare with the usual value, of which `off` is written 0 in rules that have only a number there."""
    return value == usual or (usual == "off" and value == 0)


def _option_word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def standing_lines(replay: Replay) -> Iterator[Line]:
    """Go through what stands, with the points it is worth now; running sums are totals."""
    for number, step in replay.standing():
        yield _line(replay, number, step, points=step.points, running=step.table.totals, worth=step.worth)


def every_line(replay: Replay) -> Iterator[Line]:
    """Go through every entry of the journal as it was booked; running sums are totals."""
    for row in replay.rows:
        event = row.entry.event
        stands = replay.is_standing(row.number)
        corrected = replay.amended_by(row.number)
        told = [
            exception_words(event),
            None if stands or isinstance(event, Undo | Redo) or row.problem else say("taken back"),
            say("corrected by entry {number}", number=corrected) if corrected else None,
            *row.notices,
            say("does not fit: {problem}", problem=row.problem.message) if row.problem else None,
        ]
        yield Line(
            number=row.number,
            time=row.entry.time,
            kind=kind_of(event),
            player=who_of(event),
            words=str(entry_words(event, replay.match.rules)),
            points=row.entry.points,
            worth=row.entry.worth,
            running=row.table.totals,
            remarks=tuple(str(text) for text in told if text),
            stands=stands,
        )


def _line(
    replay: Replay,
    number: int,
    step: Step,
    *,
    points: dict[str, int],
    running: dict[str, int],
    worth: int | None,
) -> Line:
    """Write one entry that stands."""
    corrected = replay.amended_by(number)
    told = [
        exception_words(step.event),
        say("corrected by entry {number}", number=corrected) if corrected else None,
        *step.notices,
    ]
    return Line(
        number=number,
        time=replay.rows[number - 1].entry.time,
        kind=kind_of(step.event),
        player=who_of(step.event),
        words=str(entry_words(step.event, replay.match.rules)),
        points=points,
        worth=worth,
        running=running,
        remarks=tuple(str(text) for text in told if text),
    )


def hand_after(step: Step) -> Hand | None:
    """Find the hand that an entry belongs to: for an `end`, the hand it closed."""
    return step.table.last if isinstance(step.event, End) else step.table.hand


class _Page:
    """The lines of one section while they are gathered."""

    def __init__(self) -> None:
        self.deal: Deal | None = None
        self.steps: list[tuple[Line, Step]] = []


def _sections(replay: Replay) -> Iterator[Section]:
    """Cut what stands into hands, and what was entered between them."""
    page = _Page()
    before = replay.match.begin()
    for number, step in replay.standing():
        if isinstance(step.event, Deal):
            yield from _section(replay, page)
            page = _Page()
            page.deal = step.event
        page.steps.append((_sheet_line(replay, number, step, before), step))
        if isinstance(step.event, End):
            yield from _section(replay, page)
            page = _Page()
        before = step.table
    yield from _section(replay, page)


def _section(replay: Replay, page: _Page) -> Iterator[Section]:
    if not page.steps:
        return
    last = page.steps[-1][1]
    hand = hand_after(last)
    facts = None
    if page.deal and hand:
        facts = HandFacts(
            number=hand.number,
            dealer=hand.dealer,
            trump=hand.trump,
            upcard=page.deal.upcard,
            tricks=_tricks(page, [player for player in replay.match.seating.players if player in hand.active]),
            closed=hand.closed,
            scores=hand.scores,
            settlement=hand.settlement,
            explanation=tuple(map(str, last.notices)) if hand.closed else (),
        )
    lines = tuple(line for line, step in page.steps if _is_shown(step, line))
    yield Section(hand=facts, lines=lines, totals=last.table.totals)


def _tricks(page: _Page, players: list[str]) -> dict[str, int] | None:
    """Count the tricks that were told, if any were."""
    winners = [step.event.winner for _, step in page.steps if isinstance(step.event, Trick)]
    return {player: winners.count(player) for player in players} if winners else None


def _is_shown(step: Step, line: Line) -> bool:
    """Leave to the log what says nothing on a sheet: bare tricks, and the deal that heads the hand."""
    return bool(line.points or line.remarks) or not isinstance(step.event, Trick | Deal)


def _sheet_line(replay: Replay, number: int, step: Step, before: Table) -> Line:
    """Write one entry of a section; where a hand is settled as a game its lines add up the hand's scores."""
    hand = hand_after(step)
    points, running, worth = step.points, step.table.totals, step.worth
    if replay.match.rules.game.settlement is not None and hand is not None:
        earlier = before.hand.scores if before.hand and before.hand.number == hand.number else {}
        points = {
            side: score - earlier.get(side, 0)
            for side, score in hand.scores.items()
            if score != earlier.get(side, 0)
        }
        running, worth = hand.scores, None
    if isinstance(step.event, End):
        step = msgspec.structs.replace(step, notices=())  # they explain the result of the hand
    return _line(replay, number, step, points=points, running=running, worth=worth)


def _corrections(replay: Replay) -> Iterator[Line]:
    """Go through the entries that set others right, each with what it was about."""
    for row, line in zip(replay.rows, every_line(replay), strict=True):
        match row.entry.event:
            case Undo(event=int(number)) | Redo(event=int(number)) | Amend(event=number) if not row.problem:
                was = entry_words(replay.rows[number - 1].entry.event, replay.match.rules)
                words = say("{what} (was: {was})", what=line.words, was=was)
                yield msgspec.structs.replace(line, words=str(words))
            case _:
                pass
