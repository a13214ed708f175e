"""`auditor controls submit`, `withdraw`, `approve`, `deny` and `discard`: the steps of a revision's life."""

from __future__ import annotations

import sys
from typing import Any

import click

from auditor.cli.service import asking, controls_path, url_option

_room = click.argument("room")
_revision = click.argument("revision", metavar="ID@REV")
_by = click.option("--by", required=True, help="Who takes the step.")
_note = click.option("--note", help="Anything that belongs on record.")
_reference = click.option("--reference", required=True, help="The reference of the authority's letter.")


def _step(url: str, room: str, revision: str, action: str, **body: Any) -> None:
    from reports.formatting import count

    given = {name: value for name, value in body.items() if value is not None and value != {}}
    with asking(url) as client:
        _, found = client.send("POST", f"{controls_path(room, revision)}/{action}", json=given)
    days = found["in_force"]
    when = f", in force from {days['from']}" if found["standing"] == "approved" else ""
    if when and days["until"]:
        when += f" to {days['until']}"
    sys.stdout.write(f"{revision}: {found['standing']}{when}\n")
    for warning in found["warnings"] if found["standing"] == "approved" else ():
        sys.stderr.write(f"auditor: {revision}: {warning}\n")
    if found["problems"]:
        many = count(len(found["problems"]), "thing")
        sys.stderr.write(
            f"auditor: {revision} could not be approved in this form: {many} to mend, listed by 'auditor controls show "
            f"{room} {revision}'.\n"
        )


@click.command("submit", short_help="hand a draft to the authority")
@_room
@_revision
@_by
@_note
@url_option
def submit(room: str, revision: str, by: str, note: str | None, url: str) -> None:
    """Hand a draft to the authority. It does not change from then on, unless it is withdrawn or denied."""
    _step(url, room, revision, "submit", by=by, note=note)


@click.command("withdraw", short_help="take back what was submitted")
@_room
@_revision
@_by
@_note
@url_option
def withdraw(room: str, revision: str, by: str, note: str | None, url: str) -> None:
    """Take back what was submitted: it is a draft again."""
    _step(url, room, revision, "withdraw", by=by, note=note)


@click.command("approve", short_help="put the authority's approval on record")
@_room
@_revision
@_by
@_reference
@_note
@click.option(
    "--special",
    multiple=True,
    metavar="PARAMETER=REFERENCE",
    help="The reference of an approval by name, where the controls need one; may be repeated.",
)
@url_option
def approve(
    room: str, revision: str, by: str, reference: str, note: str | None, special: tuple[str, ...], url: str
) -> None:
    """Put on record that the authority approved what was submitted. From then on it never changes.

    Everything that is in the way is reported at once, and nothing is approved then (status 2).
    """
    named = {}
    for each in special:
        parameter, equals, letter = each.partition("=")
        if not equals or not parameter or not letter:
            raise click.UsageError(
                f"--special {each!r}: write PARAMETER=REFERENCE, such as fantasyland=A-2026-4."
            )
        named[parameter] = letter
    _step(url, room, revision, "approve", by=by, reference=reference, note=note, special=named)


@click.command("deny", short_help="put the authority's denial on record")
@_room
@_revision
@_by
@_reference
@click.option("--reason", required=True, help="Why it was denied.")
@url_option
def deny(room: str, revision: str, by: str, reference: str, reason: str, url: str) -> None:
    """Put on record that the authority denied what was submitted, and why. A mended file may replace it."""
    _step(url, room, revision, "deny", by=by, reference=reference, reason=reason)


@click.command("discard", short_help="take back a draft that was filed by mistake")
@_room
@_revision
@click.option("--by", help="Who discards it.")
@_note
@url_option
def discard(room: str, revision: str, by: str | None, note: str | None, url: str) -> None:
    """Discard a draft that was filed by mistake. Its number is free again; what was done stays in the room's history."""
    given = {name: value for name, value in {"by": by, "note": note}.items() if value is not None}
    with asking(url) as client:
        client.send("DELETE", controls_path(room, revision), params=given)
    sys.stdout.write(f"{revision}: discarded\n")


commands = (submit, withdraw, approve, deny, discard)
