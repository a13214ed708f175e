"""CTL: the controls themselves."""

import datetime as dt

import pytest

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import library, load
from rules.controls.mandatory_limits import NO_AUTHORITY, NO_ROOM
from tests.rules.build import A, B, C, D, audited, coverage, found, hand, log, seat, session, untestable
from tests.rules.filed import controls
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, ofc
from tests.rules.test_revisions import OPEN, SHELF


def at(number, time):
    return hand(number, seat(1, A, 300), seat(2, B, -300), at=time)


# ------------------------------------------------------------------------------- CTL001 no-ruleset-in-force


def test_ctl001_fires_for_hands_outside_every_revision():
    audit = audited(
        OPEN,
        at(1, "2026-02-27T20:00:00-08:00"),
        at(2, "2026-02-28T20:00:00-08:00"),
        at(3, "2026-03-01T20:00:00-08:00"),
        library=SHELF,
    )
    (outside,) = found(audit, "CTL001")
    assert (outside.hand, outside.hands, outside.stated, outside.kind) == (None, [1, 2], 2, "violation")
    row = coverage(audit, "CTL001")
    assert (row.tested, row.differing) == (3, 2)


def test_ctl001_quiet_where_a_revision_holds():
    assert found(audited(OPEN, at(1, "2026-03-01T00:00:00-08:00"), library=SHELF), "CTL001") == []


def test_ctl001_quiet_under_a_ruleset_without_dates():
    assert found(audited(session(), at(1, "1999-01-01T00:00:00Z")), "CTL001") == []


def test_ctl001_fires_on_the_days_before_and_after_an_event():
    events = [
        ofc(day, seat(1, X), seat(2, Y), at=f"2013-07-{11 + day}T20:00:00-07:00") for day in (1, 2, 3, 4)
    ]
    (outside,) = found(audited(CARNIVALE, *events), "CTL001")
    assert (outside.hands, outside.clause) == ([1, 4], "external:RECORD-attributable")


def test_ctl001_quiet_on_both_days_of_an_event():
    events = [ofc(day, seat(1, X), seat(2, Y), at=f"2013-07-{12 + day}T20:00:00-07:00") for day in (1, 2)]
    audit = audited(CARNIVALE, *events)
    assert found(audit, "CTL001") == []
    assert coverage(audit, "CTL001").agreeing == 2


# ------------------------------------------------------------------------------- CTL002 game-not-in-controls


def test_ctl002_fires_for_open_face_hands_under_controls_of_closed_ones():
    closed = hand(2, seat(1, A, 300), seat(2, B, -300))
    audit = audited(session(), ofc(1, seat(1, X), seat(2, Y)), closed, ofc(3, seat(1, X), seat(2, Y)))
    (other,) = found(audit, "CTL002")
    assert (other.hand, other.hands, other.stated, other.expected) == (None, [1, 3], "open-face", "chinese")
    assert (other.kind, other.severity, other.unit) == ("violation", "major", "game")
    assert "2 hands (1 to 3) are open-face, a game that wsgc-base does not describe" in other.message
    assert coverage(audit, "CTL002").differing == 2
    reason = "the ruleset is not of open-face play, and the hand was open-face"
    assert [(each.reason, each.hands) for each in coverage(audit, "SCR001").because] == [(reason, 2)]


def test_ctl002_fires_for_closed_hands_under_controls_of_open_face_ones():
    audit = audited(CASH, ofc(1, seat(1, X), seat(2, Y)), hand(2, seat(1, A, 300), seat(2, B, -300)))
    (other,) = found(audit, "CTL002")
    assert (other.hands, other.stated, other.expected) == ([2], "closed", "ofc")
    assert "Hand 2 is closed, a game that ofc-cash does not describe" in other.message
    reason = "the ruleset is not of closed hands, and the hand was closed"
    assert (reason, 1) in [(each.reason, each.hands) for each in coverage(audit, "SCR001").because]


def test_ctl002_fires_for_hands_of_units_under_controls_of_pot_games():
    audit = audited(
        session(ruleset="olympic-cash"),
        hand(1, seat(1, A, 300), seat(2, B, -300)),
        ofc(2, seat(1, X), seat(2, Y)),
    )
    closed, open_face = found(audit, "CTL002")
    assert (closed.hands, closed.stated, closed.expected) == ([1], "closed", "pot")
    assert (open_face.hands, open_face.stated, open_face.expected) == ([2], "open-face", "pot")
    assert "Hand 1 is closed, a game that olympic-cash does not describe" in closed.message
    reasons = [(each.reason, each.hands) for each in coverage(audit, "SCR001").because]
    assert ("the ruleset is not of closed hands, and the hand was closed", 1) in reasons
    assert ("the ruleset is not of open-face play, and the hand was open-face", 1) in reasons
    assert audit.complete


