"""What was paid for the entries of a tournament."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.tournaments.build import busts, entries, header


def test_trn006_fires_where_another_amount_than_the_price_was_paid():
    late = {"event": "reentry", "entry": 3, "player": "P01", "paid": 5500}
    audit = audited([header(kind="reentry"), *entries(2, paid=5000), *busts(1), late])
    (only,) = found(audit, "TRN006")
    assert (only.line, only.entry, only.player, only.stated, only.expected, only.money) == (
        5,
        3,
        "P01",
        5500,
        5000,
        500,
    )
    assert only.clause == "OLY-3.1-a"
    assert only.message == "Line 5, entry 3 (P01): €55.00 was paid; the price is €50.00 (OLY-3.1-a)."
    assert (row(audit, "TRN006").tested, row(audit, "TRN006").differing) == (3, 1)


def test_trn006_quiet_where_the_price_was_paid_or_the_payment_was_not_recorded():
    audit = audited([header(), *entries(1, paid=5000), {"event": "entry", "entry": 2, "player": "P02"}])
    assert found(audit, "TRN006") == []
    counted = row(audit, "TRN006")
    assert (counted.tested, counted.untestable, counted.inapplicable) == (1, 1, 0)
    assert [each.reason for each in counted.because] == ["what was paid was not recorded"]
