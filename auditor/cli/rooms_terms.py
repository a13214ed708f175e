"""`auditor rooms terms`, `approve`, `refuse` and `withdraw`: proposed terms, and decisions."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from auditor.cli.calling_service import asking, json_option, room_path, url_option
from auditor.cli.output import Table, print_list

_room = click.argument("room")
_number = click.argument("number", type=click.IntRange(min=1))
_by = click.option("--by", required=True, help="Who takes the step.")
_note = click.option("--note", help="Anything that belongs on record.")
_reference = click.option("--reference", required=True, help="The reference of the authority's letter.")


@click.command("terms", short_help="list proposed terms and what became of them")
@_room
@url_option
@json_option
def terms(room: str, url: str, shape: str) -> None:
    """List what was proposed as terms of ROOM, in its order, with what differs from those that hold and the decision."""
    with asking(url) as client:
        found = client.get(f"{room_path(room)}/terms")["proposals"]
    print_list(found, shape, _rows, f"Nothing was proposed as terms of {room}.", _table)


def _rows(proposals: list[dict[str, Any]]) -> Iterator[str]:
    yield from map(words_of, proposals)


def _table(proposals: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("proposal", "number", style="bold"), Column("standing"), Column("from"), Column("by", leaves=1),
        Column("changes, or the decision", "words"),
    )  # fmt: skip
    return columns, [
        (
            str(each["id"]), each["standing"], each["terms"]["from"] or "the beginning", _by_whom(each),
            "; ".join(_matter(each)),
        )
        for each in proposals
    ]  # fmt: skip


def words_of(proposal: dict[str, Any]) -> str:
    """A proposal in a line."""
    starts, by = proposal["terms"]["from"], _by_whom(proposal)
    head = f"{proposal['id']}  {proposal['standing']}  {f'from {starts}' if starts else 'from the beginning'}"
    decided = proposal["decision"] is not None
    matter = _matter(proposal) if decided else ["; ".join(_matter(proposal))]
    return "  ".join([head, *matter, *([f"({by})"] if by else [])])


def _matter(proposal: dict[str, Any]) -> list[str]:
    decision = proposal["decision"]
    if decision is not None:
        return [each for each in (decision["reference"], decision["note"]) if each]
    changes = [
        f"{name} {_shown(each['now'])} -> {_shown(each['proposed'])}"
        for name, each in proposal["differs"].items()
    ]
    return changes or ["nothing differs from the terms that hold then"]


def _by_whom(proposal: dict[str, Any]) -> str:
    return str((proposal["decision"] or proposal)["by"] or "")


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {each}" for name, each in value.items())
    return "not on record" if value is None else str(value)


def _decide(url: str, room: str, number: int, step: str, **body: str | None) -> None:
    given = {name: value for name, value in body.items() if value is not None}
    with asking(url) as client:
        _, found = client.send("POST", f"{room_path(room)}/terms/{number}/{step}", json=given)
    sys.stdout.write(f"{room}: proposal {number} is {found['standing']}\n")


@click.command("approve", short_help="put the authority's approval of terms on record")
@_room
@_number
@_by
@_reference
@_note
@url_option
def approve(room: str, number: int, by: str, reference: str, note: str | None, url: str) -> None:
    """Put on record that the authority approved proposal NUMBER of ROOM: its terms hold from their day on."""
    _decide(url, room, number, "approve", by=by, reference=reference, note=note)


@click.command("refuse", short_help="put the authority's refusal of terms on record")
@_room
@_number
@_by
@_reference
@click.option("--reason", required=True, help="Why they were refused.")
@url_option
def refuse(room: str, number: int, by: str, reference: str, reason: str, url: str) -> None:
    """Put on record that the authority refused proposal NUMBER of ROOM, and why. The terms on record stay."""
    _decide(url, room, number, "refuse", by=by, reference=reference, reason=reason)


@click.command("withdraw", short_help="take proposed terms back")
@_room
@_number
@_by
@_note
@url_option
def withdraw(room: str, number: int, by: str, note: str | None, url: str) -> None:
    """Take proposal NUMBER of ROOM back. The terms on record stay."""
    _decide(url, room, number, "withdraw", by=by, note=note)


commands = (terms, approve, refuse, withdraw)
