"""The parameters of a ruleset as a tournament needs them, where a ruleset says nothing of a subject too."""

from __future__ import annotations

from rules.controls.sections.tournaments import Rounding

# What no document prices, for a ruleset that has no prizes of its own (convention; AMB-OLY-prize-round).
PLAIN_ROUNDING = Rounding(unit_money=1, left="best_places_one_each")
BP = 10_000  # basis points of the whole
