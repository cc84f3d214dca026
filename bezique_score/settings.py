"""The user's settings: one small TOML file, read strictly."""

import os
from pathlib import Path
from typing import Annotated, Literal, get_args

import msgspec

from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import find_game
from bezique_score.text import Text, listing, reason_of, say

Language = Literal["en", "ru", "pl"]
Colours = Literal["auto", "never"]
TARGET_LIMIT = 10**9
SIZE_LIMIT = 64 * 1024
"""How many bytes the file may have."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the user has chosen; none where nothing was."""

    language: Language | None = None
    game: str | None = None
    target: Annotated[int, msgspec.Meta(ge=1, le=TARGET_LIMIT)] | Literal["none"] | None = None
    colours: Colours | None = None


KEYS: dict[str, Text] = {
    "language": say("What answers are printed in: {values}.", values=listing(get_args(Language))),
    "game": say("The game of `new` without --rules: one that `rules` lists."),
    "target": say("The target of `new` without --target: a number, or `none`."),
    "colours": say("Colours on the screen: `auto` where it has some, or `never`."),
}
"""Every key, and what it means."""


def default_folder() -> Path:
    """Name the folder where the settings of this user live."""
    from platformdirs import user_config_path  # noqa: PLC0415 - not needed where BEZIQUE_HOME says it

    return user_config_path("bezique", appauthor=False)


class SettingsFile:
    """The file of the settings, which need not be there."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "settings.toml"

    def read(self) -> Settings:
        """Read the settings. Raises `Refusal` (BAD_FILE) when anything in the file is not one."""
        import tomli  # noqa: PLC0415 - an entry needs no settings

        try:
            with self.path.open("rb") as file:
                content = file.read(SIZE_LIMIT + 1)
        except FileNotFoundError:
            return Settings()
        except OSError as error:
            raise self._bad(reason_of(error)) from error
        if len(content) > SIZE_LIMIT:
            raise self._bad(say("larger than {limit} bytes", limit=SIZE_LIMIT))
        try:
            settings = msgspec.convert(tomli.loads(content.decode()), Settings)
        except (ValueError, RecursionError, msgspec.ValidationError) as error:  # not UTF-8, TOML or a setting
            raise self._bad(error) from error
        if settings.game is not None:
            find_game(settings.game)
        return settings

    def change(self, key: str, word: str | None) -> Settings:
        """Set one of `KEYS` to what a word says, or to nothing. Raises `Refusal`, and changes nothing then."""
        value = None if word is None else _value(key, word)
        settings = msgspec.structs.replace(self.read(), **{key: value})
        self._write(settings)
        return settings

    def _write(self, settings: Settings) -> None:
        """Replace the file, or leave the old one. Raises `Refusal` (BAD_FILE)."""
        import tomli_w  # noqa: PLC0415 - an entry needs no settings

        temporary = self.path.with_name(f".settings.{os.getpid()}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(tomli_w.dumps(msgspec.to_builtins(settings)), encoding="utf-8")
            temporary.replace(self.path)
        except OSError as error:
            raise self._bad(reason_of(error)) from error

    def _bad(self, reason: object) -> Refusal:
        return Refusal(
            Code.BAD_FILE,
            say("The settings {path}: {reason}.", path=self.path, reason=reason),
            advice=say("Correct the file, or remove it: then nothing is set."),
        )


def _value(key: str, word: str) -> str | int:
    """Read the value of a setting. Raises `Refusal`."""
    folded = word.casefold()
    if key == "game":
        return find_game(word)
    if key == "target":
        if folded == "none":
            return folded
        if folded.isascii() and folded.isdigit() and len(folded) <= 10 and 1 <= int(folded) <= TARGET_LIMIT:
            return int(folded)
        raise _no_value(key, word, say("`none`, or a number from 1 to {limit}", limit=TARGET_LIMIT))
    allowed = get_args(Language if key == "language" else Colours)
    if folded not in allowed:
        raise _no_value(key, word, say("{values}", values=listing(allowed)))
    return folded


def _no_value(key: str, word: str, allowed: Text) -> Refusal:
    return Refusal(
        Code.USAGE,
        say("{word} is no value of {key}.", word=word, key=key),
        advice=say("It is {allowed}.", allowed=allowed),
    )
