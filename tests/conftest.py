"""What many tests begin with: English, a terminal, and a session at it."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import Bezique, Said

from bezique_score.cli import main
from bezique_score.text import ENGLISH, speak


@pytest.fixture(autouse=True)
def _nobody(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Begin every test in English and without settings, whoever runs it, and leave nothing behind."""
    for folder in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path_factory.getbasetemp() / "nobody"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("BEZIQUE_LANG", raising=False)
    speak(ENGLISH)
    yield
    speak(ENGLISH)


@pytest.fixture
def bezique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Bezique:
    """Run a line as the terminal would, in a folder of its own."""
    monkeypatch.setenv("BEZIQUE_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("BEZIQUE_FILE", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> Said:
        status = main(shlex.split(line))
        return Said(status, *capsys.readouterr())

    return run


@pytest.fixture
def friday(bezique: Bezique) -> Bezique:
    """A session in which Anna has won the first trick."""
    for line in ("new friday Anna Boris --rules classic --dealer boris", "deal --trump hearts", "trick anna"):
        assert bezique(line).status == 0
    return bezique
