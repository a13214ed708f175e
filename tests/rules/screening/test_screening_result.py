"""Results as programs get them: figures to six digits, ids that do not depend on what is found."""

from decimal import Decimal

import pytest

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicators.scn003_strong_cards import QUADS
from rules.screening.room_year import screened_year
from rules.screening.screening_result import result_id, result_of_unit, six_digits
from rules.screening.shown_alarms import beside_others
from rules.screening.statistics import MarkedRow, TrialRow
from rules.screening.unit_evidence import counted_coding
from tests.rules.screening.screened import logs_of, statistics

NUMBERS = (
    "0.000000325765",
    "4.8",
    "100",
    "1234567",
    "0.0001",
    "0.00001234",
    "1E-300",
    "-2.5",
    "999999.7",
    "-0.00000001",
)


@pytest.mark.parametrize("text", NUMBERS)
def test_figures_are_written_as_programs_write_floats(text):
    assert six_digits(Decimal(text)) == f"{float(text):g}"


def test_figures_too_small_for_a_float_are_written_too():
    assert (six_digits(Decimal("1.5E-400")), six_digits(Decimal(0))) == ("1.5e-400", "0")


def test_a_result_has_the_sums_of_every_statistic_and_p_only_where_something_is_noted():
    units = {
        (each.entry.code, each.unit): each for each in screened_year(statistics(logs_of("voids-of-losses")))
    }
    alarmed = result_of_unit(units["SCN006", (("player", "P1"),)], "R", 2026, 1, 7)
    quiet = result_of_unit(units["SCN006", (("player", "P2"),)], "R", 2026, 1, 7)
    assert (alarmed.p, quiet.p) == ("4.12709e-05", None)
    assert (len(alarmed.sums), alarmed.as_of, alarmed.both) == (14, 7, 16)
    assert alarmed.id == result_id("SCN006", "R", (("player", "P1"),), 2026) != quiet.id


def test_an_alarm_of_leaving_is_shown_beside_another_one_of_the_same_player_only():
    leaving = screened_year(statistics(logs_of("exits-with-wins")))
    (alone,) = [each for each in leaving if each.entry.code == "SCN016" and each.since is not None]
    others = screened_year(statistics(logs_of("voids-of-losses")))
    (beside,) = [each for each in others if each.since is not None and each.unit == alone.unit]
    (withheld,) = beside_others([alone])
    assert (withheld.since, withheld.listed, withheld.withheld) == (None, False, True)
    assert beside_others([alone, beside]) == [alone, beside]


@pytest.mark.parametrize(("aces", "quads", "counted"), [(0, 31, 1), (3, 10, 0), (1, 31, 1)])
def test_of_strong_cards_and_strong_hands_what_says_more_is_counted(aces, quads, counted):
    """Aces of 300 hands of thirteen cards, and how many of them have four of a kind."""
    player = (("player", "P1"),)
    rows = [
        MarkedRow(player, MarkedStratum(52, 4, 13, aces), 0, 300),
        TrialRow(player, QUADS.as_integer_ratio(), 300, quads, 1),
    ]
    assert counted_coding(rows) == counted_coding(rows[::-1]) == counted


def test_of_two_tables_the_first_is_counted_whatever_they_say():
    player = (("player", "P1"),)
    rows = [
        MarkedRow(player, MarkedStratum(200, 16, 110, 8), 0),
        MarkedRow(player, MarkedStratum(200, 16, 110, 16), 1),
    ]
    assert counted_coding(rows) == 0
    assert counted_coding(rows[1:]) == 1
