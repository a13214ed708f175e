"""What a ledger goes on from: the ledger before it."""

from tests.rules.events.auditing import audited, found, row
from tests.rules.ledgers.build import JACKPOT, RANKING, closing, drop, header

FEBRUARY = {"ledger": "L-2", "number": 2, "from": "2026-02-01", "until": "2026-02-28"}
MARCH = {"ledger": "L-3", "number": 3, "from": "2026-03-01", "until": "2026-03-31"}


def jackpot(opening, **stated):
    return {**JACKPOT, "opening": opening, **stated}


def reasons(audit, code):
    return [each.reason for each in row(audit, code).because]


# ---------------------------------------------------------------- JKP031 opening-differs


def test_jkp031_fires_where_an_account_begins_with_another_balance():
    before = [header(jackpot(10_000), **FEBRUARY), drop(500), closing("2026-02-28", 10_600), drop(50)]
    audit = audited([header(jackpot(10_000), **MARCH)], before)
    (only,) = found(audit, "JKP031")
    assert (only.line, only.account, only.stated, only.expected, only.difference) == (
        1,
        "olympic",
        10_000,
        10_650,
        -650,
    )
    assert (only.kind, only.severity, only.money) == ("discrepancy", "major", 650)
    assert only.message.startswith(
        "Line 1, account olympic: the opening is stated as €100.00; ledger L-2 ends with €106.50 ("
    )
    assert [each.title for each in audit.incidents] == [
        "An account does not begin with what the ledger before it left"
    ]


def test_jkp031_fires_where_hits_begin_with_another_level():
    before = [header(jackpot(10_000), **FEBRUARY), closing("2026-02-28", 10_000), drop(50)]
    same = audited([header(jackpot(10_050, closing_level=10_000), **MARCH)], before)
    assert (found(same, "JKP031"), row(same, "JKP031").agreeing) == ([], 2)
    (only,) = found(audited([header(jackpot(10_050, closing_level=9_000), **MARCH)], before), "JKP031")
    assert (only.stated, only.expected) == (9_000, 10_000)
    assert "the closing level is stated as €90.00" in only.message


def test_jkp031_quiet_where_an_account_goes_on_with_what_was_left():
    before = [header(jackpot(10_000), **FEBRUARY), drop(500)]
    audit = audited([header(jackpot(10_500), **MARCH)], before)
    assert (found(audit, "JKP031"), row(audit, "JKP031").agreeing) == ([], 1)


def test_jkp031_fires_by_the_numbers_of_ledgers_without_days():
    before = [header(jackpot(10_000), ledger="L-2", number=2)]
    (only,) = found(audited([header(jackpot(9_000), ledger="L-3", number=3)], before), "JKP031")
    assert (only.stated, only.expected) == (9_000, 10_000)
    later = audited([header(jackpot(9_000), ledger="L-4", number=4)], before)
    assert (found(later, "JKP031"), row(later, "JKP031").untestable) == ([], 1)


def test_jkp031_quiet_without_the_ledger_directly_before():
    missing = ["the ledger before it was not given, or does not have the account"]
    january = [header(jackpot(10_000), **{"ledger": "L-1", "from": "2026-01-01", "until": "2026-01-31"})]
    assert reasons(audited([header(jackpot(9_000), **MARCH)], january), "JKP031") == missing
    other = [header(RANKING, **FEBRUARY)]
    assert reasons(audited([header(jackpot(9_000), **MARCH)], other), "JKP031") == missing
    theirs = [header(jackpot(10_000), room="TEST-9", **FEBRUARY)]
    assert reasons(audited([header(jackpot(9_000), **MARCH)], theirs), "JKP031") == missing
    assert reasons(audited([header()]), "JKP031") == [
        "neither the period nor the number of the ledger was recorded"
    ]
    unknown = [header(jackpot(10_000), **FEBRUARY), {"event": "hit", "hit": "H1", "account": "olympic",
               "jackpot": "bad_beat", "seats": [{"seat": 1, "player": "A"}]}]  # fmt: skip
    assert reasons(audited([header(jackpot(9_000), **MARCH)], unknown), "JKP031") == [
        "the ledger before it has a movement whose amount was not recorded"
    ]


def test_jkp031_quiet_on_the_first_ledger_of_a_room():
    assert row(audited([header(jackpot(1), number=1)]), "JKP031").inapplicable == 1
