"""One document of each kind, made the whole way from simulated logs with known faults: what people will look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any

from reports.day import draw_day_cover
from reports.declaration import write_declaration_pdf
from reports.drawn_audit import write_audit_pdf
from reports.drawn_comparison import write_comparison_pdf
from reports.drawn_what_if import write_what_if_pdf
from reports.gaps import write_gap_pdf
from reports.registered import Registered
from reports.tagged.tagged_archive import Attachment
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
from rules.audit.room_day import room_day
from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.what_if import against_in_force
from rules.redaction import Redaction
from rules.results import Audit
from simulation import simulate
from simulation.gaps import gap_report
from tests.reports import events, screened_samples
from tests.reports.pot_session import pot_session
from tests.rules.rooms.days import DAY, ROOM

EVENING = "2026-03-14T16:00:00-07:00"
REGISTERED = Registered(
    "wa.example/register", "wa.example/register+5b5b5b5b+AVFqG5lEXVu7I5bZP8PMhnNsXy2ICD8H5cR4mNBY8Jsx", 1_204,
    "2026-03-15T09:30:00Z", "7e" * 32, 1_300, "5b" * 32, ("entry.json", "entry.tlog-proof"), None,
    f"wa.example/register\n1300\n{'W' * 43}=\n\n— wa.example/register {'x' * 92}\n",
)  # fmt: skip
PROVING = (
    Attachment("entry.json", b"{}", "application/json", "What the register recorded"),
    Attachment("entry.tlog-proof", b"c2sp.org/tlog-proof@v1\n", "text/plain", "The proof of it"),
)


def simulated(
    ruleset: str = "wsgc-base", hands: int = 90, seed: int = 5, faults: float = 0.1, **options
) -> BytesSource:
    """A log of a table that never was."""
    options.setdefault("opened_at", EVENING)
    made = simulate(library().get(ruleset), hands=hands, seed=seed, faults=faults, **options)
    return BytesSource(b"\n".join(line.rstrip(b"\n") for line in made.lines()) + b"\n")


def report(source: BytesSource, audit: Audit | None = None, **options: Any) -> bytes:
    """The audit of a log as a PDF."""
    audit = audit or audit_log(source)
    sources, out = {(each.room, each.session): source for each in audit.logs}, BytesIO()
    write_audit_pdf(audit, lambda kind: exhibits(sources, audit, kind), catalogue(), out, **options)
    return out.getvalue()


def _declared() -> bytes:
    return report(simulated(hands=40), declaration=library().authorities["wsgc"].declaration)


def _declaration() -> bytes:
    out, declaration = BytesIO(), library().authorities["wsgc"].declaration
    assert declaration is not None
    write_declaration_pdf(audit_log(simulated(hands=40)), catalogue(), out, None, declaration)
    return out.getvalue()


def _faulty() -> bytes:
    return report(simulated())


def _screened() -> bytes:
    return report(simulated(hands=40), screened=(screened_samples.year(),))


def _redacted() -> bytes:
    source, out = simulated(hands=60), BytesIO()
    audit = audit_log(source)
    redaction = Redaction(audit, b"k" * 32)
    sources = {(each.room, each.session): source for each in audit.logs}
    given = redaction.exhibits(lambda places: exhibits(sources, audit, places))
    write_audit_pdf(redaction.audit, given, catalogue(), out, redacted=True)
    return out.getvalue()


def _without_findings() -> bytes:
    return report(simulated(faults=0.0))


def _open_face() -> bytes:
    return report(simulated("carnivale-ofc-2013", hands=60, opened_at=""))


def _by_points() -> bytes:
    return report(simulated("wsgc-full", hands=60, seed=7, faults=0.05))


def _pot_games() -> bytes:
    return report(pot_session())


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


def _tournament() -> bytes:
    return events.pdf(events.sample("a tournament"))


def _ledger() -> bytes:
    return events.pdf(events.sample("a jackpot"))


def _what_if() -> bytes:
    source = simulated("wsgc-base", faults=0.0)
    audit = audit_log(source, ruleset="wsgc-full", as_if=True)
    sources = {(each.room, each.session): source for each in audit.logs}
    out = BytesIO()
    shown = both_ways(sources, audit, library())
    compared = against_in_force(audit, library())
    write_what_if_pdf(audit, compared, catalogue(), out, shown, attachments=PROVING, registered=REGISTERED)
    return out.getvalue()


def _gaps() -> bytes:
    out = BytesIO()
    found = gap_report(library().get("olympic-deals"), deals=300)
    write_gap_pdf(found, out, PROVING, (REGISTERED, "approved"))
    return out.getvalue()


def _comparison() -> bytes:
    before, after = audit_log(simulated()), audit_log(simulated(faults=0.2, seed=6))
    after = replace_session(after, before)
    out = BytesIO()
    found = compare(before, after)
    write_comparison_pdf(found, catalogue(), out, attachments=PROVING, registered=(REGISTERED, REGISTERED))
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
    "with a declaration": _declared,
    "a declaration alone": _declaration,
    "screened": _screened,
    "redacted": _redacted,
    "without findings": _without_findings,
    "open face": _open_face,
    "full scoring": _by_points,
    "pot games": _pot_games,
    "day": _day,
    "tournament": _tournament,
    "ledger": _ledger,
    "what-if": _what_if,
    "gaps": _gaps,
    "comparison": _comparison,
}


@cache
def pdf(kind: str) -> bytes:
    """A document, made once."""
    return KINDS[kind]()
