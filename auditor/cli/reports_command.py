"""`auditor reports`: issued reports of a running service."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.group import OrderedGroup
from auditor.cli.output import Table, print_json
from auditor.cli.service_lists import DAY, first_day_option, last_day_option, print_pages, selected_query

if TYPE_CHECKING:
    from auditor.cli.client import Client

EPILOG = """\b
Examples:
  auditor reports issue 12
  auditor reports issue 12 --edition redacted -o public.pdf
  auditor reports list --room WA-0417 --from 2026-03-01 --until 2026-03-31
  auditor reports pull 3 -o report.pdf
  auditor reports bundle 3
  auditor reports pull --room WA-0417 --from 2026-03-01 --until 2026-03-31 -o march/

\b
Exit status: 0 done; 2 refused, or no such audit or report; 3 the service failed, or what came is not what was issued; 5 it cannot
be reached.
"""
_EDITIONS = click.Choice(["full", "screened", "redacted"])
_out = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The file, or a folder for several.",
)


@click.group("reports", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Issue reports, and pull them. An issued report is kept as it is; who issued and who pulled it stays on record."""


@command.command("issue", short_help="issue the report of a finished audit")
@click.argument("audit", type=click.IntRange(min=1))
@click.option(
    "--edition",
    type=_EDITIONS,
    default="full",
    show_default=True,
    help="screened: full, with where to look by screening; redacted: for the public.",
)
@click.option("--exhibits", metavar="NUMBER|all", help="How many places it shows in full.")
@click.option("--by", help="Who issues it  [default: the key's holder].")
@_out
@url_option
@json_option
def issue(
    audit: int, edition: str, exhibits: str | None, by: str | None, output: Path | None, url: str, shape: str
) -> None:
    """Issue the report of AUDIT. The same document is issued once."""
    given = {"edition": edition, "exhibits": exhibits, "by": by}
    body = {name: value for name, value in given.items() if value is not None}
    with asking(url) as client:
        _, made = client.send("POST", f"/v1/audits/{audit}/reports", json=body)
        if output is not None:
            _save(client, made, output)
    _show([made], shape)


@command.command("list", short_help="list the reports that were issued")
@click.option("--audit", type=click.IntRange(min=1), help="Only those of this audit.")
@click.option("--room", help="Only those about this room.")
@click.option("--edition", type=_EDITIONS, help="Only those of this edition.")
@first_day_option
@last_day_option
@url_option
@json_option
def listed(url: str, shape: str, **selected: Any) -> None:
    """List issued reports, the newest first."""
    none = "There is no such report; 'auditor reports issue' issues one."
    print_pages(url, shape, "/v1/reports", _lines, none, _table, selected_query(selected))


@command.command("pull", short_help="save issued reports")
@click.argument("reports", type=click.IntRange(min=1), nargs=-1)
@click.option("--room", help="All those about this room.")
@click.option("--edition", type=_EDITIONS, help="All those of this edition.")
@click.option("--from", "first", type=DAY, metavar="YYYY-MM-DD", help="All those from this gaming day on.")
@click.option(
    "--until", "last", type=DAY, metavar="YYYY-MM-DD", help="All those up to this gaming day, included."
)
@_out
@url_option
@json_option
def pull(reports: tuple[int, ...], output: Path | None, url: str, shape: str, **selected: Any) -> None:
    """Save REPORTS, or all that the options select, as they were issued; each as report-NUMBER.pdf if -o names no file.

    A file is saved only where its SHA-256 is that with which the report was issued.
    """
    query = selected_query(selected)
    if bool(reports) == bool(query):
        raise click.UsageError(
            "Name reports by their numbers, or select them by --room, --edition, --from and --until."
        )
    with asking(url) as client:
        if reports:
            found = [client.get(f"/v1/reports/{number}") for number in reports]
        else:
            found = [
                each for each in client.pages("/v1/reports", "reports", **query) if "pdf" in each["links"]
            ]
        if len(found) > 1 and output is not None and not output.is_dir():
            raise click.UsageError(f"{output} is no folder; {len(found)} reports need one. Make it first.")
        for each in found:
            _save(client, each, output or Path())
    if shape == "text" and not found:
        sys.stderr.write(
            "auditor: No report is selected, so that nothing is saved; 'auditor reports list' has those that were issued, and "
            "says which were purged.\n"
        )
    _show(found, shape, many=True)


@command.command("bundle", short_help="save a report with all that it rests on and what proves it")
@click.argument("report", type=click.IntRange(min=1))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="PATH", help="The file, or its folder."
)
@url_option
def bundle(report: int, output: Path | None, url: str) -> None:
    """Save the hearing bundle of REPORT: one archive with the report, logs, controls, answers, proofs and a manifest.

    It is saved as report-REPORT-bundle.zip if -o names no file.
    """
    from auditor.cli.written_files import writable

    name, output = f"report-{report}-bundle.zip", output or Path()
    path = writable(output / name if output.is_dir() else output)
    with asking(url) as client:
        client.save(f"/v1/reports/{report}/bundle.zip", path)
    sys.stdout.write(f"{path}\n")


def _save(client: Client, report: dict[str, Any], output: Path) -> None:
    from auditor.cli.written_files import atomic, writable

    path = writable(output / f"report-{report['id']}.pdf" if output.is_dir() else output)
    body = client.content(f"/v1/reports/{report['id']}/report.pdf")
    found = hashlib.sha256(body).hexdigest()
    if found != report["sha256"]:
        raise CommandFailure(
            f"Report {report['id']} was issued with SHA-256 {report['sha256']}; what came has {found}. It is not kept.",
            exits.INCOMPLETE,
        )
    with atomic(path) as stream:
        stream.write(body)


def _show(found: list[dict[str, Any]], shape: str, *, many: bool = False) -> None:
    if shape == "json":
        print_json(found if many else found[0])
        return
    sys.stdout.writelines(f"{_line(each)}\n" for each in found)


def _line(report: dict[str, Any]) -> str:
    signed = "not signed" if report["signer"] is None else f"signed by {report['signer']['subject']}"
    issued = f"issued {report['at'][:10]} by {report['by'] or 'nobody named'}"
    gone = f"; purged on {report['purged']['at'][:10]}" if report["purged"] else ""
    about = f"audit {report['audit']}, {report['room'] or 'several rooms'}, {report['edition']} edition"
    return f"{report['id']}  {about}: {issued}, {signed}; entry {report['entry']}; SHA-256 {report['sha256']}{gone}"


def _lines(found: list[dict[str, Any]]) -> Iterator[str]:
    return map(_line, found)


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("report", "number", style="bold"), Column("audit", "number"), Column("room"), Column("edition"),
        Column("issued"), Column("by", "words"), Column("signed by", "words", leaves=1), Column("SHA-256", leaves=2),
    )  # fmt: skip
    return columns, [
        (
            str(each["id"]), str(each["audit"]), each["room"] or "several rooms",
            f"{each['edition']}{', purged' if each['purged'] else ''}", each["at"][:10], each["by"] or "nobody named",
            "nobody" if each["signer"] is None else each["signer"]["subject"], each["sha256"][:12],
        )
        for each in found
    ]  # fmt: skip
