"""`auditor sessions`: sessions of a running service, and the statement of a ruleset."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.group import OrderedGroup
from auditor.cli.output import Table, print_json, print_list
from auditor.cli.service_lists import first_day_option, last_day_option, print_pages, selected_query

EPILOG = """\b
Examples:
  auditor sessions list --room WA-0417 --state cannot-be-audited
  auditor sessions ruleset 12
  auditor sessions ruleset 12 wsgc-base

\b
SESSION is the number that the list begins with.

\b
Exit status: 0 done; 2 refused, or no such session; 3 the service failed; 5 it cannot be reached.
"""


@click.group("sessions", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """List the sessions on record, and state the ruleset of one whose log names none, or one that nobody has."""


@command.command("list", short_help="list sessions with what became of them")
@click.option("--room", help="Only those of this room.")
@click.option("--table", help="Only those of this table.")
@first_day_option
@last_day_option
@click.option("--state", help="Only these, such as waiting or cannot-be-audited.")
@url_option
@json_option
def listed(url: str, shape: str, **selected: Any) -> None:
    """List sessions in the order in which their logs came in, with their state and the reason of it."""
    query = selected_query(selected)
    print_pages(
        url, shape, "/v1/sessions", lambda each: map(_line, each), "There is no such session.", _table, query
    )


@command.command("ruleset", short_help="list the rulesets that may be stated for a session, or state one")
@click.argument("session", type=click.IntRange(min=1))
@click.argument("ruleset", required=False)
@click.option("--by", help="Who states it  [default: the key's holder].")
@url_option
@json_option
def ruleset(session: int, ruleset: str | None, by: str | None, url: str, shape: str) -> None:
    """State that SESSION was played under RULESET; without RULESET, list those that may be stated.

    The log on record stays as it came. A correction of it that names RULESET becomes a session, and is audited.
    """
    address = f"/v1/sessions/{session}/ruleset"
    with asking(url) as client:
        if ruleset is None:
            _show_offered(client.get(address), shape)
            return
        stated = {"ruleset": ruleset, **({"by": by} if by else {})}
        status, made = client.send("POST", address, json=stated)
    _show_made(session, status, made, shape)


def _show_offered(found: dict[str, Any], shape: str) -> None:
    if shape == "json":
        print_json(found)
        return
    sys.stderr.write(f"auditor: {_need(found)}\n")
    print_list(
        found["rulesets"], shape,
        lambda each: (f"{one['id']}@{one['revision']}  {one['title']}" for one in each),
        "The library has no ruleset for its game.", lambda each: _offered_table(each, found["likely"]),
    )  # fmt: skip


def _need(found: dict[str, Any]) -> str:
    from auditor.cli.audit_words import printable

    named = printable(found["ruleset"]) if found["ruleset"] else "no ruleset"
    if not found["needed"]:
        return f"Session {found['session']} names {named}, and needs no other ruleset."
    likely = f" The likely one is {found['likely']}." if found["likely"] else ""
    return f"Session {found['session']} names {named}. It cannot be audited until one is stated.{likely}"


def _offered_table(found: list[dict[str, Any]], likely: str | None) -> Table:
    from auditor.cli.text_tables import Column

    columns = (Column("ruleset", style="bold"), Column("likely"), Column("title", "words"))
    return columns, [
        (f"{each['id']}@{each['revision']}", "yes" if each["id"] == likely else "", each["title"])
        for each in found
    ]


def _show_made(session: int, status: int, made: dict[str, Any], shape: str) -> None:
    from auditor.cli.refused_lines import print_warnings

    if shape == "json":
        print_json(made)
        return
    done = "is corrected by" if status == 201 else "was corrected before by"
    hands = "1 hand" if made["hands"] == 1 else f"{made['hands']:,} hands"
    sys.stdout.write(f"session {session} {done} session {made['id']}, under {made['ruleset']} ({hands})\n")
    print_warnings(f"session {made['id']}", [f"{each['message']} {each['do']}" for each in made["warnings"]])


def _line(found: dict[str, Any]) -> str:
    return "  ".join(_cells(found)).rstrip()


def _cells(found: dict[str, Any]) -> Iterator[str]:
    from auditor.cli.audit_words import printable

    yield str(found["id"])
    yield found["day"]
    yield from (printable(found[name]) for name in ("room", "session", "table"))
    yield found["state"]
    yield printable(found["reason"] or "")


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("session", "number", style="bold"), Column("day", leaves=2), Column("room", leaves=1), Column("in its log"),
        Column("table", leaves=3), Column("state"), Column("reason", "words"),
    )  # fmt: skip
    return columns, [tuple(_cells(each)) for each in found]
