"""Reports that a service issues with a certificate: signed once, verified by one file, and not issued where it cannot sign."""

import hashlib
import io
import subprocess
import sys
import zipfile
from dataclasses import replace

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from auditor.doctor import verify_register
from auditor.http.context import EXTENSION
from auditor.signing.trial_authority import ROOT, SIGNER, make_test_authority
from auditor.store.store import FILE
from tests import altered_stores
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, PROBLEM, hand_line, log
from tests.services import application
from tests.signing.kit import NOW, commission, timestamps


def audited(client):
    put_room(client)
    client.post("/v1/sessions", data=log(hand_line(1, (300, 200, 300, -800))), content_type=NDJSON)
    assert client.post("/v1/audits", json={"sessions": [1]}).json["state"] == "finished"


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """A data folder with an audit and a test authority, whose keys take long to make."""
    folder = tmp_path_factory.mktemp("issuing") / "data"
    with application(folder, filled=audited):
        pass
    make_test_authority(folder, NOW)
    return folder


@pytest.fixture
def data(template, tmp_path):
    altered_stores.copied(template, tmp_path / "data")
    return tmp_path / "data"


@pytest.mark.slow
def test_an_issued_report_is_signed_and_verified(data, tmp_path):
    with application(data) as app:
        client = app.test_client()
        issued = client.post("/v1/audits/1/reports", json={"edition": "screened"}).json
        (tmp_path / "report.pdf").write_bytes(client.get("/v1/reports/1/report.pdf").data)
        key = client.get("/v1/register").json["key"]
        again = client.post("/v1/audits/1/reports", json={"edition": "screened"})
        working = client.get("/v1/audits/1/report.pdf").data
    certificate = x509.load_pem_x509_certificate((data / SIGNER).read_bytes())
    signer = issued["signer"]
    assert "TEST SIGNER (not for real reports)" in signer["subject"]
    assert signer["certificate_sha256"] == hashlib.sha256(certificate.public_bytes(Encoding.DER)).hexdigest()
    assert (signer["timestamped"], signer["at"][-1]) == (False, "Z")
    assert (again.status_code, again.json["id"]) == (200, 1)  # and is not signed once more
    body = (tmp_path / "report.pdf").read_bytes()
    assert (hashlib.sha256(working).hexdigest(), body[: len(working)]) == (issued["made_sha256"], working)
    assert hashlib.sha256(body).hexdigest() == issued["sha256"] != issued["made_sha256"]
    done = call("verify", tmp_path / "report.pdf", "--roots", data / ROOT, "--key", key)
    assert (done.status, done.lines[-1]) == (0, "The report is verified."), done.out
    assert verify_register(data / FILE).faults == []


@pytest.mark.slow
def test_a_bundle_has_what_verifies_its_report_without_the_auditor(data, tmp_path):
    with application(data) as app:
        client = app.test_client()
        client.post("/v1/audits/1/reports", json={})
        body = client.get("/v1/reports/1/bundle.zip").data
    zipfile.ZipFile(io.BytesIO(body)).extractall(tmp_path / "bundle")
    key = (tmp_path / "bundle" / "register" / "key.txt").read_text().strip()
    script = ["verifier/verify_report.py", "report-1.pdf", "--roots", str(data / ROOT), "--register-key", key]
    done = subprocess.run(
        [sys.executable, "-I", *script], cwd=tmp_path / "bundle", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "The report is verified."), done
    assert (
        (tmp_path / "bundle" / "verifier" / "README.md")
        .read_text()
        .startswith("# Verify a report without us")
    )


@pytest.mark.slow
def test_a_redacted_edition_is_signed_and_its_pages_are_those_of_its_audit(data, tmp_path):
    with application(data) as app:
        client = app.test_client()
        client.post("/v1/audits/1/reports", json={"edition": "redacted"})
        (tmp_path / "public.pdf").write_bytes(client.get("/v1/reports/1/report.pdf").data)
    done = call("verify", tmp_path / "public.pdf", "--roots", data / ROOT)
    assert (done.status, done.lines[-1]) == (3, "The report is not verified: result, register."), done.out
    assert any(line.startswith("verified      pages: Each of the ") for line in done.lines)


@pytest.mark.slow
def test_after_the_certificate_was_replaced_the_report_is_issued_anew(data):
    with application(data) as app:
        first = app.test_client().post("/v1/audits/1/reports", json={}).json
    with application(data) as app:
        _sign_with(app, commission().signing())
        second = app.test_client().post("/v1/audits/1/reports", json={})
    assert (second.status_code, second.json["id"]) == (201, 2)
    assert second.json["made_sha256"] == first["made_sha256"]
    assert second.json["signer"]["subject"] == "CN=Dana Reyes"


@pytest.mark.slow
def test_where_there_is_no_timestamp_nothing_is_issued(data):
    with (
        timestamps(commission().issued("clock", stamps=True), answer=(503, b"")) as clock,
        application(data) as app,
    ):
        _sign_with(app, replace(commission().signing(), timestamps=clock))
        client = app.test_client()
        answer = client.post("/v1/audits/1/reports", json={})
        assert client.get("/v1/reports").json["reports"] == []
    assert (answer.status_code, answer.content_type) == (503, PROBLEM)
    assert answer.json["detail"].startswith("The authority of timestamps gave none: ")
    assert answer.json["detail"].endswith(" Nothing was issued.")


def _sign_with(app, signing):
    service = app.extensions[EXTENSION]
    service.signing = signing
    service._subjects()
