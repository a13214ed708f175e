"""The drops of a ledger compared with the hands that paid them."""

import pytest

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import header, raked_hand, table_log
from tests.rules.renumbered import BORDERS


def drop(amount, **stated):
    return {"event": "drop", "account": "olympic", "amount": amount} | stated


def test_jkp009_fires_where_more_was_dropped_than_the_hands_pay():
    audit = audited([header(), drop(12_300, hands=123), drop(12_500, hands=123)])
    (only,) = found(audit, "JKP009")
    assert (only.line, only.account, only.stated, only.expected, only.money) == (
        3,
        "olympic",
        12_500,
        12_300,
        200,
    )
    assert only.message == (
        "Line 3, account olympic: €125.00 was dropped by 123 hands, which pay at most €1.00 each, €123.00 in all (OLY-4.3)."
    )
    assert (row(audit, "JKP009").tested, row(audit, "JKP009").agreeing) == (2, 1)


def test_jkp009_fires_on_less_where_each_hand_pays_the_whole_by_another_reading():
    lines = [header(), drop(12_200, hands=123)]
    assert found(audited(lines), "JKP009") == []
    (only,) = found(audited(lines, readings={"AMB-OLY-drop-small": "skip"}), "JKP009")
    assert (only.stated, only.expected) == (12_200, 12_300)


def test_jkp009_quiet_where_the_hands_explain_the_drop_or_were_not_recorded():
    audit = audited([header(), drop(12_300, hands=123), drop(500), drop(12_200, hands=123)])
    assert found(audit, "JKP009") == []
    assert [each.reason for each in row(audit, "JKP009").because] == [
        "a hand may pay less, and what each paid is in the table's log",
        "how many hands paid the drop was not recorded",
    ]


def test_jkp010_fires_where_a_drop_is_not_what_the_hands_of_the_session_paid():
    log = table_log("C7", raked_hand(1, 100, 50), raked_hand(2, 100), raked_hand(3))
    audit = audited([header(), drop(150, session="C7")], log)
    (only,) = found(audit, "JKP010")
    assert (only.line, only.account, only.stated, only.expected) == (2, "olympic", 150, 250)
    assert (only.clause, only.money) == ("external:FEES-counted", 100)
    assert only.message == (
        "Line 2, account olympic: €1.50 was dropped in session C7; the 3 hands of its log paid €2.50 for the jackpot "
        "(external:FEES-counted)."
    )


@pytest.mark.parametrize("by", BORDERS)
def test_jkp010_fires_whatever_the_numbers_of_the_hands(by):
    log = table_log("C7", raked_hand(by + 1, 100, 50), raked_hand(by + 2, 100), raked_hand(by + 3))
    (only,) = found(audited([header(), drop(150, session="C7")], log), "JKP010")
    assert (only.line, only.stated, only.expected) == (2, 150, 250)


def test_jkp010_fires_at_the_last_drop_of_a_session_on_all_of_them():
    log = table_log("C7", raked_hand(1, 100), raked_hand(2, 100))
    audit = audited([header(), drop(100, session="C7"), drop(50, session="C7")], log)
    assert [(each.line, each.stated, each.expected) for each in found(audit, "JKP010")] == [(3, 150, 200)]


def test_jkp010_quiet_where_the_drops_of_a_session_are_its_fees():
    log = table_log("C7", raked_hand(1, 100), raked_hand(2, 100))
    audit = audited([header(), drop(150, session="C7"), drop(50, session="C7")], log)
    assert found(audit, "JKP010") == []
    assert (row(audit, "JKP010").tested, row(audit, "JKP010").agreeing) == (1, 1)


def test_jkp010_quiet_where_the_session_its_log_or_its_fees_were_not_recorded():
    unrecorded = table_log("C8", raked_hand(1, 100) | {"fees": None})
    del unrecorded[1]["fees"]
    elsewhere = table_log("C9", raked_hand(1, 100), room="OTHER")
    lines = [
        header(),
        drop(1),
        drop(1, session="C7"),
        drop(1, session="C8"),
        drop(1, session="C9"),
    ]
    audit = audited(lines, unrecorded, elsewhere)
    assert found(audit, "JKP010") == []
    assert {each.reason: each.hands for each in row(audit, "JKP010").because} == {
        "the session of the drop was not recorded": 1,
        "the log of the session was not given": 2,
        "the fees of some hands of the session were not recorded": 1,
    }
