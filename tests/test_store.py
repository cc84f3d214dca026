"""How the file is kept: locked, written beside and renamed, never half."""

import fcntl
import os
import re
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryDirectory
from threading import Timer
from time import monotonic

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


def test_a_change_just_after_the_rename_is_seen(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace

    def replaced_and_changed(temporary: str, target: str) -> None:
        replace(temporary, target)
        path.write_bytes(path.read_bytes() + b"# by hand\n")

    store = opened(path)
    monkeypatch.setattr(os, "replace", replaced_and_changed)
    append(store, b"# x\n")
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


# Owner, group, mode, attributes


NOBODY = 65534


@contextmanager
def powerless(*groups: int) -> Iterator[None]:
    """Be nobody for a while, in these groups, if we are the superuser, whom no mode stops."""
    if os.geteuid():
        yield
        return
    ours = os.getresuid(), os.getresgid(), os.getgroups()
    os.setgroups(groups)
    os.setresgid(NOBODY, NOBODY, -1)
    os.setresuid(NOBODY, NOBODY, -1)
    try:
        yield
    finally:
        os.setresuid(*ours[0])
        os.setresgid(*ours[1])
        os.setgroups(ours[2])


@pytest.fixture
def public() -> Iterator[Path]:
    """Give a session in a folder that everybody may write."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        path = folder / "friday.toml"
        path.write_bytes(b"# by hand\nformat = 1\n")
        path.chmod(0o666)
        yield path
        folder.chmod(0o777)


def refused(path: Path) -> str:
    """Say why nobody may write a session, which stays as it is."""
    before = path.read_bytes()
    with powerless():
        store = opened(path)
        with pytest.raises(Fault) as error:
            append(store, b"# x\n")
    assert path.read_bytes() == before
    assert not path.with_name(".friday.toml.part").exists()
    return told(error)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o660, 0o666])
def test_the_mode_of_the_file_is_kept(path: Path, mode: int) -> None:
    path.chmod(mode)
    append(opened(path), b"# x\n")
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_nobody_else_may_read_a_private_file_while_it_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, modes = os.write, []

    def seen(descriptor: int, data: bytes) -> int:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return write(descriptor, data)

    path.chmod(0o600)
    monkeypatch.setattr(os, "write", seen)
    append(opened(path), b"# x\n")
    assert modes == [0o600]


def test_the_owner_of_the_file_is_kept_by_the_superuser(path: Path) -> None:
    owner, group = (path.stat().st_uid, path.stat().st_gid) if os.geteuid() else (NOBODY, NOBODY - 1)
    os.chown(path, owner, group)
    path.chmod(0o640)
    append(opened(path), b"# x\n")
    status = path.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (owner, group, 0o640)


def test_a_group_that_cannot_be_kept_leaves_its_rights_to_no_other(public: Path) -> None:
    public.chmod(0o676)
    kept = 0o676  # ours, as nobody but the superuser can make it another's
    if not os.geteuid():
        os.chown(public, 0, 0)
        kept = 0o666
    with powerless():
        append(opened(public), b"# x\n")
    assert stat.S_IMODE(public.stat().st_mode) == kept


def test_a_group_that_may_be_kept_is_kept(public: Path) -> None:
    group = public.stat().st_gid
    if not os.geteuid():
        os.chown(public, 0, group := NOBODY - 1)
        public.chmod(0o660)
    with powerless(group):
        append(opened(public), b"# x\n")
    assert public.stat().st_gid == group


def test_attributes_of_the_file_are_kept(path: Path) -> None:
    try:
        os.setxattr(path, "user.table", b"green")
    except (AttributeError, OSError):  # no Linux, or a file system without: then there is nothing to lose
        kept = {}
    else:
        kept = {"user.table": b"green"}
    append(opened(path), b"# x\n")
    assert {name: os.getxattr(path, name) for name in kept} == kept
    assert path.read_bytes().endswith(b"# x\n")


def test_a_file_that_somebody_else_may_write_only_is_read_only(public: Path) -> None:
    public.chmod(0o444 if os.geteuid() else 0o644)
    assert refused(public) == "read-only"


@pytest.mark.parametrize("locked_before", [False, True])
def test_a_read_only_folder_is_not_written(public: Path, *, locked_before: bool) -> None:
    if locked_before:
        append(opened(public), b"# before\n")
        public.with_name(".friday.toml.lock").chmod(0o666)
        public.chmod(0o666)
    public.parent.chmod(0o555)
    assert refused(public) == "cannot be written: Permission denied"


def test_a_file_that_may_not_be_read_is_not_read(public: Path) -> None:
    public.chmod(0)
    with powerless(), pytest.raises(Fault, match="cannot be read: Permission denied"):
        opened(public)


def test_the_lock_of_another_user_does_not_block(public: Path) -> None:
    lock_file = public.with_name(".friday.toml.lock")
    lock_file.touch()
    lock_file.chmod(0o444)
    with powerless():
        append(opened(public), b"# x\n")
    assert public.read_bytes().endswith(b"# x\n")


def test_a_limit_to_the_size_of_files_leaves_the_old_one(path: Path) -> None:
    """(A real failure in the middle of writing: the first bytes are taken, the rest is not.)"""
    store, before = opened(path), path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 2, hard))
    try:
        with pytest.raises(Fault) as error:
            append(store, b"# x\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert told(error) == "cannot be written: File too large"
    assert path.read_bytes() == before
    assert left_behind(path) == [".friday.toml.lock", "friday.toml"]
    append(store, b"# y\n")
    assert path.read_bytes() == before + b"# y\n"


# Symbolic links


@pytest.mark.parametrize(
    "links",
    [
        {"link.toml": "{path}"},
        {"link.toml": "friday.toml"},
        {"link.toml": "elsewhere/../friday.toml"},
        {"link.toml": "second", "second": "elsewhere/third", "elsewhere/third": "../friday.toml"},
    ],
    ids=["absolute", "relative", "by another folder", "chain"],
)
def test_a_symbolic_link_is_written_through(path: Path, links: dict[str, str]) -> None:
    (path.parent / "elsewhere").mkdir()
    for name, target in links.items():
        (path.parent / name).symlink_to(target.format(path=path))
    append(opened(path.parent / "link.toml"), b"# x\n")
    assert all((path.parent / name).is_symlink() for name in links)
    assert not path.is_symlink()
    assert path.read_bytes().endswith(b"# x\n")
    assert left_behind(path) == sorted(
        {".friday.toml.lock", "elsewhere", "friday.toml", *links} - {"elsewhere/third"}
    )


def test_a_folder_that_is_a_symbolic_link_is_the_folder(path: Path, tmp_path: Path) -> None:
    (tmp_path / "folder").symlink_to(tmp_path)
    append(opened(tmp_path / "folder" / "friday.toml"), b"# x\n")
    assert path.read_bytes().endswith(b"# x\n")


def test_where_a_link_leads_to_nothing_a_session_is_made(tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to("new.toml")
    with pytest.raises(Fault, match="cannot be read: No such file"):
        opened(link)
    store = Store(link)
    with store.locked():
        store.create(b"format = 1\n")
    assert link.is_symlink()
    assert (tmp_path / "new.toml").read_bytes() == b"format = 1\n"


def test_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to("link.toml")
    with pytest.raises(Fault, match="cannot be read: Too many levels"):
        opened(link)
    with pytest.raises(Fault, match="cannot be written: Too many levels"), Store(link).locked():
        pass
    assert left_behind(link) == ["link.toml"]


def test_a_link_that_turns_elsewhere_meanwhile_is_a_change(path: Path, tmp_path: Path) -> None:
    link, other = tmp_path / "link.toml", tmp_path / "other.toml"
    link.symlink_to(path)
    other.write_bytes(b"format = 1\n")
    store = opened(link)
    with store.locked():
        link.unlink()
        link.symlink_to(other)
        assert not store.is_current()
        store.append(b"# x\n")  # to the file that was locked
    assert path.read_bytes().endswith(b"# x\n")
    assert other.read_bytes() == b"format = 1\n"
    assert not store.is_current()


# The lock


HOLD = """
import os, sys
from pathlib import Path
from bezique_score.journal.store import Store
store = Store(Path(sys.argv[1]))
store.read()
with store.locked():
    print("held", flush=True)
    sys.stdin.readline()
    store.append(b"# theirs\\n")
"""


@contextmanager
def holding(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Have another program hold the lock, until it is told to write and go."""
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        yield holder
        holder.communicate("\n")


def test_another_program_that_does_not_let_go_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_WAIT", 0.1)
    with holding(path):
        with pytest.raises(Fault) as error:
            append(opened(path), b"# x\n")
        assert told(error) == "another program is writing it"
    append(opened(path), b"# x\n")
    assert path.read_bytes().endswith(b"# theirs\n# x\n")


def test_a_program_that_is_killed_lets_go(path: Path) -> None:
    with holding(path) as holder:
        holder.kill()
        began = monotonic()
        append(opened(path), b"# x\n")
        assert monotonic() - began < 5
    assert path.read_bytes() == b"# by hand\nformat = 1\n# x\n"


def test_who_waits_for_the_lock_gets_it(path: Path) -> None:
    with holding(path) as holder:
        assert holder.stdin
        store = opened(path)
        Timer(0.2, lambda: print(file=holder.stdin, flush=True)).start()
        with store.locked():
            assert not store.is_current()
            store.read()
            store.append(b"# x\n")
    assert path.read_bytes().endswith(b"# theirs\n# x\n")


def make_file(place: Path) -> None:
    place.write_bytes(b"4711 some other program's")


@pytest.mark.parametrize("make", [make_file, os.mkfifo], ids=["file", "pipe"])
def test_a_lock_file_from_earlier_does_not_block(path: Path, make: Callable[[Path], None]) -> None:
    make(path.with_name(".friday.toml.lock"))
    append(opened(path), b"# x\n")
    assert path.read_bytes().endswith(b"# x\n")


def test_a_lock_that_is_a_link_is_not_followed(path: Path) -> None:
    path.with_name(".friday.toml.lock").symlink_to("made")
    with pytest.raises(Fault, match=r"cannot be written: \.friday\.toml\.lock: Too many levels"):
        append(opened(path), b"# x\n")
    assert not path.with_name("made").exists()


@pytest.mark.parametrize("name", [".friday.toml.lock", ".friday.toml.part"])
def test_a_folder_in_the_place_of_a_file_of_ours_is_named(path: Path, name: str) -> None:
    path.with_name(name).mkdir()
    with pytest.raises(Fault, match=rf"cannot be written: {re.escape(name)}: Is a directory"):
        append(opened(path), b"# x\n")


def test_two_writers_of_one_process_keep_each_other_out(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lock, "LOCK_WAIT", 0.05)
    with Store(path).locked():
        with pytest.raises(Fault, match="another program is writing it"), Store(path).locked():
            pass
        with pytest.raises(Fault, match="another program is writing it"), Store(path).locked():
            pass  # the first attempt has not given the lock away


def test_who_is_writing_a_session_does_not_wait_to_hear_that_it_is_there(path: Path) -> None:
    """(A script that writes a session may try to make another of its name.)"""
    began = monotonic()
    with Store(path).locked(), pytest.raises(FileExistsError), Store(path).locked(new=True):
        pass
    assert monotonic() - began < lock.LOCK_WAIT / 2


def test_a_lock_whose_file_is_deleted_is_lost(path: Path) -> None:
    store, other = opened(path), opened(path)
    with store.locked():
        path.with_name(".friday.toml.lock").unlink()
        with other.locked():
            with pytest.raises(Fault) as error:
                store.append(b"# x\n")
            assert told(error) == "changed by another program meanwhile; nothing was written"
            other.append(b"# y\n")
    assert path.read_bytes() == b"# by hand\nformat = 1\n# y\n"
    store = Store(path.with_name("new.toml"))
    with store.locked():
        path.with_name(".new.toml.lock").unlink()
        with pytest.raises(Fault, match="changed by another program meanwhile"):
            store.create(b"format = 1\n")


def test_a_lock_file_deleted_while_one_waits_for_it_is_not_the_lock(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flock, file = fcntl.flock, path.with_name(".friday.toml.lock")
    taken: list[int] = []

    def deleted_first(descriptor: int, operation: int) -> None:
        if not taken:
            file.unlink()
        taken.append(operation)
        flock(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", deleted_first)
    append(opened(path), b"# x\n")
    assert len(taken) == 4, "taken and let go twice"
    assert file.exists()


def test_ctrl_c_while_one_waits_leaves_no_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with Store(path).locked(), monkeypatch.context() as waiting:
        waiting.setattr(lock, "sleep", interrupt)
        with pytest.raises(KeyboardInterrupt), Store(path).locked():
            pass
    append(opened(path), b"# x\n")


def test_a_file_system_without_locks_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(Fault) as error:
        append(opened(path), b"# x\n")
    assert told(error) == "cannot be locked: No locks available"
