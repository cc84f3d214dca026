"""`config`: the user's settings, listed, looked up and changed."""

from typing import Annotated

import typer

from bezique_score.cli.answers import Looked
from bezique_score.cli.app import File, Json, typer_app
from bezique_score.cli.completing import setting_keys, setting_values
from bezique_score.cli.desk import Desk
from bezique_score.language import nearest, quoted, usage
from bezique_score.settings import KEYS, Settings
from bezique_score.text import say

app = typer_app(invoke_without_command=True)

Key = Annotated[
    str, typer.Argument(metavar="KEY", autocompletion=setting_keys, help="A setting that `config` lists.")
]


@app.callback()
def config(context: typer.Context, *, json: Json = False, file: File = None) -> Looked | None:  # noqa: ARG001
    """List the settings; or look one up, set it, or forget it."""
    return None if context.invoked_subcommand else _listed(context.obj, as_json=json)


@app.line("list", "config list")
def list_(context: typer.Context, *, json: Json = False, file: File = None) -> Looked:  # noqa: ARG001
    """List the settings, what each is, and what it means."""
    return _listed(context.obj, as_json=json)


@app.line("get", "config get game")
def get(context: typer.Context, key: Key, *, json: Json = False, file: File = None) -> Looked:  # noqa: ARG001
    """Print one setting; nothing where it is not set."""
    desk: Desk = context.obj
    _verify_key(key)
    value = getattr(desk.settings_file.read(), key)
    return Looked(lambda: {key: value}, lambda: "" if value is None else f"{value}\n", json)


@app.line("set", "config set game rubicon", "config set colours never")
def set_(
    context: typer.Context,
    key: Key,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", autocompletion=setting_values, help="What it is from now on.")
    ],
    *,
    json: Json = False,
    file: File = None,  # noqa: ARG001 - every command takes it
) -> Looked:
    """Set one setting."""
    return _changed(context.obj, key, value, as_json=json)


@app.line("unset", "config unset game")
def unset(context: typer.Context, key: Key, *, json: Json = False, file: File = None) -> Looked:  # noqa: ARG001
    """Forget one setting."""
    return _changed(context.obj, key, None, as_json=json)


def _changed(desk: Desk, key: str, word: str | None, *, as_json: bool) -> Looked:
    _verify_key(key)
    value = getattr(desk.settings_file.change(key, word), key)
    talk = (
        say("{key} is {value} from now on.", key=key, value=value) if word else say("{key} is not set.", key=key)
    )
    return Looked(lambda: {key: value}, str, as_json, talk=talk)


def _verify_key(key: str) -> None:
    if key not in KEYS:
        near = nearest(key, KEYS)
        raise usage(
            say("There is no setting {key}.", key=quoted(key)),
            line="config",
            advice=say("did you mean {near}?", near=near) if near else None,
        )


def _listed(desk: Desk, *, as_json: bool) -> Looked:
    settings = desk.settings_file.read()

    def text() -> str:
        width = max(map(len, KEYS))
        return (
            "".join(f"{key:<{width}}  {_shown(settings, key):<8}  {about}\n" for key, about in KEYS.items())
            + f"{say('The file: {path}', path=desk.settings_file.path)}\n"
        )

    return Looked(lambda: {key: getattr(settings, key) for key in KEYS}, text, as_json)


def _shown(settings: Settings, key: str) -> str:
    value = getattr(settings, key)
    return str(say("not set")) if value is None else str(value)
