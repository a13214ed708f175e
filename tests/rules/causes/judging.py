"""What an audit with causes has to hold, whatever was changed."""

from __future__ import annotations

from collections import Counter

from rules.results import MONEY_KINDS, Audit, Incident


def causes(audit: Audit) -> list[str]:
    """The sentences of the causes, in the order of the incidents."""
    return [each.cause.message for each in incidents(audit) if each.cause is not None]


def incidents(audit: Audit) -> list[Incident]:
    assert audit.incidents is not None
    return audit.incidents


def adds_up(audit: Audit) -> bool:
    """Each breach is in one incident, no amount is below 0, and the money of the incidents is the audit's."""
    breaches = sorted(
        each.fingerprint for each in audit.findings if each.kind in ("violation", "discrepancy")
    )
    if sorted(one for each in incidents(audit) for one in each.findings) != breaches:
        return False
    found: Counter[tuple[str, str]] = Counter()
    for each in incidents(audit):
        for amounts in each.money or ():
            for kind in MONEY_KINDS:
                amount = getattr(amounts, kind) or 0
                if amount < 0:
                    return False
                found[amounts.unit, kind] += amount
    totals = {
        (each.unit, kind): getattr(each, kind) or 0 for each in audit.money or () for kind in MONEY_KINDS
    }
    return all(found[key] == amount for key, amount in totals.items())


def codes_of(audit: Audit, incident: Incident) -> set[str]:
    """The checks whose findings an incident has."""
    of = {each.fingerprint: each.code for each in audit.findings}
    return {of[each] for each in incident.findings}
