"""Statements of the store as PostgreSQL reads them.

The store's SQL is what both databases read, but for what is rewritten here: parameters, `IS` between values, SQLite's words
for types and for JSON, and numbers that stand as conditions.
"""

from __future__ import annotations

from functools import cache

from auditor.store.postgresql.conditions import with_conditions
from auditor.store.postgresql.json_calls import with_json
from auditor.store.postgresql.sql_tokens import (
    after,
    before,
    closing,
    is_blob,
    is_parameter,
    is_text,
    tokens_of,
)

TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE PRECISION", "BLOB": "BYTEA"}
_NOT_VALUES = {"NULL", "TRUE", "FALSE", "DISTINCT", "UNKNOWN"}
_AFTER_A_NAMELESS_ONE = {"", ")", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION"}


@cache
def translated(sql: str) -> str:
    """A statement as psycopg takes it: %s or %(name)s for each parameter, texts with their type."""
    tokens = _with_names(_with_joins(with_json(with_conditions(tokens_of(sql)))))
    return "".join([_token(tokens, at) for at in range(len(tokens))])


def plain(sql: str) -> str:
    """A part of a description of tables: without parameters, which psycopg would look for."""
    tokens = with_conditions(tokens_of(sql), described=True)
    return "".join([_word(tokens, at) for at in range(len(tokens))])


def _token(tokens: list[str], at: int) -> str:
    token = tokens[at]
    if is_parameter(token):
        name = token[1:]
        return "%s" if not name else f"%({'p' if name.isdigit() else ''}{name})s"
    if is_text(token):
        return f"{token.replace('%', '%%')}::text"
    if token.upper() == "NOT" and after(tokens, at) == "NULL" and before(tokens, at) != "IS":
        return "IS NOT"
    return _word(tokens, at).replace("%", "%%")


def _word(tokens: list[str], at: int) -> str:
    token, previous = tokens[at], before(tokens, at)
    if is_blob(token):
        return f"'\\x{token[2:]}::bytea"
    word = token.upper()
    if word == "IS":
        return _is(tokens, at)
    if word == "NOT" and previous == "IS" and after(tokens, at) not in _NOT_VALUES:
        return ""  # with the word before it
    if word in TYPES and previous == "AS":
        return TYPES[word]
    if word == "LEFT" and after(tokens, at) not in {"JOIN", "OUTER", "("}:
        return '"left"'
    return token


def _is(tokens: list[str], at: int) -> str:
    """`IS` and `IS NOT` compare any two values in SQLite."""
    negated = after(tokens, at) == "NOT"
    if after(tokens, at, 2 if negated else 1) in _NOT_VALUES:
        return tokens[at]
    return "IS DISTINCT FROM" if negated else "IS NOT DISTINCT FROM"


def _with_joins(tokens: list[str]) -> list[str]:
    """`CROSS JOIN … ON`, which sets an order in SQLite, is a join."""
    made = list(tokens)
    for at, token in enumerate(tokens):
        if token.upper() == "CROSS" and _has_on(tokens, at):
            made[at] = " "
    return made


def _has_on(tokens: list[str], at: int) -> bool:
    """Whether a join states a condition."""
    depth = 0
    for token in tokens[at + 1 :]:
        depth += {"(": 1, ")": -1}.get(token, 0)
        word = token.upper()
        if depth < 0 or (not depth and word in {"WHERE", "CROSS", "LEFT", "ORDER", "GROUP", ","}):
            return False
        if not depth and word == "ON":
            return True
    return False


def _with_names(tokens: list[str]) -> list[str]:
    """Names for queries within FROM that have none."""
    made = list(tokens)
    for at in reversed([at for at, token in enumerate(tokens) if token == "("]):
        if before(made, at) == "FROM" and after(made, at) == "SELECT":
            end = closing(made, at)
            if after(made, end) in _AFTER_A_NAMELESS_ONE:
                made[end + 1 : end + 1] = [" ", "AS", " ", "nameless"]
    return made
