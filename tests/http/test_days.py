"""A room's gaming day over HTTP: audited as a whole, again only after a change, and printed."""

import datetime as dt
import json

import pytest

from tests.http.earlier import on_record
from tests.http.filing import approved, audit, file, log, step, surrender, surrendered, upload
from tests.pdf import text_of
from tests.rules.filed import controls
from tests.services import unprotected

DAY = "/v1/rooms/WA-0417/days/2026-06-02"


def session(number, hour=20, table=None, day="2026-06-02", hands=1, **more):
    """Hands of a session that opened at an hour of the day, ten minutes apart."""
    opened = f"{day}T{hour:02d}:00:00-07:00"
    dealt = [
        surrendered(each, f"{day}T{hour:02d}:{10 * each:02d}:00-07:00", 300) for each in range(1, hands + 1)
    ]
    return log(
        *dealt, session=f"S-{number}", number=number, table=table or f"T{number}", opened_at=opened,
        closed_at=f"{day}T{hour:02d}:59:00-07:00", **more,
    )  # fmt: skip


def put(client, address=DAY, **query):
    return client.put(f"{address}/audit", query_string=query)


def across(client, audit):
    """Findings of the day as a whole: (code, session, stated, expected)."""
    found = client.get(f"/v1/audits/{audit['id']}/findings").json["findings"]
    return [
        (each["code"], each["session_id"], each["stated"], each["expected"])
        for each in found
        if each["hand"] is None
    ]


@pytest.fixture
def day(two_revisions):
    upload(two_revisions, session(1, hands=3))
    upload(two_revisions, session(2, 22))
    return two_revisions


def test_a_day_is_audited_again_only_after_a_change_of_what_it_depends_on(day):
    first = put(day)
    assert first.status_code == 201
    assert (first.json["room"], first.json["day"], first.json["sessions"]) == (
        "WA-0417",
        "2026-06-02",
        [1, 2],
    )
    again = put(day)
    assert (again.status_code, again.json["id"]) == (200, first.json["id"])
    assert again.json["result_sha256"] == first.json["result_sha256"]
    upload(day, session(3, 23, "T3"))  # a late log
    second = put(day)
    assert (second.status_code, second.json["sessions"]) == (201, [1, 2, 3])
    versions = day.get(DAY).json["audits"]
    assert [each["id"] for each in versions] == [second.json["id"], first.json["id"]]
    assert day.get(f"{DAY}/audit").json["id"] == second.json["id"]
    assert put(day).json["id"] == second.json["id"]


@pytest.mark.slow
def test_an_approval_that_bears_on_the_day_makes_a_new_version(day):
    first = put(day).json
    approved(day, controls(3, "2026-06-02", surrender=surrender(4)), 3)
    second = put(day)
    assert second.status_code == 201
    reported = day.get(f"/v1/audits/{first['id']}/compare/{second.json['id']}").json
    assert [each["hand"] for each in reported["new"] if each["code"] == "SUR002"] == [1, 2, 3, 1]


@pytest.mark.slow
def test_a_missing_session_number_is_found_across_the_sessions_of_the_day(day):
    upload(day, session(4, 23, "T4"))
    audit = put(day).json
    (gap,) = [each for each in across(day, audit) if each[0] == "LOG009"]
    upload(day, session(3, 19, "T3"))
    assert [each for each in across(day, put(day).json) if each[0] == "LOG009"] == []
    assert gap[3] is not None


def test_the_session_number_of_a_corrected_file_does_not_count(day):
    """Session 3 of the day before was numbered 9 by mistake; what holds is its correction."""
    wrong = session(9, 20, "T3", day="2026-06-01")
    upload(day, wrong)
    sha256 = day.get("/v1/sessions/3").json["sha256"]
    corrected = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
    line, *rest = wrong.splitlines(keepends=True)
    upload(day, json.dumps({**json.loads(line), "number": 3, "supersedes": corrected}) + "\n" + "".join(rest))
    upload(day, session(10, 23, "T4"))
    (gap,) = [each for each in across(day, put(day).json) if each[0] == "LOG009"]
    assert gap[2:] == (10, 4)


