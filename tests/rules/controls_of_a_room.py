"""A card room's own controls in several revisions, with a standing each: what a what-if is tried on."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from rules.controls.library import Library, library, load
from tests.rules.rulesets import BASE

SURRENDER = """
[surrender]
allowed = true
amount = {{ units = {units}, cite = "WSGC-surrender", text = "{text}" }}
payees = "live_only"
against_surrender = 0
against_natural = "surrender_amount"
royalties = "none"
cite = ["WSGC-surrender", "WSGC-surrender-payees"]
"""
WORDS = "A player who gives up a hand pays {units} units to every player who does not."
Days = tuple[str, str | None]


def revision(
    number: int, units: int, starts: str | None, name: str = "room-thirteen", extra: str = ""
) -> str:
    """The text of one revision: one unit a row, and ``units`` for a hand that is given up."""
    head = BASE.replace('id = "base"', f'id = "{name}"').replace("revision = 1", f"revision = {number}")
    days = f"{{ from = {starts} }}" if starts else "{}"
    head = head.replace("in_force = {}", f"in_force = {days}").replace(
        'title = "Base"', f'title = "Controls {number}"'
    )
    return head + SURRENDER.format(units=units, text=WORDS.format(units=units)) + extra


def registry(standings: Mapping[str, str], *texts: str) -> Library:
    """The shipped library with the revisions of a room added. standings: by `id@revision`."""
    own = load({f"{place}.toml": text for place, text in enumerate(texts)}).revisions()
    return Library(
        [
            *library().revisions(),
            *(replace(each, standing=standings.get(str(each), "approved")) for each in own),
        ]
    )


ROOM = registry(
    {"room-thirteen@3": "draft"},
    revision(1, 2, "2026-01-01"),
    revision(2, 3, "2026-03-15"),
    revision(3, 5, "2026-06-01"),
)
