"""Logs that supersede others over HTTP: what changed, who sent it, and what became of it."""

import datetime as dt

import pytest

from auditor.doctor import examine
from tests.http.kit import NETS, hand_line, log
from tests.http.test_uploads import post, sha256
from tests.services import unprotected

WRONG = (400, 100, 200, -700)  # seat 1 has 100 of seat 3


def correction(of: bytes, *hands: dict, by: str = "s-104", **session) -> bytes:
    return log(*hands, supersedes={"sha256": sha256(of), "reason": "hand 1 keyed wrong", "by": by}, **session)


def corrected(client, audit_first: bool = True, **session) -> tuple[int, int]:
    """A wrong log and its correction, both uploaded; the numbers of their audits (of the first: 0 where it had none)."""
    first = log(hand_line(1, WRONG), **session)
    before = post(client, first).json["id"]
    audited = audit(client, before)["id"] if audit_first else 0
    second = post(client, correction(first, hand_line(1, NETS), **session)).json["id"]
    return audited, audit(client, second)["id"]


def audit(client, *sessions: int) -> dict:
    answer = client.post("/v1/audits", json={"sessions": list(sessions)})
    assert answer.status_code == 201, answer.json
    return answer.json


def test_the_audit_of_a_correction_says_what_changed_and_who_sent_it(client):
    first, second = corrected(client)
    assert client.get(f"/v1/audits/{first}/report.json").json["correction"] is None
    whole = client.get(f"/v1/audits/{second}/report.json").json
    found = whole["correction"]
    assert whole["corrections"] is None
    assert [(each["hand"], each["seat"], each["field"], each["before"], each["after"]) for each in found["facts"]] == [
        (1, 1, "net", 400, 300),
        (1, 3, "net", 200, 300),
    ]  # fmt: skip
    assert [(each["before_line"], each["after_line"]) for each in found["facts"]] == [(2, 2), (2, 2)]
    assert (found["reason"], found["stated_by"], found["sent_by"]) == ("hand 1 keyed wrong", "s-104", None)
    assert found["sent"] == {"days": 90, "room": 1, "table": 1, "sender": 1}
    assert found["received_at"] > found["first_received_at"]
    assert (found["first_audit"], found["findings_in_all"], found["incidents_in_all"]) == (first, 2, 1)
    assert [(each["kind"], each["unit"], each["gone"]) for each in found["amounts"]] == [
        ("misallocated", "USD", 100)
    ]


def test_the_corrections_of_an_audit_are_listed_without_what_can_be_long(client):
    _, second = corrected(client)
    page = client.get(f"/v1/audits/{second}/corrections")
    assert page.headers["ETag"]
    [one] = page.json["corrections"]
    assert (one["session_id"], one["facts_in_all"], one["session"]) == (2, 2, "S-1")
    assert {"facts", "findings", "incidents"} & set(one) == set()
    whole = client.get(one["links"]["self"]).json
    assert (len(whole["facts"]), len(whole["findings"]), len(whole["incidents"])) == (2, 2, 1)
    facts = client.get(f"{one['links']['facts']}?page_size=1&page=2").json
    assert (facts["pagination"]["total"], [each["seat"] for each in facts["facts"]]) == (2, [3])


def test_a_correction_is_said_in_the_words_of_the_game_with_the_incidents_that_it_removes(client):
    first, second = corrected(client)
    whole = client.get(f"/v1/audits/{second}/corrections/2").json
    assert whole["changes"] == [
        "Hand 1, seat 1: net $4.00 → $3.00",
        "Hand 1, seat 3: net $2.00 → $3.00",
    ]
    [incident] = client.get(f"/v1/audits/{first}/incidents").json["incidents"]
    assert [
        (each["id"], each["title"], each["hands"], each["misallocated"]) for each in whole["removed"]
    ] == [(incident["id"], incident["title"], [1], 100)]
    assert (whole["first_incidents"], whole["second_incidents"], whole["new_incidents"]) == (1, 0, 0)
    [answer] = client.get(f"/v1/audits/{second}/report.json").json["answers"]
    assert (answer["incident"], answer["state"]) == (incident["id"], "open")


CHANGED = ["Hand 1, seat 1: net $4.00 → $3.00", "Hand 1, seat 3: net $2.00 → $3.00"]


def changes(answer) -> tuple[int, list[str] | None, int | None]:
    return answer.status_code, answer.json["differences"], answer.json["difference_count"]


