"""Errors for the person at the command line: one clear sentence, and what to do."""

from __future__ import annotations

import sys
from typing import IO, Any

import click


class Failure(click.ClickException):
    """An end with a sentence on standard error and an exit status of its own."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.exit_code = status  # type: ignore[misc]  # click has it per class

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the sentence."""
        click.echo(f"auditor: {self.message}", file=file or sys.stderr)


def os_reason(error: OSError) -> str:
    """What the system says of an error, without its number."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"
