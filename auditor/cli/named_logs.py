"""A log on the command line: file, pipe, or `-`."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, os_reason

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence

STDIN = "-"
LOG = click.Path(dir_okay=False, exists=True, readable=True, allow_dash=True)


def shown_name(log: str) -> str:
    """Name of a log in messages."""
    return "<stdin>" if log == STDIN else log


def ruleset_named(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Refuse an empty ruleset option, which does not mean the log's own."""
    if value is not None and not value.strip():
        raise click.BadParameter("the option is empty (unset shell variable?).", context, option)
    return value


@contextmanager
def opened(log: str) -> Iterator[FileEvidence]:
    """A repeatably readable log; a pipe goes to a temporary file."""
    from auditor.evidence import LIMITS, FileEvidence
    from auditor.worker_thread import ThreadedDigest

    try:
        if log != STDIN and Path(log).is_file():
            with Path(log).open("rb"):
                pass  # fails now if it cannot be read
            yield FileEvidence(Path(log), LIMITS, ThreadedDigest)
            return
        with tempfile.NamedTemporaryFile(prefix="auditor-", suffix=".log") as file:
            if log == STDIN:
                shutil.copyfileobj(sys.stdin.buffer, file)
            else:
                with Path(log).open("rb") as stream:
                    shutil.copyfileobj(stream, file)
            file.flush()
            yield FileEvidence(Path(file.name), LIMITS, ThreadedDigest)
    except (FileNotFoundError, PermissionError) as error:
        raise CommandFailure(f"The log cannot be read: {os_reason(error)}.", exits.REFUSED) from error
