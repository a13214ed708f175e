"""Which findings make a command end with status 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

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


def counts(kind: str, severity: str, fail_on: str, undetermined: bool) -> bool:
    """Whether a finding is at or above --fail-on."""
    if kind == "undetermined" and not undetermined:
        return False
    return LEVELS.index(severity) <= LEVELS.index(fail_on)
