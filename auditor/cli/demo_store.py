"""Store of a demonstration: folder, keys for a day, and invented people's accounts."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

if TYPE_CHECKING:
    from auditor.access.keys import NewKey
    from auditor.store import Store

_MARK = "demonstration.txt"
_MARKED = "auditor demo made this folder, and empties it with --fresh. Keep nothing here.\n"
_KEPT = "demonstration.json"  # written last: a folder without it was not finished
_BEFORE = dt.timedelta(days=22)  # when the accounts were made, before their people did anything
_BY = "auditor demo"


class Login(Struct, frozen=True):
    """An account of the demonstration."""

    email: str
    password: str
    words: str


class Demonstration(Struct, frozen=True):
    """A demonstration: when made (RFC 3339), logins, and the register's public key."""

    made_at: str
    people: tuple[Login, ...]
    key: str


class Holders(Struct, frozen=True):
    """A program's key, the people's key ids, and their logins."""

    program: str
    staff: str
    compliance: str
    people: tuple[Login, ...]


def kept(data: Path) -> Demonstration | None:
    """Demonstration of a folder; None without a finished one. Raises Failure."""
    if not data.exists():
        return None
    if not (data / _MARK).exists():
        raise CommandFailure(
            f"{data} is no folder of a demonstration, and is left as it is. Give another --output.",
            exits.REFUSED,
        )
    try:
        return msgspec.json.decode((data / _KEPT).read_bytes(), type=Demonstration)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def keep(data: Path, made: Demonstration) -> None:
    """Write the logins beside the store, for its owner, so that a later start can repeat them."""
    path = data / _KEPT
    path.touch(mode=0o600)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(made)))


def new_folder(data: Path) -> None:
    """Make an empty folder, emptying an earlier demonstration's (see `kept`)."""
    if data.exists():
        shutil.rmtree(data)
    data.mkdir(parents=True, mode=0o700)
    (data / _MARK).write_text(_MARKED)


def make_holders(data: Path) -> Holders:
    """Make a key, and an account for each role, with new passwords."""
    from auditor.access.keys import NewKey, make
    from auditor.demonstration.week import AUTHORITY, ROOM
    from auditor.store import Store
    from auditor.store.service_clock import moved_to

    store = Store(data)
    try:
        program = make(store, NewKey("automation", _BY, all_rooms=True), days=1)[1]
        with moved_to(dt.datetime.now(dt.UTC) - _BEFORE):
            dana = _account(store, "dana", NewKey("room", "Dana Reyes", rooms=(ROOM,)))
            lee = _account(store, "lee", NewKey("compliance", "Lee Park", rooms=(ROOM,)))
            mara = _account(store, "mara", NewKey("regulator", "Mara Ortiz", authority=AUTHORITY))
            ada = _account(store, "ada", NewKey("administrator", "Ada Novak"))
    finally:
        store.close()
    people = (
        Login(*dana[:2], "staff: logs, answers"),
        Login(*lee[:2], "compliance: controls"),
        Login(*mara[:2], "regulator, authenticator app"),
        Login(*ada[:2], "administrator, authenticator app"),
    )
    return Holders(program, dana[2], lee[2], people)


def _account(store: Store, name: str, wanted: NewKey) -> tuple[str, str, str]:
    from auditor.access import one_time_codes, people
    from auditor.store.service_clock import now

    email, password = (
        f"{name}@example.com",
        "-".join(one_time_codes.handed_out().split("-")[:2]),
    )  # 60 random bits
    made = people.with_password(store, email, wanted, password, now(), _BY)
    return email, password, made.key.id
