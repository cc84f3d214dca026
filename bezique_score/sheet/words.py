"""An entry in the words that people at the table would use; shared by the log, the sheet and the answers."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from bezique_score.cards import Card, Rank
from bezique_score.events import (
    Adjust,
    Agree,
    Amend,
    Bid,
    Deal,
    Declare,
    End,
    Event,
    Exchange,
    Note,
    Pass,
    Redo,
    Trick,
    Undo,
)
from bezique_score.rules.rulebook import Rulebook
from bezique_score.rules.vocabulary import meld_name
from bezique_score.text import Text, joined, say

RANK_NAMES: dict[Rank, Text] = {
    Rank.ACE: say("ace"),
    Rank.KING: say("king"),
    Rank.QUEEN: say("queen"),
    Rank.JACK: say("jack"),
    Rank.TEN: say("ten"),
    Rank.NINE: say("nine"),
    Rank.EIGHT: say("eight"),
    Rank.SEVEN: say("seven"),
}


def kind_of(event: Event) -> str:
    """Name the kind of an entry as the journal writes it."""
    return str(event.__struct_config__.tag)


def who_of(event: Event) -> str | None:
    """Name the player who acted, none where the entry is nobody's."""
    match event:
        case Deal():
            return event.dealer
        case Trick():
            return event.winner
        case Declare() | Exchange() | Bid() | Pass() | Adjust():
            return event.player
        case End() | Agree() | Note() | Undo() | Redo() | Amend():
            return None
        case _:
            assert_never(event)


def entry_words(event: Event, rules: Rulebook) -> Text:
    """Say who did what: `Anna: bezique`, `Anna takes the trick: A♠ Q♠`."""
    if isinstance(event, Trick):
        if event.cards:
            return say("{player} takes the trick: {cards}", player=event.winner, cards=_cards(event.cards))
        return say("{player} takes the trick", player=event.winner)
    who = who_of(event)
    what = what_words(event, rules)
    return say("{player}: {what}", player=who, what=what) if who else what


def what_words(  # noqa: PLR0911, PLR0912 - one a kind
    event: Event, rules: Rulebook
) -> Text:
    """Say what was done, without the player: `marriage ♥`, `trick A♠ Q♠`, `undo of entry 12`."""
    match event:
        case Deal():
            return _deal(event)
        case Trick():
            return say("trick {cards}", cards=_cards(event.cards)) if event.cards else say("trick")
        case Declare():
            return _declaration(event, rules)
        case Exchange():
            return say("exchange of the turned card")
        case Bid():
            return say("bid {bid}, blind", bid=event.bid) if event.blind else say("bid {bid}", bid=event.bid)
        case Pass():
            return say("pass")
        case End():
            return _end(event, rules)
        case Adjust():
            return say("adjustment: {note}", note=event.note)
        case Agree():
            return say("agreed totals: {totals}", totals=_numbers(event.totals))
        case Note():
            return say("note: {text}", text=event.text)
        case Undo():
            return say("undo of entry {number}", number=event.event)
        case Redo():
            return say("redo of entry {number}", number=event.event)
        case Amend():
            entry = entry_words(event.entry, rules)
            return say("entry {number} corrected: {entry}", number=event.event, entry=entry)
        case _:
            assert_never(event)


def exception_words(event: Event) -> Text | None:
    """Say why the table accepted what the rules refuse; none for everything else."""
    entry = event.entry if isinstance(event, Amend) else event
    if isinstance(entry, Declare) and entry.allow:
        return say("allowed by the table: {reason}", reason=entry.allow)
    return None


def _deal(deal: Deal) -> Text:
    if deal.trump is None:
        return say("deal")
    trump = deal.trump.symbol
    if deal.upcard is None:
        return say("deal, trumps {trump}", trump=trump)
    return say("deal, trumps {trump} ({card} turned)", trump=trump, card=deal.upcard.symbol)


def _declaration(declare: Declare, rules: Rulebook) -> Text:
    name = meld_name(rules, declare.meld)
    suits = "".join(suit.symbol for suit in declare.suits or filter(None, [declare.suit]))
    what = say("{name} {suits}", name=name, suits=suits) if suits else say("{name}", name=name)
    if declare.jack:
        what = say("{what} with {card}", what=what, card=declare.jack.symbol)
    if declare.infuzorki:
        what = say("{what} ({infuzorki})", what=what, infuzorki=_infuzorki(declare.infuzorki))
    return what


def _infuzorki(ranks: tuple[Rank, ...]) -> Text:
    names = [RANK_NAMES[rank] for rank in ranks]
    if len(names) == 1:
        return say("infuzorka for the {rank}", rank=names[0])
    return say("infuzorki for the {first} and the {last}", first=joined(names[:-1]), last=names[-1])


def _end(end: End, rules: Rulebook) -> Text:
    told: list[Text] = []
    if end.counts:
        counts = _numbers(end.counts)
        told.append(say("card points {counts}" if rules.game.card_points else "brisques {counts}", counts=counts))
    if end.last:
        told.append(say("last trick {player}", player=end.last))
    if end.all_tricks:
        told.append(say("every trick {player}", player=end.all_tricks))
    told += [say("no trick {player}", player=player) for player in end.no_trick]
    if end.concede:
        told.append(say("given up"))
    return say("end of the hand: {told}", told=joined(told)) if told else say("end of the hand")


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(card.symbol for card in cards)


def _numbers(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())
