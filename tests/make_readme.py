"""Make the shown parts of the README anew: `python tests/make_readme.py`; `test_readme.py` compares them.

- Console blocks are typed: a line `$ ...` is a line at the terminal, `bezique> ...` one in the shell of `play`;
  what follows is what it printed. The blocks under one `##` heading are one terminal, its folder new.
- A block of TOML or text that names a file is that file in the folder of its heading.
- What stands between `<!-- NAME -->` and `<!-- end -->` is the table NAME below.

One thing is not as in life: the clock of the shown terminals begins on 30 November 2026 at 19:05, and moves on
by forty seconds each time it is read.
"""

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from door import ticking
from msgspec.structs import astuple
from screen import Terminal as Screen
from test_architecture import ARROWS

import bezique_score
from bezique_score.cli import interchange, script
from bezique_score.cli import main as bezique
from bezique_score.cli.app import GROUPS, command
from bezique_score.cli.desk import Desk
from bezique_score.cli.line import PARTS_LIMIT
from bezique_score.cli.shell import Shell
from bezique_score.journal.codec import DEPTH_LIMIT, NUMBER_LIMIT
from bezique_score.journal.lock import LOCK_WAIT
from bezique_score.journal.salvage import HEADER_LIMIT
from bezique_score.journal.text import ENTRY_LIMIT, KEY_LIMIT, SIZE_LIMIT
from bezique_score.language import words
from bezique_score.library import Library
from bezique_score.names import PLAYER_LIMIT, SESSION_LIMIT
from bezique_score.refusal import RULES, Code
from bezique_score.rules import load
from bezique_score.rules.load import game_ids, option_values, packaged_document, rulebook_of
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.verify import MOST_INFUZORKI, MOST_PACKS, MOST_SEATS
from bezique_score.rules.vocabulary import LANGUAGES, meld_name
from bezique_score.session import TARGET_LIMIT
from bezique_score.text import ENGLISH, speaking

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PACKAGE = Path(bezique_score.__file__).parent

