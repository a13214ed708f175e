"""`auditor holds`: legal holds of a running service."""

from __future__ import annotations

import sys
from typing import Any

import click

from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.group import OrderedGroup
from auditor.cli.output import Table, print_json
from auditor.cli.service_lists import first_day_option, last_day_option, print_pages, selected_query

EPILOG = """\b
Examples:
  auditor holds make WA-0417 --from 2026-03-01 --until 2026-03-31 --reason "case 2026-118"
  auditor holds make WA-0417 --session S-20260314-T1 --reason "case 2026-118"
  auditor holds list --in-force
  auditor holds lift 3 --reason "case 2026-118 was closed"

\b
Exit status: 0 done; 2 refused, or no such room or hold; 3 the service failed; 5 it cannot be reached.
"""


@click.group("holds", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Hold logs and results back from a purge, and let them go. Both stay on record."""


@command.command("make", short_help="hold a room, one of its sessions, or some of its days")
@click.argument("room")
@click.option("--session", help="A session as the room's logs name it  [default: all of them].")
@first_day_option
@last_day_option
@click.option("--reason", required=True, help="Why, such as the number of a case.")
@click.option("--by", help="Who holds it  [default: the key's holder].")
@url_option
@json_option
def make(room: str, url: str, shape: str, first: Any, last: Any, **given: str | None) -> None:
    """Hold what ROOM played, also what is uploaded later."""
    days = selected_query({"first": first, "last": last})
    body = {"room": room, **days, **{name: value for name, value in given.items() if value is not None}}
    with asking(url) as client:
        _, made = client.send("POST", "/v1/holds", json=body)
    _show([made], shape)


@command.command("list", short_help="list the holds there are and were")
@click.option("--room", help="Only those on this room.")
@click.option("--in-force", is_flag=True, help="Without those that were lifted.")
@url_option
@json_option
def listed(room: str | None, in_force: bool, url: str, shape: str) -> None:
    """List holds in the order in which they were made."""
    query = {**({"room": room} if room else {}), **({"lifted": "false"} if in_force else {})}
    none = "There is no hold; 'auditor holds make' makes one."
    print_pages(url, shape, "/v1/holds", lambda each: map(_line, each), none, _table, query)


@command.command("lift", short_help="let go what a hold covers")
@click.argument("hold", type=click.IntRange(min=1))
@click.option("--reason", required=True, help="Why it is lifted.")
@click.option("--by", help="Who lifts it  [default: the key's holder].")
@url_option
@json_option
def lift(hold: int, reason: str, by: str | None, url: str, shape: str) -> None:
    """Lift HOLD. What it covered may be purged once its time is over and no other hold covers it."""
    body = {"reason": reason, **({"by": by} if by else {})}
    with asking(url) as client:
        _, lifted = client.send("POST", f"/v1/holds/{hold}/lift", json=body)
    _show([lifted], shape)


def _show(found: list[dict[str, Any]], shape: str, *, many: bool = False) -> None:
    if shape == "json":
        print_json(found if many else found[0])
        return
    sys.stdout.writelines(f"{_line(each)}\n" for each in found)


def _line(hold: dict[str, Any]) -> str:
    session = f"session {hold['session']}" if hold["session"] else "every session"
    days = f"from {hold['from'] or 'the beginning'} until {hold['until'] or 'further notice'}"
    made = f"{hold['by'] or 'nobody named'}, {hold['at'][:10]}"
    said = f"{hold['id']}  {hold['room']}, {session}, {days}: {hold['reason']} ({made})"
    ended = hold["lifted"]
    if ended is None:
        return said
    return f"{said}; lifted {ended['at'][:10]} by {ended['by'] or 'nobody named'}: {ended['reason']}"


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("hold", "number", style="bold"), Column("room"), Column("session"), Column("from", leaves=1),
        Column("until", leaves=1), Column("made", leaves=2), Column("lifted"), Column("reason", "words"),
    )  # fmt: skip
    return columns, [
        (
            str(each["id"]), each["room"], each["session"] or "every session", each["from"] or "the beginning",
            each["until"] or "further notice", each["at"][:10], each["lifted"]["at"][:10] if each["lifted"] else "no",
            each["reason"],
        )
        for each in found
    ]  # fmt: skip
