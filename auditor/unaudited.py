"""Parameters that an audit's revisions state, and that no audit reads."""

from __future__ import annotations

from collections.abc import Iterable

from rules.controls.library import Library
from rules.controls.stated_only import unaudited_by_ruleset
from rules.results import RulesetUsed


def unaudited(used: Iterable[RulesetUsed], library: Library) -> dict[str, list[str]]:
    """General paths by revision (``id@revision``), so far as the library has the revision; those without any are left out."""
    names = {f"{each.id}@{each.revision}" for each in used}
    return unaudited_by_ruleset(each for each in library.revisions() if str(each) in names)
