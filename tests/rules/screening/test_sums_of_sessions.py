"""A year from the sums of its sessions is that of their rows, to the last nano-nat: places, alarms, the monthly list."""

import random
from datetime import date, timedelta

import numpy as np
import pytest
from msgspec.structs import replace

from rules.screening.engines.marked import MarkedStratum
from rules.screening.repeated_deals import groups_of_equal, repeated_among, repeated_deals
from rules.screening.room_year import rows_of_year, screened_year, summed_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.session_sums import sums_of
from rules.screening.statistics import CaseRow, DealRow, DifferenceRow, DrawRow, MarkedRow, PairRow, TrialRow
from rules.screening.written_statistics import sums_as_bytes, sums_of_bytes
from simulation.screened.evening_hands import statistics_of_evening
from simulation.screened.planted_conduct import PLANTED
from simulation.screened.room_regulars import LIVED
from simulation.screened.simulated_room_year import room_year
from tests.calibration.room_years import scoring
from tests.rules.screening.plain_year import plain_year, said_of

FIRST = date(2026, 1, 5)
PLAYER, OTHER = (("player", "é\x7f p-1"),), (("player", "p-2"),)


def written(sessions):
    """The sums as the store has them."""
    return [sums_of_bytes(sums_as_bytes(sums_of(each))) for each in sessions]


def summed(sessions):
    return summed_year(written(sessions), rows_of_year(lambda: sessions))


def session_of(name, day, **rows):
    return SessionStatistics("room-1", name, "T1", day, 200, rows)


def chances(seed):
    """Sessions with rows of every kind, drawn at random; some raise alarms."""
    chance = random.Random(seed)
    found = []
    for nth in range(24):
        day = FIRST + timedelta(days=13 * nth + chance.randrange(3))
        late = chance.random() < 0.5
        pairs = [PairRow((("payer", a), ("payee", b)), 60, chance.randrange(-9000, 400_000), chance.randrange(-9000, 9000),
                         tuple(chance.randrange(-10**8, 10**9) * each for each in (1, 2, 4, 8, 9, 7)))
                 for a, b in (("a", "b"), ("b", "a"), ("c", "b"))]  # fmt: skip
        found.append(session_of(
            f"s{nth}", day,
            SCN004=pairs,
            SCN006=[MarkedRow(unit, MarkedStratum(40, 9, 20, min(9, chance.randrange(5, 12))), coding)
                    for unit in (PLAYER, OTHER) for coding in (0, 1) if coding == 0 or chance.random() < 0.6],
            SCN009=[CaseRow((), late), CaseRow((("supervisor", f"S{nth % 2}"),), late),
                    MarkedRow((("table", "T1"),), MarkedStratum(200, 5, 40, 5), times=2)],
            SCN013=[DifferenceRow((("room", "room-1"),), each, chance.randrange(90, 130), 100, "box")
                    for each in (day, day, date(2025, 12, 31))],
            SCN015=[MarkedRow((("author", "e-1"),), MarkedStratum(9, 4, 4, 4)),
                    DifferenceRow((("player", "p-1"),), day, 500, 100, f"c{nth}")],
            SCN018=[DrawRow((), (("a", "b", "c"), ("d", "e")))],
            SCN019=[TrialRow((("table", "T1"),), (1, 5), 150, chance.randrange(20, 60), coding) for coding in (0, 1)],
        ))  # fmt: skip
    return found


def simulated():
    """Evenings of an honest room with habits, and of planted conduct at a table of its own."""
    rules, draw = scoring(), np.random.default_rng(8)
    found = list(room_year(5, LIVED, rules, evenings=5))
    for nth, conduct in enumerate(PLANTED[::4]):
        played = conduct.evening(FIRST + timedelta(days=9 * nth), rules, draw)
        made = statistics_of_evening(played, rules)
        found.append(replace(made, session=f"planted-{nth}", table="T9"))
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_rows_of_every_kind_come_to_the_same_both_ways(seed):
    sessions = chances(seed)
    plain, found = plain_year(sessions), summed(sessions)
    assert [said_of(each) for each in found] == plain
    assert {each.entry.code for each in found if each.since} >= {"SCN006", "SCN009", "SCN019"}
    assert {each.entry.code for each in found if each.listed} >= {"SCN006", "SCN009"}
    assert [said_of(each) for each in screened_year(sessions)] == plain


