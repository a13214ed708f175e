"""Request of ledgers, with its bounds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from rules.controls.library import library
from rules.controls.ruleset import Ruleset
from rules.ledgers.ledger_accounts import SECTIONS, is_for

MOST = 24  # months


class LedgerRequest(Struct, frozen=True, dict=True):
    """Ledgers, one a month from January 2026. Raises ValueError for what cannot be simulated."""

    ruleset: Ruleset
    months: int
    seed: int
    room: str = "WA-0417"

    def __post_init__(self) -> None:
        if not any(is_for(self.ruleset, kind) for kind in SECTIONS):
            raise ValueError(f"{self.ruleset} is for no account of a ledger ({self.ruleset.family})")
        if not 1 <= self.months <= MOST:
            raise ValueError(f"{self.months} months: a simulation has 1 to {MOST}")

    @cached_property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """Ruleset of each kind of account: the requested one, else the first by its author."""
        authors = (each for each in library().revisions() if each.authority == self.ruleset.authority)
        having = [self.ruleset, *(each for each in authors if not each.abstract)]
        found = {kind: next((each for each in having if is_for(each, kind)), None) for kind in SECTIONS}
        return {kind: each for kind, each in found.items() if each is not None}
