"""`auditor restore`: a backup into a data folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.doctor_text import print_examination
from auditor.cli.store_of_folder import data_option, store_file

EPILOG = """\b
Example:
  auditor restore /mnt/backups/auditor-20260314T053000Z.sqlite --data /var/lib/auditor

\b
Exit status: 0 restored; 1 the backup is damaged, and what is wrong is named; 2 it is no backup,
or the folder is in use or not empty, or what was signed since is not in it; 74 the disk is full.
"""


@click.command("restore", epilog=EPILOG)
@click.argument("backup", type=click.Path(dir_okay=False, path_type=Path))
@data_option
@click.option("--replace", is_flag=True, help="Set a store that is in the folder aside.")
@click.option("--damaged", is_flag=True, help="Restore a backup that is not sound, too.")
@click.option("--accept-loss", is_flag=True, help="Restore a backup that is behind what was signed, too.")
def command(backup: Path, data: Path, replace: bool, damaged: bool, accept_loss: bool) -> None:
    """Put BACKUP into a data folder, after it was examined as `auditor doctor` does.

    The folder is a new or an empty one. With --replace a store that is there is renamed, never removed. Stop the service
    first. A folder that was in use has the register's last signature. A backup from before it is restored with --accept-loss
    only: the register then goes on under another name, and its first entry states what is lost.
    """
    from auditor.doctor import CannotExamine
    from auditor.doctor.examined_backups import CannotRestore, DamagedCopy, restore
    from auditor.store.connection import StoreError

    try:
        restored = restore(backup, data, replace=replace, damaged=damaged, accept_loss=accept_loss)
    except (CannotExamine, CannotRestore) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except StoreError as error:
        raise CommandFailure(f"The backup could not be copied: {error}.", exits.IO_ERROR) from error
    except DamagedCopy as found:
        print_examination(found.examination, err=True)
        raise CommandFailure(
            f"{backup} is damaged as listed, and nothing was restored. Use an earlier one, or --damaged if there is none.",
            exits.DAMAGED,
        ) from found
    click.echo(f"Restored {store_file(data)} from {backup}.")
    if restored.aside is not None:
        click.echo(f"The store that was there is now {restored.aside}.")
    if restored.lost is not None and restored.register is not None:
        words = (
            f"{restored.lost.words} The register goes on as {restored.register.name}, and its first entry states this. Give its "
            "key to those who verify it, and to witnesses:"
        )
        click.echo(f"{fill(words, 79, break_on_hyphens=False)}\n{restored.register}")
