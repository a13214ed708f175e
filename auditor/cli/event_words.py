"""Words of the command line about an audited tournament or ledger before its findings."""

from __future__ import annotations

from collections.abc import Iterator

from reports.formatting import count, listed
from rules.results import Audit
from rules.shown_events import EventFacts


def header(audit: Audit, event: EventFacts) -> Iterator[tuple[str, str]]:
    """Subject of the audit, its rulesets and files, as labels and values."""
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
    """How many files of each kind were read beside the event's own."""
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
