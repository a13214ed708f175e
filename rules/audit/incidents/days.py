"""The incidents of a room's gaming day as a whole."""

from __future__ import annotations

from collections.abc import Sequence

from rules.audit.incidents.builder import digest, in_order, with_unique_ids
from rules.audit.incidents.cases import area_of, rank
from rules.audit.incidents.links import joined_over_a_day
from rules.audit.incidents.titles import title
from rules.results import SEVERITIES, Finding, Incident


def incidents_of_day(room: str, day: str, findings: Sequence[Finding]) -> list[Incident]:
    """The incidents across the sessions of a day, in their order."""
    breaches = [each for each in findings if each.kind in ("violation", "discrepancy")]
    groups = [[breaches[at] for at in members] for members in joined_over_a_day(breaches)]
    return in_order(with_unique_ids(_incident(room, day, group) for group in groups))


def _incident(room: str, day: str, group: Sequence[Finding]) -> Incident:
    root = min(group, key=lambda each: rank(each.code))
    return Incident(
        id=digest(room, day, root.code, f"day {root.session}", str(root.player)),
        title=title(root, None, 0),
        severity=min((each.severity for each in group), key=SEVERITIES.index),
        area=area_of(root.code),
        pattern=False,
        root=root.fingerprint,
        hands=[],
        day=day,
        seats=[],
        at=None,
        clause=root.clause,
        findings=[root.fingerprint, *(each.fingerprint for each in group if each is not root)],
        misallocated=None,
        misrecorded=None,
        owes=[],
    )
