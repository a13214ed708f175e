"""FEE: what the house takes."""

import datetime as dt

import pytest

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import load
from tests.rules.build import A, B, audited, found, hand, log, seat, session, untestable
from tests.rules.rulesets import BASE

RAKED = session(ruleset="hawaiian-gardens")  # a fixed rake a hand, of an amount that is not stated


def taken(number, rake=400, jackpot=None, fees=True, **fields):
    """A hand with its rake and its jackpot drop; without fees where they were not recorded."""
    amounts = {"rake": rake, "jackpot": jackpot}
    listed = [{"kind": kind, "amount": amount} for kind, amount in amounts.items() if amount is not None]
    return hand(number, seat(1, A), seat(2, B), fees=listed if fees else None, **fields)


# ------------------------------------------------------------------------------- FEE001 fixed-fee-differs


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
