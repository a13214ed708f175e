"""`auditor notify`: the daily summary by mail; for cron."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.output import print_json
from auditor.cli.store_of_folder import data_option, must_have_store

if TYPE_CHECKING:
    from auditor.reminders.reminder_sending import SentSummary
    from auditor.reminders.smtp import Mail

EPILOG = """\b
Example for a crontab (at 07:00):
  0 7 * * *  auditor notify --data /var/lib/auditor

\b
The mail server is in DIR/smtp.toml:
  host = "mail.example.org"
  user = "auditor"
  password_file = "/etc/cardroom-auditor/smtp.password"
  from = "Card-room auditor <auditor@example.org>"
  service = "https://auditor.example.org"

\b
Exit status: 0 done; 1 a mail was not sent, and why is named; 2 no mail can be sent.
"""


@click.command("notify", epilog=EPILOG)
@click.option("--again", is_flag=True, help="Send also to those who had the summary of today already.")
@json_option
@data_option
def command(again: bool, shape: str, data: Path) -> None:
    """Send each person who asked for it, on the page of the account, what waits and what is due within two days.

    A person gets one mail a day, and none where nothing waits. It acts on the data folder, whether the service runs or not.
    """
    found = _sent(data, again)
    if shape == "json":
        print_json({"summaries": found})
    else:
        _print(found)
    if any(each.outcome == "not sent" for each in found):
        raise click.exceptions.Exit(exits.NOT_DELIVERED)


def _sent(data: Path, again: bool) -> list[SentSummary]:
    from auditor.reminders.reminder_sending import send_summaries
    from auditor.service import Service
    from auditor.store.connection import StoreError
    from auditor.store.service_clock import now

    mail = _mail(data)
    try:
        service = Service(data, _nothing)
    except (StoreError, ValueError, OSError) as error:
        raise CommandFailure(f"The data folder {data} cannot be used: {error}", exits.REFUSED) from error
    try:
        return list(send_summaries(service, mail, now(), again=again))
    finally:
        service.store.close()


def _mail(data: Path) -> Mail:
    from auditor.reminders.smtp import FILE, BadMail, read_mail

    must_have_store(data)
    try:
        found = read_mail(data)
    except BadMail as error:
        raise CommandFailure(str(error), exits.REFUSED) from error
    if found is None:
        raise CommandFailure(
            f"No mail server is set up: {data / FILE} does not exist. 'auditor notify --help' shows one.",
            exits.REFUSED,
        )
    return found


def _nothing(*_: Any) -> None:
    """Nobody is informed of audits that finish: this process makes none."""


def _print(found: list[SentSummary]) -> None:
    if not found:
        sys.stdout.write("Nobody asked for a summary. People do so on the page of their account.\n")
        return
    for each in found:
        if each.outcome == "not sent":
            sys.stderr.write(f"{each.email}: not sent. {each.why}\n")
        else:
            sys.stdout.write(f"{each.email}: {each.outcome}\n")
    counted = Counter(each.outcome for each in found)
    sys.stdout.write(f"{counted['sent']} sent, {counted['not sent']} not sent, {len(found)} in all.\n")
