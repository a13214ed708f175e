"""A purge that is killed between its commit and the erasure at the place of bytes."""

# Purges what is over, and ends as if killed between the commit and the erasure at the place.
KILLED_PURGE = """
import os, signal, sys
from pathlib import Path
from auditor.registry import Registry
from auditor.retention import plan, purge
from auditor.store import Store, stored_purges
from rules.controls.library import library
stored_purges.erase_unneeded = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
store = Store(Path(sys.argv[1]))
list(purge(store, plan(store, Registry(store, library())), "Dana"))
"""
