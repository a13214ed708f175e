"""Numbers of a log's hands, without a replay."""

from __future__ import annotations

from msgspec import Struct

from rules.audit.source import LogSource
from rules.records.reader import numbered_lines
from rules.typed import from_json

_HANDS = frozenset(("chinese_hand", "ofc_hand", "pot_hand"))


class _Line(Struct, frozen=True):
    event: str
    hand: int | None = None


_decoded = from_json(_Line)


def hand_numbers(source: LogSource) -> list[int]:
    """Numbers of hands, once each. The log was accepted before."""
    found: dict[int, None] = {}
    for _, line in numbered_lines(source.chunks()):
        each = _decoded(line)
        if each.event in _HANDS and each.hand is not None:
            found.setdefault(each.hand)
    return list(found)
