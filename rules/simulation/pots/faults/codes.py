"""The codes of the findings that faults of pot games produce, by what the replay says of them.

The replay names an act against the rules (`illegal`) and the table's breaches by a code of their own; a comparison of what was
stated with what was due has a name here. Where a check reports one of them under another code, FINDINGS says so.
"""

from __future__ import annotations

RAKE, DROP = "rake", "drop"
POT_AMOUNT, ELIGIBLE, POTS_TOTAL = "pot_amount", "eligible", "pots_total"
AWARD, NET, NET_AND_AWARDS = "award", "net", "net_and_awards"
JACKPOT = "jackpot"
VOID_PAID = "void_paid"
STACK = "stack_differs"

COMPARISONS = (
    RAKE, DROP, POT_AMOUNT, ELIGIBLE, POTS_TOTAL, AWARD, NET, NET_AND_AWARDS, JACKPOT, VOID_PAID,
)  # fmt: skip

FINDINGS: dict[
    str, str
] = {}  # the code of the check, by code or comparison; those that are not listed have none yet


def code_of(name: str) -> str:
    """Under which code a fault's finding is reported."""
    return FINDINGS.get(name, name)
