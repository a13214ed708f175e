"""Logs as just read by an upload, kept briefly for their audit."""

from __future__ import annotations

import threading
from collections import OrderedDict

from rules.audit import ReadLog

KEPT = 32  # short logs; what is not taken makes room


class ReadLogs:
    """Short logs by digest, each given once, thread-safe."""

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
        """Take a log by digest; None where it must be read."""
        with self._lock:
            return self._kept.pop(sha256, None)
