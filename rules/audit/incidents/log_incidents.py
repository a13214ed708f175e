"""Incidents of one log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from rules.audit.incidents.attendance import Attendance
from rules.audit.incidents.builder import IncidentBuilder
from rules.audit.incidents.cases import Cases
from rules.audit.incidents.caused import Caused, merge_caused
from rules.audit.incidents.claimed import held_by_claim, merge_claimed
from rules.audit.incidents.explained_by_ruleset import ExplainedHands, merge_explained
from rules.audit.incidents.fee_holders import fee_holders
from rules.audit.incidents.groups import Groups, Pattern
from rules.audit.incidents.incident_money import IncidentMoney
from rules.audit.incidents.incident_order import in_order
from rules.audit.incidents.incident_patterns import merge_patterns
from rules.audit.incidents.incident_places import LogPlaces
from rules.audit.incidents.links import LinkedCases, linked_cases
from rules.audit.money.claims import Claimed
from rules.audit.money.fee_rows import FeeRows
from rules.audit.money.money_astray import Astray
from rules.checks.support.log_view import LogView
from rules.findings.finding_table import LogFindings
from rules.hands import Ints
from rules.results import Incident, MoneyTotal


class GroupingFacts(Struct, frozen=True):
    """Material of grouping beside findings. tested: hands by code. priced (N,): hands with known money.

    own: fingerprints with amounts of their own. set_off: groups of positions of breaks; breaks: kinds, by fingerprint.
    """

    log: LogView
    astray: Astray
    fees: FeeRows
    claimed: Claimed
    total: MoneyTotal
    own: frozenset[str]
    tested: Mapping[str, int]
    priced: Ints
    attendance: Attendance
    set_off: Sequence[Sequence[int]] = ()
    breaks: Mapping[str, str] = {}
    diagnosed: Sequence[ExplainedHands] = ()
    caused: Sequence[Caused] = ()


def incidents_of_session(findings: LogFindings, facts: GroupingFacts) -> list[Incident]:
    """Incidents of a log in order, from its findings."""
    places = LogPlaces(facts.log)
    cases = Cases(findings, places)
    if not len(cases) and not len(facts.astray) and not len(facts.fees):
        return []
    groups = _groups(cases, places, facts)
    merge_claimed(groups, facts.claimed)
    merge_explained(groups, facts.diagnosed)
    merge_caused(groups, facts.caused)
    merge_patterns(groups, _counting(facts), facts.attendance)
    builder = IncidentBuilder(
        facts.log,
        places,
        groups,
        facts.priced,
        IncidentMoney(groups, facts.total, facts.own, facts.breaks),
        facts.total.unit,
    )
    return in_order(builder.incidents())


def _groups(cases: Cases, places: LogPlaces, facts: GroupingFacts) -> Groups:
    linked = linked_cases(cases, places, facts.astray, facts.set_off)
    linked = LinkedCases(linked.root, held_by_claim(cases, linked.holder, facts.claimed.astray))
    holder = held_by_claim(cases, fee_holders(cases, facts.fees), facts.claimed.fees)
    return Groups(cases, facts.astray, facts.fees, linked, holder)


def _counting(facts: GroupingFacts) -> Callable[[str, Pattern], int]:
    kept: Counter[tuple[str, str | None]] = Counter()

    def tested(code: str, pattern: Pattern) -> int:
        whole = facts.tested[code]
        if pattern.scope == "session":
            return whole
        key = pattern.scope, pattern.who
        if key not in kept:
            kept[key] = facts.attendance.hands(*key) or 0
        return min(whole, kept[key])

    return tested
