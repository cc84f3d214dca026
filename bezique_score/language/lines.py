"""Lines of the language: words and options in, an event out.

Typer has split the options from the words; what the words mean is decided here, by the session alone.
Every method raises `Refusal`: first `usage`, then what is unknown, ambiguous or not in this game, from left
to right.
"""

from collections.abc import Sequence
from itertools import takewhile

from bezique_score.cards import Card, Suit
from bezique_score.events import Adjust, Agree, Bid, Deal, Declare, End, Exchange, Fact, Note, Pass, Trick
from bezique_score.language.naming import Told, takes_jack, tell
from bezique_score.language.reading import Reading, choose
from bezique_score.language.words import (
    Found,
    Words,
    not_in_this_game,
    parse_number,
    parse_text,
    quoted,
    usage,
)
from bezique_score.referee.hand import Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook, needs_suit
from bezique_score.rules.vocabulary import meld_word
from bezique_score.text import Text, say, typed

_NOT_UNDERSTOOD = frozenset(
    {Code.UNKNOWN_PLAYER, Code.UNKNOWN_MELD, Code.UNKNOWN_SUIT, Code.UNKNOWN_CARD, Code.AMBIGUOUS_NAME}
)


_LONGEST_NAME = 8
"""More words than any declaration's name has."""


class CardsRefusal(Refusal):
    """Cards that are not what the line calls them; `rest` is what the line says without them.

    The cards are the last reason to refuse a line: the rest of it has to be judged first.
    """

    def __init__(self, refusal: Refusal, rest: Fact) -> None:
        super().__init__(refusal.code, refusal.message, line=refusal.line, advice=refusal.advice)
        self.rest = rest


