"""The incidents of a tournament or a ledger: findings that follow from one another and can be about the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.audit.incidents.builder import digest, in_order, with_unique_ids
from rules.audit.incidents.cases import area_of, rank
from rules.audit.incidents.joined import Joined
from rules.audit.incidents.links import linked
from rules.audit.incidents.titles import title
from rules.results import SEVERITIES, Finding, Incident, IncidentHand
from rules.shown_events import EventFacts

_SHARED = ("entry", "player", "table", "account", "session", "hand", "total")


def incidents_of_event(event: EventFacts, findings: Sequence[Finding]) -> list[Incident]:
    """The incidents of an event, in their order."""
    breaches = [each for each in findings if each.kind in ("violation", "discrepancy")]
    groups = [[breaches[at] for at in members] for members in _joined(breaches)]
    return in_order(with_unique_ids(_incident(event, group) for group in groups))


def _joined(findings: Sequence[Finding]) -> Iterable[Sequence[int]]:
    joined = Joined(len(findings))
    for at, one in enumerate(findings):
        for before, other in enumerate(findings[:at]):
            if (min(one.code, other.code), max(one.code, other.code)) in linked() and _together(one, other):
                joined.join(before, at)
    return joined.groups(range(len(findings)))


def _together(one: Finding, other: Finding) -> bool:
    """Whether two findings can be of one cause: what both name is the same."""
    named = [(getattr(one, each), getattr(other, each)) for each in _SHARED]
    return all(mine == theirs for mine, theirs in named if mine and theirs)


def _incident(event: EventFacts, group: Sequence[Finding]) -> Incident:
    root = min(group, key=lambda each: rank(each.code))
    about = (root.session, root.hand, root.entry, root.player, root.table, root.total, root.account)
    return Incident(
        id=digest(event.room, f"{event.kind} {event.id}", root.code, *map(str, about)),
        title=title(root, None, 0),
        severity=min((each.severity for each in group), key=SEVERITIES.index),
        area=area_of(root.code),
        pattern=False,
        root=root.fingerprint,
        hands=[
            IncidentHand(each.session, each.hand) for each in group if each.session and each.hand is not None
        ],
        day=event.day,
        seats=sorted({each.seat for each in group if each.seat is not None}),
        at=None,
        clause=root.clause,
        findings=[root.fingerprint, *(each.fingerprint for each in group if each is not root)],
        misallocated=None,
        misrecorded=None,
        owes=[],
    )
