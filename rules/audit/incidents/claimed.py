"""Findings and money by the rules that a log names, joined to the finding of that claim."""

from __future__ import annotations

import numpy as np

from rules.audit.incidents.cases import Cases
from rules.audit.incidents.groups import Groups
from rules.audit.incidents.incident_places import Positions
from rules.audit.money.claims import Claimed
from rules.findings.finding_columns import NONE
from rules.hands import Flags

CODE = "CTL003"  # the finding that a log names other rules than the approved ones
_BY_THE_RULES = ("SCR001", "SCR005", "PAY001", "SUR001", "SUR002", "POT001", "POT002", "POT009", "POT010")
_FEES = ("FEE001", "FEE007", "FEE009", "FEE010", "FEE033", "FEE034", "FEE035")


def held_by_claim(cases: Cases, holder: Positions, claimed: Flags) -> Positions:
    """Holders (A,) or (F,) of money, the claim's finding where money follows from it."""
    case = _case_of(cases)
    return holder if case == NONE else np.where(claimed, np.int32(case), holder).astype(np.int32)


def merge_claimed(groups: Groups, claimed: Claimed) -> None:
    """Merge findings that follow from the named rules with the claim's."""
    cases = groups.cases
    case = _case_of(cases)
    if case == NONE or not claimed.any:
        return
    target = int(groups.of_case[case])
    for codes, of_hand, mask in (
        (_BY_THE_RULES, groups.astray.hand, claimed.astray),
        (_FEES, groups.fees.hand, claimed.fees),
    ):
        hands = np.setdiff1d(of_hand[mask], of_hand[~mask])
        listed = [at for at, code in enumerate(cases.codes) if code in codes]
        members = groups.alone & (groups.root != NONE)
        members &= np.isin(cases.code[groups.root], listed)
        members[groups.hand_group[~np.isin(groups.hand, hands)]] = False
        members[target] = False
        groups.join(np.flatnonzero(members), target)


def _case_of(cases: Cases) -> int:
    listed = [at for at, each in enumerate(cases.codes) if each == CODE]
    found = np.flatnonzero(np.isin(cases.code, listed))
    return int(found[0]) if len(found) else NONE
