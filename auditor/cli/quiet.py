"""`--quiet`: no progress, and nothing that is as it should be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

_KEY = "auditor.quiet"


def quiet_option(says: str) -> Callable[[Any], Any]:
    """The --quiet option. says: what it leaves out, for the help."""
    return click.option(
        "--quiet", is_flag=True, expose_value=False, callback=_remember, help=f"Print no progress{says}."
    )


def is_quiet() -> bool:
    """Whether the running command is quiet."""
    running = click.get_current_context(silent=True)
    return bool(running and running.meta.get(_KEY))


def _remember(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    ctx.meta[_KEY] = wanted
