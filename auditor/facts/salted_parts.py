"""Parts of facts that may be erased: a fact has their salted digest, from which they cannot be guessed."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

SALT_BYTES = 32


def part_body(value: Any) -> bytes:
    """Bytes of a part: JSON with sorted keys."""
    return msgspec.json.encode(value, order="sorted")


def part_digest(salt: bytes, body: bytes) -> str:
    """Digest of a part: SHA-256 of its salt of 32 bytes and its bytes, in hexadecimal digits."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.sha256(salt + body).hexdigest()
