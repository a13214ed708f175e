"""The place of bytes that the environment names."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from auditor.store.blobs.bytes_bucket import BytesBucket
from auditor.store.blobs.bytes_folder import BytesFolder
from auditor.store.blobs.bytes_place import Blobs, BytesUnavailable

BYTES_VARIABLE = "AUDITOR_BYTES"


def place_of_bytes() -> Blobs | None:
    """The place of bytes outside of the database; None: they are in it. Raises BytesUnavailable."""
    named = os.environ.get(BYTES_VARIABLE, "")
    return _place(named, os.getpid()) if named else None


def is_in_s3() -> bool:
    """Whether the environment names a bucket. The library for it does not survive a fork of the process that used it."""
    return os.environ.get(BYTES_VARIABLE, "").startswith("s3:")


@lru_cache(maxsize=8)
def _place(named: str, _process: int) -> Blobs:
    found = urlsplit(named)
    if named.startswith("/"):
        return BytesFolder(Path(named))
    if found.scheme == "file" and not found.netloc and found.path.startswith("/"):
        return BytesFolder(Path(unquote(found.path)))
    if found.scheme == "s3" and found.netloc:
        return BytesBucket(found.netloc, found.path.strip("/"))
    raise BytesUnavailable(
        f"{BYTES_VARIABLE} names no place of bytes. It is the whole path of a folder (/srv/auditor-bytes, or "
        "file:///srv/auditor-bytes), or a bucket (s3://BUCKET/PREFIX); without it bytes are in the database"
    )
