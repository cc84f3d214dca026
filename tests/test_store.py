"""How the file is kept: locked, written beside and renamed, never half."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bezique_score.journal import lock
from bezique_score.journal import store as module
from bezique_score.journal.fault import Fault
from bezique_score.journal.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    place = tmp_path / "friday.toml"
    place.write_bytes(b"# by hand\nformat = 1\n")
    return place


def opened(path: Path) -> Store:
    store = Store(path)
    store.read()
    return store


def append(store: Store, block: bytes) -> None:
    with store.locked():
        store.append(block)


def left_behind(path: Path) -> list[str]:
    return sorted(entry.name for entry in path.parent.iterdir())


def told(error: pytest.ExceptionInfo[Fault]) -> str:
    return str(error.value.reason)


def test_what_stood_before_stays_byte_for_byte(path: Path) -> None:
    path.write_bytes(b"# caf\xc3\xa9\r\nformat = 1 \t\r\n")
    append(opened(path), b"\n[[event]]\n")
    assert path.read_bytes() == b"# caf\xc3\xa9\r\nformat = 1 \t\r\n\n[[event]]\n"


def test_a_last_line_without_end_gets_one(path: Path) -> None:
    path.write_bytes(b"format = 1")
    append(opened(path), b"\n[[event]]\n")
    assert path.read_bytes() == b"format = 1\n\n[[event]]\n"


def test_one_reading_is_enough_for_many_entries(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(path)
    monkeypatch.setattr(Store, "read", lambda _: pytest.fail("read again"))
    for number in range(3):
        append(store, b"# %d\n" % number)
    assert store.is_current()
    assert path.read_bytes() == b"# by hand\nformat = 1\n# 0\n# 1\n# 2\n" == store.content


def test_only_the_file_and_its_lock_are_left(path: Path) -> None:
    append(opened(path), b"# x\n")
    assert left_behind(path) == [".friday.toml.lock", "friday.toml"]


def test_the_mode_of_the_file_is_kept(path: Path) -> None:
    path.chmod(0o640)
    append(opened(path), b"# x\n")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_symbolic_link_is_written_through(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    link = folder / "link.toml"
    link.symlink_to(path)
    append(opened(link), b"# x\n")
    assert link.is_symlink()
    assert path.read_bytes().endswith(b"# x\n")


def test_a_change_by_another_program_is_seen(path: Path) -> None:
    store = opened(path)
    assert store.is_current()
    path.write_bytes(b"format = 2\n")
    assert not store.is_current()
    with pytest.raises(Fault) as error:
        append(store, b"# x\n")
    assert told(error) == "changed by another program meanwhile; nothing was written"
    assert path.read_bytes() == b"format = 2\n"


def test_a_file_put_in_the_place_of_another_is_seen(path: Path, tmp_path: Path) -> None:
    store = opened(path)
    other = tmp_path / "other"
    other.write_bytes(path.read_bytes())
    status = path.stat()
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.replace(path)
    assert not store.is_current()


def test_a_read_only_file_is_not_written(path: Path) -> None:
    path.chmod(0o444)
    store = opened(path)
    with pytest.raises(Fault) as error:
        append(store, b"# x\n")
    assert told(error) == "read-only"
    assert path.read_bytes() == b"# by hand\nformat = 1\n"


def test_a_failure_before_the_rename_leaves_the_old_file_and_nothing_else(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(At every other call: `test_faults.py`.)"""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    store = opened(path)
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fail)
        with pytest.raises(Fault) as error:
            append(store, b"# x\n")
    assert str(error.value) == "cannot be written: No space left on device"
    assert path.read_bytes() == b"# by hand\nformat = 1\n"
    assert left_behind(path) == [".friday.toml.lock", "friday.toml"]
    append(store, b"# y\n")
    assert path.read_bytes() == b"# by hand\nformat = 1\n# y\n"


def test_a_folder_that_cannot_be_flushed_is_no_failure(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flush = os.fsync

    def only_files(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise OSError(22, "Invalid argument")
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", only_files)
    append(opened(path), b"# x\n")
    assert path.read_bytes().endswith(b"# x\n")


def test_what_a_crash_left_is_written_over(path: Path) -> None:
    (path.parent / ".friday.toml.part").write_bytes(b"half")
    append(opened(path), b"# x\n")
    assert left_behind(path) == [".friday.toml.lock", "friday.toml"]


def test_a_file_does_not_grow_beyond_what_can_be_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIZE_LIMIT", 40)
    with pytest.raises(Fault, match="would become larger"):
        append(opened(path), b"# " + b"x" * 40)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda _: None], ids=["pipe", "folder", "nothing"])
def test_what_is_not_a_file_is_not_read(path: Path, make: object) -> None:
    path.unlink()
    make(path)  # type: ignore[operator]
    with pytest.raises(Fault):
        opened(path)


def test_a_path_with_nul_is_refused() -> None:
    with pytest.raises(Fault):
        opened(Path("a\0b"))


def test_creation_never_replaces_a_file(path: Path, tmp_path: Path) -> None:
    store = Store(path)
    with store.locked(), pytest.raises(FileExistsError):
        store.create(b"format = 1\n")
    assert path.read_bytes() == b"# by hand\nformat = 1\n"
    store = Store(tmp_path / "new.toml")
    with store.locked():
        store.create(b"format = 1\n")
    assert store.is_current()
    assert store.path.read_bytes() == b"format = 1\n"
    assert left_behind(path) == [".friday.toml.lock", ".new.toml.lock", "friday.toml", "new.toml"]


def test_creation_works_where_there_are_no_hard_links(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", fail)
    store = Store(tmp_path / "new.toml")
    with store.locked():
        store.create(b"format = 1\n")
    assert store.path.read_bytes() == b"format = 1\n"
    other = Store(path)
    with other.locked(), pytest.raises(FileExistsError):
        other.create(b"format = 1\n")
    assert path.read_bytes() == b"# by hand\nformat = 1\n"


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    store = Store(tmp_path / "no" / "x.toml")
    with pytest.raises(Fault, match="no such folder"), store.locked():
        pass
    assert not (tmp_path / "no").exists()


HOLD = """
import sys
from pathlib import Path
from bezique_score.journal.store import Store
with Store(Path(sys.argv[1])).locked():
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_another_program_that_does_not_let_go_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_WAIT", 0.1)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(Fault) as error:
            append(opened(path), b"# x\n")
        assert told(error) == "another program is writing it"
        holder.communicate("\n")
    append(opened(path), b"# x\n")
    assert path.read_bytes().endswith(b"# x\n")
