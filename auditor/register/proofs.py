"""Proofs verified without the log (C2SP tlog-proof)."""

from __future__ import annotations

import base64
from collections.abc import Sequence

_FIRST = "c2sp.org/tlog-proof@v1"
SUFFIX = ".tlog-proof"


def written(index: int, hashes: Sequence[bytes], checkpoint: str, extra: bytes) -> str:
    """A proof as text. extra: source of the entry's bytes, here the nonce."""
    lines = [_FIRST, f"extra {_base64(extra)}", f"index {index}", *map(_base64, hashes), "", checkpoint]
    return "\n".join(lines)


def _base64(value: bytes) -> str:
    return base64.b64encode(value).decode()
