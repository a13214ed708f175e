"""What somebody does who has the store's file and not the register's key: rows altered, and facts forged that say so."""

import hashlib
import json
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from msgspec.structs import replace
from sqlite_utils import Database

from auditor.doctor import verify_register
from auditor.facts.tables import FACT, FIRST, TABLES
from auditor.register import register_checkpoints, register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_entries import leaf
from auditor.register.register_notes import COSIGNATURE, new_signer
from auditor.store import Store
from auditor.store.fact_parts import keep_body
from auditor.store.legacy.migrations import MIGRATIONS
from auditor.store.people_key import encrypted
from auditor.store.register_key import load
from auditor.store.sign_ins import GivenFactor, SignInRecord
from auditor.store.store import FILE
from auditor.store.stored_fact_tables import MADE_BY_FACTS, PARTS, TEXTS
from auditor.store.stored_register import append_record, tree_of
from tests import altered_stores
from tests.store.test_doctor import with_every_table
from tests.store.what_is_on_record import is_off_record

AT = "2026-03-20T20:00:00.000000Z"
LONG = "2999-01-01T00:00:00Z"
KEY = "aaaaaaaa"  # of the store with every row, which acts once
_FULL_TILE = 256  # entries
_FIELDS = {
    "id": "number",
    "key": "by",
    "by": "who",
    "received_at": "at",
    "table_name": "table",
}  # of facts, by columns
_SEED = b"\x07" * 32
BODIES = (
    "evidence", "originals", "event_files", "filed", "attachments", "reports", "screening_statistics", "screening_sums",
    "screening_lists",
)  # fmt: skip  # tables with bytes, of which facts have the digest


# ------------------------------------------------------------------------------------------------------------ the store


@cache
def _made_in(store: str) -> Path:
    """A store, in a file or a database."""
    folder = Path(mkdtemp()) / "data"  # of this process's tests, and goes with them
    with_every_table(folder)
    with closing(Store(folder)) as store:
        store.reminders.keep_calendar(1, "c" * 64, AT)
        person = store.people.get(1)
        totp = encrypted(folder, 1, b"secret of 20 bytes..")
        store.people.change(1, lambda _, now: replace(now, totp=totp, totp_since=AT), AT)
        new = SignInRecord(0, "d" * 64, 1, AT, AT, LONG, None, "192.0.2.1", "browser")
        factor = GivenFactor(person.key.id, "authenticator", AT)
        assert store.sign_ins.add(new, 9, store.people.credentials(1).way, factor)
        while store.register.size() <= _FULL_TILE:
            store.reminders.want_summary(1, store.register.size() % 2 == 0, AT)
        _cosign(store)
    return folder


def _cosign(store: Store) -> None:
    witness = new_signer("witness.example/1", b"\x08" * 32, COSIGNATURE)
    number, note = store.connections.db.execute(
        "SELECT id, note FROM checkpoints ORDER BY id DESC LIMIT 1"
    ).fetchone()
    line = str(witness.sign(register_notes.parse(note.encode()).text, 1_773_561_600))
    store.register.keep_cosignature(number, str(witness.verifier), line, AT)


def copy_of_every_row(folder: Path) -> Path:
    """A copy of a store in which no table on record is empty, but for those of before facts."""
    altered_stores.copied(_made_in(altered_stores.kept_in()), folder)
    folder.chmod(0o700)
    return folder


# ---------------------------------------------------------------------------------------------------- what is altered


OF_NO_FACT = {  # columns on record that facts do not say by themselves, of tables that they make and of others
    **{
        table: (*TEXTS.get(table, ()), *(("body",) if table in BODIES else ()))
        for table in dict.fromkeys([*TEXTS, *BODIES])
    },
    "_sqlite_migrations": ("migration_set", "name"),
    "register": ("entry", "nonce", "record", "leaf"),
    "register_tiles": ("level", "tile", "root"),
    "checkpoints": ("id", "size", "note"),
    "cosignatures": ("checkpoint", "witness", "line"),
    "fact_parts": ("digest", "salt", "body"),
    "result_documents": ("audit", "root", "salt", "sessions", "contents"),
    "result_chunks": ("audit", "list", "number", "body"),
    "incidents": ("audit", "position", "session", "id", "area", "severity", "pattern", "incident"),
    "corrections": ("audit", "position", "session", "correction"),
}
COLUMNS = [
    *((table, column) for table in MADE_BY_FACTS for column in TABLES[table].columns),
    *((table, column) for table, columns in OF_NO_FACT.items() for column in columns),
]
SAID_BY_FACTS = [  # those that a forged fact may say, with texts and bytes of which it has the digest
    (table, column) for table, column in COLUMNS if table in MADE_BY_FACTS and column not in (FACT, FIRST)
]


def columns_of_schema(folder: Path) -> set[tuple[str, str]]:
    """Each column on record by its table, from the schema of a store."""
    with altered_stores.altering(folder) as db:
        found = {
            (table, name)
            for table in db.table_names()
            for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()
        }
    return {each for each in found if not is_off_record(*each)}


@cache
def _empty() -> Database:
    db = Database(memory=True)
    MIGRATIONS.apply(db)
    return db


@cache
def key_of(table: str) -> tuple[str, ...]:
    """Columns that name a row."""
    return tuple(_empty()[table].pks)


def rows(db: Database, table: str) -> list[dict]:
    """Rows of a table by their keys."""
    return list(db.query(f"SELECT * FROM {table} ORDER BY {', '.join(key_of(table))}"))


def name_of(table: str, row: dict) -> str:
    """Name of a row, as faults have it."""
    return ", ".join(str(row[name]) for name in key_of(table))


