"""Two axes of time over HTTP: the hand's day picks the revision, and an audit keeps the snapshot that it was requested under."""

import pytest

from tests.http.earlier import on_record
from tests.http.filing import (
    approved,
    audit,
    decided,
    file,
    log,
    put_room,
    reported,
    step,
    surrender,
    surrendered,
    upload,
)
from tests.pdf import text_of
from tests.rules.filed import controls


def test_a_hand_is_judged_by_what_was_in_force_on_its_gaming_day(two_revisions):
    upload(
        two_revisions,
        log(
            surrendered(1, "2026-06-01T05:59:00-07:00", 200),
            surrendered(2, "2026-06-01T06:00:00-07:00", 200),
            surrendered(3, "2026-06-01T05:59:00-07:00", 300),
            surrendered(4, "2026-06-01T13:00:00Z", 300),
        ),
    )
    done = audit(two_revisions, sessions=[1])
    assert reported(two_revisions, done) == [(2, 2, -200, -300), (3, 2, -300, -200)]
    assert [(each["id"], each["revision"], each["hands"], each["standing"]) for each in done["rulesets"]] == [
        ("wa-0417-thirteen", 1, 2, "approved"),
        ("wa-0417-thirteen", 2, 2, "approved"),
        ("wac-230-15-080", 2, 4, None),
    ]
    assert [each["mandatory"] for each in done["rulesets"]] == [None, None, "wsgc"]
    assert (
        done["knowledge"]["as_of"] == two_revisions.get("/v1/rooms/WA-0417/history").json["history"][-1]["id"]
    )


def test_a_log_that_names_no_ruleset_is_judged_by_its_rooms_only_controls(two_revisions):
    upload(two_revisions, log(surrendered(1, "2026-06-02T20:00:00-07:00", 200), ruleset=None))
    assert reported(two_revisions, audit(two_revisions, sessions=[1])) == [(1, 2, -200, -300)]


def test_another_rooms_controls_are_not_used(two_revisions):
    put_room(two_revisions, "WA-0500")
    on_record(two_revisions, log(surrendered(1, "2026-06-02T20:00:00-07:00", 200), room="WA-0500"))
    answer = two_revisions.post("/v1/audits", json={"sessions": [1]})
    assert answer.status_code == 422
    assert (
        "names a ruleset that is not in the library. The library has no ruleset 'wa-0417-thirteen'"
        in answer.json["detail"]
    )
    assert "WA-0417" not in answer.json["detail"]


def test_nothing_needs_a_restart(room):
    on_record(room, log(surrendered(1, "2026-06-02T20:00:00-07:00", 200)))
    refused = room.post("/v1/audits", json={"sessions": [1]})
    assert refused.status_code == 422
    assert "names a ruleset that is not in the library" in refused.json["detail"]
    approved(room, controls(1, "2026-01-01", surrender=surrender(2)))
    assert reported(room, audit(room, sessions=[1])) == []


def test_a_revision_that_was_not_approved_is_refused(two_revisions):
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    upload(two_revisions, log(surrendered(1, "2026-06-02T20:00:00-07:00", 300)))
    answer = two_revisions.post("/v1/audits", json={"sessions": [1], "ruleset": "wa-0417-thirteen@3"})
    assert (answer.status_code, answer.json["type"]) == (422, "urn:cardroom-auditor:problem:not-approved")
    assert "wa-0417-thirteen@3 was not approved (it is draft)" in answer.json["detail"]
    named = upload(
        two_revisions,
        log(surrendered(1, "2026-12-02T20:00:00-08:00", 400), session="S-2", ruleset="wa-0417-thirteen@3"),
    )
    done = audit(two_revisions, sessions=[named])  # what a log names is a claim: the approved controls decide
    assert [(each["id"], each["revision"]) for each in done["rulesets"]] == [
        ("wa-0417-thirteen", 2),
        ("wac-230-15-080", 2),
    ]
    assert done["controls_decided"] == "approved"


@pytest.mark.slow
def test_a_draft_is_tried_on_hands_of_every_day_as_a_what_if(two_revisions):
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    upload(two_revisions, log(surrendered(1, "2026-05-01T20:00:00-07:00", 200)))
    done = audit(two_revisions, sessions=[1], ruleset="wa-0417-thirteen@3", what_if=True)
    assert done["what_if"] is True
    assert reported(two_revisions, done) == [(1, 2, -200, -400)]
    assert [(each["id"], each["revision"], each["standing"]) for each in done["rulesets"]] == [
        ("wa-0417-thirteen", 3, "draft"),
        ("wac-230-15-080", 2, None),
    ]
    assert two_revisions.get("/v1/sessions/1").json["pending"] is True  # a what-if audits nothing
    assert two_revisions.get(f"/v1/audits/{done['id']}/report.pdf").status_code == 200


