"""Words of an audit's report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Protocol

from reports.drawn_answers import NO_ANSWERS, Answers
from reports.event_story import event_conclusion, event_sections, event_title
from reports.formatting import CHIPS, count, in_column, listed, money, period
from reports.incident_entries import IncidentEntry, incident_entries
from reports.money_words import headline
from reports.skipped_sessions import BANNER, skipped_conclusion, skipped_sessions
from rules.controls.library import IN_USE
from rules.findings.finding_table import counts, counts_by_log, fingerprints, of
from rules.parties import is_player
from rules.results import SEVERITIES, Audit, Finding, LogFacts, SkippedSession
from rules.shown_events import EventFacts

if TYPE_CHECKING:
    from reports.registered import Registered
    from rules.controls.authority import Declaration

REDACTED = "REDACTED EDITION"
REDACTION = (
    f"{REDACTED}. Made for the public from a redacted copy of the audit, which is attached as JSON. Players are letters, given "
    "anew for each audit, and sessions are numbers. Names of staff, free text and the licensee’s words are left out. Digests of "
    "logs, ids and fingerprints are keyed, so that nobody can test a guess. Cards, seats, times, amounts, counts and clauses are "
    "those of the full report."
)
_SECTIONS = {
    "incidents": "Incidents",
    "corrections": "What corrections changed",
    "day": "The day across sessions",
    "field": "The field",
    "money": "Money from buy-in to payout",
    "places": "Places, prizes and points",
    "levels": "Levels as planned and as played",
    "chips": "Chips in play",
    "accounts": "Accounts",
    "hits": "Jackpots won",
    "ranking": "Prizes of the ranking",
    "undetermined": "Undetermined points",
    "restitution": "Restitution by player",
    "busts": "Order of elimination",
    "custody": "Custody of the record",
    "coverage": "Coverage",
    "method": "Method and limits",
    "response": "Response of the licensee",
    "declaration": "Declaration",
}
_OF_A_WHAT_IF = {  # controls that were only tried bind nobody: nobody owes anything or has to respond
    "controls": "Differences between the controls",
    **_SECTIONS,
    "restitution": "Results by player, as tried",
}
del _OF_A_WHAT_IF["response"], _OF_A_WHAT_IF["declaration"]


class CitedClause(Protocol):
    """A clause of a document, or of a room's controls."""

    @property
    def id(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def statement(self) -> str: ...


class Story:
    """Sentences on an audit, from its counts."""

    def __init__(
        self,
        audit: Audit,
        answers: Answers = NO_ANSWERS,
        registered: Registered | None = None,
        declaration: Declaration | None = None,
        redacted: bool = False,
    ) -> None:
        self.audit = audit
        self.registered = registered  # where a register has it
        self.answers = answers  # what became of its incidents
        self.declaration = declaration  # what a custodian declares of its logs
        self.redacted = redacted  # the edition for the public, of a redacted audit
        self.form = "JSON" if redacted else "CSV"  # of the whole lists: attached, or sent by the service
        self.logs: list[LogFacts] = [audit.log] if audit.log else audit.logs
        self.several = len(self.logs) != 1
        titles = dict(_OF_A_WHAT_IF if audit.what_if else _SECTIONS)
        if audit.event is not None:
            titles["restitution"] = "Money by party"
        if declaration is not None and "declaration" in titles:
            titles["declaration"] = declaration.title
        self._count_kinds()
        there = {
            "busts": bool(audit.busts),
            "corrections": bool(audit.corrected),
            "day": audit.day is not None,
            **event_sections(audit.event),
            "undetermined": bool(self.kinds["undetermined"] or self.kinds["indicator"]),
            "restitution": bool(
                audit.repayments or audit.lacking or any(row.owed for row in audit.restitution)
            ),
            "declaration": declaration is not None and bool(self.logs) and not redacted,
            "response": not redacted,
        }
        self.sections = {key: title for key, title in titles.items() if there.get(key, True)}
        self.numbers = {key: number for number, key in enumerate(self.sections, 1)}
        self._currencies = Currencies(self.logs, audit.event)
        self.currency = self._currencies.shared
        self.across_codes = frozenset(audit.day.codes if audit.day else ())
        self.across = (
            [each for each in audit.findings if each.code in self.across_codes] if self.across_codes else []
        )
        self.grouped = audit.incidents is not None
        self.entries: list[IncidentEntry] = incident_entries(audit)
        self.digest = audit_digest(audit)

    def _count_kinds(self) -> None:
        self.kinds = counts(self.audit.findings, "kind")
        self.by_log = counts_by_log(self.audit.findings)

    @property
    def bare(self) -> bool:
        """Whether there is no finding."""
        return not len(self.audit.findings)

    @property
    def to_answer(self) -> bool:
        """Whether the licensee must respond."""
        return bool(self.kinds["violation"] or self.kinds["discrepancy"]) and not self.audit.what_if

    def players(self) -> set[str]:
        found = {each.player for each in self.audit.findings if each.player}
        found.update(each.player for one in self.audit.corrected for each in one.findings if each.player)
        found.update(each.player for each in self.audit.restitution)
        for entry in self.entries:
            for debt in entry.incident.owes:
                found.update(each for each in (debt.debtor, debt.creditor) if each and is_player(each))
        return found

    @property
    def thing(self) -> str:
        """Word for what checks count: hands, or things of an event."""
        return "hand" if self.audit.event is None else "thing"

    def currency_of(self, room: str, session: str) -> str | None:
        return self._currencies.of(room, session)

    def in_column(self, amount: int | None, room: str, session: str) -> str:
        """Amount in a column; its heading names a shared unit."""
        return self._currencies.in_column(amount, room, session)

    def of_kind(self, kind: str) -> Iterator[Finding]:
        """Findings of a kind, in order."""
        return iter(of(self.audit.findings, "kind", kind))

    def title(self) -> str:
        if self.audit.day is not None:
            return f"{self.audit.day.room} · {self.audit.day.day}"
        if self.audit.event is not None:
            return event_title(self.audit.event)
        return title_of(self.logs)

    def full_title(self) -> str:
        """Subject with session, if one."""
        if self.audit.day is not None:
            return f"{self.audit.day.room} · gaming day {self.audit.day.day}"
        if self.audit.event is not None:
            return f"{self.audit.event.room} · {self.audit.event.kind} {self.audit.event.id}"
        return self.title() if self.several else f"{self.title()} · session {self.logs[0].session}"

    def ruleset(self) -> str:
        names = [f"{used.id}@{used.revision}" for used in self.audit.played]
        if len(names) > 3:
            return f"{', '.join(names[:2])} and {len(names) - 2} more"
        return listed(names) or "no ruleset"

    def days(self) -> str:
        """Times between which sessions were open."""
        opened = min((log.opened_at for log in self.logs), default=None)
        closed = max((log.closed_at for log in self.logs if log.closed_at), default=None)
        return period(opened, closed) if opened else "no logs"

    def broken(self) -> str:
        """Warning of failed checks."""
        broke = "; ".join(f"{failure.code}: {failure.message}" for failure in self.audit.failures)
        return f"INCOMPLETE AUDIT. A check failed to run, and its findings are not known. {broke}"

    @property
    def broke(self) -> bool:
        return not self.audit.complete and (bool(self.audit.failures) or not self.skipped)

    @property
    def skipped(self) -> Sequence[SkippedSession]:
        """Sessions of a day that could not be audited."""
        return skipped_sessions(self.audit)

    @property
    def unapproved(self) -> str | None:
        """Standing of unapproved controls; None: approved."""
        return next((used.standing for used in self.audit.played if used.standing not in IN_USE), None)

    def banner(self) -> str | None:
        """Warning on every page; None: none."""
        warnings = [REDACTED] if self.redacted else []
        if self.skipped:
            warnings.append(BANNER)
        if self.broke:
            warnings.append("INCOMPLETE AUDIT: a check failed to run, and its findings are not known")
        if self.unapproved:
            warnings.append(f"WHAT-IF: {self.unapproved}, not approved")
        elif self.audit.what_if:
            warnings.append("WHAT-IF: not the ruleset that the room stated")
        return "   ·   ".join(warnings) or None

    def astray(self, amount: int = 0, currency: str | None = None) -> str:
        """Words for misallocated money; in a what-if, for moved money."""
        if self.audit.what_if:
            return "would have gone to different players"
        return f"{was(amount, currency or self.currency)} misallocated"

    def amounts(self) -> str:
        """Amounts by kind; empty: none."""
        if self.audit.money is not None:
            return headline(self.audit)
        misallocated, misrecorded = self.audit.money_misallocated, self.audit.money_misrecorded
        reported = (
            (misallocated, self.astray(misallocated or 0)),
            (misrecorded, f"{was(misrecorded or 0, self.currency)} misrecorded"),
        )
        return " and ".join(f"{money(amount, self.currency)} {what}" for amount, what in reported if amount)

    def headline(self) -> str:
        return (
            f"{count(len(self.entries), 'incident')}: {self.conclusion()}"
            if self.entries
            else self.conclusion()
        )

    def conclusion(self) -> str:
        audit = self.audit
        found = [
            count(self.kinds[kind], kind, many)
            for kind, many in (("violation", "violations"), ("discrepancy", "discrepancies"))
            if self.kinds[kind]
        ]
        if audit.event is not None:
            said_of_event = event_conclusion(audit.event, audit.coverage, found, self.amounts())
            return " ".join((*said_of_event, *self._left()))
        hands = count(audit.testable, "testable hand")
        if found:
            said = f"{listed(found)} in {hands}."
            if audit.day is not None and not audit.hands and not self.skipped:
                said = f"{listed(found)}; no hand of this gaming day is on record."
        elif audit.testable:
            said = f"No difference in {hands}{' of the other sessions' if self.skipped else ''}."
        elif self.skipped and not audit.hands:
            said = "No hand of this gaming day was audited."
        elif audit.day is not None and not audit.hands:
            said = "No hand of this gaming day is on record."
        else:
            said = "No hand could be tested: the record lacks what a replay needs, or the controls name no price."
        if amounts := self.amounts():
            said = f"{said[:-1]}; {amounts}."
        if audit.hands > audit.testable > 0:
            untested = audit.hands - audit.testable
            said += f" {count(untested, 'recorded hand')} could not be tested."
        return " ".join((said, *self._left()))

    def _left(self) -> Iterator[str]:
        """Sentences on open points and failed checks."""
        if self.kinds["undetermined"]:
            points = count(self.kinds["undetermined"], "point")
            yield f"The controls leave {points} open for a person to decide."
        if self.skipped:
            yield skipped_conclusion(self.skipped)
        if self.broke:
            broke = count(len(self.audit.failures), "check")
            their = "its" if len(self.audit.failures) == 1 else "their"
            yield f"The audit is incomplete: {broke} failed to run, and {their} findings are not known."


class Currencies:
    """Currency of each log, or chips. ``shared``: of all; None: they differ."""

    def __init__(self, logs: Iterable[LogFacts], event: EventFacts | None = None) -> None:
        self._by_log = {(log.room, log.session): money_of(log) for log in logs}
        if event is not None:
            self._by_log[event.room, ""] = event.currency
        shared = set(self._by_log.values())
        self.shared: str | None = shared.pop() if len(shared) == 1 else None

    def of(self, room: str, session: str) -> str | None:
        return self._by_log.get((room, session), self.shared)

    def in_column(self, amount: int | None, room: str, session: str) -> str:
        """Amount in a column; its heading names a shared unit."""
        if self.shared is None:
            return money(amount, self.of(room, session))
        return in_column(amount, self.shared)


def title_of(logs: Sequence[LogFacts]) -> str:
    """Room, and table or number of sessions."""
    if len(logs) == 1:
        return f"{logs[0].room} · {_table(logs[0].table)}"
    rooms = sorted({log.room for log in logs})
    where = rooms[0] if len(rooms) == 1 else count(len(rooms), "room")
    return f"{where} · {count(len(logs), 'session')}"


def money_of(log: LogFacts) -> str:
    """Currency of a log, or chips."""
    return log.money or log.currency


def was(amount: int, currency: str | None) -> str:
    """Verb of an amount: ``$2.00 was``, ``2 chips were``."""
    return "were" if currency == CHIPS and amount != 1 else "was"


def gravity(finding: Finding) -> tuple[int, int]:
    """Sort key: severity, then money."""
    return SEVERITIES.index(finding.severity), -(finding.money or 0)


def _table(name: str) -> str:
    return name if name.lower().startswith("table") else f"Table {name}"


def audit_digest(audit: Audit) -> str:
    """Digest of files, rulesets, engine and findings, as the report's method defines."""
    digest = sha256()
    logs = [audit.log] if audit.log else audit.logs
    of_event = [audit.event.sha256, *(each.sha256 for each in audit.event.files)] if audit.event else []
    parts = [*(log.sha256 for log in logs), *of_event, *(used.digest for used in audit.rulesets)]
    engine = audit.engine
    judged = [] if engine.judgement is None else [engine.code or "", str(engine.judgement)]
    for part in (*parts, engine.version, *judged, engine.library):
        digest.update(part.encode() + b"\n")
    for fingerprint in fingerprints(audit.findings):
        digest.update(fingerprint.encode() + b"\n")
    return digest.hexdigest()
