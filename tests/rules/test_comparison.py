"""Two audits compared: what is gone, new and changed, and what differs in their basis."""

import datetime as dt
from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.audit import BytesSource, audit_log, combine, compare
from rules.audit.audit_comparison import AuditComparison
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import load
from rules.results import Engine, Failure
from rules.version import JUDGEMENT
from tests.reports import samples
from tests.rules.build import audited, found, log, session
from tests.rules.rulesets import BASE
from tests.rules.test_audit import rotated, table

WRONG = table(2, (9, 3, -3, -8))  # seat 4 is recorded a unit too high


def of(comparison, which):
    return [(each.hand, each.seat, each.code) for each in getattr(comparison, which)]


# ------------------------------------------------------------------------------------------- known answers


def test_the_same_log_under_the_same_controls_differs_in_nothing():
    audit = audited(rotated(1), WRONG)
    reported = compare(audit, audited(rotated(1), WRONG))
    assert (reported.gone, reported.new, reported.changed, reported.unchanged) == (
        [],
        [],
        [],
        len(audit.findings),
    )
    assert (reported.known, reported.logs, reported.coverage) == ([], [], [])
    assert reported.before == reported.after


def test_a_correction_takes_a_finding_away_and_brings_another():
    """The corrected file has hand 2 right, and hand 3 wrong by two units. All hands are one deal, in both files."""
    first = audited(rotated(1), WRONG, rotated(3))
    second = audited(
        session(supersedes={"sha256": first.log.sha256, "reason": "keyed wrong", "by": "D-7"}),
        rotated(1), table(2, (9, 3, -3, -9)), table(3, (9, 3, -3, -7)),
    )  # fmt: skip
    reported = compare(first, second)
    assert {(2, 4, "SCR001")} <= set(of(reported, "gone"))
    assert {(3, 4, "SCR001")} <= set(of(reported, "new"))
    assert {each[0] for each in of(reported, "gone") if not each[2].startswith("DCK")} == {2}
    assert {each[0] for each in of(reported, "new") if not each[2].startswith("DCK")} == {3}
    [one] = reported.logs
    assert (one.room, one.session) == ("WA-0417", "S-1")
    assert (one.before.sha256, one.after.sha256) == (first.log.sha256, second.log.sha256)
    assert one.after.supersedes_sha256 == one.before.sha256
    assert (reported.before.money_misallocated, reported.after.money_misallocated) == (0, 0)


def test_another_fact_of_one_seat_and_code_is_a_change():
    first, second = audited(WRONG), audited(table(2, (9, 3, -3, -7)))
    reported = compare(first, second)
    assert [
        (each.before.code, each.same_fact) for each in reported.changed if each.before.code == "SCR001"
    ] == [("SCR001", False)]
    [one] = [each for each in reported.changed if each.before.code == "SCR001"]
    assert (one.before.stated, one.after.stated, one.before.money, one.after.money) == (-800, -700, 100, 200)
    assert {"stated", "difference", "money", "message", "fingerprint"} == set(one.changed)
    assert of(reported, "gone") == of(reported, "new") == []


def test_the_same_fact_under_other_controls_is_a_change_of_severity():
    """A revision that calls a wrong net critical: the fact and its fingerprint stay."""
    graver = BASE + '\n[severity]\nSCR001 = "critical"\n'
    events = [session(ruleset="base"), WRONG]
    first, second = (audited(*events, library=load({"1": text})) for text in (BASE, graver))
    reported = compare(first, second)
    [one] = reported.changed
    assert (one.same_fact, one.changed) == (True, ["severity"])
    assert (one.before.severity, one.after.severity) == ("major", "critical")
    assert reported.unchanged == len(first.findings) - 1
    named = {each.what: (each.before, each.after) for each in reported.known}
    assert set(named) == {"ruleset library", "ruleset base@1"}
    assert named["ruleset base@1"] == (first.rulesets[0].digest, second.rulesets[0].digest)


def test_a_line_that_moved_changes_nothing():
    tip = {"event": "toke", "at": "2026-03-14T20:00:00-07:00", "seat": 1, "player": "P1", "amount": 5}
    reported = compare(audited(WRONG), audited(session(), tip, WRONG))
    assert (reported.gone, reported.new, reported.changed) == ([], [], [])
    assert len(reported.logs) == 1  # it is another file


def test_a_late_log_and_one_that_is_left_out():
    audits = [audited(session(session=name), WRONG) for name in ("S-1", "S-2", "S-3")]
    reported = compare(combine(audits[:2]), combine(audits[1:]))
    assert [(each.session, each.before is None, each.after is None) for each in reported.logs] == [
        ("S-1", False, True), ("S-3", True, False),
    ]  # fmt: skip
    assert {each.session for each in reported.gone} == {"S-1"}
    assert {each.session for each in reported.new} == {"S-3"}
    assert reported.unchanged == len(audits[1].findings)
    assert (reported.before.hands, reported.after.hands) == (2, 2)


@pytest.mark.slow
def test_a_changed_room_is_reported():
    data, night = BytesSource(log(WRONG)), dt.time(6)
    rooms = [
        None,
        Room("WA-0417", (TermsOfRoom("America/Los_Angeles", night, licence_class="E", tables=5),)),
        Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(4), licence_class="F", tables=5),)),
    ]
    audits = [audit_log(data, room=room) for room in rooms]
    named = [
        {each.what: (each.before, each.after) for each in compare(one, other).known}
        for one, other in zip(audits, audits[1:], strict=False)
    ]
    assert named[0]["gaming day of the room"] == (None, "WA-0417: America/Los_Angeles, from 06:00")
    assert named[0]["licence of the room"] == (None, "WA-0417: class E, 5 tables")
    assert named[1] == {
        "gaming day of the room": (
            "WA-0417: America/Los_Angeles, from 06:00", "WA-0417: America/Los_Angeles, from 04:00",
        ),
        "licence of the room": ("WA-0417: class E, 5 tables", "WA-0417: class F, 5 tables"),
    }  # fmt: skip


