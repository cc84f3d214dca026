"""The README is true: every session in it is typed again, every table made again, every path is there."""

import re
from functools import cache

import pytest
from make_readme import PACKAGE, PART, README, ROOT, TABLES, Shown, Terminal, remade

from bezique_score.journal.codec import Header

TEXT = README.read_text(encoding="utf-8")
PARTS = [part for part in PART.finditer(TEXT) if part["table"] or part["console"]]
PROSE = re.sub(r"^```.*?^```$|^<!-- [a-z]+ -->\n.*?^<!-- end -->$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
HEADINGS = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
INSTALLS = re.findall(r"^```sh\n(.*?)\n```$", TEXT, re.MULTILINE | re.DOTALL)


@cache
def made_again() -> dict[tuple[int, int], Shown]:
    return {shown.place: shown for shown in remade(TEXT)}


def section(heading: str) -> str:
    return TEXT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


# What is shown


@pytest.mark.parametrize("part", PARTS, ids=[part["table"] or part["console"].splitlines()[0] for part in PARTS])
def test_what_the_readme_shows_is_what_happens(part: re.Match[str]) -> None:
    """Where this fails and the README is what is behind: `python tests/make_readme.py`."""
    assert part[0] == made_again()[part.span()].now


def test_no_session_stands_in_the_readme_without_being_typed_again() -> None:
    fences = re.findall(r"^```(\S*)", TEXT, re.MULTILINE)[::2]
    assert fences.count("console") == sum(bool(part["console"]) for part in PARTS)
    assert {*fences} == {"sh", "console", "toml", "text"}
    for kind, body in re.findall(r"^```(\S+)[^\n]*\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL):
        assert kind == "console" or "\n$ " not in f"\n{body}"


def test_every_table_is_in_the_readme_once() -> None:
    assert sorted(part["table"] for part in PARTS if part["table"]) == sorted(TABLES)


def test_a_session_that_went_otherwise_is_noticed() -> None:
    terminal = Terminal()
    try:
        right = (
            "$ bezique new t Anna Boris\nt: Russian commercial bezique; Anna, Boris; Boris deals first; to 1000.\n"
        )
        assert terminal.retype(right) == right
        assert terminal.retype(right) != right, "there is a session of that name by now"
    finally:
        terminal.close()


# What is named


def test_every_file_that_the_readme_names_is_there() -> None:
    named = {
        word for word in re.findall(r"`([^`\s]+)`", PROSE) if re.fullmatch(r"[\w./-]*(?:/|\.py)[\w./-]*", word)
    }
    named |= set(re.findall(r"(?:tests|examples)/[\w.-]+\w", "\n".join([PROSE, *INSTALLS])))
    named = {word for word in named if not word.startswith((".venv", "/"))}
    assert {"bezique_score/rules/vocabulary.toml", "examples/russian.bezique", "cli/app.py"} <= named
    assert [word for word in sorted(named) if not (ROOT / word).exists() and not (PACKAGE / word).exists()] == []


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", PROSE)
    assert links
    for link in links:
        path, _, place = link.partition("#")
        assert not path or (ROOT / path).exists(), link
        assert not place or place in map(anchor, HEADINGS), link


def test_every_key_of_a_header_is_named() -> None:
    keys = re.findall(r"`\[?([a-z-]+)\]?`", section("The journal").partition("Header:")[2].partition("Each")[0])
    assert sorted(keys) == sorted(Header.__struct_encode_fields__)


# What is installed


def test_the_readme_installs_what_ci_installs() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    evening, tests = INSTALLS
    assert evening == (
        "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/bezique run examples/russian.bezique"
    )
    assert tests == "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest"
    for command in ("bezique run examples/russian.bezique", "pip install --quiet '.[test,lint]'", "pytest"):
        assert f'"$venv"/bin/{command.partition(" ")[0]}' in ci
        assert command in ci
