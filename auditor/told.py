"""An audit as programs are told it: with how the controls that a what-if tried differ from those that were played."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.controls.library import Library
from rules.controls.what_if import Comparison, compared
from rules.results import Audit


class Controls(msgspec.Struct, frozen=True, kw_only=True):
    """The ruleset that was tried against the one that the room said it played.

    ``differing``: how many parameters differ, and ``command`` shows them; both are null where the library does
    not have both rulesets.
    """

    as_played: str
    as_tried: str
    differing: int | None
    command: str | None


class ToldAudit(Audit, frozen=True, kw_only=True):
    """An audit with the controls that it compares: none, unless it is a what-if."""

    controls: list[Controls]


def told(audit: Audit, library: Library) -> ToldAudit:
    """An audit as it is told."""
    return ToldAudit(**msgspec.structs.asdict(audit), controls=controls(compared(audit, library)))


def controls(comparisons: Iterable[Comparison]) -> list[Controls]:
    """What is told of controls that were compared."""
    return [
        Controls(
            as_played=one.played,
            as_tried=one.tried,
            differing=one.differing if one.known else None,
            command=f"auditor rulesets diff {one.played} {one.tried}" if one.known else None,
        )
        for one in comparisons
    ]
