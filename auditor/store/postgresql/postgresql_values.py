"""Values as they go to PostgreSQL and come back: those that SQLite takes and gives."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.adapt import AdaptersMap, Dumper, Loader
from psycopg.types.string import StrDumper


class _Text(StrDumper):
    """A text with its type, so that PostgreSQL has nothing to guess."""

    def quote(self, obj: Any) -> bytes:
        return bytes(super().quote(obj)) + b"::text"


class _Condition(Dumper):
    """True and false as 1 and 0."""

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"

    def quote(self, obj: bool) -> bytes:
        return self.dump(obj)


class _ReadText(Loader):
    def load(self, data: Any) -> str:
        return bytes(data).decode()


class _ReadNumber(Loader):
    def load(self, data: Any) -> int | float:
        text = bytes(data).decode()
        return float(text) if "." in text else int(text)


class _ReadCondition(Loader):
    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


def adapters_of_store() -> AdaptersMap:
    """Adapters for connections of the store."""
    made = AdaptersMap(psycopg.adapters)
    made.register_dumper(str, _Text)
    made.register_dumper(bool, _Condition)
    for name in ("json", "jsonb"):
        made.register_loader(name, _ReadText)
    made.register_loader("numeric", _ReadNumber)
    made.register_loader("bool", _ReadCondition)
    return made
