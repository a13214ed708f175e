"""`auditor incidents`: life of a room's incidents in a running service."""

from __future__ import annotations

import mimetypes
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.calling_service import asking, json_option, room_path, url_option
from auditor.cli.group import OrderedGroup
from auditor.cli.incident_row import row_of
from auditor.cli.output import Table, print_json
from auditor.cli.service_lists import first_day_option, last_day_option, print_pages, selected_query
from auditor.steps import INCIDENT_STEPS, DecisionOnIncident

if TYPE_CHECKING:
    from auditor.cli.client import Client

EPILOG = """\b
Examples:
  auditor incidents list WA-0417 --state open,returned
  auditor incidents answer WA-0417 5a9f7c86 --cause "row 2 was misread" --action "trained again" --file memo.pdf
  auditor incidents return WA-0417 5a9f7c86 --reason "which dealer?"
  auditor incidents accept WA-0417 5a9f7c86

\b
INCIDENT is an id, or its beginning where no other incident of the room has the same.

\b
Exit status: 0 done; 2 refused, or no such room or incident; 3 the service failed; 5 it cannot be reached.
"""
_SORTS = ("consequence", "due", "day")
SHORT = 12  # characters of an id that the list shows

_new = click.Path(dir_okay=False, path_type=Path)
_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group("incidents", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Answer incidents, and accept, return and close them. Every step stays on record with the key's holder."""


@command.command("list", short_help="list a room's incidents with their state")
@click.argument("room")
@click.option("--state", help="Only these, such as open,returned.")
@click.option("--overdue", is_flag=True, help="Only those whose answer is overdue.")
@first_day_option
@last_day_option
@click.option("--severity", help="Only these, such as critical,major.")
@click.option("--area", help="Only these kinds: evidence, cards, money, fees, procedure.")
@click.option("--code", help="Only those that come from these findings, such as SCR001.")
@click.option("--clause", help="Only those that break this clause, or clauses that begin so.")
@click.option("--player", help="Only those that concern the player of this id.")
@click.option("--table", help="Only those of this table.")
@click.option(
    "--search",
    help="Only those with this number of a hand, or this part of a player's id, a clause or the words.",
)
@click.option(
    "--sort", type=click.Choice(_SORTS), default=_SORTS[0], show_default=True,
    help="By severity, money and due day; by due day; or by gaming day.",
)  # fmt: skip
@click.option("--csv", "csv", type=_new, metavar="FILE", help="Write the list to a CSV file instead.")
@click.option(
    "--xlsx", "xlsx", type=_new, metavar="FILE", help="Write the list to an Excel workbook instead."
)
@url_option
@json_option
def listed(room: str, csv: Path | None, xlsx: Path | None, url: str, shape: str, **selected: Any) -> None:
    """List the incidents of ROOM by consequence: severity, money, the day an answer is due, hand."""
    query, address = selected_query(selected), f"{room_path(room)}/incidents"
    files = {kind: path for kind, path in (("csv", csv), ("xlsx", xlsx)) if path is not None}
    if not files:
        none = "There is no such incident."
        print_pages(url, shape, address, lambda each: map(_line, each), none, _table, query)
        return
    with asking(url) as client:
        for kind, path in files.items():
            _save(client, f"{address}.{kind}", path, query)


@command.command("show", short_help="show an incident with everything that was done about it")
@click.argument("room")
@click.argument("incident")
@url_option
@json_option
def show(room: str, incident: str, url: str, shape: str) -> None:
    """Show INCIDENT of ROOM."""
    with asking(url) as client:
        _show(client.get(_path(client, room, incident)), shape)


@command.command("answer", short_help="answer an incident for its room")
@click.argument("room")
@click.argument("incident")
@click.option("--cause", required=True, help="How it came about.")
@click.option("--action", required=True, help="What was done or will be done, by when.")
@click.option(
    "--file", "files", type=_file, multiple=True, help="A file that belongs to the answer; up to ten."
)
@url_option
@json_option
def answer(
    room: str, incident: str, cause: str, action: str, files: tuple[Path, ...], url: str, shape: str
) -> None:
    """Answer INCIDENT of ROOM. A returned one is answered again."""
    words = {"cause": cause, "corrective_action": action}
    parts = [("file", (each.name, each.read_bytes(), _media_type(each))) for each in files]
    sent: dict[str, Any] = {"data": words, "files": parts} if parts else {"json": words}
    _step(room, incident, "answer", url, shape, sent)


def _decision(step: DecisionOnIncident) -> click.Command:
    field = step.field

    def taken(room: str, incident: str, url: str, shape: str, **given: str | None) -> None:
        _step(room, incident, step.name, url, shape, {"json": given})

    option = click.option(f"--{field.name}", required=field.required, help=field.words)
    for each in (json_option, url_option, option, click.argument("incident"), click.argument("room")):
        taken = each(taken)
    return click.command(step.name, short_help=step.short, help=step.command_words)(taken)


for each in INCIDENT_STEPS:
    command.add_command(_decision(each))


def _step(room: str, incident: str, what: str, url: str, shape: str, sent: dict[str, Any]) -> None:
    with asking(url) as client:
        _, done = client.send("POST", f"{_path(client, room, incident)}/{what}", **sent)
    if shape == "json":
        print_json(done)
    else:
        sys.stdout.write(f"{_line(done)}\n")


def _path(client: Client, room: str, incident: str) -> str:
    """Path of an incident by its id or unique beginning. Raises a usage error."""
    from urllib.parse import quote

    base = f"{room_path(room)}/incidents"
    if len(incident) < 64:
        known = [each["id"] for each in client.pages(base, "incidents") if each["id"].startswith(incident)]
        if len(known) > 1:
            raise click.UsageError(
                f"{len(known)} incidents of {room} begin with {incident!r}; give more of the id."
            )
        incident = known[0] if known else incident
    return f"{base}/{quote(incident, safe='')}"


def _media_type(file: Path) -> str:
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream"


def _save(client: Client, address: str, path: Path, query: dict[str, Any]) -> None:
    from auditor.cli.written_files import atomic

    body = client.content(address, **query)
    with atomic(path) as stream:
        stream.write(body)


def _show(found: dict[str, Any], shape: str) -> None:
    if shape == "json":
        print_json(found)
        return
    sys.stdout.writelines(f"{each}\n" for each in (_line(found), *_about(found), *_steps(found)))


def _line(found: dict[str, Any]) -> str:
    from auditor.cli.audit_words import printable

    where = found["session"] or f"gaming day {found['day']}"
    due = f", due {found['due']}{' (overdue)' if found['overdue'] else ''}" if found["due"] else ""
    removed = ", removed by a correction" if _is_removed(found) else ""
    severity = f"{found['severity']}  " if found["severity"] else ""
    return printable(
        f"{found['id'][:SHORT]}  {found['day']}  {where}  {found['state']}{removed}{due}  {severity}{row_of(found)}"
    )


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.audit_words import printable
    from auditor.cli.text_tables import Column

    columns = (
        Column("incident", style="bold"), Column("severity"), Column("state"), Column("due"),
        Column("day", leaves=2), Column("session", leaves=1), Column("what it is", "words"),
    )  # fmt: skip
    return columns, [
        (
            each["id"][:SHORT], each["severity"] or "", f"{each['state']}{', removed' if _is_removed(each) else ''}",
            f"{each['due'] or ''}{' overdue' if each['overdue'] else ''}", each["day"], printable(each["session"] or ""),
            printable(row_of(each)),
        )
        for each in found
    ]  # fmt: skip


def _is_removed(found: dict[str, Any]) -> bool:
    return found["removed_by"] is not None and found["state"] != "closed"


def _about(found: dict[str, Any]) -> Iterator[str]:
    if found["explanation"]:
        yield f"  {found['explanation']}"
    yield f"  id         {found['id']}"
    yield f"  found      {found['found_at'][:10]} by audit {found['audit']}; {found['code']}, {found['clause']}"
    for each in found["recurrence_of"]:
        yield f"  recurrence of {each['id'][:SHORT]}, {each['action']} {each['at'][:10]}"
    if found["changed_since_answer"]:
        yield "  CHANGED: the newest audit states something else in it than was answered"
    if _is_removed(found):
        session, state = found["removed_by"], found["state"]
        yield f"  session {session} corrects the log that has it: it stays {state} until it is closed for that"
    elif not found["in_record"]:
        yield "  no longer found by the newest audit"


def _steps(found: dict[str, Any]) -> Iterator[str]:
    from auditor.cli.audit_words import printable

    for each in found["events"]:
        yield printable(f"  {each['at'][:16]}Z {each['action']} by {each['by'] or 'nobody named'}")
        for name in ("cause", "corrective_action", "reason", "note"):
            if each[name] is not None:
                lines = each[name].split("\n")
                yield printable(f"    {name.replace('_', ' ')}: {lines[0]}")
                yield from (printable(f"      {line}") for line in lines[1:])
        for file in each["files"]:
            yield printable(
                f"    file: {file['name'] or 'without a name'}, {file['size']:,} bytes, SHA-256 {file['sha256']}"
            )
        if each["purged"] is not None:
            yield f"    its words and files were purged on {each['purged']['at'][:10]}"
