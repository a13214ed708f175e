"""A report has the proof that its audit is in the register, and the same bytes at any time."""

import base64
import hashlib
import json
from io import BytesIO

import metamorphic_log as judge
import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace
from pypdf import PdfReader

from auditor.http.context import EXTENSION
from auditor.report_attachments import attached
from tests import altered_stores
from tests.http.filing import file, put_room, step
from tests.http.kit import NDJSON, NETS, hand_line, log
from tests.pdf import text_of
from tests.rules.filed import controls
from tests.services import application


@pytest.mark.slow
def test_a_report_proves_that_its_audit_was_entered(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        body = log(hand_line(1, (0, 0, 0, 0)), hand_line(2))
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        found = client.post("/v1/audits", json={"sessions": [1]}).json
        report = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
        put_room(client, "WA-0500")  # later entries and checkpoints move nothing
        assert client.get("/v1/audits/1/report.pdf").data == report
    files = PdfReader(BytesIO(report)).attachments
    (record,), (proof,) = files["audit-1-entry.json"], files["audit-1.tlog-proof"]
    entered = json.loads(record)
    assert (entered["kind"], entered["number"], entered["at"]) == ("audit.finished", 1, found["finished_at"])
    head, _, checkpoint = proof.decode().partition("\n\n")
    first, extra, index, *hashes = head.split("\n")
    assert (first, index) == ("c2sp.org/tlog-proof@v1", "index 4")
    nonce = base64.b64decode(extra.removeprefix("extra "))
    leaf = hashlib.sha256(b"\x00" + hashlib.sha256(nonce + record).digest()).digest()
    judge.checkpoint_verify_inclusion(checkpoint, [key], 4, leaf, [base64.b64decode(each) for each in hashes])
    text = text_of(report)
    seen = judge.checkpoint_verify(checkpoint, [key])
    words = (
        "Entry 4, entered",
        "covers 5 entries",
        seen.root.hex(),
        key,
        seen.origin,
        entered["result_sha256"],
    )
    for says in words:
        assert "".join(says.split()) in "".join(text.split()), says


def test_after_the_key_was_lost_a_report_names_the_key_that_signed_what_it_attaches(tmp_path):
    data = tmp_path / "data"
    with application(data) as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"
        before = client.get("/v1/register").json["key"]
    for name in ("register.key", "register.head"):  # the second one on purpose
        (data / name).unlink()
    altered_stores.forget_keys(data)
    with application(data) as app:
        client = app.test_client()
        report = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
    (proof,) = PdfReader(BytesIO(report)).attachments["audit-1.tlog-proof"]
    assert key != before
    assert key in "".join(text_of(report).split())
    assert (
        judge.checkpoint_verify(proof.decode().partition("\n\n")[2], [key]).size == 5
    )  # with its own first fact


def test_the_audit_is_attached_as_the_register_has_it(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1, (0, 0, 0, 0)), hand_line(2)), content_type=NDJSON)
        client.post("/v1/audits", json={"sessions": [1]})
        report = client.get("/v1/audits/1/report.pdf").data
        findings = client.get("/v1/audits/1/findings").json["findings"]
    files = PdfReader(BytesIO(report)).attachments
    (whole,), (record,) = files["audit-1.json"], files["audit-1-entry.json"]
    assert hashlib.sha256(whole).hexdigest() == json.loads(record)["result_sha256"]
    stated = [{"session_id": 1, **each} for each in json.loads(whole)["findings"]]
    assert stated == findings
    facts = [(each["code"], each["hand"], each["seat"], each["expected"]) for each in stated]
    scored = [("SCR001", 1, seat, units) for seat, units in enumerate((300, 100, 300, -700), 1)]
    assert facts == [*scored, ("DCK005", 2, None, None)]


