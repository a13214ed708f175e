"""Facts as entries of the register, each with what it changes in the tables, in one transaction.

The transaction verified the head that it extends before, and signs what it appends (`auditor.store.register_signing`).
"""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace
from sqlite_utils import Database

from auditor.errors import KeyExpired, KeyRevoked, RecordDamaged
from auditor.facts.canonical_record import to_record
from auditor.facts.fold import apply_in_part
from auditor.facts.handlers import DoesNotFollow, KeyHasEnded
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.caller import ITSELF, Caller
from auditor.store.stored_authority import StoredAuthority
from auditor.store.stored_fact_tables import MADE_BY_FACTS, TablesOfOneFact
from auditor.store.stored_register import append_record

_TABLES = frozenset(MADE_BY_FACTS)


class FactLog:
    """Log of the facts of a store. authority: the signed ones; caller: whose second factor the facts of its key state."""

    def __init__(self, authority: StoredAuthority, caller: Caller = ITSELF) -> None:
        self.authority = authority
        self._caller = caller

    def under(self, caller: Caller) -> FactLog:
        """The same log for another caller."""
        return FactLog(self.authority, caller)

    def append(self, db: Database, fact: RecordedFact) -> int:
        """Enter a fact and write what it changes, within a transaction; its number.

        Raises RecordDamaged where it does not follow from the signed facts, or from rows that say otherwise; KeyExpired,
        KeyRevoked where its key ended meanwhile.
        """
        factor = self._caller.factor
        if factor is not None and fact.by is not None and fact.by == self._caller.key:
            fact = replace(fact, factor=factor)
        try:
            number = enter_fact(db, fact)
            self.authority.must_follow(number, fact)
        except DoesNotFollow as error:
            self._refuse(fact, error)
        return number

    def _refuse(self, fact: RecordedFact, error: DoesNotFollow) -> NoReturn:
        """Raise the error of a fact that does not follow; that of its key only where signed facts ended it, not rows alone."""
        key = self.authority.row("keys", fact.by) if isinstance(error, KeyHasEnded) and fact.by else None
        if key is not None and key["revoked_at"] is not None:
            raise KeyRevoked(key["id"]) from error
        if key is not None and key["expires_at"] <= fact.at:
            raise KeyExpired(key["id"], key["expires_at"]) from error
        raise RecordDamaged(
            f"{error} Nothing is written. Whoever runs the service looks with `auditor doctor` for what was altered, and "
            "restores a backup."
        ) from error

    def next_number(self, db: Database, table: str) -> int:
        """Number of the next row of a table in memory, within a transaction: after those of its rows and of signed facts."""
        return max(_last(db, table), self.authority.last_key(table)) + 1

    def number_after(self, db: Database, table: str, *kinds: str) -> int:
        """Number of the next row of a table that facts of some kinds make, within a transaction: as `next_number`, for any table.

        So a number that a removed row had is not given twice.
        """
        return max(_last(db, table), self.authority.last_number(*kinds)) + 1

    def next_original(self, db: Database) -> int:
        """Number of the next original, within a transaction."""
        return max(_last(db, "originals"), self.authority.last_original()) + 1

    def next_counted(self, db: Database, table: str) -> int:
        """Number of the next row of a table that counts its rows, within a transaction: after all that there ever were."""
        ever = db.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", [table]).fetchone()
        return max(_last(db, table), ever[0] if ever else 0) + 1

    def next_change(self, db: Database) -> int:
        """Number of the next change of a room or its controls, within a transaction: after all that facts or rows have."""
        return max(_last(db, "changes"), self.authority.last_change()) + 1


def _last(db: Database, table: str) -> int:
    (last,) = db.execute(f"SELECT coalesce(max(id), 0) FROM {table}").fetchone()
    return int(last)


def enter_fact(db: Database, fact: RecordedFact) -> int:
    """Enter a fact and write what it changes as rows say, within a transaction; its number. Raises DoesNotFollow."""
    number = append_record(db, to_record(fact).decode())
    tables = TablesOfOneFact(db)
    apply_in_part(tables, _TABLES, number, fact)
    tables.write()
    return number
