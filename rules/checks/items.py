"""What a finding cites that tests one item of a list of parameters: a level, a colour-up, a jackpot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.clauses import CONVENTION
from rules.controls.ruleset import as_list


def clause_of(item: Mapping[str, Any], path: str) -> str:
    """The first clause that the item cites; ``convention:PATH`` where it cites none. path: of the list."""
    cites = [clause for clause in as_list(item.get("cite", [])) if clause != CONVENTION]
    return cites[0] if cites else f"{CONVENTION}:{path}"
