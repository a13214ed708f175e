"""An audit as plain text: for pipes and files, the same from run to run, one finding a line."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.cli.audit_words import (
    HEADINGS,
    because,
    by_kind,
    effect,
    header,
    owed,
    owed_heading,
    place_in_file,
    printable,
)
from auditor.cli.corrected_log import blocks
from auditor.cli.incident_words import HEADING, first, in_a_line, rest
from reports.formatting import money
from reports.money_words import settlement
from reports.story import Story
from rules.controls.library import Library
from rules.results import Audit, Finding

SETTLEMENT = "Who owes whom"
_LABEL = 11


def lines(audit: Audit, registry: Library | None = None) -> Iterator[str]:
    """The text, line by line: the first incidents, then every finding.

    A finding is a line of fields two spaces apart: kind, severity, code, place_in_file, clause, message.
    """
    story = Story(audit)
    yield from header_lines(story, registry)
    yield from first_lines(story)
    for heading, listed in blocks(audit):
        yield from ("", heading, *listed)
    for kind, findings in by_kind(audit):
        yield ""
        yield f"{HEADINGS[kind]} ({len(findings):,})"
        for finding in findings:
            yield from finding_lines(finding, story)
    yield from _owed(story)
    yield from _coverage(audit)
    yield ""
    yield story.conclusion()


def header_lines(story: Story, registry: Library | None = None) -> Iterator[str]:
    """What was audited, and the totals."""
    return (f"{label:<{_LABEL}}{value}" for label, value in header(story, registry))


def first_lines(story: Story) -> Iterator[str]:
    """The first incidents, one a line: severity, area, what it is; nothing where there is none."""
    incidents = first(story)
    if not incidents:
        return
    yield ""
    yield HEADING
    for each in incidents:
        yield f"{each.incident.severity}  {each.incident.area}  {in_a_line(each, story)}"
    more = rest(story.audit)
    if more:
        yield more


def finding_lines(finding: Finding, story: Story) -> Iterator[str]:
    """A finding, and the readings of an undetermined one."""
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


def _coverage(audit: Audit) -> Iterator[str]:
    names = max((len(row.name) for row in audit.coverage), default=0)
    yield ""
    yield "Coverage"
    yield f"code    {'check':<{names}}     tested   agreeing       open  differing  untestable  inapplicable"
    for row in audit.coverage:
        figures = (row.tested, row.agreeing, row.open, row.differing)
        numbers = "  ".join(f"{figure:>9,}" for figure in figures) + f"  {row.untestable:>10,}"
        numbers += f"  {row.inapplicable or 0:>12,}"
        yield f"{row.code}  {row.name:<{names}}  {numbers}  {because(row)}".rstrip()
