"""An audit's findings compared with the answer key of a simulated log."""

from collections import defaultdict

from tests.rules.checked import checks_of

REPORTED = ("violation", "discrepancy")


def findings_of(log, without=()):
    """Violations and discrepancies, as (hand, seat, code)."""
    return [
        (each.hand, each.seat, each.code)
        for each in checks_of(log).findings
        if each.kind in REPORTED and each.code not in without
    ]


def missed(key, findings):
    """What the key says must be found and was not: (fault, hand, seat, code)."""
    there = set(findings) | {(hand, None, code) for hand, _, code in findings}
    wanted = (
        (entry.kind, each.hand if each.hand is not None else entry.hand, each.seat, each.code)
        for entry in key
        for each in entry.must
    )
    return [each for each in wanted if each[1:] not in there]


BEGUN_OTHERWISE = "STK010"  # a hand that was written down wrong contradicts the stacks of the one after it
TOOK_OTHERWISE = "STK014"  # and what its players took along after it
LEFT_OTHERWISE = "STK011"  # and the chips that are left over
SAT_OTHERWISE = "STK025"  # of players who were written down at each other's seats, whose chips were not


def false_alarms(key, findings):
    """Findings that no entry of the key asks for or allows."""
    allowed = defaultdict(set)
    for entry in key:
        for hand in (entry.hand, None if entry.hand is None else entry.hand + 1):
            allowed[hand, BEGUN_OTHERWISE].add(None)
        allowed[entry.hand, TOOK_OTHERWISE].add(None)
        for hand in (entry.hand, None if entry.hand is None else entry.hand - 1):
            allowed[hand, SAT_OTHERWISE].add(None)
        allowed[None, LEFT_OTHERWISE].add(None)
    for entry in key:
        for each in entry.must:
            allowed[each.hand if each.hand is not None else entry.hand, each.code].add(each.seat)
        for code in entry.may:
            allowed[entry.hand, code].add(None)
    return [(hand, seat, code) for hand, seat, code in findings if not allowed[hand, code] & {seat, None}]
