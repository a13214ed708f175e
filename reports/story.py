"""What the report says: the counts, the conclusion in a sentence, and where to look first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Protocol

from reports.formatting import CHIPS, count, in_column, listed, money, period
from reports.incident_entries import IncidentEntry, incident_entries
from rules.controls.library import HELD
from rules.results import SEVERITIES, Audit, Finding, LogFacts

_SECTIONS = {
    "incidents": "Incidents",
    "day": "The day across sessions",
    "undetermined": "Undetermined points",
    "restitution": "Restitution by player",
    "busts": "Order of elimination",
    "custody": "Custody of the record",
    "coverage": "Coverage",
    "method": "Method and limits",
    "response": "Response of the licensee",
}
_OF_A_WHAT_IF = {  # nobody did wrong by controls that were only tried: nobody owes anything or has to answer
    "controls": "What differs between the controls",
    **_SECTIONS,
    "restitution": "Results by player, as tried",
}
del _OF_A_WHAT_IF["response"]


class CitedClause(Protocol):
    """A rule statement of the source documents."""

    @property
    def id(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def statement(self) -> str: ...


class Story:
    """An audit, counted once, and what follows from the counts."""

    def __init__(self, audit: Audit) -> None:
        self.audit = audit
        self.logs: list[LogFacts] = [audit.log] if audit.log else audit.logs
        self.several = len(self.logs) != 1
        titles = _OF_A_WHAT_IF if audit.what_if else _SECTIONS
        self._count_kinds()
        there = {
            "busts": bool(audit.busts),
            "day": audit.day is not None,
            "undetermined": bool(self.kinds["undetermined"] or self.kinds["indicator"]),
            "restitution": bool(audit.repayments or any(row.owed for row in audit.restitution)),
        }
        self.sections = {key: title for key, title in titles.items() if there.get(key, True)}
        self.numbers = {key: number for number, key in enumerate(self.sections, 1)}
        self._currencies = Currencies(self.logs)
        self.currency = self._currencies.shared
        self.across_codes = frozenset(audit.day.codes if audit.day else ())
        self.across = [each for each in audit.findings if each.code in self.across_codes]
        self.grouped = audit.incidents is not None
        self.entries: list[IncidentEntry] = incident_entries(audit)
        self.digest = audit_digest(audit)

    def _count_kinds(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.by_log: Counter[tuple[str, str, str]] = Counter()
        for finding in self.audit.findings:
            kind = finding.kind
            self.kinds[kind] += 1
            self.by_log[finding.room, finding.session, kind] += 1

    @property
    def bare(self) -> bool:
        """Whether nothing was found at all."""
        return not self.audit.findings

    @property
    def to_answer(self) -> bool:
        """Whether anything was found that asks for an answer."""
        return bool(self.kinds["violation"] or self.kinds["discrepancy"]) and not self.audit.what_if

    def players(self) -> set[str]:
        """Everybody whom the audit names."""
        found = {each.player for each in self.audit.findings if each.player}
        found.update(each.player for each in self.audit.restitution)
        for entry in self.entries:
            for debt in entry.incident.owes:
                found.update(each for each in (debt.debtor, debt.creditor) if each)
        return found

    def currency_of(self, room: str, session: str) -> str | None:
        """What the money of a log is: a currency, or chips."""
        return self._currencies.of(room, session)

    def in_column(self, amount: int | None, room: str, session: str) -> str:
        """An amount of a log, in a column that says what it is in where all logs of the audit agree on it."""
        return self._currencies.in_column(amount, room, session)

    def of_kind(self, kind: str) -> Iterator[Finding]:
        """The findings of one kind, in the audit's order."""
        return (finding for finding in self.audit.findings if finding.kind == kind)

    def title(self) -> str:
        """What was audited, in a few words."""
        if self.audit.day is not None:
            return f"{self.audit.day.room} · {self.audit.day.day}"
        return title_of(self.logs)

    def full_title(self) -> str:
        """What was audited, with the session where there is one."""
        if self.audit.day is not None:
            return f"{self.audit.day.room} · gaming day {self.audit.day.day}"
        return self.title() if self.several else f"{self.title()} · session {self.logs[0].session}"

    def ruleset(self) -> str:
        """The rulesets, by id and revision."""
        names = [f"{used.id}@{used.revision}" for used in self.audit.played]
        if len(names) > 3:
            return f"{', '.join(names[:2])} and {len(names) - 2} more"
        return listed(names) or "no ruleset"

    def days(self) -> str:
        """From when to when the sessions were open."""
        opened = min((log.opened_at for log in self.logs), default=None)
        closed = max((log.closed_at for log in self.logs if log.closed_at), default=None)
        return period(opened, closed) if opened else "no logs"

    def broken(self) -> str:
        """That a check broke down, and which."""
        broke = "; ".join(f"{failure.code}: {failure.message}" for failure in self.audit.failures)
        return f"INCOMPLETE AUDIT. A check broke down, and its result is not known. {broke}"

    @property
    def unapproved(self) -> str | None:
        """The standing of the controls that hands were held to, where they were not approved; None where they were."""
        return next((used.standing for used in self.audit.played if used.standing not in HELD), None)

    def banner(self) -> str | None:
        """What every page warns of."""
        warnings = []
        if not self.audit.complete:
            warnings.append("INCOMPLETE AUDIT: a check broke down and its result is not known")
        if self.unapproved:
            warnings.append(f"WHAT-IF: {self.unapproved}, not approved")
        elif self.audit.what_if:
            warnings.append("WHAT-IF: not the ruleset that the room said it played")
        return "   ·   ".join(warnings) or None

    def astray(self) -> str:
        """What is said of money that is not where the controls would have it: of a what-if, no more than that."""
        return "would have gone otherwise" if self.audit.what_if else "went to the wrong player"

    def amounts(self) -> str:
        """What went to the wrong player, and what was only written down wrong, so far as there is any."""
        misrecorded = self.audit.money_misrecorded
        were = "were" if self.currency == CHIPS and misrecorded != 1 else "was"
        reported = (
            (self.audit.money_misallocated, self.astray()),
            (misrecorded, f"{were} written down wrong"),
        )
        return ", ".join(f"{money(amount, self.currency)} {what}" for amount, what in reported if amount)

    def headline(self) -> str:
        """The conclusion, after the number of incidents."""
        return (
            f"{count(len(self.entries), 'incident')}: {self.conclusion()}"
            if self.entries
            else self.conclusion()
        )

    def conclusion(self) -> str:
        """The audit in a sentence or two."""
        audit = self.audit
        found = [
            count(self.kinds[kind], kind, many)
            for kind, many in (("violation", "violations"), ("discrepancy", "discrepancies"))
            if self.kinds[kind]
        ]
        hands = count(audit.testable, "testable hand")
        if found:
            said = f"{listed(found)} in {hands}."
            if audit.day is not None and not audit.hands:
                said = f"{listed(found)}; no hand of this gaming day is on record."
        elif audit.testable:
            said = f"No difference in {hands}."
        elif audit.day is not None and not audit.hands:
            said = "No hand of this gaming day is on record."
        else:
            said = "No hand could be tested: the record does not hold what a replay needs, or the controls name no price."
        if amounts := self.amounts():
            said = f"{said[:-1]}; {amounts}."
        if audit.hands > audit.testable > 0:
            untested = audit.hands - audit.testable
            said += f" {count(untested, 'recorded hand')} could not be tested."
        if self.kinds["undetermined"]:
            points = count(self.kinds["undetermined"], "point")
            said += f" The controls leave {points} open, for a person to decide."
        if not audit.complete:
            broke = count(len(audit.failures), "check")
            said += (
                f" The audit is incomplete: {broke} broke down, and what would have been found is not known."
            )
        return said


