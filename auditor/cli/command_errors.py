"""Errors at the command line: a sentence with the remedy, and an exit status."""

from __future__ import annotations

import os
import sys
from typing import IO, Any

import click

from auditor.cli import exits

# By the full names of the classes, so that no module is imported for its errors.
EXIT_STATUSES = {
    "rules.records.problems.Refused": exits.REFUSED,
    "rules.controls.library.UnknownRuleset": exits.REFUSED,
    "rules.controls.library.NotApproved": exits.REFUSED,
    "rules.audit.in_force.NoRuleset": exits.REFUSED,
    "rules.controls.examined_filing.NotText": exits.REFUSED,
    "auditor.http.server.CannotServe": exits.REFUSED,
    "auditor.access.keys.KeyNotPossible": exits.REFUSED,
    "auditor.access.people.AccountNotPossible": exits.REFUSED,
    "auditor.errors.CannotAudit": exits.INCOMPLETE,
    "auditor.settings.BadLimit": exits.REFUSED,
    "auditor.errors.DomainError": exits.REFUSED,
    "auditor.bulk.bulk_errors.CannotRun": exits.REFUSED,
}


class CommandFailure(click.ClickException):
    """An end with a sentence on standard error and its exit status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.exit_code = status  # type: ignore[misc]  # click has it per class

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        click.echo(f"auditor: {self.message}", file=file or sys.stderr)


def exit_status(error: Exception) -> int:
    """Exit status of an error; BROKE_DOWN for unlisted ones."""
    found = (EXIT_STATUSES.get(f"{kind.__module__}.{kind.__qualname__}") for kind in type(error).__mro__)
    return next((status for status in found if status is not None), exits.BROKE_DOWN)


def debugging() -> bool:
    """Whether --debug or AUDITOR_DEBUG asks for tracebacks."""
    running = click.get_current_context(silent=True)
    return bool(os.environ.get("AUDITOR_DEBUG") or (running and running.find_root().params.get("debug")))


def words_of(error: Exception) -> str:
    """Words of an error, with the command line's remedy."""
    said = getattr(error, "said", None)
    return str(error) if said is None else str(said("command"))


def is_one_of(error: Exception, *names: str) -> bool:
    """Whether an error is of a listed class with one of some names, or derived from it."""
    kinds = (kind for kind in type(error).__mro__ if kind.__qualname__ in names)
    return any(f"{kind.__module__}.{kind.__qualname__}" in EXIT_STATUSES for kind in kinds)


def os_reason(error: OSError) -> str:
    """The system's description of an error, without its number."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
