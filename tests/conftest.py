"""Every test begins in English, whatever the language of the machine, and leaves no other behind."""

from collections.abc import Iterator

import pytest

from bezique_score.text import ENGLISH, speak


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("BEZIQUE_LANG", raising=False)
    speak(ENGLISH)
    yield
    speak(ENGLISH)
