"""SCR001 where it is not known what was due: more than the rules can move is wrong, whatever the cards were."""

import pytest

from tests.rules.build import audited, found, hand, seat, session


def totals(*nets, **fields):
    return hand(1, *(seat(number, None, net) for number, net in enumerate(nets, 1)), **fields)


def beyond(audit, code):
    return [(each.seat, each.stated, each.expected) for each in found(audit, code)]


def under(ruleset, *events):
    return audited(session(ruleset=ruleset), *events)


@pytest.mark.parametrize(
    ("ruleset", "most"),
    [("wsgc-base", 300), ("wsgc-2-4", 400), ("wsgc-1-6", 600), ("classic-sweep-3", 600)],
)
def test_scr001_fires_where_a_pair_without_cards_has_more_than_what_the_rules_pay_at_most(ruleset, most):
    assert beyond(under(ruleset, totals(most, -most)), "SCR001") == []
    assert beyond(under(ruleset, totals(most + 1, -most - 1)), "SCR001") == [(1, most + 1, most)]


def test_scr001_fires_where_a_pool_gave_more_than_the_others_paid_in():
    assert beyond(under("classic-pool", totals(700, -300, -400)), "SCR001") == [(1, 700, 600)]
    assert beyond(under("classic-pool", totals(600, -300, -300)), "SCR001") == []
