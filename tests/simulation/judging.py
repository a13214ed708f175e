"""An audit's findings held against the answer key of a simulated log."""

from collections import defaultdict

from rules.audit import BytesSource, audit_log

TOLD = ("violation", "discrepancy")


def findings_of(log):
    """Violations and discrepancies, as (hand, seat, code)."""
    audit = audit_log(BytesSource(log))
    assert audit.complete, audit.failures
    return [(each.hand, each.seat, each.code) for each in audit.findings if each.kind in TOLD]


def missed(key, findings):
    """What the key says must be found and was not: (fault, hand, seat, code)."""
    there = set(findings) | {(hand, None, code) for hand, _, code in findings}
    wanted = (
        (entry.kind, each.hand if each.hand is not None else entry.hand, each.seat, each.code)
        for entry in key
        for each in entry.must
    )
    return [each for each in wanted if each[1:] not in there]


def false_alarms(key, findings):
    """Findings that no entry of the key asks for or allows."""
    allowed = defaultdict(set)
    for entry in key:
        for each in entry.must:
            allowed[each.hand if each.hand is not None else entry.hand, each.code].add(each.seat)
        for code in entry.may:
            allowed[entry.hand, code].add(None)
    return [(hand, seat, code) for hand, seat, code in findings if not allowed[hand, code] & {seat, None}]
