"""Store of a data folder, for commands without the service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

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
    """The store of a folder. make: a missing folder is made; else a slip in its name would make one."""
    from auditor.store import Store
    from auditor.store.register_key import UnusableKey

    if not make:
        must_have_store(data)
    with _in_words(data, "used", OSError, UnusableKey):
        store = Store(data)
    with closing(store), _in_words(data, "used"):
        yield store


@contextmanager
def read_store(data: Path) -> Iterator[Store]:
    """The read-only store of a folder, also beside a running service."""
    from auditor.store import Store

    must_have_store(data)
    with _in_words(data, "read", OSError):
        store = Store(data, read_only=True)
    with closing(store), _in_words(data, "read"):
        yield store


def must_have_store(data: Path) -> None:
    """End the command where a folder is not that of a service."""
    from auditor.store.connections_of import has_store

    with _in_words(data, "used"):
        found = has_store(data)
    if not found:
        raise CommandFailure(
            f"{data} is not the data folder of a service. Name it with --data, or AUDITOR_DATA.",
            exits.REFUSED,
        )


@contextmanager
def _in_words(data: Path, how: str, *others: type[Exception]) -> Iterator[None]:
    """Errors of the store, and others, as the command's end. how: used, or read."""
    from auditor.store.connection import StoreError

    expected: tuple[type[Exception], ...] = (StoreError, *others)
    try:
        yield
    except expected as error:
        raise CommandFailure(f"The data folder {data} cannot be {how}: {error}.", exits.REFUSED) from error
