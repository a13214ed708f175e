"""`auditor controls try`: a draft on a room's past hands."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.output import print_json

if TYPE_CHECKING:
    from auditor.cli.client import Client

_MOST = 20  # players that are shown


@click.command("try", short_help="show what a revision would have changed in a room's hands")
@click.argument("room")
@click.argument("revision", metavar="ID@REV")
@click.option(
    "--from", "first", metavar="YYYY-MM-DD", help="The first gaming day  [default: the first on record]."
)
@click.option("--until", "last", metavar="YYYY-MM-DD", help="The last gaming day, included.")
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also save the result as a PDF.",
)
@click.option(
    "--timeout", type=click.FloatRange(min=0), default=3600.0, show_default=True, help="Seconds to wait."
)
@url_option
@json_option
def command(
    room: str,
    revision: str,
    first: str | None,
    last: str | None,
    pdf: Path | None,
    timeout: float,
    url: str,
    shape: str,
) -> None:
    """Try a revision, approved or not, on the hands that ROOM has on record, as if it were in force on every day.

    Shows how many hands, how much money and which players would have been settled differently than under what was
    in force.
    """
    from auditor.cli.client import Unfinished
    from auditor.cli.written_files import writable

    out = writable(pdf) if pdf else None
    days = {name: day for name, day in (("from", first), ("until", last)) if day}
    with asking(url) as client:
        asked = client.ask_for_audit(room=room, ruleset=revision, what_if=True, **days)
        if asked.get("audit", "there") is None:
            raise CommandFailure(f"{asked['message']}", exits.REFUSED)
        try:
            audit = client.wait(asked["id"], timeout)
        except Unfinished as error:
            raise CommandFailure(
                f"{error} It goes on, and the service shows its result when it is finished.", exits.INCOMPLETE
            ) from error
        if audit["state"] == "failed":
            raise CommandFailure(f"Audit {audit['id']} failed. {audit['error']}", exits.INCOMPLETE)
        _tell(client, audit, out, shape)


def _tell(client: Client, audit: dict[str, Any], out: Path | None, shape: str) -> None:
    effect = client.get(f"/v1/audits/{audit['id']}/what-if.json")
    if out is not None:
        client.save(f"/v1/audits/{audit['id']}/what-if.pdf", out)
    if shape == "json":
        print_json({"audit": audit["id"], **effect})
    else:
        currency = (
            client.get(f"/v1/sessions/{audit['sessions'][0]}")["currency"] if audit["sessions"] else None
        )
        sys.stdout.writelines(f"{line}\n" for line in lines(audit, effect, currency))


def lines(audit: dict[str, Any], effect: dict[str, Any], currency: str | None) -> Iterator[str]:
    """The effect as text. ``currency``: of its sessions."""
    from reports.formatting import count, money

    tried = ", ".join(
        f"{each['id']}@{each['revision']} ({each['standing'] or 'of the library'})"
        for each in audit["rulesets"]
        if each.get("mandatory") is None
    )
    yield f"Tried        {tried or 'nothing'}"
    yield f"Audit        {audit['id']}, {count(len(audit['sessions']), 'session')}"
    yield f"Compared     {count(effect['compared'], 'hand')}"
    yield f"Differently  {count(effect['differing'], 'hand')}"
    amount = money(effect["money"], currency) if effect["money"] is not None else "not known"
    yield f"Money        {amount} would have gone to different players"
    for reason in effect["because"]:
        yield f"Not compared {count(reason['hands'], 'hand')}: {reason['reason']}"
    players = [each for each in effect["players"] if each["differing"]]
    if players:
        yield ""
    for each in players[:_MOST]:
        difference = money(each["difference"], currency, plus=True)
        yield f"{each['player']:<16}  {difference:>12}  in {count(each['differing'], 'hand')}"
    more = len(players) - _MOST
    if more > 0:
        yield f"and {count(more, 'more player')}"
