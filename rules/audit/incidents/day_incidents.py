"""Incidents of a gaming day across sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rules.audit.chips.stack_accounts import KINDS
from rules.audit.incidents.builder import digest, with_unique_ids
from rules.audit.incidents.cases import area_of, rank
from rules.audit.incidents.incident_order import in_order
from rules.audit.incidents.links import joined_over_a_day
from rules.audit.incidents.short_titles import short_title
from rules.audit.incidents.titles import title
from rules.audit.money.counted_findings import signed
from rules.parties import UNKNOWN
from rules.results import MONEY_KINDS, SEVERITIES, Amounts, Break, Finding, Incident


def incidents_of_day(
    room: str, day: str, findings: Sequence[Finding], units: Mapping[str, str]
) -> list[Incident]:
    """Incidents across a day's sessions in order. units: of money, by session."""
    breaches = [each for each in findings if each.kind in ("violation", "discrepancy")]
    groups = [[breaches[at] for at in members] for members in joined_over_a_day(breaches)]
    return in_order(with_unique_ids(_incident(room, day, group, units) for group in groups))


def _incident(room: str, day: str, group: Sequence[Finding], units: Mapping[str, str]) -> Incident:
    root = min(group, key=lambda each: rank(each.code))
    own = [each for each in group if each.money_kind == "unaccounted" and each.money]
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
        money=_amounts(own, units) if own else None,
        breaks=[
            Break(
                kind=KINDS.get(each.code, each.name),
                party=each.party or UNKNOWN,
                line=each.line,
                amount=signed(each),
            )
            for each in own
        ]
        or None,
        short=short_title(root, None),
    )


def _amounts(own: Sequence[Finding], units: Mapping[str, str]) -> list[Amounts]:
    found: Counter[str] = Counter()
    for each in own:
        found[units[each.session]] += each.money or 0
    nothing = dict.fromkeys(MONEY_KINDS)
    return [
        Amounts(unit=unit, **(nothing | {"unaccounted": amount})) for unit, amount in sorted(found.items())
    ]
