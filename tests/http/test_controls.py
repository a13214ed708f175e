"""A room's controls over HTTP: every step of their life, and every step that is refused."""

import datetime as dt
import io
from zoneinfo import ZoneInfo

import pytest

from tests.http.filing import AT, ONE, TOML, approved, file, put_room, step
from tests.http.kit import PROBLEM
from tests.rules.filed import controls

WORD = "application/vnd.openxmlformats-officedocument"


def test_a_draft_is_filed_and_read_back(room):
    made = file(room, controls(), by="compliance")
    assert (made.status_code, made.headers["Location"]) == (201, ONE)
    found = room.get(ONE).json
    assert (found["ruleset"], found["revision"], found["standing"], found["state"]) == (
        "wa-0417-thirteen", 1, "draft", "draft",
    )  # fmt: skip
    assert (found["in_force"], found["extends"]) == ({"from": "2026-01-01", "until": None}, ["wsgc-2-4@1"])
    assert (found["approvable"], found["problems"], found["asked"]) == (True, [], [])
    assert room.get(f"{ONE}/source.toml").data.decode() == controls()
    assert room.get(f"{ONE}/source.toml").headers["ETag"].strip('"') == found["source"]["sha256"]
    (first,) = room.get(f"{ONE}/history").json["history"]
    assert (first["action"], first["by"], first["details"]["source"]) == (
        "draft", "compliance", found["source"]["sha256"],
    )  # fmt: skip


def test_a_dry_run_examines_and_stores_nothing(room):
    answer = file(room, controls(surrender=None), dry_run="true")
    assert answer.status_code == 200
    assert "surrender.allowed: missing" in answer.json["problems"][0]
    assert room.get(ONE).status_code == 404


def test_a_draft_with_problems_is_filed_with_all_of_them(room):
    over = {"unit_cap": {"max": 2000, "currency": "USD", "cite": "WSGC-3b"}}
    answer = file(room, controls(stakes=over, fees=None))
    assert answer.status_code == 201
    assert [each.split(": ")[1] for each in answer.json["problems"]] == ["stakes.unit_cap.max", "fees"]
    assert not answer.json["approvable"]


def test_a_draft_may_be_replaced_and_the_same_file_changes_nothing(room):
    assert file(room, controls()).status_code == 201
    assert file(room, controls()).status_code == 200
    other = controls(surrender={"allowed": False, "cite": "WSGC-surrender"})
    assert room.put(ONE, data=other, content_type=TOML).status_code == 200
    assert [each["action"] for each in room.get(f"{ONE}/history").json["history"]] == ["draft", "draft"]
    assert room.get(f"{ONE}/source.toml").data.decode() == other


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"\xff\xfe", "The file is not UTF-8 text (byte 0)"),
        (b"%PDF-1.7", "The file is a PDF document. Controls are filed as TOML"),
        (b"[ruleset", "The file is not TOML"),
        (b"x = 1", "The file has no [ruleset] section"),
        (b"x = " + b"[" * 20_000, "it is nested too deep"),
        (b"x" + b".x" * 400 + b" = 1", "it is nested too deep"),
        (b'[ruleset]\nid = "Thirteen"\nrevision = 0\n', "id: a name is of small letters, digits and hyphens"),
    ],
)
def test_what_is_no_rooms_controls_is_refused_in_words(room, body, says):
    answer = file(room, body)
    assert (answer.status_code, answer.content_type) == (422, PROBLEM)
    assert answer.json["type"].endswith(":not-controls")
    assert says in answer.json["detail"]


def test_a_ruleset_of_the_library_is_no_rooms_own(room):
    answer = file(room, controls(ruleset={"id": "wsgc-2-4"}))
    assert (answer.status_code, answer.content_type) == (409, PROBLEM)
    assert "wsgc-2-4 is a ruleset of the library" in answer.json["detail"]


