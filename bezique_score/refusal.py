"""Why an entry was not accepted: one stable code a reason, and the sentence that explains it."""

from enum import StrEnum

from bezique_score.text import Text, say


class Code(StrEnum):
    """The reasons for which a line is refused; the words are part of the contract with other tools."""

    USAGE = "usage"
    UNKNOWN_PLAYER = "unknown-player"
    UNKNOWN_MELD = "unknown-meld"
    UNKNOWN_SUIT = "unknown-suit"
    UNKNOWN_CARD = "unknown-card"
    UNKNOWN_RULES = "unknown-rules"
    UNKNOWN_SESSION = "unknown-session"
    BAD_NAME = "bad-name"
    AMBIGUOUS_NAME = "ambiguous-name"
    WRONG_PLAYERS = "wrong-players"
    NOT_IN_THIS_GAME = "not-in-this-game"
    NO_HAND_OPEN = "no-hand-open"
    HAND_OPEN = "hand-open"
    NO_TRUMPS_YET = "no-trumps-yet"
    SITTING_OUT = "sitting-out"
    NOT_THE_TRICK_WINNER = "not-the-trick-winner"
    ALREADY_DECLARED = "already-declared"
    STOCK_EMPTY = "stock-empty"
    NO_EXCHANGE = "no-exchange"
    WRONG_CARDS = "wrong-cards"
    CARD_ALREADY_USED = "card-already-used"
    TOO_MANY_CARDS = "too-many-cards"
    NO_INFUZORKA = "no-infuzorka"
    WRONG_WINNER = "wrong-winner"
    WRONG_LEADER = "wrong-leader"
    BAD_COUNT = "bad-count"
    WRONG_TIME = "wrong-time"
    BAD_BID = "bad-bid"
    NO_BID = "no-bid"
    WRONG_TOTAL = "wrong-total"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    WOULD_BREAK = "would-break"
    SESSION_FINISHED = "session-finished"
    BAD_RULES = "bad-rules"
    BAD_FILE = "bad-file"


RULES: dict[Code, Text] = {
    Code.USAGE: say("A line is a command and its words; `bezique --help` lists them."),
    Code.UNKNOWN_PLAYER: say("A player is named by the name given at `new`, or by its start."),
    Code.UNKNOWN_MELD: say("A declaration is named by its id, its traditional name, or the start of one."),
    Code.UNKNOWN_SUIT: say("A suit is spades, hearts, diamonds or clubs, or the start of one."),
    Code.UNKNOWN_CARD: say("A card is a rank and a suit of this pack, such as QS or 10h."),
    Code.UNKNOWN_RULES: say("A game is one of those that `rules` lists, or the path of a rules file."),
    Code.UNKNOWN_SESSION: say("A session is opened by its name or by the path of its file."),
    Code.BAD_NAME: say("A session's name is new, and can be the name of a file."),
    Code.AMBIGUOUS_NAME: say("The start of a word will do when only one word begins with it."),
    Code.WRONG_PLAYERS: say("Every seat has a name of its own, and the game says how many seats there are."),
    Code.NOT_IN_THIS_GAME: say("These rules do not know it."),
    Code.NO_HAND_OPEN: say("A hand begins with `deal`."),
    Code.HAND_OPEN: say("A hand is closed with `end` before the next one is dealt."),
    Code.NO_TRUMPS_YET: say("This declaration needs trumps."),
    Code.SITTING_OUT: say("Whoever sits out has no cards in this hand."),
    Code.NOT_THE_TRICK_WINNER: say("The winner of a trick declares, before drawing."),
    Code.ALREADY_DECLARED: say("One declaration to a trick."),
    Code.STOCK_EMPTY: say("Declarations and exchanges end with the stock."),
    Code.NO_EXCHANGE: say("The turned card is exchanged once, and not for a card of its own kind."),
    Code.WRONG_CARDS: say("The cards named must make the declaration or the trick."),
    Code.CARD_ALREADY_USED: say("A card serves once in each class of declarations."),
    Code.TOO_MANY_CARDS: say("There are only as many copies of a card as there are packs."),
    Code.NO_INFUZORKA: say("An infuzorka stands for a card of the declaration, beside at least one real card."),
    Code.WRONG_WINNER: say("The highest trump takes the trick, else the highest card of the suit led."),
    Code.WRONG_LEADER: say("Whoever announces a marriage leads its king or queen."),
    Code.BAD_COUNT: say("What is counted at the end must add up to the pack."),
    Code.WRONG_TIME: say("Every entry has its moment."),
    Code.BAD_BID: say("Bids begin at the opening bid and go up; who has passed is out."),
    Code.NO_BID: say("The hand begins with a bid."),
    Code.WRONG_TOTAL: say("Totals read out at the table must be those of the journal."),
    Code.NOTHING_TO_UNDO: say("Only an action that stands can be taken back or amended."),
    Code.NOTHING_TO_REDO: say("Only what was undone last, with nothing entered since, can be brought back."),
    Code.WOULD_BREAK: say("A correction may not make a later entry impossible."),
    Code.SESSION_FINISHED: say("The game is won: `new` starts another, `undo` reopens this one."),
    Code.BAD_RULES: say("A rules file and a house option must be what the game allows."),
    Code.BAD_FILE: say("A session is a readable TOML file that is consistent with itself."),
}


class Refusal(Exception):  # noqa: N818 - the word of the trade: a referee refuses
    """An entry that was not accepted; nothing has changed.

    `line` is a line of the language that would be accepted instead, `advice` what else helps. `rule` is the rule
    in one sentence, where a game words it differently from all others.
    """

    def __init__(
        self,
        code: Code,
        message: Text,
        *,
        line: str | None = None,
        advice: Text | None = None,
        rule: Text | None = None,
    ) -> None:
        super().__init__(code, message, line, advice)
        self.code = code
        self.message = message
        self.line = line
        self.advice = advice
        self.rule = rule or RULES[code]

    def __str__(self) -> str:
        return f"{self.message}   [{self.code}]"

    @property
    def hint(self) -> str:
        """What would be accepted, in one line without the name of the command."""
        if self.line is None:
            return str(self.advice or self.rule)
        return f"{self.line}   ({self.advice})" if self.advice else self.line