@pytest.mark.slow
def test_the_printed_code_is_the_entry_and_the_checkpoint_as_it_was_signed(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        client.post("/v1/audits", json={"sessions": [1]})
        report = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
    (proof,) = PdfReader(BytesIO(report)).attachments["audit-1.tlog-proof"]
    (code,) = codes(report)
    entry, checkpoint = code.split("\n", 1)
    assert entry == "entry 3"
    assert checkpoint == proof.decode().partition("\n\n")[2]
    assert judge.checkpoint_verify(checkpoint, [key]).size == 4


def test_an_audit_of_an_engine_that_wrote_another_form_is_not_attached(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        client.post("/v1/audits", json={"sessions": [1]})
        results = app.extensions[EXTENSION].results
        record = app.extensions[EXTENSION].auditing.finished(1)
        audit = results.audit(record)
        earlier = replace(record, result_sha256="0" * 64)
        registered, files = attached(app.extensions[EXTENSION].store, earlier, audit)
    assert [each.name for each in files] == ["audit-1-entry.json", "audit-1.tlog-proof"]
    assert registered.whole is None


# --- what-ifs, comparisons, gap reports ---------------------------------------------------------------------------------


def proves(report, stem, key, index):
    """The record of an entry that a report attaches, once its proof was judged with the public key alone."""
    files = PdfReader(BytesIO(report)).attachments
    (record,), (proof,) = files[f"{stem}-entry.json"], files[f"{stem}.tlog-proof"]
    head, _, checkpoint = proof.decode().partition("\n\n")
    _, extra, place, *hashes = head.split("\n")
    assert place == f"index {index}"
    nonce = base64.b64decode(extra.removeprefix("extra "))
    leaf = hashlib.sha256(b"\x00" + hashlib.sha256(nonce + record).digest()).digest()
    judge.checkpoint_verify_inclusion(
        checkpoint, [key], index, leaf, [base64.b64decode(each) for each in hashes]
    )
    seen = judge.checkpoint_verify(checkpoint, [key])
    printed = "".join(text_of(report).split())
    for says in (
        f"Entry {index:,}, entered",
        f"covers {seen.size} entries",
        seen.root.hex(),
        key,
        seen.origin,
    ):
        assert "".join(says.split()) in printed, says
    return json.loads(record), f"entry {index}\n{checkpoint}"


def codes(report):
    """What the QR codes on the pages say, in their order. Other bar codes are not looked for: lines can look like one."""
    return [
        found.text
        for page in pypdfium2.PdfDocument(report)
        for found in zxingcpp.read_barcodes(
            page.render(scale=3, grayscale=True).to_pil(), formats=zxingcpp.BarcodeFormat.QRCode
        )
    ]


@pytest.mark.slow
def test_a_what_if_prints_what_it_attaches(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1)), content_type=NDJSON)
        asked = {"sessions": [1], "ruleset": "wsgc-2-4", "what_if": True}
        assert client.post("/v1/audits", json=asked).json["state"] == "finished"
        report, key = client.get("/v1/audits/1/what-if.pdf").data, client.get("/v1/register").json["key"]
        put_room(client, "WA-0500")
        assert client.get("/v1/audits/1/what-if.pdf").data == report
    record, code = proves(report, "audit-1", key, 3)
    assert (record["kind"], record["number"]) == ("audit.finished", 1)
    assert record["result_sha256"] in "".join(text_of(report).split())
    assert codes(report) == [code]


@pytest.mark.slow
def test_a_comparison_proves_both_audits(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        for session, nets in (("S-1", (0, 0, 0, 0)), ("S-2", NETS)):
            body = log(hand_line(1, nets), session=session)
            number = client.post("/v1/sessions", data=body, content_type=NDJSON).json["id"]
            assert client.post("/v1/audits", json={"sessions": [number]}).json["state"] == "finished"
        address = "/v1/audits/1/compare/2/report.pdf"
        report, key = client.get(address).data, client.get("/v1/register").json["key"]
        put_room(client, "WA-0500")
        assert client.get(address).data == report
        alone = client.get("/v1/audits/2/compare/2/report.pdf").data
    printed = "".join(text_of(report).split())
    both = []
    for audit, index in ((1, 3), (2, 6)):
        record, code = proves(report, f"audit-{audit}", key, index)
        assert (record["kind"], record["number"]) == ("audit.finished", audit)
        assert record["result_sha256"] in printed
        both.append(code)
    assert codes(report) == both
    assert sorted(PdfReader(BytesIO(alone)).attachments) == ["audit-2-entry.json", "audit-2.tlog-proof"]


@pytest.mark.slow
def test_a_gap_report_proves_when_the_controls_were_filed_and_then_when_they_were_approved(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room(client)
        address = file(client, controls(1, "2026-01-01")).json["links"]["gaps_pdf"]
        draft, key = client.get(address).data, client.get("/v1/register").json["key"]
        assert step(client, "submit").status_code == 200
        submitted = client.get(address).data
        assert step(client, "approve", reference="letter 1").status_code == 200
        approval = client.get(address).data
        put_room(client, "WA-0500")
        assert client.get(address).data == approval
    for report, index in ((draft, 2), (submitted, 2)):
        record, code = proves(report, "wa-0417-thirteen-1-filed", key, index)
        assert (record["kind"], record["ruleset"]) == ("controls.draft", "wa-0417-thirteen")
        assert record["digest"] in "".join(text_of(report).split())
        assert codes(report) == [code]
    record, _ = proves(approval, "wa-0417-thirteen-1-approved", key, 4)
    assert (record["kind"], record["reference"]) == ("controls.approved", "letter 1")
    assert "controls with this digest were approved as stated here" in " ".join(text_of(approval).split())


@pytest.mark.slow
def test_a_gap_report_of_the_library_has_no_entry(tmp_path):
    with application(tmp_path / "data") as app:
        report = app.test_client().get("/v1/rulesets/olympic-deals/1/gaps.pdf").data
    assert "Register" not in text_of(report).split()
    assert PdfReader(BytesIO(report)).attachments == {}
