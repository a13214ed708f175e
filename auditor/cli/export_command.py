"""`auditor export`: a store's audits as files for databases."""

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

\b
Exit status: 0 written; 2 no such store, or the folder has something else; 3 some of it could not be read.
"""


@click.command("export", epilog=EPILOG)
@data_option
@click.option(
    "--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
    help="The folder to write to: a new one, or that of an earlier export, which is brought up to date.",
)  # fmt: skip
@click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="For people, or for programs.",
)  # fmt: skip
@quiet_option("")
def command(data: Path, out: Path, shape: str) -> None:
    """Write the audits of the record of a store as Parquet files.

    Of each session, gaming day, tournament and ledger the newest finished audit is written, in the same tables as `auditor bulk`
    writes. What-ifs, and what was purged, are left out. The store is only read, also beside a running service.
    """
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
