"""Parts of facts that may be erased, such as secrets: a fact has their salted digest, by which a row names them."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlite_utils import Database

from auditor.facts.salted_parts import SALT_BYTES, part_body, part_digest

FACT_PARTS = """
CREATE TABLE fact_parts ( -- of facts: secrets and words of people, which may be erased
    digest TEXT PRIMARY KEY CHECK (length(digest) = 64), -- SHA-256 of salt and body, which the fact states
    salt BLOB NOT NULL CHECK (length(salt) = 32),
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""


def keep_part(db: Database, value: Any) -> str:
    """Keep a part of a fact, within a transaction; its salted digest."""
    return keep_body(db, part_body(value))


def keep_body(db: Database, body: bytes) -> str:
    """Keep the bytes of a part, within a transaction; their salted digest."""
    salt = secrets.token_bytes(SALT_BYTES)
    digest = part_digest(salt, body)
    db.execute("INSERT INTO fact_parts (digest, salt, body) VALUES (?, ?, ?)", [digest, salt, body])
    return digest


def part(db: Database, digest: str | None) -> Any:
    """Value of a part; None where it was erased, or is not what its digest says."""
    row = None if digest is None else _row(db, digest)
    if row is None or part_digest(*row) != digest:
        return None
    return msgspec.json.decode(row[1])


def is_whole_part(db: Database, digest: str | None) -> bool:
    """Whether a part is there and is what its digest says; none is stated: nothing is missing."""
    if digest is None:
        return True
    row = _row(db, digest)
    return row is not None and part_digest(*row) == digest


def is_kept_part(db: Database, digest: str | None) -> bool:
    """Whether a part is there, altered or not."""
    return digest is not None and _row(db, digest) is not None


def erase_part(db: Database, digest: str | None) -> None:
    """Erase a part with its salt, within a transaction."""
    db.execute("DELETE FROM fact_parts WHERE digest = ?", [digest])


def _row(db: Database, digest: str) -> tuple[bytes, bytes] | None:
    row = db.execute("SELECT salt, body FROM fact_parts WHERE digest = ?", [digest]).fetchone()
    return None if row is None else (bytes(row[0]), bytes(row[1]))
