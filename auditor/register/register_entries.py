"""Entries of the register: records that only who has their nonce can recognize, so that the tiles can be public."""

from __future__ import annotations

import hashlib

from auditor.register import tree

NONCE_BYTES = 32


def commitment(nonce: bytes, record: bytes) -> bytes:
    """Commitment to a record in the log: the SHA-256 of a nonce of 32 random bytes and the record's bytes."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"a nonce has {NONCE_BYTES} bytes")
    return hashlib.sha256(nonce + record).digest()


def leaf(nonce: bytes, record: bytes) -> bytes:
    """The hash of a record as a leaf of the tree."""
    return tree.leaf_hash(commitment(nonce, record))
