"""`auditor rooms`: card rooms of a running service."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, json_option, room_path, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.output import Table, print_json
from auditor.cli.rooms_terms import commands, words_of
from auditor.cli.service_lists import print_pages

EPILOG = """\b
Examples:
  auditor rooms
  auditor rooms put WA-0417 --time-zone America/Los_Angeles --gaming-day-begins 06:00 \\
      --licence-class F --tables 5 --fees hand_fee --fiscal-year-ends 06-30 --authority wsgc
  auditor rooms show WA-0417
  auditor rooms terms WA-0417
  auditor rooms approve WA-0417 1 --by 'Agent 12' --reference WSGC-2026-118
  auditor rooms day WA-0417 2026-03-14 --pdf day.pdf

\b
Exit status: 0 done; 2 refused, or no such room; 3 the service failed; 5 it cannot be reached.
"""


@click.group("rooms", invoke_without_command=True, epilog=EPILOG)
@url_option
@json_option
@click.pass_context
def command(ctx: click.Context, url: str, shape: str) -> None:
    """List the card rooms on record, show one, or put one on record."""
    if ctx.invoked_subcommand is None:
        none = "No room is on record yet; 'auditor rooms put' puts one there."
        print_pages(url, shape, "/v1/rooms", _rows, none, _table)


@command.command("show", short_help="show a room's terms and its controls by day")
@click.argument("room")
@url_option
@json_option
def show(room: str, url: str, shape: str) -> None:
    """Show ROOM: its licence by day, and its controls by the days on which they are in force."""
    with asking(url) as client:
        found = client.get(room_path(room))
    if shape == "json":
        print_json(found)
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(found))


@command.command("put", short_help="put a room on record, or its terms from a day on")
@click.argument("room")
@click.option("--time-zone", required=True, metavar="ZONE", help="IANA, such as America/Los_Angeles.")
@click.option(
    "--gaming-day-begins", default="00:00", show_default=True, metavar="HH:MM", help="On the room's clock."
)
@click.option("--licence-class", metavar="CLASS", help="E, F or house-banked.")
@click.option("--tables", type=click.IntRange(min=0), help="How many tables are licensed.")
@click.option("--fees", metavar="KIND", help="How fees are collected: rake, hand_fee, time or none.")
@click.option(
    "--authority",
    metavar="ID",
    help="The authority that licenses the room, such as wsgc; its limits apply to the room. none: no one of the library.",
)
@click.option("--fiscal-year-ends", metavar="MM-DD", help="The last day of its fiscal year.")
@click.option(
    "--log-every", type=click.IntRange(1, 366), metavar="DAYS",
    help="Expect a log of one gaming day in so many; without it, none is overdue.",
)  # fmt: skip
@click.option(
    "--overdue-after", type=click.IntRange(0, 8784), metavar="HOURS",
    help="With --log-every: hours after the end of that gaming day  [default: 12].",
)  # fmt: skip
@click.option(
    "--from", "starts", metavar="YYYY-MM-DD", help="The first gaming day  [default: from the beginning]."
)
@click.option("--by", help="Who puts it on record.")
@url_option
def put(
    room: str, url: str, starts: str | None, log_every: int | None, overdue_after: int | None, **terms: Any
) -> None:
    """Put ROOM on record, or its terms from a day on.

    The time zone and the hour of its gaming day decide to which day a hand belongs, and so which revision of the
    controls applies to it. Sessions that were uploaded before get their day anew. Terms of a room that an authority licenses are
    proposed: 'auditor rooms terms' lists what awaits its decision.
    """
    if overdue_after is not None and log_every is None:
        raise click.UsageError("--overdue-after needs --log-every DAYS.")
    if log_every is not None:
        hours = {} if overdue_after is None else {"overdue_hours": overdue_after}
        terms["logs_expected"] = {"every_days": log_every, **hours}
    body = {name: value for name, value in {**terms, "from": starts}.items() if value is not None}
    with asking(url) as client:
        status, found = client.send("PUT", room_path(room), json=body)
    if status == 202:
        proposed = f"{room}: proposed to its authority, which decides; the terms on record stay until then"
        sys.stdout.writelines(f"{line}\n" for line in (proposed, words_of(found)))
    else:
        sys.stdout.write(f"{found['id']}: {'on record' if status == 201 else 'its terms are on record'}\n")


@command.command("day", short_help="audit a gaming day of a room as a whole")
@click.argument("room")
@click.argument("date", metavar="YYYY-MM-DD")
@click.option(
    "--tables",
    metavar="T1,T2",
    help="Tables that must have a log of the day; left out: those of the last time; empty: none.",
)
@click.option(
    "--pdf", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Save the day's report."
)
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=3600.0, show_default=True, help="Seconds to wait."
)
@url_option
@json_option
def day(
    room: str, date: str, tables: str | None, pdf: Path | None, timeout: float, url: str, shape: str
) -> None:
    """Audit a gaming day of ROOM: its sessions, and what only all of them show.

    Where evidence, controls and engine are the same, the newest version is shown; a late log makes a new one.

    \b
    Exit status: 0 nothing was found; 1 something was; 2 refused, or the day is not over; 3 it failed, or a session of the
    day could not be audited; 5 no service.
    """
    from auditor.cli.client import Unfinished
    from auditor.cli.written_files import writable

    out = writable(pdf) if pdf else None
    path = f"{room_path(room)}/days/{date}"
    with asking(url) as client:
        status, asked = client.send(
            "PUT", f"{path}/audit", params={} if tables is None else {"tables": tables}
        )
        try:
            audit = client.wait(asked["id"], timeout)
        except Unfinished as error:
            raise CommandFailure(str(error), exits.INCOMPLETE) from error
        if audit["state"] == "failed":
            raise CommandFailure(f"Audit {audit['id']} failed. {audit['error']}", exits.INCOMPLETE)
        if out is not None:
            client.save(f"{path}/report.pdf", out)
        report = client.get(f"{path}/report.json")
    if shape == "json":
        print_json(report)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _of_day(audit, report, status == 200))
    if audit["skipped"]:
        raise click.exceptions.Exit(exits.INCOMPLETE)
    raise click.exceptions.Exit(exits.FINDINGS if audit["counts"]["findings"] else exits.OK)


def _of_day(audit: dict[str, Any], report: dict[str, Any], known: bool) -> Iterator[str]:
    facts, counts = report["day"], audit["counts"]
    yield f"{facts['room']}  {facts['day']}, from {facts['begins']} to {facts['ends']}"
    yield f"Audit     {audit['id']}{', as it was' if known else ''}"
    yield f"Sessions  {len(facts['sittings'])}, {facts['hands']:,} hands, {facts['players']:,} players"
    for each in facts.get("skipped", []):
        yield f"Incomplete  table {each['table']}, session {each['session']}: {each['reason']}"
    yield f"Findings  {counts['findings']:,}"
    across = [each for each in report["findings"] if each["code"] in facts["codes"]]
    for each in across:
        yield f"{each['kind']}  {each['severity']}  {each['code']}  {each['clause']}  {each['message']}"


def _rows(rooms: list[dict[str, Any]]) -> Iterator[str]:
    wide = max((len(each["id"]) for each in rooms), default=0)
    for each in rooms:
        controls = (
            ", ".join(f"{one['ruleset']}@{one['revision']}" for one in each["controls"]) or "no controls"
        )
        yield f"{each['id']:<{wide}}  {_terms(each)}  {controls}"


def _table(rooms: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = Column("room", style="bold"), Column("controls in force", "words"), Column("terms", "words")
    return columns, [
        (
            each["id"],
            ", ".join(f"{one['ruleset']}@{one['revision']}" for one in each["controls"]) or "none",
            _terms(each),
        )
        for each in rooms
    ]


def lines(room: dict[str, Any]) -> Iterator[str]:
    """A room as text."""
    yield room["id"]
    for terms in room["terms"]:
        yield f"  {'from ' + terms['from'] if terms['from'] else 'from the beginning'}: {_terms(terms)}"
    if not room["controls"]:
        yield "  no controls were approved"
    for each in room["controls"]:
        until = f"to {each['until']}" if each["until"] else "until superseded"
        yield f"  {each['from'] or 'from the beginning'} {until}  {each['ruleset']}@{each['revision']}  {each['title']}"


def _terms(terms: dict[str, Any]) -> str:
    parts = [f"{terms['time_zone']}, gaming day from {terms['gaming_day_begins']}"]
    if terms["licence_class"]:
        parts.append(f"class {terms['licence_class']}")
    if terms["tables"] is not None:
        parts.append(f"{terms['tables']} table{'s' * (terms['tables'] != 1)}")
    if terms["fees"]:
        parts.append(f"fees: {terms['fees']}")
    if terms["authority"]:
        parts.append(f"authority {terms['authority']}")
    if terms["fiscal_year_ends"]:
        parts.append(f"fiscal year ends {terms['fiscal_year_ends']}")
    if expected := terms.get("logs_expected"):
        days = expected["every_days"]
        often = "each gaming day" if days == 1 else f"every {days} gaming days"
        parts.append(f"a log {often}, overdue after {expected['overdue_hours']} h")
    return "; ".join(parts)


for each in commands:
    command.add_command(each)
