"""Key of the inbox: a file beside the store, without which a file that somebody put into the inbox enters nothing."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path

from auditor.store.secret_files import make_once

FILE = "inbox.key"
_BYTES = 32


class UnusableInboxKey(RuntimeError):
    """An unreadable, unwritable or invalid key, in words for the operator."""


class InboxKey:
    """Key of a data folder, made once when the first upload is kept."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def mac(self, record: bytes) -> str:
        """Code of a record: hex HMAC-SHA256. Raises UnusableInboxKey."""
        try:
            if not self._path.exists():
                make_once(self._path, f"{secrets.token_hex(_BYTES)}\n")
        except OSError as error:
            raise UnusableInboxKey(
                f"The key of the inbox, {self._path}, cannot be written: {error.strerror}."
            ) from error
        return hmac.new(self._read(), record, hashlib.sha256).hexdigest()

    def is_right(self, record: bytes, code: str) -> bool:
        """Whether a code is a record's; without a key none is. Raises UnusableInboxKey."""
        if not self._path.exists():
            return False
        return hmac.compare_digest(self.mac(record), code)

    def _read(self) -> bytes:
        try:
            key = bytes.fromhex(self._path.read_text("ascii"))
        except OSError as error:
            raise UnusableInboxKey(
                f"The key of the inbox, {self._path}, cannot be read: {error.strerror}."
            ) from error
        except ValueError:
            key = b""
        if len(key) != _BYTES:
            raise UnusableInboxKey(
                f"{self._path} is not the key of the inbox. Put the right file back; if it is lost, send the files that are in "
                "the inbox again, and remove it."
            )
        return key
