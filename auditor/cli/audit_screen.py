"""An audit on a terminal, drawn with rich."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from auditor.cli import coverage_words
from auditor.cli.audit_parts import FIRST_FINDINGS, ShownParts, more_words
from auditor.cli.audit_words import HEADINGS, because, by_kind, effect, header, owed, place_in_file, printable
from auditor.cli.corrected_log import blocks
from auditor.cli.incident_lines import FIRST, HEADING, explanation_of, first, in_a_line, rest
from auditor.cli.text_tables import Column, show_table
from reports.formatting import money
from reports.incident_entries import IncidentEntry
from reports.story import Story
from rules.controls.library import Library
from rules.results import Audit, Coverage, Finding

if TYPE_CHECKING:
    from rich.console import Console

_SEVERITY = {"critical": "bold red", "major": "red", "minor": "yellow", "note": "cyan"}
_LOUD = {"Incomplete": "bold yellow", "What if": "bold yellow", "Diagnosis": "bold yellow"}
_STRONG = ("Log", "Findings", "Money")


def show(audit: Audit, console: Console, *, shown: ShownParts, registry: Library | None = None) -> None:
    """Print an audit: subject, verdict, incidents, tests."""
    story = Story(audit)
    console.print()
    show_header(story, console, registry)
    console.print()
    console.print(Text(story.conclusion(), "bold"))
    show_first(story, console, everything=shown.every)
    for heading, listed in blocks(audit):
        console.print()
        console.print(Text(heading, "bold"))
        console.print(Padding(Text("\n".join(listed)), (0, 0, 0, 2)))
    if shown.with_findings:
        _findings(story, console, None if shown.every else FIRST_FINDINGS)
    _owed(story, console)
    _coverage(audit.coverage, shown, console)
    for sentence in coverage_words.unaudited_sentences(audit, registry) if shown.with_coverage else ():
        console.print()
        console.print(Text(sentence))
    if more := more_words(audit, shown):
        console.print()
        console.print(Text(more, "dim"))


def _findings(story: Story, console: Console, most: int | None) -> None:
    for kind, findings in by_kind(story.audit):
        console.print()
        console.print(Text.assemble((HEADINGS[kind], "bold"), (f"  {len(findings):,}", "dim")))
        show_findings(findings[:most], story, console)
        if most is not None and len(findings) > most:
            left = f"… and {len(findings) - most:,} more: --all shows them."
            console.print(Text(f"  {left}", "dim"))


def show_header(story: Story, console: Console, registry: Library | None = None) -> None:
    """Show the subject and totals."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for label, value in header(story, registry):
        grid.add_row(label, Text(value, "bold" if label in _STRONG else _LOUD.get(label, "")))
    console.print(grid)


def show_first(story: Story, console: Console, *, everything: bool = False) -> None:
    """The first incidents, or all."""
    most = len(story.entries) if everything else FIRST
    incidents = first(story, most)
    if not incidents:
        return
    grid = Table.grid(padding=(0, 1))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for each in incidents:
        style = _SEVERITY[each.incident.severity]
        grid.add_row(Text("  ●", style), Text(each.incident.severity, style), _incident(each, story))
    console.print()
    console.print(Text(HEADING, "bold"))
    console.print(grid)
    if more := rest(story.audit, most):
        console.print(Text(f"  {more}", "dim"))


def _incident(entry: IncidentEntry, story: Story) -> Text:
    cause = explanation_of(entry)
    return (
        Text(in_a_line(entry, story))
        if cause is None
        else Text.assemble(in_a_line(entry, story), (f"\n{cause}", "dim"))
    )


def show_findings(findings: Iterable[Finding], story: Story, console: Console) -> None:
    """Show findings, a hand's together."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    above = ""
    for finding in findings:
        here = _hand(finding)
        if here != above:
            grid.add_row("", "", "", Text(here, "bold"))
            above = here
        style = _SEVERITY[finding.severity]
        clause = "" if finding.clause in finding.message else f"  {finding.clause}"
        message = Text.assemble(_message(finding), (clause, "dim"))
        grid.add_row(Text("  ●", style), Text(finding.severity, style), Text(finding.code, "dim"), message)
        currency = story.currency_of(finding.room, finding.session)
        for reading in finding.readings or ():
            line = Text(f"· {printable(effect(reading, currency))}", "" if reading.taken else "dim")
            grid.add_row("", "", "", line)
    console.print(grid)


def _hand(finding: Finding) -> str:
    seat = f"seat {finding.seat}"
    return ", ".join(each for each in place_in_file(finding) if each != seat)


def _message(finding: Finding) -> str:
    message = printable(finding.message)
    for words in (f"Hand {finding.hand}, ", f"Hand {finding.hand}: "):
        if message.startswith(words) and len(message) > len(words):
            return message[len(words)].upper() + message[len(words) + 1 :]
    return message


def _owed(story: Story, console: Console) -> None:
    rows = list(owed(story.audit))
    if not rows:
        return
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(justify="right")
    for player, amount in rows:
        table.add_row(Text(player), Text(money(amount, story.currency, plus=True)))
    console.print()
    title, explained = "Restitution", "+ is owed to the player, − by the player"
    if story.audit.what_if:
        title, explained = "Would have gone to different players", "+ the player would have had more, − less"
    console.print(Text.assemble((title, "bold"), (f"  {explained}", "dim")))
    console.print(Padding(table, (0, 0, 0, 2)))


def _coverage(rows: Sequence[Coverage], shown: ShownParts, console: Console) -> None:
    console.print()
    if not shown.with_coverage:
        line = Table.grid(padding=(0, 2))
        line.add_row(Text("Coverage", "bold"), coverage_words.in_one_line(rows))
        console.print(line)
        return
    console.print(Text("Coverage", "bold"))
    numbers = (
        ("tested", 0),
        ("agreeing", 2),
        ("open", 3),
        ("differing", 0),
        ("untestable", 0),
        ("inapplicable", 1),
    )
    columns = (
        Column("code"), Column("check"), *(Column(name, "number", leaves) for name, leaves in numbers),
        Column("why not", "words", style="dim"),
    )  # fmt: skip
    show_table(columns, map(_row, rows), console)


def _row(row: Coverage) -> tuple[str | Text, ...]:
    style = "bold" if row.differing else "" if row.tested else "dim"
    figures = (row.tested, row.agreeing, row.open, row.differing, row.untestable, row.inapplicable or 0)
    return *(Text(each, style) for each in (row.code, row.name, *(f"{each:,}" for each in figures))), because(
        row
    )