class Language:
    """The language as one session speaks it; one method a kind of event."""

    def __init__(self, rules: Rulebook, seating: Seating, *, tricks: bool = True) -> None:
        self.rules = rules
        self.seating = seating
        self.tricks = tricks
        self.words = Words(rules, seating)

    # Short lines

    def is_short(self, words: Sequence[str]) -> bool:
        """Say whether a line that is no command begins with somebody at the table."""
        return self.words.player(words[0]).is_known

    def spell_out(self, words: Sequence[str]) -> list[list[str]]:
        """Spell out `PLAYER`, `PLAYER CARD...` and `PLAYER MELD ...`: the trick is his, and so is the declaration.

        The cards of a whole trick are exact words, and beat the mere start of a declaration. Where tricks are not
        recorded only the declaration is meant.
        """
        trick = ["trick", *words]
        if len(words) == 1:
            return [trick]
        told = list(takewhile(lambda word: not word.startswith("-"), words[1:]))
        cards = [self.words.trick_card(word) for word in words[1:]]
        whole = len(cards) == self.rules.active(len(self.seating.players)) and all(card.is_clear for card in cards)
        declares = bool(told) and self._meld(told)[0].is_known
        if (whole and not self.words.is_meld(words[1])) or (cards[0].is_known and not declares):
            return [trick]
        return [trick[:2], self._spelled_declaration(words)] if self.tricks else [["declare", *words]]

    def _spelled_declaration(self, words: Sequence[str]) -> list[str]:
        """Spell out who declares, unless his name could be read as what he declares: he has won the trick."""
        player = self.words.player(words[0])
        if not player.is_clear:
            return ["declare", *words]
        told = self.words.meld(player.one()).is_known
        return ["declare", *words[1:]] if told else ["declare", player.one(), *words[1:]]

    # The deal and the tricks

    def deal(self, *, trump: str | None = None, upcard: str | None = None, dealer: str | None = None) -> Deal:
        """Read `deal [--trump SUIT] [--upcard CARD] [--dealer P]`."""
        trumps = self.rules.game.trumps
        turned = trumps is not None and trumps.made_by == "turned"
        if turned and trump is None and upcard is None:
            raise usage(
                say("A card is turned for trumps: which suit is it?"),
                line="deal --trump SUIT",
                advice=say("or `--upcard CARD`"),
            )
        self._verify_has(turned or (trump is None and upcard is None), say("turned card"))
        suit = None if trump is None else self.words.suit(trump).one()
        card = None if upcard is None else self._turned(upcard)
        named = None if dealer is None else self.words.player(dealer).one()
        return Deal(dealer=named, upcard=card, trump=suit)

    def _turned(self, upcard: str) -> Card:
        """Look up the turned card; that an infuzorka cannot be one is for the referee to say."""
        return Card.INFUZORKA if upcard == Card.INFUZORKA else self.words.card(upcard).one()

    def trick(self, words: Sequence[str]) -> Trick:
        """Read `trick PLAYER [CARD...]` or `trick CARD CARD...`."""
        if not self.tricks:
            raise Refusal(
                Code.NOT_IN_THIS_GAME,
                say("No tricks are recorded in this session."),
                line="declare PLAYER MELD",
            )
        return choose([self._trick(words[0], words[1:]), self._trick(None, words)])

    def _trick(self, player: str | None, words: Sequence[str]) -> Reading[Trick]:
        winner = None if player is None else self.words.player(player)
        cards = [self.words.trick_card(word) for word in words]
        alone = winner is None and len(cards) == 1
        return Reading(
            [winner, *cards] if winner else cards,
            lambda: Trick(cards=tuple(card.one() for card in cards), winner=winner.one() if winner else None),
            missing=usage(say("A trick has a card of every player."), line="trick PLAYER") if alone else None,
            plausible=len(cards) in {0, self.rules.active(len(self.seating.players))},
        )

    # Declarations

    def declare(self, words: Sequence[str], *, infuzorki: Sequence[str] = (), allow: str | None = None) -> Declare:
        """Read `declare [PLAYER] MELD [SUIT|CARD]... [-i RANK]... [--allow REASON]`."""
        reason = None if allow is None else parse_text(allow, "--allow")
        readings = [self._declare(words[0], words[1:], infuzorki), self._declare(None, words, infuzorki)]
        try:
            declared, told = choose(readings)
        except Refusal as refusal:
            raise self._in_one_word(words, refusal) from None
        allowed = Declare(player=declared.player, meld=declared.meld, infuzorki=declared.infuzorki, allow=reason)
        return self._with_cards(allowed, told)

    def _in_one_word(self, words: Sequence[str], refusal: Refusal) -> Refusal:
        """Advise to write in one word the name of a declaration that was typed in several."""
        if refusal.code in _NOT_UNDERSTOOD:
            for first in range(min(len(words), 2)):
                for last in range(min(len(words), first + _LONGEST_NAME), first + 1, -1):
                    found = self.words.meld("-".join(words[first:last]))
                    if found.is_clear:
                        advice = say("Did you mean {name}, in one word?", name=found.one())
                        return Refusal(refusal.code, refusal.message, advice=advice, rule=refusal.rule)
        return refusal

    def _declare(
        self, player: str | None, words: Sequence[str], infuzorki: Sequence[str]
    ) -> Reading[tuple[Declare, list[Suit | Card]]]:
        """Read a declaration with or without its player; what its cards tell is left for later."""
        who = None if player is None else self.words.player(player)
        people = [who] if who else []
        missing = None
        if not words:
            missing = usage(
                say("What does {player} declare?", player=player), line=typed("declare", player, "MELD")
            )
            return Reading(people, lambda: (Declare(meld=""), []), missing=missing, plausible=False)
        meld, named = self._meld(words)
        ranks = [self.words.rank(word) for word in infuzorki]
        if who is None and not self.tricks:
            missing = usage(say("Without tricks it must be said who declares."), line="declare PLAYER MELD")
        elif meld.is_clear:
            missing = self._wrong_with_suit(meld.one(), words[0], [player] if player else [], named=bool(named))
        return Reading(
            [*people, meld, *named, *ranks],
            lambda: (
                Declare(
                    player=who.one() if who else None,
                    meld=meld.one(),
                    infuzorki=tuple(rank.one() for rank in ranks),
                ),
                [word.one() for word in named],
            ),
            missing=missing,
        )

    def _meld(self, words: Sequence[str]) -> tuple[Found[str], list[Found[Suit | Card]]]:
        """Look up MELD and what is named after it; where there are only marriages a suit alone is one."""
        found = self.words.meld(words[0])
        declarations = self.rules.game.declaration
        if len(declarations) == 1 and len(words) == 1 and not found.meanings:
            (only,) = declarations
            suit = self.words.suit(words[0])
            if suit.is_known and needs_suit(declarations[only]):
                return Found((only,), suit.refusal), [suit]
        jack = found.is_clear and takes_jack(declarations[found.one()])
        return found, [self.words.suit_or_card(word, expects_card=jack) for word in words[1:]]

    def _wrong_with_suit(self, meld: str, word: str, who: Sequence[str], *, named: bool) -> Refusal | None:
        """Say whether the suit is missing, or named beside a word that says already that it is trumps."""
        if not needs_suit(self.rules.game.declaration[meld]):
            return None
        in_trumps = self.words.is_in_trumps(word)
        if in_trumps and named:
            return usage(
                say("{word} is in trumps: no other suit can be named.", word=quoted(word)),
                line=typed("declare", *who, meld, "SUIT"),
            )
        if in_trumps or named:
            return None
        return usage(
            say("In which suit is the {meld}?", meld=meld_word(meld)), line=typed("declare", *who, word, "SUIT")
        )

    def _with_cards(self, declare: Declare, named: Sequence[Suit | Card]) -> Declare:
        """Add what the cards tell. Raises `CardsRefusal`."""

        def with_told(told: Told) -> Declare:
            return Declare(
                player=declare.player,
                meld=declare.meld,
                suit=told.suit,
                suits=told.suits,
                jack=told.jack,
                infuzorki=declare.infuzorki,
                allow=declare.allow,
            )

        declaration = self.rules.game.declaration[declare.meld]
        try:
            return with_told(tell(declaration, named))
        except Refusal as refusal:
            suits = [word if isinstance(word, Suit) else word.suit for word in named]
            rest = with_told(Told(suit=suits[0] if needs_suit(declaration) else None))
            raise CardsRefusal(refusal, rest) from None

    def exchange(self, player: str | None = None) -> Exchange:
        """Read `exchange [PLAYER]`."""
        if player is None and not self.tricks:
            raise usage(say("Without tricks it must be said who exchanges."), line="exchange PLAYER")
        self._verify_has(self.rules.game.exchange is not None, say("exchange"))
        return Exchange(player=None if player is None else self.words.player(player).one())

    # The auction

    def bid(self, player: str, points: str, *, blind: bool = False) -> Bid:
        """Read `bid PLAYER N [--blind]`."""
        number = parse_number(points)
        auction = self.rules.game.auction
        self._verify_has(auction is not None, say("auction"))
        bidder = self.words.player(player).one()
        self._verify_has(not blind or (auction is not None and auction.blind), say("blind bid"))
        return Bid(bid=number, blind=blind, player=bidder)

    def pass_(self, player: str) -> Pass:
        """Read `pass PLAYER`."""
        self._verify_has(self.rules.game.auction is not None, say("auction"))
        return Pass(player=self.words.player(player).one())

    # The end of a hand

    def end(
        self,
        counts: Sequence[str] = (),
        *,
        last: str | None = None,
        all_tricks: str | None = None,
        no_trick: Sequence[str] = (),
        concede: bool = False,
        order: Sequence[str] = (),
    ) -> End:
        """Read `end [PLAYER=N]... [--last PLAYER] [--all-tricks PLAYER]` and the options of the house.

        Numbers alone belong to the players in this `order`.
        """
        numbers = self._in_order(counts, order) or [_split_count(word) for word in counts]
        game, player = self.rules.game, self.words.player
        self._verify_has(
            not counts or bool(game.count.brisque or game.card_points), say("count of cards at the end")
        )
        told = self._by_side(numbers)
        self._verify_has(last is None or game.count.last_trick > 0, say("value for the last trick"))
        taker = None if last is None else player(last).one()
        self._verify_has(all_tricks is None or game.packet.all_tricks > 0, say("value for taking every trick"))
        sweeper = None if all_tricks is None else player(all_tricks).one()
        self._verify_has(not no_trick or game.record.bolts > 0, say("bolts: `--no-trick` says nothing"))
        without = tuple(player(word).one() for word in no_trick)
        self._verify_has(not concede or game.record.concede != "off", say("conceding"))
        return End(counts=told, last=taker, all_tricks=sweeper, no_trick=without, concede=concede)

    def _in_order(self, counts: Sequence[str], order: Sequence[str]) -> list[tuple[str, int]]:
        """Read `97 15`: one number a side, as the players are seated; nothing where a number has its player."""
        if any("=" in word for word in counts):
            return []
        sides = list(dict.fromkeys(map(self.seating.side_of, order or self.seating.players)))
        if len(counts) > len(sides):
            raise usage(
                say("{given} numbers are given, and {sides} can be counted.", given=len(counts), sides=len(sides)),
                line=typed("end", *(f"{side}=N" for side in sides)),
            )
        return [(side, parse_number(word)) for side, word in zip(sides, counts, strict=False)]

    # Beside the cards

    def adjust(self, player: str, points: str, *, note: str) -> Adjust:
        """Read `adjust PLAYER N --note TEXT`; the points are those of the player's side."""
        amount, reason = parse_number(points), parse_text(note, "--note")
        return Adjust(player=self.words.side_member(player).one(), note=reason, amount=amount)

    def agree(self, totals: Sequence[str]) -> Agree:
        """Read `agree PLAYER=N...`."""
        return Agree(totals=self._by_side([_split_count(word) for word in totals]))

    def note(self, text: str) -> Note:
        """Read `note TEXT`."""
        return Note(text=parse_text(text, say("A note")))

    def _by_side(self, numbers: Sequence[tuple[str, int]]) -> dict[str, int]:
        """Look up the sides for which numbers were given; one number is given a side."""
        told: dict[str, int] = {}
        for word, number in numbers:
            side = self.words.side(word).one()
            if side in told:
                raise usage(say("Two numbers are given for {side}.", side=side))
            told[side] = number
        return told

    def _verify_has(self, has: bool, what: Text) -> None:
        if not has:
            raise not_in_this_game(self.rules, what)


def _split_count(word: str) -> tuple[str, int]:
    """Split `PLAYER=N` at the last `=`, since a name may contain one."""
    name, equals, number = word.rpartition("=")
    if not equals or not name:
        raise usage(
            say("{word} is not PLAYER=N.", word=quoted(word)),
            advice=say("The name, = and the number, without spaces: `anna=12`."),
        )
    return name, parse_number(number)
