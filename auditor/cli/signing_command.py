"""`auditor signing`: a service's means of signing reports."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.group import OrderedGroup
from auditor.cli.store_of_folder import data_option

EPILOG = """\b
Example:
  auditor signing test-authority --data /tmp/trial

\b
Exit status: 0 done; 2 not possible.
"""


@click.group("signing", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """With what a service signs reports. A real certificate is stated in signing.toml (docs/operating.md)."""


@command.command("test-authority", short_help="make a root and a certificate for trying signatures out")
@click.option(
    "--days",
    type=click.IntRange(1, 3650),
    default=365,
    show_default=True,
    metavar="N",
    help="How long they are valid.",
)
@data_option
def test_authority(days: int, data: Path) -> None:
    """Make a root, a signing certificate whose names say TEST, and a signing.toml that names them. Nothing is overwritten.

    Whoever has the root can verify what is signed; nobody else has a reason to trust it.
    """
    from auditor.signing.trial_authority import AuthorityExists, make_test_authority

    try:
        root, *others = make_test_authority(data, dt.datetime.now(dt.UTC), days)
    except (AuthorityExists, OSError) as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    click.echo(f"Root       {root}")
    for each in others:
        click.echo(f"           {each}")
    click.echo(f"Verify with: auditor verify REPORT.pdf --roots {root}")