@pytest.mark.night
@pytest.mark.slow
def test_simulated_and_planted_evenings_come_to_the_same_both_ways():
    sessions = simulated()
    plain = plain_year(sessions)
    assert [said_of(each) for each in summed(sessions)] == plain
    mixed = random.Random(3).sample(sessions, len(sessions))
    assert [said_of(each) for each in summed(mixed)] == plain
    assert any(since for *_, since, _, _ in plain)


def test_sums_of_a_superseded_log_are_taken_out():
    sessions = chances(4)[:10]
    corrected = session_of("s7", sessions[7].day, SCN006=[MarkedRow(PLAYER, MarkedStratum(40, 9, 20, 4))])
    after = [*sessions[:7], *sessions[8:], corrected]
    assert [said_of(each) for each in summed(after)] == plain_year(after) != plain_year(sessions)


def test_rows_of_a_unit_are_read_when_they_are_asked_for():
    sessions, reads = chances(1), []

    def read():
        reads.append(1)
        return sessions

    units = summed_year(written(sessions), rows_of_year(read))
    assert reads == []
    author, table = (
        next(each for each in units if each.entry.code == code and each.unit[0][0] == role)
        for code, role in (("SCN015", "author"), ("SCN009", "table"))
    )
    assert author.rows == [MarkedRow((("author", "e-1"),), MarkedStratum(9, 4, 4, 4))] * len(sessions)
    assert table.rows == [MarkedRow((("table", "T1"),), MarkedStratum(200, 5, 40, 5), times=2)] * len(
        sessions
    )
    assert reads == [1]


def test_supervisors_of_a_month_get_its_rows_though_no_session_has_them():
    found = next(each for each in summed(chances(2)) if each.unit == (("supervisor", "S0"),))
    assert len(found.rows) == found.strata == len(found.days)
    assert all(isinstance(row, MarkedRow) for row in found.rows)
    assert all(day.day >= 28 for day in found.days)  # a month counts when it has ended


def test_deals_are_compared_by_their_sums_as_by_their_rows():
    deals = {
        "s2": [DealRow((), 4, (5, -7, 9)), DealRow((), 2, (1,), shape=(2, 5, 52))],
        "s1": [DealRow((), 4, (9, 9, 1)), DealRow((), 4, (-7,))],
        "s3": [DealRow((), 3, (5,)), DealRow((), 2, (1,), shape=(2, 5, 52))],
    }
    sessions = [session_of(name, FIRST, SCN002=rows) for name, rows in deals.items()]
    found = repeated_among((each.session, each.deals) for each in written(sessions))
    assert found == repeated_deals(sessions)
    assert [each.number for each in found] == [1, 0, 3]
    assert [(each.seats, each.shape, each.deals) for each in found] == [
        (2, (2, 5, 52), 2),
        (3, (), 1),
        (4, (), 7),
    ]
    pairs = [
        (pair.session, pair.place, pair.other, pair.other_place) for each in found for pair in each.pairs
    ]
    assert pairs == [("s2", 0, "s3", 0), ("s1", 0, "s2", 2), ("s1", 1, "s2", 2), ("s1", 3, "s2", 1)]


def test_groups_of_equal_values():
    values = np.array([3, 1, 3, 2, 1, 3, 8], np.int64)
    assert [each.tolist() for each in groups_of_equal(values)] == [[1, 4], [0, 2, 5]]
    assert list(groups_of_equal(values[:2])) == list(groups_of_equal(values[:0])) == []


def test_sums_of_another_version_are_made_again():
    sums = sums_of(chances(1)[0])
    assert sums_of_bytes(sums_as_bytes(sums)) == sums
    for other in (replace(sums, sums=sums.sums + 1), replace(sums, version=sums.version + 1)):
        assert sums_of_bytes(sums_as_bytes(other)) is None
