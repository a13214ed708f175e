"""Store of the service: evidence, sessions, audits and their findings, in one SQLite file."""

from auditor.store.store import Store

__all__ = ["Store"]
