"""Sign-ins of people, until they end, with the digests of their tokens. What is done in one is on record by its key."""

from __future__ import annotations

from msgspec import Struct

from auditor.store.connection import Connections
from auditor.store.keys import without_waiting
from auditor.store.people import Way

_COLUMNS = "id, token, person, made_at, seen_at, ends_at, factor_at, address, client"


class SignInRecord(Struct, frozen=True):
    """A sign-in. token: a digest; times are RFC 3339 in UTC. factor_at: when the second factor was given last."""

    id: int
    token: str
    person: int
    made_at: str
    seen_at: str
    ends_at: str
    factor_at: str | None
    address: str
    client: str


class SignIns:
    """Sign-ins by the digests of their tokens."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def get(self, token: str) -> SignInRecord | None:
        """One sign-in, whether its time is over or not."""
        row = self._connections.db.execute(
            f"SELECT {_COLUMNS} FROM sign_ins WHERE token = ?", [token]
        ).fetchone()
        return SignInRecord(*row) if row else None

    def of(self, person: int) -> list[SignInRecord]:
        """The sign-ins of a person, the last one first."""
        rows = self._connections.db.execute(
            f"SELECT {_COLUMNS} FROM sign_ins WHERE person = ? ORDER BY id DESC", [person]
        )
        return [SignInRecord(*row) for row in rows]

    def add(self, new: SignInRecord, most: int, way: Way) -> bool:
        """Keep a sign-in; its id is given by the store. Those whose time is over go, and the oldest of more than ``most``.

        way: what it rests on. False, and nothing is kept, where that is no longer the person's.
        """
        with self._connections.writing() as db:
            held = "SELECT 1 FROM credentials WHERE person = ? AND (password, issuer, subject) IS (?, ?, ?)"
            if db.execute(held, [new.person, way.password, way.issuer, way.subject]).fetchone() is None:
                return False
            db.execute("DELETE FROM sign_ins WHERE ends_at <= ?", [new.made_at])
            db.execute(
                "INSERT INTO sign_ins (token, person, made_at, seen_at, ends_at, factor_at, address, client) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    new.token, new.person, new.made_at, new.seen_at, new.ends_at, new.factor_at, new.address, new.client,
                ],
            )  # fmt: skip
            db.execute(
                "DELETE FROM sign_ins WHERE person = ?1 AND id NOT IN "
                "(SELECT id FROM sign_ins WHERE person = ?1 ORDER BY id DESC LIMIT ?2)",
                [new.person, most],
            )
            return True

    def renew(self, token: str, by: str, factor_at: str | None) -> bool:
        """Give a sign-in another token, by digests, so that the old one is worth nothing; False where it has ended."""
        with self._connections.writing() as db:
            done = db.execute(
                "UPDATE sign_ins SET token = ?, factor_at = ? WHERE token = ?", [by, factor_at, token]
            )
            return bool(done.rowcount > 0)

    def note_use(self, token: str, at: str, before: str) -> None:
        """Note that a sign-in was used, unless that was noted after ``before``. It never waits."""
        with without_waiting(self._connections.db) as db:
            db.execute("UPDATE sign_ins SET seen_at = ? WHERE token = ? AND seen_at < ?", [at, token, before])

    def end(self, token: str) -> None:
        """End a sign-in."""
        with self._connections.writing() as db:
            db.execute("DELETE FROM sign_ins WHERE token = ?", [token])

    def end_one(self, person: int, number: int) -> bool:
        """End one of a person's sign-ins by its id; False where the person has none such."""
        with self._connections.writing() as db:
            done = db.execute("DELETE FROM sign_ins WHERE person = ? AND id = ?", [person, number])
            return bool(done.rowcount > 0)

    def end_all(self, person: int) -> None:
        """End every sign-in of a person."""
        with self._connections.writing() as db:
            db.execute("DELETE FROM sign_ins WHERE person = ?", [person])
