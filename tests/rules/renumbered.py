"""The same log with other hand numbers: what an audit says of it must not depend on them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rules.audit import BytesSource, audit_log
from rules.results import Audit

BORDERS = (
    2**7 - 2,
    2**15 - 2,
    2**31 - 2,
)  # low numbers lie before the border of a type, and the next ones behind it
_HAND = re.compile(rb'("hand"\s*:\s*)(\d+)')
_STATES_NUMBERS = (
    "LOG001",
    "LOG002",
    "DCK005",
    "DCK006",
    "DCK007",
    "LVL001",
)  # what is stated or expected is the number of a hand
_BY_NUMBER = (
    "LVL001",
    "LVL002",
    "LVL003",
    "TRN001",
    "TRN005",
)  # where levels go by hands, the first one has number 1


def renumbered(log: bytes, by: int) -> bytes:
    """A log whose hand numbers are so much higher."""
    return _HAND.sub(lambda found: b"%s%d" % (found[1], int(found[2]) + by), log)


def alike(log: bytes, by: int, **how: Any) -> None:
    """Audit a log, and the same one with higher numbers, and compare all but words."""
    first, second = (audit_log(BytesSource(each), **how) for each in (log, renumbered(log, by)))
    left_out = _BY_NUMBER if _by_hands(first) else ()
    expected, found = _facts(first, by, left_out), _facts(second, 0, left_out)
    for name, value in expected.items():
        assert found[name] == value, (name, by)


def _by_hands(audit: Audit) -> bool:
    """Whether levels go by the numbers of hands, so that other numbers are another level."""
    return any(each.code == "LVL001" and each.tested + each.untestable for each in audit.coverage)


def _facts(audit: Audit, shift: int, left_out: Sequence[str]) -> dict[str, Any]:
    return {
        "findings": [
            (
                each.code, None if each.hand is None else each.hand + shift, each.seat, each.player, each.line,
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
            for each in (audit.incidents or () if not left_out else ())
        ),
        "coverage": [each for each in audit.coverage if each.code not in left_out],
        "money": (audit.hands, audit.testable, audit.money_misallocated),
    }  # fmt: skip
