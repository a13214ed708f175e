"""Words of an audit for plain text and terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from reports.controls_decided import decided_by
from reports.formatting import count, hand_numbers, listed, money, period
from reports.money_words import statements
from reports.record_origin_words import derived
from reports.record_words import evidence, tokes, voids
from reports.story import Story
from rules.controls.library import Library, library
from rules.findings import finding_table
from rules.results import SEVERITIES, Audit, Coverage, Engine, Finding, ReadingEffect
from rules.shown_events import EventFacts

HEADINGS = {
    "violation": "Violations",
    "discrepancy": "Discrepancies",
    "undetermined": "Undetermined: the controls do not say, a person decides",
    "indicator": "Indicators: where to look, never a verdict",
}
_KIND_NAMES = {
    "violation": ("violation", "violations"),
    "discrepancy": ("discrepancy", "discrepancies"),
    "undetermined": ("undetermined point", "undetermined points"),
    "indicator": ("indicator", "indicators"),
}
_MOST_HANDS = 12  # runs of hand numbers in a line


def printable(text: str) -> str:
    """Text of a log without control characters and no-break spaces."""
    spaced = text.replace("\N{NO-BREAK SPACE}", " ")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in spaced)


def header(story: Story, registry: Library | None = None) -> Iterator[tuple[str, str]]:
    """Labels and values of subject, rulesets and totals. registry: None for the shipped library."""
    audit = story.audit
    if audit.event is None:
        yield from _of_log(story, registry)
    else:
        yield from ((label, printable(value)) for label, value in _event_header(audit, audit.event))
    yield "Engine", _engine(audit.engine)
    yield "Findings", counts(audit)
    for place, each in enumerate((*_money(story), *_reconciled(story))):
        yield ("" if place else "Money"), each
    for label, says in (("Evidence", evidence(audit)), ("Void deals", voids(audit)), ("Tokes", tokes(audit))):
        if says:
            yield label, printable(says)
    for failure in audit.failures:
        yield "Incomplete", failure.message
    for diagnosis in audit.diagnosis:
        yield "Diagnosis", diagnosis.message


def _engine(engine: Engine) -> str:
    return engine.release if engine.judgement is None else f"{engine.release}, judgement {engine.judgement}"


def _of_log(story: Story, registry: Library | None) -> Iterator[tuple[str, str]]:
    audit, log = story.audit, story.logs[0]
    yield "Log", printable(f"{log.room}, table {log.table}, session {log.session}")
    yield "Period", printable(period(log.opened_at, log.closed_at))
    yield "File", f"SHA-256 {log.sha256}, {log.bytes:,} bytes"
    for used in audit.rulesets:
        label = "Mandatory" if used.mandatory else "Ruleset"
        yield label, f"{used.id}@{used.revision}, {used.title}" + _share(used.hands, audit)
        yield "Digest", used.digest
    if not audit.rulesets:
        yield "Ruleset", "none was in force for any hand"
    if audit.controls_decided is not None:
        yield "Decided by", decided_by(audit)
    if audit.what_if:
        yield "What if", f"the room said it played {printable(log.ruleset or 'no ruleset')}"
        yield from (("Controls", printable(each)) for each in _controls(audit, registry))
    if says := derived([log]):
        yield "Record", says
    yield "Hands", f"{log.hands:,} recorded, {log.hands_expected:,} expected, {audit.testable:,} testable"


def _money(story: Story) -> Sequence[str]:
    if story.audit.money is not None:
        return statements(story.audit)
    return [story.amounts()] if story.amounts() else []


def _reconciled(story: Story) -> Iterator[str]:
    """Sums from hands' debts to remaining repayments, and what is unknown."""
    found = story.audit.reconciliation
    if found is not None and found.offset and not story.audit.what_if:
        gross, offset, net = (money(each, story.currency) for each in (found.gross, found.offset, found.net))
        yield f"{gross} owed hand by hand, less {offset} owed the other way: {net} to repay."
    if story.audit.impossible:
        hands = count(story.audit.impossible, "hand")
        yield f"What was due is not known in {hands} whose deal cannot have happened (DCK001, DCK002, DCK003)."


def _controls(audit: Audit, registry: Library | None) -> Iterator[str]:
    """Number of parameters in which tried and played controls differ, and the command that shows them."""
    from auditor.serialization import controls
    from rules.controls.what_if import compared

    for one in controls(compared(audit, registry or library())):
        both = f"{one.as_played} and {one.as_tried}"
        if one.differing is None:
            yield f"the library does not have both {both}: what differs is not known"
        else:
            parameters = count(one.differing, "parameter") if one.differing else "no parameter"
            yield f"{both} differ in {parameters}{f': {one.command}' if one.command else ''}"


def owed_heading(audit: Audit) -> str:
    """Heading above players' results that were not as due."""
    if audit.what_if:
        return "Would have gone to different players: those who would have had more (+), or less (−)"
    return "Owed to players (+), owed by players (−)"