def test_a_number_is_not_missing_where_a_session_of_another_day_bears_it(day):
    upload(day, session(4, 23, "T4"))
    first = put(day).json
    assert [each[0] for each in across(day, first) if each[0] == "LOG009"] == ["LOG009"]
    upload(day, session(3, 20, "T3", day="2026-06-03"))
    second = put(day)
    assert second.status_code == 201
    assert [each for each in across(day, second.json) if each[0] == "LOG009"] == []


def test_a_player_at_two_tables_at_once_is_found_whichever_log_came_first(two_revisions):
    for number in (2, 1):
        upload(two_revisions, session(number, hands=2))
    found = across(two_revisions, put(two_revisions).json)
    assert sorted(each[0] for each in found if each[0] == "STK012") == ["STK012", "STK012"]  # P1 and P2


def test_a_day_without_any_log_is_audited_and_printed(two_revisions):
    audit = put(two_revisions, "/v1/rooms/WA-0417/days/2026-06-05")
    assert (audit.status_code, audit.json["sessions"], audit.json["hands"]) == (201, [], 0)
    assert [each[:2] for each in across(two_revisions, audit.json)] == [("LOG011", None)]
    pdf = two_revisions.get("/v1/rooms/WA-0417/days/2026-06-05/report.pdf")
    assert (pdf.status_code, pdf.data[:5]) == (200, b"%PDF-")


def test_a_table_that_was_to_have_a_log_is_missed(day):
    found = across(day, put(day, tables="T1,T2,T9").json)
    assert [each[0] for each in found if each[0] == "LOG012"] == ["LOG012"]
    assert put(day, tables="T2,T1,T9").status_code == 200  # the same tables
    upload(day, session(3, 23, "T3"))
    late = put(day)  # nobody says again which tables there were to be
    assert late.status_code == 201
    assert [each[0] for each in across(day, late.json) if each[0] == "LOG012"] == ["LOG012"]


@pytest.mark.slow
def test_tables_that_were_to_have_a_log_can_be_taken_back(day):
    assert [each[0] for each in across(day, put(day, tables="T1,T2,T9").json) if each[0] == "LOG012"] == [
        "LOG012"
    ]
    none = put(day, tables="")
    assert (none.status_code, [each for each in across(day, none.json) if each[0] == "LOG012"]) == (201, [])


def test_an_unexpected_body_is_refused(day):
    path = "/v1/rooms/WA-0417/days/2026-05-31/audit"
    for body in (b'{"tables": ["T1"]}', b"{bad"):
        answer = day.put(path, data=body, content_type="application/json")
        assert answer.status_code == 400
        assert "named in the query, as ?tables=T1,T2" in answer.json["detail"]
    assert day.put(path, data=b"{}", content_type="application/json").status_code in (200, 201)


@pytest.mark.slow
def test_the_rooms_own_totals_are_compared_with_the_sessions(day):
    before = put(day).json
    totals = {"currency": "USD", "fees": {"hand_fee": 500}}
    assert day.put(f"{DAY}/totals", json=totals).status_code == 201
    assert day.put(f"{DAY}/totals", json=totals).status_code == 200
    assert day.get(f"{DAY}/totals").json["fees"] == {"hand_fee": 500}
    after = put(day)
    assert (after.status_code, after.json["id"] != before["id"]) == (201, True)
    wrong = day.put(f"{DAY}/totals", json={"currency": "USD", "fees": {"tips": 5}})
    assert wrong.status_code == 422


@pytest.mark.slow
def test_a_return_to_an_earlier_state_is_the_newest_version(day):
    """The room puts wrong totals on record and takes them back: the report is no longer that of the wrong ones."""
    right, wrong = ({"currency": "USD", "fees": {"hand_fee": amount}} for amount in (0, 500))
    versions = []
    for totals in (right, wrong, right):
        assert day.put(f"{DAY}/totals", json=totals).status_code == 201
        versions.append(put(day).json)
        assert day.get(f"{DAY}/audit").json["id"] == versions[-1]["id"]
    assert len({each["id"] for each in versions}) == 3
    assert [each["request"]["totals"]["fees"]["hand_fee"] for each in versions] == [0, 500, 0]


