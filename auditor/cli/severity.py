"""Findings that end a command with status 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rules.results import Finding

LEVELS = (
    "critical",
    "major",
    "minor",
    "note",
)  # rules.results.SEVERITIES, which costs an import at every start


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--fail-on and --count-undetermined."""
    command = click.option(
        "--count-undetermined",
        is_flag=True,
        help="Count undetermined findings for --fail-on; without this option they are only shown.",
    )(command)
    return click.option(
        "--fail-on",
        type=click.Choice(LEVELS),
        default="minor",
        show_default=True,
        help="End with status 1 for a finding of this severity or a graver one.",
    )(command)


def any_counts(findings: Sequence[Finding], fail_on: str, undetermined: bool) -> bool:
    """Whether any finding reaches --fail-on."""
    from rules.findings import finding_table

    return any(
        counts(kind, severity, fail_on, undetermined)
        for kind in finding_table.counts(findings, "kind")
        for severity in finding_table.counts(finding_table.of(findings, "kind", kind), "severity")
    )


def counts(kind: str, severity: str, fail_on: str, undetermined: bool) -> bool:
    """Whether a finding reaches --fail-on."""
    if kind == "undetermined" and not undetermined:
        return False
    return LEVELS.index(severity) <= LEVELS.index(fail_on)
