"""Adoption of rows by facts, subject by subject, in the migration from which on facts make them.

A row that is not as it was sealed gets no fact, and counts for nothing from then on: the doctor names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from sqlite_utils import Database

from auditor.facts.canonical_record import to_record
from auditor.facts.fold import apply_in_part
from auditor.facts.handlers import DoesNotFollow
from auditor.facts.kinds.facts_of_incidents import StepOfIncident
from auditor.facts.memory_tables import MemoryTables
from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import FACT, FIRST, TABLES, Row
from auditor.store.fact_parts import keep_body, keep_part
from auditor.store.fact_tables_sql import fact_table
from auditor.store.legacy.legacy_keys import keys, people, pseudonym_keys
from auditor.store.legacy.old_store import OldStore
from auditor.store.legacy.signed_seals import counting_seals
from auditor.store.legacy.stored_seals import altered_rows
from auditor.store.stored_fact_tables import StoredFactTables
from auditor.store.stored_register import append_record, recorded_facts, size

_OF_PEOPLE = ("people", "credentials", "reminders", "pseudonym_keys")
_BESIDE = {
    "credentials": ("step INTEGER",),
    "reminders": ("code TEXT", "sent_on TEXT"),
}  # of which facts say nothing
_UNKNOWN = {"last": "disabled", "last_at": "", "until": ""}  # of an account that no fact makes


def adopt_keys(db: Database) -> None:
    """Enter facts of the keys on record, and name them in their rows."""
    tables = MemoryTables(("keys",))
    enter_adopted(db, tables, keys(OldStore(db, no_parts), but=altered_keys(db, "keys")))
    for row in tables.of("keys"):
        db.execute("UPDATE keys SET fact = ? WHERE id = ?", [row["fact"], row["id"]])


def adopt_people(db: Database) -> None:
    """Enter facts of accounts, credentials, reminders and keys for pseudonyms, and make their tables of these."""
    tables = folded_so_far(db, *_OF_PEOPLE)
    old = OldStore(db, lambda body: keep_body(db, body))
    enter_adopted(db, tables, people(old, but=_altered_accounts(db)))
    enter_adopted(db, tables, pseudonym_keys(old, but=altered_keys(db, "pseudonym_keys")))
    _remake_accounts(db, tables)


def folded_so_far(db: Database, *names: str) -> MemoryTables:
    """Keys and further tables as the facts on record make them."""
    tables = MemoryTables(("keys", *names))
    records = [record for (record,) in db.execute("SELECT record FROM register ORDER BY entry").fetchall()]
    for number, fact in enumerate(recorded_facts(records)):
        if fact is not None:
            apply_in_part(tables, frozenset(tables.names()), number, fact)
    return tables


def enter_adopted(db: Database, tables: MemoryTables, facts: Iterable[RecordedFact]) -> None:
    """Enter the facts that follow. tables: what the facts on record make."""
    left_out: set[Any] = (
        set()
    )  # accounts, incidents, and revisions of controls, of which a fact does not follow
    for fact in facts:
        of = _subject(fact)
        if of is not None and of in left_out:
            continue
        try:
            apply_in_part(tables, frozenset(tables.names()), size(db), fact)
        except DoesNotFollow:  # as of a key in place of an altered one
            left_out.add(of)
            continue
        append_record(db, to_record(fact).decode())


def _subject(fact: RecordedFact) -> Any:
    """The account, the incident or the revision that a fact is of, or None."""
    person = getattr(fact, "person", None)
    if type(person) is int:
        return person
    if isinstance(fact, StepOfIncident):
        return fact.incident
    revision = getattr(fact, "revision", None)
    return None if revision is None else (getattr(fact, "ruleset", None), revision)


def altered_keys(db: Database, table: str) -> set[Any]:
    """Keys of rows that are not as they were sealed; a key of one column is its value."""
    found = altered_rows(db, table, counting_seals(db))
    return {key[0] if len(key) == 1 else tuple(key) for key in found}


def _altered_accounts(db: Database) -> set[int]:
    found: set[int] = altered_keys(db, "people") | altered_keys(db, "credentials")
    for (number,) in ((each,) for each in altered_keys(db, "people_events")):
        found |= {
            person for (person,) in db.execute("SELECT person FROM people_events WHERE id = ?", [number])
        }
    return found


def remake(
    db: Database,
    tables: MemoryTables,
    name: str,
    before: Iterable[Row],
    *beside: str,
    counted: bool = False,
) -> None:
    """Make a table of facts with the rows from before as they were, each with its facts, if it has some.

    What facts say otherwise is for the doctor to name. before: by column, without ``fact``. beside, counted: as for `fact_table`.
    """
    db.execute(fact_table(name, *beside, counted=counted))
    facts = [each for each in (FIRST, FACT) if each in TABLES[name].columns]
    for row in before:
        made = tables.get(name, *TABLES[name].key_of(row))
        columns = {**row, **{each: None if made is None else made[each] for each in facts}}
        marks = ", ".join("?" * len(columns))
        db.execute(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks})", [*columns.values()])


def remake_in_file(
    db: Database, tables: MemoryTables, names: Sequence[str], beside: Mapping[str, Sequence[str]]
) -> None:
    """Do `remake` for tables whose rows need not all fit into memory. names: tables referred to, and then those that refer;
    beside: of each table, as for `fact_table`.
    """
    for name in names:
        db.execute(f"ALTER TABLE {name} RENAME TO {name}_before")
    for name in names:
        _copy(db, name, beside.get(name, ()))
    for name in names[::-1]:
        db.execute(f"DROP TABLE {name}_before")
    for name in names:
        name_facts(db, tables, name)


def _copy(db: Database, name: str, beside: Sequence[str]) -> None:
    db.execute(fact_table(name, *beside))
    columns = [each for each in TABLES[name].columns if each != FACT] + [each.split()[0] for each in beside]
    listed = ", ".join(columns)
    db.execute(f"INSERT INTO {name} ({listed}) SELECT {listed} FROM {name}_before")


def name_facts(db: Database, tables: MemoryTables, name: str) -> None:
    """Name its last fact in each row of a table."""
    where = " AND ".join(f"{column} = ?" for column in TABLES[name].key)
    facts = ([row[FACT], *TABLES[name].key_of(row)] for row in tables.of(name))
    db.conn.executemany(f"UPDATE {name} SET {FACT} = ? WHERE {where}", facts)


def _remake_accounts(db: Database, tables: MemoryTables) -> None:
    """Make the tables anew, with the rows of facts, and what facts say nothing of."""
    steps = db.execute("SELECT step, person FROM credentials").fetchall()
    beside = db.execute("SELECT code, sent_on, person FROM reminders").fetchall()
    accounts = db.execute("SELECT id, email, key FROM people").fetchall()
    db.execute("PRAGMA defer_foreign_keys = ON")  # of sign-ins, which keep their accounts
    for name in (*_OF_PEOPLE[::-1], "people_events"):
        db.execute(f"DROP TABLE {name}")
    for name in _OF_PEOPLE:
        db.execute(fact_table(name, *_BESIDE.get(name, ())))
        for row in tables.of(name):
            StoredFactTables(db).put(name, row)
    for number, email, key in accounts:
        if tables.get("people", number) is None:
            _keep_unmade(db, number, email, key)
    db.conn.executemany("UPDATE credentials SET step = ? WHERE person = ?", steps)
    db.conn.executemany("UPDATE reminders SET code = ?, sent_on = ? WHERE person = ?", beside)


def _keep_unmade(db: Database, number: int, email: str, key: str) -> None:
    """Keep an account that was altered, without credentials, for the doctor to name."""
    columns = {"id": number, "email": keep_part(db, email), "key": key, **_UNKNOWN}
    names = ", ".join(columns)
    db.execute(f"INSERT INTO people ({names}) VALUES (?, ?, ?, ?, ?, ?)", [*columns.values()])


def no_parts(body: bytes) -> NoReturn:
    """Refuse to keep a part, of subjects that have none."""
    raise AssertionError(f"there is no part that may be erased, such as {body[:20]!r}")
