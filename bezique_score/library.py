"""The sessions folder: one file a session, and which of them is the current one."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bezique_score.names import fold_name, verify_session_name
from bezique_score.refusal import Code, Refusal
from bezique_score.text import Text, listing, reason_of, say, typed


def default_home() -> Path:
    """Name the folder where the sessions of this user live."""
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed where BEZIQUE_HOME says it

    return user_data_path("bezique", appauthor=False)


class Library:
    """The sessions in a folder, each named by its file: `NAME.toml`."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def path_for(self, name: str) -> Path:
        """Say where the new session `name` goes, making the folder if need be.

        Raises `Refusal`: BAD_NAME when the name is taken or cannot be a file's, BAD_FILE without a folder.
        """
        verify_session_name(name)
        taken = self._path_of(name)
        if taken is not None:
            raise Refusal(
                Code.BAD_NAME,
                say("There is a session called {name} already.", name=taken.stem),
                line=typed("open", taken.stem),
                advice=say("or give the new one another name"),
            )
        with self.refusing():
            self.home.mkdir(parents=True, exist_ok=True)
        return self._file(name)

    def find(self, word: str) -> Path:
        """Find a session by its name, or by the path of its file. Raises `Refusal` (UNKNOWN_SESSION)."""
        found = self._path_of(word)
        if found is not None:
            return found
        path = Path(word)
        if _is_file(path):
            return path
        raise Refusal(
            Code.UNKNOWN_SESSION,
            say("There is no session called {name}.", name=word),
            line="sessions",
            advice=self._nearest(word),
        )

    def current(self) -> Path:
        """Find the session opened last. Raises `Refusal` (UNKNOWN_SESSION) when there is none now."""
        with self.refusing():
            if not self._mark.exists():
                raise Refusal(Code.UNKNOWN_SESSION, say("No session is open."), line="new NAME PLAYER PLAYER")
            remembered = os.fsdecode(self._mark.read_bytes()).removesuffix("\n")
        path = self.home / remembered
        if not _is_file(path):
            message = say("The session opened last is gone: {path}.", path=path)
            raise Refusal(Code.UNKNOWN_SESSION, message, line="sessions")
        return path

    def make_current(self, path: Path) -> None:
        """Remember a session as the current one; of one in the sessions folder only the file's name."""
        place = path.absolute()
        remembered = place.name if place.parent == self.home.absolute() else str(place)
        temporary = self._mark.with_name(f".current.{os.getpid()}")
        with self.refusing():
            self.home.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(os.fsencode(remembered) + b"\n")
            temporary.replace(self._mark)

    def sessions(self, folder: Path | None = None) -> list[Path]:
        """List the files of all sessions, or of those in another folder, the one written last first."""
        folder = folder or self.home
        with self.refusing():
            if not folder.exists():
                return []
            found = [path for path in folder.iterdir() if _is_session(path)]
            return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)

    def is_current(self, path: Path) -> bool:
        """Say whether a session in the folder is the current one."""
        with self.refusing():
            return self._mark.exists() and os.fsdecode(self._mark.read_bytes()).removesuffix("\n") == path.name

    def forget_current(self) -> None:
        """Have no current session until one is opened."""
        with self.refusing():
            self._mark.unlink(missing_ok=True)

    @property
    def _mark(self) -> Path:
        return self.home / "current"

    def _file(self, name: str) -> Path:
        return self.home / f"{name}.toml"

    def _path_of(self, name: str) -> Path | None:
        """Find the session with this name: exactly, else the only one that is the same name when folded."""
        same = [path for path in self.sessions() if fold_name(path.stem) == fold_name(name)]
        return next((path for path in same if path.stem == name), same[0] if same else None)

    def _nearest(self, word: str) -> Text:
        from difflib import get_close_matches  # noqa: PLC0415 - only for an answer that refuses

        names = {fold_name(path.stem): path.stem for path in self.sessions()}
        near = [names[folded] for folded in get_close_matches(fold_name(word), names, n=3)]
        return say("did you mean {names}?", names=listing(near)) if near else say("lists them")

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Turn what the system refuses into a refusal of ours."""
        try:
            yield
        except (OSError, ValueError) as error:  # ValueError: a path with NUL
            reason = reason_of(error)
            message = say("The sessions folder {home}: {reason}.", home=self.home, reason=reason)
            raise Refusal(Code.BAD_FILE, message) from error


def _is_session(path: Path) -> bool:
    return path.suffix == ".toml" and not path.name.startswith(".") and _is_file(path)


def _is_file(path: Path) -> bool:
    """Say whether there is such a file; a path too long to be one is none."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_there(path: Path) -> bool:
    """Say whether there is such a file or folder; a path too long to be one is none."""
    try:
        return path.exists()
    except OSError:
        return False
