"""Write the seeds: what is played, written and ruled in the examples, each in a file of `corpus/`."""

from pathlib import Path

from fuzz.scene import BLOCK, EXAMPLES, scene

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
GAMES = HERE.parents[1] / "bezique_score" / "rules" / "games"


def write_seeds() -> None:
    """Make the corpus anew, what fuzzing has found apart: those files have another name than `seed-`."""
    for old in CORPUS.glob("*/seed-*"):
        old.unlink()
    names = sorted(scene().sessions)
    for example in sorted(EXAMPLES.glob("*.bezique")):
        lines = [line for line in example.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"][1:]
        for how in (0, 2, 3):
            for place, first in enumerate((0, 4, 9, 17, 30)):
                where = next(number for number, name in enumerate(names) if name.startswith(example.stem))
                head = bytes([where + place, how])
                _seed(
                    "line",
                    f"{example.stem}-{how}-{first}",
                    head + "\n".join(lines[first : first + 1 + place % 2]).encode(),
                )
        journal = example.with_suffix(".toml").read_text(encoding="utf-8")
        blocks = journal.split(BLOCK)
        for end in (0, 6, 24):
            _seed("journal", f"{example.stem}-{end}", BLOCK.join(blocks[: end + 1]).encode() + b"\n")
    for name in ("odd", "partners", "no-tricks", "auction"):
        _seed("journal", name, scene().sessions[name])
    for game in sorted(GAMES.glob("*.toml")):
        _seed("rules", game.stem, game.read_bytes())
    _seed("sheet", "plain", "home\nremark\nAnna\nБорис\nÖ\u0308".encode())
    _seed("sheet", "odd", "=1+1\n<b>\n@x\n\\y\n\u202eab".encode())


def _seed(target: str, name: str, content: bytes) -> None:
    folder = CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"seed-{name}").write_bytes(content)


if __name__ == "__main__":
    write_seeds()
