"""The store of a data folder, for the commands that work without the service."""

from __future__ import annotations

from pathlib import Path

import click

data_option = click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), default="auditor-data", show_default=True,
    envvar="AUDITOR_DATA", show_envvar=True, metavar="DIR", help="The data folder of the service.",
)  # fmt: skip


def store_file(data: Path) -> Path:
    """The store's file in a data folder."""
    from auditor.store.store import FILE

    return data / FILE
