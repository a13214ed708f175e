"""Stores from before facts, for tests: their facts by way of canonical bytes, and what these fold to."""

import hashlib
import shutil
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from auditor.facts.canonical_record import from_record
from auditor.store import Store
from auditor.store.legacy.adoption import adoption
from auditor.store.rows import NewDecision
from auditor.store.store import FILE
from auditor.store.stored_keys import KeyRecord
from auditor.store.stored_people import NewEvent
from tests.access.accounts import account, decider

ROOM = "WA-0417"
AT = "2026-03-17T{:02}:00:00.000000Z"


class Adopted:
    """A store that was adopted: its facts, read from their bytes."""

    def __init__(self, file: Path) -> None:
        with closing(Database(file)) as db:
            made = adoption(db)
        self.records, self.tables = made.records, made.tables
        self.altered = list(map(str, made.altered))
        self.facts = [from_record(record) for record in self.records]

    def of_kind(self, kind):
        return [fact for fact in self.facts if fact.kind == kind]


def with_more(sound: Path, folder: Path) -> Path:
    """A store with a row in every table of the record, and rows of many states."""
    shutil.copytree(sound, folder)
    folder.chmod(0o700)
    store = Store(folder)
    _terms(store)
    _keys_and_people(store)
    store.close()
    return folder / FILE


def _terms(store: Store) -> None:
    """Proposal 2 is approved, 3 withdrawn, 4 waits; sessions move to the day before."""
    terms = store.rooms.get(ROOM).terms
    for hour, tables in enumerate((11, 12, 13)):
        store.room_terms.propose(
            ROOM, {**terms[-1], "from": "2026-09-01", "tables": tables}, "Dana", AT.format(hour)
        )
    approval = NewDecision("approved", "Agent 12", "letter 10", "as asked")
    given = [{**terms[0], "from": "2026-09-01", "tables": 11}]
    store.room_terms.decide(2, approval, AT.format(4), lambda held: held + given, lambda _, at: "2026-03-13")
    store.room_terms.decide(
        3, NewDecision("withdrawn", "Dana"), AT.format(5), lambda held: held, lambda _, at: at
    )


def _keys_and_people(store: Store) -> None:
    """A key that is replaced and revoked, a regulator with an authenticator, one who was reset, and one who left."""
    first = KeyRecord(
        "bbbbbbbb", "b" * 64, "automation", "Tables", False, None, None, AT.format(0), "ops", AT.format(20)
    )
    then = KeyRecord("cccccccc", "c" * 64, "automation", "Tables", False, None, None, AT.format(1), "ops", AT.format(21),
                     replaces="bbbbbbbb")  # fmt: skip
    store.keys.add(first)
    store.keys.replace("bbbbbbbb", lambda key, other: (then, AT.format(2)))
    store.keys.revoke("bbbbbbbb", AT.format(3))
    decider(store, AT.format(6))
    reset, gone = (account(store, f"{name}@example.com", at=AT.format(7)) for name in ("eve", "fay"))
    store.reminders.keep_calendar(reset.id, hashlib.sha256(b"1").hexdigest(), AT.format(8))
    store.people.invite_again(reset.id, "e" * 64, NewEvent(AT.format(9), "reset", AT.format(22), "ops"))
    store.people.disable(gone.id, NewEvent(AT.format(10), "disabled", None, "ops"))
    store.reminders.want_summary(1, True, AT.format(11))
    store.reminders.keep_calendar(2, hashlib.sha256(b"2").hexdigest(), AT.format(11))
