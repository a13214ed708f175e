"""Incidents of a tournament or a ledger: findings of one corrected fact, subject or money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import structs

from rules.audit.causes.explained_event import ExplainedEvent, ExplainedFindings
from rules.audit.incidents.builder import digest, with_unique_ids
from rules.audit.incidents.case_in_words import begun_low
from rules.audit.incidents.cases import area_of, rank
from rules.audit.incidents.incident_order import in_order
from rules.audit.incidents.joined import JoinedGroups
from rules.audit.incidents.ledger_sums import LedgerSums
from rules.audit.incidents.links import linked
from rules.audit.incidents.short_titles import short_title
from rules.audit.incidents.titles import title
from rules.audit.money.event_pools import PAID_KINDS
from rules.audit.money.event_rows import EventRow
from rules.audit.money.money_of_event import EventMoney
from rules.audit.money.repayments import debts
from rules.parties import CHIPS_UNIT
from rules.results import (
    MONEY_KINDS,
    SEVERITIES,
    Amounts,
    Break,
    Cause,
    Debt,
    Finding,
    Incident,
    IncidentHand,
    MoneyKind,
    MoneyTotal,
)
from rules.shown_events import EventFacts

_SHARED = ("entry", "player", "table", "account", "session", "hand", "total")
_OF_A_LINE = ("LOG018", "LOG019", "LOG020")  # about the time of a line, and of nothing else in it
_COUNT = "count"  # the break of an account of money or chips that was counted


def incidents_of_event(event: EventFacts, explained: ExplainedEvent, money: EventMoney) -> list[Incident]:
    """Incidents of an event in order: by causes, then unexplained."""
    breaches, rows = explained.findings, explained.rows
    groups = [[breaches[at] for at in members] for members in _joined(event, breaches, rows)]
    of = _by_finding(rows)
    found = _of_causes(event, explained, money)
    found += [_incident(event, group, _rows(group, of), money) for group in groups]
    found += [_without_finding(event, row, money) for row in rows if not _told(row, breaches)]
    return in_order(with_unique_ids(found))


def _of_causes(event: EventFacts, explained: ExplainedEvent, money: EventMoney) -> list[Incident]:
    """Incidents of corrected facts. Findings that are one incident anyway keep its root, id and title."""
    if not explained.causes:
        return []
    every = [*explained.findings, *(each for cause in explained.causes for each in cause.findings)]
    groups = _joined(event, every, money.rows)
    alone = {frozenset(every[at].fingerprint for at in members) for members in groups}
    return [_of_cause(event, each, money, alone) for each in explained.causes]


def _of_cause(
    event: EventFacts, explained: ExplainedFindings, money: EventMoney, alone: set[frozenset[str]]
) -> Incident:
    cause = explained.cause
    if frozenset(each.fingerprint for each in explained.findings) in alone:
        return structs.replace(_incident(event, explained.findings, explained.rows, money), cause=cause)
    found = _incident(event, explained.findings, explained.rows, money, cause)
    if explained.title is None:
        return structs.replace(found, cause=cause)
    code = next(each.code for each in explained.findings if each.fingerprint == found.root)
    place = f"cause {cause.field} {cause.line}"
    id_ = digest(event.room, f"{event.kind} {event.id}", code, place)
    return structs.replace(
        found, id=id_, title=explained.title, short=begun_low(explained.title), cause=cause
    )


def _joined(
    event: EventFacts, findings: Sequence[Finding], rows: Iterable[EventRow]
) -> Iterable[Sequence[int]]:
    joined, sums = JoinedGroups(len(findings)), LedgerSums.of(event)
    by_code: dict[str, list[int]] = {}
    for at, each in enumerate(findings):
        by_code.setdefault(each.code, []).append(at)
    for one, other in linked():
        for at in by_code.get(one, ()):
            for before in by_code.get(other, ()):
                pair = findings[at], findings[before]
                if at != before and _together(*pair) and not sums.apart(*pair):
                    joined.join(min(at, before), max(at, before))
    place = {each.fingerprint: at for at, each in enumerate(findings)}
    for row in rows:
        told = [place[each] for each in row.findings if each in place]
        for before, at in zip(told, told[1:], strict=False):
            joined.join(before, at)
    return joined.groups(range(len(findings)))


def _together(one: Finding, other: Finding) -> bool:
    if (one.code in _OF_A_LINE or other.code in _OF_A_LINE) and one.line != other.line:
        return False
    named = [(getattr(one, each), getattr(other, each)) for each in _SHARED]
    return all(mine == theirs for mine, theirs in named if mine and theirs)


def _by_finding(rows: Iterable[EventRow]) -> dict[str, list[EventRow]]:
    found: dict[str, list[EventRow]] = {}
    for row in rows:
        for each in row.findings:
            found.setdefault(each, []).append(row)
    return found


def _rows(group: Sequence[Finding], of: dict[str, list[EventRow]]) -> list[EventRow]:
    rows = (row for each in group for row in of.get(each.fingerprint, ()))
    return list({id(row): row for row in rows}.values())


def _told(row: EventRow, breaches: Sequence[Finding]) -> bool:
    there = {each.fingerprint for each in breaches}
    return any(each in there for each in row.findings)


def _incident(
    event: EventFacts,
    group: Sequence[Finding],
    rows: Sequence[EventRow],
    money: EventMoney,
    cause: Cause | None = None,
) -> Incident:
    root = _root(group, cause)
    about = (root.session, root.hand, root.entry, root.player, root.table, root.total, root.account)
    amounts = _amounts(rows, money)
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
        misallocated=amounts[0].misallocated,
        misrecorded=amounts[0].misrecorded,
        owes=_owes(rows),
        money=amounts,
        hands_of=len({each.line for each in group if each.line is not None}),
        hands_in_all=event.lines,
        breaks=_breaks(rows),
        short=short_title(root, None),
    )


def _root(group: Sequence[Finding], cause: Cause | None) -> Finding:
    there = [each for each in group if cause is not None and not each.session and each.line == cause.line]
    return min(there or group, key=lambda each: (rank(each.code), -(each.money or 0)))


def _without_finding(event: EventFacts, row: EventRow, money: EventMoney) -> Incident:
    amounts = _amounts([row], money)
    return Incident(
        id=digest(event.room, f"{event.kind} {event.id}", row.what, str(row.lines)),
        title=f"{row.what} differ from what was due",
        severity="major",
        area="money",
        pattern=False,
        root="",
        hands=[],
        day=event.day,
        seats=[],
        at=None,
        clause="",
        findings=[],
        misallocated=amounts[0].misallocated,
        misrecorded=amounts[0].misrecorded,
        owes=_owes([row]),
        money=amounts,
        hands_of=len(row.lines),
        hands_in_all=event.lines,
        breaks=_breaks([row]),
        short=begun_low(f"{row.what} differ from what was due"),
    )


def _amounts(rows: Sequence[EventRow], money: EventMoney) -> list[Amounts]:
    in_chips = any(row.unit == CHIPS_UNIT for row in rows)
    return [_of_unit(rows, each) for each in money.totals if each.unit == money.unit or in_chips]


def _of_unit(rows: Iterable[EventRow], total: MoneyTotal) -> Amounts:
    mine = [row for row in rows if row.unit == total.unit]
    sums: Counter[MoneyKind] = Counter()
    for row in mine:
        sums.update(row.amounts)
    unsettled = any(row.unsettled for row in mine)
    found: dict[MoneyKind, int | None] = {}
    for kind in MONEY_KINDS:
        open_ = getattr(total, kind) is None or (unsettled and kind in PAID_KINDS)
        found[kind] = sums[kind] or (None if open_ else 0)
    return Amounts(unit=total.unit, **found)


def _owes(rows: Iterable[EventRow]) -> list[Debt]:
    balances: Counter[str] = Counter()
    taken: Counter[tuple[str, str]] = Counter()
    for row in rows:
        if row.unit != CHIPS_UNIT:
            balances.update(row.owed)
            taken.update(row.taken)
    return debts(balances, taken)


def _breaks(rows: Iterable[EventRow]) -> list[Break]:
    return [
        Break(kind=_COUNT, party=party, line=row.lines[0] if row.lines else None, amount=amount)
        for row in rows
        for party, amount, kind in row.lacking
        if kind == "unaccounted"
    ]
