"""The incidents of a room's gaming day as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from rules.audit.incidents.builder import in_order, incident_of_day, with_unique_ids
from rules.audit.incidents.cases import NO_TRACE, Case, Group
from rules.audit.incidents.links import joined_over_a_day
from rules.audit.incidents.places import THE_DAY
from rules.results import Finding, Incident


def incidents_of_day(room: str, day: str, findings: Sequence[Finding]) -> list[Incident]:
    """The incidents across the sessions of a day, in their order."""
    breaches = [each for each in findings if each.kind in ("violation", "discrepancy")]
    cases = [Case(each, THE_DAY, NO_TRACE) for each in breaches]
    groups = [Group([cases[at] for at in members]) for members in joined_over_a_day(breaches)]
    return in_order(with_unique_ids(incident_of_day(room, day, group) for group in groups))
