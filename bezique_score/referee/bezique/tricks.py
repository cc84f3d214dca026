"""Tricks of the Bezique family, and the exchange of the low trump for the turned card."""

from msgspec.structs import replace

from bezique_score.cards import card_of
from bezique_score.events import Declare, Exchange, Trick
from bezique_score.referee.bezique.accounting import Lack
from bezique_score.referee.bezique.shapes import COURT
from bezique_score.referee.bezique.table import BeziqueHand, Ground
from bezique_score.referee.hand import Ruling
from bezique_score.referee.trick import take_trick
from bezique_score.refusal import Code, Refusal
from bezique_score.text import listing, say, typed


def judge_trick(ground: Ground, hand: BeziqueHand, trick: Trick) -> Ruling:
    """Judge a trick, with its cards or without. Raises `Refusal`."""
    if not ground.tricks:
        raise Refusal(
            Code.NOT_IN_THIS_GAME,
            say("This session records no tricks."),
            line="declare PLAYER MELD",
            advice=say("declarations only"),
        )
    if trick.winner is not None:
        ground.verify_has_cards(hand, trick.winner)
    if hand.tricks >= ground.most_tricks:
        raise Refusal(
            Code.WRONG_TIME,
            say("All {number} tricks have been played.", number=ground.most_tricks),
            line="end",
        )
    if hand.tricks == ground.draws and ground.stock == ground.active * ground.draws:
        # the winner of the last trick of the stock has drawn first, so the player before him drew the turned card
        last = hand.active[hand.active.index(hand.leader) - 1]
        hand = replace(hand, account=hand.account.draw_last(ground.holder(last)))
    if not trick.cards:
        if trick.winner is None:
            raise Refusal(Code.USAGE, say("Who took the trick, or its cards, must be said."), line="trick PLAYER")
        unseen = {**hand.unseen, trick.winner: hand.unseen.get(trick.winner, 0) + 1}
        account = hand.account.play_unseen()
        return Ruling(trick, _after_trick(ground, hand, trick.winner, account=account, unseen=unseen))
    return _judge_cards(ground, hand, trick)


def _judge_cards(ground: Ground, hand: BeziqueHand, trick: Trick) -> Ruling:
    """Judge a trick whose cards were told: who played what, whether he can have had it, who took it."""
    place = hand.active.index(hand.leader)
    in_order = hand.active[place:] + hand.active[:place]
    told = " ".join(card.symbol for card in trick.cards)
    if len(trick.cards) != len(in_order):
        raise Refusal(
            Code.WRONG_CARDS,
            say("A trick has {number} cards, not {told}.", number=len(in_order), told=len(trick.cards)),
            advice=say("in order of play: {players}", players=listing(in_order, "then")),
        )
    for card in trick.cards:
        ground.verify_in_pack(card)
    try:
        account = hand.account.play(
            (ground.holder(player), card) for player, card in zip(in_order, trick.cards, strict=True)
        )
    except Lack as lack:
        raise ground.too_many(hand, lack.kind, played=True) from None
    winner = in_order[take_trick(trick.cards, hand.trump, ground.rules.order)]
    if trick.winner not in (None, winner):
        raise Refusal(
            Code.WRONG_WINNER,
            say(
                "{cards}, led by {leader}, is {winner}'s trick, not {player}'s.",
                cards=told,
                leader=hand.leader,
                winner=winner,
                player=trick.winner,
            ),
            line=typed("trick", *trick.cards),
            advice=say("for {winner}", winner=winner),
        )
    brisques = hand.brisques
    won = sum(card.rank in ground.rules.game.count.brisques for card in trick.cards)
    if won:
        side = ground.seating.side_of(winner)
        brisques = {**brisques, side: brisques.get(side, 0) + won}
    drawing = _still_blank(hand, in_order, trick)
    after = _after_trick(ground, hand, winner, account=account, brisques=brisques, drawing=drawing)
    return Ruling(replace(trick, winner=winner), after)


def _after_trick(ground: Ground, hand: BeziqueHand, winner: str, **learnt: object) -> BeziqueHand:
    """Give the hand after a trick, with what was learnt from it."""
    tricks = hand.tricks + 1
    left = ground.stock - ground.active * min(tricks, ground.draws)
    return replace(hand, tricks=tricks, leader=winner, stock=left, declared=False, **learnt)


def _still_blank(hand: BeziqueHand, players: tuple[str, ...], trick: Trick) -> dict[tuple[str, str], int]:
    """Strike those whose carte blanche ends with a court card that they played."""
    if not hand.drawing:
        return hand.drawing
    ended = {player for player, card in zip(players, trick.cards, strict=True) if card.rank in COURT}
    return {key: shown for key, shown in hand.drawing.items() if key[0] not in ended}


def judge_exchange(ground: Ground, hand: BeziqueHand, exchange: Exchange) -> Ruling:
    """Judge the low trump given for the turned card. Raises `Refusal`."""
    terms = ground.rules.game.exchange
    if terms is None:
        raise Refusal(Code.NOT_IN_THIS_GAME, say("No card is exchanged in this game."), line="melds")
    if exchange.player is None and not (ground.tricks and hand.tricks):
        raise Refusal(
            Code.NOT_THE_TRICK_WINNER,
            say("Nobody has won a trick yet, so nobody can exchange."),
            line="trick PLAYER",
        )
    player = exchange.player or hand.leader
    ground.verify_has_cards(hand, player)
    if ground.tricks:
        ground.verify_winner(hand, player, exchange)
        ground.verify_stock(hand)
    assert hand.trump is not None
    low = card_of(terms.rank, hand.trump)
    if hand.exchanged or hand.upcard is low:
        why = say("it has been exchanged") if hand.exchanged else say("it is itself {card}", card=low.symbol)
        raise Refusal(
            Code.NO_EXCHANGE,
            say("The turned card cannot be fetched: {why}.", why=why),
            line="melds",
            advice=say("lists what can be declared"),
        )
    side = ground.seating.side_of(player)
    try:
        account = hand.account
        if terms.uses:
            # the low trump scores here, so it cannot score as a declaration too
            need = ground.need(Declare(meld=terms.uses), hand.trump, made=0)
            account = account.declare(ground.holder(player), ground.holders(player), need)
        account = account.exchange(ground.holder(player), low)
    except Lack as lack:
        raise ground.lacking(hand, lack, say("{player} cannot exchange", player=player)) from None
    after = replace(
        hand,
        exchanged=True,
        account=account,
        scores={**hand.scores, side: hand.scores[side] + terms.points},
    )
    return Ruling(replace(exchange, player=player), after)
