"""Calls of a running service by commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

if TYPE_CHECKING:
    from auditor.cli.client import Client

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

url_option = click.option(
    "--url", default="http://127.0.0.1:8417", show_default=True, envvar="AUDITOR_URL", show_envvar=True,
    help="The address of the service.",
)  # fmt: skip
json_option = click.option(
    "--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="For people, or for programs.",
)  # fmt: skip


@contextmanager
def asking(url: str) -> Iterator[Client]:
    """Client of the service; a refusal ends the command with status 2, a failure with 3. Several reasons have a line each."""
    from auditor.cli.client import Client, ErrorAnswer

    try:
        yield Client(url)
    except ErrorAnswer as answered:
        errors = [each["detail"] for each in answered.problem.get("errors", [])]
        unsaid = [each for each in errors if each not in str(answered)]
        listed = "".join(f" {each}" if len(errors) == 1 else f"\n  {each}" for each in unsaid)
        status = exits.NOT_STORED if answered.status >= 500 else exits.REFUSED
        raise CommandFailure(f"{answered}{listed}", status) from answered


def controls_path(room: str, name: str) -> str:
    """Path of a room's revision. ``name``: ID@REV. Raises a usage error."""
    ruleset, pinned, revision = name.partition("@")
    if not pinned or not revision.isdecimal() or not ruleset:
        raise click.UsageError(f"{name!r} is no revision; one looks like wa-0417-thirteen@2.")
    return f"{room_path(room)}/controls/{ruleset}/{revision}"


def room_path(room: str) -> str:
    """Path of a room."""
    from urllib.parse import quote

    return f"/v1/rooms/{quote(room, safe='')}"
