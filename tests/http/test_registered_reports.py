"""A report has the proof that its audit is in the register, and the same bytes at any time."""

import base64
import hashlib
import json
from io import BytesIO

import metamorphic_log as judge
from pypdf import PdfReader

from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.pdf import text_of
from tests.services import application


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
    assert (entered["kind"], entered["of"], entered["at"]) == ("audit.finished", 1, found["finished_at"])
    head, _, checkpoint = proof.decode().partition("\n\n")
    first, extra, index, *hashes = head.split("\n")
    assert (first, index) == ("c2sp.org/tlog-proof@v1", "index 3")
    nonce = base64.b64decode(extra.removeprefix("extra "))
    leaf = hashlib.sha256(b"\x00" + hashlib.sha256(nonce + record).digest()).digest()
    judge.checkpoint_verify_inclusion(checkpoint, [key], 3, leaf, [base64.b64decode(each) for each in hashes])
    text = text_of(report)
    seen = judge.checkpoint_verify(checkpoint, [key])
    words = (
        "Entry 3, entered",
        "covers 4 entries",
        seen.root.hex(),
        key,
        seen.origin,
        entered["about"]["result_sha256"],
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
    (data / "register.key").unlink()
    with application(data) as app:
        client = app.test_client()
        report = client.get("/v1/audits/1/report.pdf").data
        key = client.get("/v1/register").json["key"]
    (proof,) = PdfReader(BytesIO(report)).attachments["audit-1.tlog-proof"]
    assert key != before
    assert key in "".join(text_of(report).split())
    assert judge.checkpoint_verify(proof.decode().partition("\n\n")[2], [key]).size == 3