@pytest.mark.parametrize(
    ("ruleset", "family"), [("olympic-tournament", "tournament"), ("olympic-jackpots", "ledger")]
)
def test_ctl002_fires_for_hands_under_controls_of_tournaments_and_jackpots(ruleset, family):
    audit = audited(
        session(ruleset=ruleset), hand(1, seat(1, A, 300), seat(2, B, -300)), hand(2, seat(1, A), seat(2, B))
    )
    (other,) = found(audit, "CTL002")
    assert (other.hands, other.stated, other.expected) == ([1, 2], "closed", family)
    assert f"2 hands (1 to 2) are closed, a game that {ruleset} does not describe" in other.message
    reason = "the ruleset is not of closed hands, and the hand was closed"
    assert (reason, 2) in [(each.reason, each.hands) for each in coverage(audit, "SCR001").because]
    assert audit.complete


def test_ctl002_quiet_where_the_controls_describe_the_game():
    assert found(audited(session(), hand(1, seat(1, A), seat(2, B))), "CTL002") == []
    audit = audited(CASH, ofc(1, seat(1, X), seat(2, Y)))
    assert found(audit, "CTL002") == []
    assert coverage(audit, "CTL002").agreeing == 1


def test_ctl002_quiet_where_no_revision_was_in_force():
    """CTL001's: the event was over."""
    audit = audited(CARNIVALE, ofc(1, seat(1, X), seat(2, Y), at="2013-07-15T20:00:00-07:00"))
    assert found(audit, "CTL002") == []
    assert [each.hands for each in found(audit, "CTL001")] == [[1]]


# ------------------------------------------------------------------------------- CTL003 not-its-own-controls

FILED = load({"own": controls(1, "2026-03-14")}, library(), "approved")
OWN = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", dt.time(6)),), ("wa-0417-thirteen",))


def of_the_room(*events, room=OWN, **options):
    return audit_log(BytesSource(log(*events)), library=FILED, room=room, **options)


def test_ctl003_fires_where_the_log_names_the_authoritys_ruleset_in_place_of_the_rooms():
    before, after = at(1, "2026-03-14T05:59:00-07:00"), at(2, "2026-03-14T06:00:00-07:00")
    (other,) = found(of_the_room(session(ruleset="wsgc-base"), before, after), "CTL003")
    assert (other.hands, other.stated, other.expected, other.unit) == (
        [2],
        "wsgc-base",
        "wa-0417-thirteen",
        "ruleset",
    )
    assert (other.kind, other.severity, other.line) == ("violation", "major", 1)
    assert (
        "hand 2 was dealt while wa-0417-thirteen, the room's own controls for this game, was in force"
        in other.message
    )


@pytest.mark.slow
def test_ctl003_quiet_under_the_rooms_own_controls_and_for_another_game():
    own = at(1, "2026-03-14T20:00:00-07:00")
    for named in ("wa-0417-thirteen", "wa-0417-thirteen@1", None):
        assert found(of_the_room(session(ruleset=named), own), "CTL003") == []
    open_face = of_the_room(session(ruleset="ofc-cash"), ofc(1, seat(1, X), seat(2, Y)))
    assert found(open_face, "CTL003") == []


def counts(audit):
    """(tested, untestable, inapplicable) hands of CTL003."""
    row = coverage(audit, "CTL003")
    return row.tested, row.untestable, row.inapplicable


def test_ctl003_quiet_and_inapplicable_where_the_room_has_no_controls_of_its_own():
    """None of this game, none approved, none in force on the hand's day; nor where other rules are only tried."""
    before, after = at(1, "2026-03-14T05:59:00-07:00"), at(2, "2026-03-14T06:00:00-07:00")
    assert counts(of_the_room(session(ruleset="wa-0417-thirteen"), before, after)) == (1, 0, 1)
    open_face = ofc(1, seat(1, X), seat(2, Y))
    assert counts(of_the_room(session(ruleset="ofc-cash"), open_face)) == (0, 0, 1)
    none = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),))
    assert counts(of_the_room(session(ruleset="wsgc-base"), after, room=none)) == (0, 0, 1)
    tried = of_the_room(session(ruleset="wa-0417-thirteen"), after, ruleset="wsgc-base")
    assert (counts(tried), found(tried, "CTL003")) == ((0, 0, 1), [])


def test_ctl003_quiet_and_untestable_where_the_room_is_not_on_record():
    audit = of_the_room(session(ruleset="wsgc-base"), at(1, "2026-03-14T20:00:00-07:00"), room=None)
    assert found(audit, "CTL003") == []
    assert untestable(audit, "CTL003") == [("the room is not on record", 1)]


def test_ctl003_quiet_for_a_what_if_and_for_a_room_that_is_not_on_record():
    own = session(ruleset="wa-0417-thirteen"), at(1, "2026-03-14T20:00:00-07:00")
    assert found(of_the_room(*own, ruleset="wsgc-base"), "CTL003") == []
    assert found(of_the_room(*own, ruleset="wsgc-base@1", as_if=True), "CTL003") == []
    named = session(ruleset="wsgc-base"), at(1, "2026-03-14T20:00:00-07:00")
    assert found(of_the_room(*named, room=None), "CTL003") == []


