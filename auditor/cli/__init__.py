"""The command line. A command's module is imported when the command is called, and what it needs with it."""

from __future__ import annotations

import os

import click

from auditor.cli.group import Commands
from rules.version import VERSION

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # numpy's linear algebra is not used; its threads cost a start

_COMMANDS = {
    "replay": "what every hand of a log should have paid",
    "audit": "what differs in a log, under the controls in force",
    "rulesets": "the library of rulesets, one with its clauses, or two compared",
    "explain": "what a finding code, a clause or a ruleset says, or one hand",
    "upload": "send logs to a running service",
    "serve": "run the service on this machine",
    "simulate": "make a plausible session log, with known faults or none",
    "rooms": "card rooms: licence, tables, time zone, the hour of the gaming day",
    "controls": "a room's controls: validate, upload, submit, approve, compare",
    "audits": "an audit done again as known then or now, and two compared",
    "nightly": "audit all that is pending and tell what is new (for cron)",
    "demo": "see it work: a sample log through the service to its report",
}


@click.command(
    cls=Commands,
    commands_in="auditor.cli",
    commands_help=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`auditor COMMAND --help` has an example and the exit statuses of each. Reference: docs/cli.md.",
)
@click.version_option(VERSION, prog_name="auditor", message="%(prog)s %(version)s")
def main() -> None:
    """Replays a card room's session logs under its controls and reports what differs."""