def test_the_room_of_several_logs_is_known_where_it_is_one():
    room = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(6)),))
    other = Room("WA-0417", (TermsOfRoom("America/Denver", dt.time(6)),))

    def at(day, where):
        opened = session(session=day, opened_at=f"{day}T16:00:00-07:00")
        return audit_log(BytesSource(log(opened, rotated(1))), room=where)

    both = combine([at("2026-03-15", room), at("2026-03-14", room)])
    assert (both.room.id, both.room.day, both.room.zone) == ("WA-0417", "2026-03-14", "America/Los_Angeles")
    assert combine([at("2026-03-14", room), at("2026-03-15", other)]).room is None
    assert combine([at("2026-03-14", room), at("2026-03-15", None)]).room is None


def test_a_changed_engine_and_a_failed_check_are_reported():
    first = audited(WRONG)
    broken = [Failure(code="SCR001", message="The check SCR001 failed.")]
    second = replace(
        first, engine=Engine(version="9.0", library=first.engine.library), complete=False, failures=broken,
        what_if=True,
    )  # fmt: skip
    reported = compare(first, second)
    assert [(each.what, each.before, each.after) for each in reported.known] == [
        ("engine version", first.engine.version, "9.0"),
        ("judgement", f"{JUDGEMENT}", None),
        ("controls applied", "those in force", "a what-if"),
        ("checks that failed to run", None, "SCR001"),
    ]


def test_changed_coverage_is_reported_by_check():
    first, second = audited(rotated(1), WRONG), audited(rotated(1), rotated(2))
    reported = {
        each.code: (each.before.differing, each.after.differing) for each in compare(first, second).coverage
    }
    assert reported["SCR001"] == (1, 0)
    assert set(reported) == {
        one.code for one, other in zip(first.coverage, second.coverage, strict=True) if one != other
    }
    without = replace(first, coverage=[each for each in first.coverage if each.code != "SCR001"])
    [gone] = compare(first, without).coverage
    assert (gone.code, gone.before, gone.after) == ("SCR001", first.coverage[first_of(first)], None)


def first_of(audit):
    return [each.code for each in audit.coverage].index("SCR001")


def test_findings_of_two_hands_with_one_number_are_distinguished():
    twice = audited(WRONG, WRONG)
    reported = compare(twice, audited(WRONG))
    assert len([each for each in reported.gone if each.code == "SCR001"]) == 1
    assert len(found(twice, "SCR001")) == 2


def test_a_comparison_can_be_written_and_read_again():
    reported = compare(audited(rotated(1), WRONG), audited(rotated(1), table(2, (9, 3, -3, -7)), rotated(4)))
    assert msgspec.json.decode(msgspec.json.encode(reported), type=AuditComparison) == reported


# ------------------------------------------------------------------------------------------- what always holds

FINDINGS = st.lists(
    st.builds(
        lambda hand, seat, code, fact, money, severity, line: samples.finding(
            hand, seat=seat, code=code, money=money, severity=severity, line=line,
            fingerprint=f"{hand} {seat} {code} {fact}",
        ),
        st.sampled_from([None, 1, 2]), st.sampled_from([None, 1]), st.sampled_from(["SCR001", "PAY001"]),
        st.integers(0, 2), st.sampled_from([None, 5, 6]), st.sampled_from(["major", "minor"]), st.integers(1, 2),
    ),
    max_size=12,
)  # fmt: skip


def key(finding):
    return msgspec.json.encode(finding)


def counted(findings):
    return Counter(map(key, findings))


@given(FINDINGS, FINDINGS)
def test_each_finding_is_in_one_class(before, after):
    """Also where a fingerprint occurs twice, as in an audit of a log and its correction."""
    reported = compare(samples.audit(before), samples.audit(after))
    assert len(before) == len(reported.gone) + len(reported.changed) + reported.unchanged
    assert len(after) == len(reported.new) + len(reported.changed) + reported.unchanged
    for side, alone in (("before", reported.gone), ("after", reported.new)):
        listed = counted(before if side == "before" else after)
        rest = listed - counted(alone) - counted(getattr(each, side) for each in reported.changed)
        assert rest.total() == reported.unchanged
    assert not {each.fingerprint for each in reported.gone} & {each.fingerprint for each in reported.new}
    for each in reported.changed:
        assert each.changed
        assert each.same_fact == (each.before.fingerprint == each.after.fingerprint)
        assert (each.before.hand, each.before.seat, each.before.code) == (
            each.after.hand, each.after.seat, each.after.code,
        )  # fmt: skip


@given(FINDINGS)
def test_an_audit_compared_with_itself_is_unchanged(findings):
    audit = samples.audit(findings)
    reported = compare(audit, audit)
    assert (
        reported.gone,
        reported.new,
        reported.changed,
        reported.known,
        reported.logs,
        reported.coverage,
    ) == (
        [],
        [],
        [],
        [],
        [],
        [],
    )
    assert reported.unchanged == len(findings)


@given(FINDINGS, FINDINGS)
def test_the_other_way_round_gone_is_new(before, after):
    one, other = samples.audit(before), samples.audit(after)
    there, back = compare(one, other), compare(other, one)
    assert (there.gone, there.new, there.unchanged) == (back.new, back.gone, back.unchanged)
    assert Counter((key(each.before), key(each.after)) for each in there.changed) == Counter(
        (key(each.after), key(each.before)) for each in back.changed
    )
    assert (there.before, there.after) == (back.after, back.before)
