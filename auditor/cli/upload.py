"""`auditor upload`: logs to a running service."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.refusals import print_problems
from auditor.cli.service import url_option

if TYPE_CHECKING:
    from auditor.cli.client import Answered, Client

EPILOG = """\b
Examples:
  auditor upload logs/*.ndjson.gz
  auditor upload --dry-run evening.ndjson

\b
Exit status, the first that applies:
  5  the service cannot be reached; what was sent before is stored
  3  the service failed on a log, which is not stored
  2  a log was refused (its problems are printed)
  1  another file is on record for the same session
  0  every log is on record (or would be: --dry-run)
"""
_ORDER = (exits.NOT_STORED, exits.REFUSED, exits.CONFLICT, exits.OK)


@click.command("upload", epilog=EPILOG)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...",
    type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path),
)  # fmt: skip
@url_option
@click.option("--dry-run", is_flag=True, help="Only check whether each log would be taken; store nothing.")
def command(files: tuple[Path, ...], url: str, dry_run: bool) -> None:
    """Send each FILE, a session log or gzip of one, to a running service.

    The same log again is the same session. A file that corrects an earlier one says so in its session line
    ("supersedes").
    """
    from auditor.cli.client import Client

    client = Client(url)
    ended = {upload(client, path, dry_run) for path in files}
    raise click.exceptions.Exit(next(each for each in _ORDER if each in ended))


def upload(client: Client, path: Path, dry_run: bool) -> int:
    """Send one file, print the outcome, and return its exit status."""
    from auditor.cli.client import Answered

    if path.stat().st_size == 0:
        click.echo(f"{path}:1: found an empty file; expected a session log", err=True)
        return exits.REFUSED
    try:
        with path.open("rb") as stream:
            status, session = client.upload(stream, dry_run=dry_run)
    except Answered as answered:
        return _not_taken(path, answered)
    if dry_run:
        known = session["already_stored"]
        outcome = (
            f"valid, and on record as session {session['session']}" if known else "valid, and would be stored"
        )
        hands = session["facts"]["hands"]
    else:
        outcome = (
            f"created session {session['id']}" if status == 201 else f"the same as session {session['id']}"
        )
        hands = session["hands"]
    sys.stdout.write(f"{path}: {outcome} ({hands:,} {'hand' if hands == 1 else 'hands'})\n")
    sys.stdout.flush()
    return exits.OK


def _not_taken(path: Path, answered: Answered) -> int:
    problem = answered.problem
    if "problems" in problem:
        import msgspec

        from rules.records.problems import Problem

        problems = msgspec.convert(problem["problems"], list[Problem])
        print_problems(str(path), problems, problem["problem_count"])
        return exits.REFUSED
    if answered.status == 409:
        sys.stdout.write(f"{path}: conflict: {answered}\n")
        sys.stdout.flush()
        return exits.CONFLICT
    click.echo(f"auditor: {path} was not stored: {answered}", err=True)
    return exits.NOT_STORED if answered.status >= 500 else exits.REFUSED
