"""Comparison of read rows with the facts that make them, so that no altered row is served."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from sqlite_utils import Database

from auditor.errors import PurgeDamaged, RecordDamaged
from auditor.facts.tables import name_of
from auditor.store.connection import Connections
from auditor.store.damage import Damage
from auditor.store.incident_states import STATES, altered_histories
from auditor.store.purged_rows import PURGES, doubtful
from auditor.store.stored_authority import StoredAuthority

REGISTER = "register"  # among what is damaged: entries that do not match
VERIFICATION = "verification"  # and: that nobody could verify them
_NAMES = {
    "audits": "audit", "audit_sessions": "the sessions of audit", "changes": "change", "controls": "revision",
    "derived_logs": "a log of import", "event_files": "the file of event", "evidence": "file", "filed": "filed document",
    "holds": "hold", "imports": "import", "pseudonym_keys": "the pseudonym key of room",
    "attachments": "attached file", "incident_events": "step",
    "incident_states": "the steps of incident", "originals": "original", "reports": "report",
    "room_incidents": "incident", "rooms": "room", "samples": "sample", "sample_closings": "the end of sample",
    "sample_draws": "the draw of sample", "sample_hands": "entered hand", "sessions": "session",
    "screening_statistics": "the statistics for screening", "screening_sums": "the sums for screening",
    "screening_lists": "the list of screening",
    "screening_closings": "the closed alarm",
    "purges": "the purge of", "terms_proposals": "proposal of terms", "terms_decisions": "the decision about proposal of terms",
}  # fmt: skip


class Sealed:
    """Checks before rows are given away. authority: what signed facts say."""

    def __init__(self, connections: Connections, damage: Damage, authority: StoredAuthority) -> None:
        self._connections = connections
        self._damage = damage
        self.authority = authority

    def must_be_as_written(self, subject: str, keys: Iterable[tuple[Any, ...]]) -> None:
        """Raise RecordDamaged where a row is not as facts say, or its purge, or the register does not match.

        keys: as facts name the rows.
        """
        db = self._connections.db
        must_match_the_register(db)
        keys = list(keys)
        for purge in doubtful(db, subject, keys):
            self._refuse(PURGES, purge, PurgeDamaged)
        for key in self.authority.altered(subject, keys):
            self._refuse(subject, key)

    def must_have_all_steps(self, incidents: Iterable[str]) -> None:
        """Raise RecordDamaged where the steps of an incident in the store are others than signed facts say, or not all."""
        for incident in altered_histories(self.authority, incidents):
            self._refuse(STATES, (incident,))

    def must_rest_on_all_steps(self, incident: str, steps: Iterable[int]) -> None:
        """Raise RecordDamaged where the steps of an incident are not all as facts say, in a transaction as for
        `must_rest_on_facts`. steps: as they were read.
        """
        if altered_histories(self.authority, [incident]):
            raise RecordDamaged(_words(STATES, (incident,)))
        for key in self.authority.altered("incident_events", ((each,) for each in steps)):
            raise RecordDamaged(_words("incident_events", key))

    def must_rest_on_facts(self, subject: str, *key: Any) -> None:
        """Raise RecordDamaged where a row is not as facts say, in a transaction that is to decide on it."""
        self.must_all_rest_on_facts(subject, [key])

    def must_all_rest_on_facts(self, subject: str, keys: Iterable[tuple[Any, ...]]) -> None:
        """Do `must_rest_on_facts` for rows by their keys."""
        for key in self.authority.altered(subject, keys):
            raise RecordDamaged(_words(subject, key))

    def _refuse(
        self, subject: str, key: tuple[Any, ...], why: type[RecordDamaged] = RecordDamaged
    ) -> NoReturn:
        words = _words(subject, key)
        self._damage.note(subject, name_of(key), words)
        raise why(words)


def _words(subject: str, key: tuple[Any, ...]) -> str:
    return (
        f"What the store has of {_NAMES[subject]} {name_of(key)} is not what was written, so that nothing of it is given. "
        "Whoever runs the service looks with `auditor doctor` for what else was altered, and restores a backup."
    )


def must_match_the_register(db: Database) -> None:
    """Raise RecordDamaged while the register is known not to match the record."""
    row = db.execute("SELECT words FROM damage WHERE subject = ? ORDER BY key LIMIT 1", [REGISTER]).fetchone()
    if row is not None:
        raise RecordDamaged(
            f"{row[0]} The record was altered by somebody who made it look as if it were not, so that nothing of it is given. "
            "Whoever runs the service looks with `auditor verify --register`, and restores a backup that matches."
        )
