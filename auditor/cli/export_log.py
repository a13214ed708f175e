"""`auditor export --log`: a copy of a store's log."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.log_copy_text import copying, line_of
from auditor.cli.output import print_json
from auditor.cli.quiet import is_quiet
from auditor.cli.store_of_folder import read_store

_MOST_NAMED = 20


def exported(data: Path, path: Path, shape: str) -> int:
    """Bring a copy of a store's log up to date, and say what it has; the exit status."""
    from auditor.log_copies.copy_folder import CopyFolder
    from auditor.log_copies.exported_log import export_log
    from auditor.store.register_key import UnusableKey, load

    try:
        key = load(data)
    except UnusableKey as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    if key is None:
        raise CommandFailure(
            f"{data} has no register.key, by whose public key a log is verified. Name the folder of the service.",
            exits.REFUSED,
        )
    with read_store(data) as store, copying(path):
        found = export_log(store, key.verifier, CopyFolder(path))
    files = found.files
    if shape == "json":
        print_json(found)
    elif not is_quiet():
        click.echo(line_of(found.log, path))
        click.echo(f"{files.added:,} files of bytes, parts and results came, {files.erased:,} were erased")
    _name(files.damaged, "The store has other bytes than these digests say, and they were not copied")
    _name(
        files.missing,
        "The store does not have what these digests say any more, though no purge says so; the copy keeps it",
    )
    return exits.DAMAGED if files.damaged or files.missing else exits.OK


def _name(digests: tuple[str, ...], words: str) -> None:
    if digests:
        more = f"\n  and {len(digests) - _MOST_NAMED:,} more" if len(digests) > _MOST_NAMED else ""
        listed = "".join(f"\n  {each}" for each in digests[:_MOST_NAMED])
        click.echo(f"auditor: {words}. Look with `auditor doctor`.{listed}{more}", err=True)
