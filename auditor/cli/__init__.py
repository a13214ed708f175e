"""The command line. A command's module is imported only when called."""

from __future__ import annotations

import os

import click

from auditor.cli.group import Commands

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # numpy's linear algebra is not used; its threads cost a start

_COMMANDS = {
    "replay": "print what every hand of a log should have paid",
    "audit": "audit a log under the controls in force and print what differs",
    "bulk": "audit many logs into Parquet files",
    "export": "write the audits of a store as Parquet files, or copy its log",
    "rulesets": "list the library of rulesets, show one with its clauses, or compare two",
    "explain": "explain a finding code, a clause, a ruleset or one hand",
    "import": "derive session logs from workbooks and hand histories, and write the workbook to fill in",
    "problems": "write all problems of a log that is refused, as CSV",
    "upload": "send logs to a running service",
    "sessions": "list sessions, and state the ruleset of one that names none",
    "watch": "send the logs that appear in a folder to a running service",
    "serve": "run the service on this machine",
    "keys": "make, list, rotate and revoke the keys of a service",
    "people": "invite, list, reset and disable people who sign in",
    "simulate": "make a plausible session log, with known faults or without",
    "rooms": "put card rooms on record: licence, tables, time zone, start of the gaming day",
    "controls": "validate, upload, submit, approve and compare a room's controls",
    "audits": "repeat an audit with the knowledge of its time or of today, and compare two",
    "incidents": "answer a room's incidents, and accept, return and close them",
    "screen": "list where to look first in rooms, with what chance gives",
    "reports": "issue reports, list them, and pull them as they were issued",
    "nightly": "audit all pending sessions and report what is new (for cron)",
    "notify": "send people their daily summary by mail (for cron)",
    "webhooks": "list, test and retry messages to other programs",
    "doctor": "examine a store: its digests, rows, triggers, disk and clock",
    "verify": "verify a report, or recompute the register of a store",
    "signing": "make what reports are signed with, for trying it out",
    "backup": "copy a store while the service runs, and examine the copy",
    "restore": "put a backup into a data folder",
    "bytes": "move bytes between the store and a folder, or S3",
    "follow": "keep a verified copy of a service's log elsewhere (for cron)",
    "holds": "hold logs and results back from a purge, and let them go",
    "purge": "remove what was kept long enough, on record",
    "demo": "take a sample log through the service to its report",
    "completion": "print the script that completes commands in a shell",
}

_VERSION_HELP = "Show the version, what can change a result as a digest (code), how it judges, and exit."


def _version(ctx: click.Context, option: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from auditor.cli.version_text import version_lines

    for line in version_lines():
        click.echo(line)
    ctx.exit()


@click.command(
    cls=Commands,
    commands_in="auditor.cli",
    commands_help=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`auditor COMMAND --help` has an example and the exit statuses of each. Reference: docs/cli.md.",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help=_VERSION_HELP
)
@click.option("--debug", is_flag=True, help="Show where the program broke down, as AUDITOR_DEBUG=1 does.")
def main(debug: bool) -> None:
    """Replays a card room's session logs under its controls and reports what differs."""
