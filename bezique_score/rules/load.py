"""Reading rules: the packaged games, a user's file, and the house options applied to either."""

import re
import stat
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import tomli

from bezique_score.refusal import Code, Refusal
from bezique_score.rules.fault import bad_rules, in_plain_words
from bezique_score.rules.model import Declaration, Game, Option
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import fold
from bezique_score.text import Text, joined, listing, reason_of, say

Document = Mapping[str, Any]
"""A rules file as the TOML parser reads it."""

GAMES = Path(__file__).parent / "games"
LARGEST_FILE = 64 * 1024
"""How many bytes a rules file may have; the longest packaged one has 7,000."""

MOST_DIGITS = 9
_CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f]"
DEEPEST = 20
"""How deep the tables and lists of a rules file may be nested, and how many keys may lead to a value."""

MOST_VALUES = 200
"""How many values the house options of a game may have in all: the whole file is verified with each of them."""

OFF = "off"


def game_ids() -> list[str]:
    """List the packaged games by id, in the order of the alphabet."""
    return sorted(path.stem for path in GAMES.iterdir() if path.suffix == ".toml")


def find_game(word: str) -> str:
    """Find the packaged game that a word means: an id, alias or title, or the start of only one.

    Raises UNKNOWN_RULES (with the nearest) or AMBIGUOUS_NAME.
    """
    wanted = fold(word)
    ids = game_ids()
    if wanted in ids:
        return wanted
    names = _game_words()
    if wanted in names:
        return names[wanted]
    fitting = sorted({game for name, game in names.items() if wanted and name.startswith(wanted)})
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refusal(
            Code.AMBIGUOUS_NAME,
            say("{word} fits several games: {games}.", word=repr(word), games=listing(fitting, "and")),
            line="rules",
            advice=say("lists the games"),
        )
    from difflib import get_close_matches  # noqa: PLC0415 - only for a word that fits nothing

    near = [names[name] for name in get_close_matches(wanted, names, n=1)]
    raise Refusal(
        Code.UNKNOWN_RULES,
        say("There is no game {word}; the nearest is {near}.", word=repr(word), near=near[0])
        if near
        else say("There is no game {word}.", word=repr(word)),
        line="rules",
        advice=say("lists the games"),
    )


@cache
def _game_words() -> dict[str, str]:
    """List the folded words that mean a packaged game: ids, aliases and titles."""
    words = {}
    for game_id in game_ids():
        document = packaged_document(game_id)
        for word in (game_id, *document.get("aliases", ()), *document["title"].values()):
            words[fold(word)] = game_id
    return words


def packaged_text(game_id: str) -> str:
    """Give the text of a packaged game's file, comments and all."""
    return (GAMES / f"{game_id}.toml").read_text(encoding="utf-8")


def packaged_document(game_id: str) -> dict[str, Any]:
    """Read a packaged game's file."""
    return tomli.loads(packaged_text(game_id))


def read_document(path: Path) -> dict[str, Any]:
    """Read a user's rules file, and hold it to every rule for such files, each value of its options included.

    Raises BAD_RULES with the file, the line where one can be named, and the reason.
    """
    text = _read_text(path)
    try:
        document = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        raise bad_rules(
            str(path), say("this is not TOML: {reason}", reason=error.msg), line=error.lineno
        ) from None
    except (ValueError, RecursionError) as error:
        raise bad_rules(str(path), say("this is not TOML: {reason}", reason=error)) from None
    verify_document(document, str(path), text)
    return document


def verify_document(document: Document, where: str, text: str = "") -> None:
    """Hold a rules file to its rules, as it stands and with each value of each house option.

    Raises BAD_RULES; `text` is searched for the line.
    """
    game = _judged(document, where, text)
    if sum(len(option.values) + option.numbers for option in game.option.values()) > MOST_VALUES:
        reason = say("the house options have at most {most} values in all", most=MOST_VALUES)
        raise bad_rules(where, reason, keys=("option",), text=text)
    for key, option in game.option.items():
        if not option.sets or fold(key) != key or not (option.values or option.numbers):
            raise bad_rules(
                where,
                say("an option has a key in small letters, says what it `sets`, and has `values` or `numbers`"),
                keys=("option", key),
                text=text,
            )
        if any(path.count(".") >= DEEPEST for path in option.sets):
            raise bad_rules(where, _too_deep(), keys=("option", key), text=text)
        for value in (*option.values, *([1] if option.numbers else [])):
            try:
                _judged(_with_option(document, option, value), "", "")
            except Refusal as refusal:
                said = msgspec.structs.replace(
                    refusal.message, template=refusal.message.template.removesuffix(".")
                )
                reason = say("with {key} = {value}: {reason}", key=key, value=_word(value), reason=said)
                raise bad_rules(where, reason, keys=("option", key), text=text) from None


def resolve_options(document: Document, chosen: Mapping[str, str]) -> dict[str, int | str | bool]:
    """Turn the words of `--set` into the values of a game's options.

    Raises BAD_RULES listing the keys of that game, or the values of that key.
    """
    options = _options_of(document)
    resolved = {}
    for word, value_word in chosen.items():
        key = fold(word)
        option = _option(options, key, str(document.get("id", "")))
        values = {fold(_word(value)): value for value in option.values}
        value: int | str | bool | None = values.get(fold(value_word))
        if value is None and _is_number(value_word):
            value = int(value_word)
        if value is None or not _allows(option, value):
            raise _wrong_value(key, option, value_word)
        resolved[key] = value
    return resolved