def test_a_log_in_conflict_is_answered_with_what_differs(client):
    first = post(client, log(hand_line(1, WRONG)))
    assert changes(first) == (201, None, None)
    for refused in (
        post(client, log(hand_line(1, NETS))),
        client.post("/v1/sessions?dry_run=true", data=log(hand_line(1, NETS))),
        post(client, correction(b"another log", hand_line(1, NETS))),
    ):
        assert changes(refused) == (409, CHANGED, 2)
    lonely = post(client, correction(b"what nobody sent", session="S-9"))
    assert changes(lonely) == (409, None, None)


def test_a_correction_is_answered_with_what_it_changes(client):
    first = log(hand_line(1, WRONG))
    post(client, first)
    right = correction(first, hand_line(1, NETS))
    tried = client.post("/v1/sessions?dry_run=true", data=right)
    assert changes(tried) == (200, CHANGED, 2)
    assert changes(post(client, right)) == (201, CHANGED, 2)
    assert changes(post(client, right)) == (200, CHANGED, 2)
    assert changes(client.post("/v1/sessions?dry_run=true", data=right)) == (200, CHANGED, 2)
    assert changes(post(client, first)) == (200, None, None)


def test_ten_changes_are_listed_and_all_are_counted(client):
    post(client, log(*(hand_line(number, WRONG) for number in range(1, 8))))
    refused = post(client, log(*(hand_line(number) for number in range(1, 7))))
    status, words, count = changes(refused)
    assert (status, len(words), count) == (409, 10, 13)
    assert (words[0], words[9]) == (CHANGED[0], "Hand 5, seat 3: net $2.00 → $3.00")
    # beyond a thousand facts the rest is counted without words
    post(client, log(*(hand_line(number, WRONG) for number in range(1, 602)), session="S-2"))
    refused = post(client, log(*(hand_line(number) for number in range(1, 602)), session="S-2"))
    assert changes(refused)[::2] == (409, 1202)


def test_what_differs_from_a_log_that_is_damaged_is_not_known(client, service):
    post(client, log(hand_line(1, WRONG)))
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE evidence SET body = substr(body, 2)")
    refused = post(client, log(hand_line(1, NETS)))
    assert changes(refused) == (409, None, None)


