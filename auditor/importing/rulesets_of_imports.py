"""Rulesets of derived logs against the library; others are rooms' own, or slips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from auditor.importing.frame import DerivedLog, ImportProblem
from rules.controls.library import Library, NotApproved, UnknownRuleset
from rules.records.problems import shown

_DO = "Where it is none of the room's own controls, correct it and import the file again: no audit takes the log."


def doubtful_rulesets(logs: Iterable[DerivedLog], library: Library) -> Iterator[ImportProblem]:
    """A note for each named ruleset absent from the library or never approved."""
    for name in dict.fromkeys(_ruleset(each.data) for each in logs):
        found = None if name is None else _doubt(name, library)
        if name is not None and found is not None:
            near = library.nearest(name)
            hint = f" (did you mean '{near}'?)" if near not in (None, name) else ""
            yield ImportProblem(
                where="",
                field="ruleset",
                found=f"{shown(name)}, which {found}",
                expected=f"a ruleset of the library{hint}, or one of the room's own controls",
                do=_DO,
                refuses=False,
            )


def _ruleset(log: bytes) -> str | None:
    named = msgspec.json.decode(log.partition(b"\n")[0]).get("ruleset")
    return named if isinstance(named, str) else None


def _doubt(name: str, library: Library) -> str | None:
    """Doubt about a named ruleset; None for an approved one of the library."""
    try:
        library.choice(name).approved()
    except UnknownRuleset:
        return "is not in the library"
    except NotApproved:
        return "was not approved"
    return None
