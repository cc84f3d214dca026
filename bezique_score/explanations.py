"""Each reason for a refusal at length: what it means, an example, and what to do about it.

The rule in one sentence stands beside the code itself (`refusal.RULES`).
"""

from typing import NamedTuple

from bezique_score.refusal import Code
from bezique_score.text import Text, say


class Explanation(NamedTuple):
    """What a refusal means, a line that gets it, and what to do."""

    meaning: Text
    example: Text
    remedy: Text


EXPLANATIONS: dict[Code, Explanation] = {
    Code.USAGE: Explanation(
        say("The line cannot be read: a word is missing, there is one too many, or a number is none."),
        say("`declare anna marriage` where the marriage needs its suit."),
        say("Look at the form of the command (`declare --help`), and type the line again."),
    ),
    Code.UNKNOWN_PLAYER: Explanation(
        say("Nobody at this table has a name that begins like that."),
        say("`trick clara` where Anna and Boris play."),
        say("Use the name given at `new`, or its start; `score` shows the names."),
    ),
    Code.UNKNOWN_MELD: Explanation(
        say("The word is no declaration of any game, in any of the three languages."),
        say("`declare anna royalty`."),
        say("`melds` lists what can be declared now, `melds --all` the declarations of the game."),
    ),
    Code.UNKNOWN_SUIT: Explanation(
        say("The word is no suit, nor the start of one."),
        say("`deal --trump swords`."),
        say("Type spades, hearts, diamonds or clubs, their first letter, or the sign."),
    ),
    Code.UNKNOWN_CARD: Explanation(
        say("The word is no card, or the pack of this game does not hold it."),
        say("`trick 6S 7S`: there are no sixes."),
        say("Type the rank and the suit: QS, 10h, K♥; `rules show` prints the pack."),
    ),
    Code.UNKNOWN_RULES: Explanation(
        say("There is no game of that name, nor under another that it goes by."),
        say("`new friday Anna Boris --rules whist`."),
        say("`rules` lists the games; a file of your own rules is named by its path."),
    ),
    Code.UNKNOWN_SESSION: Explanation(
        say("There is no session of that name, or none is open yet."),
        say("`open frday` where the session is called friday."),
        say("`sessions` lists them; `new` starts one."),
    ),
    Code.BAD_NAME: Explanation(
        say("A new session cannot have this name: it is taken, or no file can be called so."),
        say("`new friday Anna Boris` a second time; `new a/b Anna Boris`."),
        say("Take another name, or `open` the session that has it."),
    ),
    Code.AMBIGUOUS_NAME: Explanation(
        say("The word is the start of several names, or the line can be read in two ways."),
        say("`a` where both Anna and Andrei play."),
        say("Type one more letter; an exact word always beats a longer one."),
    ),
    Code.WRONG_PLAYERS: Explanation(
        say("These players cannot sit down to this game: too few, too many, or two of one name."),
        say("`new friday Anna Boris Clara --rules rubicon`."),
        say("`rules show` says how many play; give every seat a name of its own."),
    ),
    Code.NOT_IN_THIS_GAME: Explanation(
        say("The word is known, but not in the game or the session that is played."),
        say("`declare anna marriage hearts` in Russian bezique, where only the marriage of trumps counts."),
        say("`rules show` prints what the game has; `open` another session if that was meant."),
    ),
    Code.NO_HAND_OPEN: Explanation(
        say("Nothing has been dealt, or the last hand is closed."),
        say("`trick anna` before the first `deal`."),
        say("Type `deal` first, with the trumps where a card is turned."),
    ),
    Code.HAND_OPEN: Explanation(
        say("A hand is being played; another cannot begin, nor can this one begin again."),
        say("`deal` in the middle of a hand."),
        say("Close the hand with `end`; if it was dealt by mistake, `undo`."),
    ),
    Code.NO_TRUMPS_YET: Explanation(
        say("Trumps are made in play, and nobody has made them yet."),
        say("`declare anna trump-aces` before the first marriage of a six-pack hand."),
        say("Enter the marriage or the sequence that made trumps first."),
    ),
    Code.SITTING_OUT: Explanation(
        say("The player has no cards in this hand: with four at the table the dealer sits out."),
        say("`trick dora` in the hand that Dora deals."),
        say("Name the player who really took the trick; `score` says who deals."),
    ),
    Code.NOT_THE_TRICK_WINNER: Explanation(
        say("Only who has won the last trick declares, in Thousand only who leads."),
        say("`trick anna`, then `declare boris bezique`."),
        say("Enter the missing trick, or correct the last one: `undo`, then the right line."),
    ),
    Code.ALREADY_DECLARED: Explanation(
        say("The winner of the trick has declared once already."),
        say("`declare anna bezique`, then `declare anna quint` after the same trick."),
        say("Enter the next trick first; `--allow` books what the table agreed to."),
    ),
    Code.STOCK_EMPTY: Explanation(
        say("The last cards of the stock were drawn, and with them the time of declarations ended."),
        say("`declare anna marriage` in the last tricks of a hand."),
        say("Nothing more can be declared in this hand; if a trick too many was entered, `undo` it."),
    ),
    Code.NO_EXCHANGE: Explanation(
        say("The turned card was exchanged already, or is itself the low trump."),
        say("`exchange` a second time in a hand."),
        say("`log` shows who exchanged; `undo N` takes a wrong one back."),
    ),
    Code.WRONG_CARDS: Explanation(
        say("The cards or suits that were named do not make that declaration, or that trick."),
        say("`declare anna kings s s h d` where one king of each suit is wanted."),
        say("Name the cards as they lie there, or leave them out: the declaration alone will do."),
    ),
    Code.CARD_ALREADY_USED: Explanation(
        say("A card of it has served in a declaration of the same class, and no fresh one is left."),
        say("`declare anna marriage hearts` with the king of her sequence in hearts."),
        say("`log` shows what was declared; what was entered wrongly is put right with `amend`."),
    ),
    Code.TOO_MANY_CARDS: Explanation(
        say("It would need more copies of a card than there are in the packs."),
        say("`declare boris bezique` with two packs, after Anna's two beziques."),
        say("One of the earlier entries must be wrong: find it in the `log`, and `amend` it."),
    ),
    Code.NO_INFUZORKA: Explanation(
        say("The infuzorka cannot stand there: the game has none, all are out, or it has served already."),
        say("`declare anna bezique -i Q -i J`: one card must be a real one."),
        say("Name the ranks that infuzorki really stand for, or none."),
    ),
    Code.WRONG_WINNER: Explanation(
        say("By its cards the trick belongs to another player."),
        say("`trick boris AS 7S` where Anna led the ace."),
        say("Leave the player out, and let the cards decide; or correct the cards."),
    ),
    Code.WRONG_LEADER: Explanation(
        say("Who announces a marriage leads its king or its queen, and the trick begins with another card."),
        say("`declare vera hearts`, then `trick AS 10S 9S`."),
        say("Give the cards with the leader's first, or take the marriage back with `undo`."),
    ),
    Code.BAD_COUNT: Explanation(
        say("What was counted does not add up to the pack, is missing, or cannot be made of any cards."),
        say("`end anna=20 boris=10` where 32 brisques are in the pack."),
        say("Count again; one number may be left out, and is worked out from the others."),
    ),
    Code.WRONG_TIME: Explanation(
        say("The entry has its moment, and this is not it, or not for this player."),
        say("`declare anna carte-blanche` after the first trick."),
        say("`log` shows what has been entered; what came earlier is put in by `undo` and typing it again."),
    ),
    Code.BAD_BID: Explanation(
        say("The bid is under the opening one, not above the last, out of its step, or by who has passed."),
        say("`bid vera 110`, then `bid gleb 105`."),
        say("Enter only the highest bid: it is enough. `score` shows the one that stands."),
    ),
    Code.NO_BID: Explanation(
        say("A hand of this game is played for a bid, and none was entered."),
        say("`deal`, then `end vera=80 gleb=40`."),
        say("Enter the highest bid first: `bid vera 120`."),
    ),
    Code.WRONG_TOTAL: Explanation(
        say("The total read out at the table is not the one that the entries make."),
        say("`agree anna=640` where the journal has 620."),
        say("Look through the entries since the last agreement; add, amend or undo what is wrong."),
    ),
    Code.NOTHING_TO_UNDO: Explanation(
        say("There is no such entry, or it is one that does not stand: undone, amended, or itself an undo."),
        say("`undo 99` where there are twelve entries."),
        say("`log` numbers the entries that stand."),
    ),
    Code.NOTHING_TO_REDO: Explanation(
        say("Nothing was undone, or something has been entered since."),
        say("`undo`, `trick anna`, `redo`."),
        say("Type the entry again."),
    ),
    Code.WOULD_BREAK: Explanation(
        say("With the correction, an entry made later could not have happened."),
        say("`undo 2`, the trick after which Anna declared in entry 3."),
        say("Take the later entry back first, or amend instead of undoing."),
    ),
    Code.SESSION_FINISHED: Explanation(
        say("Somebody has reached the target, and the game is over."),
        say("`deal` after the winning hand."),
        say("`new` starts another game; `undo` takes back the entry that won this one."),
    ),
    Code.BAD_RULES: Explanation(
        say("The rules file, or a house option, is not what a game can be."),
        say("`new friday Anna Boris --set packs=7`."),
        say("The answer names the line and the reason; `rules show` prints the options of a game."),
    ),
    Code.BAD_FILE: Explanation(
        say("A file cannot be read or written, or is no session that agrees with itself."),
        say("`open friday` after a number in its file was changed by hand."),
        say("`check friday` lists all that is wrong, with its line; `check --salvage friday` saves what it can."),
    ),
}
"""Every code of `refusal.Code`."""