def _share(hands: int, audit: Audit) -> str:
    return "" if len(audit.played) == 1 and hands == audit.hands else f" ({count(hands, 'hand')})"


def counts(audit: Audit) -> str:
    """Numbers of findings by kind and severity."""
    by_kind, by_severity = (
        finding_table.counts(audit.findings, "kind"),
        finding_table.counts(audit.findings, "severity"),
    )
    kinds = [count(number, *names) for kind, names in _KIND_NAMES.items() if (number := by_kind[kind])]
    grave = [f"{number:,} {severity}" for severity in SEVERITIES if (number := by_severity[severity])]
    return f"{', '.join(kinds)} ({', '.join(grave)})" if kinds else "none"


def by_kind(audit: Audit) -> Iterator[tuple[str, Sequence[Finding]]]:
    """Findings by kind, in the audit's order."""
    for kind in HEADINGS:
        found = finding_table.of(audit.findings, "kind", kind)
        if len(found):
            yield kind, found


class PlacedInLog(Protocol):
    """A finding or the like, with hand, seat and line."""

    @property
    def hand(self) -> int | None: ...
    @property
    def hands(self) -> Sequence[int] | None: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def line(self) -> int | None: ...


def place(finding: PlacedInLog) -> list[str]:
    """Place of a finding: hand, seat and line, or its hands."""
    parts = []
    if finding.hand is not None:
        parts.append(f"hand {finding.hand}")
    elif finding.hands:
        which = "hand" if len(finding.hands) == 1 else "hands"
        parts.append(f"{which} {hand_numbers(finding.hands, _MOST_HANDS)}")
    if finding.seat is not None:
        parts.append(f"seat {finding.seat}")
    if finding.line is not None:
        parts.append(f"line {finding.line}")
    return parts or ["the file as a whole"]


def place_in_file(finding: Finding) -> list[str]:
    """Place of a finding in its file; of a tournament, with its entry."""
    entry = [] if finding.entry is None else [f"entry {finding.entry}"]
    return [*entry, *place(finding)]


def effect(reading: ReadingEffect, currency: str | None) -> str:
    """A reading of an open point and its effect."""
    if reading.taken:
        return f"{reading.reading} (taken): {reading.means}"
    return f"{reading.reading}: {reading.means} ({_would_move(reading, currency)})"


def _would_move(reading: ReadingEffect, currency: str | None) -> str:
    if not reading.worked_out:
        return "what it would move was not worked out"
    if not reading.hands:
        return "would move nothing here"
    hands = count(reading.hands, "hand")
    if not reading.units and reading.money is None:
        return f"would change {hands}; what it would move is not known"
    if not reading.units and reading.money == 0:
        return f"would move nothing; other acts would be against the rules in {hands}"
    moved = [count(reading.units, "unit")] if reading.units else []
    if reading.money is not None:
        moved.append(money(reading.money, currency))
    return f"would move {listed(moved)} in {hands}"


def owed(audit: Audit) -> Iterator[tuple[str, int]]:
    """Players whose results were not as due, with the amount owed to (+) or by them."""
    return ((printable(each.player), each.owed) for each in audit.restitution if each.owed)


def because(row: Coverage) -> str:
    """Untestable hands, counted by reason."""
    return "; ".join(f"{each.hands:,}: {each.reason}" for each in row.because)


def _event_header(audit: Audit, event: EventFacts) -> Iterator[tuple[str, str]]:
    title = f", {event.title}" if event.title else ""
    yield event.kind.capitalize(), f"{event.room}, {event.id}{title}"
    if event.begins:
        yield "Period", f"from {event.begins}" + (f" to {event.ends}" if event.ends else "")
    yield "File", f"SHA-256 {event.sha256}, {event.bytes:,} bytes, {count(event.lines, 'line')}"
    for used in audit.rulesets:
        yield "Ruleset", f"{used.id}@{used.revision}, {used.title}"
        yield "Digest", used.digest
    if not audit.rulesets:
        yield "Ruleset", "no account of the file has one"
    if audit.what_if:
        yield "What if", f"the file names {event.ruleset or 'no ruleset'}"
    yield "Read with", _files(event)
    if event.missing:
        yield "Missing", f"{listed(event.missing)}: what needs them is untestable"


def _files(event: EventFacts) -> str:
    kinds = [each.kind for each in event.files]
    hands = sum(each.hands or 0 for each in event.files)
    said = []
    if logs := kinds.count("session"):
        said.append(f"{count(logs, 'table log')} with {count(hands, 'hand')}")
    if tournaments := kinds.count("tournament"):
        said.append(count(tournaments, "tournament"))
    if ledgers := kinds.count("ledger"):
        said.append(count(ledgers, "ledger"))
    return listed(said) or "no other file"
