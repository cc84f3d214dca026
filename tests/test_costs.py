"""What keeping score costs, where that can be held without a clock; `benchmarks/costs.py` measures the rest."""

import os
from pathlib import Path

from benchmarks.costs import BEZIQUE, memory_of
from benchmarks.sessions import book_of


def test_a_session_of_ten_thousand_entries_is_kept_in_100_megabytes(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    book_of(path, 10_000)
    environment = {**os.environ, "BEZIQUE_HOME": str(tmp_path)}
    assert memory_of([*BEZIQUE, "trick", "anna", "-f", str(path)], environment) < 100_000
    assert memory_of([*BEZIQUE, "score", "-f", str(path)], environment) < 100_000
