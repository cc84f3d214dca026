"""Names are data: any that can be shown is good, and this says which are the same."""

from collections.abc import Sequence

from bezique_score.refusal import Code, Refusal
from bezique_score.text import Text, say

PLAYER_LIMIT = 255
"""How many characters a player's name may have."""

SESSION_LIMIT = 240
"""How many bytes a session's name may have: its hidden companions have 11 more, and a file's name 255."""

_UNSHOWN = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Control characters, halves of characters, and what breaks a line or a paragraph."""


def fold_name(name: str) -> str:
    """Reduce a name to what makes it the same as another: neither case nor its way of writing accents."""
    if name.isascii():
        return name.casefold()
    from unicodedata import normalize  # noqa: PLC0415 - plain letters do without

    return normalize("NFC", normalize("NFC", name).casefold())


def is_showable(text: str) -> bool:
    """Say whether a text holds no control characters, line breaks or broken characters."""
    if text.isascii():
        return text.isprintable()
    from unicodedata import category  # noqa: PLC0415 - plain letters do without

    return not any(category(character) in _UNSHOWN for character in text)


def verify_players(players: Sequence[str], *, partners: bool) -> None:
    """Raise `Refusal` (WRONG_PLAYERS) when a name is not usable or given twice."""
    seen: dict[str, str] = {}
    for player in players:
        wrong = _wrong_with_player(player, partners=partners)
        if wrong:
            raise Refusal(Code.WRONG_PLAYERS, wrong)
        folded = fold_name(player)
        if folded in seen:
            raise Refusal(
                Code.WRONG_PLAYERS,
                say("{player} and {other} are the same name.", player=player, other=seen[folded]),
                advice=say("give every seat a name of its own"),
            )
        seen[folded] = player


def _wrong_with_player(player: str, *, partners: bool) -> Text | None:
    if not player.strip():
        return say("A player's name cannot be empty.")
    if len(player) > PLAYER_LIMIT:
        return say("A player's name has at most {limit} characters.", limit=PLAYER_LIMIT)
    if not is_showable(player):
        return say("A player's name cannot contain control characters: {player!r}.", player=player)
    if player.startswith("-"):
        return say("A player's name cannot begin with a dash: {player}.", player=player)
    if partners and "+" in player:
        return say("The name of a partner cannot contain a plus: {player}.", player=player)
    return None


def verify_session_name(name: str) -> None:
    """Raise `Refusal` (BAD_NAME) when a name cannot be that of a file in the sessions folder."""
    wrong = _wrong_with_session(name)
    if wrong:
        raise Refusal(Code.BAD_NAME, wrong)


def _wrong_with_session(name: str) -> Text | None:
    if not name.strip():
        return say("A session's name cannot be empty.")
    if not is_showable(name):
        return say("A session's name cannot contain control characters: {name!r}.", name=name)
    if "/" in name or "\\" in name:
        return say("A session's name cannot contain a slash: {name}.", name=name)
    if name.startswith((".", "-")):
        return say("A session's name cannot begin with a dot or a dash: {name}.", name=name)
    if len(name.encode()) > SESSION_LIMIT:
        return say("A session's name has at most {limit} bytes.", limit=SESSION_LIMIT)
    return None