class Currencies:
    """What the money of some logs is; ``shared`` where it is the same of all of them, else None."""

    def __init__(self, logs: Iterable[LogFacts]) -> None:
        self._by_log = {(log.room, log.session): money_of(log) for log in logs}
        shared = set(self._by_log.values())
        self.shared: str | None = shared.pop() if len(shared) == 1 else None

    def of(self, room: str, session: str) -> str | None:
        """What the money of a log is: a currency, or chips."""
        return self._by_log.get((room, session), self.shared)

    def in_column(self, amount: int | None, room: str, session: str) -> str:
        """An amount of a log, in a column that says what it is in where all logs agree on it."""
        if self.shared is None:
            return money(amount, self.of(room, session))
        return in_column(amount, self.shared)


def title_of(logs: Sequence[LogFacts]) -> str:
    """What some logs are of, in a few words."""
    if len(logs) == 1:
        return f"{logs[0].room} · {_table(logs[0].table)}"
    rooms = sorted({log.room for log in logs})
    where = rooms[0] if len(rooms) == 1 else count(len(rooms), "room")
    return f"{where} · {count(len(logs), 'session')}"


def money_of(log: LogFacts) -> str:
    """What the money of a log is: its currency, or chips where it was played for those of a tournament."""
    return log.money or log.currency


def gravity(finding: Finding) -> tuple[int, int]:
    """What findings are ordered by where the gravest come first: the severity, then the money."""
    return SEVERITIES.index(finding.severity), -(finding.money or 0)


def _table(name: str) -> str:
    return name if name.lower().startswith("table") else f"Table {name}"


def audit_digest(audit: Audit) -> str:
    """One digest for what was audited, by what, and what was found; how it is made is told in the report."""
    digest = sha256()
    logs = [audit.log] if audit.log else audit.logs
    parts = [log.sha256 for log in logs] + [used.digest for used in audit.rulesets]
    for part in (*parts, audit.engine.version, audit.engine.library):
        digest.update(part.encode() + b"\n")
    for finding in audit.findings:
        digest.update(finding.fingerprint.encode() + b"\n")
    return digest.hexdigest()
