"""The drops of a ledger compared with the hands that paid them."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import header


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
