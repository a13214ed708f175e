"""The home of each role: what it lists, in which order, what it says where nothing waits, and the counts in the navigation."""

import datetime as dt
import hashlib
import re
from html import unescape

import pytest

from auditor.access import keys
from auditor.access.keys import NewKey
from auditor.home.home_incidents import soonest_first
from auditor.home.home_logs import awaited_logs, overdue_logs
from auditor.home.sections import NEEDS, Who, has
from auditor.http.context import OPEN
from auditor.incident_selection import IncidentStanding
from auditor.overdue import gaming_today
from auditor.store.incident_rows import IncidentRow
from auditor.store.last_backup import LastBackup, note_backup
from auditor.store.service_clock import after, now
from auditor.store.stored_keys import ROLES
from tests.http.earlier import on_record
from tests.http.filing import TOML, put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import ADA, DANA, LEE, MARA, WRONG, Person, signed_in, words
from tests.rules.filed import controls

ANSWER = {"cause": "The dealer misread row 2.", "corrective_action": "He is trained again."}
UNKNOWN = "wsgc-ful"
FIRST = log(hand_line(1, WRONG), hand_line(2, (400, 100, 300, -800)))


def with_things(client, **terms):
    expected = {"every_days": 1, "overdue_hours": 12}
    put_room(client, "WA-0417", **{"authority": "wsgc", "logs_expected": expected, **terms})
    put_room(client, "WA-0500", authority=None)
    for body in (FIRST, log(hand_line(1, WRONG), room="WA-0500")):
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    on_record(client, log(hand_line(1), session="S-bad", table="T9", ruleset=UNKNOWN))
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
    assert client.post("/v1/audits", json={"sessions": [2]}).json["state"] == "finished"


def with_late_logs(client):
    """The same, where terms since March expect a log of each day at its end."""
    with_things(client, logs_expected={"every_days": 1, "overdue_hours": 0}, **{"from": "2026-03-01"})


FILLED = {"things": with_things, "late": with_late_logs}


@pytest.fixture
def things(app):
    """WA-0417 of the commission: an audited session with incidents, and one under a ruleset that nobody has; WA-0500 of none."""
    return app


@pytest.fixture
def late(app):
    """The same, with logs that are overdue."""
    return app


def incidents(client, room="WA-0417"):
    return client.get(f"/v1/rooms/{room}/incidents").json["incidents"]


def section(page, name):
    """What a section of a home says, in one line."""
    found = re.search(rf'<section><h2 id="{name}">.*?</section>', page.text, re.S)
    assert found is not None, name
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found[0])).split())


def in_navigation(page):
    """The number beside the link to home; 0 where there is none."""
    found = re.search(r'Home</a> <span class="count">([\d,]+)<', page.text)
    return int(found[1].replace(",", "")) if found else 0


def waiting_rows(page):
    """By section whose heading has a count: the count, and how many of its rows wait; a log that is awaited does not yet."""
    found = {}
    for name, body in re.findall(r'<section><h2 id="([a-z-]+)">(.*?)</section>', page.text, re.S):
        count = re.search(r'<span class="count">(\d+)</span></h2>', body)
        row = 'class="state late">no log<' if name == "logs" else '<tr role="row"><th scope="row"'
        if count is not None:
            found[name] = (int(count[1]), body.count(row))
    return found


def sections(page):
    return re.findall(r'<h2 id="([a-z-]+)">', page.text)


def test_who_signs_in_begins_at_home(things):
    assert signed_in(things, DANA).get("/").request.path == "/home"
    assert Person(things).get("/").request.path == "/"


