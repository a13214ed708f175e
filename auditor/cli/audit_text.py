"""An audit as plain text for pipes and files, stable from run to run, a finding a line."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.cli import coverage_words
from auditor.cli.audit_parts import ShownParts, more_words
from auditor.cli.audit_words import (
    HEADINGS,
    by_kind,
    effect,
    header,
    owed,
    owed_heading,
    place_in_file,
    printable,
)
from auditor.cli.corrected_log import blocks
from auditor.cli.incident_lines import FIRST, HEADING, explanation_of, first, in_a_line, rest
from reports.formatting import money
from reports.money_words import settlement
from reports.story import Story
from rules.controls.library import Library
from rules.results import Audit, Finding

SETTLEMENT = "Who owes whom"
_LABEL = 11
ALL = ShownParts(every=True)


def lines(audit: Audit, registry: Library | None = None, shown: ShownParts = ALL) -> Iterator[str]:
    """Lines of an audit: subject, verdict, incidents, tests.

    A finding's fields are two spaces apart: kind, severity, code, place_in_file, clause, message.
    """
    story = Story(audit)
    yield from header_lines(story, registry)
    yield ""
    yield story.conclusion()
    yield from first_lines(story, everything=shown.every)
    for heading, listed in blocks(audit):
        yield from ("", heading, *listed)
    if shown.with_findings:
        yield from _findings(story)
    yield from _owed(story)
    yield from _coverage(audit, registry, shown)
    if more := more_words(audit, shown):
        yield from ("", more)


def _findings(story: Story) -> Iterator[str]:
    for kind, findings in by_kind(story.audit):
        yield ""
        yield f"{HEADINGS[kind]} ({len(findings):,})"
        for finding in findings:
            yield from finding_lines(finding, story)


def header_lines(story: Story, registry: Library | None = None) -> Iterator[str]:
    """Subject of the audit, and the totals."""
    return (f"{label:<{_LABEL}}{value}" for label, value in header(story, registry))


def first_lines(story: Story, *, everything: bool = False) -> Iterator[str]:
    """The first incidents or all, a line each: severity, area, text."""
    most = len(story.entries) if everything else FIRST
    incidents = first(story, most)
    if not incidents:
        return
    yield ""
    yield HEADING
    for each in incidents:
        yield f"{each.incident.severity}  {each.incident.area}  {in_a_line(each, story)}"
        if (cause := explanation_of(each)) is not None:
            yield f"    {cause}"
    if more := rest(story.audit, most):
        yield more


def finding_lines(finding: Finding, story: Story) -> Iterator[str]:
    """A finding, with an undetermined one's readings."""
    fields = finding.kind, finding.severity, finding.code, " ".join(place_in_file(finding)), finding.clause
    yield "  ".join((*fields, printable(finding.message)))
    currency = story.currency_of(finding.room, finding.session)
    for reading in finding.readings or ():
        yield f"    reading {printable(effect(reading, currency))}"


def _owed(story: Story) -> Iterator[str]:
    if story.audit.event is not None:
        said = settlement(story.audit)
        yield from ("", SETTLEMENT, *map(printable, said)) if said else ()
        return
    rows = list(owed(story.audit))
    if rows:
        yield ""
        yield owed_heading(story.audit)
        width = max(len(player) for player, _ in rows)
        for player, amount in rows:
            yield f"{player:<{width}}  {money(amount, story.currency, plus=True)}"


def _coverage(audit: Audit, registry: Library | None, shown: ShownParts) -> Iterator[str]:
    yield ""
    if shown.with_coverage:
        yield from ("Coverage", *coverage_words.lines(audit.coverage))
        yield from coverage_words.unaudited_sentences(audit, registry)
    else:
        yield f"{'Coverage':<{_LABEL}}{coverage_words.in_one_line(audit.coverage)}"
