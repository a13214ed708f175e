"""`auditor nightly`: audits of all that is pending, and what is new; for cron."""

from __future__ import annotations

import datetime as dt
import re
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits, severity
from auditor.cli.calling_service import json_option, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.output import print_json
from auditor.cli.quiet import is_quiet, quiet_option

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from auditor.cli.nightly_report import Report
    from auditor.night import Night

EPILOG = """\b
Example for a crontab (at 05:30; cron mails the output when there is something to report):
  30 5 * * *  auditor nightly --expect WA-0417/T1 --pdf /srv/audits > /tmp/nightly.txt || cat /tmp/nightly.txt

\b
Exit status, the first that applies:
  5  the service cannot be reached
  4  the register does not have what it had at the last run
  3  incomplete: a session could not be audited, an audit was not finished in time, or a check failed to run
  4  an expected log is missing or overdue
  1  new findings at or above --fail-on
  0  nothing new at or above --fail-on

A second run straight after the first audits nothing and reports nothing as new. It ends with 0, or with 3 or 4 while
their cause remains.
"""


@click.command("nightly", epilog=EPILOG)
@url_option
@severity.options
@click.option(
    "--expect",
    multiple=True,
    metavar="ROOM[/TABLE]",
    help="Expect a log of this room or table for --day; may be repeated.",
)
@click.option(
    "--day", default="yesterday", show_default=True, metavar="YYYY-MM-DD",
    help="The day for --expect, by when a session was opened; also: today, yesterday.",
)  # fmt: skip
@click.option(
    "--pdf",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Save the reports of new audits in this folder.",
)
@json_option
@click.option(
    "--state", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="The file that remembers what was reported  [default: in $XDG_STATE_HOME/cardroom-auditor]",
)  # fmt: skip
@click.option(
    "--timeout",
    type=click.FloatRange(min=0),
    default=600.0,
    show_default=True,
    help="Seconds to wait for audits.",
)
@click.option(
    "--register-key",
    metavar="KEY",
    help="The public key of the service's register, NAME+ID+KEY; else that of the last run.",
)
@click.option(
    "--ping", metavar="URL", envvar="AUDITOR_PING", show_envvar=True,
    help="Call this address after the report, or its /fail if the night is incomplete.",
)  # fmt: skip
@quiet_option(", and no report of a night on which nothing changed and nothing is late")
def command(
    url: str, fail_on: str, count_undetermined: bool, expect: tuple[str, ...], day: str, pdf: Path | None, shape: str,
    state: Path | None, timeout: float, register_key: str | None, ping: str | None,
) -> None:  # fmt: skip
    """Have a running service audit the gaming days of its rooms and all pending sessions, tournaments and ledgers, wait,
    and report what is new since the last run.

    Findings are compared by fingerprint. A new one was not there at the last run, a persisting one was, and a gone one no
    longer is (a correction of the log mended it). Pending sessions of any day are audited.

    The service's register of facts must begin with all that it had at the last run.
    """
    from auditor.cli.client import Client, ErrorAnswer
    from auditor.cli.nightly_days import audit_days
    from auditor.cli.nightly_events import audit_events
    from auditor.cli.nightly_register import compared, known_key
    from auditor.cli.nightly_report import Report
    from auditor.cli.nightly_state import read_state, state_path, write_state
    from auditor.cli.ping import pinging

    wanted = {each: _expected(each) for each in expect}
    date = _day(day)
    key = known_key(register_key)
    client = Client(url)
    with pinging(ping) as outcome:
        path = state or state_path(client.url)
        before = read_state(path, client.url)
        try:
            until = monotonic() + timeout
            of_days = audit_days(client, date, wanted.values(), until)
            pending = _audit_pending(client, until)
            said = [each for each in pending if not any(day.endswith(each) for day in of_days)]
            troubles = [*of_days, *said, *audit_events(client, until)]
            changes = _changes(client, before.cursor)
            failures = [f"Audit {each.audit}: {each.message}" for each in changes.incomplete]
            missing = [
                name for name, (room, table) in wanted.items() if not _has_log(client, room, table, date)
            ]
            register = compared(client, before.register, key)
            night = Report(client.url, date, changes, [*troubles, *failures], missing, register)
            night.status = night.exit_status(fail_on, count_undetermined)
            if pdf is not None:
                night.reports = _save(
                    client, [client.get(f"/v1/audits/{each}") for each in changes.audits], pdf
                )
        except ErrorAnswer as answered:
            raise CommandFailure(f"The service could not do it: {answered}", exits.INCOMPLETE) from answered
        _show(night, shape, fail_on, count_undetermined)
        sys.stdout.flush()
        write_state(
            path, before, changes.cursor, register.seen(before.register)
        )  # once everything was printed
        outcome.done = night.status != exits.INCOMPLETE and register.trouble is None
    raise click.exceptions.Exit(night.status)