def rulebook_of(
    document: Document, options: Mapping[str, int | str | bool] | None = None, where: str = ""
) -> Rulebook:
    """Make the rules of a session from a rules file and the house options chosen.

    `where` names the file or header that the document comes from, and has it verified; without it the
    document is taken for a packaged one, which the tests verify. Raises BAD_RULES.
    """
    if options:
        known = _options_of(document, where)
        for key, value in options.items():
            option = _option(known, key, str(document.get("id", "")))
            if not _allows(option, value):
                raise _wrong_value(key, option, _word(value))
            document = _with_option(document, option, value)
    return Rulebook(_judged(document, where, "") if where else _converted(document, where, ""))


def option_values(option: Option) -> Text:
    """Say what an option can be: `fixed, by-trump`, `10, any number`."""
    return joined([*map(_word, option.values), *([say("any number")] if option.numbers else [])])


def _options_of(document: Document, where: str = "") -> dict[str, Option]:
    try:
        return msgspec.convert(document.get("option", {}), dict[str, Option])
    except msgspec.ValidationError as error:
        raise _misfit(document, error, where, "") from None


def _option(options: Mapping[str, Option], key: str, game_id: str) -> Option:
    if key in options:
        return options[key]
    listed = [
        say("{key} ({values})", key=known, values=option_values(option)) for known, option in options.items()
    ]
    told = joined(listed, "; ") if listed else say("none")
    raise Refusal(
        Code.BAD_RULES,
        say("{game} has no house option {key}.", game=game_id, key=repr(key)),
        advice=say("Its options: {options}.", options=told),
    )


def _wrong_value(key: str, option: Option, word: str) -> Refusal:
    return Refusal(
        Code.BAD_RULES,
        say("The house option {key} cannot be {value}.", key=key, value=repr(word)),
        advice=say("It can be: {values}.", values=option_values(option)),
    )


def _allows(option: Option, value: int | str | bool) -> bool:
    if any(type(value) is type(known) and value == known for known in option.values):
        return True
    return option.numbers and type(value) is int and 0 <= value < 10**MOST_DIGITS


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS


def _word(value: int | str | bool) -> str:
    """Write a value as `--set` takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _with_option(document: Document, option: Option, value: int | str | bool) -> Document:
    for path in option.sets:
        document = _with_value(document, path.split("."), value)
    return document


def _with_value(table: Document, keys: Sequence[str], value: int | str | bool) -> Document:
    """Copy a table with another value under a path of keys; `off` leaves the key out."""
    key, *deeper = keys
    if deeper:
        inner = table.get(key, {})
        return {**table, key: _with_value(inner if isinstance(inner, Mapping) else {}, deeper, value)}
    if value == OFF:
        return {known: kept for known, kept in table.items() if known != key}
    return {**table, key: value}


def _judged(document: Document, where: str, text: str) -> Game:
    """Convert a rules file and hold it to what no type can say."""
    from bezique_score.rules.verify import find_flaws  # noqa: PLC0415 - packaged games do not need it

    _verify_values(document, where, text)
    game = _converted(document, where, text)
    for flaw in find_flaws(game):
        raise bad_rules(where, flaw.reason, keys=flaw.keys, text=text)
    return game


def _too_deep() -> Text:
    return say("tables nested more than {limit} deep", limit=DEEPEST)


def _verify_values(value: object, where: str, text: str, keys: tuple[str, ...] = (), depth: int = 0) -> None:
    """Refuse control characters, since what a rules file says is printed; numbers and nesting beyond all games."""
    if depth > DEEPEST:
        raise bad_rules(where, _too_deep(), keys=keys[:1], text=text)
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _verify_values(key, where, text, keys, depth + 1)
            _verify_values(inner, where, text, (*keys, key), depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _verify_values(inner, where, text, keys, depth + 1)
    elif isinstance(value, str) and re.search(_CONTROL, value):
        reason = say("control characters cannot stand in a rules file: {value}", value=ascii(value))
        raise bad_rules(where, reason, keys=keys, text=text)
    elif isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        reason = say("a number has at most {most} digits", most=MOST_DIGITS)
        raise bad_rules(where, reason, keys=keys, text=text)


def _converted(document: Document, where: str, text: str) -> Game:
    try:
        return msgspec.convert(document, Game)
    except msgspec.ValidationError as error:
        raise _misfit(document, error, where, text) from None


def _misfit(document: Document, error: msgspec.ValidationError, where: str, text: str) -> Refusal:
    """Say what has the wrong key or type, naming the declaration or option, which the converter does not."""
    reason, keys = in_plain_words(str(error))
    for table, kind in (("declaration", Declaration), ("option", Option)):
        inner = document.get(table)
        for key, value in inner.items() if isinstance(inner, Mapping) else ():
            try:
                msgspec.convert(value, kind)
            except msgspec.ValidationError as misfit:
                reason, deeper = in_plain_words(str(misfit))
                return bad_rules(where, reason, keys=(table, key, *deeper), text=text)
    return bad_rules(where, reason, keys=keys, text=text)


def _read_text(path: Path) -> str:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise bad_rules(str(path), say("this is not a file"))
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = reason_of(error)
        raise bad_rules(str(path), say("it cannot be read: {reason}", reason=reason)) from None
    if len(content) > LARGEST_FILE:
        raise bad_rules(str(path), say("a rules file has at most {most} bytes", most=LARGEST_FILE))
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise bad_rules(str(path), say("this is not UTF-8 text"), line=line) from None
