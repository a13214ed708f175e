"""SQL of the tables that facts make, from their description, and columns that are no record."""

from __future__ import annotations

from auditor.facts.tables import FACT, TABLES

_TYPES = {"text": "TEXT", "integer": "INTEGER", "flag": "INTEGER", "json": "TEXT"}


def fact_table(name: str, *beside: str) -> str:
    """Statement that makes a table of facts. beside: definitions of columns that are no record.

    ``fact`` is null in a row that no fact makes: it was altered before facts were made of the others.
    """
    table = TABLES[name]
    columns = [
        f"{column} {_TYPES[kind]}{'' if column in table.nullable or column == FACT else ' NOT NULL'}"
        for column, kind in table.columns.items()
    ]
    key = f"PRIMARY KEY ({', '.join(table.key)})"
    return f"CREATE TABLE {name} ({', '.join([*columns, *beside, key])}) STRICT"
