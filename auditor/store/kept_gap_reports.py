"""Gap reports kept for later requests: a cache, of which only rows count that this service's key has a code of."""

from __future__ import annotations

import hashlib
import hmac

from auditor.store.connection import Connections
from auditor.store.sign_in_key import SignInKey

_CODE_BYTES = 32


class KeptGapReports:
    """Gap reports by the digest of their controls and the engine that made them. Each has a code before it."""

    def __init__(self, connections: Connections, key: SignInKey) -> None:
        self._connections = connections
        self._key = key

    def get(self, controls: str, engine: str) -> bytes | None:
        """Kept report; None without one, or where somebody else wrote it. Raises UnusableSignInKey."""
        row = self._connections.db.execute(
            "SELECT report FROM gap_reports WHERE key = ? AND engine = ?", [controls, engine]
        ).fetchone()
        kept = b"" if row is None else bytes(row[0])
        report = kept[_CODE_BYTES:]
        is_own = hmac.compare_digest(kept[:_CODE_BYTES], self._code(controls, engine, report))
        return report if is_own else None

    def keep(self, controls: str, engine: str, report: bytes) -> None:
        """Keep a report for later requests. Raises UnusableSignInKey."""
        kept = self._code(controls, engine, report) + report
        with self._connections.writing() as db:
            db.execute(
                "INSERT INTO gap_reports (key, engine, report) VALUES (?, ?, ?) "
                "ON CONFLICT (key, engine) DO UPDATE SET report = EXCLUDED.report",
                [controls, engine, kept],
            )

    def _code(self, controls: str, engine: str, report: bytes) -> bytes:
        about = ["gap report", controls, engine, hashlib.sha256(report).hexdigest()]
        return bytes.fromhex(self._key.mac(about))
