"""The least of data of indicators whose engine has no margins is that of the contract: a unit with it has a place."""

from datetime import date

import pytest

from rules.screening.engines.marked import MarkedStratum
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import MarkedRow, PairRow, SumsRow, TrialRow

DAY = date(2026, 3, 2)
PLAYER = (("player", "ann"),)


def deals_of_a_deck(deals):
    return SumsRow((("shuffler", "sh-1"),), deals, 22 * deals, (22 * deals, 1), (0,) * 12)


def hands_with_aces(deals):
    return MarkedRow(PLAYER, MarkedStratum(52, 4, 13, 1), 0, deals)


def royalties_of_hands(deals):
    return MarkedRow(PLAYER, MarkedStratum(deals + 10, 5, deals, 3), deals=deals)


def shared_hands(deals):
    return PairRow((("payer", "ann"), ("payee", "bob")), deals, 0, 0, (0,) * 6)


def common_draws(draws):
    return TrialRow((("player", "ann"), ("other", "bob")), (1, 4), draws, 1)


@pytest.mark.parametrize(
    ("code", "row_of", "least"),
    [
        ("SCN001", deals_of_a_deck, 20),
        ("SCN003", hands_with_aces, 100),
        ("SCN003", royalties_of_hands, 100),
        ("SCN004", shared_hands, 100),
        ("SCN018", common_draws, 5),
    ],
)
def test_a_unit_has_a_place_from_the_least_of_data_on(code, row_of, least):
    def place(data):
        (unit,) = screened_year([SessionStatistics("WA-1", "s", "T1", DAY, 200, {code: [row_of(data)]})])
        return unit.place

    assert (place(least - 1), place(least)) == (None, 1)
