"""Titles of incidents without their place, for rows that name it."""

from __future__ import annotations

import re

from rules.audit.incidents.explained_by_ruleset import RULESET
from rules.audit.incidents.groups import Pattern
from rules.audit.incidents.titles import said_of, template_of, words_of_several
from rules.results import Finding

_SUBJECTS = ("{whose} ", "{who} ", "{player} ", "{entry} ")
_AS_RECORDED = (
    "{player}",
    "Player {player}",
)  # titles that begin with an id, or with a word that stays beside it
_SEAT = re.compile(r" Seat (?=[0-9])")


def short_title(root: Finding, pattern: Pattern | None) -> str:
    """Fault in few words: ``foul was missed`` for "Seat 2's foul was missed"."""
    if pattern is not None and pattern.parameter.startswith(RULESET):
        return f"results fit {pattern.parameter.removeprefix(RULESET)}{_whose(pattern)}"
    template, one = template_of(root), pattern is None
    if one and (together := words_of_several(root)) is not None:
        return together[1]
    for subject in _SUBJECTS:
        if template.startswith(subject):
            said = said_of(template.removeprefix(subject), root, one, capital=False)
            return f"{_SEAT.sub(' seat ', said)}{_whose(pattern)}"
    said = said_of(template, root, one)
    first = said if template.startswith(_AS_RECORDED) else said[:1].lower() + said[1:]
    return f"{_SEAT.sub(' seat ', first)}{_whose(pattern)}"


def _whose(pattern: Pattern | None) -> str:
    if pattern is None or pattern.who is None:
        return ""
    return f" ({pattern.scope.split()[0]} {pattern.who})"