def test_each_role_has_the_sections_of_what_it_may_do(things):
    assert {role: [name for name in NEEDS if has(Who(role), name)] for role in ROLES} == {
        "room": ["answers", "logs", "not_auditable"],
        "compliance": ["answers", "not_auditable", "alarms", "drafts", "gaps", "clauses"],
        "regulator": ["approvals", "decisions", "critical", "silent", "alarms"],
        "automation": ["logs", "not_auditable"],
        "administrator": ["health", "keys", "backups"],
    }
    assert all(has(Who(), name) for name in NEEDS)
    program = Who("room", person=False)
    assert [name for name in NEEDS if has(program, name)] == ["logs", "not_auditable"]
    for who, expected in (
        (DANA, ["answers", "not-auditable", "logs"]),
        (LEE, ["answers", "alarms", "not-auditable", "drafts", "gaps", "clauses"]),
        (MARA, ["approvals", "decisions", "critical", "silent", "alarms"]),
        (ADA, ["health", "keys", "backups"]),
    ):
        assert sections(signed_in(things, who).get("/home")) == expected


def test_staff_see_the_answers_that_are_due_with_the_video(things, client):
    found = incidents(client)
    dana = signed_in(things, DANA)
    said = section(dana.get("/home"), "answers")
    assert said.startswith(f"Answers due {len(found)} The earliest due date is at the top.")
    for each in found:
        assert each["short"] in said.lower()
    assert "ended Sat 21 March 2026" in said
    assert "S-1, Sat 14 March 2026" in said
    assert "WA-0500" not in said


def standing(incident, due, day="2026-03-14"):
    record = IncidentRow(
        incident, "WA-0417", "S-1", None, day, "SCR001", "WSGC-6d", 1, "2026-03-15T09:00:00Z", 1, None, None
    )
    return IncidentStanding(record, "open", due, False)


def test_what_is_due_soonest_is_at_the_top():
    found = [
        standing("never", None),
        standing("minor", "2026-04-01"),
        standing("late", "2026-04-02"),
        standing("major", "2026-04-01"),
        standing("earlier", "2026-04-01", "2026-03-13"),
    ]
    severities = {"late": "critical", "minor": "minor", "major": "major", "earlier": "major"}
    order = [each.record.incident for each in soonest_first(found, severities)]
    assert order == ["earlier", "major", "minor", "late", "never"]


def test_what_was_answered_waits_for_the_room_no_more(things, client, service):
    first, *others = (each["id"] for each in incidents(client))
    made = client.post(f"/v1/rooms/WA-0417/incidents/{first}/answer", json=ANSWER)
    assert made.status_code == 200, made.json
    waiting = [each.record.incident for each in service.incidents.standings(("open", "returned"), "WA-0417")]
    assert sorted(waiting) == sorted(others)
    assert [each.record.incident for each in service.incidents.standings(("answered",))] == [first]
    assert sorted(service.incidents.counted(("open", "answered"))) == [
        ("WA-0417", "answered", 1, 0),
        ("WA-0417", "open", len(others), 0),
        ("WA-0500", "open", len(incidents(client, "WA-0500")), 0),
    ]


def test_a_session_that_cannot_be_audited_is_named_with_its_reason(things):
    said = section(signed_in(things, DANA).get("/home"), "not-auditable")
    assert said.startswith("Sessions that cannot be audited 1")
    assert "T9, S-bad" in said
    assert f"It names a ruleset that is not in the library: {UNKNOWN}. State the ruleset" in said


def test_a_room_of_which_logs_are_expected_is_missing_them(things):
    said = section(signed_in(things, DANA).get("/home"), "logs")
    assert "Logs expected and missing" in said
    mara = section(signed_in(things, MARA).get("/home"), "silent")
    # the expectation was put on record today, so that no log is overdue yet
    assert "Every room has sent the logs that its terms expect." in mara


def test_an_answer_goes_from_the_rooms_home_to_the_authoritys(things, client):
    found = incidents(client)
    dana = signed_in(things, DANA)
    assert in_navigation(dana.get("/home")) == len(found) + 1  # and the session that cannot be audited
    dana.get(f"/rooms/WA-0417/incidents/{found[0]['id']}")
    dana.send("/answer", **ANSWER)
    assert section(dana.get("/home"), "answers").startswith(f"Answers due {len(found) - 1} ")
    mara = signed_in(things, MARA)
    said = section(mara.get("/home"), "decisions")
    assert said.startswith("Answers to decide 1")
    assert found[0]["short"] in said
    assert 'Home</a> <span class="count">1<' in mara.get("/rooms").text


