"""`auditor purge`: what is past its time, listed, and removed on record."""

from __future__ import annotations

import getpass
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.store_of_folder import data_option, opened_store, store_file

if TYPE_CHECKING:
    from auditor.retention import Done, DuePurge, PurgePlan
    from auditor.store import Store

EPILOG = """\b
Examples:
  auditor purge --data /var/lib/auditor
  auditor purge --data /var/lib/auditor --yes --by "Dana Reyes"

\b
Exit status: 0 listed, or purged as listed; 2 not possible; 3 something was left, and why is printed;
74 the disk is full, or another program reads the store: purged, but the file still has bytes of it.
"""
_OF_THE_SERVER = (
    "The tables are made anew without it. The log of the database's server (pg_wal), an archive of it, standbys and backups "
    "may have it until they end: docs/operating.md says how."
)


_OF_VERSIONS = (
    "{place} keeps versions: what was erased there stays in it as an earlier version, until a rule of the bucket, or the end of "
    "its retention (Object Lock), removes it: docs/operating.md says how."
)


@click.command("purge", epilog=EPILOG)
@data_option
@click.option("--yes", is_flag=True, help="Purge what is listed. Without it nothing is changed.")
@click.option("--by", help="Who purges, for the record  [default: the account of the system].")
@json_option
def command(data: Path, yes: bool, by: str | None, shape: str) -> None:
    """List the logs and results whose time is over, and with --yes remove them.

    Of each its row, digest, dates and totals stay, with who purged it, when, and on which ground. What a hold covers, and what
    an unfinished audit needs, is listed and left. It may run beside the service.
    """
    from auditor.registry import Registry
    from auditor.retention import plan, purge
    from auditor.store.blobs.named_place import place_of_bytes
    from auditor.store.connection import StoreError
    from auditor.store.connections_of import database_url
    from auditor.store.service_clock import now
    from rules.controls.library import library

    with opened_store(data) as store:
        found = plan(store, Registry(store, library()))
        if not yes:
            _print(found, [], shape, _copies(data))
            return
        done: list[Done] = []
        try:
            done.extend(purge(store, found, by or _account()))
            erased = store.purges.is_erased() or store.purges.erase(now())
            left_at_place = _left_at_place(store)
        except StoreError as error:
            raise CommandFailure(
                f"The store failed: {error}. {len(done)} of the listed things were purged, each whole; nothing else was "
                "changed. The file may still have bytes of them: run this again.",
                exits.IO_ERROR,
            ) from error
    _print(found, done, shape, _copies(data))
    in_database = database_url() is not None
    if not erased:
        has_them = "its tables still have" if in_database else "the log of changes beside it still has"
        raise CommandFailure(
            f"Purged, but another program reads the store, so that {has_them} the bytes. Run this again in a moment.",
            exits.IO_ERROR,
        )
    if in_database and done and shape == "text":
        click.echo(fill(_OF_THE_SERVER, 79))
    place = place_of_bytes()
    if place is not None and place.keeps_versions and done and shape == "text":
        click.echo(fill(_OF_VERSIONS.format(place=place.address), 79))
    if left_at_place:
        raise CommandFailure(
            f"Purged, but {left_at_place}. The bytes that are there are erased once it answers: by the service within some "
            "hours, or run this again.",
            exits.IO_ERROR,
        )
    if any(each.left for each in done):
        raise click.exceptions.Exit(exits.INCOMPLETE)


def _left_at_place(store: Store) -> str:
    """Why bytes may be left at the place outside of the database, after those of earlier purges are erased there too; "" none
    are.
    """
    from auditor.store.blobs.bytes_place import BytesUnavailable
    from auditor.store.blobs.removed_bytes import erase_purged

    try:
        erase_purged(store.connections)
    except BytesUnavailable as error:
        return f"{error}"
    return ""


def _account() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:  # an account without a name, as in some containers
        raise CommandFailure("The account has no name. Say who purges with --by.", exits.REFUSED) from error


def _copies(data: Path) -> list[str]:
    """Copies of the store in the data folder, which keep what is purged."""
    name = store_file(data).name
    return sorted(
        str(each)
        for kind in ("before", "replaced")
        for each in data.glob(f"{name}.{kind}-*")
        if not each.name.endswith(("-wal", "-shm"))
    )


def _print(found: PurgePlan, done: list[Done], shape: str, copies: list[str]) -> None:
    outcome = {each.due: each for each in done}
    if shape == "json":
        from auditor.cli.output import print_json

        print_json({
            "at": found.at,
            "due": [_as_json(each, outcome.get(each)) for each in found.due],
            "kept": found.kept,
            "next_on": found.next_on,
            "copies": copies,
        })  # fmt: skip
        return
    for each in found.due:
        click.echo("\n".join(_lines(each, outcome.get(each))))
    free = [each for each in found.due if not each.held]
    held = len(found.due) - len(free)
    if not found.due:
        click.echo("Nothing may be purged.")
    elif done:
        purged = [each for each in done if each.left is None]
        click.echo(f"Purged: {_count(purged)}. Held: {held}. Left: {len(done) - len(purged)}.")
    else:
        click.echo(f"May be purged: {_count(free)}; --yes does it. Held: {held}.")
    if found.kept:
        after = f"; the next may be purged on {found.next_on}" if found.next_on else ""
        click.echo(f"In their time: {found.kept}{after}.")
    for copy in copies:
        click.echo(
            f"{copy} is a copy of the store and still has what is purged. Remove it when you no longer need it."
        )


def _count(of: list[Any]) -> str:
    files = sum(len((getattr(each, "due", each)).purgeable.files) for each in of)
    size = sum(size for each in of for _, size in getattr(each, "due", each).purgeable.files)
    return f"{len(of)} ({files} file{'s' * (files != 1)}, {size:,} bytes)"


def _lines(due: DuePurge, done: Done | None) -> Iterator[str]:
    ground, what = due.purgeable.ground, due.purgeable
    days = (
        what.last_day if what.first_day in (None, what.last_day) else f"{what.first_day} to {what.last_day}"
    )
    state = "held" if due.held else "due" if done is None else "left" if done.left else "purged"
    yield f"{state:<7} {due.what}, {days}: kept until {ground.until}, {ground.parameter} ({ground.clause})"
    if due.audited is False:
        yield "        it was never audited"
    for sha256, size in what.files:
        yield f"        {sha256}  {size:,} bytes"
    for why in due.held:
        yield f"        {why}"
    if done is not None and done.left:
        yield f"        {done.left}: run this again"
    if done is not None and done.audits:
        yield f"        with the findings of audit {', '.join(map(str, done.audits))}"


def _as_json(due: DuePurge, done: Done | None) -> dict[str, Any]:
    what = due.purgeable
    return {
        "what": due.what,
        "room": what.room,
        "session": what.session,
        "first_day": what.first_day,
        "last_day": what.last_day,
        "files": [{"sha256": sha256, "bytes": size} for sha256, size in what.files],
        "fiscal_year_ends": what.ground.year_ends,
        "years": what.ground.years,
        "kept_until": what.ground.until,
        "parameter": what.ground.parameter,
        "clause": what.ground.clause,
        "audited": due.audited,
        "held": list(due.held),
        "purged": done is not None and done.left is None,
        "left": done.left if done is not None else None,
        "audits": list(done.audits) if done is not None else [],
    }
