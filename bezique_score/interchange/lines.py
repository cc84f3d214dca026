"""Records as JSON lines: one object a line."""

import re
from collections.abc import Iterable

import msgspec

from bezique_score.interchange.fault import RecordFault
from bezique_score.interchange.records import Record
from bezique_score.text import say

_DRIVES_A_TERMINAL = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"


def write_lines(records: Iterable[Record]) -> str:
    """Write records; what could drive a terminal is written as a JSON escape, and means the same."""
    encoder = msgspec.json.Encoder()
    text = "".join(f"{encoder.encode(record).decode()}\n" for record in records)
    return re.sub(_DRIVES_A_TERMINAL, lambda found: f"\\u{ord(found[0]):04x}", text)


def read_lines(text: str) -> list[Record]:
    """Read records. Raises `RecordFault`."""
    decoder = msgspec.json.Decoder(Record)
    found: list[Record] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(decoder.decode(line))
        except (msgspec.DecodeError, RecursionError) as error:
            raise RecordFault(say("{reason}", reason=error), line=number) from error
    return found
