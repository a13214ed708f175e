"""Key of rows that are off record, such as sign-ins: a file beside the store, in no backup. A foreign row has no right code."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import Any

from auditor.store.rows import encoded
from auditor.store.secret_files import make_once

FILE = "sign_ins.key"
_BYTES = 32


class UnusableSignInKey(RuntimeError):
    """An unreadable, unwritable or invalid key, in words for the operator."""


class SignInKey:
    """Key of a data folder, made once on demand."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._key: bytes | None = None

    def must_be_usable(self) -> None:
        """See that the key can be used, where there is one. Raises UnusableSignInKey."""
        if self._path.exists():
            self._key = self._load_or_make()

    def mac(self, values: list[Any]) -> str:
        """Code of a row: hex HMAC-SHA256 of its values as JSON. Raises UnusableSignInKey."""
        if self._key is None:
            self._key = self._load_or_make()
        return hmac.new(self._key, encoded(values).encode(), hashlib.sha256).hexdigest()

    def is_right(self, values: list[Any], code: str | None) -> bool:
        """Whether a code is a row's. Raises UnusableSignInKey."""
        return code is not None and hmac.compare_digest(self.mac(values), code)

    def _load_or_make(self) -> bytes:
        try:
            if not self._path.exists():
                make_once(self._path, f"{secrets.token_hex(_BYTES)}\n")
            key = bytes.fromhex(self._path.read_text("ascii"))
        except OSError as error:
            raise UnusableSignInKey(
                f"The key of sign-ins, {self._path}, cannot be read or written: {error.strerror}."
            ) from error
        except ValueError:
            key = b""
        if len(key) != _BYTES:
            raise UnusableSignInKey(
                f"{self._path} is not the key of sign-ins. Remove it: a new one is made, everybody signs in again, and looks at "
                "drafts again before submitting them."
            )
        return key
