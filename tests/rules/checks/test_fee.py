"""FEE: what the house takes."""

from rules.controls.library import load
from tests.rules.build import A, B, audited, coverage, found, hand, seat, session
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
    told = found(audit, "FEE001")
    assert [(each.hand, each.line, each.stated, each.expected, each.money) for each in told] == [
        (3, 4, 500, 400, 100),
        (4, 5, 0, 400, 400),
    ]
    assert {(each.kind, each.severity, each.clause) for each in told} == {("discrepancy", "major", "HG-rake")}
    assert "a rake of $5.00 was taken; most hands of the log took $4.00" in told[0].message


def test_fee001_fires_where_the_documented_amount_was_not_taken():
    """Every hand took the same, and the controls name another amount."""
    rake = '\n[fees.rake]\nkind = "fixed_per_hand"\namount = { money = 300, cite = "HG-rake" }\ncite = "HG-rake"\n'
    audit = audited(
        session(ruleset="base"), taken(1), taken(2), taken(3, 300), library=load({"base.toml": BASE + rake})
    )
    told = found(audit, "FEE001")
    assert [(each.hand, each.stated, each.expected) for each in told] == [(1, 400, 300), (2, 400, 300)]
    assert "the controls name $3.00" in told[0].message


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
    audit = audited(taken(1), taken(2, 500), taken(3, fees=False))
    assert found(audit, "FEE001") == []
    assert coverage(audit, "FEE001").tested == 3


# ------------------------------------------------------------------------------- FEE002 jackpot-above-rake


def test_fee002_fires_where_more_was_dropped_than_raked():
    told = found(audited(RAKED, taken(1, 400, 401), taken(2, None, 50)), "FEE002")
    assert [(each.hand, each.stated, each.expected, each.money) for each in told] == [
        (1, 401, 400, 1),
        (2, 50, 0, 50),
    ]
    assert {(each.kind, each.severity, each.clause) for each in told} == {("violation", "minor", "HG-rake")}
    assert "$4.01 was taken for the jackpot out of a rake of $4.00" in told[0].message


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
