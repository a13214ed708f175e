"""Registry of the handlers of facts, and what handlers have in common.

A handler writes what a fact changes, or states what it follows: it raises DoesNotFollow where the tables say otherwise, as a
decision was then made on a row that no fact says. It has no clock, no randomness, and sees nothing but its tables.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

from auditor.facts.recorded_fact import RecordedFact
from auditor.facts.tables import FACT, FIRST, TABLES, Row, Tables

Handler = TypeVar("Handler", bound=Callable[[Tables, int, Any], None])
Registered = tuple[frozenset[str], Callable[[Tables, int, Any], None]]

HANDLERS: dict[type[RecordedFact], list[Registered]] = {}  # of each kind, with the tables that a handler uses
CHECKS: dict[type[RecordedFact], list[Registered]] = {}  # handlers that come before these, and write nothing
_IN_ORDER: dict[type[RecordedFact], list[Registered]] = {}  # handlers of a kind that was asked for
_FIELDS = {"id": "number", "key": "by", "by": "who", "received_at": "at", "table_name": "table"}  # of columns


class DoesNotFollow(Exception):
    """A fact that does not follow from those before it. seq: its number."""

    def __init__(self, seq: int, fact: RecordedFact, words: str) -> None:
        super().__init__(f"Fact {seq} ({fact.kind}) does not follow from those before it: {words}")
        self.seq = seq
        self.fact = fact


class KeyHasEnded(DoesNotFollow):
    """A fact of a key that was revoked, or whose time is over."""


def folds(kind: type[RecordedFact], *tables: str) -> Callable[[Handler], Handler]:
    """Register a handler of a kind that writes. tables: all that it reads or writes."""
    return _registered(HANDLERS, kind, *tables)


def follows(kind: type[RecordedFact], *tables: str) -> Callable[[Handler], Handler]:
    """Register a handler of a kind that states what it follows, and writes nothing. tables: all that it reads."""
    return _registered(CHECKS, kind, *tables)


def _registered(
    among: dict[type[RecordedFact], list[Registered]], kind: type[RecordedFact], *tables: str
) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        among.setdefault(kind, []).append((frozenset(tables), handler))
        _IN_ORDER.pop(kind, None)
        return handler

    return register


def folds_to_nothing(*kinds: type[RecordedFact]) -> None:
    """Register kinds that no table is made of."""
    for kind in kinds:
        HANDLERS[kind] = []


def handlers_of(kind: type[RecordedFact]) -> list[Registered]:
    """Handlers of a kind in the order in which they act."""
    if kind not in _IN_ORDER:
        _IN_ORDER[kind] = [*CHECKS.get(kind, ()), *HANDLERS[kind]]
    return _IN_ORDER[kind]


def row_of_fact(table: str, seq: int, fact: RecordedFact, **given: Any) -> Row:
    """A row of a table: given columns, and the others of the fact's fields."""
    numbers, fields, values_of, stated = _columns_of(table, tuple(given))
    row: dict[str, Any] = dict.fromkeys(numbers, seq)
    row.update(zip(fields, values_of(fact), strict=True))
    for column in stated:
        row[column] = given[column]
    return row


@cache
def _columns_of(
    table: str, given: tuple[str, ...]
) -> tuple[list[str], list[str], Callable[[Any], tuple[Any, ...]], list[str]]:
    """Columns with the number of the fact; those of the fact's fields, and a function that gives these; and those given."""
    columns = list(TABLES[table].columns)
    numbers = [each for each in columns if each in (FACT, FIRST)]
    fields = [each for each in columns if each not in (*numbers, *given)]
    names = [_FIELDS.get(each, each) for each in fields]

    def one_by_one(fact: Any) -> tuple[Any, ...]:
        return tuple(getattr(fact, each) for each in names)

    values_of: Callable[[Any], tuple[Any, ...]] = attrgetter(*names) if len(names) > 1 else one_by_one
    return numbers, fields, values_of, [each for each in given if each in columns]


def add(tables: Tables, table: str, seq: int, fact: RecordedFact, **given: Any) -> None:
    """Write a new row, as `row_of_fact` makes it. Raises DoesNotFollow where there is one."""
    row = row_of_fact(table, seq, fact, **given)
    key = TABLES[table].key_of(row)
    if tables.get(table, *key) is not None:
        raise DoesNotFollow(seq, fact, f"{table} has a row {named(*key)} already.")
    tables.put(table, row)


def found(tables: Tables, table: str, seq: int, fact: RecordedFact, *key: Any) -> Row:
    """The row that a fact rests on. Raises DoesNotFollow without one."""
    row = tables.get(table, *key)
    if row is None:
        raise DoesNotFollow(seq, fact, f"{table} has no row {named(*key)}.")
    return row


def change(tables: Tables, table: str, seq: int, row: Row, **columns: Any) -> None:
    """Write a row with other values."""
    tables.put(table, {**row, **columns, FACT: seq})


def named(*key: Any) -> str:
    """Name of a row by its key."""
    return " ".join(map(str, key))


def must_be(seq: int, fact: RecordedFact, subject: str, state: Any, *allowed: Any) -> None:
    """Raise DoesNotFollow unless a subject is in an allowed state."""
    if state not in allowed:
        wanted = " or ".join(map(str, allowed))
        raise DoesNotFollow(seq, fact, f"{subject} is {state}, and it has to be {wanted}.")


def must_act(tables: Tables, seq: int, fact: RecordedFact) -> None:
    """Raise DoesNotFollow for a fact of a key that facts did not make, KeyHasEnded where it ended before.

    Of an adopted fact the key may have ended meanwhile.
    """
    if fact.by is None:
        return
    key = found(tables, "keys", seq, fact, fact.by)
    if fact.adopted:
        return
    if key["revoked_at"] is not None:
        raise KeyHasEnded(seq, fact, f"key {fact.by} was revoked at {key['revoked_at']}.")
    if key["expires_at"] <= fact.at:
        raise KeyHasEnded(seq, fact, f"key {fact.by} ended at {key['expires_at']}, and this is of {fact.at}.")


def must_rest_on_its_factor(tables: Tables, seq: int, fact: RecordedFact) -> None:
    """Raise DoesNotFollow for a fact that states a second factor which no fact says, or another person's than its key is."""
    factor = fact.factor
    if factor is None:
        return
    given = tables.get("sign_in_factors", factor.sign_in, factor.at)
    if given is None or given["method"] != factor.method:
        words = f"no {factor.method} was given at {factor.at} in sign-in {factor.sign_in}."
        raise DoesNotFollow(seq, fact, words)
    account = found(tables, "people", seq, fact, given["person"])
    if account["key"] != fact.by:
        raise DoesNotFollow(
            seq, fact, f"sign-in {factor.sign_in} is of account {given['person']}, not of its key."
        )
