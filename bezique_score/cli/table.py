"""What happens at the table: each command turns its words into an event and records it."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Booked
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.desk import Desk

app = typer_app()

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name, or its start.")]
Number = Annotated[str, typer.Argument(metavar="N", help="Points; sums such as 45+23 will do.")]

NUMBERS = {"ignore_unknown_options": True}
"""Settings of a command that takes negative numbers, which look like options."""


@app.line("deal", "deal --trump spades", "deal --upcard QH", "deal --trump hearts --dealer anna", "deal")
def deal(
    context: typer.Context,
    *,
    trump: Annotated[
        str | None, typer.Option(metavar="SUIT", help="The suit of the card turned for trumps.")
    ] = None,
    upcard: Annotated[
        str | None,
        typer.Option(
            metavar="CARD", help="The very card turned, where it matters: for an exchange, or a turned seven."
        ),
    ] = None,
    dealer: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who deals, if it is out of turn.")] = None,
    file: File = None,
) -> Booked:
    """Begin a hand.

    Games that turn a card for trumps need --trump or --upcard; the others take neither. The deal goes round by
    itself.
    """
    return _desk(context).enter(file, lambda language: language.deal(trump=trump, upcard=upcard, dealer=dealer))


@app.line("trick", "trick anna", "trick QS AS", "trick anna QS AS")
def trick(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(metavar="[PLAYER] [CARD]...", help="Who took it; or the cards, the leader's first."),
    ],
    file: File = None,
) -> Booked:
    """Say who took the trick, or its cards in order of play.

    With the cards the winner is worked out, and a wrong PLAYER is refused. A card is a rank and a suit: QS, 10h,
    Q♠.
    """
    return _desk(context).enter(file, lambda language: language.trick(words))


@app.line(
    "declare",
    "declare quint",
    "declare anna bezique",
    "declare marriage hearts",
    "declare kings spades spades hearts diamonds",
    "declare trump-queens -i Q",
    'declare anna marriage --allow "drew too soon, Boris let it stand"',
)
def declare(
    context: typer.Context,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="[PLAYER] MELD [SUIT|CARD]...", help="Who declares, what, and its suit or cards if it matters."
        ),
    ],
    *,
    infuzorki: Annotated[
        list[str] | None, typer.Option("-i", metavar="RANK", help="An infuzorka stands for this rank; repeatable.")
    ] = None,
    allow: Annotated[
        str | None,
        typer.Option(metavar="REASON", help="The table agreed to what the rules refuse; the reason is kept."),
    ] = None,
    file: File = None,
) -> Booked:
    """Book a declaration.

    Without PLAYER it is whoever may declare: the winner of the last trick. `bezique melds` lists what can be
    declared now and what it is worth.
    """
    return _desk(context).enter(
        file, lambda language: language.declare(words, infuzorki=infuzorki or (), allow=allow)
    )


@app.line("exchange", "exchange", "exchange anna")
def exchange(
    context: typer.Context,
    player: Annotated[
        str | None, typer.Argument(metavar="[PLAYER]", help="By default, the winner of the last trick.")
    ] = None,
    file: File = None,
) -> Booked:
    """Exchange the low trump for the turned card."""
    return _desk(context).enter(file, lambda language: language.exchange(player))


@app.line("bid", "bid vera 140", "bid vera 140 --blind", context_settings=NUMBERS)
def bid(
    context: typer.Context,
    player: Player,
    points: Number,
    *,
    blind: Annotated[bool, typer.Option("--blind", help="The cards were not looked at.")] = False,
    file: File = None,
) -> Booked:
    """Record a bid of the auction.

    As much of the auction as you care to record: the highest bid stands, so a single one is enough.
    """
    return _desk(context).enter(file, lambda language: language.bid(player, points, blind=blind))


@app.line("pass", "pass vera")
def pass_(context: typer.Context, player: Player, file: File = None) -> Booked:
    """Leave the auction."""
    return _desk(context).enter(file, lambda language: language.pass_(player))


@app.line(
    "end", "end", "end anna=12 --last boris", "end vera=45+23 gleb=30", "end --concede", "end --all-tricks vera"
)
def end(
    context: typer.Context,
    counts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER=N]...", help="What the game counts: brisques, or card points."),
    ] = None,
    *,
    last: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who took the last trick.")] = None,
    all_tricks: Annotated[str | None, typer.Option(metavar="PLAYER", help="Who took every trick.")] = None,
    no_trick: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="Who took no trick (house option bolts); repeatable."),
    ] = None,
    concede: Annotated[
        bool, typer.Option("--concede", help="The bidder gives up before play (house option concede).")
    ] = False,
    file: File = None,
) -> Booked:
    """Close the hand.

    The last missing number is worked out from the pack, and what the recorded tricks tell need not be given.
    """
    return _desk(context).enter(
        file,
        lambda language: language.end(
            counts or (), last=last, all_tricks=all_tricks, no_trick=no_trick or (), concede=concede
        ),
    )


@app.line(
    "adjust", 'adjust boris -10 --note "revoked"', 'adjust anna 50 --note "handicap"', context_settings=NUMBERS
)
def adjust(
    context: typer.Context,
    player: Player,
    points: Number,
    *,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is kept on the sheet.")],
    file: File = None,
) -> Booked:
    """Book points outside the rules.

    A penalty or a handicap. In an open hand it belongs to that hand, otherwise to the session.
    """
    return _desk(context).enter(file, lambda language: language.adjust(player, points, note=note))


@app.line("agree", "agree anna=640 boris=480")
def agree(
    context: typer.Context,
    totals: Annotated[list[str], typer.Argument(metavar="PLAYER=N...", help="The total of each, as read out.")],
    file: File = None,
) -> Booked:
    """Check the totals read out at the table.

    A difference is refused, with both numbers and the entries since the last agreement.
    """
    return _desk(context).enter(file, lambda language: language.agree(totals))


@app.line("note", "note tea is served", 'note "Boris owes a bottle"')
def note(
    context: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT...", help="The words of the remark.")],
    file: File = None,
) -> Booked:
    """Write a remark on the sheet."""
    return _desk(context).enter(file, lambda language: language.note(" ".join(text)))


def _desk(context: typer.Context) -> Desk:
    desk: Desk = context.obj
    return desk
