"""Rulesets as the command line and the API print them; the API adds `links`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.clauses import Clause
    from rules.controls.difference import Difference
    from rules.controls.library import Library
    from rules.controls.ruleset import Ruleset

_CLAUSE = ("id", "source", "statement", "testable")


def brief(found: Ruleset) -> dict[str, Any]:
    """A revision without parameters. standing: of a room's controls; None: of the library."""
    days = found.in_force
    return {
        "id": found.id,
        "revision": found.revision,
        "title": found.title,
        "authority": found.authority,
        "family": found.family,
        "digest": found.digest,
        "standing": found.standing,
        "in_force": {"from": days.get("from"), "until": days.get("until")},
    }


def whole(found: Ruleset, library: Library) -> dict[str, Any]:
    """A revision with its parameters and their clauses."""
    return brief(found) | details(found, library)


def details(found: Ruleset, library: Library) -> dict[str, Any]:
    """Details that `whole` adds to `brief`. revisions: of the same id, with this one, perhaps a draft."""
    from rules.clauses import catalogue

    known = catalogue()
    revisions = {each.revision for each in library.listed() if each.id == found.id}
    return {
        "revisions": sorted({found.revision, *revisions}),
        "extends": list(found.extends),
        "readings": dict(found.readings),
        "params": found.params,
        "clauses": {each: clause(known[each]) for each in sorted(found.cited) if each in known},
    }


def clause(found: Clause) -> dict[str, Any]:
    """A clause of a source."""
    return {name: getattr(found, name) for name in _CLAUSE}


def difference(a: dict[str, Any], b: dict[str, Any], found: Sequence[Difference]) -> dict[str, Any]:
    """Differences between two revisions given as briefs, with the texts of their clauses."""
    from rules.controls.difference import clauses_of

    return {"a": a, "b": b, "differences": found, "clauses": clauses_of(found)}
