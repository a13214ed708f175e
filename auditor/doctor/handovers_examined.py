"""Handovers of the register's key: both keys signed each, each follows from the one before, and none signs out of its turn."""

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from auditor.doctor.fault import StoreFault
from auditor.doctor.tables_examined import has
from auditor.register.key_handovers import KeyHandover, LogKeys
from auditor.register.register_notes import Verifier
from auditor.store.handover import handovers_by_entry
from auditor.store.stored_register import is_signed_by


def handovers(db: Database, key: Verifier | None) -> Iterator[StoreFault]:
    """Faults of the handovers on record. key: one of the register's; None: unknown, so that what they lead to is not compared."""
    found = handovers_by_entry(db)
    for entry, each in found:
        if isinstance(each, str):
            yield StoreFault("register", f"{entry}", "a handover that both its keys signed", each)
    if key is None or not has(db, "checkpoints"):
        return
    keys = LogKeys.of(key, [each for _, each in found if isinstance(each, KeyHandover)])
    for entry, each in found:
        if isinstance(each, KeyHandover) and each not in keys.handovers:
            yield StoreFault(
                "register", f"{entry}", f"a handover that leads to {key}", f"one to {each.after}"
            )
    yield from _out_of_turn(db, keys)


def _out_of_turn(db: Database, keys: LogKeys) -> Iterator[StoreFault]:
    """Checkpoints after the first handover that another key signed than that of their size."""
    if not keys.handovers:
        return
    first = keys.handovers[0].size
    sql = "SELECT id, size, note FROM checkpoints WHERE size > ? ORDER BY id"
    for number, size, note in db.execute(sql, [first]):
        wanted = keys.at(size)
        if not is_signed_by(note, wanted):
            yield StoreFault("checkpoints", f"{number}", f"the signature of {wanted}", "none that is right")
