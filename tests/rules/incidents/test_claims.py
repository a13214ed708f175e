"""Logs that name other rules than the room's approved controls: the approved ones decide, and the claim has its money apart."""

import datetime as dt

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import APPROVED, library, load
from tests.cases.money import EVASIONS, cases, evasion
from tests.rules.build import A, B, found, hand, log, seat, session
from tests.rules.filed import controls

PACIFIC = TermsOfRoom("America/Los_Angeles", dt.time(6), authority="wsgc", licence_class="F")
NOON = "2026-03-14T12:00:00-07:00"


def approved(text, room_id, ruleset="wa-0500-thirteen"):
    """The library with a room's approved controls, and the room."""
    return {
        "library": load({"own": text}, library(), APPROVED),
        "room": Room(room_id, (PACIFIC,), (ruleset,)),
    }


def owed(audit):
    """What each player is owed (+), or owes."""
    return {each.player: each.owed for each in audit.restitution if each.owed}


def test_md_45_what_was_paid_under_named_rules_is_one_incident_with_the_money_between_both():
    [case] = [each for each in cases() if each["id"] == "MD-45"]
    data = log(*case["files"]["log"])
    audit = audit_log(BytesSource(data), **approved(case["controls"], "TEST-1"))
    [total] = audit.money
    assert (total.misallocated, total.over_collected, total.under_collected) == (600, 0, 0)
    assert owed(audit) == case["expected"]["owed"]
    repaid = [[each.debtor, each.creditor, each.amount] for each in audit.repayments]
    assert sorted(repaid) == sorted(case["expected"]["repayments"])
    [incident] = audit.incidents
    [claim] = found(audit, "CTL003")
    assert (incident.root, incident.misallocated, incident.hands_of) == (claim.fingerprint, 600, 1)
    assert (claim.stated, claim.expected, claim.hands) == ("wsgc-1-6", "wa-0500-thirteen", [1])
    assert "They were audited under wa-0500-thirteen@1 (" in claim.message
    assert {each.id for each in audit.played} == {"wa-0500-thirteen"}
    assert (audit.controls_decided, audit.what_if) == ("approved", False)


def test_a_session_paid_under_another_scoring_has_its_money_in_the_claim(tmp_path):
    """Approved 2-4, named and paid 1-6: nothing differs from what was named."""
    text = (EVASIONS / "controls.toml").read_text("utf-8")
    source = BytesSource(evasion("other-scoring-named", tmp_path).read_bytes())
    audit = audit_log(source, **approved(text, "WA-0500"))
    [claim] = found(audit, "CTL003")
    money = [each for each in audit.incidents if each.misallocated]
    assert [each.root for each in money] == [claim.fingerprint]
    assert money[0].misallocated == audit.money_misallocated == 16_900
    assert money[0].hands_of == 40
    assert sum(owed(audit).values()) == 0


def two_hands(*nets, **fields):
    """Hands that A wins from B in every row: 400 under 2-4, 600 under 1-6."""
    hands = [
        hand(at, seat(1, A, net), seat(2, B, -net), at=NOON, fees=[], **fields)
        for at, net in enumerate(nets, 1)
    ]
    return audit_log(
        BytesSource(log(session(ruleset="wsgc-1-6"), *hands)),
        **approved(controls(fees=None), "WA-0417", "wa-0417-thirteen"),
    )


def test_what_differs_from_the_named_rules_as_well_is_an_incident_of_its_own():
    """In hand 2 seat 1 got 700 where 600 was claimed and 400 due: 200 by the claim, 100 beside it."""
    audit = two_hands(600, 700)
    [claim] = found(audit, "CTL003")
    by_root = {each.root: each for each in audit.incidents}
    assert (by_root[claim.fingerprint].misallocated, by_root[claim.fingerprint].hands_of) == (400, 2)
    [other] = [each for each in audit.incidents if each.root != claim.fingerprint and each.misallocated]
    assert (other.misallocated, [each.hand for each in other.hands]) == (100, [2])
    assert {each.fingerprint for each in found(audit, "SCR001") if each.hand == 2} == set(other.findings)
    assert audit.money_misallocated == sum(each.misallocated or 0 for each in audit.incidents) == 500
    assert owed(audit) == {"P1": -500, "P2": 500}


