"""What a single word of a line means in one session: a player, a declaration, a suit, a card, a number.

A word is looked up without being judged yet (`Found`), since a line may be readable in more than one way.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Generic, TypeVar

from bezique_score.cards import Card, Rank, Suit, card_of
from bezique_score.names import fold_name
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import all_words, fold, meld_words, trump_words
from bezique_score.text import Text, listing, say

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

SUIT_WORDS: dict[str, Suit] = {
    word: suit
    for suit, words in {
        Suit.SPADES: "spades ♠ ♤ пики вини pik piki wino",
        Suit.HEARTS: "hearts ♥ ♡ черви червы kier kiery",
        Suit.DIAMONDS: "diamonds ♦ ♢ бубны буби karo kara",
        Suit.CLUBS: "clubs ♣ ♧ трефы крести trefl trefle",
    }.items()
    for word in words.split()
}

# Cyrillic Т is the ace (туз), Latin T the ten; the other letters agree wherever they look alike.
RANK_WORDS: dict[str, Rank] = {
    word: rank
    for rank, words in {
        Rank.ACE: "a а т",
        Rank.KING: "k к",
        Rank.QUEEN: "q d д",
        Rank.JACK: "j w в",
        Rank.TEN: "10 t",
        Rank.NINE: "9",
        Rank.EIGHT: "8",
        Rank.SEVEN: "7",
    }.items()
    for word in words.split()
}

INFUZORKA_WORDS = ("infuzorka", "инфузорка")

LONGEST_QUOTE = 60
"""How much of a word an answer repeats, in characters."""

_SUM = r"[+-]?[0-9]{1,9}([+-][0-9]{1,9})*"
LARGEST = 999_999_999
"""The largest number that a line may say, and the largest sum."""

TERMS_LIMIT = 100
"""How many terms a sum may have."""

TEXT_LIMIT = 2000
"""How many characters a remark or a reason may have."""

_EMOJI_SIGN = "\N{VARIATION SELECTOR-16}"


class Found(Generic[T_co]):
    """What a word may mean: one thing where it is clear, several or none where it is not.

    `elsewhere` says of a word without a meaning here whether it belongs to the language all the same.
    """

    def __init__(
        self,
        meanings: tuple[T_co, ...],
        refuse: Callable[[], Refusal],
        elsewhere: Callable[[], bool] = lambda: False,
    ) -> None:
        self.meanings = meanings
        self._refuse = refuse
        self._elsewhere = elsewhere

    @property
    def is_known(self) -> bool:
        """Say whether the word belongs to the language, even if it is not clear or means nothing here."""
        return bool(self.meanings) or self._elsewhere()

    @property
    def is_clear(self) -> bool:
        """Say whether the word means exactly one thing."""
        return len(self.meanings) == 1

    def one(self) -> T_co:
        """Name the one thing that the word means. Raises `Refusal` otherwise."""
        if not self.is_clear:
            raise self.refusal()
        return self.meanings[0]

    def refusal(self) -> Refusal:
        """Say why the word is not clear."""
        return self._refuse()


def usage(message: Text, *, line: str | None = None, advice: Text | None = None) -> Refusal:
    """Refuse what is not a line of this language."""
    return Refusal(Code.USAGE, message, line=line, advice=advice)


def quoted(word: str) -> str:
    """Repeat a word in an answer, shortened where it is absurdly long."""
    return word if len(word) <= LONGEST_QUOTE else f"{word[:LONGEST_QUOTE]}..."


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Find the word that was probably meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a refusal needs it

    close = get_close_matches(word[:LONGEST_QUOTE], list(words), n=1)
    return close[0] if close else None


def beginning_with(word: str, words: Mapping[str, T]) -> tuple[T, ...]:
    """Find what a word may mean: its exact match alone, otherwise each thing that begins with it."""
    if word in words:
        return (words[word],)
    if not word:
        return ()
    return tuple(dict.fromkeys(meaning for known, meaning in words.items() if known.startswith(word)))


def parse_number(word: str) -> int:
    """Read a whole number or a sum such as `45+23`. Raises `Refusal` (usage) for anything else."""
    if re.fullmatch(_SUM, word):
        terms = re.findall(r"[+-]?[0-9]+", word)
        total = sum(map(int, terms))
        if len(terms) <= TERMS_LIMIT and abs(total) <= LARGEST:
            return total
    raise usage(
        say("{word} is not a number.", word=quoted(word)),
        advice=say("A number is whole, has at most nine digits, and may be a sum such as 45+23."),
    )


def parse_text(text: str, what: str | Text) -> str:
    """Take a remark or a reason as it is. Raises `Refusal` (usage) for an empty or an endless one."""
    if not text.strip():
        raise usage(say("{what} says nothing.", what=what), advice=say("Write a few words, in quotes."))
    if len(text) > TEXT_LIMIT:
        raise usage(say("{what} is too long.", what=what), advice=say("At most 2000 characters are kept."))
    return text


def find_player(word: str, players: Iterable[str]) -> Found[str]:
    """Look up one of these players by the name or its start."""
    return _find_person(word, {fold_name(player): player for player in players})


def _find_person(word: str, people: Mapping[str, str]) -> Found[str]:
    """Look up a word that means one of `people`, players or sides."""
    meanings = beginning_with(fold_name(word), people)

    def refuse() -> Refusal:
        if meanings:
            return _ambiguous(word, meanings)
        near = nearest(fold_name(word), people)
        at_the_table = listing(list(dict.fromkeys(people.values())), "and")
        advice = (
            say("Did you mean {name}?", name=people[near])
            if near
            else say("At the table: {names}.", names=at_the_table)
        )
        return Refusal(Code.UNKNOWN_PLAYER, say("Nobody here is called {word}.", word=quoted(word)), advice=advice)

    return Found(meanings, refuse)


class Words:
    """The words of one session: its players, and the declarations, suits and cards of its game."""

    def __init__(self, rules: Rulebook, seating: Seating) -> None:
        self.rules = rules
        self.seating = seating
        self._players = {fold_name(player): player for player in seating.players}
        self._sides = {fold_name(player): seating.side_of(player) for player in seating.players}
        self._sides |= {fold_name(side): side for side in seating.sides}

    # People

    def player(self, word: str) -> Found[str]:
        """Look up a player by the name or its start."""
        return _find_person(word, self._players)

    def side(self, word: str) -> Found[str]:
        """Look up a side by its own name or that of either partner."""
        return _find_person(word, self._sides)

    def side_member(self, word: str) -> Found[str]:
        """Look up a player for whose side something counts; a side's own name stands for its first player."""
        player = self.player(word)
        if player.meanings:
            return player
        side = self.side(word)
        members = tuple(self.seating.players[self.seating.sides.index(side)] for side in side.meanings)
        return Found(members, side.refusal)

    # Declarations

    @cached_property
    def _melds(self) -> Mapping[str, str]:
        """The words for the declarations of this game, read when one is needed."""
        return meld_words(self.rules)

    def is_meld(self, word: str) -> bool:
        """Say whether a word is a declaration of this game as it stands, not only the start of one."""
        return fold(word) in self._melds

    def meld(self, word: str) -> Found[str]:
        """Look up a declaration of this game; one of another game is known, but means nothing here."""
        folded = fold(word)
        meanings = beginning_with(folded, self._melds)

        def is_of_another_game() -> bool:
            return bool(beginning_with(folded, all_words()))

        def refuse() -> Refusal:
            if meanings:
                return _ambiguous(word, meanings)
            if is_of_another_game():
                return not_in_this_game(
                    self.rules, quoted(word), advice=say("`melds` lists what can be declared.")
                )
            near = nearest(folded, self._melds)
            advice = say("Did you mean {name}?", name=near) if near else say("`melds` lists what can be declared.")
            return Refusal(Code.UNKNOWN_MELD, say("{word} is no declaration.", word=quoted(word)), advice=advice)

        return Found(meanings, refuse, is_of_another_game)

    def is_in_trumps(self, word: str) -> bool:
        """Say whether the word means its declaration in trumps, as `royal` does."""
        folded, in_trumps = fold(word), trump_words(self.rules)
        if folded in self._melds:
            return folded in in_trumps
        meant = [known for known in self._melds if known.startswith(folded)]
        return bool(meant) and all(known in in_trumps for known in meant)

    # Suits and cards

    def suit(self, word: str) -> Found[Suit]:
        """Look up a suit: a word of the three languages, its start, or its sign."""
        meanings = beginning_with(_suit_key(word), SUIT_WORDS)

        def refuse() -> Refusal:
            if meanings:
                return _ambiguous(word, meanings)
            near = nearest(_suit_key(word), SUIT_WORDS)
            advice = say("Did you mean {suit}?", suit=SUIT_WORDS[near]) if near else None
            return Refusal(Code.UNKNOWN_SUIT, say("{word} is no suit.", word=quoted(word)), advice=advice)

        return Found(meanings, refuse)

    def card(self, word: str) -> Found[Card]:
        """Look up a card of this pack: rank and suit."""
        folded = fold(word)
        rank = next((rank for start, rank in RANK_WORDS.items() if folded.startswith(start)), None)
        length = 2 if folded.startswith("10") else 1
        suits = beginning_with(_suit_key(folded[length:]), SUIT_WORDS) if rank else ()
        named = tuple(card_of(rank, suit) for suit in suits) if rank else ()
        meanings = tuple(card for card in named if card in self.rules.copies)

        def refuse() -> Refusal:
            if meanings:
                return _ambiguous(word, meanings)
            pack = " ".join(self.rules.order)
            return Refusal(
                Code.UNKNOWN_CARD,
                say("{word} is no card of this pack.", word=quoted(word)),
                advice=say("The ranks are {ranks}; with a suit: {example}.", ranks=pack, example="QS, K♥"),
            )

        return Found(meanings, refuse, lambda: bool(named))

    def suit_or_card(self, word: str, *, expects_card: bool = False) -> Found[Suit | Card]:
        """Look up what a declaration is made of; `expects_card`: an unknown word is meant as a card."""
        suit = self.suit(word)
        if suit.is_known:
            return suit
        if fold(word) == Card.INFUZORKA:
            return Found((), _infuzorka_without_rank)
        card = self.card(word)
        return card if card.is_known or expects_card or any(map(str.isdigit, word)) else suit

    def trick_card(self, word: str) -> Found[Card]:
        """Look up a card of a trick, where an infuzorka may lie too."""
        folded = fold(word)
        if not folded or not (folded == "*" or any(name.startswith(folded) for name in INFUZORKA_WORDS)):
            return self.card(word)
        if Card.INFUZORKA in self.rules.copies:
            return Found((Card.INFUZORKA,), lambda: self._no_infuzorka(word))
        return Found((), lambda: self._no_infuzorka(word), lambda: folded == "*")

    def _no_infuzorka(self, word: str) -> Refusal:
        if fold(word) == "*":
            return Refusal(Code.NO_INFUZORKA, say("{game} has no infuzorki.", game=self.rules.game.title))
        return Refusal(Code.UNKNOWN_CARD, say("{word} is no card of this pack.", word=quoted(word)))

    def rank(self, word: str) -> Found[Rank]:
        """Look up a rank by its letter or number."""
        meanings = tuple(rank for known, rank in RANK_WORDS.items() if known == fold(word))

        def refuse() -> Refusal:
            return Refusal(
                Code.UNKNOWN_CARD,
                say("{word} is no rank.", word=quoted(word)),
                advice=say("The ranks are {ranks}.", ranks=" ".join(self.rules.order)),
            )

        return Found(meanings, refuse)


def _suit_key(word: str) -> str:
    return fold(word).removesuffix(_EMOJI_SIGN)


def _infuzorka_without_rank() -> Refusal:
    return Refusal(
        Code.NO_INFUZORKA,
        say("It must be said what the infuzorka stands for."),
        advice=say("`-i Q`: an infuzorka for the queen."),
    )


def _ambiguous(word: str, meanings: Iterable[str]) -> Refusal:
    return Refusal(
        Code.AMBIGUOUS_NAME,
        say(
            "{word} fits {candidates}.",
            word=quoted(word),
            candidates=listing([str(one) for one in meanings], "and"),
        ),
    )


def not_in_this_game(rules: Rulebook, what: str | Text, *, advice: Text | None = None) -> Refusal:
    """Refuse a word that these rules do not have."""
    return Refusal(
        Code.NOT_IN_THIS_GAME,
        say("{game} has no {what}.", game=rules.game.title, what=what),
        advice=advice,
    )
