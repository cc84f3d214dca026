"""What the header of a session says, made ready to play: its rules, its seats, its target."""

from collections.abc import Mapping
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from bezique_score.journal.codec import Header
from bezique_score.match import Match
from bezique_score.names import SESSION_LIMIT, is_showable, verify_players
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.load import (
    find_game,
    game_ids,
    packaged_document,
    read_document,
    resolve_options,
    rulebook_of,
)
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import listing, say

DEFAULT_GAME = "russian"
TARGET_LIMIT = 10**9


class Default(Enum):
    """The target that the game itself names."""

    GAME = "game"


def match_of(header: Header) -> Match:
    """Seat the match that a header describes. Raises `Refusal` when it cannot be played."""
    rules = _rulebook_of(header)
    if not is_showable(header.name):
        raise Refusal(Code.BAD_NAME, say("The session's name has control characters: {name!r}.", name=header.name))
    if len(header.name.encode()) > SESSION_LIMIT:
        raise Refusal(Code.BAD_NAME, say("A session's name has at most {limit} bytes.", limit=SESSION_LIMIT))
    _verify_seats(header, rules)
    target = None if header.target == "none" else header.target
    if target is not None and not 1 <= target <= TARGET_LIMIT:
        raise Refusal(
            Code.USAGE,
            say("The target is {target}: it is `none`, or a number from 1 to {limit}.", target=target,
                limit=TARGET_LIMIT),
        )  # fmt: skip
    seats = (header.players, header.partners, target, header.dealer, header.tricks)
    return _seat(rules, *seats)


@lru_cache(maxsize=256)
def _seat(
    rules: Rulebook, players: tuple[str, ...], partners: bool, target: int | None, dealer: str | None, tricks: bool
) -> Match:
    """Seat a match; sessions of the same people share it, with what its referee has worked out."""
    seating = Seating.of(players, partners=partners)
    return Match(rules, seating, target=target, first_dealer=dealer, tricks=tricks)


def match_under(header: Header, rules: str | None, options: Mapping[str, str]) -> Match:
    """Seat the same players under other rules, or the same with other house options. Raises `Refusal`."""
    if rules is not None:
        document, own = find_rules(rules)
    elif header.game is not None:
        document, own = header.game, True
    else:
        document, own = packaged_document(header.rules), False
    kept = header.set if rules is None else {}
    chosen = {**kept, **resolve_options(document, options)}
    return match_of(
        msgspec.structs.replace(
            header, rules=str(document["id"]), set=chosen, game=dict(document) if own else None
        )
    )


def find_rules(word: str) -> tuple[Mapping[str, Any], bool]:
    """Find the rules that a word means, and say whether they are a file of the user's."""
    if "/" in word or word.endswith(".toml"):
        return read_document(Path(word)), True
    return packaged_document(find_game(word)), False


def _rulebook_of(header: Header) -> Rulebook:
    if header.game is not None:
        if header.game.get("id") != header.rules:
            raise Refusal(
                Code.BAD_RULES, say("`rules` is {rules}, but [game] is another one.", rules=header.rules)
            )
        return rulebook_of(header.game, header.set, where="[game]")
    return packaged_rulebook(header.rules, tuple(sorted(header.set.items())))


@cache
def packaged_rulebook(rules: str, options: tuple[tuple[str, int | str | bool], ...]) -> Rulebook:
    """Read a packaged game with its house options, once for all the sessions of a process. Raises `Refusal`."""
    if rules not in game_ids():
        raise Refusal(Code.UNKNOWN_RULES, say("There is no game {rules}.", rules=rules), line="rules")
    return rulebook_of(packaged_document(rules), dict(options))


def _verify_seats(header: Header, rules: Rulebook) -> None:
    """Raise `Refusal` unless these players can sit down to this game."""
    game = rules.game
    seats = len(header.players)
    if seats not in game.players.seats:
        wanted = listing([str(number) for number in game.players.seats])
        raise Refusal(
            Code.WRONG_PLAYERS,
            say("{game} is for {wanted} players, not {seats}.", game=game.id, wanted=wanted, seats=seats),
        )
    verify_players(header.players, partners=header.partners)
    if header.partners and not (game.players.partners and seats % 2 == 0):
        raise Refusal(Code.NOT_IN_THIS_GAME, say("{game} is not played with partners.", game=game.id))
    if header.dealer is not None and header.dealer not in header.players:
        raise Refusal(
            Code.UNKNOWN_PLAYER,
            say("{dealer} is not one of the players.", dealer=header.dealer),
            advice=say("the dealer is one of {players}", players=listing(header.players)),
        )
    if game.family == "bezique" and rules.stock(seats) < 1:
        raise Refusal(
            Code.BAD_RULES,
            say("{size} cards leave no stock when {active} players have {cards} each.", size=rules.size,
                active=rules.active(seats), cards=game.deal.cards),
            advice=say("with more packs, or fewer players, there is one"),
        )  # fmt: skip
