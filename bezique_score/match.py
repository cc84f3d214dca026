"""From hands to a match: totals, the deal going round, targets, sides and the winner."""

from collections.abc import Iterable
from typing import assert_never

import msgspec

from bezique_score.events import Adjust, Agree, Bid, Deal, Declare, End, Exchange, Fact, Note, Pass, Trick
from bezique_score.referee import referee_for
from bezique_score.referee.hand import Hand, HandEvent, Offer, Ruling, Seating
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.rulebook import Rulebook
from bezique_score.text import Text, listing, say, typed


class Outcome(msgspec.Struct, frozen=True):
    """Why the session ended: the winning side, and the target it reached."""

    winner: str
    target: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that stands at one moment. `last` is the last closed hand, `dealt` how many hands have begun."""

    totals: dict[str, int]
    dealer: str | None = None
    dealt: int = 0
    hand: Hand | None = None
    last: Hand | None = None
    outcome: Outcome | None = None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One fact as it was judged: the event completed, the table after it, and what it changed.

    `points` are the changes of totals by side, only those that moved; `worth` is what was booked in the hand
    without moving a total (none where that does not apply).
    """

    event: Fact
    table: Table
    points: dict[str, int]
    worth: int | None = None
    notices: tuple[Text, ...] = ()


class Match:
    """What does not change during a session: the rules, the seats, the target; and the judging of each fact."""

    def __init__(
        self,
        rules: Rulebook,
        seating: Seating,
        *,
        target: int | None,
        first_dealer: str | None = None,
        tricks: bool = True,
    ) -> None:
        self.rules = rules
        self.seating = seating
        self.target = target
        self.first_dealer = first_dealer or seating.players[-1]
        self.tricks = tricks
        self.referee = referee_for(rules, seating, tricks=tricks, target=target)
        self._settled = rules.game.settlement is not None

    def begin(self) -> Table:
        """Set the table: nothing dealt, everybody at nought."""
        return Table(totals=dict.fromkeys(self.seating.sides, 0))

    def judge(self, table: Table, fact: Fact) -> Step:
        """Say what the fact makes of the table. Raises `Refusal` when it cannot have happened."""
        self._verify_names(fact)
        self._verify_not_finished(table)
        match fact:
            case Trick() | Declare() | Exchange() | Bid() | Pass():
                return self._judge_in_hand(table, fact)
            case Deal():
                return self._judge_deal(table, fact)
            case End():
                return self._judge_end(table, fact)
            case Adjust():
                return self._judge_adjust(table, fact)
            case Agree():
                self._verify_agreement(table, fact)
                return Step(event=fact, table=table, points={})
            case Note():
                return Step(event=fact, table=table, points={})
            case _:
                assert_never(fact)

    def next_dealer(self, table: Table) -> str:
        """Name who deals the next hand: the seat after the last dealer."""
        return self.seating.after(table.dealer) if table.dealer else self.first_dealer

    def offers(self, table: Table, player: str | None = None) -> list[Offer]:
        """List what the player, by default the leader, could declare if he won the trick now."""
        hand = self._open_hand(table)
        return self.referee.offers(hand, player or hand.leader)

    def offers_now(self, table: Table, player: str | None = None) -> list[Offer]:
        """List what may be declared at this very moment; some may still need their infuzorki named."""
        return [offer for offer in self.offers(table, player) if self._is_the_moment(table, player, offer)]

    def _is_the_moment(self, table: Table, player: str | None, offer: Offer) -> bool:
        try:
            self.judge(table, Declare(player=player, meld=offer.meld, suit=offer.suit))
        except Refusal as refusal:
            return refusal.code in (Code.CARD_ALREADY_USED, Code.TOO_MANY_CARDS, Code.NO_INFUZORKA)
        return True

    def needs(self, table: Table, side: str) -> int | None:
        """Count the points that a side lacks to the target, none without one."""
        return None if self.target is None else max(0, self.target - table.totals[side])

    def _verify_names(self, fact: Fact) -> None:
        """Refuse players and sides that do not sit here: a file edited by hand can name anybody."""
        players: tuple[str | None, ...] = ()
        sides: Iterable[str] = ()
        match fact:
            case Trick(winner=named) | Deal(dealer=named):
                players = (named,)
            case Declare(player=named) | Exchange(player=named):
                players = (named,)
            case Bid(player=named) | Pass(player=named) | Adjust(player=named):
                players = (named,)
            case End():
                players, sides = (fact.last, fact.all_tricks, *fact.no_trick), fact.counts
            case Agree():
                sides = fact.totals
            case Note():
                return
            case _:
                assert_never(fact)
        for name in players:
            if name is not None and name not in self.seating.players:
                raise _stranger(name, self.seating.players)
        for side in sides:
            if side not in self.seating.sides:
                raise _stranger(side, self.seating.sides)

    def _verify_not_finished(self, table: Table) -> None:
        if table.outcome is not None:
            raise Refusal(
                Code.SESSION_FINISHED,
                say(
                    "The game is over: {winner} has reached {target}.",
                    winner=table.outcome.winner,
                    target=table.outcome.target,
                ),
                line="undo",
                advice=say("takes back the entry that won it"),
            )

    @staticmethod
    def _open_hand(table: Table) -> Hand:
        if table.hand is None:
            raise Refusal(Code.NO_HAND_OPEN, say("No hand is open: nothing has been dealt."), line="deal")
        return table.hand

    def _judge_deal(self, table: Table, deal: Deal) -> Step:
        if table.hand is not None:
            raise Refusal(
                Code.HAND_OPEN,
                say("Hand {number} is still open.", number=table.hand.number),
                line="end",
                advice=say("closes it"),
            )
        named = deal if deal.dealer else msgspec.structs.replace(deal, dealer=self.next_dealer(table))
        ruling = self.referee.deal(named, table.dealt + 1, table.last)
        opened = msgspec.structs.replace(table, dealer=named.dealer, dealt=table.dealt + 1, hand=ruling.hand)
        before = dict.fromkeys(table.totals, 0)
        return self._booked(table, opened, ruling, before)

    def _judge_in_hand(self, table: Table, event: HandEvent) -> Step:
        hand = self._open_hand(table)
        ruling = self.referee.judge(hand, event)
        return self._booked(table, msgspec.structs.replace(table, hand=ruling.hand), ruling, hand.scores)

    def _judge_end(self, table: Table, end: End) -> Step:
        hand = self._open_hand(table)
        ruling = self.referee.close(hand, end, table.totals)
        closed = msgspec.structs.replace(table, hand=None, last=ruling.hand)
        return self._booked(table, closed, ruling, hand.scores)

    def _judge_adjust(self, table: Table, adjust: Adjust) -> Step:
        side = self.seating.side_of(adjust.player)
        if table.hand is None:
            totals = {**table.totals, side: table.totals[side] + adjust.amount}
            return self._step(table, msgspec.structs.replace(table, totals=totals), adjust)
        scores = {**table.hand.scores, side: table.hand.scores[side] + adjust.amount}
        hand = msgspec.structs.replace(table.hand, scores=scores)
        ruling = Ruling(adjust, hand)
        return self._booked(table, msgspec.structs.replace(table, hand=hand), ruling, table.hand.scores)

    def _verify_agreement(self, table: Table, agree: Agree) -> None:
        wrong = [side for side, said in agree.totals.items() if said != table.totals[side]]
        if wrong:
            told = listing(
                [
                    say(
                        "{side} {said} (not {total})",
                        side=side,
                        said=table.totals[side],
                        total=agree.totals[side],
                    )
                    for side in wrong
                ],
                "and",
            )
            raise Refusal(
                Code.WRONG_TOTAL,
                say("By the journal the total is {told}.", told=told),
                line=typed("agree", *(f"{side}={table.totals[side]}" for side in agree.totals)),
            )

    def _booked(self, before: Table, after: Table, ruling: Ruling, scores: dict[str, int]) -> Step:
        """Carry a ruling over to the totals: at once, or by the settlement where a hand is a game."""
        if ruling.hand.scores is scores and not ruling.hand.closed:
            return self._step(before, after, ruling.event, ruling.worth, ruling.notices)
        moved = ruling.hand.settlement if self._settled else _changes(scores, ruling.hand.scores)
        worth = ruling.worth
        if self._settled and isinstance(ruling.event, (Declare, Adjust)):
            worth = sum(_changes(scores, ruling.hand.scores).values())
        if moved:
            after = msgspec.structs.replace(
                after, totals={side: total + moved.get(side, 0) for side, total in before.totals.items()}
            )
        return self._step(before, after, ruling.event, worth, ruling.notices)

    def _step(
        self,
        before: Table,
        after: Table,
        event: Fact,
        worth: int | None = None,
        notices: tuple[Text, ...] = (),
    ) -> Step:
        if self._is_looked_at(event):
            outcome = self._outcome(after.totals)
            if outcome is not None:
                after = msgspec.structs.replace(after, outcome=outcome)
        points = {} if after.totals is before.totals else _changes(before.totals, after.totals)
        return Step(event=event, table=after, points=points, worth=worth, notices=notices)

    def _is_looked_at(self, event: Fact) -> bool:
        if self.target is None:
            return False
        return isinstance(event, End) or self.rules.game.target.check == "at-once"

    def _outcome(self, totals: dict[str, int]) -> Outcome | None:
        """Compare all sides: the highest at or over the target wins; equal highest play on."""
        assert self.target is not None
        best = max(totals.values())
        leaders = [side for side, total in totals.items() if total == best]
        return Outcome(leaders[0], self.target) if best >= self.target and len(leaders) == 1 else None


def _stranger(name: str, known: tuple[str, ...]) -> Refusal:
    return Refusal(
        Code.UNKNOWN_PLAYER,
        say("{name} does not play here.", name=name),
        advice=say("the players are {players}", players=listing(known, "and")),
    )


def _changes(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Subtract, side by side, keeping only what moved."""
    return {side: points - before[side] for side, points in after.items() if points != before[side]}
