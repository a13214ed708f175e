"""Parts of an audit to print, by options."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from auditor.cli.quiet import is_quiet

if TYPE_CHECKING:
    from rules.results import Audit

FIRST_FINDINGS = 40  # of each kind, at a terminal


class ShownParts(NamedTuple):
    """Parts beside facts, verdict and first incidents. every: all incidents, findings and checks."""

    findings: bool = False
    coverage: bool = False
    every: bool = False

    @property
    def with_findings(self) -> bool:
        """Whether findings are listed."""
        return self.findings or self.every

    @property
    def with_coverage(self) -> bool:
        """Whether every check is listed."""
        return self.coverage or self.every


def options(command: Callable[..., Any]) -> Callable[..., Any]:
    """--findings, --coverage and --all."""
    for name, words, said in (
        ("--all", "everything", "Show every incident, every finding and every check."),
        ("--coverage", "coverage", "Also show each check, with what it tested and why it could not."),
        (
            "--findings",
            "findings",
            "Also show findings with their clauses; a terminal gets the first 40 of each kind.",
        ),
    ):
        command = click.option(name, words, is_flag=True, help=said)(command)
    return command


def more_words(audit: Audit, shown: ShownParts) -> str | None:
    """Options that show what is not printed; None where all is, or where quiet."""
    if is_quiet():
        return None
    from reports.formatting import count

    said = []
    if found := len(audit.findings):
        clauses = "its clause" if found == 1 else "their clauses"
        said += [] if shown.with_findings else [f"--findings lists {count(found, 'finding')} with {clauses}"]
    if audit.coverage and not shown.with_coverage:
        said.append("--coverage lists each check")
    return f"{', '.join(said)}." if said else None
