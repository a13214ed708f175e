"""The store of a demonstration: a folder of its own, keys for a day, and accounts of people who do not exist."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from auditor.cli import exits
from auditor.cli.errors import Failure

if TYPE_CHECKING:
    from auditor.access.keys import NewKey
    from auditor.store import Store

ROOM = "WA-0417"
TERMS = {
    "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "authority": "wsgc", "tables": 3, "by": "auditor demo",
}  # fmt: skip
_MARK = "demonstration.txt"
_MARKED = "auditor demo made this folder, and empties it when it runs again. Keep nothing here.\n"


class Login(Struct, frozen=True):
    """Somebody who can sign in to the demonstration."""

    email: str
    password: str
    words: str


class Holders(Struct, frozen=True):
    """The texts of the keys of a demonstration, and its people."""

    program: str
    administrator: str
    people: tuple[Login, ...]


def new_folder(output: Path) -> Path:
    """An empty folder for the store; that of the demonstration before is emptied, and no other. Raises Failure."""
    data = output / "data"
    if data.exists():
        if not (data / _MARK).exists():
            raise Failure(
                f"{data} is no folder of a demonstration, and is left as it is. Give another --output.",
                exits.REFUSED,
            )
        shutil.rmtree(data)
    data.mkdir(parents=True, mode=0o700)
    (data / _MARK).write_text(_MARKED)
    return data


def make_holders(data: Path) -> Holders:
    """Make keys, and accounts with passwords that nobody had before."""
    from auditor.access.keys import NewKey, make
    from auditor.store import Store

    store = Store(data)
    try:
        program = make(store, NewKey("automation", "auditor demo", all_rooms=True), days=1)[1]
        administrator = make(store, NewKey("administrator", "auditor demo"), days=1)[1]
        staff = NewKey("room", "Dana Reyes", rooms=(ROOM,))
        regulator = NewKey("regulator", "Mara Ortiz", authority=str(TERMS["authority"]))
        people = (
            _login(store, "dana@example.com", staff, f"answers incidents for the room {ROOM}"),
            _login(
                store,
                "mara@example.com",
                regulator,
                "decides on answers; sets up an authenticator at the first sign-in",
            ),
        )
    finally:
        store.close()
    return Holders(program, administrator, people)


def _login(store: Store, email: str, wanted: NewKey, words: str) -> Login:
    from auditor.access import codes, people
    from auditor.store.times import now

    password = "-".join(codes.handed_out().split("-")[:2])  # 60 random bits
    people.with_password(store, email, wanted, password, now(), "auditor demo")
    return Login(email, password, words)
