"""What happens at the table: each command turns its words into an event and records it."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Booked
from bezique_score.cli.app import File, typer_app
from bezique_score.cli.completing import cards, declare_words, numbers, players, ranks, suits, trick_words
from bezique_score.cli.desk import Desk

app = typer_app()

Player = Annotated[str, typer.Argument(metavar="PLAYER", autocompletion=players)]
Number = Annotated[str, typer.Argument(metavar="N")]

NUMBERS = {"ignore_unknown_options": True}
"""Settings of a command that takes negative numbers, which look like options."""


@app.command("deal")
def deal(
    context: typer.Context,
    *,
    trump: Annotated[
        str | None, typer.Option(metavar="SUIT", autocompletion=suits, help="The suit turned for trumps.")
    ] = None,
    upcard: Annotated[
        str | None, typer.Option(metavar="CARD", autocompletion=cards, help="The very card turned.")
    ] = None,
    dealer: Annotated[
        str | None, typer.Option(metavar="PLAYER", autocompletion=players, help="Who deals out of turn.")
    ] = None,
    file: File = None,
) -> Booked:
    """Begin a hand."""
    return _desk(context).enter(file, lambda language: language.deal(trump=trump, upcard=upcard, dealer=dealer))


@app.command("trick")
def trick(
    context: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] [CARD]...", autocompletion=trick_words)],
    file: File = None,
) -> Booked:
    """Say who took the trick, or its cards in order of play."""
    return _desk(context).enter(file, lambda language: language.trick(words))


@app.command("declare")
def declare(
    context: typer.Context,
    words: Annotated[
        list[str], typer.Argument(metavar="[PLAYER] MELD [SUIT|CARD]...", autocompletion=declare_words)
    ],
    *,
    infuzorki: Annotated[
        list[str] | None,
        typer.Option("-i", metavar="RANK", autocompletion=ranks, help="An infuzorka stands for this rank."),
    ] = None,
    allow: Annotated[
        str | None, typer.Option(metavar="REASON", help="The table agreed to what the rules refuse.")
    ] = None,
    file: File = None,
) -> Booked:
    """Book a declaration."""
    return _desk(context).enter(
        file, lambda language: language.declare(words, infuzorki=infuzorki or (), allow=allow)
    )


@app.command("exchange")
def exchange(
    context: typer.Context,
    player: Annotated[str | None, typer.Argument(metavar="[PLAYER]", autocompletion=players)] = None,
    file: File = None,
) -> Booked:
    """Exchange the low trump for the turned card."""
    return _desk(context).enter(file, lambda language: language.exchange(player))


@app.command("bid", context_settings=NUMBERS)
def bid(
    context: typer.Context,
    player: Player,
    points: Number,
    *,
    blind: Annotated[bool, typer.Option("--blind", help="The cards were not looked at.")] = False,
    file: File = None,
) -> Booked:
    """Record a bid of the auction."""
    return _desk(context).enter(file, lambda language: language.bid(player, points, blind=blind))


@app.command("pass")
def pass_(context: typer.Context, player: Player, file: File = None) -> Booked:
    """Leave the auction."""
    return _desk(context).enter(file, lambda language: language.pass_(player))


@app.command("end")
def end(
    context: typer.Context,
    counts: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PLAYER=N]...", autocompletion=numbers, help="Brisques, or card points."),
    ] = None,
    *,
    last: Annotated[
        str | None, typer.Option(metavar="PLAYER", autocompletion=players, help="Who took the last trick.")
    ] = None,
    all_tricks: Annotated[
        str | None, typer.Option(metavar="PLAYER", autocompletion=players, help="Who took every trick.")
    ] = None,
    no_trick: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", autocompletion=players, help="Who took no trick (bolts).")
    ] = None,
    concede: Annotated[bool, typer.Option("--concede", help="The bidder gives up before play.")] = False,
    file: File = None,
) -> Booked:
    """Close the hand."""
    return _desk(context).enter(
        file,
        lambda language: language.end(
            counts or (),
            last=last,
            all_tricks=all_tricks,
            no_trick=no_trick or (),
            concede=concede,
            order=_desk(context).order_of_counting(file),
        ),
    )


@app.command("adjust", context_settings=NUMBERS)
def adjust(
    context: typer.Context,
    player: Player,
    points: Number,
    *,
    note: Annotated[str, typer.Option(metavar="TEXT", help="Why.")],
    file: File = None,
) -> Booked:
    """Book points outside the rules."""
    return _desk(context).enter(file, lambda language: language.adjust(player, points, note=note))


@app.command("agree")
def agree(
    context: typer.Context,
    totals: Annotated[list[str], typer.Argument(metavar="PLAYER=N...", autocompletion=numbers)],
    file: File = None,
) -> Booked:
    """Check the totals read out at the table."""
    return _desk(context).enter(file, lambda language: language.agree(totals))


@app.command("note")
def note(
    context: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT")],
    file: File = None,
) -> Booked:
    """Write a remark on the sheet."""
    return _desk(context).enter(file, lambda language: language.note(" ".join(text)))


def _desk(context: typer.Context) -> Desk:
    desk: Desk = context.obj
    return desk
