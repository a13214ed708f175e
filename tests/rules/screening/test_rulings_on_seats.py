"""SCN017, and who ruled in SCN006 and SCN007: the person on record, else the supervisor of the session."""

import json

import numpy as np
import pytest
from msgspec.structs import replace

from rules.screening.engines.marked import MarkedStratum
from rules.screening.indicators import scn006_void_when_losing, scn007_winners_ruled_dead
from rules.screening.indicators.scn017_clock_and_penalties import rows
from rules.screening.room_year import screened_year
from rules.screening.session_statistics import SessionStatistics
from tests.rules.build import session
from tests.rules.open_face import X, Y, ofc, seat
from tests.rules.screening.screened import FIRST_DAY, FOLDER, lines_of, screened, screened_lines

HARD, SOFT = ("penalty", "hand_fouled", "hand_dead"), ("play_on", "warning")
TABLE = ("table", "T1")


def ruling(word, on=1, by="s-1", kind="clock_expired"):
    stated = {"kind": kind, "seat": on, "ruling": word, "by": by}
    return {name: value for name, value in stated.items() if value is not None}


def log(*hands, supervisor=None):
    """An open-face session with a ruling a hand: (players of seats 1 and 2, ruling or None)."""
    staff = {} if supervisor is None else {"staff": {"supervisor": supervisor}}
    lines = [session(ruleset="ofc-cash", opened_at="2013-07-13T17:00:00-07:00", **staff)]
    for number, (players, ruled) in enumerate(hands, 1):
        seats = [
            seat(at, row) | {"player": player}
            for at, row, player in zip((1, 2), (X, Y), players, strict=True)
        ]
        lines.append(ofc(number, *seats, irregularities=None if ruled is None else [ruled]))
    return screened_lines(lines)


def strata(*hands, **stated):
    """Tables by (role, name) of who ruled and the player whom it could help."""
    found = {each.row.unit: each.row.stratum for each in rows(log(*hands, **stated))}
    return {(unit[0], unit[1][1]): stratum for unit, stratum in found.items()}


def test_the_table_of_a_supervisor_with_the_player_whom_rulings_help():
    """Five rulings on seat 1: three hard ones, all against opponents of b; two soft ones, one with b and one with c."""
    hands = [(("a", "b"), ruling(word)) for word in (*HARD, "play_on")] + [(("a", "c"), ruling("warning"))]
    found = strata(*hands)
    assert found[("supervisor", "s-1"), "b"] == MarkedStratum(5, 3, 4, 3)
    assert found[("supervisor", "s-1"), "c"] == MarkedStratum(5, 3, 1, 0)
    assert found[("supervisor", "s-1"), "a"] == MarkedStratum(5, 3, 0, 0), "he is ruled on: nobody's opponent"
    assert found[TABLE, "b"] == found[("supervisor", "s-1"), "b"]


@pytest.mark.parametrize("word", [*HARD, *SOFT])
def test_rulings_between_which_the_floor_can_choose_are_cases(word):
    assert strata((("a", "b"), ruling(word)))[TABLE, "b"] == MarkedStratum(
        1, int(word in HARD), 1, int(word in HARD)
    )


def test_other_rulings_and_rulings_on_nobody_are_none():
    assert strata((("a", "b"), ruling("misdeal"))) == {}
    assert strata((("a", "b"), ruling("penalty", on=None))) == {}
    assert strata((("a", "b"), ruling("penalty", on=7))) == {}
    assert strata((("a", "b"), ruling(None))) == {}


def test_hands_without_a_ruling_are_no_cases():
    assert strata((("a", "b"), None), (("a", "b"), ruling("warning")))[TABLE, "b"] == MarkedStratum(
        1, 0, 1, 0
    )


def test_who_ruled_is_the_supervisor_where_the_ruling_does_not_say():
    hands = [(("a", "b"), ruling("penalty", by=None)), (("a", "b"), ruling("warning", by="s-2"))]
    found = strata(*hands, supervisor="s-1")
    assert found[("supervisor", "s-1"), "b"] == MarkedStratum(1, 1, 1, 1)
    assert found[("supervisor", "s-2"), "b"] == MarkedStratum(1, 0, 1, 0)
    assert strata(*hands).keys() == {
        (TABLE, "a"),
        (TABLE, "b"),
        (("supervisor", "s-2"), "a"),
        (("supervisor", "s-2"), "b"),
    }


def test_the_supervisor_who_is_named_as_well_has_both():
    hands = [(("a", "b"), ruling("penalty", by=None)), (("a", "b"), ruling("warning", by="s-1"))]
    assert strata(*hands, supervisor="s-1")[("supervisor", "s-1"), "b"] == MarkedStratum(2, 1, 2, 1)


