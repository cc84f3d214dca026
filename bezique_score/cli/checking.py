"""`check`: what is wrong with a file, and what can be salvaged of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import paths as any_paths
from bezique_score.cli.completing import sessions
from bezique_score.cli.desk import Desk
from bezique_score.examination import Finding
from bezique_score.language import usage
from bezique_score.library import is_there
from bezique_score.refusal import Refusal
from bezique_score.scorebook import Scorebook
from bezique_score.text import Text, joined, listing, say, say_many, typed

if TYPE_CHECKING:
    from bezique_score.salvage import Salvaged

app = typer_app()


@app.line("check", "check", "check friday.toml sunday.toml", "check --salvage friday")
def check(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...", autocompletion=sessions, help="Session files; by default, the current session."
        ),
    ] = None,
    *,
    salvage: Annotated[
        bool, typer.Option("--salvage", help="Write what can be read of a damaged session to a new file.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="PATH",
            autocompletion=any_paths,
            help="The new file. [default: NAME-salvaged.toml beside the old one]",
        ),
    ] = None,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Replay files and report every problem in them.

    With --salvage what can be read of a damaged session is written to a new file, and all that is left out is
    said; the old file stays as it is.
    """
    desk: Desk = context.obj
    files = [_session_file(desk, word) for word in paths or ()]
    if file is not None or not files:
        files.append(desk.path(file))
    if salvage:
        if len(files) > 1:
            raise usage(say("One session is salvaged at a time."), line="check --salvage friday")
        return _salvaged(desk, files[0], output, as_json=json)
    if output is not None:
        raise usage(say("Only --salvage writes a file."), line="check --salvage -o PATH")
    found = {path: Scorebook.examine(path) for path in files}
    findings = [finding for several in found.values() for finding in several]

    def text() -> str:
        sound = [f"{say('{path}: nothing is wrong', path=path)}\n" for path in found if not found[path]]
        return "".join(f"{finding.message}\n" for finding in findings) + "".join(sound)

    talk = None
    damaged = [path for path in found if any(finding.line for finding in found[path])]
    if damaged:
        line = _typed(desk, "check", "--salvage", _word_for(desk, damaged[0]))
        talk = say("`{line}` writes to a new file what can be read, if that makes a session.", line=line)
    data = [_finding_data(finding) for finding in findings]
    return Looked(lambda: data, text, json, talk=None if json else talk, status=bool(findings))


def _session_file(desk: Desk, word: str) -> Path:
    """Take a word for a path, or else for the name of a session."""
    path = Path(word)
    if is_there(path):
        return path
    try:
        return desk.library.find(word)
    except Refusal:
        return path


def _word_for(desk: Desk, path: Path) -> str:
    """Say by which word a session is opened: its name in the sessions folder, elsewhere its path."""
    return path.stem if path == desk.library.home / f"{path.stem}.toml" else str(path)


def _typed(desk: Desk, *words: str) -> str:
    return typed("bezique", *words) if desk.door == "terminal" else typed(*words)


def _finding_data(finding: Finding) -> dict[str, object]:
    return {
        "file": str(finding.path),
        "line": finding.line,
        "event": finding.event,
        "code": finding.code,
        "reason": str(finding.reason),
    }


# Salvaging


def _salvaged(desk: Desk, path: Path, output: str | None, *, as_json: bool) -> Looked:
    """Write the new file, and say what is not in it. Raises `Refusal`."""
    from bezique_score.salvage import salvage  # noqa: PLC0415 - seldom needed

    done = salvage(path, None if output is None else Path(output), desk.clock())
    if done is None:
        nothing: dict[str, Any] = {"file": str(path), "salvaged": None}
        return Looked(
            lambda: nothing,
            lambda: f"{say('{path}: nothing is wrong, so nothing is written', path=path)}\n",
            as_json,
        )
    rows, left_out, rebooked = done.replay.rows, done.left_out, done.rebooked
    kept = len(rows) - sum(1 for lost in left_out if (lost.finding.event or 0) <= len(rows))

    def data() -> dict[str, object]:
        return {
            "file": str(path),
            "salvaged": str(done.path),
            "entries": len(rows),
            "totals": done.replay.table.totals,
            "told": [_finding_data(finding) for finding in done.told],
            "rebooked": [
                _finding_data(one.finding) | {"booked": one.booked, "points": one.points} for one in rebooked
            ],
            "left_out": [
                _finding_data(lost.finding) | {"text": lost.text, "points": lost.points} for lost in left_out
            ],
            "points": done.points,
        }

    def text() -> str:
        told = [(finding, finding.message) for finding in done.told]
        told += [(one.finding, one.finding.message) for one in rebooked]
        told += [(lost.finding, lost.message) for lost in left_out]
        told.sort(key=lambda one: one[0].line or 0)
        lines = [message for _, message in told]
        lines.append(say("{path}: {counts}", path=done.path, counts=joined(_counts(kept, done))))
        lines += _points_lost(done.points, sum(lost.points is None for lost in left_out))
        return "".join(f"{line}\n" for line in lines)

    line = _typed(desk, "open", _word_for(desk, done.path))
    places = [lost.finding.event for lost in left_out if (lost.finding.event or 0) <= len(rows)]
    talk = (
        say("`{line}` opens it; there `amend {number} LINE` puts in its place what is left out.", line=line,
            number=places[0])
        if places
        else say("`{line}` opens it.", line=line)
    )  # fmt: skip
    return Looked(data, text, as_json, talk=talk)


def _counts(kept: int, done: "Salvaged") -> list[Text]:
    """Count what was kept, what of it with other points, and what was left out."""
    counts = [say_many("{number} entry kept", "{number} entries kept", number=kept)]
    if done.rebooked:
        number = len(done.rebooked)
        counts.append(
            say_many("{number} of them with other points", "{number} of them with other points", number=number)
        )
    if done.left_out:
        counts.append(say_many("{number} left out", "{number} left out", number=len(done.left_out)))
    return counts


def _points_lost(points: dict[str, int], untold: int) -> list[Text]:
    """Say what the table has to book again."""
    told: list[Text] = []
    if points:
        sums = listing(
            [say("{points} of {side}", points=number, side=side) for side, number in points.items()], "and"
        )
        told.append(
            say(
                "Points booked by what is left out: {sums}; enter it again, or put it right with `adjust`.",
                sums=sums,
            )
        )
    if untold:
        told.append(
            say_many(
                "Of {number} entry left out nobody can tell what it booked.",
                "Of {number} entries left out nobody can tell what they booked.",
                number=untold,
            )
        )
    return told