@pytest.mark.slow
def test_the_report_of_a_day_is_that_of_its_newest_audit(day):
    assert day.get(f"{DAY}/report.pdf").status_code == 404
    audit = put(day).json
    pdf = day.get(f"{DAY}/report.pdf")
    assert (pdf.status_code, pdf.mimetype) == (200, "application/pdf")
    assert pdf.data == day.get(f"/v1/audits/{audit['id']}/report.pdf").data
    report = day.get(f"{DAY}/report.json").json
    assert (report["day"]["room"], report["day"]["day"], len(report["day"]["sittings"])) == (
        "WA-0417",
        "2026-06-02",
        2,
    )


def test_a_day_that_is_not_over_cannot_be_audited_as_a_whole(two_revisions):
    tomorrow = (dt.datetime.now(dt.UTC).date() + dt.timedelta(days=1)).isoformat()
    answer = put(two_revisions, f"/v1/rooms/WA-0417/days/{tomorrow}")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:day-not-over")
    assert "in America/Los_Angeles; it is audited as a whole when it is over." in answer.json["detail"]


def test_a_session_in_another_currency_is_left_out_and_the_day_says_so(day):
    upload(day, session(3, 23, "T3", currency="CAD"))
    made = put(day).json
    words = "Session 3 (WA-0417, S-3) is in CAD and session 1 in USD; audit them apart."
    assert (made["state"], made["sessions"], made["complete"]) == ("finished", [1, 2], False)
    assert made["skipped"] == [{"session": 3, "reason": words}]
    (left_out,) = day.get(f"{DAY}/report.json").json["day"]["skipped"]
    assert (left_out["table"], left_out["session"], left_out["money"], left_out["reason"]) == (
        "T3",
        "S-3",
        "CAD",
        "its amounts are in CAD, and those of the other sessions in USD",
    )
    codes = {each[0] for each in across(day, made)}
    assert codes.isdisjoint({"LOG009", "LOG012"})  # its table and its number are there all the same


def test_the_currency_of_a_day_is_that_of_most_of_its_sessions(two_revisions):
    upload(two_revisions, session(1, currency="CAD"))
    upload(two_revisions, session(2, 21))
    upload(two_revisions, session(3, 22))
    made = put(two_revisions).json
    assert (made["sessions"], [each["session"] for each in made["skipped"]]) == ([2, 3], [1])


@pytest.mark.slow
def test_a_revision_of_the_far_future_changes_no_day_and_no_session_without_a_ruleset(day):
    upload(day, session(3, 23, "T3", ruleset=None))
    first = put(day)
    assert first.status_code == 201
    approved(day, controls(3, "2026-12-01", surrender=surrender(4)), 3)
    address = "/v1/rooms/WA-0417/controls/wa-0417-other/1"
    file(day, controls(1, "2026-12-01", ruleset={"id": "wa-0417-other"}))
    step(day, "submit", address)
    assert step(day, "approve", address, reference="L-9").status_code == 200
    assert (put(day).status_code, put(day).json["id"]) == (200, first.json["id"])
    again = audit(day, sessions=[3])
    assert [(each["id"], each["revision"]) for each in again["rulesets"]] == [
        ("wa-0417-thirteen", 2),
        ("wac-230-15-080", 2),
    ]


def test_a_session_that_cannot_be_audited_keeps_no_other_one_of_its_day_from_it(room):
    upload(room, session(1, hands=3, ruleset="wac-230-15-080"))
    on_record(room, session(2, 22, ruleset="wac-230-15-08"))
    first = put(room).json
    assert (first["state"], first["sessions"], first["complete"]) == ("finished", [1], False)
    (left_out,) = first["skipped"]
    assert left_out["session"] == 2
    assert left_out["reason"].startswith(
        "Session 2 (WA-0417, S-2) names a ruleset that is not in the library."
    )
    assert [each["id"] for each in room.get("/v1/sessions?state=cannot-be-audited").json["sessions"]] == [2]
    words = " ".join(text_of(room.get(f"{DAY}/report.pdf").data).split())
    assert (
        "INCOMPLETE DAY. Table T2, session S-2 (1 hand): it names a ruleset that is not in the library: wac-230-15-08."
        in words
    )
    assert "No difference" not in words
    assert put(room).json["id"] == first["id"]


