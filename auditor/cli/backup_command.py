"""`auditor backup`: an examined copy of a store, also a running service's."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.doctor_text import print_examination
from auditor.cli.store_of_folder import data_option, must_have_store, store_file

EPILOG = """\b
Examples:
  auditor backup --data /var/lib/auditor /mnt/backups/
  auditor backup --data /var/lib/auditor /mnt/backups/before-the-move.sqlite

\b
Exit status: 0 the backup is there and sound; 1 the store is damaged, and what is wrong is named;
2 there is no store, or it cannot be read, or the target exists; 74 the disk is full.
"""
_OF_A_DATABASE = (
    "The store is in a database ({store}), which has tools of its own: back it up with pg_dump, or with pg_basebackup and an "
    "archive of its log. Keep the keys in {data} too, elsewhere. A copy that needs no PostgreSQL: "
    "auditor export --log DIR --data {data}."
)


@click.command("backup", epilog=EPILOG)
@click.argument("target", type=click.Path(path_type=Path))
@data_option
def command(target: Path, data: Path) -> None:
    """Copy a store to TARGET, a new file or a folder, while the service goes on.

    The copy is of one moment. It is examined as `auditor doctor` does, and gets its name only then. Copying the file of a
    running service by other means is no backup. Uploads that are kept and not on record yet go into a folder beside it,
    TARGET.inbox.
    """
    from auditor.doctor import CannotExamine
    from auditor.doctor.examined_backups import DamagedCopy, back_up, inbox_beside, named_in, size_of
    from auditor.store.blobs.named_place import place_of_bytes
    from auditor.store.connection import StoreError
    from auditor.store.connections_of import database_url, name_of_store
    from auditor.store.last_backup import LastBackup, note_backup
    from auditor.store.service_clock import now
    from auditor.store.store_backup import TargetExists

    if database_url() is not None:
        must_have_store(data)
        raise CommandFailure(_OF_A_DATABASE.format(store=name_of_store(data), data=data), exits.REFUSED)
    file = named_in(target)
    try:
        back_up(store_file(data), file)
    except (CannotExamine, TargetExists) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except StoreError as error:
        raise CommandFailure(
            f"The store could not be copied: {error}. No backup was made.", exits.IO_ERROR
        ) from error
    except DamagedCopy as damaged:
        print_examination(damaged.examination, err=True)
        made = (
            f"{file} is a copy of a store that is damaged as listed."
            if damaged.kept
            else "No backup was made: the database is damaged as listed."
        )
        raise CommandFailure(
            f"{made} Mend the store, or restore an earlier backup.", exits.DAMAGED
        ) from damaged
    note_backup(data, LastBackup(now(), str(file.absolute()), size_of(file)))
    click.echo(f"{file}: {size_of(file):,} bytes, examined and sound.")
    place = place_of_bytes()
    if place is not None:
        click.echo(
            f"The bytes in {place.address} are not in it. Keep a copy of them with the backup, made after it: what is added "
            "later does no harm."
        )
    if inbox_beside(file).is_dir():
        click.echo(f"{inbox_beside(file)}: uploads that are not on record yet. Keep it with the backup.")
