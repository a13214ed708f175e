"""Compares two audits of the same play by fingerprints. Every finding is in one class: unchanged, changed, gone or new."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from rules.results import (
    KINDS,
    Audit,
    Coverage,
    Engine,
    Failure,
    Finding,
    LogFacts,
    RoomFacts,
    RulesetUsed,
)

# The fields of a finding that can change. The line is a place in the file, and not a part of what was found.
COMPARED = tuple(name for name in Finding.__struct_fields__ if name != "line")


class Side(Struct, frozen=True, kw_only=True):
    """Basis of one of the audits, and its result."""

    engine: Engine
    rulesets: list[RulesetUsed]
    room: RoomFacts | None
    what_if: bool
    as_if: bool
    complete: bool
    failures: list[Failure]
    logs: list[LogFacts]
    hands: int
    testable: int
    findings: dict[str, int]  # by kind, every kind
    codes: dict[str, int]  # findings by code, in its order
    money_misallocated: int | None
    money_misrecorded: int | None

    @property
    def played(self) -> list[RulesetUsed]:
        """Revisions of the replay, without mandatory limits."""
        return [each for each in self.rulesets if each.mandatory is None]


class KnowledgeChange(Struct, frozen=True, kw_only=True):
    """One difference between the bases of two audits; None: that audit lacks it."""

    what: str
    before: str | None
    after: str | None


class LogChange(Struct, frozen=True, kw_only=True):
    """A log of one audit only, such as a late one or one that was left out; where both sides have it, a correction."""

    room: str
    session: str
    before: LogFacts | None
    after: LogFacts | None


class ChangedFinding(Struct, frozen=True, kw_only=True):
    """A finding of both audits that differs in its content.

    same_fact: equal fingerprints; if false, another fact of the same code on the same hand and seat. ``changed``: the fields
    that differ.
    """

    same_fact: bool
    changed: list[str]
    before: Finding
    after: Finding


class CoverageChange(Struct, frozen=True, kw_only=True):
    """A check whose coverage differs; None on the side that did not have it."""

    code: str
    name: str
    before: Coverage | None
    after: Coverage | None


class AuditComparison(Struct, frozen=True, kw_only=True):
    """Differences between two audits."""

    before: Side
    after: Side
    known: list[KnowledgeChange]  # what differs
    logs: list[LogChange]
    gone: list[Finding]
    new: list[Finding]
    changed: list[ChangedFinding]
    unchanged: int
    coverage: list[CoverageChange]


T = TypeVar("T")


def compare(before: Audit, after: Audit) -> AuditComparison:
    """Compare an audit with a later one."""
    same, gone, new = _matched(before.findings, after.findings, lambda each: each.fingerprint)
    reported = [_changed(a, b, same_fact=True) for a, b in same]
    paired, gone, new = _matched(gone, new, _place)
    changed = [each for each in reported if each.changed] + [
        _changed(a, b, same_fact=False) for a, b in paired
    ]
    sides = _side(before), _side(after)
    return AuditComparison(
        before=sides[0],
        after=sides[1],
        known=[each for each in known(*sides) if each.before != each.after],
        logs=_logs(sides[0].logs, sides[1].logs),
        gone=gone,
        new=new,
        changed=changed,
        unchanged=len(same) + len(paired) - len(changed),
        coverage=_coverage(before.coverage, after.coverage),
    )


def _matched(
    before: Sequence[T], after: Sequence[T], key: Callable[[T], Hashable]
) -> tuple[list[tuple[T, T]], list[T], list[T]]:
    """Pairs with the same key in order, and the rest of each side."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for place, each in enumerate(after):
        waiting[key(each)].append(place)
    for places in waiting.values():
        places.reverse()
    pairs, left, taken = [], [], set()
    for one in before:
        places = waiting.get(key(one), [])
        if places:
            place = places.pop()
            taken.add(place)
            pairs.append((one, after[place]))
        else:
            left.append(one)
    return pairs, left, [each for place, each in enumerate(after) if place not in taken]


def _place(each: Finding) -> Hashable:
    return (
        each.room,
        each.session,
        each.hand,
        each.seat,
        each.code,
        each.player if each.hand is None else None,
    )


def _changed(before: Finding, after: Finding, *, same_fact: bool) -> ChangedFinding:
    names = [name for name in COMPARED if getattr(before, name) != getattr(after, name)]
    return ChangedFinding(same_fact=same_fact, changed=names, before=before, after=after)


