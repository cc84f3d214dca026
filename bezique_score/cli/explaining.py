"""`explain`: what a refusal means, and what to do about it."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import codes
from bezique_score.explanations import EXPLANATIONS
from bezique_score.language import nearest, quoted, usage
from bezique_score.refusal import RULES, Code
from bezique_score.text import say

app = typer_app()


@app.line("explain", "explain", "explain stock-empty")
def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="[CODE]", autocompletion=codes, help="The word in brackets behind a refusal."),
    ] = None,
    *,
    json: Json = False,
    file: File = None,  # noqa: ARG001 - every command takes it
) -> Looked:
    """Explain a refusal: what it means, the rule, an example, what to do. Without CODE, list all of them."""
    if code is None:
        width = max(map(len, Code))
        listed = "".join(f"{known:<{width}}  {rule}\n" for known, rule in RULES.items())
        return Looked(lambda: [_data(known) for known in Code], lambda: listed, json)
    found = _find(code)
    return Looked(lambda: _data(found), lambda: _text(found), json)


def _find(word: str) -> Code:
    """Find a code by its word or the start of it. Raises `Refusal` (usage)."""
    folded = word.strip("[]").casefold()
    beginning = [code for code in Code if code.startswith(folded)]
    if folded in beginning or len(beginning) == 1:
        return Code(folded) if folded in beginning else beginning[0]
    near = nearest(folded, Code)
    raise usage(
        say("There is no refusal {code}.", code=quoted(word)),
        line="explain",
        advice=say("did you mean {near}?", near=near) if near else say("lists them"),
    )


def _text(code: Code) -> str:
    told = EXPLANATIONS[code]
    lines = [
        say("{code}: {meaning}", code=code, meaning=told.meaning),
        say("The rule: {rule}", rule=RULES[code]),
        say("For example: {example}", example=told.example),
        say("What to do: {remedy}", remedy=told.remedy),
    ]
    return "".join(f"{line}\n" for line in lines)


def _data(code: Code) -> dict[str, str]:
    told = EXPLANATIONS[code]
    return {
        "code": code,
        "meaning": str(told.meaning),
        "rule": str(RULES[code]),
        "example": str(told.example),
        "remedy": str(told.remedy),
    }
