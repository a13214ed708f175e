"""Audits of several logs as one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain

import msgspec

from rules.audit import incidents as grouping
from rules.audit.audit_busts import ordered
from rules.audit.effect import in_order, largest_of, plain_units
from rules.audit.money.combined import combined_money
from rules.audit.money.of_days import with_money_of_day
from rules.audit.record_facts import combined_records
from rules.audit.room_day import DayAudit
from rules.checks.catalogue import checks
from rules.controls.library import Library
from rules.findings import Runner
from rules.findings.finding_table import joined
from rules.results import (
    Audit,
    ControlsDecided,
    Coverage,
    Effect,
    Engine,
    Failure,
    Incident,
    MonthEffect,
    PlayerEffect,
    Reason,
    Restitution,
    RoomFacts,
    RulesetUsed,
    TriangleRow,
)
from rules.version import JUDGEMENT, VERSION


def combine(audits: Sequence[Audit]) -> Audit:
    """One audit over several logs; of one, that audit. Raises ValueError for none."""
    if not audits:
        raise ValueError("there is no audit to combine")
    if len(audits) == 1:
        return audits[0]
    restitution = _restitution(chain.from_iterable(each.restitution for each in audits))
    money = combined_money(audits)
    return Audit(
        log=None,
        logs=[log for each in audits for log in each.logs],
        rulesets=_rulesets(chain.from_iterable(each.rulesets for each in audits)),
        engine=audits[0].engine,
        complete=all(each.complete for each in audits),
        failures=_failures(chain.from_iterable(each.failures for each in audits)),
        what_if=any(each.what_if for each in audits),
        hands=sum(each.hands for each in audits),
        testable=sum(each.testable for each in audits),
        money_misallocated=money.single("misallocated"),
        money_misrecorded=money.single("misrecorded"),
        coverage=_coverage([each.coverage for each in audits]),
        findings=joined(each.findings for each in audits),
        diagnosis=[diagnosis for each in audits for diagnosis in each.diagnosis],
        restitution=restitution,
        repayments=money.repayments,
        reconciliation=money.reconciliation,
        incidents=_incidents([each.incidents for each in audits]),
        impossible=_sum(each.impossible for each in audits),
        timeline=[],  # a timeline belongs to one session
        gaps=[gap for each in audits for gap in each.gaps],
        busts=ordered((bust for each in audits for bust in each.busts), _bust_order(audits)),
        bust_order=_bust_order(audits),
        triangle=_triangle([each.triangle for each in audits]),
        as_if=any(each.as_if for each in audits),
        room=_room([each.room for each in audits]),
        effect=_effect([each.effect for each in audits if each.effect is not None]),
        money=money.totals,
        parties=money.parties,
        lacking=money.lacking,
        record=combined_records([each.record for each in audits]),
        evidence=_evidence([each.evidence for each in audits]),
        controls_decided=_decided([each.controls_decided for each in audits]),
        corrections=[correction for each in audits for correction in each.corrected],
    )


def _evidence(parts: Sequence[Mapping[str, int] | None]) -> dict[str, int] | None:
    found: Counter[str] = Counter()
    for each in parts:
        if each is None:
            return None
        found.update(each)
    return dict(found)


def of_no_logs(library: Library) -> Audit:
    """An audit of no log, such as of a gaming day without any."""
    return Audit(
        log=None,
        logs=[],
        rulesets=[],
        engine=Engine(version=VERSION, judgement=JUDGEMENT, library=library.digest),
        complete=True,
        failures=[],
        what_if=False,
        hands=0,
        testable=0,
        money_misallocated=None,
        money_misrecorded=None,
        coverage=Runner(checks()).coverage(),
        findings=[],
        diagnosis=[],
        restitution=[],
        repayments=[],
        incidents=[],
        triangle=[],
        money=[],
        parties=[],
        lacking=[],
        record=combined_records([]),
        evidence={},
    )


def with_day(audit: Audit, day: DayAudit) -> Audit:
    """The audit of a day's sessions with the findings across them, which come first."""
    reported = day.facts
    return msgspec.structs.replace(
        with_money_of_day(audit, day.findings, day.units),
        log=None,
        complete=audit.complete and day.complete,
        failures=_failures([*audit.failures, *day.failures]),
        coverage=[*audit.coverage, *day.coverage],
        findings=joined((day.findings, audit.findings)),
        incidents=_incidents(
            [
                grouping.incidents_of_day(reported.room, reported.day, day.findings, day.units),
                audit.incidents,
            ]
        ),
        room=RoomFacts(
            id=reported.room,
            day=reported.day,
            zone=reported.zone,
            day_begins=reported.day_begins,
            licence_class=reported.licence_class,
            tables=reported.tables_licensed,
            authority=reported.authority,
        ),
        day=reported,
        correction=None,
        corrections=audit.corrected,
    )


def _decided(decided: Sequence[ControlsDecided | None]) -> ControlsDecided | None:
    if None in decided:
        return None
    return "named" if "named" in decided else "approved"


