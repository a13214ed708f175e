"""Whole tournaments that are simulated: nothing in them differs from what was due, and their files fit their logs."""

from __future__ import annotations

from functools import cache

import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.tournaments.points_due import as_text
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_levels import announced
from rules.tournaments.tournament_logs import read_table_log
from rules.tournaments.tournament_reader import read_tournament
from rules.tournaments.tournament_replay import replay_tournament
from simulation.events import simulate_tournament
from tests.simulation.walked import lines_of, strange

LATE = 60_000_000  # microseconds
BY_MINUTES = ("olympic-tournament", "olympic-ranking")
EVENTS = [(name, seed) for seed in range(40) for name in (*BY_MINUTES, "carnivale-event-2013")]


@cache
def made(name: str, seed: int, tables: int = 1, kind: str = ""):
    """A simulated event, its file and logs as plain lines, and its replay."""
    ruleset = library().get(name)
    event = simulate_tournament(ruleset, players=20 + seed * 13 % 60, seed=seed, tables=tables, kind=kind)
    logs = [log.data() for log in event.logs]
    replay = replay_tournament(
        read_tournament([event.data()]), ruleset, [read_table_log([log]) for log in logs]
    )
    return event, lines_of(event.data()), [lines_of(log) for log in logs], replay


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_seats_hands_and_moves_of_an_event_fit_together(name, seed):
    _, file, logs, _ = made(name, seed)
    assert strange(file, logs) == []


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_chips_and_levels_of_an_event_are_as_due(name, seed):
    *_, replay = made(name, seed)
    assert [(each.line, each.due - each.counted) for each in replay.chips if each.due != each.counted] == []
    if name in BY_MINUTES:
        late = [
            (instant(each.at), due.due)
            for (_, each), due in zip(announced(replay.file), replay.levels, strict=True)
        ]
        assert [(at, due) for at, due in late if not 0 <= at - due <= LATE] == []


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_results_of_an_event_are_as_due(name, seed):
    _, file, _, replay = made(name, seed)
    prizes = {each["player"]: each["amount"] for each in file if each["event"] == "prize"}
    assert prizes == {player: amount for player, amount in replay.due.items() if amount}
    points = {each["player"]: each["points"] for each in file if each["event"] == "ranking_award"}
    assert points == {player: as_text(each) for player, each in replay.points.items() if each}
    places = {
        each["entry"]: each["place"] for each in file if "place" in each and each["event"] == "elimination"
    }
    out = {each.entry: each.place for each in replay.placings if not each.still_in}
    assert places.items() <= out.items()
    assert file[-1]["totals"]["prize_pool"] == replay.money.prize_pool


def test_a_satellite_ends_with_as_many_players_as_tickets():
    *_, replay = made("olympic-tournament", 0, 0, "freezeout")
    assert replay.satellite is not None
    assert sum(each.still_in for each in replay.placings) == replay.satellite.tickets


@pytest.mark.slow
def test_the_same_request_gives_the_same_bytes():
    ruleset = library().get("olympic-tournament")
    one, again, other = (simulate_tournament(ruleset, players=24, seed=seed, tables=1) for seed in (8, 8, 9))
    assert one.data() == again.data()
    assert [log.data() for log in one.logs] == [log.data() for log in again.logs]
    assert one.data() != other.data()


@pytest.mark.parametrize("kind", ["freezeout", "reentry", "rebuy_broke", "rebuy_any", "double_chance"])
def test_an_event_is_of_the_kind_that_is_asked_for(kind):
    event, file, *_ = made("olympic-tournament", 12, 0, kind)
    seen = {each["event"] for each in file}
    assert event.header.kind == kind
    assert ("reentry" in seen) == (kind == "reentry" or event.header.reentries is True)
    assert ("rebuy" in seen) == (kind in ("rebuy_broke", "rebuy_any", "double_chance"))
    assert ("add_on" in seen) == (kind in ("rebuy_broke", "rebuy_any"))


@pytest.mark.slow
def test_open_face_logs_of_an_event_have_nothing_to_find():
    _, _, logs, _ = made("carnivale-event-2013", 2, 2)
    event, *_ = made("carnivale-event-2013", 2, 2)
    assert [log[0]["table"] for log in logs] == ["T1", "T2"]
    for log in event.logs:
        audit = audit_log(BytesSource(log.data()))
        assert audit.complete
        assert [(each.code, each.hand) for each in audit.findings if each.kind != "undetermined"] == []


@pytest.mark.slow
@pytest.mark.sampled(8)
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", BY_MINUTES)
def test_hands_of_an_event_by_minutes_name_the_rules_of_its_author_and_have_nothing_to_find(name, seed):
    event, _, logs, _ = made(name, seed)
    assert [log[0]["ruleset"] for log in logs] == ["olympic-cash@2"] * len(logs)
    for log in event.logs:
        audit = audit_log(BytesSource(log.data()))
        assert audit.complete
        assert [(each.code, each.hand) for each in audit.findings if each.kind != "undetermined"] == []


@pytest.mark.parametrize(
    ("how", "because"),
    [
        ({"name": "olympic-cash"}, "no ruleset of tournaments"),
        ({"players": 19}, "19 entries"),
        ({"players": 301}, "301 entries"),
        ({"kind": "shootout"}, "no kind is called 'shootout'"),
        ({"name": "carnivale-event-2013", "kind": "reentry"}, "is played as a freezeout"),
        ({"tables": -1}, "-1 table logs"),
    ],
)
def test_what_cannot_be_simulated_is_said(how, because):
    how = {"name": "olympic-tournament", "players": 20, "kind": "", "tables": 0} | how
    with pytest.raises(ValueError, match=because):
        simulate_tournament(library().get(how.pop("name")), seed=1, **how)