def _side(audit: Audit) -> Side:
    kinds = Counter(each.kind for each in audit.findings)
    return Side(
        engine=audit.engine,
        rulesets=audit.rulesets,
        room=audit.room,
        what_if=audit.what_if,
        as_if=audit.as_if,
        complete=audit.complete,
        failures=audit.failures,
        logs=audit.logs or ([audit.log] if audit.log else []),
        hands=audit.hands,
        testable=audit.testable,
        findings={kind: kinds[kind] for kind in KINDS},
        codes=dict(sorted(Counter(each.code for each in audit.findings).items())),
        money_misallocated=audit.money_misallocated,
        money_misrecorded=audit.money_misrecorded,
    )


def known(before: Side, after: Side) -> Iterator[KnowledgeChange]:
    """Everything that the audits rest on, except logs."""
    yield KnowledgeChange(what="engine version", before=before.engine.version, after=after.engine.version)
    yield KnowledgeChange(what="engine code", before=before.engine.code, after=after.engine.code)
    yield KnowledgeChange(what="judgement", before=_number(before), after=_number(after))
    yield KnowledgeChange(what="ruleset library", before=before.engine.library, after=after.engine.library)
    sides = [
        {f"{each.id}@{each.revision}": _ruleset(each) for each in side.rulesets} for side in (before, after)
    ]
    for name in dict.fromkeys((*sides[0], *sides[1])):
        yield KnowledgeChange(what=f"ruleset {name}", before=sides[0].get(name), after=sides[1].get(name))
    yield KnowledgeChange(what="gaming day of the room", before=_day(before.room), after=_day(after.room))
    yield KnowledgeChange(
        what="licence of the room", before=_licence(before.room), after=_licence(after.room)
    )
    yield KnowledgeChange(
        what="controls applied",
        before=_audited_under(before),
        after=_audited_under(after),
    )
    broken = [", ".join(sorted(each.code for each in side.failures)) or None for side in (before, after)]
    yield KnowledgeChange(what="checks that failed to run", before=broken[0], after=broken[1])


def _ruleset(used: RulesetUsed) -> str:
    readings = [f"{name}: {reading}" for name, reading in sorted(used.readings.items())]
    marks = [*([used.standing] if used.standing else []), *(["mandatory"] if used.mandatory else [])]
    return ", ".join([used.digest, *marks, *readings])


def _number(side: Side) -> str | None:
    return None if side.engine.judgement is None else f"{side.engine.judgement}"


def _day(room: RoomFacts | None) -> str | None:
    return f"{room.id}: {room.zone}, from {room.day_begins}" if room else None


def _licence(room: RoomFacts | None) -> str | None:
    if room is None or (room.licence_class, room.tables, room.authority) == (None, None, None):
        return None
    tables = "tables not on record" if room.tables is None else f"{room.tables} tables"
    by = f", authority {room.authority}" if room.authority else ""
    return f"{room.id}: class {room.licence_class or 'not on record'}, {tables}{by}"


def _audited_under(side: Side) -> str:
    if side.as_if:
        return "a what-if, on every day"
    return "a what-if" if side.what_if else "those in force"


def _logs(before: Sequence[LogFacts], after: Sequence[LogFacts]) -> list[LogChange]:
    _, gone, new = _matched(before, after, lambda each: (each.room, each.session, each.sha256))
    corrected, gone, new = _matched(gone, new, lambda each: (each.room, each.session))
    sides: list[tuple[LogFacts | None, LogFacts | None]] = [
        *corrected,
        *((each, None) for each in gone),
        *((None, each) for each in new),
    ]
    changes = [_log_change(*pair) for pair in sides]
    return sorted(changes, key=lambda each: (each.room, each.session))


def _log_change(before: LogFacts | None, after: LogFacts | None) -> LogChange:
    named = before or after
    assert named is not None
    return LogChange(room=named.room, session=named.session, before=before, after=after)


def _coverage(before: Iterable[Coverage], after: Iterable[Coverage]) -> list[CoverageChange]:
    sides = [{each.code: each for each in rows} for rows in (before, after)]
    changes = []
    for code in sorted({*sides[0], *sides[1]}):
        one, other = sides[0].get(code), sides[1].get(code)
        named = other or one
        if one != other and named is not None:
            changes.append(CoverageChange(code=code, name=named.name, before=one, after=other))
    return changes
