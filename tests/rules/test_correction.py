"""A log that supersedes another, compared with it: facts, findings, incidents and money."""

from __future__ import annotations

from rules.audit import BytesSource, audit_log, combine
from rules.audit import correction as module
from rules.audit.correction import corrected, of_purged
from rules.results import Audit, Correction
from tests.rules.build import log, session
from tests.rules.test_audit import rotated, table

WRONG = table(2, (9, 3, -4, -8))  # seat 4 is recorded a unit too high, and seat 3 a unit too low


def audited(*events) -> tuple[BytesSource, Audit]:
    source = BytesSource(log(*events))
    return source, audit_log(source)


def superseding(first: BytesSource, *events) -> tuple[BytesSource, Audit]:
    stated = {"sha256": first.sha256, "reason": "hand 2 keyed wrong", "by": "s-104"}
    return audited(session(supersedes=stated), *events)


def compared(first, second) -> Correction:
    before = audited(*first)
    return corrected(before, superseding(before[0], *second))


def by_kind(found: Correction):
    return [(each.unit, each.kind, each.before, each.after, each.gone) for each in found.amounts]


def test_a_finding_and_its_money_go_with_the_fact_that_was_changed():
    """The unit of 100 that seat 4 has of seat 3 in hand 2."""
    before = audited(rotated(1), WRONG, rotated(3))
    after = superseding(before[0], rotated(1), table(2), rotated(3))
    found = corrected(before, after)
    assert (found.room, found.session, found.table) == ("WA-0417", "S-1", "T1")
    assert (found.first_sha256, found.second_sha256) == (before[0].sha256, after[0].sha256)
    assert (found.reason, found.stated_by) == ("hand 2 keyed wrong", "s-104")
    assert (found.sent_by, found.received_at, found.sent) == (None, None, None)
    assert [(each.hand, each.seat, each.field, each.before, each.after) for each in found.facts] == [
        (2, 3, "net", -400, -300),
        (2, 4, "net", -800, -900),
    ]
    assert [(each.before_line, each.after_line) for each in found.facts] == [(3, 3), (3, 3)]
    assert found.facts_in_all == 2
    assert (2, 4, "SCR001") in {(each.hand, each.seat, each.code) for each in found.findings}
    assert found.findings_in_all == len(found.findings)
    assert set(found.incidents) == {each.id for each in before[1].incidents} - {
        each.id for each in after[1].incidents
    }
    assert found.incidents_in_all == len(found.incidents) > 0
    assert by_kind(found) == [("USD", "misallocated", 100, 0, 100)]


def test_money_that_is_known_no_more_is_said_to_be_so():
    """With all rows of the hand left out its result is not known: what was misallocated did not go to 0."""
    wrong = table(2, (8, 4, -3, -9))
    blank = table(2, (8, 4, -3, -9), (None,) * 4)
    found = compared([wrong], [blank])
    assert ("USD", "misallocated", 100, None, None) in by_kind(found)
    assert {each.field for each in found.facts} == {"front", "middle", "back"}
    assert {(each.seat, each.after) for each in found.facts} == {(n, None) for n in (1, 2, 3, 4)}


def test_what_an_audit_leaves_open_and_the_other_does_not_is_an_amount():
    """Nets that do not balance leave 100 to nobody at most; that it is not known goes with them."""
    found = compared([table(1, (9, 3, -3, -8))], [table(1)])
    [one] = [each for each in found.amounts if each.kind == "to_nobody"]
    assert (one.before, one.after, one.gone) == (None, 0, None)
    assert (one.before_not_known.hands, one.before_not_known.bound, one.after_not_known.hands) == (1, 100, 0)


def test_a_correction_that_says_the_same_changes_nothing():
    found = compared([rotated(1), WRONG], [rotated(1), WRONG])
    assert (found.facts, found.findings, found.incidents, found.amounts) == ([], [], [], [])
    counted = found.facts_in_all, found.findings_in_all, found.new_findings, found.changed_findings
    assert counted == (0, 0, 0, 0)


def test_what_only_the_second_log_shows_is_counted_apart():
    found = compared([rotated(1)], [table(1, (9, 3, -4, -8))])
    assert (found.findings, found.findings_in_all) == ([], 0)
    assert found.new_findings
    assert by_kind(found) == [("USD", "misallocated", 0, 100, -100)]


def test_so_many_facts_are_listed_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(module, "MOST", 3)
    found = compared([rotated(1), rotated(2)], [rotated(2)])
    assert (len(found.facts), found.facts_in_all) == (1, 1)
    found = compared([rotated(1, dealer=1)], [rotated(2, dealer=2)])
    assert (len(found.facts), found.facts_in_all) == (2, 2)
    found = compared([table(1)], [table(1, (0, 0, 0, 0))])
    assert (len(found.facts), found.facts_in_all) == (3, 4)
    assert (len(found.findings), found.findings_in_all) == (0, 0)


def test_of_a_log_that_is_not_kept_only_what_the_second_says_is_known():
    _, audit = superseding(BytesSource(b""), rotated(1))
    found = of_purged(audit.log, "0" * 64)
    assert (found.first_sha256, found.reason, found.facts_in_all, found.findings_in_all) == (
        "0" * 64,
        "hand 2 keyed wrong",
        None,
        None,
    )


def test_audits_of_several_logs_list_the_corrections_among_them():
    from msgspec.structs import replace

    before = audited(WRONG)
    second = superseding(before[0], rotated(2))
    one = replace(second[1], correction=corrected(before, second))
    other = audit_log(BytesSource(log(session(session="S-2"), rotated(1))))
    both = combine([other, one])
    assert (both.correction, both.corrections) == (None, [one.correction])
    assert (one.corrections, one.corrected, other.corrected) == (None, [one.correction], [])
