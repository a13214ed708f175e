"""`auditor webhooks`: messages to other programs, in a service's data folder."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.group import OrderedGroup
from auditor.cli.output import Table, print_list
from auditor.cli.store_of_folder import data_option, opened_store

if TYPE_CHECKING:
    from auditor.store.outbox import Delivery

EPILOG = """\b
Examples:
  auditor webhooks list --state failed
  auditor webhooks test tracker
  auditor webhooks retry 17

\b
Exit status: 0 done; 1 the test was not delivered; 2 not possible.
"""


@click.group("webhooks", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """List, test and retry messages to other programs. They act on a service's data folder, whether it runs or not."""


@command.command("list", short_help="list the messages and how far they have come")
@click.option("--state", type=click.Choice(["pending", "delivered", "failed"]), help="Only those.")
@json_option
@data_option
def listed(state: str | None, shape: str, data: Path) -> None:
    """List messages, the oldest first. Those that ended are kept for 30 days."""
    with opened_store(data) as store:
        found = [_shown(each) for each in store.outbox.all(state)]
    print_list(found, shape, _rows, "There is no such message.", _table)


@command.command("test", short_help="send an endpoint a message now")
@click.argument("endpoint", metavar="NAME")
@data_option
def test(endpoint: str, data: Path) -> None:
    """Send the endpoint NAME a message of the type webhook.test, once, and say whether it arrived."""
    import secrets

    from auditor.store.rows import encoded
    from auditor.store.service_clock import now
    from auditor.webhooks.webhook_configuration import BadWebhooks, read_webhooks
    from auditor.webhooks.webhook_sending import NotDelivered, send

    try:
        webhooks = read_webhooks(data)
    except BadWebhooks as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    found = webhooks.endpoints.get(endpoint)
    if found is None:
        names = ", ".join(webhooks.endpoints) or "none"
        raise CommandFailure(f"There is no endpoint {endpoint!r}. Configured: {names}.", exits.REFUSED)
    message = f"msg_{secrets.token_hex(16)}"
    body = encoded({"type": "webhook.test", "timestamp": now(), "data": {}}).encode()
    try:
        send(webhooks, found, message, body, int(time.time()))
    except NotDelivered as error:
        raise CommandFailure(f"{endpoint}: not delivered: {error}.", exits.NOT_DELIVERED) from error
    sys.stdout.write(f"{endpoint}: delivered ({message})\n")


@command.command("retry", short_help="let failed messages be sent again")
@click.argument("numbers", nargs=-1, type=click.IntRange(min=1), metavar="[ID]...")
@data_option
def retry(numbers: tuple[int, ...], data: Path) -> None:
    """Let the failed messages ID be sent again, or all that failed. A running service sends them within a second."""
    from auditor.store.service_clock import now

    with opened_store(data) as store:
        again = store.outbox.retry(now(), numbers or None)
    if wrong := sorted(set(numbers) - set(again)):
        raise CommandFailure(f"Not failed, or not there: {', '.join(map(str, wrong))}.", exits.REFUSED)
    sys.stdout.write(f"To be sent again: {', '.join(map(str, again)) or 'none'}\n")


def _shown(each: Delivery) -> dict[str, Any]:
    return {
        "id": each.id,
        "message": each.message,
        "endpoint": each.endpoint,
        "event": each.event,
        "fact": each.fact,
        "state": each.state,
        "attempts": each.attempts,
        "created_at": each.created_at,
        "due_at": each.due_at if each.state == "pending" else None,
        "ended_at": each.ended_at,
        "error": each.error,
    }


def _rows(found: list[dict[str, Any]]) -> Iterator[str]:
    from auditor.cli.audit_words import printable

    for each in found:
        when = each["ended_at"] or each["due_at"]
        why = f"  ({each['error']})" if each["error"] else ""
        word = "next" if each["state"] == "pending" else "at"
        yield printable(
            f"{each['id']}  {each['state']:<9} {word} {when[:19]}Z  {each['endpoint']}  {each['event']}  {each['fact']}  "
            f"attempts: {each['attempts']}{why}"
        )


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.audit_words import printable
    from auditor.cli.text_tables import Column

    columns = (
        Column("message", "number"), Column("state"), Column("endpoint"), Column("event"), Column("fact", leaves=2),
        Column("attempts", "number", leaves=1), Column("at", leaves=3), Column("why not", "words"),
    )  # fmt: skip
    return columns, [
        (
            str(each["id"]), each["state"], printable(each["endpoint"]), each["event"], str(each["fact"]),
            str(each["attempts"]), (each["ended_at"] or each["due_at"])[:16].replace("T", " "), printable(each["error"] or ""),
        )
        for each in found
    ]  # fmt: skip