def year_of(*evenings):
    sessions = [
        SessionStatistics(
            "WA-1", f"s{at}", "T1", FIRST_DAY, 30, {"SCN017": [each.row for each in rows(log(*hands))]}
        )
        for at, hands in enumerate(evenings)
    ]
    return {unit.unit: unit.since for unit in screened_year(sessions)}


def test_hard_rulings_for_one_player_are_an_alarm_and_shared_ones_are_quiet():
    helped = [(("a", "b"), ruling("penalty"))] * 12 + [(("a", "c"), ruling("warning"))] * 15
    unit = (("supervisor", "s-1"), ("player", "b"))
    assert year_of(helped)[unit] == FIRST_DAY
    shared = [(("a", player), ruling(word)) for player in "bc" for word in ("penalty", "warning")] * 7
    assert set(year_of(shared).values()) == {None}


def without_by(name):
    """A case's log whose irregularities do not say who ruled, under the supervisor s-9."""
    events = json.loads(json.dumps(lines_of(FOLDER / "logs" / f"{name}.ndjson.gz")))
    for event in events:
        for each in event.get("irregularities", ()):
            each.pop("by", None)
    return [
        event | {"staff": {"supervisor": "s-9"}} if event["event"] == "session" else event for event in events
    ]


@pytest.mark.parametrize(
    ("name", "module", "named"),
    [("dead-winners-0", scn007_winners_ruled_dead, "S"), ("voids-of-losses-0", scn006_void_when_losing, "S")],
)
def test_the_supervisor_of_the_session_rules_where_nobody_is_named(name, module, named):
    stated = screened_lines(lines_of(FOLDER / "logs" / f"{name}.ndjson.gz"))
    wanted = [each.row for each in module.rows(stated) if each.row.unit[0][0] == "supervisor"]
    found = [
        each.row
        for each in module.rows(screened_lines(without_by(name)))
        if each.row.unit[0][0] == "supervisor"
    ]
    assert {row.unit[0][1] for row in wanted} == {named}
    assert {row.unit[0][1] for row in found} == {"s-9"}
    assert [row.stratum for row in found] == [row.stratum for row in wanted]


def test_nobody_rules_where_neither_is_on_record():
    events = [
        {name: value for name, value in event.items() if name != "staff"}
        for event in without_by("dead-winners-0")
    ]
    assert list(scn007_winners_ruled_dead.rows(screened_lines(events))) == []


def test_the_smallest_win_is_a_win_and_the_smallest_loss_a_loss():
    """Of results only the signs count, but for the largest fifth of losses."""
    played = screened(FOLDER / "logs" / "dead-winners-0.ndjson.gz")
    hands = replace(played.hands, units=np.sign(played.hands.units))
    for module in (scn006_void_when_losing, scn007_winners_ruled_dead):
        plain, least = (
            [each.row for each in module.rows(one) if not each.row.coding]
            for one in (played, replace(played, hands=hands))
        )
        assert plain == least
    assert any(row.stratum.both for row in plain)


@pytest.mark.parametrize("case", ["dead-winners-0", "exits-with-wins-0"])
def test_a_player_is_spared_among_the_winning_hands_of_his_deals(case):
    """Counted seat after seat: winning hands of deals with the player, those ruled dead, those of others."""
    played = screened(FOLDER / "logs" / f"{case}.ndjson.gz")
    hands, wanted = played.hands, {}
    ruled = hands.known & (np.arange(hands.known.size).reshape(hands.known.shape) % 7 == 0)
    hands = replace(hands, dead=hands.dead | ruled, dead_by=np.zeros_like(hands.dead_by))
    for spared in set(hands.player[hands.known].tolist()):
        cases = [
            (bool(hands.dead[hand, seat]), int(hands.player[hand, seat]) != spared)
            for hand, seat in np.argwhere(hands.known & (hands.units > 0)).tolist()
            if spared in hands.player[hand].tolist()
        ]
        margins = len(cases), sum(dead for dead, _ in cases), sum(other for _, other in cases)
        wanted[played.player(spared)] = MarkedStratum(*margins, cases.count((True, True)))
    found = {
        each.row.unit[1][1]: each.row.stratum
        for each in scn007_winners_ruled_dead.rows(replace(played, hands=hands))
        if len(each.row.unit) == 2
    }
    assert found == wanted
    deals = {stratum.cases for stratum in wanted.values()}
    assert len(deals) > 1 or case == "dead-winners-0"
