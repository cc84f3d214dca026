"""Looking: the standing, the log, and what can be declared."""

from typing import Annotated, Any

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import games, house_options, players
from bezique_score.cli.desk import Desk
from bezique_score.language import find_player, usage
from bezique_score.rules.rulebook import Rulebook
from bezique_score.scorebook import Scorebook
from bezique_score.text import say

app = typer_app()


def screen_width() -> int:
    """Measure the screen in columns; 80 where nobody looks at one."""
    return typer.get_terminal_size((80, 24)).columns


@app.line("score", "score", "score --json", "score --under classic", "score --set packs=10")
def score(
    context: typer.Context,
    *,
    under: Annotated[
        str | None,
        typer.Option("--under", metavar="RULES", autocompletion=games, help="The same evening under other rules."),
    ] = None,
    options: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", autocompletion=house_options, help="With another house option."
        ),
    ] = None,
    json: Json = False,
    file: File = None,
) -> Looked:
    """Show the standing.

    Hands, totals, what each still needs; trumps, dealer, who leads, cards left in the stock. With --under or
    --set the same evening is judged by other rules, and every entry that they see otherwise is listed.
    """
    desk: Desk = context.obj
    book = desk.book(file)
    if under is not None or options:
        return _score_under(book, under, options or [], json)

    def data() -> dict[str, Any]:
        from bezique_score.sheet.data import score_data  # noqa: PLC0415 - this or the text is wanted

        return score_data(book.header.name, book.replay)

    def text() -> str:
        from bezique_score.sheet.views import score_text  # noqa: PLC0415 - this or the data is wanted

        return score_text(book.header.name, book.replay, width=screen_width())

    return Looked(data, text, json)


def _score_under(book: Scorebook, under: str | None, options: list[str], json: bool) -> Looked:
    """Compare a session with what other rules make of it. Raises `Refusal`."""
    from bezique_score.cli.options import chosen_options  # noqa: PLC0415 - seldom asked for
    from bezique_score.rejudge import judge_again  # noqa: PLC0415 - seldom asked for
    from bezique_score.session import match_under  # noqa: PLC0415 - seldom asked for
    from bezique_score.sheet.comparison import comparison_data, comparison_text  # noqa: PLC0415 - the same

    match = match_under(book.header, under, chosen_options(options))
    compared = judge_again(book.replay, match)
    name = book.header.name
    return Looked(
        lambda: comparison_data(name, book.replay, match, compared),
        lambda: comparison_text(name, book.replay, match, compared, width=screen_width()),
        json,
    )


@app.line("log", "log", "log --all")
def log(
    context: typer.Context,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was undone or amended, and the corrections.")
    ] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """List the entries with their points and running totals."""
    desk: Desk = context.obj
    replay = desk.book(file).replay

    def data() -> list[dict[str, Any]]:
        from bezique_score.sheet.data import log_data  # noqa: PLC0415 - this or the text is wanted

        return log_data(replay, everything=everything)

    def text() -> str:
        from bezique_score.sheet.views import log_text  # noqa: PLC0415 - this or the data is wanted

        return log_text(replay, everything=everything, width=screen_width())

    return Looked(data, text, json)


@app.line("melds", "melds", "melds boris", "melds --all")
def melds(
    context: typer.Context,
    player: Annotated[
        str | None,
        typer.Argument(
            metavar="[PLAYER]", autocompletion=players, help="Whose declarations; by default of who leads."
        ),
    ] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="The price list of the game, to print and lay on the table.")
    ] = False,
    json: Json = False,
    file: File = None,
) -> Looked:
    """List what can be declared now, and what it is worth now."""
    desk: Desk = context.obj
    replay = desk.book(file).replay
    if everything:
        if player is not None:
            raise usage(say("The price list is the same for everybody."), line="melds --all")
        return _price_list(replay.match.rules, as_json=json)
    name = None if player is None else find_player(player, replay.match.seating.players).one()
    replay.match.offers(replay.table, name)  # refused now, not when it is printed

    def data() -> list[dict[str, Any]]:
        from bezique_score.sheet.data import melds_data  # noqa: PLC0415 - this or the text is wanted

        return melds_data(replay, name)

    def text() -> str:
        from bezique_score.sheet.views import melds_text  # noqa: PLC0415 - this or the data is wanted

        return melds_text(replay, name, width=screen_width())

    return Looked(data, text, json)


def _price_list(rules: Rulebook, *, as_json: bool) -> Looked:
    from bezique_score.sheet.prices import prices_data, prices_text  # noqa: PLC0415 - only the list needs it

    return Looked(lambda: prices_data(rules), lambda: prices_text(rules, width=screen_width()), as_json)
