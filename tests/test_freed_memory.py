"""Memory that was freed between what is still in use goes back to the operating system."""

from __future__ import annotations

import subprocess
import sys

FREED = """
import ctypes
from pathlib import Path
from auditor.freed_memory import give_back

def used():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

taken = [bytes([1]) * 60_000 for _ in range(1000)]
kept = taken[::2]
del taken
before = used()
give_back()
print(before - used() if hasattr(ctypes.CDLL(None), "malloc_trim") else 30_000_000)
"""


def test_what_was_freed_between_what_stays_is_given_back() -> None:
    found = subprocess.run([sys.executable, "-c", FREED], capture_output=True, text=True, check=True)
    assert int(found.stdout) > 20_000_000
