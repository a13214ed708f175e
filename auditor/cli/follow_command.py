"""`auditor follow`: a verified copy of a service's log, kept elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli.calling_service import asking, json_option
from auditor.cli.quiet import is_quiet, quiet_option

if TYPE_CHECKING:
    from auditor.register.register_notes import Verifier

EPILOG = """\b
Examples:
  auditor follow https://audits.example.gov --output /srv/log --key NAME+ID+KEY
  auditor follow https://audits.example.gov --output /srv/log --quiet

\b
Exit status: 0 the copy has all that the log has, as it was signed; 1 the log was rolled back or
forked, with both sizes, or is not what its key signed; 2 the folder has no copy of this log, or a
key or an address cannot be used; 3 the service fails; 5 it cannot be reached; 74 the disk is full.
"""


@click.command("follow", epilog=EPILOG)
@click.argument("url")
@click.option(
    "--output", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="The folder of the copy: a new one, or that of an earlier run.",
)  # fmt: skip
@click.option(
    "--key", metavar="KEY", help="The public key of the log, NAME+ID+KEY; else that of the first run, or of the service."
)  # fmt: skip
@click.option("--records", is_flag=True, help="Copy the records too that AUDITOR_KEY may read.")
@json_option
@quiet_option(", and no line where all is as it should be")
def command(url: str, output: Path, key: str | None, records: bool, shape: str) -> None:
    """Copy the log of the service at URL, and verify that it continues what was copied before.

    The copy has the tiles, which say nothing without the records: everybody may keep one. Run it from cron, on another machine.
    What was copied is never altered: where the log went back, or is another one, the copy shows it.
    """
    from auditor.cli.log_copy_text import copying, line_of
    from auditor.cli.log_of_service import LogOfService
    from auditor.cli.output import print_json
    from auditor.log_copies.copy_folder import CopyFolder
    from auditor.log_copies.followed_log import follow_log

    known = _known(key)
    with asking(url) as client, copying(output):
        found = follow_log(LogOfService(client), CopyFolder(output), known, records=records)
    if shape == "json":
        print_json(found)
    elif not is_quiet():
        click.echo(line_of(found.log, output))
        if found.log.size:
            click.echo(f"Signed by {found.key}")
        if found.records is not None:
            click.echo(f"{found.records:,} records that the key may read")


def _known(key: str | None) -> Verifier | None:
    from auditor.register.register_notes import NoteError, verifier

    try:
        return None if key is None else verifier(key)
    except NoteError as error:
        raise click.UsageError(f"--key: {error}") from error
