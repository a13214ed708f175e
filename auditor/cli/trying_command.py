"""`--ruleset` and `--controls`: rules to audit under instead of the log's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.completion_command import ruleset_names
from auditor.cli.named_logs import ruleset_named
from auditor.cli.written_files import controls_text

if TYPE_CHECKING:
    from rules.controls.library import Library


def options(verb: str) -> Callable[[Any], Any]:
    """The two options. verb: the command's, such as "Audit" or "Replay"."""

    def decorated(command: Any) -> Any:
        ruleset = click.option(
            "--ruleset", metavar="ID[@REV]", callback=ruleset_named, shell_complete=ruleset_names,
            help=f"{verb} under this ruleset instead of the log's own.",
        )  # fmt: skip
        controls = click.option(
            "--controls", type=click.Path(exists=True, dir_okay=False, readable=True, path_type=Path), metavar="FILE",
            help="Try a file of controls as if it were in force on every day: a what-if.",
        )  # fmt: skip
        return ruleset(controls(command))

    return decorated


def registry_with(ruleset: str | None, controls: Path | None) -> tuple[Library | None, str | None]:
    """The library with the tried file, and its revision's name; None, None without. Ends the command for both options, or a file
    that does not load.
    """
    if ruleset is not None and controls is not None:
        raise click.UsageError("--controls names the ruleset by its file; leave --ruleset out.")
    if controls is None:
        return None, None
    from rules.controls.examined_filing import examine
    from rules.controls.library import library

    examined = examine(str(controls), controls_text(controls), library())
    if examined.ruleset is None or not examined.playable:
        listed = "".join(f"\n  {problem}" for problem in examined.problems)
        raise CommandFailure(f"{controls} cannot be played under.{listed}", exits.REFUSED)
    return library().holding([*library().revisions(), examined.ruleset]), str(examined.ruleset)
