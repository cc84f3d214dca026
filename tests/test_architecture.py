"""The house as the design draws it: which way imports point, what the engine touches, what `declare` loads."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import bezique_score
from bezique_score.rules.load import game_ids, packaged_document

PACKAGE = Path(bezique_score.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

ARROWS: dict[str, set[str]] = {
    "text": set(),
    "translations": {"text"},
    "cards": {"text"},
    "refusal": {"text"},
    "explanations": {"refusal", "text"},
    "names": {"refusal", "text"},
    "events": {"cards"},
    "rules": {"cards", "refusal", "text"},
    "referee": {"rules", "events", "cards", "refusal", "text"},
    "language": {"referee", "rules", "events", "cards", "names", "refusal", "text"},
    "match": {"referee", "rules", "events", "refusal", "text"},
    "replay": {"match", "events", "refusal", "text"},
    "journal": {"replay", "referee", "events", "text"},
    "interchange": {"journal", "replay", "events", "text"},
    "rejudge": {"replay", "match", "events", "refusal", "text"},
    "sheet": {"rejudge", "replay", "match", "referee", "rules", "events", "cards", "text"},
    "stats": {"sheet", "replay", "match", "rules", "events", "names", "text"},
    "session": {"journal", "match", "referee", "rules", "names", "refusal", "text"},
    "settings": {"rules", "refusal", "text"},
    "library": {"names", "refusal", "text"},
    "shelf": {"library", "journal", "names", "refusal", "text"},
    "examination": {"session", "journal", "replay", "refusal", "text"},
    "salvage": {
        *("examination", "session", "journal", "replay", "match", "events", "names", "refusal", "text"),
    },
    "scorebook": {"examination", "session", "journal", "replay", "rules", "events", "names", "refusal", "text"},
    "cli": {
        "scorebook",
        "salvage",
        "examination",
        "shelf",
        "library",
        "settings",
        "explanations",
        "session",
        "stats",
        "sheet",
        "rejudge",
        "interchange",
        "names",
        "replay",
        "match",
        "language",
        "rules",
        "events",
        "refusal",
        "translations",
        "text",
    },
}
"""What each part of the package may import, from the bottom up. (The language reads words for the referee's
seating; the journal knows `Entry`, which the replay folds; of the referee both take only `hand`.)"""

ENGINE = (
    "text",
    "cards",
    "refusal",
    "names",
    "events",
    "rules",
    "referee",
    "language",
    "match",
    "replay",
    "rejudge",
)

OUTSIDE = {
    *("os", "io", "pathlib", "shutil", "tempfile", "glob", "stat", "fcntl", "platformdirs"),
    *("time", "random", "secrets", "locale", "platform", "socket", "subprocess"),
    *("sys", "typer", "click", "rich", "tabulate", "logging"),
}
"""Files, clock, screen, environment, chance."""

READS_PACKAGED_FILES = {"rules/load.py": {"pathlib", "stat"}, "rules/vocabulary.py": {"pathlib"}}
"""A game and the names of declarations are files of the package; a rules file is one of the user's."""

