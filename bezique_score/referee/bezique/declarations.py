"""Declarations of the Bezique family: whose, when, of which cards, and at what price."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec.structs import replace

from bezique_score.cards import Card, Rank, Suit
from bezique_score.events import Declare
from bezique_score.referee.bezique.accounting import Account, Lack
from bezique_score.referee.bezique.shapes import (
    complete,
    find_declaration,
    grows,
    has_court_card,
    price,
    verify_in_trumps,
)
from bezique_score.referee.bezique.table import BeziqueHand, Ground
from bezique_score.referee.hand import Offer, Ruling
from bezique_score.referee.spelling import spell
from bezique_score.refusal import Code, Refusal
from bezique_score.rules.model import Declaration
from bezique_score.rules.rulebook import needs_suit, slots_of
from bezique_score.rules.schedule import FIRST_SET
from bezique_score.rules.vocabulary import meld_word
from bezique_score.text import Text, say, typed


def judge_declare(ground: Ground, hand: BeziqueHand, declare: Declare) -> Ruling:
    """Judge a declaration; the table may allow what the rules refuse. Raises `Refusal`."""
    declaration = find_declaration(ground.rules, declare.meld)
    verify_in_trumps(declare, declaration, hand.trump)
    player = declare.player or _who_declares(ground, hand, declare, declaration)
    ground.verify_has_cards(hand, player)
    if declare.allow is None:
        _verify_moment(ground, hand, declare, declaration, player)
    declare = replace(complete(ground.rules, declare, hand.trump), player=player)
    side = ground.seating.side_of(player)
    series = (side, declare.meld)
    made = hand.made.get(series, 0)
    account = _declared_cards(ground, hand, declare, declaration, made)
    points = price(declaration, declare.suit, hand.trump, made=made)
    trump = hand.trump or (declare.suit if declaration.makes_trumps else None)
    after = replace(
        hand,
        trump=trump,
        scores={**hand.scores, side: hand.scores[side] + points},
        account=account,
        made={**hand.made, series: made + 1},
        declared=hand.declared or _uses_up_the_trick(ground, hand, declare, declaration),
        drawing=_shown(ground, hand, declare, declaration),
    )
    return Ruling(declare, after, notices=_remarks(ground, hand, declaration, made, trump))


def _who_declares(ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration) -> str:
    """Name who may declare now when nobody was named. Raises `Refusal` when it could be several."""
    others = [player for player in hand.active if player != hand.dealer]
    match declaration.before_play:
        case "dealer":
            return hand.dealer
        case "opponent" if len(others) == 1:
            return others[0]
        case "":
            if ground.tricks and hand.tricks:
                return hand.leader
    if ground.tricks and not declaration.before_play:
        raise Refusal(
            Code.NOT_THE_TRICK_WINNER,
            say("Nobody has won a trick yet, so nobody can declare {meld}.", meld=meld_word(declare.meld)),
            line=typed("trick", hand.leader),
            advice=say("if {player} takes the first trick", player=hand.leader),
        )
    raise Refusal(
        Code.NOT_THE_TRICK_WINNER,
        say("Several could declare {meld} now, so it must be said who does.", meld=meld_word(declare.meld)),
        line=spell(replace(declare, player=hand.leader)),
    )


def _verify_moment(
    ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration, player: str
) -> None:
    """Hold the order of refusals: the trick's winner, the stock, the trick's declaration, the moment."""
    if declaration.before_play:
        _verify_before_play(ground, hand, declare, declaration, player)
        return
    if not ground.tricks:
        return
    ground.verify_winner(hand, player, declare)
    ground.verify_stock(hand)
    if hand.declared and not declaration.free:
        raise Refusal(
            Code.ALREADY_DECLARED,
            say(
                "{side} has declared after trick {trick} already.",
                side=ground.seating.side_of(player),
                trick=hand.tricks,
            ),
            line=typed("trick", player),
            advice=say("then declare after the next trick"),
        )


def _verify_before_play(
    ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration, player: str
) -> None:
    """Let the carte blanche and the cut come before play, once; then each card drawn that is no court card."""
    key = (player, declare.meld)
    shown = hand.drawing.get(key)
    if shown is not None and (hand.tricks or not ground.tricks):
        ground.verify_stock(hand)
        if not ground.tricks or shown < hand.tricks:
            return
        raise _wrong_time(
            declare,
            say("{player} has shown the card drawn after trick {trick}", player=player, trick=hand.tricks),
        )
    if declaration.before_play == "dealer" and player != hand.dealer:
        raise _wrong_time(declare, say("it is for the dealer, {dealer}", dealer=hand.dealer))
    if declaration.before_play == "opponent" and player == hand.dealer:
        raise _wrong_time(declare, say("it is not for the dealer, {dealer}", dealer=hand.dealer))
    if hand.tricks or (not ground.tricks and _has_begun(ground, hand)):
        raise _wrong_time(declare, say("play has begun"))
    if hand.made.get((ground.seating.side_of(player), declare.meld)):
        raise _wrong_time(declare, say("{player} has declared it", player=player))


def _has_begun(ground: Ground, hand: BeziqueHand) -> bool:
    """Say whether play has begun where tricks are not recorded: somebody has declared after a trick."""
    return any(not ground.rules.game.declaration[meld].before_play for _, meld in hand.made)


def _wrong_time(declare: Declare, why: Text) -> Refusal:
    return Refusal(
        Code.WRONG_TIME,
        say("{meld} cannot be declared now: {why}.", meld=meld_word(declare.meld), why=why),
        advice=say("it comes before the first trick, once"),
    )


def _declared_cards(
    ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration, made: int
) -> Account:
    """Count the cards of a declaration; what the table allowed claims none."""
    if not declaration.cards:
        return hand.account
    assert declare.player is not None
    try:
        need = ground.need(declare, hand.trump, made=made)
        if declare.allow is not None:
            return hand.account
        return hand.account.declare(ground.holder(declare.player), ground.holders(declare.player), need)
    except Refusal as refusal:
        if declare.allow is not None and refusal.code is Code.NO_INFUZORKA:
            return hand.account
        raise
    except Lack as lack:
        raise _lacking(ground, lack, declare, hand) from None


def _uses_up_the_trick(ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration) -> bool:
    """One declaration to a trick: only its winner's counts, and not one that is free."""
    assert declare.player is not None
    winner = ground.seating.side_of(declare.player) == ground.seating.side_of(hand.leader)
    return winner and hand.tricks > 0 and not declaration.free and not declaration.before_play


