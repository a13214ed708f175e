"""What alarms need beyond E: a payee's lead is taken off; breaks, mucked hands and liked dealers are no alarms alone."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from rules.replay.scoring import SHARES
from rules.screening.engines.exchangeable import TILTS
from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicator_catalogue import indicators_by_code
from rules.screening.levelled_pairs import LevelledPairs, paid_in
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.shown_alarms import beside_others, is_noted
from rules.screening.statistics import MarkedRow, PairRow
from tests.rules.screening.open_face_logs import SESSION
from tests.rules.screening.plain_totals import UnitTotals
from tests.rules.screening.screened import screened_lines

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
    mine = pair("i", "j", 400, 400, 30)
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


TABLE = (("table", "T1"),)
FAR, USUAL = MarkedStratum(200, 12, 40, 12), MarkedStratum(200, 12, 40, 2)


def tables(code, *days):
    """The unit of a table whose days have these tables of two by two, of the first coding and of the one that confirms it."""
    sessions = [
        SessionStatistics(
            "room-1", f"s{nth}", "T1", DAY + timedelta(days=nth), 200,
            {code: [MarkedRow(TABLE, each, coding) for coding, each in enumerate(day)]},
        )
        for nth, day in enumerate(days)
    ]  # fmt: skip
    (unit,) = screened_year(sessions)
    return unit


def test_an_alarm_that_the_narrower_count_does_not_confirm_is_withheld():
    """Twelve gaps after large losses: breaks where the count without breaks has two of twelve, as chance gives."""
    for code in ("SCN008", "SCN009"):
        breaks, gaps = tables(code, (FAR, USUAL)), tables(code, (FAR, FAR))
        assert (breaks.since, breaks.withheld) == (None, True)
        assert (gaps.since, gaps.withheld) == (DAY, False)


def test_a_unit_is_noted_for_an_alarm_or_for_the_list():
    unit = tables("SCN008", (FAR, FAR))
    noted = [
        (since, listed, is_noted(replace(unit, since=since, listed=listed)))
        for since in (None, DAY)
        for listed in (False, True)
    ]
    assert noted == [(None, False, False), (None, True, True), (DAY, False, True), (DAY, True, True)]


def test_what_is_worth_something_alone_stays_on_the_list():
    listed = replace(tables("SCN008", (FAR, USUAL)), listed=True)
    assert listed.since is None
    assert beside_others([listed]) == [listed]


@pytest.mark.parametrize(
    ("role", "shown"), [("payer", True), ("payee", True), ("other", True), ("author", False)]
)
def test_a_player_is_the_same_in_every_role(role, shown):
    """Tokes at the wins of P1 are shown beside an alarm that names P1 in some role."""
    leaving = replace(tables("SCN014", (FAR,)), unit=(("player", "P1"),))
    other = replace(tables("SCN008", (FAR, FAR)), unit=((role, "P1"), ("table", "T1")))
    found, _ = beside_others([leaving, other])
    assert (found.since, found.withheld) == ((DAY, False) if shown else (None, True))


def test_an_alarm_is_since_the_later_day_of_both_counts():
    found = tables("SCN009", (FAR, USUAL), (FAR, USUAL), (FAR, FAR), (FAR, FAR))
    assert tables("SCN009", (FAR, FAR)).since == DAY
    assert found.since == DAY + timedelta(days=2)


def test_the_count_that_confirms_changes_no_evidence():
    assert tables("SCN009", (FAR, USUAL)).days == tables("SCN009", (FAR,)).days


def test_a_count_without_one_that_confirms_is_an_alarm_alone():
    """As a unit is of which no session has the second count."""
    assert tables("SCN008", (FAR,)).since == DAY


def test_a_liked_dealer_is_shown_beside_another_alarm_of_the_same_dealer_only():
    dealer, player = ("dealer", "d-1"), ("player", "P1")
    rows = {
        "SCN014": [MarkedRow((dealer,), FAR), MarkedRow((("dealer", "d-2"),), FAR)],
        "SCN012": [MarkedRow((dealer, player), FAR), MarkedRow((("dealer", "d-2"), player), USUAL)],
    }
    shown = tokes_shown(rows)
    assert shown[(dealer,)] == (DAY, False)
    assert shown[(("dealer", "d-2"),)] == (None, True)


@pytest.mark.parametrize(
    ("other", "unit", "shown"),
    [
        ("SCN012", (("dealer", "d-1"), ("player", "P1")), True),
        ("SCN012", (("dealer", "d-1"), ("player", "P2")), True),  # the same dealer
        ("SCN006", (("player", "P1"),), True),  # the same player
        ("SCN012", (("dealer", "d-2"), ("player", "P2")), False),
        ("SCN006", (("player", "d-1"),), False),  # a player who is named as the dealer is
        ("SCN016", (("player", "P1"),), False),  # worth nothing alone either
    ],
)
def test_a_dealer_and_who_likes_him_are_shown_beside_another_indicator_of_either(other, unit, shown):
    pair = (("dealer", "d-1"), ("player", "P1"))
    found = tokes_shown({"SCN014": [MarkedRow(pair, FAR)], other: [MarkedRow(unit, FAR)]})
    assert found[pair] == ((DAY, False) if shown else (None, True))


def test_a_dealer_and_a_pair_with_tokes_do_not_show_each_other():
    dealer, pair = (("dealer", "d-1"),), (("dealer", "d-1"), ("player", "P1"))
    found = tokes_shown({"SCN014": [MarkedRow(dealer, FAR), MarkedRow(pair, FAR)]})
    assert found == {dealer: (None, True), pair: (None, True)}


def tokes_shown(rows):
    """Of each unit of SCN014, all of which reach the limit: since when an alarm is shown, whether it is withheld."""
    units = screened_year([SessionStatistics("room-1", "s", "T1", DAY, 200, rows)])
    assert all(each.since for each in units if each.entry.code == "SCN014")
    shown = [each for each in beside_others(units) if each.entry.code == "SCN014"]
    assert [each.unit for each in shown if each.listed and each.since is None] == []
    return {each.unit: (each.since, each.withheld) for each in shown}


def test_gaps_longer_than_a_break_are_no_hands_that_were_left_out():
    """Of twenty intervals of two minutes one of five minutes, and one of seven, follow the large losses."""
    took = [2] * 20
    took[5], took[11] = 5, 7
    minutes = [sum(took[:place]) for place in range(21)]
    hands = [
        seated_hand(number, at, 9000 if number in (6, 12) else 100) for number, at in enumerate(minutes, 1)
    ]
    rows = {
        each.row.coding: each.row.stratum
        for each in rows_of("SCN009", hands)
        if isinstance(each.row, MarkedRow)
    }
    assert (rows[0].marked, rows[1].marked) == (2, 1)
    assert (rows[0].both, rows[1].both) == (2, 1)
    assert rows[0].cases == rows[1].cases == 20


def test_cards_of_who_lost_are_mucked():
    """The cards of ben are not on record: in hand 6 he lost 90 units, in hand 12 he won them."""
    hands = [seated_hand(number, 2 * number, 100) for number in range(1, 21)]
    hands[5], hands[11] = (
        seated_hand(number, 2 * number, net, missing=1) for number, net in ((6, 9000), (12, -9000))
    )
    rows = {
        each.row.coding: each.row.stratum
        for each in rows_of("SCN008", hands)
        if each.row.unit == (("table", "T1"),)
    }
    assert (rows[0].marked, rows[1].marked) == (2, 1)
    assert (rows[0].both, rows[1].both) == (2, 1)


def seated_hand(number, minute, net, missing=None):
    """A closed hand of ann, who wins so much, and ben; ``missing``: a seat whose cards are not on record."""
    rows = (("2c3d5h", "TcTd4s6c8d", "AhKh9h7h3h"), ("9c7s4d", "KsJd8s6d5c", "QcQd2s3s4c"))
    seats = [
        {"seat": place + 1, "player": player, "net": won}
        | ({} if missing == place else dict(zip(("front", "middle", "back"), rows[place], strict=True)))
        for place, (player, won) in enumerate((("ann", net), ("ben", -net)))
    ]
    at = f"2026-03-14T{16 + minute // 60:02}:{minute % 60:02}:07-07:00"
    return {"event": "chinese_hand", "hand": number, "at": at, "seats": seats}


def rows_of(code, hands):
    """Rows of an indicator of a session of closed hands."""
    session = screened_lines([SESSION | {"ruleset": "wsgc-2-4"}, *hands])
    return list(indicators_by_code()[code].rows(session))