@pytest.mark.slow
def test_a_draft_is_tried_on_another_rooms_hands_and_opens_nothing_that_was_approved(two_revisions):
    put_room(two_revisions, "WA-0500")
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    hand = surrendered(1, "2026-05-01T20:00:00-07:00", 200)
    theirs = upload(two_revisions, log(hand, room="WA-0500", ruleset="wsgc-2-4"))
    done = audit(two_revisions, sessions=[theirs], ruleset="wa-0417-thirteen@3", what_if=True)
    assert reported(two_revisions, done) == [(1, 2, -200, -400)]
    named = on_record(two_revisions, log(hand, room="WA-0500", session="S-2", ruleset="wa-0417-thirteen@2"))
    for body in (
        {"sessions": [theirs], "ruleset": "wa-0417-thirteen@2", "what_if": True},
        {"sessions": [named]},
        {"sessions": [theirs, named]},
    ):
        answer = two_revisions.post("/v1/audits", json=body)
        assert answer.status_code == 422, body
    tried = audit(two_revisions, sessions=[named], ruleset="wa-0417-thirteen@3", what_if=True)
    effect = two_revisions.get(tried["links"]["what_if_json"]).json
    assert effect["differing"] == 0  # what was in force at WA-0500 is not to be had from WA-0417's file


@pytest.mark.slow
def test_a_rooms_report_prints_only_its_own_wording(two_revisions):
    put_room(two_revisions, "WA-0500")
    ours, theirs = "Five dollars are the most here.", "One dollar is the most over there."
    caps = {
        text: {"unit_cap": {"max": 200, "currency": "USD", "cite": "room:3.1", "text": text}}
        for text in (ours, theirs)
    }
    approved(two_revisions, controls(3, "2026-06-02", stakes=caps[theirs], surrender=surrender(3)), 3)
    own = controls(ruleset={"id": "wa-0500-thirteen"}, stakes=caps[ours], surrender=surrender(3))
    address = "/v1/rooms/WA-0500/controls"
    two_revisions.post(address, data=own, content_type="application/toml")
    step(two_revisions, "submit", f"{address}/wa-0500-thirteen/1")
    step(two_revisions, "approve", f"{address}/wa-0500-thirteen/1", reference="L-1")
    hand = surrendered(1, "2026-06-02T20:00:00-07:00", 900)
    upload(two_revisions, log(hand, room="WA-0500", ruleset="wa-0500-thirteen", unit=300))
    done = audit(two_revisions, sessions=[1])
    body = two_revisions.get(f"/v1/audits/{done['id']}/report.pdf").data
    text = text_of(body)
    assert ours in text
    assert theirs not in text


def test_a_draft_that_cannot_be_played_under_cannot_be_tried(two_revisions):
    file(two_revisions, controls(3, "2026-12-01", surrender={"allowed": True, "cite": "WSGC-surrender"}))
    upload(two_revisions, log(surrendered(1, "2026-05-01T20:00:00-07:00", 200)))
    body = {"sessions": [1], "ruleset": "wa-0417-thirteen@3", "what_if": True}
    answer = two_revisions.post("/v1/audits", json=body)
    assert (answer.status_code, answer.json["type"]) == (422, "urn:cardroom-auditor:problem:cannot-be-tried")
    assert "surrender.amount" in answer.json["detail"]


@pytest.mark.slow
def test_an_audit_done_again_as_it_was_finds_the_same_whatever_was_approved_since(room):
    approved(room, controls(1, "2026-01-01", surrender=surrender(2)))
    upload(room, log(surrendered(1, "2026-06-02T20:00:00-07:00", 300)))
    before = audit(room, sessions=[1])
    assert reported(room, before) == [(1, 2, -300, -200)]
    approved(room, controls(2, "2026-06-01", surrender=surrender(3)), 2)
    decided(room, gaming_day_begins="12:00")
    then = room.post(f"/v1/audits/{before['id']}/again", json={"known": "then"}).json
    assert (reported(room, then), then["of"], then["knowledge"]) == (
        reported(room, before),
        before["id"],
        before["knowledge"],
    )
    assert then["result_sha256"] == before["result_sha256"]
    now = room.post(f"/v1/audits/{before['id']}/again", json={"known": "now"}).json
    assert reported(room, now) == []
    assert now["knowledge"]["as_of"] > before["knowledge"]["as_of"]
    assert room.get(f"/v1/audits/{before['id']}").json["result_sha256"] == before["result_sha256"]


@pytest.mark.slow
def test_a_what_if_done_again_as_it_was_tries_the_file_as_it_was(two_revisions):
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    upload(two_revisions, log(surrendered(1, "2026-05-01T20:00:00-07:00", 200)))
    before = audit(two_revisions, sessions=[1], ruleset="wa-0417-thirteen@3", what_if=True)
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(5)))
    again = {
        known: two_revisions.post(f"/v1/audits/{before['id']}/again", json={"known": known}).json
        for known in ("then", "now")
    }
    assert reported(two_revisions, again["then"]) == [(1, 2, -200, -400)]
    assert reported(two_revisions, again["now"]) == [(1, 2, -200, -500)]


