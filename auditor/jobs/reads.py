"""Logs as an upload read them, kept for a moment for the audit that mostly follows in the same process."""

from __future__ import annotations

import threading
from collections import OrderedDict

from rules.audit import ReadLog

KEPT = 32  # short logs; what is not taken makes room


class ReadLogs:
    """Short logs by the digest of their bytes. Each is given once. Safe to use from many threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, ReadLog] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, sha256: str, read: ReadLog | None) -> None:
        """Keep a log for one audit."""
        if read is None:
            return
        with self._lock:
            self._kept[sha256] = read
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def take(self, sha256: str) -> ReadLog | None:
        """The log with this digest, which is not kept any longer; None where it has to be read."""
        with self._lock:
            return self._kept.pop(sha256, None)