def test_what_a_correction_removed_waits_for_the_authority(things, client):
    found = incidents(client)
    of = hashlib.sha256(FIRST).hexdigest()
    right = log(hand_line(1), supersedes={"sha256": of, "reason": "keyed wrong", "by": "Dana"})
    made = client.post("/v1/sessions", data=right, content_type=NDJSON)
    assert made.status_code == 201, made.json
    assert client.post("/v1/audits", json={"sessions": [made.json["id"]]}).json["state"] == "finished"
    removed = [each for each in incidents(client) if each["removed_by"] is not None]
    assert removed
    assert len(found) >= len(removed)
    page = signed_in(things, MARA).get("/home")
    said = section(page, "decisions")
    assert said.startswith(f"Answers to decide {len(removed)}")
    assert said.count("a correction removed it") == len(removed)
    assert f'Home</a> <span class="count">{len(removed)}<' in page.text


def test_what_was_handed_in_waits_for_the_authority(things, client):
    text = controls(1, "2026-01-01")
    base = "/v1/rooms/WA-0417/controls/wa-0417-thirteen/1"
    assert client.put(base, data=text, content_type=TOML).status_code == 201
    lee = signed_in(things, LEE)
    said = section(lee.get("/home"), "drafts")
    assert said.startswith("Drafts 1")
    assert "Controls wa-0417-thirteen@1" in said
    things.config[OPEN] = True
    assert client.post(f"{base}/submit", json={"by": "Lee"}).status_code == 200
    things.config[OPEN] = False
    assert "There is no draft." in section(lee.get("/home"), "drafts")
    mara = signed_in(things, MARA)
    page = mara.get("/home")
    assert section(page, "approvals").startswith("Approvals 1")
    assert "Controls wa-0417-thirteen@1" in section(page, "approvals")
    assert 'Approvals</a> <span class="count">1<' in page.text


def test_incidents_are_listed_by_clause(things, client):
    found = incidents(client)
    said = section(signed_in(things, LEE).get("/home"), "clauses")
    assert said.startswith(f"Incidents by clause {len({each['clause'] for each in found})}")
    for each in found:
        assert each["clause"] in said


def test_an_administrator_sees_health_keys_and_backups(things, service):
    ending, _ = keys.make(
        service.store, NewKey("automation", "table system", person=False, all_rooms=True), 5
    )
    keys.make(service.store, NewKey("automation", "later", person=False, all_rooms=True), 90)
    ada = signed_in(things, ADA)
    page = ada.get("/home")
    said = section(page, "keys")
    assert said.startswith("Keys and accounts that end within 30 days 1")
    assert f"table system {ending.id}" in said
    assert f"auditor keys rotate {ending.id}" in said
    assert "later" not in said
    assert "No backup of this store is noted." in section(page, "backups")
    note_backup(service.store.folder, LastBackup(now(), "/mnt/backups/a.sqlite", 4096))
    said = section(ada.get("/home"), "backups")
    assert "/mnt/backups/a.sqlite" in said
    assert "older than seven days" not in said
    note_backup(service.store.folder, LastBackup(after(now(), days=-8), "/mnt/backups/a.sqlite", 4096))
    assert "It is older than seven days." in section(ada.get("/home"), "backups")
    assert "WA-0417" not in page.text


WHO = {
    "room": (DANA, {"answers", "not-auditable", "logs"}),
    "compliance": (LEE, {"answers", "not-auditable"}),
    "regulator": (MARA, {"approvals", "decisions"}),
    "administrator": (ADA, set()),
    "open": (None, {"answers", "approvals", "decisions", "not-auditable", "logs"}),
}


