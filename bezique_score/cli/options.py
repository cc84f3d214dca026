"""Options that several commands take, read from words."""

from bezique_score.language import quoted, usage
from bezique_score.text import say


def chosen_options(options: list[str]) -> dict[str, str]:
    """Split the words of `--set`. Raises `Refusal` (usage)."""
    chosen: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals or not key or key in chosen:
            raise usage(
                say("{option} is not KEY=VALUE, each key once.", option=quoted(option)),
                advice=say("`rules show` lists the options of a game."),
            )
        chosen[key] = value
    return chosen
