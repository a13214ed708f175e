"""Findings that disappear under a diagnosed ruleset, as one incident."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from rules.audit.incidents.groups import Groups, Pattern
from rules.hands import Flags, Ints

RULESET = "ruleset "  # what the parameter of such a pattern begins with
_BY_THE_RULES = ("SCR001", "SCR005", "PAY001", "SUR001", "SUR002", "POT001", "POT002", "SET005")


class ExplainedHands(Struct, frozen=True, eq=False):
    """Hands whose results fit another ruleset (``id@revision``). scope: session, dealer or player.

    player: the only one whose results it explains; None: whole hands. first, last: of the stretch; None: the session.
    """

    ruleset: str
    hands: Ints
    scope: str = "session"
    who: str | None = None
    player: str | None = None
    first: int | None = None
    last: int | None = None

    def explains(self, groups: Groups) -> Flags:
        """(G,) groups that the other ruleset would not have."""
        cases = groups.cases
        by_the_rules = [at for at, code in enumerate(cases.codes) if code in _BY_THE_RULES]
        found = groups.alone & (groups.root >= 0)
        found &= np.isin(cases.code[groups.root], by_the_rules) if len(cases) else found
        found[groups.hand_group[~np.isin(groups.hand, self.hands)]] = False
        if self.player is not None:
            mine = cases.players.index(self.player) if self.player in cases.players else len(cases.players)
            found &= groups.any_case(cases.player == mine)
        return found


def merge_explained(groups: Groups, diagnosed: Sequence[ExplainedHands]) -> None:
    """Merge the groups that each diagnosis explains."""
    for each in diagnosed:
        members = np.flatnonzero(each.explains(groups))
        if len(members):
            stretch = "" if each.first is None else f" {each.first}-{each.last}"
            groups.merge(members, Pattern(f"{RULESET}{each.ruleset}", 0, f"{each.scope}{stretch}", each.who))