def test_a_day_is_audited_again_once_what_was_left_out_can_be_audited(room):
    assert file(room, controls(1, "2026-01-01")).status_code == 201
    upload(room, session(1, hands=3, ruleset="wac-230-15-080"))
    upload(room, session(2, 22, ruleset="wa-0417-thirteen"))
    first = put(room).json
    assert ([each["session"] for each in first["skipped"]], first["complete"]) == ([2], False)
    for what, more in (("submit", {}), ("approve", {"reference": "letter 1"})):
        assert step(room, what, **more).status_code == 200
    second = put(room).json
    assert (second["id"] != first["id"], second["sessions"], second["skipped"], second["complete"]) == (
        True,
        [1, 2],
        [],
        True,
    )
    then = room.post(f"/v1/audits/{first['id']}/again", json={"known": "then"}).json
    assert (then["sessions"], [each["session"] for each in then["skipped"]], then["complete"]) == (
        [1],
        [2],
        False,
    )


def test_a_session_that_names_what_nobody_has_is_decided_by_the_approved_controls(day):
    upload(day, session(3, 23, "T3", ruleset="nobodys-rules"))
    answer = put(day)
    assert answer.json["state"] == "finished"
    found = day.get(f"/v1/audits/{answer.json['id']}/findings?code=CTL003").json["findings"]
    assert [each["stated"] for each in found] == ["nobodys-rules"]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("/v1/rooms/WA-0417/days/yesterday", "'yesterday' is no day; one looks like 2026-03-14."),
        ("/v1/rooms/WA-0417/days/0001-01-01", "'0001-01-01' is no day; one looks like 2026-03-14."),
        ("/v1/rooms/WA-0417/days/9999-12-31", "'9999-12-31' is no day; one looks like 2026-03-14."),
        ("/v1/rooms/WA-9999/days/2026-06-02", "Room WA-9999 is not on record."),
    ],
)
def test_what_is_no_day_of_no_room_is_not_found(two_revisions, address, says):
    answer = put(two_revisions, address)
    assert answer.status_code == 404
    assert says in answer.json["detail"]


def test_a_session_across_the_hour_is_of_the_day_on_which_it_was_opened_and_its_hands_are_of_theirs(
    two_revisions,
):
    """S-1 opens at five of the third: a hand of the second, and one of the third, which the next day looks at."""
    early = [
        surrendered(1, "2026-06-03T05:30:00-07:00", 300),
        surrendered(2, "2026-06-03T06:30:00-07:00", 300),
    ]
    upload(two_revisions, log(*early, session="S-1", number=1, opened_at="2026-06-03T05:00:00-07:00"))
    assert two_revisions.get("/v1/sessions/1").json["day"] == "2026-06-02"
    reported = {
        date: two_revisions.put(f"/v1/rooms/WA-0417/days/{date}/audit").json
        for date in ("2026-06-02", "2026-06-03")
    }
    assert [audit["sessions"] for audit in reported.values()] == [[1], []]
    hands = {
        date: two_revisions.get(f"/v1/rooms/WA-0417/days/{date}/report.json").json["day"]["hands"]
        for date in reported
    }
    assert hands == {"2026-06-02": 1, "2026-06-03": 1}


def test_a_session_that_ran_for_days_is_of_every_day_that_it_has_hands_of(two_revisions):
    times = ["2026-06-02T23:00:00-07:00", "2026-06-03T23:00:00-07:00", "2026-06-05T05:00:00-07:00"]
    hands = [surrendered(number, at, 300) for number, at in enumerate(times, 1)]
    upload(two_revisions, log(*hands, opened_at=times[0], closed_at="2026-06-05T05:30:00-07:00"))
    reported = {}
    for date in ("2026-06-02", "2026-06-03", "2026-06-04", "2026-06-05"):
        two_revisions.put(f"/v1/rooms/WA-0417/days/{date}/audit")
        report = two_revisions.get(f"/v1/rooms/WA-0417/days/{date}/report.json").json
        reported[date] = (
            report["day"]["hands"],
            [each["code"] for each in report["findings"] if each["hand"] is None],
        )
    assert [hands for hands, _ in reported.values()] == [1, 1, 1, 0]
    assert ["LOG011" in codes for _, codes in reported.values()] == [False, False, False, True]


