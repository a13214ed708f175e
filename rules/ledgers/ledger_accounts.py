"""Rulesets for kinds of accounts."""

from __future__ import annotations

from collections.abc import Mapping

from rules.controls.ruleset import Ruleset

# The section that a ruleset for a kind of account has. Accounts of any other kind have balances only.
SECTIONS: Mapping[str, str] = {
    "jackpot": "jackpot_pool",
    "ranking": "ranking_points",
    "tournament_royal": "royal",
}


def is_for(ruleset: Ruleset, kind: str) -> bool:
    """Whether a ruleset describes a kind of account."""
    section = SECTIONS.get(kind)
    return section is not None and getattr(ruleset.sections, section) is not None