def _bust_order(audits: Sequence[Audit]) -> list[str]:
    return next((each.bust_order for each in audits if each.bust_order), [])


def _room(rooms: Sequence[RoomFacts | None]) -> RoomFacts | None:
    """The room of all logs on the first day; None where they differ in room or terms."""
    reported = [each for each in rooms if each is not None]
    first = min(reported, key=lambda each: each.day, default=None)
    if first is None or len(reported) < len(rooms):
        return None
    alike = all(msgspec.structs.replace(each, day=first.day) == first for each in reported)
    return first if alike else None


def _sum(amounts: Iterable[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _rulesets(used: Iterable[RulesetUsed]) -> list[RulesetUsed]:
    found: dict[tuple[str, str | None], RulesetUsed] = {}
    for each in used:
        key = (each.digest, each.mandatory)
        stood = found.get(key)
        hands = each.hands + (stood.hands if stood else 0)
        found[key] = msgspec.structs.replace(each, hands=hands)
    return sorted(found.values(), key=lambda each: each.mandatory is not None)


def _failures(failures: Iterable[Failure]) -> list[Failure]:
    return sorted({(each.code, each.message): each for each in failures}.values(), key=lambda each: each.code)


def _coverage(tables: Sequence[Sequence[Coverage]]) -> list[Coverage]:
    summed = []
    for rows in zip(*tables, strict=True):
        summed.append(
            Coverage(
                code=rows[0].code,
                name=rows[0].name,
                tested=sum(row.tested for row in rows),
                agreeing=sum(row.agreeing for row in rows),
                differing=sum(row.differing for row in rows),
                open=sum(row.open for row in rows),
                untestable=sum(row.untestable for row in rows),
                inapplicable=_sum(row.inapplicable for row in rows),
                because=_reasons(chain.from_iterable(row.because for row in rows)),
            )
        )
    return summed


def _reasons(listed: Iterable[Reason]) -> list[Reason]:
    hands: Counter[str] = Counter()
    for each in listed:
        hands[each.reason] += each.hands
    return [Reason(reason, number) for reason, number in sorted(hands.items())]


def _restitution(rows: Iterable[Restitution]) -> list[Restitution]:
    total: dict[str, list[int]] = {}
    for each in rows:
        sums = total.setdefault(each.player, [0, 0, 0, 0])
        for place, value in enumerate((each.hands, each.recorded, each.due, each.differing or 0)):
            sums[place] += value
    reported = [
        Restitution(
            player=player, hands=hands, recorded=recorded, due=due, owed=due - recorded, differing=differing
        )
        for player, (hands, recorded, due, differing) in total.items()
    ]
    return sorted(reported, key=lambda each: (-abs(each.owed), each.player))


def _effect(effects: Sequence[Effect]) -> Effect | None:
    if not effects:
        return None
    return Effect(
        compared=sum(each.compared for each in effects),
        differing=sum(each.differing for each in effects),
        incomparable=sum(each.incomparable for each in effects),
        because=_reasons(chain.from_iterable(each.because for each in effects)),
        money=_sum(each.money for each in effects),
        unpriced=sum(each.unpriced for each in effects),
        units=plain_units(sum((Fraction(each.units) for each in effects), Fraction(0))),
        players=in_order(_players(chain.from_iterable(each.players for each in effects))),
        months=_months(chain.from_iterable(each.months for each in effects)),
        largest=largest_of(chain.from_iterable(each.largest for each in effects)),
        in_force=_rulesets(chain.from_iterable(each.in_force for each in effects)),
        pairs=list(dict.fromkeys(chain.from_iterable(each.pairs for each in effects))),
    )


def _incidents(found: Sequence[list[Incident] | None]) -> list[Incident] | None:
    if any(each is None for each in found):
        return None
    return grouping.in_order(chain.from_iterable(each for each in found if each is not None))


def _triangle(found: Sequence[list[TriangleRow] | None]) -> list[TriangleRow] | None:
    if any(each is None for each in found):
        return None
    return [row for each in found if each is not None for row in each]


def _players(rows: Iterable[PlayerEffect]) -> Iterator[PlayerEffect]:
    found: dict[str, list[PlayerEffect]] = {}
    for each in rows:
        found.setdefault(each.player, []).append(each)
    for player, parts in found.items():
        yield PlayerEffect(
            player=player,
            hands=sum(each.hands for each in parts),
            differing=sum(each.differing for each in parts),
            in_force=_sum(each.in_force for each in parts),
            tried=_sum(each.tried for each in parts),
            difference=_sum(each.difference for each in parts),
        )


def _months(rows: Iterable[MonthEffect]) -> list[MonthEffect]:
    found: dict[str, list[MonthEffect]] = {}
    for each in rows:
        found.setdefault(each.month, []).append(each)
    return [
        MonthEffect(
            month=month,
            hands=sum(each.hands for each in parts),
            differing=sum(each.differing for each in parts),
            money=_sum(each.money for each in parts),
        )
        for month, parts in sorted(found.items())
    ]
