"""SQL of the tables that facts make, from their description, and columns that are no record."""

from __future__ import annotations

from auditor.facts.tables import FACT, FIRST, TABLES

_TYPES = {"text": "TEXT", "integer": "INTEGER", "flag": "INTEGER", "json": "TEXT"}


def fact_table(name: str, *beside: str, counted: bool = False) -> str:
    """Statement that makes a table of facts. beside: definitions of columns that are no record. counted: its numbers are never
    given again.

    ``fact`` and ``first_fact`` are null in a row that no fact makes: it was altered before facts were made of the others.
    """
    table = TABLES[name]
    columns = [
        f"{column} {_TYPES[kind]}{'' if column in table.nullable or column in (FACT, FIRST) else ' NOT NULL'}"
        for column, kind in table.columns.items()
    ]
    if counted:
        columns[0] = f"{table.key[0]} INTEGER PRIMARY KEY AUTOINCREMENT"
        return f"CREATE TABLE {name} ({', '.join([*columns, *beside])}) STRICT"
    key = f"PRIMARY KEY ({', '.join(table.key)})"
    return f"CREATE TABLE {name} ({', '.join([*columns, *beside, key])}) STRICT"
