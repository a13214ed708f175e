"""Open alarms from the lists of the last night, and the grid of a room's year."""

import gzip
from datetime import date

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.http.context import OPEN
from auditor.screening_grid import grid_of
from auditor.store.caller import Caller
from auditor.store.service_clock import now
from tests.http.filing import put_room
from tests.http.kit import NDJSON
from tests.http.test_screening import ROOM, send
from tests.rules.screening.screened import logs_of
from tests.services import application

SHOWN = [("SCN002", {"room": ROOM}), ("SCN006", {"player": "P1"}), ("SCN006", {"supervisor": "S", "player": "P1"}),
         ("SCN007", {"supervisor": "S"})]  # fmt: skip


@pytest.fixture
def app(tmp_path):
    """A store with four open alarms of `SHOWN`, and the list of the night."""
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        send(app.test_client(), "voids-of-losses", "dead-winners", "repeats-copied")
        app.extensions["auditor"].screening.list_night(ROOM, now())
        yield app


@pytest.fixture
def service(app):
    return app.extensions["auditor"]


def about(alarms):
    """Indicators and units of some alarms."""
    return sorted(((each.result.indicator, each.result.unit) for each in alarms), key=str)


def rows(service, year=None):
    found = service.screening.year(ROOM, year)
    return {row.entry.code: row for row in grid_of(found, service.screening.closings(ROOM))}


def test_the_open_alarms_are_those_of_the_last_list(service):
    assert service.open_alarms.counted() == {ROOM: 4}
    found = service.open_alarms.every()
    assert about(found) == sorted(SHOWN, key=str)
    assert {each.listed_at for each in found} == {service.store.screening_lists.last(ROOM).at}


def test_an_alarm_that_was_closed_after_the_list_is_open_no_more(service):
    (alarm,) = [each.result for each in service.open_alarms.every() if each.result.indicator == "SCN007"]
    service.screening.close(ROOM, alarm.id, "Seen on video.", "Mara Ortiz")
    assert service.open_alarms.counted() == {ROOM: 3}
    assert ("SCN007", {"supervisor": "S"}) not in about(service.open_alarms.every())
    service.screening.list_night(ROOM, now())
    assert service.open_alarms.counted() == {ROOM: 3}


def test_a_session_has_the_alarms_that_name_its_hands(service):
    assert [each.result.indicator for each in service.open_alarms.of_session(ROOM, "s1000")] == ["SCN002"]
    assert {each.result.indicator for each in service.open_alarms.of_session(ROOM, "s1002")} >= {"SCN006"}
    assert (
        service.open_alarms.of_session(ROOM, "s9999") == service.open_alarms.of_session("WA-9", "s1000") == []
    )


def test_nobody_sees_the_alarms_of_another_room(service):
    elsewhere = service.seen_by(Caller("k", ("WA-0500",)))
    assert (elsewhere.open_alarms.counted(), elsewhere.open_alarms.every()) == ({}, [])


def test_the_home_of_a_key_lists_them_where_it_may_read_them(app, service):
    wanted = (
        NewKey("regulator", "Mara Ortiz", authority="wsgc"),
        NewKey("room", "Dana Reyes", rooms=(ROOM,)),
    )
    made = {each.role: keys.make(service.store, each)[1] for each in wanted}
    app.config[OPEN] = False

    def home(role):
        return app.test_client().get("/v1/home", headers={"Authorization": f"Bearer {made[role]}"}).json

    found = home("regulator")
    assert (found["totals"]["alarms"], found["alarms"][0]["result"]["room"]) == (4, ROOM)
    assert home("room")["alarms"] is None


def test_the_grid_has_an_alarm_in_the_month_in_which_it_was_reached_and_in_the_year(service):
    found = rows(service)
    assert len(found) == 19
    for code in ("SCN002", "SCN006", "SCN007"):
        states = {month: cell.state for month, cell in found[code].months.items()}
        assert states == {month: "alarm" if month == 3 else "none" for month in range(1, 13)}, code
        assert found[code].year.state == "alarm"
    voids = found["SCN006"].months[3]
    assert [each.unit for each in voids.telling] == [
        (("player", "P1"),),
        (("supervisor", "S"), ("player", "P1")),
    ]
    assert voids.log10_e == pytest.approx(3.16255, abs=1e-5)
    assert found["SCN006"].year.log10_e == pytest.approx(2.68691, abs=1e-5)
    assert voids.telling[0].since == date(2026, 3, 14)


def test_the_grid_says_what_was_tested_and_what_could_not_be(service):
    found = rows(service)
    assert (found["SCN012"].months[3].state, found["SCN012"].months[3].telling) == ("quiet", [])
    assert found["SCN013"].months[3].state == "untestable"
    assert found["SCN013"].reasons == {"no drop box was counted": 4}
    assert found["SCN013"].months[4].state == "none"


def test_a_closed_alarm_is_closed_in_the_grid(service):
    for code in ("SCN002", "SCN007"):
        (alarm,) = [each.result for each in service.open_alarms.every() if each.result.indicator == code]
        service.screening.close(ROOM, alarm.id, "Seen on video.", "Mara Ortiz")
        row = rows(service)[code]
        assert (row.months[3].state, row.year.state) == ("closed", "closed")
        found = service.screening.found(ROOM, alarm.id)
        assert (found.result.alarm, found.closing.by, found.closing.reason) == (
            False,
            "Mara Ortiz",
            "Seen on video.",
        )


def test_evidence_of_a_month_without_an_alarm_is_a_number_only(tmp_path):
    with application(tmp_path / "data") as app:
        put_room(app.test_client())
        body = gzip.decompress(logs_of("gaps-at-money")[0].read_bytes())
        assert app.test_client().post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert app.test_client().post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        cell = rows(app.extensions["auditor"])["SCN008"].months[3]
        assert cell.state == "raised"
        assert {each.state for each in cell.telling} <= {"quiet", "listed"}
