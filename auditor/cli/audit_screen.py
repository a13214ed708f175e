"""An audit as a terminal shows it, drawn with rich."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from auditor.cli.audit_words import HEADINGS, because, by_kind, effect, header, owed, place_in_file, printable
from auditor.cli.corrected_log import blocks
from auditor.cli.incident_words import HEADING, first, in_a_line, rest
from reports.formatting import money
from reports.story import Story
from rules.controls.library import Library
from rules.results import Audit, Coverage, Finding

if TYPE_CHECKING:
    from rich.console import Console

_SEVERITY = {"critical": "bold red", "major": "red", "minor": "yellow", "note": "cyan"}
_LOUD = {"Incomplete": "bold yellow", "What if": "bold yellow", "Diagnosis": "bold yellow"}
_STRONG = ("Log", "Findings", "Money")


def show(audit: Audit, console: Console, *, most: int | None, registry: Library | None = None) -> None:
    """Print an audit. most: findings of each kind that are printed; None: all."""
    story = Story(audit)
    console.print()
    show_header(story, console, registry)
    show_first(story, console)
    for heading, listed in blocks(audit):
        console.print()
        console.print(Text(heading, "bold"))
        console.print(Padding(Text("\n".join(listed)), (0, 0, 0, 2)))
    for kind, findings in by_kind(audit):
        console.print()
        console.print(Text.assemble((HEADINGS[kind], "bold"), (f"  {len(findings):,}", "dim")))
        show_findings(findings[:most], story, console)
        if most is not None and len(findings) > most:
            rest = f"… and {len(findings) - most:,} more: --all shows them."
            console.print(Text(f"  {rest}", "dim"))
    _owed(story, console)
    _coverage(audit.coverage, console)
    console.print()
    console.print(Text(story.conclusion(), "bold"))


def show_header(story: Story, console: Console, registry: Library | None = None) -> None:
    """What was audited, and the totals."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column(overflow="fold")
    for label, value in header(story, registry):
        grid.add_row(label, Text(value, "bold" if label in _STRONG else _LOUD.get(label, "")))
    console.print(grid)


def show_first(story: Story, console: Console) -> None:
    """The first incidents; nothing where there is none."""
    incidents = first(story)
    if not incidents:
        return
    grid = Table.grid(padding=(0, 1))
    for _ in range(2):
        grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for each in incidents:
        style = _SEVERITY[each.incident.severity]
        grid.add_row(Text("  ●", style), Text(each.incident.severity, style), Text(in_a_line(each, story)))
    console.print()
    console.print(Text(HEADING, "bold"))
    console.print(grid)
    more = rest(story.audit)
    if more:
        console.print(Text(f"  {more}", "dim"))


def show_findings(findings: Iterable[Finding], story: Story, console: Console) -> None:
    """Findings, those of a hand under one another."""
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
    """The message without its opening words where these repeat which hand it is about."""
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


def _coverage(rows: Iterable[Coverage], console: Console) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, 1))
    table.add_column("code", no_wrap=True)
    table.add_column("check", no_wrap=True)
    for name in ("tested", "agreeing", "open", "differing", "untestable", "inapplicable"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("why not", overflow="fold")
    for row in rows:
        style = "bold" if row.differing else "" if row.tested else "dim"
        numbers = (row.tested, row.agreeing, row.open, row.differing, row.untestable, row.inapplicable or 0)
        table.add_row(
            row.code, row.name, *(f"{each:,}" for each in numbers), Text(because(row), "dim"), style=style
        )
    console.print()
    console.print(Text("Coverage", "bold"))
    console.print(table)
