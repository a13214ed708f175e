"""`auditor doctor`: examination of a store, also beside a running service."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.doctor_text import print_examination
from auditor.cli.quiet import quiet_option
from auditor.cli.store_of_folder import data_option, store_file
from auditor.cli.terminal import waiting

EPILOG = """\b
Example:
  auditor doctor --data /var/lib/auditor

\b
Exit status: 0 nothing is wrong; 1 something is, and is named; 2 the store cannot be read.
"""


@click.command("doctor", epilog=EPILOG)
@data_option
@json_option
@quiet_option(", and no line for a check that finds nothing")
@click.pass_context
def command(ctx: click.Context, data: Path, shape: str) -> None:
    """Examine a store: the database, its schema, every digest and row, disk, clock and permissions.

    It only reads, and may run beside the service. Each check is a line; what is wrong follows.
    """
    from auditor.cli.output import print_json
    from auditor.doctor import CannotExamine, examine

    try:
        with waiting("Examining the store"):
            found = examine(store_file(data))
    except CannotExamine as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    if shape == "json":
        print_json(found)
    else:
        print_examination(found)
    if not found.sound:
        ctx.exit(exits.DAMAGED)
