"""An authority's mandatory limits over HTTP: at the approval of controls, in audits, and drafts that were filed by mistake."""

import pytest

from rules.controls.library import sample
from tests.http.filing import (
    ONE,
    TOML,
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
from tests.http.kit import NDJSON, PROBLEM, hand_line
from tests.http.kit import log as kit_log
from tests.pdf import pages_of
from tests.rules.filed import controls

HAND_FEE = {
    "currency": "USD",
    "cite": "external:WAC-230-15-080",
    "hand_fee": {
        "player": {"money": 50000, "cite": "external:WAC-230-15-080"},
        "cite": "external:WAC-230-15-080",
    },
}
FIFTY_THOUSAND = (
    "wa-0417-thirteen@1: fees.hand_fee.player.money: 50000 goes past the 100 of fees.hand_fee.player.max_money that "
    "external:WAC-230-15-080-3 allows"
)


def refused(client, text):
    file(client, text)
    step(client, "submit")
    answer = step(client, "approve", reference="L-1")
    assert (answer.status_code, answer.content_type) == (422, PROBLEM)
    return [each["detail"] for each in answer.json["errors"]]


def test_a_room_names_its_authority_from_a_day_on(client):
    put_room(client, authority=None)
    found = put_room(client, **{"from": "2026-07-01"}).json
    assert [(each["from"], each["authority"]) for each in found["terms"]] == [
        (None, None),
        ("2026-07-01", "wsgc"),
    ]
    assert found["authority"] == "wsgc"


@pytest.mark.parametrize("authority", ["none", None])
def test_a_day_with_a_log_on_record_is_not_taken_out_of_its_authority(room, authority):
    """By terms of that day, of before it, or of every day; a later day is another matter."""
    logged = kit_log(hand_line(1), ruleset="wsgc-base")
    assert room.post("/v1/sessions", data=logged, content_type=NDJSON).status_code == 201
    for starts in (None, "2026-03-14", "2026-01-01"):
        answer = put_room(room, authority=authority, **{"from": starts})
        assert (answer.status_code, answer.content_type) == (409, PROBLEM)
        assert answer.json["type"] == "urn:cardroom-auditor:problem:terms-are-of-logs"
        assert "on record for 2026-03-14, on which its authority is wsgc" in answer.json["detail"]
    assert [each["authority"] for each in room.get("/v1/rooms/WA-0417").json["terms"]] == ["wsgc"]
    assert decided(room, authority=authority, **{"from": "2026-03-15"})["authority"] == authority


def test_a_day_without_an_authority_on_record_does_not_become_one_of_none_once_a_log_is_there(client):
    assert put_room(client, authority=None).status_code == 201
    assert client.post("/v1/sessions", data=kit_log(hand_line(1)), content_type=NDJSON).status_code == 201
    answer = put_room(client, authority="none")
    assert (answer.status_code, "its authority is not on record" in answer.json["detail"]) == (409, True)
    assert put_room(client, authority="wsgc").status_code == 200
    assert decided(client, authority="none", **{"from": "2026-03-15"})["authority"] == "none"


def test_wac_230_15_080_3_controls_that_omit_the_law_are_bound_by_it(room):
    assert refused(room, controls(fees=HAND_FEE)) == [FIFTY_THOUSAND]


def test_without_an_authority_nothing_is_approved_and_it_says_what_to_do(client):
    put_room(client, authority=None)
    (only,) = refused(client, controls())
    assert "the authority of room WA-0417 is not on record on 2026-01-01" in only
    assert "PUT /v1/rooms/WA-0417" in only
    put_room(client)
    assert step(client, "approve", reference="L-1").status_code == 200


def test_wac_230_15_080_2_a_kind_that_the_licence_does_not_allow_is_not_approved(client):
    put_room(client, licence_class="E")
    (only,) = refused(client, controls())
    assert only == (
        "wa-0417-thirteen@1: fees.rake: filed, and the licence of room WA-0417 is of class E on 2026-01-01; that class may "
        "take time (external:WAC-230-15-080-2)"
    )


@pytest.mark.slow
def test_an_audit_holds_a_room_to_the_law_and_lists_it_as_mandatory(room):
    approved(room, controls())
    hand = surrendered(1, "2026-03-02T20:00:00-08:00", 200)
    upload(
        room, log({**hand, "fees": [{"kind": "hand_fee", "amount": 50000, "seat": 1, "before_deal": True}]})
    )
    done = audit(room, sessions=[1])
    assert reported(room, done, "FEE007") == [(1, 1, 50000, 100)]
    assert [
        (each["id"], each["revision"], each["hands"], each["mandatory"]) for each in done["rulesets"]
    ] == [
        ("wa-0417-thirteen", 1, 1, None),
        ("wac-230-15-080", 2, 1, "wsgc"),
    ]
    assert room.get(f"/v1/audits/{done['id']}/report.json").json["room"]["authority"] == "wsgc"
    assert room.get(f"/v1/audits/{done['id']}/report.pdf").status_code == 200


def test_a_first_day_in_the_past_is_a_warning_that_names_the_audits_it_affects(room):
    for number, day in enumerate(("2025-12-30", "2026-01-05"), 1):
        hand = surrendered(1, f"{day}T20:00:00-08:00", 200)
        upload(
            room,
            log(hand, session=f"S-{number}", ruleset="wsgc-surrender", opened_at=f"{day}T19:00:00-08:00"),
        )
        audit(room, sessions=[number])
    file(room, controls())
    (warning,) = room.get(ONE).json["warnings"]
    assert warning == (
        "the first day, 2026-01-01, is past: audit 2 has hands of that day or later, and was made without this revision; ask "
        "for it again"
    )
    step(room, "submit")
    answer = step(room, "approve", reference="L-1")
    assert (answer.status_code, answer.json["warnings"]) == (200, [warning])
    assert room.get(ONE).json["warnings"] == []


def test_a_first_day_to_come_is_no_warning(room):
    assert file(room, controls(starts="2999-01-01")).json["warnings"] == []


# ------------------------------------------------------------------------------------------ what was filed by mistake


def test_a_draft_can_be_discarded_and_its_number_is_free_and_the_change_on_record(room):
    file(room, controls())
    gone = room.delete(ONE, query_string={"by": "compliance", "note": "filed by mistake"})
    assert (gone.status_code, gone.json["action"], gone.json["by"]) == (200, "discarded", "compliance")
    assert room.get(ONE).status_code == 404
    history = room.get("/v1/rooms/WA-0417/history").json["history"]
    assert [each["action"] for each in history] == ["terms", "draft", "discarded"]
    put_room(room, "WA-0500")  # the id is free for another room, too
    taken = room.post("/v1/rooms/WA-0500/controls", data=controls(), content_type=TOML)
    assert taken.status_code == 201
    address = "/v1/rooms/WA-0500/controls/wa-0417-thirteen/1"
    assert [each["action"] for each in room.get(f"{address}/history").json["history"]] == ["draft"]


@pytest.mark.parametrize("steps", [("submit",), ("submit", "deny"), ("submit", "approve")])
def test_what_was_submitted_or_decided_cannot_be_discarded(room, steps):
    file(room, controls())
    for each in steps:
        body = {"reference": "L-1"} if each != "submit" else {}
        assert step(room, each, **body, **({"reason": "no"} if each == "deny" else {})).status_code == 200
    answer = room.delete(ONE)
    assert (answer.status_code, answer.content_type) == (409, PROBLEM)
    assert "cannot be discarded; that is possible for what is draft" in answer.json["detail"]
    assert room.get(ONE).status_code == 200


def test_a_draft_is_discarded_only_as_it_was_seen(room):
    file(room, controls())
    seen = room.get(ONE).headers["ETag"]
    file(room, controls(surrender=surrender(3)))
    answer = room.delete(ONE, headers={"If-Match": seen})
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (412, "changed-meanwhile")
    assert room.delete(ONE, headers={"If-Match": room.get(ONE).headers["ETag"]}).status_code == 200


# ----------------------------------------------------------------------------------------------- files and names


def test_a_misspelt_reading_lists_those_there_are_and_has_no_gap_report(room):
    made = file(room, controls(ruleset={"readings": {"AMB-PLAYERS": "typo"}}))
    listed = "'typo' is no reading of AMB-PLAYERS; there are: two_to_four, exactly_four, up_to_four"
    assert [each for each in made.json["problems"] if listed in each]
    answer = room.get("/v1/rulesets/wa-0417-thirteen/1/gaps.json")
    assert (answer.status_code, answer.content_type) == (409, PROBLEM)
    assert listed in answer.json["detail"]


@pytest.mark.parametrize("digits", [4000, 5000])
def test_a_number_of_thousands_of_digits_is_refused_in_words(room, digits):
    text = controls().replace("max = 500", f"max = {'9' * digits}")
    answer = file(room, text)
    if digits > 4300:
        assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (422, "not-controls")
        assert "it has a number of more digits than any amount has" in answer.json["detail"]
    else:
        assert (answer.status_code, answer.json["approvable"]) == (201, False)
        assert "stakes.unit_cap.max" in answer.json["problems"][0]


def test_the_sample_set_of_controls_is_there_for_programs(client):
    answer = client.get("/v1/controls/sample")
    assert (answer.status_code, answer.mimetype, answer.text) == (200, "application/toml", sample())


@pytest.mark.parametrize(
    ("named", "says"),
    [
        (
            "wa-0417-thirteen",
            "names wa-0417-thirteen@1, which its room filed and which was not approved (it is draft)",
        ),
        (
            "wa-0417-thirteen@1",
            "names wa-0417-thirteen@1, which its room filed and which was not approved (it is draft)",
        ),
    ],
)
def test_a_log_that_names_its_rooms_draft_is_rejected_with_a_reason(room, named, says):
    file(room, controls())
    upload(room, log(surrendered(1, "2026-06-02T20:00:00-07:00", 200), ruleset=named))
    answer = room.post("/v1/audits", json={"sessions": [1]})
    assert answer.status_code == 422
    assert says in answer.json["detail"]


@pytest.mark.parametrize("named", ["wa-0417-thirteen@3", "house-rules"])
def test_what_a_log_names_beside_approved_controls_is_a_claim_also_where_it_is_a_draft_or_nothing(
    two_revisions, named
):
    file(two_revisions, controls(3, "2026-12-01", surrender=surrender(4)))
    upload(two_revisions, log(surrendered(1, "2026-12-02T20:00:00-08:00", 400), ruleset=named))
    answer = two_revisions.post("/v1/audits", json={"sessions": [1]})
    assert (answer.json["state"], answer.json["controls_decided"]) == ("finished", "approved")
    found = two_revisions.get("/v1/audits/1/findings?code=CTL003").json["findings"]
    assert [(each["stated"], each["expected"]) for each in found] in (
        [(named, "wa-0417-thirteen")],
        [(named, "wa-0417-thirteen@2")],
    )
    assert {each["id"]: each["revision"] for each in answer.json["rulesets"]}["wa-0417-thirteen"] == 2


# --------------------------------------------------------------------------- the declaration of a custodian


@pytest.mark.sampled(2)
@pytest.mark.parametrize("authority", ["wsgc", None])
def test_a_report_ends_with_the_declaration_of_the_rooms_authority_before_its_annex(client, authority):
    put_room(client, authority=authority)
    audit(client, sessions=[upload(client, kit_log(hand_line(1), ruleset="wsgc-base"))])
    *_, last, annex = pages_of(client.get("/v1/audits/1/report.pdf").data)
    assert "A Where to look: screening" in annex
    sha256 = client.get("/v1/sessions/1").json["sha256"]
    assert ("Declaration of the custodian of records" in last) is (authority == "wsgc")
    assert ("under penalty of perjury" in last and sha256 in last.replace(" ", "")) is (authority == "wsgc")
