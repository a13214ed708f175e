"""Catalogue of the tables and columns of a store from before facts, and what each becomes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from rules.shipped_toml import parsed

_FILE = Path(__file__).parent / "catalogue.toml"
_BY_FACTS = ("F", "P")
_DIGEST = "B = "
_PACKED = " of zlib"


class CataloguedTable(Struct, frozen=True):
    """A table. becomes: in words; key: columns that name a row; columns: what each becomes."""

    name: str
    becomes: str
    key: tuple[str, ...]
    columns: dict[str, str]

    @property
    def by_facts(self) -> tuple[str, ...]:
        """Columns that facts say as they are."""
        return tuple(name for name, what in self.columns.items() if what[0] in _BY_FACTS)

    @property
    def digests(self) -> dict[str, str]:
        """Columns of which facts say the SHA-256, with the column that has it."""
        every = self.columns.items()
        digests = {name: what.removeprefix(_DIGEST) for name, what in every if what.startswith(_DIGEST)}
        return {name: digest.removesuffix(_PACKED) for name, digest in digests.items()}

    def is_packed(self, column: str) -> bool:
        """Whether a column is compressed by zlib, and its digest is of what it says."""
        return self.columns[column].endswith(_PACKED)

    @property
    def named_fields(self) -> tuple[str, ...]:
        """Fields of facts that columns name, such as ``hold.made.room``."""
        sources = (what[1:].split(",") for what in self.columns.values() if what[0] == "F")
        return tuple(each.strip() for fields in sources for each in fields)


@cache
def column_catalogue() -> dict[str, CataloguedTable]:
    """Every table by name."""
    found = parsed(_FILE.read_text("utf-8"))
    return {
        name: CataloguedTable(name, table["becomes"], tuple(table.get("key", ())), table["columns"])
        for name, table in found.items()
    }
