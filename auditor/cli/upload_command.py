"""`auditor upload`: logs to a running service."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.calling_service import url_option
from auditor.cli.quiet import is_quiet, quiet_option
from auditor.cli.refused_lines import print_changes, print_problems, print_warnings
from auditor.cli.terminal import waiting

if TYPE_CHECKING:
    from auditor.cli.client import Client

EPILOG = """\b
Examples:
  auditor upload logs/*.ndjson.gz
  auditor upload --dry-run evening.ndjson
  auditor upload monday.ndjson march.ndjson

\b
Exit status, the first that applies:
  5  the service cannot be reached; what was sent before is stored
  3  the service failed on a log, which is not stored
  2  a log was refused: it cannot be read, or not be audited (its problems are
     printed)
  1  another file is on record for the same session
  4  the service keeps a log that is not on record yet: its record is damaged
  0  every log is on record (or would be: --dry-run)
"""
_ORDER = (exits.NOT_STORED, exits.REFUSED, exits.CONFLICT, exits.NOT_ON_RECORD, exits.OK)


@click.command("upload", epilog=EPILOG)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...",
    type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path),
)  # fmt: skip
@url_option
@click.option("--dry-run", is_flag=True, help="Only check whether each log would be taken; store nothing.")
@quiet_option(", and no line for what is on record")
def command(files: tuple[Path, ...], url: str, dry_run: bool) -> None:
    """Send each FILE, a session log, the file of a tournament or a ledger, or gzip of one, to a running service.

    The same log again is the same session. A file that corrects an earlier one says so in its first line
    ("supersedes"). What is odd about a log that is taken is printed as a warning.
    """
    from auditor.cli.client import Client

    client = Client(url)
    ended = {upload(client, path, dry_run) for path in files}
    raise click.exceptions.Exit(next(each for each in _ORDER if each in ended))


def upload(client: Client, path: Path, dry_run: bool) -> int:
    """Send a file, print the outcome, return its exit status."""
    from auditor.cli.sent_logs import send

    with path.open("rb") as stream, waiting(f"Sending {path.name}"):
        sent = send(client, stream, dry_run=dry_run)
    if sent.problems:
        print_problems(str(path), sent.problems, sent.count, sent.sentence)
    elif sent.outcome in ("refused", "not stored"):
        click.echo(f"auditor: {path} was not stored: {sent.words}", err=True)
    elif not is_quiet():
        sys.stdout.write(f"{path}: {sent.words}\n")
        sys.stdout.flush()
    print_changes(str(path), sent.changes, sent.changes_in_all)
    print_warnings(str(path), sent.warnings)
    return sent.status
