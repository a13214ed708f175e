"""FEE: what the house takes."""

import datetime as dt

import pytest

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import load
from tests.rules.build import A, B, audited, coverage, found, hand, log, seat, session, untestable
from tests.rules.rulesets import BASE

RAKED = session(ruleset="hawaiian-gardens")  # a fixed rake a hand, of an amount that is not stated


def taken(number, rake=400, jackpot=None, fees=True, **fields):
    """A hand with its rake and its jackpot drop; without fees where they were not recorded."""
    amounts = {"rake": rake, "jackpot": jackpot}
    listed = [{"kind": kind, "amount": amount} for kind, amount in amounts.items() if amount is not None]
    return hand(number, seat(1, A), seat(2, B), fees=listed if fees else None, **fields)


# ------------------------------------------------------------------------------- FEE001 fixed-fee-differs


def test_fee001_fires_where_a_hand_took_another_amount_than_the_others():
    audit = audited(RAKED, taken(1), taken(2), taken(3, 500), taken(4, None))
    reported = found(audit, "FEE001")
    assert [(each.hand, each.line, each.stated, each.expected, each.money) for each in reported] == [
        (3, 4, 500, 400, 100),
        (4, 5, 0, 400, 400),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("discrepancy", "major", "HG-rake")
    }
    assert "a rake of $5.00 was taken; most hands of the log have $4.00" in reported[0].message


def test_fee001_fires_where_the_documented_amount_was_not_taken():
    """Every hand took the same, and the controls name another amount."""
    rake = '\n[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300, cite = "HG-rake" }\ncite = "HG-rake"\n'
    audit = audited(
        session(ruleset="base"), taken(1), taken(2), taken(3, 300), library=load({"base.toml": BASE + rake})
    )
    reported = found(audit, "FEE001")
    assert [(each.hand, each.stated, each.expected) for each in reported] == [(1, 400, 300), (2, 400, 300)]
    assert "the controls name $3.00" in reported[0].message


@pytest.mark.slow
def test_fee001_fires_by_what_most_hands_of_the_whole_log_took(monkeypatch):
    monkeypatch.setattr("rules.records.reader.HANDS_A_BLOCK", 1)  # and so a block for every 512 lines
    hands = [taken(number, 500 if number <= 100 else 400) for number in range(1, 700)]
    assert [each.hand for each in found(audited(RAKED, *hands), "FEE001")] == list(range(1, 101))


def test_fee001_quiet_where_every_hand_took_the_same():
    """In one go or in two; a void deal with or without."""
    twice = hand(2, seat(1, A), seat(2, B), fees=[{"kind": "rake", "amount": 200}] * 2)
    audit = audited(RAKED, taken(1), twice, taken(3, None, void=True), taken(4, void=True))
    assert found(audit, "FEE001") == []
    assert coverage(audit, "FEE001").tested == 4


def test_fee001_quiet_and_untestable_where_fees_were_not_recorded():
    audit = audited(RAKED, taken(1), taken(2, fees=False))
    assert found(audit, "FEE001") == []
    (why,) = coverage(audit, "FEE001").because
    assert (why.reason, why.hands) == ("the fees of the hand were not recorded", 1)


def test_fee001_quiet_where_the_controls_have_no_fixed_rake():
    audit = audited(session(ruleset="wsgc-base"), taken(1), taken(2, 500), taken(3, fees=False))
    assert found(audit, "FEE001") == []
    assert (coverage(audit, "FEE001").tested, coverage(audit, "FEE001").inapplicable) == (0, 3)


def test_fee001_quiet_and_untestable_for_a_void_deal_of_which_fees_were_not_recorded():
    """The rake of a void deal may have been taken or not; nothing says what it was."""
    audit = audited(RAKED, taken(1), taken(2, void=True, fees=False))
    assert found(audit, "FEE001") == []
    assert untestable(audit, "FEE001") == [("the fees of the hand were not recorded", 1)]


# ------------------------------------------------------------------------------- FEE002 jackpot-above-rake


def test_fee002_fires_where_more_was_dropped_than_raked():
    reported = found(audited(RAKED, taken(1, 400, 401), taken(2, None, 50)), "FEE002")
    assert [(each.hand, each.stated, each.expected, each.money) for each in reported] == [
        (1, 401, 400, 1),
        (2, 50, 0, 50),
    ]
    assert {(each.kind, each.severity, each.clause) for each in reported} == {
        ("violation", "minor", "HG-rake")
    }
    assert (
        "$4.01 was dropped for the jackpot; the drop is part of the rake, which was $4.00"
        in reported[0].message
    )


def test_fee002_quiet_for_a_part_of_the_rake():
    audit = audited(RAKED, taken(1, 400, 400), taken(2, 400, 50), taken(3))
    assert found(audit, "FEE002") == []
    assert coverage(audit, "FEE002").tested == 3


