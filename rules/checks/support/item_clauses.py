"""The clause of a finding about one item of a list of parameters: a level, a colour-up, a jackpot."""

from __future__ import annotations

from rules.clauses import CONVENTION
from rules.controls.sections.base import Item


def clause_of(item: Item, path: str) -> str:
    """The first clause that the item cites; ``convention:PATH`` where it cites none. path: of the list."""
    cites = [clause for clause in item.clauses if clause != CONVENTION]
    return cites[0] if cites else f"{CONVENTION}:{path}"