def test_an_audit_of_a_day_is_done_again_as_it_was(day):
    first = put(day).json
    upload(day, session(3, 23, "T3"))
    then = day.post(f"/v1/audits/{first['id']}/again", json={"known": "then"}).json
    assert (then["result_sha256"], then["of"]) == (first["result_sha256"], first["id"])
    now = day.post(f"/v1/audits/{first['id']}/again", json={"known": "now"})
    assert now.status_code == 409
    assert "PUT /v1/rooms/WA-0417/days/2026-06-02/audit makes a new version" in now.json["detail"]
    assert [each["id"] for each in day.get(DAY).json["audits"]] == [first["id"]]


# ---------------------------------------------------------------- a day reads no log again


@pytest.fixture
def unreadable(service):
    """Takes the bytes of every log away, and gives them back when called with True."""
    kept = {}

    def change(back=False):
        with unprotected(service.store.connections.db) as db:
            if back:
                for sha256, body in kept.items():
                    db.execute("UPDATE evidence SET body = ? WHERE sha256 = ?", [body, sha256])
            else:
                kept.update(db.execute("SELECT sha256, body FROM evidence WHERE length(body) > 0").fetchall())
                db.execute("UPDATE evidence SET body = x''")

    return change


@pytest.mark.slow
def test_a_day_whose_sessions_were_audited_reads_no_log_and_finds_the_same(day, unreadable):
    audit(day, sessions=[1])
    audit(day, sessions=[2])
    unreadable()
    assert day.post("/v1/audits", json={"sessions": [1]}).json["state"] == "failed"  # so they are
    whole = put(day).json
    assert (whole["state"], whole["sessions"], whole["complete"]) == ("finished", [1, 2], True)
    assert whole["counts"]["findings"] > 0
    unreadable(back=True)
    read = day.post(f"/v1/audits/{whole['id']}/again", json={"known": "then"}).json
    assert (read["state"], read["result_sha256"]) == ("finished", whole["result_sha256"])


@pytest.mark.slow
def test_a_late_log_is_the_only_one_that_is_read(day, unreadable):
    audit(day, pending=True)  # one audit of both sessions
    unreadable()
    upload(day, session(3, 23, "T3"))
    whole = put(day).json
    assert (whole["state"], whole["sessions"]) == ("finished", [1, 2, 3])
    unreadable()
    day.put(f"{DAY}/totals", json={"currency": "USD", "fees": {"hand_fee": 500}})
    again = put(day).json
    assert (again["state"], again["id"] != whole["id"]) == ("finished", True)
    unreadable(back=True)
    read = day.post(f"/v1/audits/{again['id']}/again", json={"known": "then"}).json
    assert read["result_sha256"] == again["result_sha256"]


def test_a_session_that_ran_into_the_day_is_not_read_again(two_revisions, unreadable):
    hands = [
        surrendered(1, "2026-06-03T05:30:00-07:00", 300),
        surrendered(2, "2026-06-03T06:30:00-07:00", 300),
    ]
    upload(two_revisions, log(*hands, opened_at="2026-06-03T05:00:00-07:00"))
    audit(two_revisions, sessions=[1])
    unreadable()
    next_day = "/v1/rooms/WA-0417/days/2026-06-03"
    assert put(two_revisions, next_day).json["state"] == "finished"
    assert two_revisions.get(f"{next_day}/report.json").json["day"]["hands"] == 1


