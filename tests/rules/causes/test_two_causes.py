"""Two wrong facts that have nothing to do with each other: never one incident, and each with its own sentence."""

from __future__ import annotations

import pytest

from tests.rules.causes.injected import in_line
from tests.rules.causes.judging import adds_up, causes, codes_of, incidents
from tests.rules.causes.made import audit_of, changed
from tests.rules.causes.test_causes_of_ledgers import INJECTED as OF_LEDGERS
from tests.rules.causes.test_causes_of_tournaments import INJECTED as OF_TOURNAMENTS

PAIRS = (
    ("buy-in", "seat of a move"), ("buy-in", "level announced late"), ("stack", "elimination missing"),
    ("fee", "counted stack"), ("late registration", "clock started late"), ("kind", "re-entry missing"),
    ("level missing", "payout twice"), ("seat of a draw", "unregistration missing"), ("entry missing", "payout twice"),
    ("price of a rebuy", "chips of an add-on"), ("price of an add-on", "rebuy missing"), ("stack of many", "bounty"),
    ("opening of the jackpot", "opening of the ranking"), ("contribution", "hit missing"),
    ("drop of another account", "balance of a closing"), ("hit twice", "closing some days late"),
    # Neither can be put right alone without new findings: both move the places of others.
    ("re-entry missing", "first elimination missing"), ("entry with a wrong number", "re-entry missing"),
    ("re-entry missing", "elimination missing"), ("entry missing", "elimination of another"),
    # One of them alone could be another fact, with which the other cannot be put right.
    ("entry missing", "unregistration missing"),
)  # fmt: skip
# Two findings of one account, each of which says its own fact.
OF_ONE_ACCOUNT = (
    ("level of a hit", "payout missing", ("JKP017", "JKP025")),
    ("hands of a drop", "balance of the close", ("JKP009", "JKP034")),
)  # fmt: skip
ALL = OF_TOURNAMENTS | OF_LEDGERS


@pytest.mark.slow
@pytest.mark.sampled(4)
@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_two_wrong_facts_are_two_incidents(one, other):
    (name, first, _), (of, second, _) = ALL[one], ALL[other]
    assert name == of
    audit = audit_of(changed(name, first, second))
    assert len(incidents(audit)) == 2
    assert len(causes(audit)) == 2
    assert adds_up(audit)


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other", "codes"), OF_ONE_ACCOUNT)
def test_two_wrong_facts_of_an_account_are_two_incidents(one, other, codes):
    (name, first, _), (_, second, _) = ALL[one], ALL[other]
    audit = audit_of(changed(name, first, second))
    assert sorted(map(sorted, (codes_of(audit, each) for each in incidents(audit)))) == sorted(
        [each] for each in codes
    )
    assert causes(audit) == []
    assert adds_up(audit)


@pytest.mark.slow
def test_two_payments_that_are_wrong_by_as_much_are_not_a_wrong_price():
    wrong = [in_line("entry", "paid", to=50000, nth=each) for each in (3, 20)]
    audit = audit_of(changed("ranking", *wrong))
    assert causes(audit) == []
    assert [codes_of(audit, each) for each in incidents(audit)] == [{"TRN006"}, {"TRN006"}]
    assert [each.money[0].under_collected for each in incidents(audit) if each.money] == [5000, 5000]


@pytest.mark.slow
def test_two_late_entries_are_not_a_wrong_end_of_registration():
    audit = audit_of(changed("rebuys", lambda files: files.file[0].update(rebuy_until={"until_level": 1})))
    assert causes(audit) == []
    assert [codes_of(audit, each) for each in incidents(audit)] == [{"TRN014"}, {"TRN014"}]
