"""`auditor verify`: recompute the register of a store from its stored bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.errors import Failure
from auditor.cli.service import json_option
from auditor.cli.store import data_option, store_file

EPILOG = """\b
Example:
  auditor verify --register --data /var/lib/auditor

\b
Exit status: 0 all is as it was recorded; 1 something is not, and the first entry that does not match is named; 2 the store
cannot be read.
"""


@click.command("verify", epilog=EPILOG)
@click.option(
    "--register", "of_register", is_flag=True, required=True, help="Verify the register of a store."
)
@data_option
@click.option(
    "--checkpoint",
    "left",
    type=click.File("rb"),
    multiple=True,
    metavar="FILE",
    help="A checkpoint that left the host; the register has to begin with what it covers.",
)
@click.option(
    "--key", metavar="KEY", help="The public key of the register, NAME+ID+KEY; else that of the data folder."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context, of_register: bool, data: Path, left: tuple[Any, ...], key: str | None, shape: str
) -> None:
    """Recompute the register from the stored bytes: each entry, its fact and its place in the tree.

    It only reads, and may run beside the service.
    """
    from auditor.cli.output import print_json
    from auditor.doctor import CannotExamine, verify_register
    from auditor.register.notes import NoteError, verifier

    try:
        known = None if key is None else verifier(key)
        found = verify_register(store_file(data), known, [(each.name, each.read()) for each in left])
    except (CannotExamine, NoteError) as error:
        raise Failure(str(error), exits.REFUSED) from error
    if shape == "json":
        print_json(found)
    elif found.faults:
        first = found.faults[0]
        where = f"{first.table} {first.row}".strip()
        click.echo(f"The first that does not match is {where}.")
        for each in found.faults:
            click.echo(
                f"  {f'{each.table} {each.row}'.strip()}: expected {each.expected}; found {each.found}"
            )
        if found.more:
            click.echo(f"  and {found.more} more")
    else:
        click.echo(f"{found.size:,} entries match. Root {found.root}")
        if found.key is None:
            click.echo("No key is known, so that no signature was verified. State it with --key.")
        else:
            click.echo(f"Signed by {found.key}")
    if found.faults:
        ctx.exit(exits.DAMAGED)
