"""`auditor screen`: where to look first in rooms, from a running service."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any

import click

from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.output import print_json
from auditor.cli.service_lists import DAY, selected_query

EPILOG = """\b
Examples:
  auditor screen WA-0417
  auditor screen WA-0417 WA-0500 --from 2026-01-01 --to 2026-06-30
  auditor screen WA-0417 --every --format json
  auditor screen WA-0417 --noticed
  auditor screen WA-0417 --night 2026-03-14 --format json
  auditor screen WA-0417 --gains --from 2026-03-14 --to 2026-03-14
  auditor screen WA-0417 --close cfab25a9320bf281fbb05788 --reason "the videos show no fault"

\b
Exit status: 0 done, whatever is found; 2 refused, or no such room; 3 the service failed; 5 it cannot be reached.
"""


@click.command("screen", epilog=EPILOG)
@click.argument("rooms", nargs=-1, required=True, metavar="ROOM...")
@click.option("--from", "first", type=DAY, metavar="YYYY-MM-DD", help="The first gaming day.")
@click.option(
    "--to", "--until", "last", type=DAY, metavar="YYYY-MM-DD",
    help="The last gaming day, included  [default: the year of the room's last day].",
)  # fmt: skip
@click.option(
    "--as-of", type=click.IntRange(min=0), metavar="ENTRY",
    help="The last entry of the register that counts  [default: the last one].",
)  # fmt: skip
@click.option(
    "--every", is_flag=True, help="Every unit that can be tested, not only alarms and the monthly list."
)
@click.option(
    "--night",
    type=DAY,
    metavar="YYYY-MM-DD",
    help="The list as it was kept, the last one by the end of this day (UTC).",
)
@click.option("--noticed", is_flag=True, help="Only the facts that are listed without a chance.")
@click.option("--gains", is_flag=True, help="Who gained from whom in pot games, in place of the indicators.")
@click.option("--close", "alarm", metavar="ID", help="Close this alarm of ROOM, by the id of its result.")
@click.option("--reason", help="Why it is closed.")
@url_option
@json_option
def command(
    rooms: tuple[str, ...],
    alarm: str | None,
    reason: str | None,
    noticed: bool,
    gains: bool,
    night: datetime | None,
    url: str,
    shape: str,
    **selected: Any,
) -> None:
    """List where to look first in each ROOM, with what chance gives, or close an alarm. An indicator is no verdict.

    JSON has a result a line, by indicator, room and unit, or with --noticed a fact a line. A closed alarm is raised
    again in its year only if its evidence grows tenfold.
    """
    if (alarm is None) != (reason is None) or (alarm is not None and len(rooms) > 1):
        raise click.UsageError("An alarm is closed with --close ID and --reason, in one ROOM.")
    if gains and (alarm is not None or noticed or selected["every"]):
        raise click.UsageError("--gains stands alone: it goes with --from, --to and --as-of.")
    query = selected_query(selected)
    if night is not None and (alarm is not None or noticed or gains or query):
        raise click.UsageError("--night stands alone: the list is printed as it was kept.")
    if alarm is not None and (noticed or query):
        raise click.UsageError("--close goes with --reason alone.")
    if night is not None:
        _night(rooms, f"{night:%Y-%m-%d}", url, shape)
    elif gains:
        _gains(rooms, url, shape, query)
    elif alarm is None:
        _list(rooms, noticed, url, shape, query)
    else:
        _close(rooms[0], alarm, {"room": rooms[0], "reason": reason}, url, shape)


def _list(rooms: tuple[str, ...], noticed: bool, url: str, shape: str, query: dict[str, Any]) -> None:
    from auditor.cli.screen_text import facts_of_room, lines_of_room

    asked: list[dict[str, Any]] = []
    with asking(url) as client:
        for room in rooms:
            beside = client.get("/v1/screening", room=room, page_size=1, **query)
            facts = beside["noticed"]
            found = [] if noticed else list(client.pages("/v1/screening", "results", room=room, **query))
            if shape == "json":
                asked += facts["facts"] if noticed else found
                continue
            tested = beside["tested"]
            lines = facts_of_room(room, facts) if noticed else lines_of_room(room, found, tested, facts)
            sys.stdout.writelines(f"{line}\n" for line in lines)
    for each in asked if noticed else sorted(asked, key=_order):
        print_json(each)


def _order(result: dict[str, Any]) -> tuple[str, str, list[tuple[str, str]], int]:
    """The order of results: indicator, room, unit, year."""
    return result["indicator"], result["room"], [*result["unit"].items()], result["year"]


def _gains(rooms: tuple[str, ...], url: str, shape: str, query: dict[str, Any]) -> None:
    from auditor.cli.gains_text import show_gains
    from auditor.cli.terminal import console

    with asking(url) as client:
        for room in rooms:
            found = client.get("/v1/screening/gains", room=room, **query)
            if shape == "json":
                print_json(found)
            else:
                show_gains(found, console())


def _night(rooms: tuple[str, ...], day: str, url: str, shape: str) -> None:
    from auditor.cli.screen_text import lines_of_night

    with asking(url) as client:
        for room in rooms:
            kept = client.pages("/v1/screening/lists", "lists", room=room)
            found = next((each for each in kept if each["at"][:10] <= day), None)
            if found is None:
                sys.stdout.write(f"{room}: no list was kept by {day}.\n")
                continue
            text = client.content(f"/v1/screening/lists/{found['id']}")
            if shape == "json":
                sys.stdout.write(text.decode())
            else:
                sys.stdout.writelines(f"{line}\n" for line in lines_of_night(found, text))


def _close(room: str, alarm: str, body: dict[str, Any], url: str, shape: str) -> None:
    from urllib.parse import quote

    with asking(url) as client:
        _, done = client.send("POST", f"/v1/screening/{quote(alarm, safe='')}/close", json=body)
    if shape == "json":
        print_json(done)
    else:
        sys.stdout.write(f"{done['indicator']} {done['name']} of room {room} is closed: {done['closed']}\n")