@pytest.mark.slow
def test_what_the_result_of_a_session_rests_on_has_changed_so_that_its_log_is_read(day, unreadable):
    audit(day, pending=True)
    approved(day, controls(3, "2026-06-02", surrender=surrender(4)), 3)
    unreadable()
    assert put(day).json["state"] == "failed"
    unreadable(back=True)
    whole = put(day).json
    found = day.get(f"/v1/audits/{whole['id']}/findings?code=SUR002").json["findings"]
    assert [each["hand"] for each in found] == [1, 2, 3, 1]


@pytest.mark.slow
def test_audits_of_before_kept_no_results_and_their_logs_are_read(day, service, unreadable):
    audit(day, pending=True)
    with unprotected(service.store.connections.db) as db:
        db.execute("DELETE FROM session_results")
    whole = put(day).json
    assert whole["state"] == "finished"
    with unprotected(service.store.connections.db) as db:
        db.execute("DELETE FROM session_results")
    unreadable()
    day.put(f"{DAY}/totals", json={"currency": "USD", "fees": {"hand_fee": 500}})
    failed = put(day).json
    assert (failed["state"], "is no longer what was received" in failed["error"]) == ("failed", True)


@pytest.mark.slow
def test_what_was_kept_of_a_session_and_altered_is_not_used_and_its_log_is_read(day, service):
    first = put(day).json
    with unprotected(service.store.connections.db) as db:
        db.execute("UPDATE session_results SET result = json_set(result, '$.hands', 99) WHERE session = 2")
    day.put(f"{DAY}/totals", json={"currency": "USD", "fees": {"hand_fee": 500}})
    again = put(day).json
    assert (again["state"], again["id"] != first["id"]) == ("finished", True)
    whole, before = (day.get(f"/v1/audits/{each['id']}/report.json").json for each in (again, first))
    assert whole["hands"] == before["hands"]
    (reason,) = day.get("/healthz").json["reasons"]
    assert reason["reason"].startswith("What an audit kept of session 2 was altered. Its log is read again.")


def test_a_what_if_is_kept_for_no_day(day, unreadable):
    audit(day, sessions=[1, 2], ruleset="wsgc-base", what_if=True)
    unreadable()
    assert put(day).json["state"] == "failed"


# ------------------------------------------------------------------------------------------- corrections


def missing_number(client) -> list[dict]:
    """The room's incidents of a session number that is missing on the day."""
    found = client.get("/v1/rooms/WA-0417/incidents").json["incidents"]
    return [each for each in found if each["code"] == "LOG009"]


def corrected(client, wrong: str, of: int, **changes) -> None:
    """Upload a log again, in which some of the session line is corrected. of: the number of the session on record."""
    sha256 = client.get(f"/v1/sessions/{of}").json["sha256"]
    stated = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
    line, *rest = wrong.splitlines(keepends=True)
    upload(client, json.dumps({**json.loads(line), **changes, "supersedes": stated}) + "\n" + "".join(rest))


def test_an_incident_of_the_day_that_a_correction_removed_stays_open_until_it_is_closed(day):
    wrong = session(4, 23, "T4")
    upload(day, wrong)
    put(day)
    [one] = missing_number(day)
    assert (one["session"], one["removed_by"], one["in_record"]) == (None, None, True)
    corrected(day, wrong, 3, number=3)
    audit = put(day).json
    [gone] = missing_number(day)
    assert (gone["id"], gone["state"], gone["in_record"], gone["removed_by"]) == (one["id"], "open", False, 4)
    found = day.get(f"/v1/audits/{audit['id']}/corrections").json["corrections"]
    assert [(each["session"], each["facts_in_all"]) for each in found] == [("S-4", 1)]
    at = f"/v1/rooms/WA-0417/incidents/{one['id']}"
    assert day.post(f"{at}/close", json={"note": "seen in the book of sessions"}).json["state"] == "closed"
    corrected(day, wrong, 4)
    put(day)
    [again] = missing_number(day)
    assert (again["id"], again["state"], again["in_record"]) == (one["id"], "returned", True)


def test_an_incident_of_the_day_that_a_late_log_ended_is_over(day):
    upload(day, session(4, 23, "T4"))
    put(day)
    upload(day, session(3, 19, "T3"))
    put(day)
    assert missing_number(day) == []
