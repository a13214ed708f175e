"""What alarms need beyond E: a payee's lead is taken off; a liked dealer is no alarm alone."""

from datetime import date

from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.levelled_pairs import LevelledPairs, paid_in
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.shown_alarms import beside_others
from rules.screening.statistics import MarkedRow, PairRow
from tests.rules.screening.plain_totals import UnitTotals

DAY = date(2026, 3, 2)
NANO = 10**9
SUMS = (NANO, 2 * NANO, 3 * NANO, 4 * NANO, 5 * NANO, 40 * NANO)


def pair(payer, payee, hands, paid, others):
    """A row of units paid over some hands, and the mean of the other opponents."""
    unit = (("payer", payer), ("payee", payee))
    return PairRow(unit, hands, paid * SHARES, others * SHARES, SUMS)


def levelled(*rows):
    totals = {}
    for row in rows:
        totals.setdefault(row.unit, UnitTotals(indicators_by_code()["SCN004"].indicator, row.unit)).add(
            DAY, [row]
        )
    pairs = LevelledPairs({unit: paid_in(each.all_rows) for unit, each in totals.items()})
    return pairs, totals


def test_the_lead_that_a_payee_has_everywhere_is_taken_off():
    mine = pair("i", "j", 400, 400, 0)
    pairs, totals = levelled(mine, pair("k", "j", 200, 80, -20), pair("l", "j", 200, 100, 0))
    found = pairs.levelled(mine.unit, totals[mine.unit].sums(), {DAY: 400})
    lead = (80 + 100 + 20) / 400  # units a hand from k and l beyond the others of these hands
    assert found == {
        DAY: (tuple(int(each - lead * 400 * NANO / tilt) for each, tilt in zip(SUMS, TILTS, strict=True)),)
    }
    assert pairs.allow(mine.unit)  # 1 a hand against 0.45


def test_a_payee_who_is_behind_elsewhere_changes_nothing():
    mine = pair("i", "j", 400, 400, 0)
    pairs, totals = levelled(mine, pair("k", "j", 200, -50, 10))
    assert pairs.levelled(mine.unit, totals[mine.unit].sums(), {DAY: 400}) == totals[mine.unit].sums()


def test_less_than_a_quarter_unit_beyond_the_others_is_no_alarm():
    mine = pair("i", "j", 400, 180, 0)
    pairs, _ = levelled(mine, pair("k", "j", 400, 90, 0))
    assert not pairs.allow(mine.unit)  # 0.45 against 0.225
    more, _ = levelled(mine, pair("k", "j", 400, 80, 0))
    assert more.allow(mine.unit)  # 0.45 against 0.2


def test_units_of_other_indicators_stay_as_they_are():
    pairs, _ = levelled()
    assert pairs.allow((("player", "p"),))
    assert pairs.levelled((("player", "p"),), {DAY: (SUMS,)}, {}) == {DAY: (SUMS,)}


def test_an_alarm_is_withheld_where_the_lead_explains_it():
    """The same payments are an alarm where the other payers do not pay the payee more than the rest."""
    mine = pair("i", "j", 400, 400, 0)
    for others, since, withheld in ((0, None, True), (120, DAY, False)):
        rows = [mine, pair("k", "j", 400, 180, others)]
        found = screened_year([SessionStatistics("room-1", "s", "T1", DAY, 400, {"SCN004": rows})])
        (unit,) = (each for each in found if each.unit == mine.unit)
        assert (unit.since, unit.withheld) == (since, withheld)


FAR, USUAL = MarkedStratum(200, 12, 40, 12), MarkedStratum(200, 12, 40, 2)


def test_a_liked_dealer_is_shown_beside_another_alarm_of_the_same_dealer_only():
    dealer, player = ("dealer", "d-1"), ("player", "P1")
    rows = {
        "SCN014": [MarkedRow((dealer,), FAR), MarkedRow((("dealer", "d-2"),), FAR)],
        "SCN012": [MarkedRow((dealer, player), FAR), MarkedRow((("dealer", "d-2"), player), USUAL)],
    }
    units = screened_year([SessionStatistics("room-1", "s", "T1", DAY, 200, rows)])
    assert all(each.since for each in units if each.entry.code == "SCN014")
    shown = {each.unit: each for each in beside_others(units) if each.entry.code == "SCN014"}
    assert shown[(dealer,)].since == DAY
    alone = shown[(("dealer", "d-2"),)]
    assert (alone.since, alone.listed, alone.withheld) == (None, False, True)
    with_player = screened_year(
        [SessionStatistics("room-1", "s", "T1", DAY, 200, {"SCN014": [MarkedRow((dealer, player), FAR)]})]
    )
    assert [each.since for each in beside_others(with_player)] == [DAY]