def test_an_audit_done_again_now_takes_the_corrections_that_came_since(two_revisions):
    first = log(surrendered(1, "2026-06-02T20:00:00-07:00", 200))
    upload(two_revisions, first)
    before = audit(two_revisions, sessions=[1])
    assert reported(two_revisions, before) == [(1, 2, -200, -300)]
    sha256 = two_revisions.get("/v1/sessions/1").json["sha256"]
    corrected = {"sha256": sha256, "reason": "mistyped", "by": "floor"}
    upload(two_revisions, log(surrendered(1, "2026-06-02T20:00:00-07:00", 300), supersedes=corrected))
    now = two_revisions.post(f"/v1/audits/{before['id']}/again", json={"known": "now"}).json
    assert (now["sessions"], reported(two_revisions, now)) == ([2], [])
    then = two_revisions.post(f"/v1/audits/{before['id']}/again", json={"known": "then"}).json
    assert (then["sessions"], reported(two_revisions, then)) == ([1], [(1, 2, -200, -300)])


def test_a_hand_is_explained_under_the_revision_of_its_gaming_day(two_revisions):
    upload(
        two_revisions,
        log(
            surrendered(1, "2026-06-01T05:59:00-07:00", 200), surrendered(2, "2026-06-01T06:00:00-07:00", 300)
        ),
    )
    for hand, revision in ((1, 1), (2, 2)):
        (shown,) = two_revisions.get(f"/v1/sessions/1/hands/{hand}").json["exhibits"]
        assert shown["replay"]["ruleset"] == f"wa-0417-thirteen@{revision}"


@pytest.mark.slow
def test_a_what_if_reports_the_money_that_the_draft_would_have_moved(two_revisions):
    """Compared with what was in force on each hand's day: 2 units in May, 3 in June; 4 are tried."""
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    upload(
        two_revisions,
        log(
            surrendered(1, "2026-05-31T20:00:00-07:00", 200),
            surrendered(2, "2026-06-01T20:00:00-07:00", 300),
        ),
    )
    done = audit(two_revisions, room="WA-0417", ruleset="wa-0417-thirteen@3", what_if=True)
    effect = two_revisions.get(done["links"]["what_if_json"]).json
    assert (effect["compared"], effect["differing"], effect["money"]) == (2, 2, 300)
    moved = {each["player"]: each["difference"] for each in effect["players"]}
    assert moved == {"P1": 300, "P2": -300}
    assert effect["pairs"] == [
        ["wa-0417-thirteen@1", "wa-0417-thirteen@3"],
        ["wa-0417-thirteen@2", "wa-0417-thirteen@3"],
    ]
    pdf = two_revisions.get(done["links"]["what_if_pdf"])
    assert (pdf.status_code, pdf.data[:5]) == (200, b"%PDF-")
    again = two_revisions.get(done["links"]["what_if_pdf"], headers={"If-None-Match": pdf.headers["ETag"]})
    assert again.status_code == 304


def test_an_audit_that_tried_nothing_has_no_effect(two_revisions):
    upload(two_revisions, log(surrendered(1, "2026-05-31T20:00:00-07:00", 200)))
    done = audit(two_revisions, sessions=[1])
    answer = two_revisions.get(f"/v1/audits/{done['id']}/what-if.json")
    assert (answer.status_code, answer.json["type"]) == (409, "urn:cardroom-auditor:problem:no-what-if")


@pytest.mark.slow
def test_a_re_audit_is_compared_finding_by_finding(room):
    approved(room, controls(1, "2026-01-01", surrender=surrender(2)))
    upload(
        room,
        log(
            surrendered(1, "2026-06-02T20:00:00-07:00", 300),
            surrendered(2, "2026-06-02T20:10:00-07:00", 200),
            surrendered(3, "2026-06-02T20:20:00-07:00", 700),
        ),
    )
    before = audit(room, sessions=[1])
    approved(room, controls(2, "2026-06-01", surrender=surrender(3)), 2)
    now = room.post(f"/v1/audits/{before['id']}/again", json={"known": "now"}).json
    link = now["links"]["compare"]
    assert link == f"/v1/audits/{before['id']}/compare/{now['id']}"
    reported = room.get(link).json

    def hands(found):
        return [each["hand"] for each in found if each["code"] == "SUR002"]

    assert (hands(reported["gone"]), hands(reported["new"])) == ([1], [2])
    changed = [each for each in reported["changed"] if each["after"]["code"] == "SUR002"]
    assert [(each["before"]["expected"], each["after"]["expected"]) for each in changed] == [(-200, -300)]
    assert "wa-0417-thirteen@1" in str(reported["known"])
    pdf = room.get(f"{link}/report.pdf")
    assert (pdf.status_code, pdf.data[:5]) == (200, b"%PDF-")
    then = room.post(f"/v1/audits/{before['id']}/again", json={"known": "then"}).json
    same = room.get(then["links"]["compare"]).json
    assert (same["gone"], same["new"], same["changed"], same["known"]) == ([], [], [], [])
    assert same["unchanged"] == before["counts"]["findings"]
