"""`auditor bytes`: bytes outside of the database."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.store_of_folder import data_option, opened_store

EPILOG = """\b
Examples, with AUDITOR_BYTES=/srv/auditor-bytes in the environment:
  auditor bytes move --data /var/lib/auditor
  auditor bytes move --back --data /var/lib/auditor

\b
Exit status: 0 moved; 1 some bytes are damaged, are left, and are named; 2 no place is named, or it or
the store cannot be used; 74 another program reads the store, so that its file is as large as before.
"""


@click.group("bytes", epilog=EPILOG)
def command() -> None:
    """Bytes outside of the database, in a folder or in S3, which AUDITOR_BYTES names."""


@command.command("move", epilog=EPILOG)
@click.option("--back", is_flag=True, help="Move them into the database again.")
@data_option
def move(back: bool, data: Path) -> None:
    """Move the bytes that are in the database to the place that AUDITOR_BYTES names.

    It may run beside the service, and again where it broke off. The store is made anew at its end, which needs as much free
    disk as it has.
    """
    from auditor.store.blobs.moved_bytes import move_bytes
    from auditor.store.blobs.named_place import BYTES_VARIABLE, place_of_bytes

    with opened_store(data) as store:
        place = place_of_bytes()
        if place is None:
            raise CommandFailure(
                f"{BYTES_VARIABLE} names no place of bytes. Name a folder or a bucket, as docs/operating.md says.",
                exits.REFUSED,
            )
        moved = move_bytes(store.connections, place, back=back)
        made_anew = store.connections.make_anew() if moved.files else True
    files = f"{moved.files:,} file{'s' * (moved.files != 1)} of {moved.size:,} bytes"
    click.echo(f"Moved {'from' if back else 'to'} {place.address}: {files}.")
    for table, sha256 in moved.damaged:
        click.echo(f"{table} {sha256}: damaged, and left. Send the same file again, or restore a backup.")
    if not made_anew:
        raise CommandFailure(
            "Another program reads the store, so that its file still has them. Run auditor bytes move again in a moment.",
            exits.IO_ERROR,
        )
    if moved.damaged:
        raise click.exceptions.Exit(exits.DAMAGED)