def test_what_was_not_changed_is_not_sent_again(client):
    _, second = corrected(client)
    url = f"/v1/audits/{second}/corrections/2/facts"
    tag = client.get(url).headers["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304


def test_a_log_that_supersedes_none_has_no_correction(client):
    first, second = corrected(client)
    assert client.get(f"/v1/audits/{first}/corrections").json["corrections"] == []
    for audit_number, session in ((first, 1), (second, 1), (second, 99)):
        answer = client.get(f"/v1/audits/{audit_number}/corrections/{session}")
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (404, "no-such-correction")


def test_an_audit_of_several_logs_lists_its_corrections(client):
    first = log(hand_line(1, WRONG))
    post(client, first)
    post(client, correction(first, hand_line(1)))
    post(client, log(hand_line(1), session="S-2", table="T2"))
    made = audit(client, 2, 3)
    whole = client.get(f"/v1/audits/{made['id']}/report.json").json
    assert whole["correction"] is None
    assert [(each["session"], each["findings_in_all"]) for each in whole["corrections"]] == [("S-1", 2)]


def test_a_log_that_nobody_had_audited_is_audited_beside_its_correction(client):
    """Nobody asked for its audit: it has one all the same, before that of the correction, with the incident on record."""
    _, second = corrected(client, audit_first=False)
    found = client.get(f"/v1/audits/{second}/report.json").json["correction"]
    assert (found["first_audit"], found["incidents_in_all"]) == (None, 1)
    audits = {each["id"]: each for each in client.get("/v1/audits").json["audits"]}
    assert (sorted(audits), second) == ([1, 2], 2)
    assert (audits[1]["sessions"], audits[1]["state"]) == ([1], "finished")
    assert audits[1]["request"] == {"sessions": [1], "corrected_by": 2}
    [incident] = client.get("/v1/audits/1/incidents").json["incidents"]
    assert found["incidents"] == [incident["id"]]


def test_a_log_is_audited_beside_its_correction_once(client):
    corrected(client, audit_first=False)
    audit(client, 2)
    assert [each["sessions"] for each in client.get("/v1/audits").json["audits"]] == [[2], [2], [1]]


def test_every_earlier_version_that_nobody_audited_is_audited(client):
    first = log(hand_line(1, WRONG))
    second = correction(first, hand_line(1, (300, 200, 200, -700)))
    for body in (first, second, correction(second, hand_line(1))):
        post(client, body)
    audit(client, 3)
    assert [each["sessions"] for each in client.get("/v1/audits").json["audits"]] == [[3], [2], [1]]


def test_a_what_if_has_no_correction_and_audits_nothing_beside_it(client):
    first = log(hand_line(1, WRONG))
    post(client, first)
    post(client, correction(first, hand_line(1)))
    body = {"sessions": [2], "ruleset": "wsgc-2-4", "what_if": True}
    made = client.post("/v1/audits", json=body).json
    assert client.get(f"/v1/audits/{made['id']}/report.json").json["correction"] is None
    assert len(client.get("/v1/audits").json["audits"]) == 1


def test_corrections_are_counted_by_room_table_and_sender(client):
    """Of the fourth: four of the room, three of its table, two by the same person."""
    sent = [("T1", "a"), ("T2", "b"), ("T1", "b"), ("T1", "a")]
    for number, (table, by) in enumerate(sent):
        first = log(hand_line(1, WRONG), session=f"S-{number}", table=table)
        post(client, first)
        post(client, correction(first, hand_line(1), session=f"S-{number}", table=table, by=by))
    made = audit(client, 8)
    found = client.get(f"/v1/audits/{made['id']}/report.json").json["correction"]
    assert found["sent"] == {"days": 90, "room": 4, "table": 3, "sender": 2}
    earlier = audit(client, 4)
    found = client.get(f"/v1/audits/{earlier['id']}/report.json").json["correction"]
    assert found["sent"] == {"days": 90, "room": 2, "table": 1, "sender": 1}


def test_the_same_audit_again_finds_the_same(client):
    _, second = corrected(client)
    again = client.post(f"/v1/audits/{second}/again", json={"known": "then"}).json
    reports = [client.get(f"/v1/audits/{each}/report.json").json for each in (second, again["id"])]
    assert reports[0]["correction"] == reports[1]["correction"]
    assert again["result_sha256"] == client.get(f"/v1/audits/{second}").json["result_sha256"]


# ------------------------------------------------------------------------------------------- incidents

ROOM = "/v1/rooms/WA-0417/incidents"


def incidents(client, **query) -> list[dict]:
    return client.get(ROOM, query_string=query).json["incidents"]


def step(client, incident: str, name: str, **words):
    return client.post(f"{ROOM}/{incident}/{name}", json=words)


def test_an_incident_that_a_correction_removed_stays_open(client):
    """Also one that nobody had seen: its log is audited beside the correction."""
    corrected(client, audit_first=False)
    [one] = incidents(client, state="open")
    assert (one["in_record"], one["removed_by"], one["misallocated"], one["audit"]) == (False, 2, 100, 1)
    assert one["links"]["correction"] == "/v1/sessions/2"
    assert client.get(f"{ROOM}/{one['id']}").json["incident"]["id"] == one["id"]


def test_it_is_closed_for_that_reason_with_a_note_and_not_without(client):
    corrected(client)
    [one] = incidents(client)
    refused = step(client, one["id"], "close")
    assert (refused.status_code, "A correction removed the incident" in refused.json["detail"]) == (409, True)
    closed = step(client, one["id"], "close", note="The video shows that hand 1 was keyed wrong.").json
    assert (closed["state"], closed["removed_by"]) == ("closed", 2)
    [event] = closed["events"]
    assert (event["action"], event["correction"], event["note"]) == (
        "closed",
        2,
        "The video shows that hand 1 was keyed wrong.",
    )
    assert incidents(client, state="open") == []
    assert step(client, one["id"], "close", note="again").status_code == 409


def test_it_can_be_answered_and_returned_meanwhile(client):
    corrected(client)
    [one] = incidents(client)
    assert (
        step(client, one["id"], "answer", cause="a slip", corrective_action="a new form").status_code == 200
    )
    assert step(client, one["id"], "return", reason="who keyed it?").json["state"] == "returned"
    assert step(client, one["id"], "close").status_code == 409
    assert step(client, one["id"], "close", note="seen on video").json["state"] == "closed"


def test_an_incident_that_no_correction_removed_is_not_closed_before_it_was_answered(client):
    first = log(hand_line(1, WRONG))
    audit(client, post(client, first).json["id"])
    [one] = incidents(client)
    assert one["removed_by"] is None
    assert step(client, one["id"], "close", note="why not").status_code == 409


def test_a_later_log_that_has_it_again_returns_it(client):
    corrected(client)
    [one] = incidents(client)
    step(client, one["id"], "close", note="seen on video")
    second = correction(log(hand_line(1, WRONG)), hand_line(1, NETS))
    third = post(client, correction(second, hand_line(1, WRONG))).json["id"]
    made = audit(client, third)
    [again] = incidents(client)
    assert (again["id"], again["state"], again["in_record"], again["removed_by"]) == (
        one["id"],
        "returned",
        True,
        None,
    )
    event = client.get(f"{ROOM}/{one['id']}").json["events"][-1]
    assert (event["action"], event["by"], event["correction"], event["audit"]) == (
        "returned",
        None,
        3,
        made["id"],
    )
    assert event["reason"] == f"A later log of the session has it again: session 3, audit {made['id']}."


@pytest.mark.parametrize(
    "altered",
    ["UPDATE incident_events SET action = 'answered', correction = NULL", "DELETE FROM incident_events"],
)
def test_whether_it_is_returned_is_said_by_facts_and_not_by_its_steps_in_the_store(app, client, altered):
    corrected(client)
    [one] = incidents(client)
    step(client, one["id"], "close", note="seen on video")
    store = app.extensions["auditor"].store
    with unprotected(store.connections.db) as db:
        db.execute(altered)
    assert returned_by(client, store) == [(2, "returned", 3)]
    assert client.get(ROOM).json["type"].endswith("record-damaged")


def test_one_that_a_row_says_was_closed_is_not_returned(app, client):
    corrected(client)
    [one] = incidents(client)
    step(client, one["id"], "answer", cause="a slip", corrective_action="a new form")
    store = app.extensions["auditor"].store
    with unprotected(store.connections.db) as db:
        db.execute("UPDATE incident_events SET action = 'closed', correction = 2")
    assert returned_by(client, store) == []


def returned_by(client, store):
    """(number, action, session) of the steps that the audit of a later log took, which has the incident again."""
    second = correction(log(hand_line(1, WRONG)), hand_line(1, NETS))
    made = audit(client, post(client, correction(second, hand_line(1, WRONG))).json["id"])
    assert made["state"] == "finished"
    sql = "SELECT id, action, correction FROM incident_events WHERE audit = ?"
    return store.connections.db.execute(sql, [made["id"]]).fetchall()


def test_an_audit_of_the_superseded_log_does_not_return_it(client):
    corrected(client)
    [one] = incidents(client)
    step(client, one["id"], "close", note="seen on video")
    audit(client, 1)
    assert [each["state"] for each in incidents(client)] == ["closed"]


def test_one_that_was_closed_for_another_reason_stays_closed(client):
    first = log(hand_line(1, WRONG))
    audit(client, post(client, first).json["id"])
    [one] = incidents(client)
    step(client, one["id"], "answer", cause="a slip", corrective_action="a new form")
    step(client, one["id"], "accept")
    step(client, one["id"], "close")
    audit(client, post(client, correction(first, hand_line(1, WRONG), hand_line(2))).json["id"])
    states = {each["id"]: each["state"] for each in incidents(client)}
    assert states[one["id"]] == "closed"


def test_an_incident_stays_through_every_later_correction(client):
    corrected(client)
    [one] = incidents(client)
    second = correction(log(hand_line(1, WRONG)), hand_line(1, NETS))
    audit(client, post(client, correction(second, hand_line(1, NETS), hand_line(2))).json["id"])
    found = {each["id"]: each for each in incidents(client)}
    assert found[one["id"]]["state"] == "open"
    assert found[one["id"]]["removed_by"] == 2


def test_a_day_counts_what_a_correction_removed_until_it_is_closed(room, service):
    corrected(room)
    day = dt.date(2026, 3, 14)
    counted = service.store.overview.days(day, day)["WA-0417", "2026-03-14"]
    assert (counted.unanswered, counted.misallocated) == (1, {})
    [one] = incidents(room)
    step(room, one["id"], "close", note="seen on video")
    assert service.store.overview.days(day, day)["WA-0417", "2026-03-14"].incidents == 0


def test_a_store_with_corrections_is_as_it_was_written(client, service):
    corrected(client)
    [one] = incidents(client)
    step(client, one["id"], "close", note="seen on video")
    found = examine(service.store.folder / "auditor.sqlite", folder=False)
    assert [(each.subject, each.faults) for each in found.checks if each.faults] == []
