"""Tokens of the store's SQL, as it is written for SQLite."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"""
    (?P<blob>[xX]'[0-9a-fA-F]*')
    |(?P<text>'(?:[^']|'')*')
    |(?P<quoted>"(?:[^"]|"")*")
    |(?P<comment>--[^\n]*)
    |(?P<parameter>\?\d*|:[A-Za-z_]\w*)
    |(?P<number>\d[\w.]*)
    |(?P<word>[A-Za-z_]\w*)
    |(?P<space>\s+)
    |(?P<sign>!=|<>|<=|>=|::|\|\||.)
    """,
    re.VERBOSE,
)


def tokens_of(sql: str) -> list[str]:
    """Tokens without comments; whatever space is between two is one token, a blank."""
    found: list[str] = []
    for each in _TOKEN.finditer(sql):
        blank = each.lastgroup in {"space", "comment"}
        if not blank:
            found.append(each[0])
        elif found and found[-1] != " ":
            found.append(" ")
    return found[:-1] if found and found[-1] == " " else found


def is_text(token: str) -> bool:
    """Whether a token is a text in quotes."""
    return token.startswith("'")


def is_blob(token: str) -> bool:
    """Whether a token is bytes: x'00'."""
    return token[:2].lower() == "x'"


def is_parameter(token: str) -> bool:
    """Whether a token stands for a value: ?, ?1 or :name."""
    return token[0] == "?" or (token[0] == ":" and token[1:2].isidentifier())


def after(tokens: list[str], at: int, many: int = 1) -> str:
    """The token that is so many further on, blanks not counted, in capitals; empty at the end."""
    for token in tokens[at + 1 :]:
        if token != " ":
            many -= 1
            if not many:
                return token.upper()
    return ""


def before(tokens: list[str], at: int) -> str:
    """The token before a place, blanks not counted, in capitals; empty at the beginning."""
    found = [token for token in tokens[max(at - 2, 0) : at] if token != " "]
    return found[-1].upper() if found else ""


def closing(tokens: list[str], at: int) -> int:
    """Place of the parenthesis that closes the one at a place."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[place], 0)
        if not depth:
            return place
    return len(tokens)