def altered(value, kind=None):
    """Another value of the same shape."""
    match value:
        case None:
            return {"integer": 7, "flag": 1, "json": '"x"'}.get(kind, "x")
        case bool():
            return not value
        case int():
            return 1 - value if kind == "flag" else value + 1_000_003
        case float():
            return value + 1
        case bytes():
            return bytes([value[0] ^ 1]) + value[1:] if value else b"x"
        case str() if kind == "json":
            return json.dumps(altered(json.loads(value)), separators=(",", ":"), sort_keys=True)
        case str():
            return f"{value}x"
        case dict() if value:
            name = sorted(value)[0]
            return {**value, name: altered(value[name])}
        case dict():
            return {"x": 1}
        case list() if value:
            return [altered(value[0]), *value[1:]]
        case _:
            return ["x"]


def kind_of(table: str, column: str) -> str | None:
    """Type of a column that facts make, or of a text beside them; None of another one."""
    if column in TEXTS.get(table, {}) or (table, column) == ("register", "record"):
        return "json"
    return TABLES[table].columns.get(column) if table in TABLES else None


def unique_columns(table: str) -> set[str]:
    """Columns of which no two rows have the same values, by themselves or together."""
    return {
        *key_of(table),
        *(name for each in _empty()[table].indexes if each.unique for name in each.columns),
    }


def write(db: Database, table: str, row: dict, **values) -> None:
    """Alter a row."""
    key = key_of(table)
    sets = ", ".join(f'"{name}" = ?' for name in values)
    where = " AND ".join(f'"{name}" IS ?' for name in key)
    done = db.execute(
        f"UPDATE {table} SET {sets} WHERE {where}", [*values.values(), *(row[name] for name in key)]
    )
    assert done.rowcount == 1, (table, row, values)


def alter_column(db: Database, table: str, column: str) -> dict:
    """Alter a column of the first row, of those that have a value if there is one; the row before."""
    every = rows(db, table)
    row = next((each for each in every if each[column] not in (None, b"", "")), every[0])
    write(db, table, row, **{column: altered(row[column], kind_of(table, column))})
    return row


# ---------------------------------------------------------------------------------------------------- forged facts


def forge(db: Database, table: str, column: str) -> tuple[dict, dict]:
    """Alter a column with a forged fact that says so, which the row names, as the program would enter it; the row before and
    after.

    The fact is the last one of the row with the other value, wherever it has the one before. Parts, texts and bytes are
    altered with their digests.
    """
    every = [each for each in rows(db, table) if each[FACT] is not None]
    row = next((each for each in every if each[column] not in (None, b"", "")), every[0])
    record = json.loads(db.execute("SELECT record FROM register WHERE entry = ?", [row[FACT]]).fetchone()[0])
    values = _consistent(db, table, column, row)
    for name, value in values.items():
        _say(record, name, _as_json(table, name, row[name]), _as_json(table, name, value))
    number = append_record(db, json.dumps(record, separators=(",", ":"), sort_keys=True, ensure_ascii=False))
    write(db, table, row, **values, **{FACT: number})
    return row, {**row, **values, FACT: number}


def _consistent(db: Database, table: str, column: str, row: dict) -> dict:
    """The altered column, with that of its digest."""
    value = altered(row[column], kind_of(table, column))
    if PARTS.get(table) == column and row[column] is not None:
        return {column: keep_body(db, b'["forged"]')}
    if column in TEXTS.get(table, {}):
        return {column: value, TEXTS[table][column]: hashlib.sha256(f"{value}".encode()).hexdigest()}
    if column == "body":
        return {column: value, "sha256": hashlib.sha256(value).hexdigest()}
    return {column: value}


def _as_json(table: str, column: str, value):
    kind = kind_of(table, column)
    if kind == "json" and value is not None:
        return json.loads(value)
    return bool(value) if kind == "flag" else value


def _say(record: dict, column: str, before, after) -> None:
    """Have a record say another value: in the field of the column, else wherever it has the one before."""
    if isinstance(after, bytes):
        return
    for field in (column, _FIELDS.get(column)):
        if field in record:
            record[field] = after
            return
    _exchange(record, before, after)


def _exchange(part, before, after) -> None:
    places = part.items() if isinstance(part, dict) else enumerate(part)
    for place, value in list(places):
        if value == before and type(value) is type(before):
            part[place] = after
        elif isinstance(value, dict | list):
            _exchange(value, before, after)


def rewrite_fact(db: Database, number: int, text: str) -> None:
    """Put another record in the place of a fact, with a leaf that fits."""
    (nonce,) = db.execute("SELECT nonce FROM register WHERE entry = ?", [number]).fetchone()
    db.execute(
        "UPDATE register SET record = ?, leaf = ? WHERE entry = ?", [text, leaf(nonce, text.encode()), number]
    )


def sign_with_another_key(data: Path, db: Database) -> None:
    """Sign all entries under the name of the register, with another key."""
    other = register_notes.new_signer(load(data).name, _SEED)
    tree = tree_of(db)
    note = bytes(register_checkpoints.signed(Checkpoint(other.name, tree.size, tree.root()), other)).decode()
    db.execute("INSERT INTO checkpoints (size, note) VALUES (?, ?)", [tree.size, note])


def spoil(data: Path, *statements: str) -> None:
    """Alter one row by each statement."""
    with altered_stores.altering(data) as db:
        for sql in statements:
            assert db.execute(sql).rowcount == 1, sql
        db.conn.commit()


def faults(data: Path) -> set[tuple[str, str]]:
    """(table, row) of what the verification of the register names."""
    return {(each.table, each.row) for each in verify_register(data / FILE).faults}
