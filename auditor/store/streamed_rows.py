"""Rows of long tables, one by one, from either database."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlite_utils import Database


def streamed(db: Database, sql: str) -> Iterator[Any]:
    """Rows of a statement without values, of which few are in memory at a time. Raises StoreError."""
    streamed_rows = getattr(db, "streamed", None)  # of PostgreSQL, which gives all rows at once otherwise
    return iter(db.execute(sql)) if streamed_rows is None else iter(streamed_rows(sql))
