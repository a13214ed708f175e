"""`auditor restore`: a backup, or a copy of the log, into a data folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.doctor_text import print_examination
from auditor.cli.store_of_folder import data_option, store_file
from auditor.cli.terminal import waiting

if TYPE_CHECKING:
    from auditor.doctor.examined_backups import Restored

EPILOG = """\b
Examples:
  auditor restore /mnt/backups/auditor-20260314T053000Z.sqlite --data /var/lib/auditor
  auditor restore /mnt/copies/log --data /var/lib/auditor

\b
Exit status: 0 restored; 1 the backup or the copy is damaged, and what is wrong is named; 2 it is
neither, or the folder is in use or not empty, or what was signed since is not in it; 74 the disk is
full.
"""


@click.command("restore", epilog=EPILOG)
@click.argument("backup", type=click.Path(path_type=Path))
@data_option
@click.option("--replace", is_flag=True, help="Set a store that is in the folder aside.")
@click.option(
    "--damaged", is_flag=True, help="Restore a backup that is not sound, or a copy that lacks files, too."
)
@click.option("--accept-loss", is_flag=True, help="Restore what is behind what was signed, too.")
@click.option(
    "--anchor", "anchors", type=click.File("rb"), multiple=True, metavar="FILE",
    help="A signature that is kept elsewhere, which has to be in it: a register.head, or a checkpoint.",
)  # fmt: skip
def command(
    backup: Path, data: Path, replace: bool, damaged: bool, accept_loss: bool, anchors: tuple[Any, ...]
) -> None:
    """Put BACKUP into a data folder, after it was examined as `auditor doctor` does.

    BACKUP is the file of `auditor backup`, or the folder of `auditor export --log`, all of whose files are verified first. The
    data folder is a new or an empty one. With --replace a store that is there is renamed, never removed. Stop the service first.
    A folder that was in use has the register's last signature. A backup from before it, or from before an --anchor, is restored
    with --accept-loss only: the register then goes on under another name, and its first entry states what is lost.
    """
    from auditor.store.connections_of import name_of_store

    options: dict[str, Any] = {"replace": replace, "damaged": damaged, "accept_loss": accept_loss}
    restored = _restored(backup, data, [(each.name, each.read()) for each in anchors], options)
    of_copy = backup.is_dir()
    click.echo(f"Restored {name_of_store(data) if of_copy else store_file(data)} from {backup}.")
    if restored.aside is not None:
        click.echo(f"The store that was there is now {restored.aside}.")
    if of_copy:
        _name_what_is_not_in_it(data)
    if restored.lost is not None and restored.register is not None:
        _say(
            f"{restored.lost.words} The register goes on as {restored.register.name}, and its first entry states this. Give its "
            "key to those who verify it, and to witnesses:"
        )
        click.echo(f"{restored.register}")


def _restored(
    backup: Path, data: Path, anchors: list[tuple[str, bytes]], options: dict[str, Any]
) -> Restored:
    """Restore a backup or a copy; errors end the command in words."""
    from auditor.doctor import CannotExamine
    from auditor.doctor.anchors import UnusableAnchor, keys_of, read_anchor
    from auditor.doctor.examined_backups import CannotRestore, DamagedCopy, restore
    from auditor.doctor.restored_copies import restore_copy
    from auditor.store.connection import StoreError
    from auditor.store.register_key import UnusableKey

    what = "copy" if backup.is_dir() else "backup"
    try:
        with waiting("Restoring"):
            if backup.is_dir():
                return restore_copy(backup, data, anchors=anchors, **options)
            known = [read_anchor(name, body, keys_of(data)) for name, body in anchors]
            return restore(backup, data, anchors=known, **options)
    except (CannotExamine, CannotRestore, UnusableAnchor, UnusableKey) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    except StoreError as error:
        raise CommandFailure(f"The {what} could not be copied: {error}.", exits.IO_ERROR) from error
    except OSError as error:
        raise CommandFailure(
            f"The {what} could not be copied: {os_reason(error)}.", exits.IO_ERROR
        ) from error
    except DamagedCopy as found:
        print_examination(found.examination, err=True)
        raise CommandFailure(
            f"{backup} is damaged as listed, and nothing was restored. Use an earlier one, or --damaged if there is none.",
            exits.DAMAGED,
        ) from found


def _name_what_is_not_in_it(data: Path) -> None:
    """Say what no copy of a log has, and which secrets the folder lacks."""
    from auditor.doctor.restored_copies import LEFT_OUT, SECRETS

    _say(f"Not in a copy, and begun anew: {', '.join(LEFT_OUT)}.")
    missing = [each for each in SECRETS if not (data / each).exists()]
    if missing:
        _say(
            f"Not in {data} yet: {', '.join(missing)}. Put back those that there were, before the service starts: it makes new "
            "ones, and authenticators are opened by people.key alone."
        )


def _say(words: str) -> None:
    click.echo(fill(words, 79, break_long_words=False, break_on_hyphens=False))