PART = re.compile(
    r"^## (?P<heading>[^\n]*)$"
    r"|^```console\n(?P<console>.*?)^```$"
    r"|^```(?:toml|text) (?P<file>\S+)\n(?P<text>.*?)^```$"
    r"|^<!-- (?P<table>[a-z]+) -->\n.*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)


class Keyboard(StringIO):
    """Something that looks like a person at a terminal."""

    def isatty(self) -> bool:
        return True


class Terminal:
    """A terminal 80 columns wide in a folder of its own, which holds the examples."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self.place = Path(self._folder.name)
        (self.place / "examples").symlink_to(ROOT / "examples")
        self._library = Library(self.place / "sessions")
        self._clock = ticking()

    def close(self) -> None:
        self._folder.cleanup()

    def retype(self, shown: str) -> str:
        """Type the lines of a console block again; returns the block as it is now."""
        lines = [line for line in shown.splitlines() if line.startswith(("$ ", "bezique> "))]
        told = ""
        while lines:
            line = lines.pop(0)
            inner = [lines.pop(0) for _ in range(next_prompt(lines))]
            told += f"{line}\n{self.type(line.removeprefix('$ '), inner)}"
        return told

    def type(self, line: str, inner: Iterable[str] = ()) -> str:
        """Type a line, and inner lines at the prompt of its own that it shows; returns what is printed."""
        line, _, tail = line.partition(" | tail -n ")
        first, *words = shlex.split(line)
        with chdir(self.place):
            printed = Path(words[0]).read_text(encoding="utf-8") if first == "cat" else self._run(words, inner)
        assert first in {"cat", "bezique"}, f"not run in the README: {line}"
        return "".join(printed.splitlines(keepends=True)[-int(tail) :]) if tail else printed

    def _desk(self, language: str | None = None) -> Desk:
        desk = Desk(self._library, clock=self._clock, config=self.place / "config")
        desk.spoken = language or desk.spoken
        return desk

    def _run(self, words: list[str], inner: Iterable[str]) -> str:
        said = Keyboard()
        prompted = iter(inner)

        def answer(_: Shell, prompt: str) -> str:
            line = next(prompted, None)
            if line is None:
                raise EOFError
            said.write(f"{line}\n")
            return line.removeprefix(prompt)

        with (
            speaking(ENGLISH),  # whatever language the line chooses, the next one begins in English
            patch.object(Desk, "of_user", self._desk),
            patch.dict(os.environ, {"COLUMNS": "80", "NO_COLOR": "1"}),
            patch.object(Shell, "read_line", answer),
            patch("sys.stdin", Keyboard()),
            redirect_stdout(said),
            redirect_stderr(said),
        ):
            bezique(words)
        return said.getvalue()


def next_prompt(lines: list[str]) -> int:
    """Count the lines at the head that are typed at a prompt of the program."""
    return next((place for place, line in enumerate(lines) if line.startswith("$ ")), len(lines))


class Shown(NamedTuple):
    """A part of the README: what it is, where it stands (from, to), and as it is now."""

    name: str
    place: tuple[int, int]
    now: str


def remade(text: str) -> Iterator[Shown]:
    """Make the shown parts of the README anew."""
    terminal = Terminal()
    heading = ""
    for part in PART.finditer(text):
        if part["heading"]:
            terminal.close()
            terminal, heading = Terminal(), part["heading"]
        elif part["file"]:
            (terminal.place / part["file"]).write_text(part["text"], encoding="utf-8")
        elif part["table"]:
            yield Shown(
                part["table"], part.span(), f"<!-- {part['table']} -->\n{TABLES[part['table']]()}\n<!-- end -->"
            )
        else:
            first = part["console"].partition("\n")[0]
            yield Shown(f"{heading}: {first}", part.span(), f"```console\n{terminal.retype(part['console'])}```")
    terminal.close()


# Tables


def table(head: str, rows: Iterable[Iterable[object]]) -> str:
    """Write a Markdown table; a bar in a cell is escaped."""
    columns = head.count("|") + 1
    lines = [f"| {head} |", f"|{'---|' * columns}"]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def code(*words: object) -> str:
    return " ".join(f"`{word}`" for word in words)


def rulebooks() -> list[Rulebook]:
    return [rulebook_of(packaged_document(game)) for game in game_ids()]


def listed(numbers: Iterable[int]) -> str:
    return " or ".join(map(str, numbers))


def games() -> str:
    """List the games, from their rules files."""
    return table(
        "`--rules` | English | Russian | Polish | players | packs | cards | target | also called",
        (
            (
                code(game.id) + (" (unconfirmed)" if game.status == "unconfirmed" else ""),
                *(getattr(game.title, language) for language in LANGUAGES),
                listed(game.players.seats),
                game.deck.packs,
                rules.size,
                game.target.points or "none",
                ", ".join(game.aliases),
            )
            for rules in rulebooks()
            for game in [rules.game]
        ),
    )


def declarations() -> str:
    """List what can be declared, by id and by the first name in each language, and in which games."""
    found: dict[str, list[Rulebook]] = {}
    for rules in rulebooks():
        for meld in rules.game.declaration:
            found.setdefault(meld, []).append(rules)
    return table(
        "MELD | English | Russian | Polish | games",
        (
            (
                code(meld),
                *astuple(meld_name(rules[0], meld)),
                ", ".join(each.game.id for each in rules) if len(rules) < len(game_ids()) else "all",
            )
            for meld, rules in found.items()
        ),
    )


def options() -> str:
    """List the house options: what `--set` takes, in which games."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for rules in rulebooks():
        for key, option in rules.game.option.items():
            found.setdefault((key, str(option_values(option)), option.about), []).append(rules.game.id)
    return table(
        "`--set KEY=VALUE` | values, the default first | what it is | games",
        (
            (code(key), values, about, ", ".join(ids) if len(ids) < len(game_ids()) else "all")
            for (key, values, about), ids in found.items()
        ),
    )


def language() -> str:
    """List the lines of the language, from the help texts of the commands."""
    context = command().make_context("bezique", ["score"], resilient_parsing=True)
    told = []
    for heading, names in GROUPS:
        rows = []
        for name in names:
            found = command().get_command(context, name)
            rows.append((code(line_of(name, found)), *meaning_of(found)))
            rows += [
                (code(line_of(f"{name} {inner}", each)), *meaning_of(each))
                for inner, each in getattr(found, "commands", {}).items()
            ]
        told.append(f"### {heading}\n\n{table('line | meaning | its options', rows)}")
    return "\n\n".join(told)


EVERYWHERE = {"--file", "--json", "--lang", "--help"}


def own_options(found: Any) -> list[Any]:
    return [word for word in found.params if word.param_type_name == "option" and not EVERYWHERE & {*word.opts}]


def line_of(name: str, found: Any) -> str:
    words = [
        word.metavar if word.metavar.startswith("[") or word.required else f"[{word.metavar}]"
        for word in found.params
        if word.param_type_name == "argument"
    ]
    for option in own_options(found):
        spelled = " ".join([longest(option), *([] if option.is_flag else [option.metavar])])
        words.append((spelled if option.required else f"[{spelled}]") + ("..." if option.multiple else ""))
    return " ".join([name, *words])


def longest(option: Any) -> str:
    return str(max(option.opts, key=len))


def meaning_of(found: Any) -> tuple[str, str]:
    said = " ".join(found.help.split())
    return said, "<br>".join(f"{code(*option.opts)} {option.help}" for option in own_options(found))


def refusals() -> str:
    """List the codes of refusals and the rule behind each."""
    return table(
        "code | the rule | exit", ((code(each), RULES[each], 2 if each is Code.USAGE else 1) for each in Code)
    )


def limits() -> str:
    """List what is too much."""
    return table(
        "what | at most",
        [
            ("a session's file", f"{SIZE_LIMIT // 2**20} MiB"),
            ("entries in a session's file", f"{ENTRY_LIMIT:,}"),
            ("a number in a session's file", f"{NUMBER_LIMIT:,}"),
            ("tables within tables in a session's file or a rules file", f"{DEPTH_LIMIT} deep"),
            ("parts of a key (`a.b.c`) in a session's file", f"{KEY_LIMIT}"),
            ("a rules file", f"{load.LARGEST_FILE // 1024} KiB"),
            ("a number in a rules file", f"{load.MOST_DIGITS} digits"),
            ("values of all the house options of a game", f"{load.MOST_VALUES}"),
            ("players at a table", f"{MOST_SEATS}"),
            ("packs, and infuzorki", f"{MOST_PACKS}, and {MOST_INFUZORKI}"),
            ("the header of a damaged file, to be salvaged", f"{HEADER_LIMIT // 2**20} MiB"),
            ("a player's name", f"{PLAYER_LIMIT} characters"),
            ("a session's name", f"{SESSION_LIMIT} bytes"),
            ("a target", f"{TARGET_LIMIT:,} points"),
            ("a number on a line, or a sum", f"{words.LARGEST:,}"),
            ("terms of a sum on a line", f"{words.TERMS_LIMIT}"),
            ("a note, a reason or a place on a line", f"{words.TEXT_LIMIT:,} characters"),
            ("parts of a line, divided by `;`", f"{PARTS_LIMIT}"),
            ("a line of a script", f"{script.LINE_LIMIT:,} bytes"),
            ("a file to import", f"{interchange.SIZE_LIMIT // 2**20} MiB"),
            ("a batch of `run`", f"{script.BATCH_LINES} lines or {script.BATCH_SECONDS} s"),
            ("the wait for another program that is writing", f"{LOCK_WAIT:.0f} s"),
        ],
    )


def house() -> str:
    """Draw the package: one line a module, from what it says of itself."""
    return "```text\nbezique_score/\n" + "".join(drawn(PACKAGE, "  ")) + "```"


def drawn(folder: Path, indent: str) -> Iterator[str]:
    data = {path.suffix for path in folder.iterdir() if path.suffix not in {".py", ""} and path.name != "py.typed"}
    for suffix in sorted(data):
        names = sorted(path.name for path in folder.glob(f"*{suffix}"))
        yield f"{indent}{names[0] if len(names) == 1 else f'*{suffix}'}\n"
    for path in sorted(folder.iterdir(), key=lambda path: (path.is_dir(), path.name)):
        if path.suffix == ".py" and not path.name.startswith("__init__"):
            yield f"{indent}{path.name:<18} {first_line(path)}\n"
        elif path.is_dir() and path.name != "__pycache__":
            inside = path / "__init__.py"
            yield f"{indent}{path.name + '/':<18} {first_line(inside) if inside.exists() else ''}".rstrip() + "\n"
            yield from drawn(path, f"{indent}  ")


def first_line(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition('"""')[2].partition("\n")[0].rstrip('".')


def arrows() -> str:
    """List the arrows between the parts, as the architecture test holds them."""
    return table(
        "part | may import",
        (
            (code(part), code(*sorted(imported, key=[*ARROWS].index)) or "nothing")
            for part, imported in ARROWS.items()
        ),
    )


def screen() -> str:
    """Type the beginning of an evening into `play`, and show the screen."""
    with TemporaryDirectory() as folder, Screen(Path(folder), "play", columns=80, lines=16) as shown:
        shown.wait_for("bezique>")
        shown.enter("new friday Anna Boris", "friday:")
        shown.enter("deal --trump s", "1  Boris")
        shown.enter("a bez", "3  Anna")
        shown.enter("b tq", "5  Boris")
        shown.press("a b")
        shown.wait_for("bezique jacks 164")
        return f"```text\n{shown.everything.rstrip()}\n```"


TABLES: dict[str, Callable[[], str]] = {
    made.__name__: made
    for made in (games, declarations, options, language, refusals, limits, house, arrows, screen)
}


def main() -> None:
    text = README.read_text(encoding="utf-8")
    for shown in reversed([*remade(text)]):
        start, end = shown.place
        text = text[:start] + shown.now + text[end:]
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
