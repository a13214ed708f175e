"""Entries that only holders of their nonce recognize, so that tiles can be public."""

from __future__ import annotations

import hashlib

from auditor.register import tree

NONCE_BYTES = 32


def commitment(nonce: bytes, record: bytes) -> bytes:
    """Commitment to a record: SHA-256 of a 32-byte nonce and the record."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    return hashlib.sha256(nonce + record).digest()


def leaf(nonce: bytes, record: bytes) -> bytes:
    """Leaf hash of a record."""
    return tree.leaf_hash(commitment(nonce, record))
