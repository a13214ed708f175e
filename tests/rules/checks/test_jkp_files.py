"""The receipts of a ledger's payouts, and the ledgers of the room before it."""

from tests.rules.events.asking import counted, only, reasons
from tests.rules.events.auditing import audited, found
from tests.rules.ledgers.build import header


def payout(player, receipt=None, amount=5_000):
    stated = {} if receipt is None else {"receipt": receipt}
    return {"event": "payout", "account": "olympic", "hit": "H1", "player": player, "amount": amount} | stated


# ---------------------------------------------------------------- JKP032 receipt-repeated


def test_jkp032_fires_where_two_players_are_paid_on_one_receipt():
    audit = audited([header(), payout("S1", "R-17"), payout("S2", "R-17", 2_500), payout("S3")])
    twice = only(audit, "JKP032")
    assert (twice.line, twice.player, twice.account, twice.stated) == (3, "S2", "olympic", "R-17")
    assert twice.message == (
        "Line 3, account olympic: S2 was paid €25.00 on receipt R-17, on which S1 was paid in line 2 "
        "(external:RECORD-attributable)."
    )
    assert (counted(audit, "JKP032"), reasons(audit, "JKP032")) == ((2, 1, 1, 0), ["no receipt was recorded"])


def test_jkp032_quiet_for_one_player_on_one_receipt():
    audit = audited([header(), payout("S1", "R-17"), payout("S1", "R-17"), payout("S2", "R-18")])
    assert (found(audit, "JKP032"), counted(audit, "JKP032")) == ([], (3, 0, 0, 0))


# ---------------------------------------------------------------- JKP033 ledger-number-gap


def test_jkp033_fires_where_a_ledger_before_is_missing():
    gap = only(audited([header(number=9)], numbers=[6, 7]), "JKP033")
    assert (gap.line, gap.stated, gap.expected, gap.unit, gap.kind) == (1, 9, 8, "ledger number", "violation")
    assert gap.message == (
        "Between ledgers 7 and 9 of the room, 8 is missing: no file with that number was received (external:RECORD-complete)."
    )


def test_jkp033_quiet_after_the_number_before_and_where_the_others_are_not_known():
    after = audited([header(number=9)], numbers=[8])
    assert (found(after, "JKP033"), counted(after, "JKP033")) == ([], (1, 0, 0, 0))
    alone = audited([header(number=9)])
    assert found(alone, "JKP033") == []
    assert reasons(alone, "JKP033") == ["the running numbers of the room's other ledgers were not given"]
