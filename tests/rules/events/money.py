"""What tests of the money of tournaments and ledgers ask of an audit."""

from __future__ import annotations

from rules.results import MONEY_KINDS, Audit, Incident, MoneyTotal


def total(audit: Audit, unit: str = "EUR") -> MoneyTotal:
    """The amounts of a unit, which are those of the incidents together."""
    assert audit.money is not None
    (found,) = (each for each in audit.money if each.unit == unit)
    of_incidents = [
        each for incident in audit.incidents or [] for each in incident.money or [] if each.unit == unit
    ]
    for kind in MONEY_KINDS:
        assert sum(getattr(each, kind) or 0 for each in of_incidents) == (getattr(found, kind) or 0), kind
    return found


def amounts(audit: Audit, unit: str = "EUR") -> dict[str, int]:
    """The kinds of which there is money."""
    found = total(audit, unit)
    return {kind: amount for kind in MONEY_KINDS if (amount := getattr(found, kind))}


def repaid(audit: Audit) -> list[tuple[str | None, str | None, int]]:
    """Who pays whom."""
    return [(each.debtor, each.creditor, each.amount) for each in audit.repayments]


def lacked(audit: Audit) -> list[tuple[str, int, str]]:
    """What nobody can be asked for."""
    return [(each.party, each.amount, each.kind) for each in audit.lacking or []]


def kinds_of(audit: Audit, party: str, unit: str = "EUR") -> dict[str, int]:
    """How a party differs from what was due."""
    (found,) = (each for each in audit.parties or [] if (each.party, each.unit) == (party, unit))
    return {kind: amount for kind in MONEY_KINDS if (amount := getattr(found, kind))}


def unknown(audit: Audit, kind: str, unit: str = "EUR") -> tuple[int, int | None, list[str]]:
    """What is not known of a kind: lines, the most, and why."""
    found = total(audit, unit).not_known[kind]  # type: ignore[index]  # the name of a kind
    return found.hands, found.bound, found.because


def only_incident(audit: Audit) -> Incident:
    """The one incident that is no note."""
    (found,) = (each for each in audit.incidents or [] if each.severity != "note")
    return found
