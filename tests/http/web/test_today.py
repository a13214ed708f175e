"""The page of a gaming day: which logs are expected, which came, and the statement that nothing was played."""

import datetime as dt
import json
import re

import pytest

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import DANA, LEE, MARA, Person, signed_in, words
from tests.http.web.uploads import form_token
from tests.rules.build import session
from tests.rules.pot_logs import pot_hand, pot_log

POTS = {"currency": "EUR", "unit": None, "ruleset": "olympic-cash"}

DAY, NEXT = "2026-03-14", "2026-03-15"
AT = f"/rooms/WA-0417/days/{NEXT}"


def with_day_before(client):
    put_room(client, logs_expected={"every_days": 1, "overdue_hours": 12})
    put_room(client, "WA-0500")
    for table in ("T1", "T2", "T10"):
        client.post("/v1/sessions", data=log(session=f"S-{table}", table=table), content_type=NDJSON)
    chips = log(session="F-1", table="Final", tournament="spring", ruleset="carnivale-ofc-2013")
    client.post("/v1/sessions", data=chips, content_type=NDJSON)


FILLED = {"before": with_day_before}


@pytest.fixture
def before(app):
    """WA-0417 with a hand at each of three tables on 14 March, and a table of a tournament; no log of 15 March."""
    return app


def state(person, *tables, date=NEXT, status=303, sure="1"):
    token = form_token(person.get("/rooms/WA-0417/upload"))
    data = {"form_token": token, "table": list(tables), **({"sure": sure} if sure else {})}
    made = person.client.post(f"/rooms/WA-0417/days/{date}/nothing-played", data=data)
    assert made.status_code == status, words(made)
    return made


def rows(page):
    """The rows of the table of logs: the table, and the rest in words."""
    table = re.search(r'aria-label="Logs">(.*?)</table>', page.text, re.S)[1]
    found = re.findall(r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table, re.S)
    return [(name, words_of(rest)) for name, rest in found]


def words_of(text):
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


@pytest.mark.slow
def test_the_tables_of_the_days_before_are_expected(before):
    page = signed_in(before, DANA).get(AT)
    assert [name for name, _ in rows(page)] == ["T1", "T2", "T10"]
    assert rows(page)[0][1].startswith(
        "no log Nothing was played at table T1 expected: it had a log of Sat 14 March 2026"
    )
    assert "2026-03-15 06:00 – 2026-03-16 06:00" in words(page)
    assert "until 2026-03-16 18:00" in words(page)
    assert "0 with a log 5 licensed" in words(page)


def test_fifteen_days_later_no_table_is_expected(before):
    page = signed_in(before, DANA).get("/rooms/WA-0417/days/2026-03-29")
    assert "No log of this gaming day is on record. No table had a log in the fourteen days before." in words(
        page
    )


def test_what_was_received_is_told_from_what_was_audited(before, client):
    day = f"/rooms/WA-0417/days/{DAY}"
    assert "waits for its audit" in rows(Person(before).get(day))[0][1]
    assert client.post("/v1/audits", json={"sessions": [1]}).status_code == 201
    found = dict(rows(Person(before).get(day)))
    assert found["T1"].startswith("audited")
    assert "waits for its audit" not in found["T1"]
    assert "waits for its audit" in found["T2"]


def test_who_states_that_nothing_was_played_sees_the_log_first(before):
    page = signed_in(before, DANA).get(f"{AT}/nothing-played?table=T2")
    said = words(page)
    assert "I confirm that nothing was played at these tables on Sun 15 March 2026." in said
    assert '"session": "2026-03-15-T2-nothing-played"' in said
    assert '"opened_at": "2026-03-15T06:00:00-07:00", "closed_at": "2026-03-16T05:59:59-07:00"' in said
    assert '{"event": "close", "at": "2026-03-16T05:59:59-07:00", "hands": 0}' in said


def test_the_statement_is_evidence_a_session_and_an_entry_of_the_register(before, service, client):
    dana = signed_in(before, DANA)
    before_it = service.store.register.size()
    made = state(dana, "T2", "T1")
    assert made.headers["Location"] == AT
    one, two = (
        service.sessions.current("WA-0417", f"{NEXT}-{table}-nothing-played") for table in ("T1", "T2")
    )
    assert (one.day, one.hands, one.table, one.ruleset, one.currency) == (NEXT, 0, "T1", "wsgc-base", "USD")
    lines = [json.loads(line) for line in service.sessions.log(two).splitlines()]
    assert lines[0]["recorded_by"] == two.key
    assert lines[0]["source"] == "keyed"
    assert lines[1]["hands"] == 0
    assert service.store.register.size() == before_it + 2
    shown = dict(rows(dana.get(AT)))
    assert "nothing played" in shown["T1"]
    assert "no log" in shown["T10"]