LINES = 400


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def part_of(path: Path) -> str:
    return name_of(path).partition("/")[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports_of(path: Path) -> Iterator[str]:
    """List all modules that a module imports, at its head or in a function; names taken from the package too."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                assert not node.level, f"{name_of(path)} imports relatively"
                yield module
                if module == "bezique_score":
                    yield from (f"bezique_score.{name.name}" for name in names if not name.name.startswith("__"))


def inner_imports_of(path: Path) -> set[str]:
    """List the modules of the package that a module imports, without the package's name."""
    return {
        module.removeprefix("bezique_score.") for module in imports_of(path) if module.startswith("bezique_score.")
    }


every_module = pytest.mark.parametrize("path", MODULES, ids=name_of)
engine_module = pytest.mark.parametrize("path", [path for path in MODULES if part_of(path) in ENGINE], ids=name_of)


# Arrows


def test_every_part_of_the_house_is_drawn() -> None:
    assert {part_of(path) for path in MODULES} == {*ARROWS, "__init__", "__main__"}


def test_the_arrows_point_one_way() -> None:
    drawn = list(ARROWS)
    for part, imported in ARROWS.items():
        assert all(drawn.index(other) < drawn.index(part) for other in imported), part
    assert "sheet" not in ARROWS["journal"], "siblings"
    assert "journal" not in ARROWS["sheet"], "siblings"


@pytest.mark.parametrize(
    "path", [path for path in MODULES if not path.name.startswith("__") or path.parent != PACKAGE], ids=name_of
)
def test_imports_follow_the_arrows(path: Path) -> None:
    imported = {module.partition(".")[0] for module in inner_imports_of(path)} - {part_of(path)}
    assert imported <= ARROWS[part_of(path)]


def test_every_arrow_is_used() -> None:
    used: dict[str, set[str]] = {part: set() for part in ARROWS}
    for path in MODULES:
        if part_of(path) in used:
            used[part_of(path)] |= {module.partition(".")[0] for module in inner_imports_of(path)}
    assert {part: imported - {part} for part, imported in used.items()} == ARROWS


@pytest.mark.parametrize("above", ["language", "journal", "sheet", "session"])
def test_above_the_referee_only_its_protocol_is_known(above: str) -> None:
    for path in MODULES:
        if part_of(path) == above:
            referee = {module for module in inner_imports_of(path) if module.startswith("referee")}
            assert referee <= {"referee.hand"}, name_of(path)


def test_the_two_families_do_not_know_each_other() -> None:
    for path in (PACKAGE / "referee").rglob("*.py"):
        families = {
            family
            for family in ("bezique", "thousand")
            if any(module.startswith(f"referee.{family}") for module in inner_imports_of(path))
        }
        of = name_of(path).split("/")[1]
        assert families <= ({"bezique", "thousand"} if of == "__init__.py" else {of}), name_of(path)


# What is touched where


@engine_module
def test_the_engine_touches_no_file_clock_screen_or_environment(path: Path) -> None:
    allowed = READS_PACKAGED_FILES.get(name_of(path), set())
    assert {module.partition(".")[0] for module in imports_of(path)} & OUTSIDE == allowed
    called = {node.func.id for node in ast.walk(tree_of(path)) if isinstance(node, ast.Call)
              and isinstance(node.func, ast.Name)}  # fmt: skip
    assert not called & {"open", "print", "input", "eval", "exec", "__import__"}


@every_module
def test_the_clock_is_read_in_one_place(path: Path) -> None:
    reads = {
        node.attr
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow", "time_ns", "localtime"}
    }
    assert reads == ({"now"} if name_of(path) == "cli/desk.py" else set())


@every_module
def test_typer_is_known_to_the_doors_only(path: Path) -> None:
    imported = {module for module in imports_of(path) if module.split(".")[0] in {"typer", "click", "rich"}}
    assert imported <= {"typer", "typer.core"}
    assert not imported or part_of(path) == "cli"


@every_module
def test_the_environment_is_read_at_the_desk(path: Path) -> None:
    attributes = {node.attr for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute)}
    assert not attributes & {"environ", "getenv"} or name_of(path) == "cli/desk.py"


# Rules are data


