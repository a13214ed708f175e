"""SCN018: pairs of players who meet in draws, the button of final tables, moves that are listed."""

import random
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations

from rules.screening.across_sessions import rows_together
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from rules.screening.statistics import DrawRow
from rules.screening.statistics_beside_hands import statistics_of_event
from rules.screening.unit_counts import counts_of
from rules.screening.unit_evidence import figures, log10_of
from rules.screening.without_chance import Noticed
from tests.rules.events.tables import draw, move
from tests.rules.screening.screened import CASES
from tests.rules.tournaments.build import entries, header, read

FIRST = date(2026, 3, 1)
TOGETHER = CASES["draws-together"]


def event(*lines, players=6, day=FIRST, buttons=None, **stated):
    """Statistics of a tournament of players P01, P02, ... with some lines."""
    return statistics_of_event(read(header(**stated), *entries(players), *lines), day, buttons)


def seats(*tables):
    """Entries by table, as the seats of a draw."""
    return [
        (entry, f"T{at}", place) for at, own in enumerate(tables, 1) for place, entry in enumerate(own, 1)
    ]


def year_of(draws):
    """Units of a year with a tournament a day, each with one draw."""
    sessions = []
    for place, tables in enumerate(draws):
        row = DrawRow((("room", "TEST-2"),), tuple(tuple(sorted(map(str, own))) for own in tables))
        day = FIRST + timedelta(days=place)
        sessions.append(SessionStatistics("TEST-2", f"E-{place}", "", day, 0, {"SCN018": [row]}))
    return {unit.unit: unit for unit in screened_year(sessions)}


def pair(one, other):
    return ("player", one), ("other", other)


def test_two_players_who_are_always_drawn_together():
    found = year_of(TOGETHER["data"])
    assert found.keys() == {pair("1", "2")}, "no other two share five draws"
    unit = found[pair("1", "2")]
    counts, answer = counts_of(unit.rows), TOGETHER["answer"]
    assert (counts.cases, counts.both) == (len(TOGETHER["data"]), answer["k"])
    assert float(figures(log10_of(unit.evidence.year))) == answer["log10_e"]
    assert counts.expected == Fraction(60, 11)
    assert round(60 / 11, 5) == answer["expected"]


def test_fair_draws_of_the_same_players_are_quiet():
    chance = random.Random(9)
    order = list(range(12))
    draws = []
    for _ in range(12):
        chance.shuffle(order)
        draws.append([order[:6], order[6:]])
    found = year_of(draws)
    assert len(found) == 66
    assert [unit.since for unit in found.values()] == [None] * 66
    assert {unit.strata for unit in found.values()} == {12}


def test_four_common_draws_are_too_few_and_five_are_tested():
    tables = [["a", "b", "c"], ["d", "e", "f"]]
    assert year_of([tables] * 4) == {}
    five = year_of([tables] * 5)
    assert five[pair("a", "b")].place is not None
    assert counts_of(five[pair("a", "b")].rows).both == 5
    assert counts_of(five[pair("a", "d")].rows).both == 0


def test_only_draws_that_both_players_share_are_common():
    """Ann and bob are in six draws each, of which they share four; ann and cy share six."""
    both, ann, bob = (
        [("ann", "bob"), ("cy", "dan")],
        [("ann", "eve"), ("cy", "fay")],
        [("bob", "gil"), ("hal", "ida")],
    )
    units = year_of([both] * 4 + [ann] * 2 + [bob] * 2)
    assert pair("ann", "bob") not in units
    assert units[pair("ann", "cy")].strata == 6
    assert {name for unit in units for _, name in unit} == {"ann", "cy"}


def test_the_chance_of_meeting_is_that_of_all_pairs_counted():
    sizes = (6, 5, 3)
    tables = tuple(tuple(f"{at}-{seat}" for seat in range(size)) for at, size in enumerate(sizes))
    everybody = [(at, player) for at, own in enumerate(tables) for player in own]
    met = [one[0] == other[0] for one, other in combinations(everybody, 2)]
    row = DrawRow((("room", "R"),), tables)
    found = [each for _, each in rows_together([(FIRST, row)] * 5, FIRST)]
    assert {each.p for each in found} == {Fraction(sum(met), len(met))}
    assert len(found) == 5 * len(met)


def test_a_file_gives_its_draws_by_players_and_leaves_out_assigned_ones():
    lines = [
        draw("start", *seats([1, 2, 3], [4, 5, 6])),
        draw("three_tables", *seats([1, 4], [2, 5], [3, 6]), method="assigned"),
        draw("other", *seats([6, 1], [5, 2, 3, 4]), method="draw"),
        draw("final_table", *seats([1, 2, 3])),
    ]
    tables = [row.tables for row in event(*lines).rows["SCN018"]]
    assert tables == [
        (("P01", "P02", "P03"), ("P04", "P05", "P06")),
        (("P01", "P06"), ("P02", "P03", "P04", "P05")),
    ], "at one table everybody meets"


def test_a_file_without_a_draw_of_two_tables_is_untestable():
    assert event(draw("final_table", *seats([1, 2, 3]))).untestable == {"SCN018": "draws"}
    assert event(draw("start", *seats([1, 2], [3, 4]))).untestable == {}


def test_the_button_of_a_final_table_is_a_trial_of_each_of_its_players():
    final = draw("final_table", *seats([1, 2, 3, 4]))
    rows = event(final, buttons={"T1": "P03"}).rows["SCN018"]
    assert {row.unit[0][1]: (row.p, row.trials, row.happened) for row in rows} == {
        player: (Fraction(1, 4), 1, int(player == "P03")) for player in ("P01", "P02", "P03", "P04")
    }
    assert "SCN018" not in event(final, buttons={"T1": "P06"}).rows, (
        "the button of somebody else says nothing"
    )


def test_moves_to_balance_tables_are_listed():
    lines = [
        draw("start", *seats([1, 2, 3], [4, 5, 6])),
        move(2, "T1/2", "T2/6", reason="balance"),
        move(4, "T2/1", "T1/5", reason="break"),
        move(5, "T2/2", "T1/6", reason="balance", ruling="big blind moves"),
    ]
    assert event(*lines).noticed == [
        Noticed("SCN018", (("player", "P02"),), "balance_move", (), ("T1", "T2"))
    ]
