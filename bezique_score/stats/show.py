"""The figures as tables, as data, and as rows for a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from bezique_score.sheet.layout import Table, numbers_words
from bezique_score.sheet.plain import clean, shorten, wrap
from bezique_score.sheet.render_csv import neutral
from bezique_score.sheet.render_text import LEAST_WIDTH, render_table
from bezique_score.stats.model import Figures, Named, Played
from bezique_score.text import Text, say

_NAME = 20


def figures_data(figures: Figures) -> dict[str, Any]:
    """Describe the figures; people are named as they are written, the most successful first."""
    people = figures.people
    return {
        "sessions": figures.sessions,
        "hands": figures.hands,
        "players": [{"player": people[person], **_played(figures.players[person])} for person in _ranked(figures)],
        "declarations": [
            {
                "meld": meld,
                "name": declared.name,
                "times": declared.times,
                "points": declared.points,
                "by": {people[person]: times for person, times in declared.by.items()},
            }
            for meld, declared in sorted(figures.declared.items(), key=lambda item: (-item[1].times, item[0]))
        ],
        "head_to_head": [
            {"first": people[one], "second": people[other], "games": pair.games, "first_ahead": pair.first,
             "second_ahead": pair.second, "level": pair.level}
            for (one, other), pair in sorted(figures.pairs.items())
        ],
        "by_game": [
            {"game": game, "player": people[person], **_played(played)}
            for (game, person), played in sorted(figures.by_game.items())
        ],
        "by_period": [
            {"period": period, "player": people[person], **_played(played)}
            for (period, person), played in sorted(figures.by_period.items())
        ],
        "games": dict(sorted(figures.games.items())),
        "periods": dict(sorted(figures.periods.items())),
        "ties": [_named(session) for session in figures.ties],
        "unfinished": [_named(session) for session in figures.unfinished],
        "unreadable": [{"file": unread.path, "reason": unread.reason} for unread in figures.unread],
    }  # fmt: skip


def _ranked(figures: Figures) -> list[str]:
    return sorted(figures.players, key=lambda person: (-figures.players[person].wins, person))


def _played(played: Played) -> dict[str, Any]:
    return {
        "games": played.games,
        "wins": played.wins,
        "ties": played.ties,
        "unfinished": played.unfinished,
        "hands": played.hands,
        "points": played.points,
        "average_hand": _rounded(played.average),
        "best_hand": msgspec.to_builtins(played.best) if played.best else None,
        "tricks": played.tricks,
        "average_per_trick": _rounded(played.per_trick),
        "longest_lead": played.lead,
    }


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def _named(session: Named) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(session)
    return built


# Rows


def figures_csv(figures: Figures) -> str:
    """Write one figure a row: what it is about, whose it is, what it is called, and the number."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(["table", "of", "player", "against", "figure", "value"])
    for row in _rows(figures_data(figures)):
        writer.writerow([cell if isinstance(cell, float) else neutral(cell) for cell in row])
    return target.getvalue()


_Row = tuple[str | int | float | None, ...]


def _rows(data: dict[str, Any]) -> Iterator[_Row]:
    yield ("all", None, None, None, "sessions", data["sessions"])
    yield ("all", None, None, None, "hands", data["hands"])
    for table, key in (("players", None), ("by_game", "game"), ("by_period", "period")):
        for row in data[table]:
            for figure, value in row.items():
                number = value["points"] if isinstance(value, dict) else value
                if figure not in {"player", key} and number is not None:
                    yield (table, row[key] if key else None, row["player"], None, figure, number)
    for row in data["declarations"]:
        yield ("declarations", row["meld"], None, None, "times", row["times"])
        yield ("declarations", row["meld"], None, None, "points", row["points"])
        for player, times in row["by"].items():
            yield ("declarations", row["meld"], player, None, "times", times)
    for row in data["head_to_head"]:
        for figure in ("games", "first_ahead", "second_ahead", "level"):
            yield ("head_to_head", None, row["first"], row["second"], figure, row[figure])
    for table in ("ties", "unfinished"):
        for row in data[table]:
            for side, total in row["totals"].items():
                yield (table, row["session"], side, None, "total", total)
    for row in data["unreadable"]:
        yield ("unreadable", row["file"], None, None, row["reason"], None)