def test_fee002_quiet_and_untestable_where_fees_were_not_recorded():
    audit = audited(RAKED, taken(1, fees=False))
    assert found(audit, "FEE002") == []
    assert coverage(audit, "FEE002").untestable == 1


def test_fee002_quiet_where_the_drop_is_no_part_of_the_rake():
    assert found(audited(taken(1, 0, 100)), "FEE002") == []


# ------------------------------------------------------------------------------- FEE028 fee-not-as-filed


def collected(*events, fees, **later):
    """A log of a room that has this on record as its way to collect fees; ``later``: from a day on."""
    terms = [TermsOfRoom("America/Los_Angeles", fees=fees)]
    terms += [
        TermsOfRoom("America/Los_Angeles", starts=dt.date.fromisoformat(day), fees=way)
        for day, way in later.items()
    ]
    room = Room("WA-0417", tuple(terms))
    return audit_log(BytesSource(log(session(), *events)), room=room)


def with_fee(number, kind, amount=100, **fields):
    fees = [{"kind": kind, "amount": amount}]
    return hand(number, seat(1, A, 300), seat(2, B, -300), fees=fees, **fields)


def test_fee028_fires_where_a_room_of_hand_fees_took_rake_or_time():
    time = {
        "event": "fee", "kind": "time", "at": "2026-03-14T17:00:00-07:00", "seat": 1, "player": "P1", "amount": 500,
        "covers_from": "2026-03-14T17:00:00-07:00", "covers_to": "2026-03-14T18:00:00-07:00",
    }  # fmt: skip
    audit = collected(with_fee(1, "rake", 300), with_fee(2, "hand_fee"), time, fees="hand_fee")
    reported = found(audit, "FEE028")
    assert [(each.stated, each.expected, each.money) for each in reported] == [
        ("rake", "hand_fee", 300), ("time", "hand_fee", 500),
    ]  # fmt: skip
    assert (reported[0].kind, reported[0].severity, reported[0].unit) == ("violation", "major", "fee")
    assert (
        "The log has $3.00 of rake; the room's record says that it collects hand fees" in reported[0].message
    )


def test_fee028_fires_where_a_room_that_takes_no_fees_took_one():
    (only,) = found(collected(with_fee(1, "hand_fee"), fees="none"), "FEE028")
    assert "the room's record says that it takes no fees" in only.message


def test_fee028_quiet_where_fees_are_as_filed_and_for_the_players_jackpot():
    audit = collected(with_fee(1, "hand_fee"), with_fee(2, "jackpot"), fees="hand_fee")
    assert found(audit, "FEE028") == []
    assert coverage(audit, "FEE028").agreeing == 2
    unsaid = collected(with_fee(1, "hand_fee"), hand(2, seat(1, A), seat(2, B)), fees="hand_fee")
    assert untestable(unsaid, "FEE028") == [("the fees of the hand were not recorded", 1)]


def test_fee028_quiet_and_untestable_where_the_rooms_way_is_not_known_or_changed_within_the_log():
    assert found(collected(with_fee(1, "rake"), fees=None), "FEE028") == []
    two_days = (
        with_fee(1, "rake", at="2026-03-14T23:00:00-07:00"),
        with_fee(2, "hand_fee", at="2026-03-15T01:00:00-07:00"),
    )
    audit = collected(*two_days, fees="rake", **{"2026-03-15": "hand_fee"})
    assert found(audit, "FEE028") == []
    reason = "how the room collects fees is not on record, or it changed during the session"
    assert untestable(audit, "FEE028") == [(reason, 2)]
    alone = audited(session(), with_fee(1, "rake"))
    assert untestable(alone, "FEE028") == [("the room is not on record", 1)]


# ------------------------------------------------------------------------------- FEE029 fee-of-nobody


def test_fee029_fires_where_a_fee_names_a_seat_at_which_nobody_sat():
    fees = [{"kind": "hand_fee", "amount": 100, "seat": number} for number in (5, 1)]
    (only,) = found(audited(hand(1, seat(1, A), seat(2, B), fees=fees)), "FEE029")
    assert (only.hand, only.seat, only.stated, only.expected, only.money) == (
        1,
        None,
        "seat 5",
        "one of the seats 1, 2",
        100,
    )
    assert (only.kind, only.severity, only.clause) == ("discrepancy", "minor", "external:RECORD-attributable")
    assert (
        "$1.00 of hand fees is on record for seat 5, where nobody sat; players sat at seats 1, 2"
        in only.message
    )


def test_fee029_quiet_for_seats_with_players_and_for_fees_of_the_table():
    fees = [{"kind": "hand_fee", "amount": 100, "seat": 2}, {"kind": "rake", "amount": 100}]
    audit = audited(hand(1, seat(1, A), seat(2, B), fees=fees), hand(2, seat(1, A), seat(2, B)))
    assert found(audit, "FEE029") == []
    assert untestable(audit, "FEE029") == [("the fees of the hand were not recorded", 1)]
