"""The scoresheet for other programs."""

import msgspec

from bezique_score.sheet.model import Sheet


def render_json(sheet: Sheet, width: int = 80) -> str:  # noqa: ARG001 - data has no width
    """Write the whole sheet as one JSON object."""
    return msgspec.json.format(msgspec.json.encode(sheet), indent=2).decode() + "\n"
