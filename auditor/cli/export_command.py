"""`auditor export`: a store's audits as files for databases, or a copy of its log."""

from __future__ import annotations

from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.bulk_command import folder_of, must_have, show
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.quiet import quiet_option
from auditor.cli.store_of_folder import data_option, read_store
from auditor.cli.terminal import progress

EPILOG = """\b
Examples:
  auditor export --data /var/lib/auditor --out record/
  auditor export --out record/ --format json
  auditor export --log /mnt/copies/log --data /var/lib/auditor

\b
Exit status: 0 written; 1 of --log: the store does not continue its copy, or something in it is not as it was
signed; 2 no such store, or the folder has something else; 3 some of it could not be read; 74 the disk is full.
"""


@click.command("export", epilog=EPILOG)
@data_option
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="The folder to write to: a new one, or that of an earlier export, which is brought up to date.",
)  # fmt: skip
@click.option(
    "--log", "log_copy", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="Copy the log instead, with its records and the bytes they rest on, to a new folder or that of an earlier copy.",
)  # fmt: skip
@click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="For people, or for programs.",
)  # fmt: skip
@quiet_option("")
def command(data: Path, out: Path | None, log_copy: Path | None, shape: str) -> None:
    """Write the audits of the record of a store as Parquet files, or copy its log.

    Of each session, gaming day, tournament and ledger the newest finished audit is written, in the same tables as `auditor bulk`
    writes. What-ifs, and what was purged, are left out. The store is only read, also beside a running service.

    With --log: the tiles of the register, every record, the parts that were not erased, and bytes by their SHA-256. A later run
    adds what came, and removes what was purged. The folder is as secret as the store.
    """
    if (out is None) == (log_copy is None):
        raise click.UsageError("State --out for Parquet files, or --log for a copy of the log.")
    if log_copy is not None:
        from auditor.cli.export_log import exported

        raise click.exceptions.Exit(exported(data, log_copy, shape))
    assert out is not None
    _write_tables(data, out, shape)


def _write_tables(data: Path, out: Path, shape: str) -> None:
    must_have("bulk", "pyarrow")
    from auditor.bulk.bulk_export import audits_of, export
    from rules.controls.library import library

    with read_store(data) as store:
        try:
            folder = folder_of(out, "export")
            with progress("Exporting", len(audits_of(store))) as advance:
                found = export(store, library(), folder, advance)
        except OSError as error:
            raise CommandFailure(
                f"{out} cannot be written to: {os_reason(error)}.", exits.IO_ERROR
            ) from error
    show(found, out, shape)
    if any(each.status in ("failed", "left out") for each in found.not_audited):
        raise click.exceptions.Exit(exits.INCOMPLETE)
