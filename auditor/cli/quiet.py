"""`--quiet`: a command that prints no progress, and nothing of what is as it should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_KEY = "auditor.quiet"


def quiet_option(says: str) -> Callable[[Any], Any]:
    """--quiet of a command. says: what it then leaves out, as its help has it."""
    return click.option(
        "--quiet", is_flag=True, expose_value=False, callback=_remember, help=f"Print no progress{says}."
    )


def is_quiet() -> bool:
    """Whether the command that runs was asked to be."""
    running = click.get_current_context(silent=True)
    return bool(running and running.meta.get(_KEY))


def _remember(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    ctx.meta[_KEY] = wanted