def test_a_hand_that_was_paid_as_due_has_no_money_whatever_was_named():
    """400 was due and paid, where the log names rules that make it 600."""
    audit = two_hands(400)
    assert (owed(audit), audit.money_misallocated, found(audit, "SCR001")) == ({}, 0, [])
    [claim] = found(audit, "CTL003")
    assert [each.misallocated for each in audit.incidents if each.root == claim.fingerprint] == [0]


def test_hands_of_a_day_before_the_first_approval_are_decided_by_what_is_named():
    hands = [
        hand(number, seat(1, A, 600), seat(2, B, -600), at=f"2026-03-{day}T20:00:00-07:00", fees=[])
        for number, day in ((1, 13), (2, 14))
    ]
    line = session(ruleset="wsgc-1-6", opened_at="2026-03-13T16:00:00-07:00")
    filed = approved(controls(1, "2026-03-14", fees=None), "WA-0417", "wa-0417-thirteen")
    audit = audit_log(BytesSource(log(line, *hands)), **filed)
    assert [(each.id, each.hands) for each in audit.played] == [("wsgc-1-6", 1), ("wa-0417-thirteen", 1)]
    [claim] = found(audit, "CTL003")
    assert (claim.hands, audit.controls_decided, audit.money_misallocated) == ([2], "named", 200)


def test_what_a_log_names_need_not_be_anything_that_there_is():
    hands = hand(1, seat(1, A, 600), seat(2, B, -600), at=NOON, fees=[])
    filed = approved(controls(fees=None), "WA-0417", "wa-0417-thirteen")
    audit = audit_log(BytesSource(log(session(ruleset="house-rules"), hands)), **filed)
    [claim] = found(audit, "CTL003")
    assert (claim.stated, audit.money_misallocated) == ("house-rules", 200)


def test_an_earlier_revision_of_the_rooms_own_that_a_log_pins_is_a_claim():
    later = controls(2, "2026-02-01", fees=None, ruleset={"extends": ["wsgc-1-6@1"]})
    shelf = load({"one": controls(fees=None), "two": later}, library(), APPROVED)
    hands = hand(1, seat(1, A, 400), seat(2, B, -400), at=NOON, fees=[])
    room = Room("WA-0417", (PACIFIC,), ("wa-0417-thirteen",))
    pinned = session(ruleset="wa-0417-thirteen@1")
    audit = audit_log(BytesSource(log(pinned, hands)), library=shelf, room=room)
    [claim] = found(audit, "CTL003")
    assert (claim.stated, claim.expected) == ("wa-0417-thirteen@1", "wa-0417-thirteen@2")
    assert audit.money_misallocated == 200
    named = audit_log(BytesSource(log(session(ruleset="wa-0417-thirteen"), hands)), library=shelf, room=room)
    assert found(named, "CTL003") == []


def test_a_what_if_is_decided_by_what_was_asked_for():
    filed = approved(controls(fees=None), "WA-0417", "wa-0417-thirteen")
    hands = hand(1, seat(1, A, 600), seat(2, B, -600), at=NOON, fees=[])
    audit = audit_log(
        BytesSource(log(session(ruleset="wa-0417-thirteen"), hands)), ruleset="wsgc-1-6", **filed
    )
    assert (audit.controls_decided, audit.what_if, audit.money_misallocated) == ("named", True, 0)


def test_fees_that_the_named_rules_allow_are_part_of_the_claim():
    """The room files a dollar a player; the sheet that the log names has no limit of its own, the law has the dollar, too."""
    fees = {
        "currency": "USD",
        "cite": "external:WAC-230-15-080",
        "hand_fee": {
            "player": {"money": 50, "cite": "external:WAC-230-15-080-3"},
            "cite": "external:WAC-230-15-080-3",
        },
    }
    filed = approved(controls(fees=fees), "WA-0417", "wa-0417-thirteen")
    taken = [{"kind": "hand_fee", "amount": 120, "seat": at, "before_deal": True} for at in (1, 2)]
    hands = hand(1, seat(1, A, 400), seat(2, B, -400), at=NOON, fees=taken)
    audit = audit_log(BytesSource(log(session(ruleset="wsgc-2-4"), hands)), **filed)
    [claim] = found(audit, "CTL003")
    money = {each.root: each.money[0].over_collected for each in audit.incidents}
    assert money.pop(claim.fingerprint) == 2 * (100 - 50)
    assert sum(money.values()) == 2 * (120 - 100)
    assert audit.money[0].over_collected == 140
