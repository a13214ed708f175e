"""Findings whose own amounts count in a log's money."""

from __future__ import annotations

from collections.abc import Iterable

from rules.parties import is_player
from rules.results import Finding


def counted(findings: Iterable[Finding]) -> list[Finding]:
    """Findings whose own amounts count. Collections of time count under one limit: the one that forbids them,
    else the largest sum.
    """
    found = [each for each in findings if each.money_kind and each.money]
    of_time = [each for each in found if each.code in _OF_TIME]
    if barred := [each for each in of_time if each.code in _BARRED]:
        of_time = barred
    else:
        sums = {code: sum(each.money or 0 for each in of_time if each.code == code) for code in _LIMITS}
        of_time = [each for each in of_time if each.code == max(_LIMITS, key=lambda code: sums[code])]
    return [each for each in found if each.code not in _OF_TIME] + of_time


_BARRED, _LIMITS = ("FEE003", "FEE031", "FEE036"), ("FEE011", "FEE014", "FEE019")
_OF_TIME = (*_BARRED, *_LIMITS)


def counts(finding: Finding) -> int:
    """Amount that a finding adds to its kind; for misallocated only the part of the party that lacks it."""
    return 0 if finding.money_kind == "misallocated" and signed(finding) < 0 else finding.money or 0


def signed(finding: Finding) -> int:
    """Amount that a finding's party lacks: expected less stated."""
    stated, expected = finding.stated, finding.expected
    both = isinstance(stated, int) and isinstance(expected, int)
    return expected - stated if both else finding.money or 0  # type: ignore[operator]  # both are numbers


def taker(finding: Finding) -> str:
    """House or account of a finding about a fee."""
    return finding.party if finding.party is not None and not is_player(finding.party) else "house"
