"""`auditor audits`: audits of a running service, repeated and compared."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.audits_preview import preview
from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.group import OrderedGroup
from auditor.cli.output import print_json

EPILOG = """\b
Examples:
  auditor audits again 12 --known now
  auditor audits compare 12 31 --pdf then-and-now.pdf
  auditor audits preview --engine --data /var/lib/auditor

\b
Exit status: 0 done; 1 of compare and preview: something differs; 2 refused, or no such audit;
3 the service failed, or the audit was not finished; 5 it cannot be reached.
"""


@click.group("audits", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Repeat an audit with the knowledge of its time or of today, compare two audits, and preview another engine."""


@command.command("again", short_help="do an audit again, as a new one")
@click.argument("audit", type=click.IntRange(min=1))
@click.option(
    "--known", type=click.Choice(["then", "now"]), required=True,
    help="then: with the controls, rooms and logs as they were; now: as they are.",
)  # fmt: skip
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=3600.0, show_default=True, help="Seconds to wait."
)
@url_option
@json_option
def again(audit: int, known: str, timeout: float, url: str, shape: str) -> None:
    """Do AUDIT again, as a new audit. With `--known then` the same engine finds the same; with `--known now` corrections and
    approvals since then count.

    \b
    Exit status: 0 done; 2 not possible; 3 the audit failed or was not finished in time; 5 the service cannot be reached.
    """
    from auditor.cli.client import Unfinished

    with asking(url) as client:
        _, asked = client.send("POST", f"/v1/audits/{audit}/again", json={"known": known})
        try:
            made = client.wait(asked["id"], timeout)
        except Unfinished as error:
            raise CommandFailure(str(error), exits.INCOMPLETE) from error
    if made["state"] == "failed":
        raise CommandFailure(f"Audit {made['id']} failed. {made['error']}", exits.INCOMPLETE)
    if shape == "json":
        print_json(made)
    else:
        counts = made["counts"]["findings"]
        sys.stdout.write(
            f"Audit {made['id']}, audit {audit} as known {known}: {counts:,} finding{'s' * (counts != 1)}\n"
        )


@command.command("compare", short_help="show what is gone, new and changed between two audits")
@click.argument("before", type=click.IntRange(min=1))
@click.argument("after", type=click.IntRange(min=1))
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also save the comparison as a PDF.",
)
@url_option
@json_option
def compare(before: int, after: int, pdf: Path | None, url: str, shape: str) -> None:
    """Compare audit AFTER with audit BEFORE: rulesets, rooms and engine of either, and findings gone, new and changed.

    \b
    Exit status: 0 no finding differs; 1 some differ; 2 no such audit; 5 the service cannot be reached.
    """
    from auditor.cli.written_files import writable

    out = writable(pdf) if pdf else None
    path = f"/v1/audits/{before}/compare/{after}"
    with asking(url) as client:
        found = client.get(path)
        if out is not None:
            client.save(f"{path}/report.pdf", out)
    if shape == "json":
        print_json(found)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _lines(found))
    differs = found["gone"] or found["new"] or found["changed"]
    raise click.exceptions.Exit(exits.DIFFERENT if differs else exits.OK)


command.add_command(preview)


def _lines(comparison: dict[str, Any]) -> list[str]:
    known = [
        f"known   {each['what']}: {each['before'] or 'nothing'} -> {each['after'] or 'nothing'}"
        for each in comparison["known"]
    ]
    logs = [f"log     {each['room']} {each['session']}: {_became(each)}" for each in comparison["logs"]]
    found = [f"{name:<7} {_finding(each)}" for name in ("gone", "new") for each in comparison[name]]
    changed = [
        f"changed {_finding(each['after'])} (was: {each['before']['message']})"
        for each in comparison["changed"]
    ]
    return [*known, *logs, *found, *changed, f"unchanged: {comparison['unchanged']:,}"]


def _became(log: dict[str, Any]) -> str:
    if log["before"] is None:
        return "in the second audit alone"
    return "in the first audit alone" if log["after"] is None else "another version"


def _finding(each: dict[str, Any]) -> str:
    place = f"hand {each['hand']}" if each["hand"] is not None else "the log"
    return f"{each['code']}  {each['session']} {place}  {each['message']}"
