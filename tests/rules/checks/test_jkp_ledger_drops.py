"""The drops of a ledger compared with the hands that paid them."""

import pytest

from tests.rules.events.auditing import audited, found
from tests.rules.ledgers.build import header, raked_hand, table_log
from tests.rules.renumbered import BORDERS


def drop(amount, **stated):
    return {"event": "drop", "account": "olympic", "amount": amount} | stated


@pytest.mark.parametrize("by", BORDERS)
def test_jkp010_fires_whatever_the_numbers_of_the_hands(by):
    log = table_log("C7", raked_hand(by + 1, 100, 50), raked_hand(by + 2, 100), raked_hand(by + 3))
    (only,) = found(audited([header(), drop(150, session="C7")], log), "JKP010")
    assert (only.line, only.stated, only.expected) == (2, 150, 250)
