"""Lists of a running service: selection and printing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from auditor.cli.calling_service import asking
from auditor.cli.output import Table, print_list

DAY = click.DateTime(["%Y-%m-%d"])
_NAMES = {"first": "from", "last": "until"}  # of options, as the service has them

first_day_option = click.option(
    "--from", "first", type=DAY, metavar="YYYY-MM-DD", help="The first gaming day."
)
last_day_option = click.option(
    "--until", "last", type=DAY, metavar="YYYY-MM-DD", help="The last gaming day, included."
)


def selected_query(selected: Mapping[str, Any]) -> dict[str, Any]:
    """Query of the given options: days as text, flags as "true"."""
    return {
        _NAMES.get(name, name): _as_text(value)
        for name, value in selected.items()
        if value is not None and value is not False
    }


def _as_text(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    return "true" if value is True else value


def print_pages(
    url: str,
    shape: str,
    path: str,
    lines: Callable[[Any], Iterable[str]],
    none: str,
    table: Callable[[Any], Table],
    query: Mapping[str, Any] | None = None,
) -> None:
    """Print a whole list of the service, whose member is named as the path's end. lines, none, table: as in `print_list`."""
    with asking(url) as client:
        found = list(client.pages(path, path.rpartition("/")[2], **(query or {})))
    print_list(found, shape, lines, none, table)
