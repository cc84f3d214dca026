"""How a hand is told: entries as it is played, slips and their correction, a word on what is worth one."""

from collections import Counter

import msgspec
from evening_hands import EveningHand, without_cards
from evening_thousand import ThousandEvening
from telling import Evening, listed

from bezique_score.events import Adjust, Bid, Deal, Declare, End, Exchange, Fact, Pass, Trick
from bezique_score.referee.bezique.shapes import grows
from bezique_score.refusal import Refusal
from bezique_score.replay import Row
from bezique_score.sheet.words import RANK_NAMES

PLAIN_FOURS = ("queens", "kings", "aces", "jacks")
BEFORE_PLAY = {
    "carte-blanche": "Not a court card among them: the whole hand is shown.",
    "exact-cut": "Counted: exactly 24 cards were lifted.",
    "cut-guess": "And the number of cards lifted was guessed.",
}
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class BeziqueTeller:
    """Writes down one hand as it is played: entries, slips and their correction, and what is said of it."""

    def __init__(
        self, evening: Evening, hand: EveningHand, seen: Counter[str], told: int, slips: set[str]
    ) -> None:
        self.evening, self.hand, self.seen, self.told, self.slips = evening, hand, seen, told, slips
        self.pending: Trick | None = None
        self.tricks = 0
        self.winner: str | None = None
        self.silent: str | None = None
        self.declared = False
        self.to_amend: tuple[int, Declare, int] | None = None
        self.entries = 0

    def tell(self) -> None:
        for fact in self.hand.play():
            match fact:
                case Deal():
                    self._deal(fact)
                case Trick():
                    self._trick(fact)
                case Declare() | Exchange():
                    self._flush()
                    self.declared = True
                    self._declare(fact) if isinstance(fact, Declare) else self._exchange(fact)
                case End():
                    self._end(fact)

    def _deal(self, deal: Deal) -> None:
        number = self.evening.replay.table.dealt + 1
        turned = ""
        if deal.upcard and deal.upcard.suit and deal.upcard.rank:
            turned = f" and turns the {RANK_NAMES[deal.upcard.rank]} of {deal.upcard.suit.value}"
        sits_out = len(self.hand.players) < len(self.evening.seating.players)
        out = f"; {deal.dealer} sits out" if sits_out else ""
        self.evening.say(f"Hand {number}. {deal.dealer} deals{turned}{out}.")
        row = self.evening.enter(deal)
        if row.entry.points:
            self.seen["turned-seven"] += 1

    # Tricks

    def _trick(self, trick: Trick) -> None:
        self.silent = self.winner if self.winner is not None and not self.declared else None
        self.tricks += 1
        self.winner = trick.winner
        self.declared = False
        self.pending = trick
        if self.tricks <= self.told:
            self._flush()
        self._forgotten()
        self._amended()

    def _flush(self) -> None:
        """Write the trick that is not written yet, now that it matters."""
        trick, self.pending = self.pending, None
        if trick is None or not self.evening.setting.tricks:
            return
        assert trick.winner is not None
        told = self.tricks <= self.told
        if not told and self.told:
            self.told = 0
            self.evening.say("From here on only the tricks that matter are typed, without their cards.")
        others = [player for player in self.hand.players if player != trick.winner]
        if not told and "undo" in self.slips and self.entries > 8:
            self.slips.discard("undo")
            self.evening.enter(Trick(winner=others[0]))
            self.evening.say(f"No, that one was {trick.winner}'s.")
            self.evening.undo()
            self.seen["undo"] += 1
        self.entries += 1
        self.evening.enter(trick if told else without_cards(trick), named=not told)
        if told:
            self.seen["trick with cards"] += 1
            if any(card.rank is None for card in trick.cards):
                self.seen["infuzorka in a trick"] += 1

    # Declarations

    def _exchange(self, exchange: Exchange) -> None:
        self.evening.say(f"{exchange.player} fetches the turned card.")
        self._enter(exchange, named=not self.evening.setting.tricks)
        self.seen["exchange"] += 1

    def _declare(self, declare: Declare) -> None:
        evening = self.evening
        named = not evening.setting.tricks or declare.player != self.winner or evening.pen.random.random() < 0.15
        named = named or evening.rules.game.declaration[declare.meld].before_play != ""
        if "misheard" in self.slips and self.entries > 4 and self._mishear(declare, named=named):
            return
        if "misread" in self.slips and declare.meld in PLAIN_FOURS and not declare.infuzorki:
            wrong = self._accepted(declare, PLAIN_FOURS)
            if wrong is not None:
                self.slips.discard("misread")
                row = self._enter(wrong, named=named)
                self.to_amend = (row.number, declare, self.entries + 5)
                return
        row = self._enter(declare, named=named)
        self._count(declare)
        self._remark(declare, row)

    def _mishear(self, declare: Declare, *, named: bool) -> bool:
        wrong = self._accepted(declare, ("bezique", "marriage", *PLAIN_FOURS))
        if wrong is None:
            return False
        self.slips.discard("misheard")
        self._enter(wrong, named=named)
        self.evening.say(f"Not {wrong.meld}: {declare.player} had said {declare.meld}.")
        self.evening.undo()
        self.seen["undo"] += 1
        self._enter(declare, named=named)
        self._count(declare)
        return True

    def _accepted(self, declare: Declare, melds: tuple[str, ...]) -> Declare | None:
        """Find another word that the program would have taken for this declaration."""
        for meld in melds:
            wrong = Declare(player=declare.player, meld=meld)
            if meld == declare.meld or meld not in self.evening.rules.game.declaration:
                continue
            try:
                self.evening.replay.judge(wrong)
            except Refusal:
                continue
            return wrong
        return None

    def _amended(self) -> None:
        if self.to_amend is None or self.entries < self.to_amend[2]:
            return
        number, declare, _ = self.to_amend
        self.to_amend = None
        self._flush()
        self.evening.say(f"{declare.player} looks at the sheet: entry {number} was {declare.meld}.")
        self.evening.amend(number, declare)
        self.seen["amend"] += 1

    def _forgotten(self) -> None:
        """Let somebody declare a trick too late, by leave of the table."""
        if "allow" not in self.slips or self.silent is None or self.silent == self.winner or self.tricks < 6:
            return
        if not self.hand.stock or self.tricks <= self.told:
            return
        found = self.hand.forgotten(self.silent)
        if found is None:
            return
        declare, cards = found
        self._flush()
        self.hand._lay(declare, cards)
        others = listed([player for player in self.hand.players if player != self.silent])
        allowed = msgspec.structs.replace(declare, allow=f"drew before he could speak; {others} let it stand")
        self.evening.say(f"{self.silent} had won the trick before and drew too soon.")
        self._enter(allowed)
        self.slips.discard("allow")
        self.seen["allow"] += 1

    def _enter(self, fact: Fact, *, named: bool = True) -> Row:
        self.entries += 1
        return self.evening.enter(fact, named=named)

    def _count(self, declare: Declare) -> None:
        self.seen[declare.meld] += 1
        self.seen["infuzorka"] += len(declare.infuzorki)
        self.seen["partner"] += declare.player != self.winner

    def _remark(self, declare: Declare, row: Row) -> None:
        """Say something about what is worth it, beside the line."""
        side = self.evening.seating.side_of(declare.player or "")
        hand = self.evening.replay.table.hand
        made = getattr(hand, "made", {}).get((side, declare.meld), 0)
        name = declare.meld.replace("-", " ")
        declaration = self.evening.rules.game.declaration[declare.meld]
        points = row.entry.worth or sum(row.entry.points.values())
        remark = None
        if declare.infuzorki:
            remark = " ".join(f"An infuzorka stands for a {RANK_NAMES[rank]}." for rank in declare.infuzorki)
            remark = remark.replace("a ace", "an ace")
        elif declare.meld in BEFORE_PLAY:
            remark = BEFORE_PLAY[declare.meld] if made == 1 else "And no court card drawn."
        elif grows(declaration) and made > 1:
            self.seen["grown"] += 1
            self.seen["card"] = max(self.seen["card"], made + 3)
            remark = f"The {ORDINALS[made + 3]} card of the {name}: {points}."
        elif grows(declaration):
            remark = f"Four {name}: {points} at once."
        elif made > 1 and points >= 100 and declare.meld not in PLAIN_FOURS:
            remark = f"The {ORDINALS[made]} {name} of the hand: {points}."
        elif points >= 250:
            remark = f"{declare.player} declares {name}: {points}."
        elif declaration.makes_trumps and hand is not None and not self.seen[f"trumps {hand.number}"]:
            self.seen[f"trumps {hand.number}"] += 1
            remark = f"That makes {declare.suit} trumps."
        if declare.infuzorki and grows(declaration) and made > 1:
            self.seen["grown"] += 1
            self.seen["card"] = max(self.seen["card"], made + 3)
        if remark:
            self.evening.lines.insert(-1, f"# {remark}")

    # The end

    def _end(self, end: End) -> None:
        evening = self.evening
        self._flush() if self.tricks <= self.told else None
        if "penalty" in self.slips:
            player = self.hand.players[0]
            evening.enter(Adjust(player=player, amount=-10, note="revoked after the stock was out"))
        sides = list(end.counts)
        all_told = self.told >= self.tricks and evening.setting.tricks
        shorter = [
            End(),
            End(last=end.last),
            End(counts={s: end.counts[s] for s in sides[:-1]}, last=end.last),
            end,
        ]
        if all_told:
            evening.say(
                "Every trick was told with its cards: the brisques and the last trick come out by themselves."
            )
        for said in shorter if all_told else shorter[1:]:
            try:
                evening.enter(said)
            except Refusal:
                continue
            break
        last = evening.replay.table.last
        assert last is not None and last.closed
        if end.counts and last.counted:
            assert last.counted == end.counts, "the brisques are those that really lay in the tricks"
        if last.settlement:
            low = min(last.scores.values())
            line = evening.rules.game.settlement
            self.seen["rubicon"] += line is not None and low < line.line
            self.seen["over the line"] += line is not None and low >= line.line


