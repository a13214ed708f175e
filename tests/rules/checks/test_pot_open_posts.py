"""Pots of hands whose posts are not on record."""

from __future__ import annotations

from tests.rules.checks.pot_hands import BLINDS, findings, hand


def test_pot008_quiet_where_posts_are_not_on_record():
    acts = (
        "3 folds",
        "4 folds",
        "5 folds",
        "6 calls 200",
        "1 folds",
        "2 checks",
        "flop 2c7dJh",
        "2 checks",
        "6 checks",
    )
    pots = [{"pot": 0, "amount": 500}]
    assert findings("POT008", hand(*acts, pots=pots)) == []
    (found,) = findings("POT008", hand(*BLINDS, *acts, pots=[{"pot": 0, "amount": 600}]))
    assert found[:4] == (1, None, 600, 500)
