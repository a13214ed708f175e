"""Patterns of the OpenAPI document (ECMA-262 with the flag u), made of Python's."""

from __future__ import annotations

import re
from typing import Any

import marshmallow as ma

_TOKEN = re.compile(
    r"""\\[AZ] | \(\?P<(?=[A-Za-z_]\w*>)[^>]+> | \(\?: | \((?!\?) | \)
    | \[ \^? (?: [^\\\[\]^] | \\[\\\]\[^-] )+ \]
    | (?: [*+?] | \{[0-9]+(?:,[0-9]*)?\} ) \??(?!\+)
    | [|^] | \\[][.*+?^$|(){}\\/] | [^][\\(){}*+?|^$.]""",
    re.VERBOSE | re.ASCII,
)
_MEANS = {r"\A": "^", r"\Z": "$"}


def ecma_pattern(pattern: re.Pattern[str]) -> str:
    r"""Pattern of JSON Schema, which searches anywhere, for one that Python matches from the beginning.

    Takes literals, classes of listed characters, groups, alternatives, greedy and lazy quantifiers, ``^``, ``\A`` and ``\Z``.
    Raises ValueError for the rest, such as ``$``, ``\d``, ``.``, flags and lookarounds, which differ between the two.
    """
    if pattern.flags & ~re.UNICODE:
        raise ValueError(f"{pattern.pattern!r} has flags, which JSON Schema has not.")
    tokens = _tokens(pattern.pattern)
    written = "".join(_MEANS.get(each) or each.replace("(?P<", "(?<") for each in tokens)
    is_anchored = tokens[:1] in (["^"], [r"\A"]) and not _has_alternatives(tokens)
    return written if is_anchored else f"^(?:{written})"


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise ValueError(f"{text!r} has, from {text[at:]!r} on, what JSON Schema reads otherwise.")
        found.append(token[0])
        at = token.end()
    return found


def _has_alternatives(tokens: list[str]) -> bool:
    """Whether a pattern has alternatives outside of all groups."""
    depth = 0
    for each in tokens:
        depth += each.startswith("(") - (each == ")")
        if each == "|" and not depth:
            return True
    return False


def pattern_of_field(_: Any, field: ma.fields.Field, **__: Any) -> dict[str, Any]:
    """The pattern of a marshmallow field, for apispec."""
    for each in field.validators:
        pattern = each.regex if isinstance(each, ma.validate.Regexp) else None
        if pattern is not None and isinstance(pattern.pattern, str):
            return {"pattern": ecma_pattern(pattern)}
    return {}