@pytest.mark.slow
def test_the_day_is_audited_without_a_finding_on_missing_logs(before, client, service):
    state(signed_in(before, DANA), "T1", "T2")
    before.config["AUDITOR_OPEN"] = True
    made = client.put(f"/v1/rooms/WA-0417/days/{NEXT}/audit?tables=T1,T2,T10")
    assert made.status_code == 201, made.json
    found = client.get(f"/v1/audits/{made.json['id']}/findings").json["findings"]
    assert [(each["code"], each["message"]) for each in found] == [
        ("LOG012", "Table T10 on gaming day 2026-03-15: there is no log of it (external:RECORD-day).")
    ]


def test_stating_it_twice_adds_nothing(before, service):
    dana = signed_in(before, DANA)
    state(dana, "T1")
    page = state(dana, "T1", status=409)
    assert "Table T1 has a log of 2026-03-15: session 2026-03-15-T1-nothing-played has no hands." in words(
        page
    )
    assert len(service.days.get("WA-0417", service_day(NEXT)).sessions) == 1


def service_day(text):
    return dt.date.fromisoformat(text)


def test_a_table_with_hands_was_played_at(before, service):
    page = state(signed_in(before, DANA), "T1", date=DAY, status=409)
    assert "Table T1 has a log of 2026-03-14: session S-T1 has 1 hand." in words(page)
    assert service.sessions.current("WA-0417", f"{DAY}-T1-nothing-played") is None


def test_a_session_that_ran_into_the_day_keeps_it_from_being_stated(before, client):
    late = log(hand_line(1), session="L-1", table="T7", closed_at="2026-03-15T08:00:00-07:00")
    client.post("/v1/sessions", data=late, content_type=NDJSON)
    page = state(Person(before), "T7", status=409)
    assert (
        "Session L-1 of table T7 was opened on the gaming day 2026-03-14 and was open until 2026-03-15T08:00:00-07:00, which is "
        "on 2026-03-15."
    ) in words(page)


def test_one_table_that_cannot_be_stated_does_not_keep_the_others(before, client):
    night = {**hand_line(2), "at": "2026-03-15T06:10:00-07:00"}
    client.post("/v1/sessions", data=log(night, session="L-1", table="T7"), content_type=NDJSON)
    page = Person(before).get(f"{AT}/nothing-played")
    assert "Session L-1 of table T7 was opened on the gaming day 2026-03-14" in words(page)
    assert re.findall(r'name="table" value="(\w+)" checked', page.text) == ["T1", "T2", "T10"]


def test_a_hand_after_the_day_began_keeps_it_from_being_stated(before, client):
    night = {**hand_line(2), "at": "2026-03-15T06:10:00-07:00"}
    client.post("/v1/sessions", data=log(hand_line(1), night, session="L-1", table="T7"), content_type=NDJSON)
    assert "was open until 2026-03-15T06:10:00-07:00" in words(state(Person(before), "T7", status=409))


def test_a_day_that_is_not_over_cannot_be_stated(before):
    dana = signed_in(before, DANA)
    page = dana.get("/rooms/WA-0417/today")
    assert "Nothing was played" not in words(page)
    today = page.request.path.rpartition("/")[2]
    for date in (today, "2099-01-01"):
        refused = state(dana, "T1", date=date, status=409)
        assert f"The gaming day {date} of room WA-0417 is not over" in words(refused)


def test_it_has_to_be_confirmed_and_a_table_named(before, service):
    dana = signed_in(before, DANA)
    page = state(dana, "T1", status=422, sure="")
    assert "Confirm that nothing was played." in words(page)
    assert "No table is named." in words(state(dana, status=409))
    assert service.days.get("WA-0417", service_day(NEXT)).sessions == []


def test_a_room_of_which_nothing_is_known_names_what_is_missing(before):
    everybody = Person(before)
    page = everybody.get(f"/rooms/WA-0500/days/{NEXT}/nothing-played")
    assert "Name the table at which nothing was played." in words(page)
    named = everybody.get(f"/rooms/WA-0500/days/{NEXT}/nothing-played?table=T1", 409)
    assert "No log of the last three months and no controls say in which currency table T1 plays." in words(
        named
    )


@pytest.mark.parametrize("who", [LEE, MARA])
def test_only_who_may_upload_is_offered_it(before, who):
    person = signed_in(before, who)
    page = person.get(AT)
    assert "no log" in words(page)
    assert "nothing-played" not in page.text
    person.get(f"{AT}/nothing-played", 403)


def test_rooms_of_others_do_not_exist(before):
    signed_in(before, DANA).get(f"/rooms/WA-0500/days/{NEXT}/nothing-played?table=T1", 404)


def test_a_hand_of_a_pot_game_after_the_day_began_keeps_it_from_being_stated(before, client):
    opened = {"room": "WA-0417", "session": "L-1", "table": "T7", "opened_at": "2026-03-14T16:00:00-07:00"}
    night = pot_hand(1, at="2026-03-15T06:10:00-07:00")
    body = pot_log(session(**POTS, **opened), night)
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    assert "was open until 2026-03-15T06:10:00-07:00" in words(state(Person(before), "T7", status=409))
