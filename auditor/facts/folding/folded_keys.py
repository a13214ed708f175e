"""Handlers of facts about keys."""

from __future__ import annotations

from auditor.facts.handlers import DoesNotFollow, add, change, folds, found
from auditor.facts.kinds.facts_of_keys import KeyMade, KeyReplaced, KeyRevokedOnRecord, PseudonymKeyMade
from auditor.facts.tables import Tables


@folds(KeyMade, "keys")
def key_made(tables: Tables, seq: int, fact: KeyMade) -> None:
    """Add a key."""
    add(
        tables,
        "keys",
        seq,
        fact,
        id=fact.id,
        rooms=_listed(fact),
        made_at=fact.at,
        revoked_at=None,
        replaces=None,
    )


@folds(KeyReplaced, "keys")
def key_replaced(tables: Tables, seq: int, fact: KeyReplaced) -> None:
    """Add a key, and end the one before. It follows that key, which was not revoked."""
    before = found(tables, "keys", seq, fact, fact.replaces)
    if before["revoked_at"] is not None and before["revoked_at"] <= fact.at:
        raise DoesNotFollow(seq, fact, f"key {fact.replaces} was revoked at {before['revoked_at']}.")
    change(tables, "keys", seq, before, expires_at=min(before["expires_at"], fact.ends))
    add(tables, "keys", seq, fact, id=fact.id, rooms=_listed(fact), made_at=fact.at, revoked_at=None)


@folds(KeyRevokedOnRecord, "keys")
def key_revoked(tables: Tables, seq: int, fact: KeyRevokedOnRecord) -> None:
    """End a key. It follows a key that was not revoked."""
    row = found(tables, "keys", seq, fact, fact.id)
    if row["revoked_at"] is not None:
        raise DoesNotFollow(seq, fact, f"key {fact.id} was revoked at {row['revoked_at']} already.")
    change(tables, "keys", seq, row, revoked_at=fact.at)


@folds(PseudonymKeyMade, "pseudonym_keys")
def pseudonym_key_made(tables: Tables, seq: int, fact: PseudonymKeyMade) -> None:
    """Add a room's key for pseudonyms."""
    add(tables, "pseudonym_keys", seq, fact, made_at=fact.at, secret=fact.parts["secret"])


def _listed(fact: KeyMade | KeyReplaced) -> list[str] | None:
    return None if fact.of_rooms is None else list(fact.of_rooms)
