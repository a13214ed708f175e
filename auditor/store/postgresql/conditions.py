"""Numbers that are conditions in SQLite: `WHERE 1`, `AND instr(note, ?)`, and in descriptions of tables `NOT done`."""

from __future__ import annotations

from auditor.store.postgresql.sql_tokens import after, before, closing

# Columns of 0 and 1 that conditions of indexes use by themselves.
FLAGS = frozenset({"done", "what_if", "pattern", "due_shown", "altered", "known", "open"})
_NUMBERS = {"1": "TRUE", "0": "FALSE"}
_BEFORE = {"NOT", "AND", "OR", "WHERE", "WHEN", "ON", "("}
_AFTER = {
    "", ")", "AND", "OR", "ORDER", "GROUP", "LIMIT", "THEN", ";", "RETURNING", "UNION", "JOIN", "LEFT", "CROSS", "WHERE",
}  # fmt: skip


def with_conditions(tokens: list[str], *, described: bool = False) -> list[str]:
    """Tokens in which each condition is one. described: of a table or an index; statements compare each flag themselves, and have
    conditions of their own by such names.
    """
    made = list(tokens)
    for at in reversed(range(len(tokens))):
        token = made[at]
        if token in _NUMBERS and before(made, at) in _BEFORE - {"("} and after(made, at) in _AFTER:
            made[at] = _NUMBERS[token]
        elif described and token in FLAGS:
            _compare_flag(made, at)
        elif token == "instr" and before(made, at) in _BEFORE - {"("}:
            end = closing(made, at + 1)
            if after(made, end) in _AFTER:
                made[end + 1 : end + 1] = [" ", ">", " ", "0"]
    return made


def _compare_flag(tokens: list[str], at: int) -> None:
    """`NOT done` becomes `NOT done = 1`."""
    first = at - 2 if at >= 2 and tokens[at - 1] == "." else at
    previous, following = before(tokens, first), after(tokens, at)
    in_a_list = previous == "(" and following == ")"
    if previous in _BEFORE and following in _AFTER and not in_a_list:
        tokens[at + 1 : at + 1] = [" ", "=", " ", "1"]
