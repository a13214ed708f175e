"""The same log with other hand numbers: what an audit says of it must not depend on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rules.results import Audit

BORDERS = (
    2**7 - 2,
    2**15 - 2,
    2**31 - 2,
)  # low numbers lie before the border of a type, and the next ones behind it
_HAND = re.compile(rb'("hand"\s*:\s*)(\d+)')
# What is stated or expected is the number of a hand.
_STATES_NUMBERS = ("LOG001", "LOG002", "DCK005", "DCK006", "DCK007", "FEE013", "JKP022", "LVL001")
# Where levels go by hands, the first one has number 1.
_BY_NUMBER = ("LVL001", "LVL002", "LVL003", "TRN001", "TRN005")
# Whether somebody sat at the button before is known where the log begins with hand 1, and a room's session begins with it.
_FROM_THE_FIRST = ("STK005", "LOG016")


def renumbered(log: bytes, by: int) -> bytes:
    """A log whose hand numbers are so much higher."""
    return _HAND.sub(lambda found: b"%s%d" % (found[1], int(found[2]) + by), log)


Make = Callable[[int], Audit]  # an audit of the same files with numbers that are so much higher


def alike(make: Make, by: int, what: str = "") -> None:
    """Compare an audit with one of higher numbers in all but words. what: is audited, for the failure."""
    first, second = (
        make(1),
        make(by),
    )  # a log that begins with hand 1 lacks none before it; one that begins later may
    by_hands = _by_hands(first)
    left_out = (*_FROM_THE_FIRST, *(_BY_NUMBER if by_hands else ()))
    expected, found = _facts(first, by - 1, left_out), _facts(second, 0, left_out)
    if by_hands or any(each.code in left_out for each in (*first.findings, *second.findings)):
        del expected["incidents"]  # what is left out is the cause of others
    for name, value in expected.items():
        assert found[name] == value, (what, name, by)


def _by_hands(audit: Audit) -> bool:
    """Whether levels go by the numbers of hands, so that other numbers are another level."""
    return any(each.code == "LVL001" and each.tested + each.untestable for each in audit.coverage)


def _facts(audit: Audit, shift: int, left_out: Sequence[str]) -> dict[str, Any]:
    return {
        "findings": [
            (
                each.code, each.kind, each.severity, None if each.hand is None else each.hand + shift, each.seat, each.player,
                each.line,
                None if each.hands is None else [hand + shift for hand in each.hands], each.money,
                None if each.code in _STATES_NUMBERS else (each.stated, each.expected, each.difference),
            )
            for each in audit.findings
            if each.code not in left_out
        ],
        "incidents": sorted(
            (
                [hand.hand + shift for hand in each.hands], each.seats, each.area, each.severity, len(each.findings),
                each.misallocated, each.misrecorded, repr(each.owes),
            )
            for each in audit.incidents or ()
        ),
        "coverage": [each for each in audit.coverage if each.code not in left_out],
        "money": (audit.hands, audit.testable, audit.money_misallocated),
    }  # fmt: skip