# Tables


def figures_text(figures: Figures, *, width: int = 80) -> str:
    """Show the figures as tables of at most `width` columns."""
    width = max(width, LEAST_WIDTH)
    data = figures_data(figures)
    told = say("Sessions: {sessions}. Hands: {hands}.", sessions=data["sessions"], hands=data["hands"])
    lines = [str(told)]
    if data["players"]:
        lines += _players(data["players"], width)
        lines += _declarations(data["declarations"], width)
        lines += _head_to_head(data["head_to_head"], width)
        if len(data["games"]) > 1:
            lines += _by("game", say("game"), say("By game"), data["by_game"], width)
        if len(data["periods"]) > 1:
            lines += _by("period", say("period"), say("By period"), data["by_period"], width)
    lines += _sessions(say("Ties: {number}", number=len(data["ties"])), data["ties"], width)
    lines += _sessions(say("Unfinished: {number}", number=len(data["unfinished"])), data["unfinished"], width)
    if data["unreadable"]:
        lines += ["", str(say("Unreadable files: {number}", number=len(data["unreadable"])))]
        for row in data["unreadable"]:
            lines += wrap(clean(f"  {row['file']}: {row['reason']}"), width, "    ")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _table(
    title: Text, headings: Iterable[Text], rows: Iterable[tuple[str, ...]], words: int, width: int
) -> list[str]:
    heads, cells = tuple(map(str, headings)), tuple(rows)
    if not cells:
        return []
    numbers = frozenset(range(words + 1, len(heads)))
    table = Table(headings=heads, rows=cells, numbers=numbers, words=words)
    return ["", str(title), *render_table(table, width).splitlines()]


_FIGURES = (
    say("games"),
    say("wins"),
    say("hands"),
    say("average"),
    say("best"),
    say("per trick"),
    say("lead"),
)


def _cells(row: dict[str, Any]) -> tuple[str, ...]:
    best = row["best_hand"]
    return (
        str(row["games"]),
        str(row["wins"]),
        str(row["hands"]),
        _number(row["average_hand"]),
        str(best["points"]) if best else "-",
        _number(row["average_per_trick"]),
        str(row["longest_lead"]),
    )


def _number(number: float | None) -> str:
    return "-" if number is None else f"{number:.1f}"


def _name(name: str) -> str:
    return shorten(clean(name), _NAME)


def _players(rows: list[dict[str, Any]], width: int) -> list[str]:
    cells = ((_name(row["player"]), *_cells(row)) for row in rows)
    return _table(say("Players"), (say("player"), *_FIGURES), cells, 0, width)


def _declarations(rows: list[dict[str, Any]], width: int) -> list[str]:
    cells = (
        (row["name"], str(row["times"]), str(row["points"]), _number(row["points"] / row["times"])) for row in rows
    )
    return _table(
        say("Declarations"), (say("declaration"), say("times"), say("points"), say("average")), cells, 0, width
    )


def _head_to_head(rows: list[dict[str, Any]], width: int) -> list[str]:
    cells = (
        (f"{_name(row['first'])} : {_name(row['second'])}", str(row["games"]), str(row["first_ahead"]),
         str(row["second_ahead"]), str(row["level"]))
        for row in rows
    )  # fmt: skip
    return _table(
        say("Head to head"), (say("who"), say("games"), say("first"), say("second"), say("level")), cells, 0, width
    )


def _by(key: str, heading: Text, title: Text, rows: list[dict[str, Any]], width: int) -> list[str]:
    cells = ((row[key], _name(row["player"]), *_cells(row)) for row in rows)
    return _table(title, (heading, say("player"), *_FIGURES), cells, 1, width)


def _sessions(title: Text, rows: list[dict[str, Any]], width: int) -> list[str]:
    if not rows:
        return []
    lines = ["", str(title)]
    for row in rows:
        told = say(
            "{session}, {day}, {game}: {totals}",
            session=row["session"], day=row["day"], game=row["game"], totals=numbers_words(row["totals"]),
        )  # fmt: skip
        lines += wrap(clean(f"  {told}"), width, "    ")
    return lines
