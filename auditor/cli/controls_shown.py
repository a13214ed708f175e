"""`auditor controls list`, `show`, `history`, `diff`, `canonical`: controls on record."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, controls_path, json_option, room_path, url_option
from auditor.cli.output import Table, print_json, print_list
from auditor.cli.rulesets_diff import lines as redline
from auditor.cli.service_lists import print_pages

_room = click.argument("room")
_revision = click.argument("revision", metavar="ID@REV")


@click.command("list", short_help="list a room's revisions, or those in force on a day")
@_room
@click.option("--on", metavar="YYYY-MM-DD", help="Only what is in force on this gaming day.")
@url_option
@json_option
def listed(room: str, on: str | None, url: str, shape: str) -> None:
    """List the revisions that ROOM has filed; with --on, those in force on a day."""
    none = f"Room {room} {f'is under no controls on {on}' if on else 'has filed no controls'}."
    query = {"on": on} if on else {}
    print_pages(url, shape, f"{room_path(room)}/controls", _listed, none, _table, query)


def _listed(found: list[dict[str, Any]]) -> Iterator[str]:
    wide = max(len(_name(each)) for each in found)
    for each in found:
        yield f"{_name(each):<{wide}}  {each['state']:<10}  {_days(each):<24}  {each['title']}"


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("controls", style="bold"),
        Column("state"),
        Column("in force", leaves=1),
        Column("title", "words"),
    )
    return columns, [(_name(each), each["state"], _days(each), each["title"]) for each in found]


@click.command("show", short_help="show a revision and the result of examining it")
@_room
@_revision
@url_option
@json_option
def show(room: str, revision: str, url: str, shape: str) -> None:
    """Show a revision: its standing, what is wrong with it, and what an approval has to name."""
    with asking(url) as client:
        found = client.get(controls_path(room, revision))
    if shape == "json":
        print_json(found)
    else:
        sys.stdout.writelines(f"{line}\n" for line in _shown(found))


def _shown(found: dict[str, Any]) -> Iterator[str]:
    yield f"{_name(found)}  {found['title']}"
    yield f"Room       {found['room']}"
    yield f"Standing   {found['state']}"
    yield f"In force   {_days(found)}"
    yield f"Digest     {found['digest'] or 'none: the file does not resolve'}"
    yield f"Extends    {', '.join(found['extends']) or 'nothing'}"
    yield f"File       SHA-256 {found['source']['sha256']}"
    document = found["document"]
    yield f"Document   {'SHA-256 ' + document['sha256'] if document else 'none attached'}"
    for problem in found["problems"]:
        yield f"Wrong      {problem}"
    for asked in found["asked"]:
        yield f"Needs      {asked['message']}"


@click.command(
    "history", short_help="show each step in the life of a revision: when, by whom, by which letter"
)
@_room
@_revision
@url_option
@json_option
def history(room: str, revision: str, url: str, shape: str) -> None:
    """Show the life of a revision, from its first draft on."""
    with asking(url) as client:
        found = client.get(f"{controls_path(room, revision)}/history")["history"]
    print_list(found, shape, _steps, f"Nothing is on record of {revision}.", _table_of_steps)


def _steps(history: list[dict[str, Any]]) -> Iterator[str]:
    for each in history:
        fields = [_moment(each), f"{each['action']:<9}", each["by"] or "nobody named"]
        if each["reference"]:
            fields.append(f"reference {each['reference']}")
        if each["note"]:
            fields.append(each["note"])
        yield "  ".join(fields)


def _table_of_steps(history: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("at"), Column("step", style="bold"), Column("by", "words"), Column("reference", "words"),
        Column("note", "words"),
    )  # fmt: skip
    return columns, [
        (
            _moment(each),
            each["action"],
            each["by"] or "nobody named",
            each["reference"] or "",
            each["note"] or "",
        )
        for each in history
    ]


def _moment(step: dict[str, Any]) -> str:
    return f"{step['at'][:19]}Z"


class _Side(NamedTuple):
    name: str
    title: str
    in_force: dict[str, str | None]

    def __str__(self) -> str:
        return self.name


@click.command("diff", short_help="compare two revisions, with citations")
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@url_option
@json_option
def diff(a: str, b: str, url: str, shape: str) -> None:
    """Show what differs between two revisions on record, drafts among them, or between one and a ruleset of the library.

    \b
    Exit status: 0 no parameter differs; 1 one does; 2 no such revision.
    """
    import msgspec

    from rules.controls.difference import Difference

    with asking(url) as client:
        found = client.get(f"/v1/rulesets/{a}/diff/{b}")
    if shape == "json":
        print_json(found)
    else:
        sides = [
            _Side(_named(found[each]), found[each]["title"], found[each]["in_force"]) for each in ("a", "b")
        ]
        differences = msgspec.convert(found["differences"], list[Difference])
        sys.stdout.writelines(f"{line}\n" for line in redline(sides[0], sides[1], differences))
    raise click.exceptions.Exit(exits.DIFFERENT if found["differences"] else exits.OK)


@click.command("canonical", short_help="print a revision as one canonical TOML file")
@click.argument("revision", metavar="ID@REV")
@url_option
def canonical(revision: str, url: str) -> None:
    """Print a revision as its one canonical file: what it extends merged in, always in the same order."""
    ruleset, _, number = revision.partition("@")
    if not number.isdecimal():
        raise click.UsageError(f"{revision!r} is no revision; one looks like wa-0417-thirteen@2.")
    with asking(url) as client:
        sys.stdout.write(client.text(f"/v1/rulesets/{ruleset}/{number}/canonical.toml"))


def _name(found: dict[str, Any]) -> str:
    return f"{found['ruleset']}@{found['revision']}"


def _named(brief: dict[str, Any]) -> str:
    return f"{brief['id']}@{brief['revision']}"


def _days(found: dict[str, Any]) -> str:
    first, last = found["in_force"]["from"], found["in_force"]["until"]
    if first and last:
        return f"{first} to {last}"
    return f"from {first}" if first else "no day"


commands = (listed, show, history, diff, canonical)
