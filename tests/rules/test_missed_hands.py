"""What a fouled player owes the one who missed the hand, where a foul pays him too. AMB-OFC1-missed-receives."""

import pytest

from tests.rules.build import audited, found, replays, seat, untestable
from tests.rules.house_tables import HEAD
from tests.rules.open_face import CASH, FOUL, X, Y, missed, ofc
from tests.rules.rulesets import beside_the_library

MISSED = '[penalties.missed_hand]\nunits = 3\nreceives = "fouls"\ncite = "convention"\n'
FLAT = '[set_order.foul]\nprice = "flat"\nunits = 6\nroyalties = "none"\ncite = "convention"\n'
# A foul costs what two rows won and one lost do, and the house does not say what that is.
SILENT = """
[set_order.foul]
price = "base"
royalties = "none"
cite = "convention"

[rows]
kind = "table"
table = { "3-0-0" = 6, "2-0-1" = 2, "1-0-2" = 1, "1-1-1" = 0, "0-0-3" = 0 }
silent = ["2-1-0"]
cite = "convention"
"""


def of_a_house(work, lines, *seats):
    """One hand under a house's own rules. work: `audited` or `replays`."""
    library = beside_the_library({"house/1.toml": f"{HEAD}\n{lines}\n{MISSED}"})
    return work(CASH, ofc(1, *seats, dealer=1), ruleset="house@1", library=library)


def pairs(lines, *seats):
    """By a pair's seats: the units that the first wins of the second; None: no source has a price."""
    (replayed,) = of_a_house(replays, lines, *seats)
    return {(pair["a"], pair["b"]): pair["units"] for pair in replayed["pairs"]}


def test_a_fouled_player_pays_the_price_of_a_foul_and_gets_that_of_a_missed_hand():
    assert pairs(FLAT, seat(1, FOUL), missed(2)) == {(1, 2): 3 - 6}
    assert pairs(FLAT, missed(1), seat(2, FOUL)) == {(1, 2): 6 - 3}


def test_where_nobody_prices_a_foul_the_pair_is_not_known():
    assert pairs(SILENT, seat(1, FOUL), missed(2)) == {(1, 2): None}
    assert pairs(SILENT, missed(1), seat(2, FOUL)) == {(1, 2): None}


def test_a_legal_hand_gets_the_price_of_a_missed_hand_whatever_a_foul_costs():
    assert pairs(SILENT, seat(1, Y), seat(2, FOUL), missed(3))[1, 3] == 3
    assert pairs(SILENT, seat(1, X), missed(2)) == {(1, 2): 3}


def test_a_net_that_differs_from_the_price_of_a_foul_is_found():
    audit = of_a_house(audited, FLAT, seat(1, FOUL, net=500), missed(2, net=-500))
    assert [(each.seat, each.difference) for each in found(audit, "SCR001")] == [(1, 800), (2, -800)]


@pytest.mark.parametrize("other", [missed(2, net=-500), seat(2, Y, net=-500)], ids=["missed", "legal"])
def test_a_net_that_rests_on_a_price_that_nobody_names_is_not_tested(other):
    audit = of_a_house(audited, SILENT, seat(1, FOUL, net=500), other)
    assert found(audit, "SCR001") == []
    assert untestable(audit, "SCR001") == [("the controls do not price something in the hand", 1)]