@pytest.mark.parametrize("role", WHO)
def test_the_count_in_the_navigation_is_that_of_the_rows_that_wait(late, client, role):
    (first, *_) = incidents(client)
    assert client.post(f"/v1/rooms/WA-0417/incidents/{first['id']}/answer", json=ANSWER).status_code == 200
    base = "/v1/rooms/WA-0417/controls/wa-0417-thirteen/1"
    assert client.put(base, data=controls(1, "2026-01-01"), content_type=TOML).status_code == 201
    assert client.post(f"{base}/submit", json={"by": "Lee"}).status_code == 200
    who, expected = WHO[role]
    person = signed_in(late, who) if who else Person(late)
    page = person.get("/home")
    found = waiting_rows(page)
    assert set(found) == expected
    for name, (count, rows) in found.items():
        assert count == rows, name
    assert in_navigation(page) == sum(count for count, _ in found.values())
    assert in_navigation(person.get("/account" if who else "/rooms")) == in_navigation(page)


def test_the_tables_without_a_log_of_a_day_that_is_over_are_counted(late, client, service):
    whole_days = overdue_logs(service, now())
    assert whole_days in (13, 14)  # the fourteenth is today, which ends while this test runs if it runs then
    today = gaming_today(service.rooms.get("WA-0417").terms, now())
    for table, back in (("T1", 1), ("T1", 2), ("T2", 2)):
        day = (today - dt.timedelta(back)).isoformat()
        body = log(hand_line(1), table=table, session=f"{table}-{back}", opened_at=f"{day}T17:00:00-07:00")
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
    found = awaited_logs(service, now())
    yesterday = (today - dt.timedelta(1)).isoformat()
    assert [(each.table, each.day) for each in found.rows if each.table and each.overdue] == [
        ("T2", yesterday)
    ]
    assert found.overdue == overdue_logs(service, now()) == whole_days - 2 + 1


def test_the_list_of_rooms_counts_sessions_that_cannot_be_audited(things, client):
    on_record(client, log(hand_line(1), session="S-worse", table="T8", ruleset=UNKNOWN, room="WA-0500"))
    on_record(client, log(hand_line(1), session="S-worst", table="T8", ruleset=None, room="WA-0500"))
    person = Person(things)

    def counted(query=""):
        text = person.get(f"/rooms{query}").text
        return re.findall(r'href="/rooms/([\w-]+)[^"]*#stuck">(\d+)<', text)

    assert counted() == [("WA-0417", "1"), ("WA-0500", "2")]
    assert counted("?sort=stuck") == [("WA-0500", "2"), ("WA-0417", "1")]
    put_room(client, "WA-0600")
    assert "WA-0600" in person.get("/rooms").text
    assert "WA-0600" not in person.get("/rooms?only=stuck").text
    assert "No room with WA-0600 in its id" in words(person.get("/rooms?only=stuck&search=WA-0600"))
    assert 'id="stuck"' in person.get("/rooms/WA-0500").text


def test_empty_sections_say_what_will_be_there(app, client):
    put_room(client)
    dana, mara = signed_in(app, DANA), signed_in(app, MARA)
    assert "No answer is due." in words(dana.get("/home"))
    assert "Every session on record can be audited." in words(dana.get("/home"))
    assert "Nothing awaits an approval." in words(mara.get("/home"))
    assert 'class="count"' not in dana.page.text


def test_an_open_service_shows_every_section(things):
    person = Person(things)
    page = person.get("/")
    assert page.request.path == "/home"
    assert len(sections(page)) == len(NEEDS)


def test_programs_get_the_same(things, client, service):
    _, text = keys.make(service.store, NewKey("room", "Dana Reyes", rooms=("WA-0417",)))
    found = incidents(client)
    things.config[OPEN] = False
    answer = client.get("/v1/home", headers={"Authorization": f"Bearer {text}"})
    assert answer.status_code == 200
    home = answer.json
    assert {each["id"] for each in home["answers"]} == {each["id"] for each in found}
    assert home["totals"]["answers"] == len(found)
    assert home["answers"][0]["video_until"] == "2026-03-21"
    assert [(each["session"], each["room"]) for each in home["not_auditable"]] == [("S-bad", "WA-0417")]
    assert (home["approvals"], home["keys"], home["backups"], home["reasons"]) == (None, None, None, None)
    assert client.get("/v1/home").status_code == 401