def _shown(
    ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration
) -> dict[tuple[str, str], int]:
    """Note after which trick a carte blanche was shown; showing a court card ends it."""
    assert declare.player is not None
    if declaration.again_while_drawing:
        return {**hand.drawing, (declare.player, declare.meld): hand.tricks}
    if hand.drawing and has_court_card(ground.rules, declare):
        return {key: shown for key, shown in hand.drawing.items() if key[0] != declare.player}
    return hand.drawing


def _remarks(
    ground: Ground, hand: BeziqueHand, declaration: Declaration, made: int, trump: Suit | None
) -> tuple[Text, ...]:
    """Say what is a reading of ours, or odd."""
    remarks = []
    card = FIRST_SET + made
    if grows(declaration) and card > 2 * FIRST_SET:
        remarks.append(say("The price of card {card} is a reading: the source ends with the eighth.", card=card))
    made_now = hand.trump is None and trump is not None
    if made_now and ground.trumps.repeat_notice and trump is hand.trump_before:
        remarks.append(say("{trump} are trumps twice running.", trump=trump))
    return tuple(remarks)


def _is_possible(ground: Ground, hand: BeziqueHand, declare: Declare, declaration: Declaration) -> bool:
    """Try a declaration with real cards, then with as few infuzorki as it takes."""
    assert declare.player is not None
    made = hand.made.get((ground.seating.side_of(declare.player), declare.meld), 0)
    terms = [slots_of(term)[0].rank for term in declaration.cards for _ in range(declaration.times)]
    for infuzorki in _substitutes(terms, ground.rules.game.deck.infuzorki):
        tried = replace(declare, infuzorki=infuzorki)
        try:
            tried = complete(ground.rules, tried, hand.trump)
            _declared_cards(ground, hand, tried, declaration, made)
        except Refusal:
            continue
        return True
    return False


def _lacking(ground: Ground, lack: Lack, declare: Declare, hand: BeziqueHand) -> Refusal:
    if lack.kind is Card.INFUZORKA:
        number = ground.rules.game.deck.infuzorki
        return Refusal(
            Code.NO_INFUZORKA,
            say(
                "{player} has no infuzorka for {meld}: of the {number}, each has served in it or is out.",
                player=declare.player,
                meld=meld_word(declare.meld),
                number=number,
            ),
            line=spell(replace(declare, infuzorki=())),
            advice=say("with real cards"),
        )
    return ground.lacking(
        hand, lack, say("{player} cannot declare {meld}", player=declare.player, meld=meld_word(declare.meld))
    )


def offers(ground: Ground, hand: BeziqueHand, player: str) -> list[Offer]:
    """List what the player could declare if he won the trick now, with infuzorki that may still be his."""
    if player not in hand.active or ground.stock_is_out(hand):
        return []
    found = []
    for meld, declaration in ground.rules.game.declaration.items():
        if declaration.before_play:
            continue
        for suit in tuple(Suit) if needs_suit(declaration) else (None,):
            declare = Declare(player=player, meld=meld, suit=suit)
            if _is_possible(ground, hand, declare, declaration):
                made = hand.made.get((ground.seating.side_of(player), meld), 0)
                found.append(Offer(meld, suit, price(declaration, suit, hand.trump, made=made)))
    return found


def _substitutes(ranks: list[Rank], infuzorki: int) -> Iterator[tuple[Rank, ...]]:
    """List for which ranks infuzorki could stand, fewest first."""
    for number in range(min(infuzorki, len(ranks)) + 1):
        yield from combinations_with_replacement(dict.fromkeys(ranks), number)
