"""SCN017 in a tournament's file: penalties and warnings, with the players at the table."""

from datetime import date

from rules.screening.engines.marked import MarkedStratum
from rules.screening.event_penalties import penalties_of
from rules.screening.room_year import screened_year
from rules.screening.statistics_beside_hands import statistics_of_event
from tests.rules.events.tables import draw, move, tables
from tests.rules.tournaments.build import busts, read

DAY = date(2026, 3, 14)


def penalty(entry, kind="round", by="s-1", **stated):
    line = {"event": "penalty", "entry": entry, "kind": kind, "by": by} | stated
    return {name: value for name, value in line.items() if value is not None}


def strata(*lines, **stated):
    """Tables by who ruled and the player; T1 has P01 to P03, T2 has P04 and P05."""
    statistics = statistics_of_event(read(*tables(3, 2, **stated), *lines), DAY)
    return {(row.unit[0][1], row.unit[1][1]): row.stratum for row in statistics.rows.get("SCN017", ())}


def opponents(*lines):
    return [sorted(each.opponents) for each in penalties_of(read(*tables(3, 2), *lines))]


def test_the_table_of_a_supervisor_with_the_player_whom_penalties_help():
    """Two penalties at P03's table and a warning at the other one."""
    found = strata(penalty(1), penalty(2), penalty(4, "warning"))
    assert found["s-1", "P03"] == MarkedStratum(3, 2, 2, 2)
    assert found["s-1", "P05"] == MarkedStratum(3, 2, 1, 0)
    assert found["s-1", "P01"] == MarkedStratum(3, 2, 1, 1)
    assert found["T1", "P03"] == MarkedStratum(2, 2, 2, 2)


def test_every_kind_but_a_warning_is_hard():
    kinds = ("hand_dead", "round", "time", "disqualified", "warning")
    assert [strata(penalty(1, kind))["s-1", "P03"].marked for kind in kinds] == [1, 1, 1, 1, 0]


def test_who_gave_it_is_the_supervisor_of_the_event_where_the_line_does_not_say():
    assert ("s-9", "P03") in strata(penalty(1, by=None), staff={"supervisor": "s-9"})
    assert {who for who, _ in strata(penalty(1, by=None))} == {"T1"}


def test_the_players_are_those_who_sit_there_then():
    assert opponents(penalty(1)) == [["P02", "P03"]]
    assert opponents(move(4, "T2/1", "T1/4", reason="balance"), penalty(1)) == [["P02", "P03", "P04"]]
    assert opponents(*busts(2), penalty(1)) == [["P03"]]
    assert opponents(penalty(2, "disqualified"), penalty(1)) == [["P01", "P03"], ["P03"]]
    assert opponents(draw("final_table", (1, "T9", 1), (5, "T9", 2)), penalty(1), penalty(2)) == [["P05"]]


def test_penalties_for_one_player_are_an_alarm_and_even_ones_are_quiet():
    """Twelve penalties at his table and twelve warnings at the other one; then six of each at both."""
    hard, soft = [penalty(1)] * 12, [penalty(4, "warning")] * 12
    even = ([penalty(1), penalty(1, "warning"), penalty(4), penalty(4, "warning")]) * 6
    unit = (("supervisor", "s-1"), ("player", "P03"))
    found = [
        {
            each.unit: each.since
            for each in screened_year([statistics_of_event(read(*tables(3, 2), *lines), DAY)])
        }
        for lines in ([*hard, *soft], even)
    ]
    assert found[0][unit] == DAY
    assert set(found[1].values()) == {None}


def test_penalties_at_a_table_whose_log_states_rulings_are_left_to_the_log():
    file = read(*tables(3, 2), penalty(1), penalty(4), penalty(4, "warning"))
    rows = statistics_of_event(file, DAY, ruled=frozenset({"T1"})).rows["SCN017"]
    assert {row.unit[0][1] for row in rows} == {"s-1", "T2"}
    assert {row.stratum.cases for row in rows} == {2}
