"""Store of the service in one SQLite file."""

from auditor.store.store import Store

__all__ = ["Store"]
