"""One document of each kind, made the whole way from simulated logs with known faults: what people will look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO

from reports.audit import write_audit_pdf
from reports.comparison import write_comparison_pdf
from reports.day import draw_day_cover
from reports.gaps import write_gap_pdf
from reports.what_if import write_what_if_pdf
from rules.audit import (
    BytesSource,
    audit_log,
    audit_summary,
    both_ways,
    combine,
    compare,
    exhibits,
    with_day,
)
from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.what_if import against_in_force
from rules.gaps import gap_report
from rules.results import Audit
from rules.rooms.day import room_day
from rules.simulation import simulate
from tests.rules.rooms.days import DAY, ROOM

EVENING = "2026-03-14T16:00:00-07:00"


def simulated(
    ruleset: str = "wsgc-base", hands: int = 90, seed: int = 5, faults: float = 0.1, **options
) -> BytesSource:
    """A log of a table that never was."""
    options.setdefault("opened_at", EVENING)
    made = simulate(library().get(ruleset), hands=hands, seed=seed, faults=faults, **options)
    return BytesSource(b"\n".join(line.rstrip(b"\n") for line in made.lines()) + b"\n")


def report(source: BytesSource, audit: Audit | None = None) -> bytes:
    """The audit of a log as a PDF."""
    audit = audit or audit_log(source)
    sources, out = {(each.room, each.session): source for each in audit.logs}, BytesIO()
    write_audit_pdf(audit, lambda kind: exhibits(sources, audit, kind), catalogue(), out)
    return out.getvalue()


def _faulty() -> bytes:
    return report(simulated())


def _without_findings() -> bytes:
    return report(simulated(faults=0.0))


def _open_face() -> bytes:
    return report(simulated("carnivale-ofc-2013", hands=60, opened_at=""))


def _by_points() -> bytes:
    return report(simulated("wsgc-full", hands=60, seed=7, faults=0.05))


def _day() -> bytes:
    both, sources = [], {}
    for number, table in enumerate(("T1", "T2"), 1):
        source = simulated(
            "hawaiian-gardens", seed=number, table=table, number=number, room=ROOM.id, session=f"S-{table}"
        )
        audit, sitting = audit_summary(source, room=ROOM)
        both.append((audit, sitting))
        sources[sitting.room, sitting.session] = source
    whole = with_day(combine([each for each, _ in both]), room_day(ROOM, DAY, [each for _, each in both]))
    out = BytesIO()
    write_audit_pdf(
        whole,
        lambda kind: exhibits(sources, whole, kind, library(), {ROOM.id: ROOM}),
        catalogue(),
        out,
        cover=draw_day_cover,
    )
    return out.getvalue()


def _what_if() -> bytes:
    source = simulated("wsgc-base", faults=0.0)
    audit = audit_log(source, ruleset="wsgc-full", as_if=True)
    sources = {(each.room, each.session): source for each in audit.logs}
    out = BytesIO()
    shown = both_ways(sources, audit, library())
    write_what_if_pdf(audit, against_in_force(audit, library()), catalogue(), out, shown)
    return out.getvalue()


def _gaps() -> bytes:
    out = BytesIO()
    write_gap_pdf(gap_report(library().get("olympic-deals"), deals=300), out)
    return out.getvalue()


def _comparison() -> bytes:
    before, after = audit_log(simulated()), audit_log(simulated(faults=0.2, seed=6))
    after = replace_session(after, before)
    out = BytesIO()
    write_comparison_pdf(compare(before, after), catalogue(), out)
    return out.getvalue()


def replace_session(after: Audit, before: Audit) -> Audit:
    """An audit as if its log were a later file of the session of another."""
    from msgspec.structs import replace as changed

    assert after.log is not None
    assert before.log is not None
    log = changed(after.log, session=before.log.session)
    findings = [changed(each, session=log.session) for each in after.findings]
    return changed(after, log=log, logs=[log], findings=findings)


KINDS: dict[str, Callable[[], bytes]] = {
    "audit": _faulty,
    "without findings": _without_findings,
    "open face": _open_face,
    "full scoring": _by_points,
    "day": _day,
    "what-if": _what_if,
    "gaps": _gaps,
    "comparison": _comparison,
}


@cache
def pdf(kind: str) -> bytes:
    """A document, made once."""
    return KINDS[kind]()
