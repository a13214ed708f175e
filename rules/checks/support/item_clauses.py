"""Clause of a finding about one item of a list of parameters."""

from __future__ import annotations

from rules.clauses import CONVENTION
from rules.controls.sections.base import Item


def clause_of(item: Item, path: str) -> str:
    """First clause of the item; without one ``convention:PATH``, with the list's path."""
    cites = [clause for clause in item.clauses if clause != CONVENTION]
    return cites[0] if cites else f"{CONVENTION}:{path}"
