"""`auditor verify`: a report or hearing bundle by public keys, or a store's register recomputed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.quiet import is_quiet, quiet_option
from auditor.cli.store_of_folder import data_option, store_file
from auditor.cli.terminal import waiting

EPILOG = """\b
Examples:
  auditor verify report.pdf --roots root.pem --key NAME+ID+KEY
  auditor verify report-3-bundle.zip --key NAME+ID+KEY
  auditor verify --register --data /var/lib/auditor

\b
Exit status: 0 all is as it was recorded, or signed; 1 something is not, and is named; 2 the store, the report or a key cannot be
read; 3 nothing of a report is refused, but some of it is not verified: no key was given for it, or the report does not carry what
it needs, as a redacted edition.
"""


@click.command("verify", epilog=EPILOG)
@click.argument(
    "report",
    required=False,
    metavar="[REPORT.pdf|BUNDLE.zip]",
    type=click.Path(path_type=Path, dir_okay=False),
)
@click.option("--register", "of_register", is_flag=True, help="Verify the register of a store.")
@data_option
@click.option(
    "--checkpoint",
    "left",
    type=click.File("rb"),
    multiple=True,
    metavar="FILE",
    help="A checkpoint that left the host, to be compared with.",
)
@click.option(
    "--key",
    "--register-key",
    "key",
    metavar="KEY",
    help="The public key of the register, NAME+ID+KEY; else that of the data folder.",
)
@click.option(
    "--roots",
    multiple=True,
    metavar="FILE",
    help="Of a report: trusted certificates, PEM; else those of signing.toml.",
)
@click.option(
    "--timestamp-roots", multiple=True, metavar="FILE", help="Of a report: the same, for timestamps only."
)
@click.option(
    "--witness-key", multiple=True, metavar="KEY", help="Of a report: a witness that has to have signed."
)
@click.option(
    "--handover", type=click.File("rb"), multiple=True, metavar="FILE",
    help="Of a report or bundle: a note with which the register replaced its key; else those of the data folder.",
)  # fmt: skip
@click.option("--at", metavar="DATE", help="Of a report: when certificates have to be valid; else now.")
@json_option
@quiet_option(", and no line for what is verified")
@click.pass_context
def command(
    ctx: click.Context, report: Path | None, of_register: bool, data: Path, left: tuple[Any, ...], key: str | None,
    roots: tuple[str, ...], timestamp_roots: tuple[str, ...], witness_key: tuple[str, ...], handover: tuple[Any, ...],
    at: str | None, shape: str,
) -> None:  # fmt: skip
    """Verify a report, offline: its signature, its attached files, its place in the register, and its pages.

    Of a hearing bundle: the signature of its manifest, and each file that the manifest lists.

    With --register: recompute the register of a store from the stored bytes. It only reads, and may run beside the service.
    """
    if (report is None) != of_register:
        raise click.UsageError("State a report to verify, or --register.")
    checkpoints = [(each.name, each.read()) for each in left]
    if report is None:
        if roots or timestamp_roots or witness_key or handover or at:
            raise click.UsageError(
                "--roots, --timestamp-roots, --witness-key, --handover and --at are of a report."
            )
        _register(ctx, data, checkpoints, key, shape)
        return
    from auditor.cli import verify_bundle

    handed = [each.read() for each in handover]
    if report.is_file() and verify_bundle.is_bundle(report):
        if roots or timestamp_roots or witness_key or at or left:
            raise click.UsageError(
                "Of a bundle only --key and --handover are used; verify the report in it for the rest."
            )
        ctx.exit(verify_bundle.verified(report, data, key, shape, handed))
    from auditor.cli.verify_report import verified

    ctx.exit(
        verified(report, data, checkpoints, key, (roots, timestamp_roots), witness_key, at, shape, handed)
    )


def _register(
    ctx: click.Context, data: Path, left: list[tuple[str, bytes]], key: str | None, shape: str
) -> None:
    from auditor.cli.output import print_json
    from auditor.doctor import CannotExamine, verify_register
    from auditor.register.register_notes import NoteError, verifier

    try:
        known = None if key is None else verifier(key)
        with waiting("Recomputing the register"):
            found = verify_register(store_file(data), known, left)
    except (CannotExamine, NoteError) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
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
    elif not is_quiet():
        click.echo(f"{found.size:,} entries match. Root {found.root}")
        if found.key is None:
            click.echo("No key is known, so that no signature was verified. State it with --key.")
        else:
            click.echo(f"Signed by {found.key}")
    if found.faults:
        ctx.exit(exits.DAMAGED)
