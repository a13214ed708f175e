"""The one recorded fact behind an incident, in words."""

from __future__ import annotations

from rules.results import MONEY_KINDS, Incident

_AMOUNTS = "The amounts follow from the file as it is; with this one fact as the rest of the record has it, none of them is left."


def cause_of(incident: Incident) -> str | None:
    """The fact, and its effect on amounts; None: none known."""
    if incident.cause is None:
        return None
    amounts = any(getattr(each, kind) for each in incident.money or () for kind in MONEY_KINDS)
    return f"{incident.cause.message} {_AMOUNTS}" if amounts else incident.cause.message