# ------------------------------------------------------------------------------- CTL004 currency-differs

WASHINGTON = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", authority="wsgc"),))
AT_NOON = "2026-03-14T12:00:00-07:00"


def in_washington(*events, **options):
    return audit_log(BytesSource(log(*events)), room=WASHINGTON, **options)


def test_ctl004_fires_where_the_law_fixes_another_currency():
    """$2.00 where $4.00 was due, in euros: nothing of it is known, and no check of amounts is tested."""
    audit = in_washington(
        session(currency="EUR", ruleset="wsgc-2-4"),
        hand(1, seat(1, A, 200), seat(2, B, -200), at=AT_NOON, fees=[]),
        hand(2, seat(1, C, 400), seat(2, D, -400), at=AT_NOON, fees=[]),
    )
    (other,) = found(audit, "CTL004")
    assert (other.stated, other.expected, other.unit) == ("EUR", "USD", "currency")
    assert (other.severity, other.hand, other.hands, other.line) == ("critical", None, None, 1)
    assert other.clause == "external:WAC-230-15-080-1"
    because = "the currency is fixed as USD by wac-230-15-080@2, and the session is in EUR"
    for code in ("SCR001", "SCR002", "FEE007", "STK001"):
        assert untestable(audit, code) == [(because, 2)]
    assert (coverage(audit, "FEE008").tested, coverage(audit, "SET002").tested) == (2, 2)
    [total] = audit.money
    assert (total.misallocated, total.over_collected, audit.testable) == (None, None, 0)
    assert (total.not_known["misallocated"].hands, total.not_known["over_collected"].hands) == (2, 2)
    assert (audit.restitution, audit.repayments, audit.lacking) == ([], [], [])
    first = audit.incidents[0]
    assert (first.root, first.severity) == (other.fingerprint, "critical")
    assert {each.misallocated for each in audit.incidents} == {None}


def test_ctl004_fires_where_the_rooms_own_controls_fix_the_currency():
    text = controls(1, "2026-01-01", fees={"currency": "USD", "cite": "external:WAC-230-15-080"})
    none = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", authority="none"),), ("wa-0417-thirteen",))
    own = load({"own": text}, library(), "approved")
    line = session(currency="CAD", ruleset="wa-0417-thirteen")
    audit = audit_log(BytesSource(log(line, at(1, AT_NOON))), library=own, room=none)
    (other,) = found(audit, "CTL004")
    assert (other.stated, other.expected) == ("CAD", "USD")
    assert "wa-0417-thirteen@1 fixes USD" in other.message


def test_ctl004_fires_for_a_log_without_hands():
    (other,) = found(in_washington(session(currency="EUR")), "CTL004")
    assert (other.stated, other.expected, other.hands) == ("EUR", "USD", None)


def test_ctl004_quiet_in_the_currency_that_is_fixed():
    audit = in_washington(session(), at(1, AT_NOON))
    assert found(audit, "CTL004") == []
    assert coverage(audit, "CTL004").agreeing == 1


def test_ctl004_quiet_and_untestable_without_an_authority():
    euros = session(currency="EUR"), at(1, AT_NOON)
    unlicensed = Room("WA-0417", (TermsOfRoom("America/Los_Angeles"),))
    for room, reason in ((None, NO_ROOM), (unlicensed, NO_AUTHORITY)):
        audit = audit_log(BytesSource(log(*euros)), room=room)
        assert found(audit, "CTL004") == []
        assert untestable(audit, "CTL004") == [(reason, 1)]
        assert coverage(audit, "SCR001").tested == 1


def test_ctl004_quiet_and_untestable_before_the_first_day_of_the_law():
    audit = in_washington(session(currency="EUR"), at(1, "2004-03-14T12:00:00-08:00"))
    because = "no revision of wac-230-15-080 was in force on the hand's day"
    assert untestable(audit, "CTL004") == [(because, 1)]


def test_ctl004_quiet_and_inapplicable_where_nothing_fixes_a_currency_and_for_chips():
    none = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", authority="none"),))
    audit = audit_log(BytesSource(log(session(currency="EUR"), at(1, AT_NOON))), room=none)
    assert (found(audit, "CTL004"), coverage(audit, "CTL004").inapplicable) == ([], 1)
    chips = {**EVENT, "currency": "EUR"}
    audit = audit_log(BytesSource(log(chips, ofc(1, seat(1, X), seat(2, Y)))), room=WASHINGTON)
    assert audit.log.money == "CHIPS"
    assert (found(audit, "CTL004"), coverage(audit, "CTL004").inapplicable) == ([], 1)
