"""Tables of a new store in PostgreSQL, made from those that the migrations make in SQLite.

Texts are compared by their bytes, as in SQLite. Of the triggers there are those that write. Those that refuse are not needed
here: the rows that they keep are compared with facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3

from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.postgresql.functions import FUNCTIONS, SCHEMA
from auditor.store.postgresql.overwritten_rows import WITHOUT_SAMPLES
from auditor.store.postgresql.shared_keys import SHARED_KEYS
from auditor.store.postgresql.sql_tokens import closing, tokens_of
from auditor.store.postgresql.statements import plain

_MADE = (
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' "
    "ORDER BY type = 'index', rowid"
)
_COLUMN_TYPES = (
    (r"INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY"),
    (r"\bINTEGER\b", "BIGINT"),
    (r"\bREAL\b", "DOUBLE PRECISION"),
    (r"\bBLOB\b", "BYTEA"),
    (r"\bTEXT\b", 'TEXT COLLATE "C"'),
    (r"\bVIRTUAL\b", "STORED"),
)
_KEY = re.compile(r"^PRIMARY KEY \((\w+)\)$")
_EVER = re.compile(r"(\w+)\"? INTEGER PRIMARY KEY AUTOINCREMENT")
_COUNTED = re.compile(r"\S+ INTEGER(?: NOT NULL)?$|\S+ INTEGER PRIMARY KEY(?! AUTO)")
_REFERENCE = re.compile(r" REFERENCES (\w+) \((\w+)\)( ON DELETE CASCADE)?")
_WITHIN_JSON = re.compile(r"json_extract\([^()]*\)")
_INDEX = re.compile(r"(CREATE (?:UNIQUE )?INDEX \S+ ON \S+) \((.*?)\)( WHERE .*)?$", re.DOTALL)
_NOT_NULL = re.compile(r"(?<! IS) NOT NULL")
_WRITING_TRIGGER = re.compile(
    r"CREATE TRIGGER (\w+) AFTER UPDATE OF (\w+) ON (\w+)\s+BEGIN (UPDATE .*;) END", re.DOTALL
)
_FUNCTION_OF_TRIGGER = """CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {statement} RETURN NULL; END $$;
CREATE TRIGGER {name} AFTER UPDATE OF {column} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"""

_COUNTER = """CREATE FUNCTION count_{table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO sqlite_sequence VALUES ('{table}', NEW.{column})
        ON CONFLICT (name) DO UPDATE SET seq = greatest(sqlite_sequence.seq, EXCLUDED.seq);
    RETURN NULL;
END $$;
CREATE TRIGGER count_{table} AFTER INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION count_{table}()"""


def script_of_tables() -> str:
    """The statements that make an empty store, of the last migration, in a schema of its own."""
    return ";\n".join(
        [
            f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}",
            f"SET LOCAL search_path = {SCHEMA}, pg_catalog",
            FUNCTIONS,
            SHARED_KEYS,
            *_statements(),
        ]
    )


@cache
def known_migrations() -> tuple[str, ...]:
    """Names of the migrations that the tables are of, in their order."""
    return tuple(each.name for each in MIGRATIONS._migrations)


@cache
def sqlite_tables() -> tuple[tuple[str, str, str, str], ...]:
    """Kind, name, table and statement of all that the migrations make."""
    db = Database(sqlite3.connect(":memory:", isolation_level=None), execute_plugins=False)
    MIGRATIONS.apply(db)
    found = tuple(db.execute(_MADE).fetchall())
    db.close()
    return found


def writing_triggers() -> list[tuple[str, str]]:
    """Tables and names of the triggers that write."""
    found = [_WRITING_TRIGGER.match(sql) for kind, _, _, sql in sqlite_tables() if kind == "trigger"]
    return [(each[3], each[1]) for each in found if each]


def _statements() -> Iterator[str]:
    references: list[str] = []
    for kind, _, table, sql in sqlite_tables():
        if kind == "table":
            made, its_references = _table(sql, table)
            yield made
            references += [*its_references, *_counter(sql, table)]
        elif kind == "index":
            yield made_index(sql)
    yield from references  # once all tables are there
    yield WITHOUT_SAMPLES
    for kind, _, _, sql in sqlite_tables():
        if kind == "trigger":
            yield from made_trigger(sql)


def made_trigger(sql: str) -> Iterator[str]:
    """A trigger that writes, with its function; nothing for one that refuses."""
    writes = _WRITING_TRIGGER.match(sql)
    if writes:
        name, column, of, statement = writes.groups()
        yield _FUNCTION_OF_TRIGGER.format(name=name, column=column, table=of, statement=plain(statement))


def made_table(sql: str, table: str) -> Iterator[str]:
    """A table, then its references, which have to be there already, and its counter."""
    made, references = _table(sql, table)
    yield made
    yield from references
    yield from _counter(sql, table)


def added_column(table: str, line: str) -> Iterator[str]:
    """A column added to a table, then its reference."""
    yield f"ALTER TABLE {table} ADD COLUMN {_typed(plain(_REFERENCE.sub('', line)))}"
    yield from _reference(table, line)


def _reference(table: str, line: str) -> Iterator[str]:
    found = _REFERENCE.search(line)
    if found:
        of, key, cascade = found.groups()
        column = line.split(" ", 1)[0].strip('"')
        yield f"ALTER TABLE {table} ADD FOREIGN KEY ({column}) REFERENCES {of} ({key}){cascade or ''}"


def _table(sql: str, table: str) -> tuple[str, list[str]]:
    """A table without its references, and the statements that add them."""
    tokens = tokens_of(sql)
    start = tokens.index("(")
    made: list[str] = []
    references: list[str] = []
    lines = _parts(tokens[start + 1 : closing(tokens, start)])
    keys = {found[1] for found in map(_KEY.match, lines) if found}
    for line in lines:
        column = line.split(" ", 1)[0].strip('"')
        references += _reference(table, line)
        made.append(_typed(plain(_REFERENCE.sub("", line))) + _number(line, table, column, keys))
    columns = ",\n    ".join(made)
    return f"CREATE TABLE {table} (\n    {columns}\n)", references


def _number(line: str, table: str, column: str, keys: set[str]) -> str:
    """How a key that is a number gets the next one, as SQLite counts the rows of a table; empty for any other column."""
    if " AUTOINCREMENT" in line:
        return f" DEFAULT next_counted('{table}')"
    counted = _COUNTED.match(line) and (column in keys or " PRIMARY KEY" in line)
    return f" DEFAULT next_number('{table}', '{column}')" if counted else ""


def _counter(sql: str, table: str) -> Iterator[str]:
    """The trigger that keeps the greatest number which a table ever had, where SQLite does."""
    found = _EVER.search(sql)
    if found is not None:
        yield _COUNTER.format(table=table, column=found[1])


def _typed(line: str) -> str:
    for word, ours in _COLUMN_TYPES:
        line = re.sub(word, ours, line)
    return _WITHIN_JSON.sub(r"(\g<0>)::text", line) if "GENERATED ALWAYS" in line else line


def made_index(sql: str) -> str:
    """An index, its expressions in parentheses; a value within JSON is a text there."""
    found = _INDEX.match("".join(tokens_of(sql)))
    if found is None:
        raise ValueError(f"not an index: {sql}")
    head, columns, condition = found.groups()
    parts = [_WITHIN_JSON.sub(r"\g<0>::text", each) for each in _parts(tokens_of(columns))]
    of = ", ".join([each if re.fullmatch(r'["\w]+( DESC)?', each) else f"({each})" for each in parts])
    return f"{head} ({of}) {_NOT_NULL.sub(' IS NOT NULL', plain(condition or ''))}"


def _parts(tokens: list[str]) -> list[str]:
    """What commas divide, but for those within parentheses."""
    parts, depth = [""], 0
    for token in tokens:
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == "," and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts]
