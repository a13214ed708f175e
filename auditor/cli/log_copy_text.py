"""Ends of commands that copy a log: what a copy has, and errors in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, os_reason

if TYPE_CHECKING:
    from auditor.log_copies.copied_log import LogCopy


@contextmanager
def copying(path: Path) -> Iterator[None]:
    """Block that writes a copy; its errors end the command in words."""
    from auditor.log_copies.copy_errors import NotAsSigned, NotContinued, UnusableCopy

    try:
        yield
    except (NotContinued, NotAsSigned) as error:
        raise CommandFailure(str(error), exits.NOT_CONTINUED) from error
    except UnusableCopy as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except OSError as error:
        raise CommandFailure(
            f"{path} cannot be written to: {os_reason(error)}. What it had stays; run it again once there is room.",
            exits.IO_ERROR,
        ) from error


def line_of(log: LogCopy, path: Path) -> str:
    """State of a copy in a line."""
    if not log.size:
        return f"The log {log.name} has no entry yet."
    came = log.size - log.before
    new = "all new" if not log.before else f"{came:,} of them new" if came else "none of them new"
    return f"{path}: {log.size:,} entries of {log.name}, {new}. Root {log.root}"
