"""`auditor keys`: keys of a service, in its data folder."""

from __future__ import annotations

import getpass
import sys
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
    from auditor.store.stored_keys import KeyRecord

ROLES = ("room", "compliance", "regulator", "automation", "administrator")

EPILOG = """\b
Examples:
  auditor keys make --role room --name "Dana Reyes" --room WA-0417 > dana.key
  auditor keys make --role regulator --name "M. Ortiz" --authority wsgc
  auditor keys make --role automation --name nightly --all-rooms --days 90
  auditor keys list
  auditor keys rotate 7kq2mzt4
  auditor keys rotate-log

\b
Exit status: 0 done; 2 not possible.
"""

_days = click.option(
    "--days", type=int, default=365, show_default=True, metavar="N", help="How long the key lives."
)


@click.group("keys", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """Make, list, rotate and revoke the keys of a service. They act on its data folder, whether the service runs or not."""


@command.command("make", short_help="make a key, and print it and nothing else")
@click.option("--role", type=click.Choice(ROLES), required=True, help="What the key may do.")
@click.option("--name", required=True, help="The person or program that has it.")
@click.option("--program", is_flag=True, help="It is a program's key: it cannot approve or deny controls.")
@click.option(
    "--room", "rooms", multiple=True, metavar="ROOM", help="For this room's affairs; may be repeated."
)
@click.option("--authority", metavar="ID", help="For every room that this authority licenses, such as wsgc.")
@click.option("--all-rooms", is_flag=True, help="For every room (automation).")
@_days
@data_option
def make(
    role: Any, name: str, program: bool, rooms: tuple[str, ...], authority: str | None, all_rooms: bool, days: int,
    data: Path,
) -> None:  # fmt: skip
    """Make a key and print it. It is shown this once: the service keeps only its digest."""
    from auditor.access import keys

    if authority is not None:
        must_be_known(authority)
    wanted = keys.NewKey(role, name, not program, rooms, authority, all_rooms)
    with opened_store(data, make=True) as store:
        _, text = keys.make(store, wanted, days, system_account())
    sys.stdout.write(f"{text}\n")


@command.command("list", short_help="list every key, valid or not")
@json_option
@data_option
def listed(shape: str, data: Path) -> None:
    """List the keys there are and were: role, holder, rooms, expiry, last use. Their secrets are not kept."""
    with opened_store(data) as store:
        accounts = {each.key.id: each.email for each in store.people.all()}
        found = [_shown(each, accounts.get(each.id)) for each in store.keys.all()]
    print_list(found, shape, _rows, "There is no key yet; 'auditor keys make' makes one.", _table)


@command.command("rotate", short_help="make a key's successor, and print it")
@click.argument("key", metavar="ID")
@click.option(
    "--grace", type=click.FloatRange(0, 24 * 90), default=24.0, show_default=True, metavar="HOURS",
    help="How long the old key lives beside its successor.",
)  # fmt: skip
@_days
@data_option
def rotate(key: str, grace: float, days: int, data: Path) -> None:
    """Make a successor of the key ID that may do the same, and print it. The old key ends after the grace."""
    from auditor.access import keys

    with opened_store(data) as store:
        _, text = keys.rotate(store, key, grace, days, system_account())
    sys.stdout.write(f"{text}\n")


@command.command("revoke", short_help="end a key at once")
@click.argument("key", metavar="ID")
@data_option
def revoke(key: str, data: Path) -> None:
    """End the key ID at once, in every process of the service."""
    from auditor.access import keys

    with opened_store(data) as store:
        found = keys.revoke(store, key)
    sys.stdout.write(f"{found.id}: revoked at {found.revoked_at} ({found.name})\n")


def must_be_known(authority: str) -> None:
    """Raise UsageError for an authority outside the library."""
    from rules.controls.library import library

    known = library().authorities
    if authority not in known:
        raise click.UsageError(f"--authority {authority!r}: the library knows {', '.join(known)}.")


@command.command("rotate-log", short_help="hand the register's log over to a new key")
@data_option
def rotate_log(data: Path) -> None:
    """Replace the key that signs the register by a new one, and print its public key.

    The key before signs that it hands over, and the new one that it takes over: it is a fact of the register. A service that
    runs goes on with the new key. Who verifies the register follows by the handover; witnesses have to be given the new key.
    """
    from auditor.errors import RecordDamaged
    from auditor.store.register_rotation import CannotHandOver, hand_over
    from auditor.store.register_signing import UnsignedEntries
    from auditor.store.service_clock import now

    with opened_store(data) as store:
        try:
            made = hand_over(store, now())
        except (CannotHandOver, RecordDamaged, UnsignedEntries) as error:
            raise CommandFailure(str(error), exits.REFUSED) from error
    click.echo(f"{made.after}")
    click.echo(
        f"The register signs with this key from its entry {made.size:,} on, and no more with {made.before.key_id.hex()}.\n"
        "Give the key to its witnesses.",
        err=True,
    )


def system_account() -> str | None:
    """System account of the command, for the record."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # an account without a name, as in some containers
        return None


def _shown(key: KeyRecord, account: str | None) -> dict[str, Any]:
    from auditor.access import keys

    return {
        "id": key.id,
        "state": keys.state(key),
        "role": key.role,
        "name": key.name,
        "person": key.person,
        "rooms": list(key.rooms) if key.rooms is not None else None,
        "authority": key.authority,
        "made_at": key.made_at,
        "made_by": key.made_by,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
        "revoked_at": key.revoked_at,
        "replaces": key.replaces,
        "account": account,
    }


def _rows(found: list[dict[str, Any]]) -> Iterator[str]:
    for each in found:
        kind = f" (account {each['account']})" if each["account"] else "" if each["person"] else " (program)"
        used = f"used {each['last_used_at'][:16]}Z" if each["last_used_at"] else "never used"
        ends = (
            f"until {each['expires_at'][:10]}"
            if each["state"] != "revoked"
            else f"since {each['revoked_at'][:10]}"
        )
        after = f", follows {each['replaces']}" if each["replaces"] else ""
        yield f"{each['id']}  {each['state']:<7} {ends}  {each['role']:<13}  {_for(each)}  {each['name']}{kind}, {used}{after}"


def _table(found: list[dict[str, Any]]) -> Table:
    from auditor.cli.text_tables import Column

    columns = (
        Column("key", style="bold"), Column("state"), Column("role"), Column("of", "words"), Column("holder", "words"),
        Column("ends", leaves=1), Column("last used", leaves=2),
    )  # fmt: skip
    return columns, [
        (
            each["id"], each["state"], each["role"], _for(each),
            each["name"] if each["person"] or each["account"] else f"{each['name']} (program)",
            (each["revoked_at"] if each["state"] == "revoked" else each["expires_at"])[:10],
            (each["last_used_at"] or "never")[:10],
        )
        for each in found
    ]  # fmt: skip


def _for(key: dict[str, Any]) -> str:
    if key["rooms"] is not None:
        return ", ".join(key["rooms"])
    return key["authority"] or ("all rooms" if key["role"] == "automation" else "the service")