@pytest.mark.parametrize("body", ["[]", "null", '"by"'])
def test_the_body_of_a_step_must_be_an_object(room, body):
    file(room, controls())
    answer = room.post(f"{ONE}/submit", data=body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json["errors"] == [{"detail": "Must be a JSON object.", "pointer": "#"}]


def test_a_wrong_entry_of_an_object_is_pointed_at(room):
    file(room, controls())
    step(room, "submit")
    answer = step(room, "approve", reference="L-1", special={"fantasyland": " "})
    assert answer.json["errors"] == [{"detail": "Must not be blank.", "pointer": "#/special/fantasyland"}]


def test_an_unknown_room_is_reported_before_a_change_of_it(room):
    address = "/v1/rooms/NOPE/controls/wa-0417-thirteen/1"
    answer = room.put(address, data=controls(), content_type=TOML, headers={"If-Match": "*"})
    assert (answer.status_code, answer.json["type"].rpartition(":")[2]) == (404, "no-such-room")


def test_a_name_is_escaped_where_it_is_pointed_at(room):
    file(room, controls())
    step(room, "submit")
    answer = step(room, "approve", reference="L-1", special={"a/b~c": "A-1"})
    assert answer.json["errors"][0]["pointer"] == "#/special/a~1b~0c"


def test_a_file_goes_to_its_own_address_only(room):
    answer = room.put(f"{AT}/wa-0417-thirteen/2", data=controls(), content_type=TOML)
    assert answer.status_code == 409
    assert (
        "The file says that it is wa-0417-thirteen@1, and the address wa-0417-thirteen@2"
        in answer.json["detail"]
    )


def test_a_rulesets_id_belongs_to_one_room(room):
    file(room, controls())
    put_room(room, "WA-0500")
    answer = room.post("/v1/rooms/WA-0500/controls", data=controls(2, "2026-06-01"), content_type=TOML)
    assert answer.status_code == 409
    assert "The id wa-0417-thirteen is taken" in answer.json["detail"]
    assert room.get("/v1/rooms/WA-0500/controls/wa-0417-thirteen/1").status_code == 404


def test_the_life_of_a_revision_is_on_record_with_who_when_and_the_letter(room):
    file(room, controls())
    assert step(room, "submit", note="first filing").json["standing"] == "submitted"
    denied = step(room, "deny", reference="L-1", reason="The unit is not said.")
    assert denied.json["standing"] == "denied"
    assert file(room, controls(ruleset={"title": "Mended"})).json["standing"] == "draft"
    step(room, "submit")
    assert step(room, "approve", reference="L-2").json["standing"] == "approved"
    history = room.get(f"{ONE}/history").json["history"]
    assert [(each["action"], each["reference"], each["note"]) for each in history] == [
        ("draft", None, None),
        ("submitted", None, "first filing"),
        ("denied", "L-1", "The unit is not said."),
        ("draft", None, None),
        ("submitted", None, None),
        ("approved", "L-2", None),
    ]
    assert all(each["at"].endswith("Z") for each in history)


def test_what_was_approved_never_changes(room):
    approved(room, controls())
    for answer in (
        file(room, controls(surrender={"allowed": False, "cite": "WSGC-surrender"})),
        step(room, "submit"),
        step(room, "withdraw"),
        step(room, "deny", reference="L", reason="late"),
        step(room, "approve", reference="L"),
        room.put(f"{ONE}/document", data=b"%PDF-1.7", content_type="application/pdf"),
    ):
        assert (answer.status_code, answer.json["type"]) == (
            409, "urn:cardroom-auditor:problem:cannot-be-filed",
        )  # fmt: skip
    assert room.get(ONE).json["standing"] == "approved"
    assert "File the change as revision 2" in file(room, controls(fees=None)).json["detail"]


def test_what_is_submitted_does_not_change_until_it_is_withdrawn(room):
    file(room, controls())
    step(room, "submit")
    assert file(room, controls(fees=None)).status_code == 409
    assert step(room, "withdraw").json["standing"] == "draft"
    assert file(room, controls(fees=None)).status_code == 200


def test_an_approval_lists_every_obstacle(room):
    over = {"unit_cap": {"max": 2000, "currency": "USD", "cite": "WSGC-3b"}}
    file(room, controls(starts=None, stakes=over, surrender=None, severity={"SCR001": "note"}))
    step(room, "submit")
    answer = step(room, "approve", reference="L-1")
    assert (answer.status_code, answer.json["type"]) == (422, "urn:cardroom-auditor:problem:not-approvable")
    reported = [each["detail"] for each in answer.json["errors"]]
    assert [each.split(": ")[1] for each in reported[:3]] == [
        "stakes.unit_cap.max", "surrender.allowed", "ruleset.in_force.from",
    ]  # fmt: skip
    assert answer.json["errors"][3]["pointer"] == "#/special/severity"
    assert room.get(ONE).json["standing"] == "submitted"


def test_wac_230_15_030_is_approved_with_the_reference_of_an_approval_only(room):
    banked = {"topology": "banker", "banker_seat": "recorded", "cite": "WSGC-6c"}
    file(room, controls(comparison=banked, surrender={"allowed": False, "cite": "WSGC-surrender"}))
    step(room, "submit")
    without = step(room, "approve", reference="L-1")
    assert without.status_code == 422
    (asked,) = without.json["errors"]
    assert asked["pointer"] == "#/special/comparison.topology"
    assert "external:WAC-230-15-030" in asked["detail"]
    made = step(room, "approve", reference="L-1", special={"comparison.topology": "A-2026-4"})
    assert made.json["standing"] == "approved"
    assert room.get(f"{ONE}/history").json["history"][-1]["details"]["special"] == {
        "comparison.topology": "A-2026-4"
    }


def test_a_revision_is_superseded_by_the_next_and_its_digest_stays(room):
    first = approved(room, controls())
    approved(room, controls(2, "2026-06-01"), 2)
    now = room.get(ONE).json
    assert now["in_force"] == {"from": "2026-01-01", "until": "2026-05-31"}
    assert (now["digest"], now["state"]) == (first["digest"], "superseded")
    listed = room.get("/v1/rooms/WA-0417").json["controls"]
    assert [(each["revision"], each["from"], each["until"]) for each in listed] == [
        (1, "2026-01-01", "2026-05-31"),
        (2, "2026-06-01", None),
    ]


@pytest.mark.parametrize(("day", "revisions"), [("2025-12-31", []), ("2026-05-31", [1]), ("2026-06-01", [2])])
def test_which_controls_a_room_was_under_on_a_day(room, day, revisions):
    approved(room, controls())
    approved(room, controls(2, "2026-06-01"), 2)
    found = room.get(f"{AT}?on={day}").json["controls"]
    assert [each["revision"] for each in found] == revisions


def test_a_document_is_attached_by_its_digest(room):
    file(room, controls())
    assert room.get(f"{ONE}/document").status_code == 404
    body = b"%PDF-1.7\nfiled"
    held = room.put(f"{ONE}/document", data=body, content_type="application/pdf").json
    assert held["document"]["bytes"] == len(body)
    got = room.get(f"{ONE}/document")
    assert (got.data, got.mimetype) == (body, "application/pdf")
    assert got.headers["ETag"].strip('"') == held["document"]["sha256"]
    wrong = room.put(f"{ONE}/document", data=b"hello", content_type="application/pdf")
    assert wrong.status_code == 415


@pytest.mark.parametrize(
    ("name", "kind", "body", "status", "suffix"),
    [
        ("filed.pdf", "application/pdf", b"%PDF-1.7\nfiled", 200, ".pdf"),
        ("filed.docx", f"{WORD}.wordprocessingml.document", b"PK\x03\x04filed", 200, ".docx"),
        ("filed.pdf", "application/pdf", b"hello", 415, None),
        ("filed.exe", "application/octet-stream", b"%PDF-1.7\nfiled", 415, None),
    ],
)
def test_a_document_of_a_form_is_what_its_part_says(room, name, kind, body, status, suffix):
    file(room, controls())
    form = {"file": (io.BytesIO(body), name, kind)}
    assert room.put(f"{ONE}/document", data=form).status_code == status
    got = room.get(f"{ONE}/document")
    if suffix is None:
        assert got.status_code == 404
    else:
        assert (got.data, got.mimetype) == (body, kind)
        assert got.headers["Content-Disposition"].endswith(f'wa-0417-thirteen-1{suffix}"')


def test_the_document_that_was_submitted_stays_until_it_is_withdrawn(room):
    file(room, controls())
    step(room, "submit")
    late = room.put(f"{ONE}/document", data=b"%PDF-1.7", content_type="application/pdf")
    assert late.status_code == 409
    assert "is submitted, and the document that it was submitted with stays" in late.json["detail"]
    step(room, "withdraw")
    attached = room.put(f"{ONE}/document", data=b"%PDF-1.7", content_type="application/pdf")
    assert attached.status_code == 200


def test_a_step_names_somebody_and_an_approval_its_letter(room):
    file(room, controls())
    assert step(room, "submit", by="  ").json["errors"] == [
        {"detail": "Must not be blank.", "pointer": "#/by"}
    ]
    step(room, "submit")
    blank = step(room, "approve", reference=" ")
    assert (blank.status_code, blank.json["errors"][0]["pointer"]) == (422, "#/reference")


def test_a_reference_that_nothing_asks_for_is_refused(room):
    """It stays on record for ever, and is mostly a slip in the name of what is asked for."""
    file(room, controls())
    step(room, "submit")
    answer = step(room, "approve", reference="L-1", special={"bank": "A-2026-4"})
    assert answer.status_code == 422
    assert answer.json["errors"] == [
        {
            "detail": "'bank': no approval of that name is asked for; leave it out, or write it as it is asked for.",
            "pointer": "#/special/bank",
        }
    ]
    assert room.get(ONE).json["standing"] == "submitted"


def test_a_fee_above_the_legal_limit_cites_the_law_and_not_the_rooms_section(room):
    fees = {
        "currency": "USD", "cite": "room:5", "text": "Fees.",
        "hand_fee": {
            "cite": "room:5.1", "text": "A dollar and a half.",
            "player": {"money": 150, "cite": ["room:5.1", "external:WAC-230-15-080-3"], "text": "A dollar and a half."},
        },
    }  # fmt: skip
    text = controls(fees=fees, ruleset={"extends": ["wac-230-15-080@2", "wsgc-2-4@1"]})
    (problem,) = file(room, text).json["problems"]
    assert problem.endswith(
        "fees.hand_fee.player.money: 150 goes past the 100 of fees.hand_fee.player.max_money that "
        "external:WAC-230-15-080-3 allows"
    )


def test_a_revision_after_which_nothing_follows_has_ended(room):
    approved(room, controls(until="2026-03-31"))
    assert room.get(ONE).json["state"] == "ended"
    approved(room, controls(2, "2026-04-01"), 2)
    assert room.get(ONE).json["state"] == "superseded"


def test_a_draft_that_somebody_replaced_meanwhile_is_not_replaced(room):
    file(room, controls())
    seen = {"If-Match": room.get(ONE).headers["ETag"]}
    other = controls(surrender={"allowed": False, "cite": "WSGC-surrender"})
    assert room.put(ONE, data=other, content_type=TOML, headers=seen).status_code == 200
    late = room.put(ONE, data=controls(), content_type=TOML, headers=seen)
    assert (late.status_code, late.json["type"]) == (412, "urn:cardroom-auditor:problem:changed-meanwhile")
    assert room.get(f"{ONE}/source.toml").data.decode() == other


def test_a_file_with_a_byte_order_mark_is_approved_and_read_as_any_other(room):
    marked = b"\xef\xbb\xbf" + controls().encode()
    approved(room, marked)
    assert room.get(f"{ONE}/source.toml").data == marked
    assert room.get("/v1/rooms/WA-0417").json["controls"][0]["ruleset"] == "wa-0417-thirteen"
    assert room.get(AT).json["controls"][0]["state"] == "in force"


@pytest.mark.parametrize(
    ("zone", "state"), [("Pacific/Kiritimati", "in force"), ("Pacific/Pago_Pago", "to come")]
)
def test_a_revision_comes_into_force_on_the_rooms_own_gaming_day(client, zone, state):
    """The first zone is 25 hours ahead of the second, so their gaming days are never the same."""
    day = dt.datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
    put_room(client, time_zone=zone, gaming_day_begins="00:00")
    assert approved(client, controls(starts=day.isoformat()))["state"] == state


def test_the_redline_between_two_revisions_cites_clauses(room):
    approved(room, controls())
    file(room, controls(2, "2026-06-01", surrender={"allowed": False, "cite": "WSGC-surrender"}))
    link = room.get(f"{AT}/wa-0417-thirteen/2").json["links"]["changes"]
    found = {each["parameter"]: each for each in room.get(link).json["differences"]}
    assert (found["surrender.allowed"]["a"], found["surrender.allowed"]["b"]) == (True, False)
    assert found["surrender.allowed"]["b_cites"] == ["WSGC-surrender"]
    assert found["surrender.amount.text"]["b"] is None


@pytest.mark.slow
def test_the_gap_report_of_a_draft_comes_as_json_and_pdf(room, all_deals):
    links = file(room, controls()).json["links"]
    report = room.get(links["gaps_json"])
    assert (report.status_code, report.json["ruleset"]["standing"], report.json["dealt"]["deals"]) == (
        200, "draft", 10_000,
    )  # fmt: skip
    foul = next(each for each in report.json["points"] if each["id"] == "AMB-FOUL")
    assert foul["money"] > 0
    assert report.json["questions"][0]["number"] == 1
    pdf = room.get(links["gaps_pdf"])
    assert (pdf.status_code, pdf.mimetype, pdf.data[:5]) == (200, "application/pdf", b"%PDF-")
    again = room.get(links["gaps_json"], headers={"If-None-Match": report.headers["ETag"]})
    assert again.status_code == 304


def test_a_revision_has_one_canonical_file(room):
    made = approved(room, controls())
    answer = room.get(made["links"]["canonical"])
    assert (answer.status_code, answer.mimetype) == (200, TOML)
    from rules.controls.library import load

    (again,) = load({"x": answer.data.decode()}).revisions()
    assert again.digest == made["digest"]


def test_a_ruleset_of_which_there_is_a_draft_alone_is_shown(room):
    assert file(room, controls(1, "2026-01-01")).status_code == 201
    for path in ("wa-0417-thirteen/1", "wa-0417-thirteen@1"):
        found = room.get(f"/v1/rulesets/{path}")
        assert found.status_code == 200
        assert (found.json["id"], found.json["standing"], found.json["revisions"]) == (
            "wa-0417-thirteen", "draft", [1],
        )  # fmt: skip
