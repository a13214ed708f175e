"""Calls of SQLite's functions of JSON that PostgreSQL has by another name, or with a value of another type."""

from __future__ import annotations

from auditor.store.postgresql.sql_tokens import after, before, closing

_RENAMED = {"json_array": "json_build_array", "json_object": "json_build_object"}
_GROUPED = {"json_group_array": ("json_agg", "'[]'"), "json_group_object": ("json_object_agg", "'{}'")}
_COMPARED = {"=", "!=", "<>"}
_CONDITIONS = {"NOT", "AND", "OR", "WHERE"}


def with_json(tokens: list[str]) -> list[str]:
    """Tokens with the calls that PostgreSQL has."""
    made = list(tokens)
    for at in reversed(range(len(tokens))):
        token = made[at]
        if after(made, at) != "(":
            continue
        if token in _GROUPED:
            _group(made, at)
        elif token in _RENAMED:
            made[at] = _RENAMED[token]
            if before(made, at) in _COMPARED:
                end = closing(made, at + 1)
                made[end + 1 : end + 1] = ["::", "text"]
        elif token == "coalesce" and after(made, at, 2) == "JSON_EXTRACT":
            _default(made, at)
        elif token == "json_extract" and _is_in_union(made, at):
            _as_text(made, at, at + 1)
    return made


def _is_in_union(tokens: list[str], at: int) -> bool:
    """Whether a value within JSON is what a further part of a union selects."""
    return before(tokens, at) == "SELECT" and before(tokens, at - 2) == "UNION"


def _group(tokens: list[str], at: int) -> None:
    """An aggregate of JSON, which is empty where there is no row."""
    name, empty = _GROUPED[tokens[at]]
    end = closing(tokens, at + 1)
    tokens[at : end + 1] = [
        "coalesce",
        "(",
        name,
        *tokens[at + 1 : end + 1],
        "::",
        "text",
        ",",
        " ",
        empty,
        ")",
    ]


def _default(tokens: list[str], at: int) -> None:
    """A value within JSON, or another in its place: of the type of the other one."""
    end, last = closing(tokens, at + 3), closing(tokens, at + 1)
    if after(tokens, end) != ",":
        return
    number = after(tokens, end, 2)
    if not number.isdigit() or after(tokens, end, 3) != ")":
        kind = "text"
        _as_text(tokens, end + 1, last)
    elif before(tokens, at) in _CONDITIONS:
        kind = "boolean"
        tokens[end + 1 : last] = [",", " ", "TRUE" if int(number) else "FALSE"]
    else:
        kind = "bigint"
    tokens[end + 1 : end + 1] = ["::", kind]


def _as_text(tokens: list[str], start: int, end: int) -> None:
    """Values within JSON in a part of the tokens, as texts."""
    for at in reversed(range(start, end)):
        if tokens[at] == "json_extract":
            place = closing(tokens, at + 1) + 1
            tokens[place:place] = ["::", "text"]
