"""`auditor people`: accounts of people, in a service's data folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli.calling_service import json_option
from auditor.cli.group import OrderedGroup
from auditor.cli.keys_command import must_be_known, system_account
from auditor.cli.output import Table, print_list
from auditor.cli.store_of_folder import data_option, opened_store

if TYPE_CHECKING:
    from auditor.access.people import Invited, ListedAccount

ROLES = ("room", "compliance", "regulator", "administrator")

EPILOG = """\b
Examples:
  auditor people invite "Dana Reyes" --email dana.reyes@example.org --role room --room WA-0417
  auditor people invite "M. Ortiz" --email m.ortiz@example.gov --role regulator --authority wsgc
  auditor people list
  auditor people reset dana.reyes@example.org
  auditor people disable dana.reyes@example.org

\b
Exit status: 0 done; 2 not possible.
"""


@click.group("people", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Invite, list, reset and disable people who sign in. They act on the data folder, whether the service runs or not."""


@command.command("invite", short_help="make an account, and print the code of its invitation")
@click.argument("name")
@click.option("--email", required=True, metavar="ADDRESS", help="The name that the person signs in with.")
@click.option("--role", type=click.Choice(ROLES), required=True, help="What the person may do.")
@click.option(
    "--room", "rooms", multiple=True, metavar="ROOM", help="For this room's affairs; may be repeated."
)
@click.option("--authority", metavar="ID", help="For every room that this authority licenses, such as wsgc.")
@data_option
def invite(
    name: str, email: str, role: Any, rooms: tuple[str, ...], authority: str | None, data: Path
) -> None:
    """Make an account for NAME and print a code. With it the person sets a password, once and within three days."""
    from auditor.access import people
    from auditor.access.keys import NewKey
    from auditor.store.service_clock import now

    if authority is not None:
        must_be_known(authority)
    with opened_store(data, make=True) as store:
        made = people.invite(
            store, email, NewKey(role, name, True, rooms, authority), now(), system_account()
        )
    _print(made)


@command.command("list", short_help="list every account, also those that were disabled")
@json_option
@data_option
def listed(shape: str, data: Path) -> None:
    """List the accounts there are and were: who it is, role, rooms, state, last use. Passwords and codes are not kept."""
    from auditor.access import people
    from auditor.store.service_clock import now

    at = now()
    with opened_store(data) as store:
        found = [_shown(each) for each in people.accounts(store, at)]
    print_list(found, shape, _rows, "There is no account yet; 'auditor people invite' makes one.", _table)


@command.command("reset", short_help="invite a person again who lost the password or the second factor")
@click.argument("email")
@data_option
def reset(email: str, data: Path) -> None:
    """End the password, the second factor and every sign-in of EMAIL at once, and print the code of a new invitation."""
    from auditor.access import people
    from auditor.store.service_clock import now

    with opened_store(data) as store:
        made = people.reset(store, email, now(), system_account())
    _print(made)


@command.command("disable", short_help="end an account and its sign-ins at once")
@click.argument("email")
@data_option
def disable(email: str, data: Path) -> None:
    """End the account of EMAIL for good, and every sign-in of it at once. What its person did stays on record."""
    from auditor.access import people
    from auditor.store.service_clock import now

    with opened_store(data) as store:
        done = people.disable(store, email, now(), system_account())
    sys.stdout.write(f"{done.email}: disabled at {done.last_at} ({done.key.name})\n")


def _print(made: Invited) -> None:
    person = made.person
    sys.stdout.write(f"{made.code}\n")
    sys.stderr.write(
        f"auditor: {person.key.name} ({person.email}) sets a password with this code until {(person.until or '')[:16]}Z. It "
        "works once, and is shown this once: give it to its person over a channel that you trust.\n"
    )


def _shown(account: ListedAccount) -> dict[str, Any]:
    person, key = account.person, account.person.key
    return {
        "id": person.id,
        "email": person.email,
        "name": key.name,
        "state": account.state,
        "since": person.last_at,
        "invited_until": person.until if person.last in ("invited", "reset") else None,
        "role": key.role,
        "rooms": list(key.rooms) if key.rooms is not None else None,
        "authority": key.authority,
        "provider": account.provider,
        "second_factor": account.authenticator is not None,
        "key": key.id,
        "made_at": key.made_at,
        "made_by": key.made_by,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
    }


def _rows(found: list[dict[str, Any]]) -> Iterator[str]:
    for each in found:
        its = ", ".join(each["rooms"]) if each["rooms"] is not None else each["authority"] or "the service"
        used = f"used {each['last_used_at'][:16]}Z" if each["last_used_at"] else "never used"
        factor = "with" if each["second_factor"] else "without"
        way = f", signs in at {each['provider']}" if each["provider"] else ""
        yield (
            f"{each['key']}  {each['state']:<8} since {each['since'][:10]}  {each['role']:<13}  {its}  {each['name']} "
            f"<{each['email']}>{way}, {factor} an authenticator, {used}"
        )


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("sign-in name", style="bold"), Column("state"), Column("role"), Column("name", "words"), Column("of", "words"),
        Column("second factor", leaves=1), Column("last used", leaves=2), Column("key", leaves=3),
    )  # fmt: skip
    return columns, [
        (
            each["email"], each["state"], each["role"], each["name"],
            ", ".join(each["rooms"]) if each["rooms"] is not None else each["authority"] or "the service",
            "yes" if each["second_factor"] else each["provider"] or "no",
            (each["last_used_at"] or "never")[:10], each["key"],
        )
        for each in found
    ]  # fmt: skip