def words_in_code(path: Path) -> set[str]:
    """List the strings of a module that are not the documentation of something."""
    documentation = {
        node.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    return {
        node.value
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in documentation
    }


@every_module
def test_no_code_knows_a_game_by_name(path: Path) -> None:
    documents = [packaged_document(game) for game in game_ids()]
    families = {document["family"] for document in documents}
    names = {word for document in documents for word in (document["id"], *document.get("aliases", ()))} - families
    expected = {"russian"} if name_of(path) == "session.py" else set()  # the game of `new` when none is named
    assert words_in_code(path) & names == expected


@every_module
def test_no_code_knows_a_declaration_by_name(path: Path) -> None:
    melds = {meld for game in game_ids() for meld in packaged_document(game)["declaration"]}
    meant_otherwise = {"bezique", "seven"}  # a family and a pair of cards; a rank
    found = words_in_code(path) & (melds - meant_otherwise)
    assert not found


# Lines that refusals advise


@every_module
def test_a_line_that_a_refusal_advises_is_put_together_with_quotes(path: Path) -> None:
    """A name may have spaces: only `typed` and `spell` know how it is typed."""
    refusing = {"Refusal", "usage", "not_in_this_game"}
    for call in ast.walk(tree_of(path)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in refusing:
            lines = [word.value for word in call.keywords if word.arg == "line"]
            assert not [line for line in lines if isinstance(line, ast.JoinedStr | ast.BinOp)], name_of(path)


# Sizes


@every_module
def test_a_module_is_one_thing(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LINES


# What `declare` loads


def loaded_by(tmp_path: Path, *line: str, home: bool = True) -> set[str]:
    """Run a line in a process of its own, and list the modules that it has loaded."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("BEZIQUE", "COV"))}
    environment |= {"BEZIQUE_HOME": str(tmp_path)} if home else {"XDG_DATA_HOME": str(tmp_path)}
    code = (
        "import json, sys\n"
        "from bezique_score.cli import main\n"
        "assert main(sys.argv[1:]) == 0\n"
        "print(json.dumps(sorted(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code, *line], env=environment, capture_output=True, text=True, check=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


LIBRARIES = {
    *("typer", "annotated_doc", "shellingham"),
    *("msgspec", "typing_extensions", "tomli", "tomli_w", "fasteners"),
}
"""Third parties that an entry may load: Typer and what it brings, the structures, the two TOML sides."""

HEAVY = {"tabulate", "wcwidth", "rich", "prompt_toolkit", "platformdirs", "pydantic", "tomllib", "asyncio"}

PARTS_OF_AN_ENTRY = {
    *("cli", "cli.answers", "cli.app", "cli.completing", "cli.desk", "cli.languages", "cli.table", "cli.wording"),
    *(
        "text",
        "refusal",
        "names",
        "cards",
        "events",
        "match",
        "replay",
        "session",
        "library",
        "examination",
        "scorebook",
    ),
    *("sheet", "sheet.effects", "sheet.plain", "sheet.words"),
}
NOT_FOR_AN_ENTRY = {"rules.describe", "rules.figures", "rules.verify", "rules.verify_declarations"}


def test_an_entry_loads_only_what_it_needs(tmp_path: Path) -> None:
    for line in ("new friday Anna Boris", "deal --trump spades", "trick anna"):
        loaded_by(tmp_path, *line.split())
    loaded = loaded_by(tmp_path, "declare", "anna", "bezique")
    assert not loaded & HEAVY
    tops = {module.partition(".")[0] for module in loaded if "mypyc" not in module}
    assert tops - set(sys.stdlib_module_names) - {"bezique_score", "_distutils_hack", "__main__"} <= LIBRARIES
    own = {module.removeprefix("bezique_score.") for module in loaded if module.startswith("bezique_score.")}
    used_whole = {"journal", "referee", "rules", "language"}
    assert {module for module in own if module.partition(".")[0] not in used_whole} == PARTS_OF_AN_ENTRY
    assert not own & NOT_FOR_AN_ENTRY


SCREEN = {"sheet.build", "sheet.layout", "sheet.model", "sheet.render_text", "sheet.views"}
RENDERERS = {
    *("sheet.formats", "sheet.render_csv", "sheet.render_json", "sheet.render_markdown"),
    *("sheet.drawing", "sheet.render_html", "sheet.render_latex", "sheet.render_xlsx"),
}

STARTED: dict[str, set[str]] = {
    "end": {"cli.table"},
    "undo --show": {"cli.correcting", "cli.table", "sheet.preview"},
    "new sunday Anna Boris": {"cli.sessions", "cli.options", "settings"},
    "open friday": {"cli.sessions", "cli.options"},
    "sessions": {"cli.keeping", "shelf", "cli.looking", "sheet.data", *SCREEN, "tabulate"},
    "rules": {"cli.rules", "rules.describe", "rules.figures"},
    "score": {"cli.looking", *SCREEN},
    "score --json": {"cli.looking", "sheet.data"},
    "log": {"cli.looking", *SCREEN, "tabulate"},
    "log --json": {"cli.looking", "sheet.data"},
    "melds": {"cli.looking", *SCREEN, "tabulate"},
    "melds --json": {"cli.looking", "sheet.data"},
    "melds --all --json": {
        *("cli.looking", "sheet.prices", "sheet.layout", "sheet.model", "sheet.render_text", "rules.figures")
    },
    "sheet --json": {"cli.looking", "cli.sheets", "sheet.growth", *SCREEN - {"sheet.views"}, *RENDERERS},
    "check": {"cli.checking"},
    "explain usage": {"cli.explaining", "explanations"},
    "config": {"cli.config", "settings"},
    "run nothing.bezique": {"cli.script", "cli.line"},
}
"""What each command loads beside what all of them do: of the package, and of the heavy libraries."""


@pytest.mark.parametrize("line", STARTED)
def test_a_command_loads_only_what_it_needs(tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nothing.bezique").touch()
    loaded_by(tmp_path, "new", "friday", "Anna", "Boris")
    loaded_by(tmp_path, "deal", "--trump", "spades")
    loaded = loaded_by(tmp_path, *line.split())
    own = {module.removeprefix("bezique_score.") for module in loaded if module.startswith("bezique_score.")}
    entry = PARTS_OF_AN_ENTRY - {"cli.table"}
    beside = {
        module
        for module in own - entry
        if module.partition(".")[0] not in {"journal", "referee", "language", "rules"}
        or module in NOT_FOR_AN_ENTRY
    }
    assert beside - {"rules.verify"} | loaded & HEAVY - {"wcwidth"} == STARTED[line]
    assert "wcwidth" not in loaded or "tabulate" in loaded, "tabulate brings it"


def test_play_without_a_terminal_starts_as_a_script_does(tmp_path: Path) -> None:
    loaded = loaded_by(tmp_path, "play")
    assert "bezique_score.cli.shell" not in loaded
    assert not loaded & HEAVY


def test_the_folder_of_the_user_is_looked_up_only_where_none_is_named(tmp_path: Path) -> None:
    assert "platformdirs" in loaded_by(tmp_path, "new", "friday", "Anna", "Boris", home=False)
    assert "platformdirs" not in loaded_by(tmp_path / "named", "new", "friday", "Anna", "Boris")


def test_the_standing_is_looked_up_without_the_makers_of_sheets(tmp_path: Path) -> None:
    loaded_by(tmp_path, "new", "friday", "Anna", "Boris")
    loaded = loaded_by(tmp_path, "score", "--json")
    assert not loaded & {"tabulate", "wcwidth", "rich", "platformdirs"}
