"""Choices on the list of a room's incidents. A value that the list does not offer chooses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from auditor.incident_selection import INCIDENT_SORTS, IncidentSelection
from auditor.store.rows import INCIDENT_STATES
from rules.results import AREAS, SEVERITIES

_LONGEST = 100
FIELDS = ("state", "severity", "kind", "table", "clause", "player", "search", "sort")
_MORE = (
    "severity",
    "kind",
    "table",
    "clause",
    "player",
    "sort",
)  # beside the state, which has tabs, and the search
_OFFERED: Mapping[str, tuple[str, ...]] = {
    "state": (*INCIDENT_STATES, "overdue"),
    "severity": SEVERITIES,
    "kind": AREAS,
    "sort": INCIDENT_SORTS,
}


def chosen_of(args: Mapping[str, str]) -> dict[str, str]:
    """Choices by the fields of the form; empty texts for nothing."""
    found = {}
    for name in FIELDS:
        value = args.get(name, "").strip()[:_LONGEST]
        found[name] = value if value in _OFFERED.get(name, (value,)) else ""
    return found


def selection_of_choice(chosen: Mapping[str, str]) -> IncidentSelection:
    """The incidents of a choice, and their order."""
    state: Any = chosen["state"]
    severity: Any = chosen["severity"]
    area: Any = chosen["kind"]
    sort: Any = chosen["sort"]
    return IncidentSelection(
        states=(state,) if state in INCIDENT_STATES else (),
        overdue=True if state == "overdue" else None,
        severities=(severity,) if severity else (),
        areas=(area,) if area else (),
        table=chosen["table"] or None,
        clause=chosen["clause"] or None,
        player=chosen["player"] or None,
        search=chosen["search"] or None,
        sort=sort or INCIDENT_SORTS[0],
    )


def in_address(chosen: Mapping[str, str]) -> dict[str, str | None]:
    """A choice as an address has it: nothing of what was not chosen."""
    return {name: value or None for name, value in chosen.items()}


def is_narrowed(chosen: Mapping[str, str]) -> bool:
    """Whether something of the form beside the state and the search was chosen."""
    return any(chosen[name] for name in _MORE)
