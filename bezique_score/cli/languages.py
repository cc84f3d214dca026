"""In which language people are answered: `--lang`, else `BEZIQUE_LANG`, the settings, the locale."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typer.core import TyperOption

from bezique_score.language import quoted, usage
from bezique_score.text import ENGLISH, listing, say, speak

LANGUAGES = ("en", "ru", "pl")

LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables that name the locale of messages; the first that is set counts, as everywhere."""

OPTION = "--lang"


def switch_to(language: str) -> None:
    """Speak a language from now on; a catalogue is looked for only where English will not do."""
    if language == ENGLISH.language:
        speak(ENGLISH)
        return
    from bezique_score.translations import speech_of  # noqa: PLC0415 - not needed in English

    speak(speech_of(language))


def asked_for(words: Sequence[str]) -> str | None:
    """Find the language that a line asks for, before anything else in it is read; none where it names none.

    What `--lang` is given is verified when the line is parsed.
    """
    found = None
    for word, value in zip(words, [*words[1:], ""], strict=False):
        if word == "--":
            break
        if word == OPTION or word.startswith(f"{OPTION}="):
            found = known_language(value if word == OPTION else word.removeprefix(f"{OPTION}=")) or found
    return found


def language_of(environment: Mapping[str, str], setting: Callable[[], str | None]) -> str:
    """Choose the language of answers where a line does not ask for one; English where nothing is known."""
    wanted = known_language(environment.get("BEZIQUE_LANG", "")) or setting()
    if wanted is None:
        locale = next((value for name in LOCALE if (value := environment.get(name))), "")
        wanted = known_language(locale)
    return wanted or ENGLISH.language


def known_language(word: str) -> str | None:
    """Read the name of a language or a locale: `ru`, `ru_RU.UTF-8`; none for any other."""
    language = word.replace("-", "_").replace(".", "_").replace("@", "_").partition("_")[0].casefold()
    return language if language in LANGUAGES else None


def add_option(command: Any) -> Any:
    """Let a command, and all that are under it, take `--lang`."""
    command.params.append(
        TyperOption(
            param_decls=["lang", OPTION],
            metavar="|".join(LANGUAGES),
            expose_value=False,
            is_eager=True,
            callback=_switch,
            autocompletion=lambda context, arguments, incomplete: [(word, "") for word in LANGUAGES],  # noqa: ARG005
            help=ABOUT.template,
        )
    )
    for inner in getattr(command, "commands", {}).values():
        add_option(inner)
    return command


ABOUT = say("The language of the answer (also BEZIQUE_LANG, and `config set language`).")


def _switch(context: Any, parameter: Any, word: str | None) -> None:  # noqa: ARG001 - as Typer calls it
    if word is None or context.resilient_parsing:
        return
    language = known_language(word)
    if language is None:
        raise usage(
            say("There is no language {word}.", word=quoted(word)),
            advice=say("It is {allowed}.", allowed=listing(LANGUAGES)),
        )
    switch_to(language)