def tell_thousand(evening: Evening, hand: ThousandEvening, seen: Counter[str], *, with_cards: bool) -> None:
    """Write down one hand; the totals must be those that were worked out by hand."""
    before = dict(evening.totals)
    pending: Trick | None = None
    for fact in hand.play():
        match fact:
            case Deal():
                evening.say(f"Hand {evening.replay.table.dealt + 1}. {fact.dealer} deals.")
                evening.enter(fact)
            case Bid():
                _bid_in_thousand(evening, hand, fact, seen)
            case Pass():
                evening.enter(fact)
            case Declare():
                if pending is not None:
                    evening.enter(pending)
                evening.enter(fact, named=evening.pen.random.random() < 0.5)
                seen["marriage"] += 1
            case Trick():
                if with_cards:
                    evening.enter(fact, named=False)
                    seen["trick with cards"] += 1
                pending = None if with_cards else without_cards(fact)
            case End():
                _end_thousand(evening, hand, fact, with_cards=with_cards)
            case _:
                raise AssertionError(fact)
    moved = {player: evening.totals[player] - before[player] for player in hand.players}
    assert moved == hand.expected(), (moved, hand.expected())
    seen["blind"] += hand.blind
    if hand.bidder is not None:
        seen["failed" if moved[hand.bidder] < 0 else "made"] += 1
        seen["blind failed"] += hand.blind and moved[hand.bidder] < 0


def _bid_in_thousand(evening: Evening, hand: ThousandEvening, bid: Bid, seen: Counter[str]) -> None:
    if bid.blind:
        evening.say(f"{bid.player} has not touched the cards: a hundred, blind.")
    if hand.shown and hand.raised and bid.player == hand.bidder:
        evening.say(f"In the packet: {listed([card.symbol for card in hand.shown])}. {bid.player} goes higher.")
        seen["raise"] += 1
    evening.enter(bid)


def _end_thousand(evening: Evening, hand: ThousandEvening, end: End, *, with_cards: bool) -> None:
    if hand.bidder is not None:
        own = hand.points[hand.bidder] + hand.marriages[hand.bidder]
        if own < hand.bid:
            evening.say(f"{hand.bidder} has {own} of {hand.bid}: the bid goes down.")
        else:
            evening.say(
                f"{hand.bidder} has {own} and bid {hand.bid}: made{', and doubled' if hand.blind else ''}."
            )
    out_of_play = evening.rules.game.packet.out_of_play
    counts = end.counts if out_of_play else dict([*end.counts.items()][:-1])
    evening.enter(End() if with_cards else End(counts=counts))
