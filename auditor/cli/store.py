"""The store of a data folder, for the commands that work without the service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.errors import Failure

if TYPE_CHECKING:
    from auditor.store import Store

data_option = click.option(
    "--data", type=click.Path(file_okay=False, path_type=Path), default="auditor-data", show_default=True,
    envvar="AUDITOR_DATA", show_envvar=True, metavar="DIR", help="The data folder of the service.",
)  # fmt: skip


def store_file(data: Path) -> Path:
    """The store's file in a data folder."""
    from auditor.store.store import FILE

    return data / FILE


@contextmanager
def opened_store(data: Path, *, make: bool = False) -> Iterator[Store]:
    """The store of a data folder. Only what makes its first key makes a folder: a slip in a name shall not."""
    from auditor.store import Store
    from auditor.store.connection import StoreError
    from auditor.store.register_key import UnusableKey

    if not make and not store_file(data).exists():
        raise Failure(
            f"{data} is not the data folder of a service. Name it with --data, or AUDITOR_DATA.",
            exits.REFUSED,
        )
    try:
        store = Store(data)
    except (OSError, StoreError, UnusableKey) as error:
        raise Failure(f"The data folder {data} cannot be used: {error}.", exits.REFUSED) from error
    try:
        yield store
    finally:
        store.close()


@contextmanager
def read_store(data: Path) -> Iterator[Store]:
    """The store of a data folder, only to be read: nothing in it is altered, also beside a running service."""
    from auditor.store import Store
    from auditor.store.connection import StoreError

    if not store_file(data).exists():
        raise Failure(
            f"{data} is not the data folder of a service. Name it with --data, or AUDITOR_DATA.",
            exits.REFUSED,
        )
    try:
        store = Store(data, read_only=True)
    except (OSError, StoreError) as error:
        raise Failure(f"The data folder {data} cannot be read: {error}.", exits.REFUSED) from error
    try:
        yield store
    finally:
        store.close()