def _expected(text: str) -> tuple[str, str | None]:
    room, slash, table = text.partition("/")
    if not room or (slash and not table):
        raise click.UsageError(f"--expect {text!r}: write ROOM or ROOM/TABLE, such as WA-0417/T1.")
    return room, table or None


def _day(text: str) -> str:
    days = {"today": 0, "yesterday": 1}
    if text in days:
        return (dt.date.today() - dt.timedelta(days[text])).isoformat()
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise click.UsageError(f"--day {text!r}: write YYYY-MM-DD, today or yesterday.") from error


def _changes(client: Client, cursor: str | None) -> Night:
    """Changes since a cursor; from the beginning where the store was replaced."""
    import msgspec

    from auditor.cli.client import ErrorAnswer
    from auditor.night import Night

    try:
        found = client.get("/v1/night", **({"since": cursor} if cursor else {}))
    except ErrorAnswer as answered:
        if not answered.problem.get("type", "").endswith(":unknown-cursor"):
            raise
        found = client.get("/v1/night")
    return msgspec.convert(found, Night)


def _has_log(client: Client, room: str, table: str | None, day: str) -> bool:
    query = {"room": room, "from": day, "until": day, "current": "true"}
    found = client.pages("/v1/sessions", "sessions", **query | ({"table": table} if table else {}))
    return any(True for _ in found)


def _audit_pending(client: Client, until: float) -> list[str]:
    """Audit what is pending, wait for all audits, and return the failures."""
    from auditor.cli.client import Unfinished

    pending = {each["id"]: each for each in client.pages("/v1/sessions", "sessions", pending="true")}
    reasons: dict[int, str] = {}
    try:
        _by_currency(client, until, reasons)
        for audit in client.pages("/v1/audits", "audits"):
            if audit["state"] in ("queued", "running"):
                client.wait(audit["id"], until - monotonic())
    except Unfinished as error:
        return [f"{error} Run this again, or give it more time with --timeout.", *reasons.values()]
    for number in pending.keys() - reasons.keys():
        session = client.get(f"/v1/sessions/{number}")
        if session["pending"]:
            reasons[number] = f"Session {number} ({session['room']}, {session['session']}) was not audited."
    return [reasons[number] for number in sorted(reasons)]


def _by_currency(client: Client, until: float, reasons: dict[int, str]) -> None:
    """Audit pending sessions currency by currency. reasons: filled by session."""
    failed: dict[int, str] = {}
    tried: set[int] = set()
    while True:
        asked = client.ask_for_audit(pending=True)
        reasons.clear()
        reasons |= {each["session"]: each["reason"] for each in asked["skipped"]} | failed
        if "id" not in asked or tried.issuperset(asked["sessions"]):
            return
        tried.update(asked["sessions"])
        ended = client.wait(asked["id"], until - monotonic())
        if ended["state"] == "failed":
            failed |= _one_by_one(client, ended, until)
            reasons |= failed
        if not asked["skipped"]:
            return


def _one_by_one(client: Client, failed: dict[str, Any], until: float) -> dict[int, str]:
    """Audit a failed audit's sessions one by one, so that one does not block the others."""
    if len(failed["sessions"]) == 1:
        return {failed["sessions"][0]: failed["error"]}
    reasons = {}
    for session in failed["sessions"]:
        ended = client.wait(client.ask_for_audit(sessions=[session])["id"], until - monotonic())
        if ended["state"] == "failed":
            reasons[session] = ended["error"]
    return reasons


def _save(client: Client, audits: list[dict[str, Any]], folder: Path) -> list[Path]:
    """Save audits' reports; a day's or event's replaces its earlier version's."""
    folder.mkdir(parents=True, exist_ok=True)
    saved = []
    for audit in audits:
        path = folder / f"{_name(audit)}.pdf"
        client.save(f"/v1/audits/{audit['id']}/report.pdf", path)
        saved.append(path)
    return saved


def _name(audit: dict[str, Any]) -> str:
    if audit["day"]:
        name = f"day-{audit['room']}-{audit['day']}"
    elif audit["event"]:
        name = f"{audit['event']['kind']}-{audit['room']}-{audit['event']['name']}"
    else:
        name = f"audit-{audit['id']}"
    return re.sub(r"[^A-Za-z0-9._-]+", "_", name)


def _show(night: Report, shape: str, fail_on: str, undetermined: bool) -> None:
    if shape == "json":
        print_json(night.as_dict())
    elif not (is_quiet() and night.uneventful):
        from auditor.cli.nightly_text import lines

        sys.stdout.writelines(f"{line}\n" for line in lines(night, fail_on, undetermined))
