"""Findings that disappear under a diagnosed ruleset: they are one incident."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.audit.incidents.cases import Group, Pattern
from rules.audit.incidents.patterns import together

RULESET = "ruleset "  # what the parameter of such a pattern begins with
_BY_THE_RULES = ("SCR001", "SCR005", "PAY001", "SUR001", "SUR002", "POT001", "POT002", "SET005")


@dataclass(frozen=True)
class Explained:
    """Hands whose results fit another ruleset (``id@revision``) than their own. scope: session, dealer or player.

    player: whose results alone it explains; None: whole hands. first and last: of the stretch, where it is one; None: of the
    whole session.
    """

    ruleset: str
    hands: frozenset[int]
    scope: str = "session"
    who: str | None = None
    player: str | None = None
    first: int | None = None
    last: int | None = None

    def explains(self, group: Group) -> bool:
        """Whether what was found would not be found under the other ruleset."""
        return (
            bool(group.cases)
            and group.pattern is None
            and group.root.finding.code in _BY_THE_RULES
            and group.hands <= self.hands
            and (self.player is None or any(case.finding.player == self.player for case in group.cases))
        )


def set_apart(groups: Sequence[Group], diagnosed: Sequence[Explained]) -> list[Group]:
    """Groups with those that a diagnosis explains made one, each diagnosis in its turn."""
    left = list(groups)
    for each in diagnosed:
        mine = [group for group in left if each.explains(group)]
        if not mine:
            continue
        stretch = "" if each.first is None else f" {each.first}-{each.last}"
        one = together(mine, Pattern(f"{RULESET}{each.ruleset}", 0, f"{each.scope}{stretch}", each.who))
        gone = {id(group) for group in mine[1:]}
        left = [one if group is mine[0] else group for group in left if id(group) not in gone]
    return left
