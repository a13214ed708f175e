"""Order of incidents by consequence: severity, money, due day, hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.parties import CHIPS_UNIT
from rules.results import MONEY_KINDS, SEVERITIES, Incident

NO_DAY = "~"  # after every day
NO_UNIT = ""  # of an audit by an engine that named none
Consequence = tuple[int, tuple[int, ...], str]


def in_order(incidents: Iterable[Incident]) -> list[Incident]:
    """Incidents by severity, money, hand; alike ones keep their order."""
    found = list(incidents)
    units = units_of(found)
    return sorted(found, key=lambda each: consequence(each, units))


def consequence(incident: Incident, units: Sequence[str], due: str | None = None) -> Consequence:
    """Sort key of incidents, gravest first. units: by `units_of`; money is never summed across them. due:
    YYYY-MM-DD; None: none awaited, or unknown.
    """
    money = money_by_unit(incident)
    amounts = tuple(-money.get(unit, 0) for unit in units)
    return SEVERITIES.index(incident.severity), amounts, due or NO_DAY


def units_of(incidents: Iterable[Incident]) -> list[str]:
    """Units of the incidents' money: of most incidents first, then by name, chips last."""
    counted: dict[str, int] = {}
    for each in incidents:
        for unit, amount in money_by_unit(each).items():
            counted[unit] = counted.get(unit, 0) + bool(amount)
    return sorted(counted, key=lambda unit: (unit == CHIPS_UNIT, -counted[unit], unit))


def money_by_unit(incident: Incident) -> dict[str, int]:
    """Money of all kinds by unit, in minor units, without unknown amounts."""
    if incident.money is None:
        return {NO_UNIT: (incident.misallocated or 0) + (incident.misrecorded or 0)}
    found: dict[str, int] = {}
    for each in incident.money:
        amount = sum(getattr(each, kind) or 0 for kind in MONEY_KINDS)
        found[each.unit] = found.get(each.unit, 0) + amount
    return found
