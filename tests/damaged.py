"""Evenings to be damaged, small ones in which there is something of everything."""

from pathlib import Path

from door import Door

from bezique_score.rules.load import packaged_text

EVENINGS: dict[str, tuple[str, ...]] = {
    "russian": (
        "new friday Anna Борис --target 60",
        "deal --trump spades",
        "trick anna",
        "declare bezique",
        "trick борис",
        "declare queens",
        "undo",
        "declare kings",
        "amend 3 declare marriage",
        "adjust борис -3 --note revoke",
        "agree anna=4 борис=5",
        "note late",
        "end",
        "deal --trump hearts",
        "trick anna QS KS",
        "declare trump-queens",
    ),
    "thousand": (
        "new friday Anna Boris Clara --rules thousand",
        "deal",
        "bid anna 100",
        "bid boris 110",
        "pass anna",
        "pass clara",
        "declare boris marriage hearts",
        "end anna=30 clara=20",
        "deal",
        "bid clara 120",
        "undo",
        "bid clara 130",
        "end clara=70 anna=25",
    ),
    "house": (
        "new friday Anna Boris --set packs=10 --set plain-fours=any --dealer anna",
        "deal --upcard 10S",
        "trick boris",
        "declare kings",
        "trick anna",
        "exchange",
        "trick anna",
        "declare bezique",
        "end",
    ),
    "partners": (
        "new friday Anna Boris Clara Dora --rules four-handed --partners --no-tricks",
        "deal --trump clubs",
        "declare clara bezique",
        "declare boris kings",
        "undo 2",
        "redo",
        "adjust dora 5 --note tea",
        "agree anna=40 boris=85",
    ),
    "own": (
        "new friday Anna Boris --rules own.toml",
        "deal --trump spades",
        "trick anna",
        "declare bezique",
        "end",
    ),
}
"""The lines of each evening; `own` has a whole rules file in its header."""


def played(name: str, folder: Path) -> bytes:
    """Play an evening, and give its journal."""
    lines = EVENINGS[name]
    if name == "own":
        rules = folder / "own.toml"
        rules.write_text(packaged_text("russian").replace("then = 100", "then = 111"), encoding="utf-8")
        lines = (lines[0].replace("own.toml", str(rules)), *lines[1:])
    return Door(folder / "played", *lines).path.read_bytes()
