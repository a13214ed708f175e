"""Pages of issued reports: issued on the page of an audit, listed, pulled on record; and a file that is verified."""

import hashlib
import io
import json
import re
from pathlib import Path

import pytest

from auditor.signing.trial_authority import make_test_authority
from tests.http.web.kit import ADA, DANA, MARA, Person, signed_in, with_audits, words
from tests.pdf import text_of
from tests.services import application
from tests.signing.kit import NOW

ROOT = Path(__file__).parents[3]


def with_a_report(client):
    with_audits(client)
    assert client.post("/v1/audits/2/reports", json={}).json["id"] == 1  # of the room of no authority


FILLED = {"audits": with_a_report}


@pytest.fixture
def audits(app):
    return app


@pytest.fixture
def mara(audits):
    return signed_in(audits, MARA)


def entries(app, kind):
    register = app.extensions["auditor"].store.register
    every = [json.loads(register.entry(index).record) for index in range(register.size())]
    return [each for each in every if each["kind"] == kind]


@pytest.mark.slow
def test_a_report_is_issued_on_the_page_of_its_audit_and_pulled_on_record(audits, mara):
    mara.get("/audits/1")
    page = mara.send("/audits/1/reports", edition="full", exhibits="all")
    assert page.request.path == "/reports/2"
    said = words(page)
    assert "Report 2 WA-0417" in said
    assert "Mara Ortiz" in said
    assert "Hands shown in full all" in said
    assert "Downloaded not yet" in said
    assert "nobody: the service has no certificate" in said
    body = mara.client.get("/reports/2/report.pdf").data
    assert hashlib.sha256(body).hexdigest() in page.text
    bundle = mara.client.get("/reports/2/bundle.zip")
    assert (bundle.mimetype, bundle.data[:2]) == ("application/zip", b"PK")
    assert "Downloaded 2 times" in words(mara.get("/reports/2"))
    made = entries(audits, "report.issued")[-1]
    assert (made["number"], made["who"], made.get("exhibits")) == (2, "Mara Ortiz", None)
    pulls = [(each["what"], each["who"]) for each in entries(audits, "report.pulled")]
    assert pulls == [("report", "Mara Ortiz"), ("bundle", "Mara Ortiz")]
    assert "Report 2 full edition" in words(mara.get("/audits/1"))


@pytest.mark.slow
def test_the_redacted_edition_has_no_bundle(mara):
    mara.get("/audits/1")
    page = mara.send("/audits/1/reports", edition="redacted", exhibits="5")
    assert "redacted edition" in words(page)
    assert "bundle" not in page.text
    assert "Issue the full edition of audit 1" in words(mara.get("/reports/2/bundle.zip", 409))


@pytest.mark.slow
def test_an_agent_issues_the_full_edition_with_screening(mara):
    assert "full edition with screening" in words(mara.get("/audits/1"))
    page = mara.send("/audits/1/reports", edition="screened", exhibits="0")
    assert "Edition full edition with screening" in words(page)
    assert "Hearing bundle (ZIP)" in words(page)
    assert "A Where to look: screening" in text_of(mara.get("/reports/2/report.pdf").data)


def test_the_page_of_an_audit_has_the_screening_of_its_room_for_whoever_may_read_it(audits, mara):
    said = words(mara.get("/audits/1"))
    assert "Report (PDF) as it is now, with where to look; not issued" in said
    assert "Screening counts over many hands of the room's year, and is no part of the audit." in said
    assert re.search(
        r"Room WA-0417, 2026 as of entry \d+ of the register, which entered this audit: no open alarm", said
    )
    mara.get(
        re.search(r'href="(/rooms/WA-0417/screening\?year=2026[^"]*)"', mara.page.text)[1].replace(
            "&amp;", "&"
        )
    )
    staff = words(signed_in(audits, DANA).get("/audits/1"))
    assert "Where to look first" not in staff
    assert "with where to look" not in staff


@pytest.mark.slow
def test_the_edition_with_screening_is_listed_and_not_given_to_room_staff(audits, mara):
    mara.get("/audits/1")
    mara.send("/audits/1/reports", edition="screened", exhibits="0")
    staff = signed_in(audits, DANA)
    assert "it is for the room's compliance officer and the authority" in words(staff.get("/reports/2"))
    assert "/reports/2/report.pdf" not in staff.get("/reports").text
    staff.get("/reports/2/report.pdf", 403)


def test_what_cannot_be_issued_says_so_beside_its_field(audits, mara):
    mara.get("/audits/1")
    page = mara.send("/audits/1/reports", 422, edition="full", exhibits="many")
    assert '<p class="wrong" id="exhibits-wrong">Write a number of exhibits, or all.</p>' in page.text
    assert 'value="many"' in page.text
    mara.get("/audits/1")
    assert "Choose one of: full, screened, redacted." in words(
        mara.send("/audits/1/reports", 422, edition="x", exhibits="5")
    )
    assert len(entries(audits, "report.issued")) == 1


@pytest.mark.slow
def test_the_list_by_room_by_edition_and_by_gaming_day(audits):
    client = audits.test_client()
    for edition in ("full", "redacted"):
        client.post("/v1/audits/1/reports", json={"edition": edition})
    somebody = Person(audits)

    def listed(query=""):
        return re.findall(r'<a href="/reports/(\d+)[^"]*">Report', somebody.get(f"/reports{query}").text)

    assert listed() == ["3", "2", "1"]
    assert listed("?room=WA-0417") == ["3", "2"]
    assert listed("?edition=redacted") == ["3"]
    assert listed("?from=2026-03-14&until=2026-03-14&edition=full") == ["2", "1"]
    assert listed("?until=2026-03-13") == []
    assert "No issued report matches this filter." in words(somebody.page)


def test_another_rooms_report_does_not_exist(mara):
    assert "No report has been issued yet." in words(mara.get("/reports"))
    for path in ("/reports/1", "/reports/1/report.pdf", "/reports/1/bundle.zip"):
        assert "There is no report 1." in words(mara.get(path, 404))
    mara.get("/audits/1")
    assert mara.client.post("/audits/2/reports", data={"form_token": "x"}).status_code == 403
    token = re.search(r'name="form_token" value="(\w+)"', mara.get("/audits/1").text)[1]
    sent = {"form_token": token, "edition": "full", "exhibits": "5"}
    assert mara.client.post("/audits/2/reports", data=sent).status_code == 404


@pytest.mark.slow
def test_a_room_reads_and_pulls_reports_and_issues_none(audits):
    audits.test_client().post("/v1/audits/1/reports", json={})
    dana = signed_in(audits, DANA)
    assert "Hearing bundle (ZIP)" in words(dana.get("/reports/2"))
    assert dana.client.get("/reports/2/report.pdf").status_code == 200
    assert entries(audits, "report.pulled")[-1]["who"] == "Dana Reyes"
    token = re.search(r'name="form_token" value="(\w+)"', dana.page.text)[1]
    sent = {"form_token": token, "edition": "full", "exhibits": "5"}
    assert dana.client.post("/audits/1/reports", data=sent).status_code == 403
    ada = signed_in(audits, ADA)
    assert "may not read issued reports" in words(ada.get("/reports", 403))
    assert "Reports" not in re.findall(r">([A-Z][a-z]+)</a>", ada.get("/rooms", 403).text)


# ------------------------------------------------------------------------ verify


def verified(person, body, status=200):
    person.get("/verify")
    return words(person.send("/verify", status, report=(io.BytesIO(body), "report.pdf")))


@pytest.fixture
def signing(tmp_path):
    """The service with a test authority, and a report that it issued."""
    with application(tmp_path / "data", filled=with_a_report):
        pass
    make_test_authority(tmp_path / "data", NOW)
    with application(tmp_path / "data") as app:
        app.test_client().post("/v1/audits/1/reports", json={})
        yield app


@pytest.mark.night
@pytest.mark.slow
def test_a_report_that_is_dropped_in_is_verified_step_by_step(signing):
    mara = signed_in(signing, MARA)
    body = mara.client.get("/reports/2/report.pdf").data
    size = signing.extensions["auditor"].store.register.size()
    said = verified(mara, body)
    assert "The report is verified, in every step." in said
    assert "The file is, byte for byte, report 2 , issued" in said
    for step in (
        "The file is as it was signed verified", "Who signed it verified", "What the report carries verified",
        "The audit is the one on record verified", "The record is in the register verified",
        "The checkpoint is signed verified", "The pages were made of this audit verified",
    ):  # fmt: skip
        assert step in said
    assert "TEST SIGNER (not for real reports)" in said
    assert f"covers all {len(body):,} bytes of the file" in said
    assert signing.extensions["auditor"].store.register.size() == size  # nothing of it is on record
    altered = verified(
        mara, body[: len(body) // 3] + bytes([body[len(body) // 3] ^ 1]) + body[len(body) // 3 + 1 :]
    )
    assert "The report is refused. Do not rely on it." in altered
    assert "The file is as it was signed refused" in altered
    assert "This service issued no report with this SHA-256" in altered


@pytest.mark.slow
def test_a_report_without_a_signature_says_why_that_matters(audits):
    somebody = Person(audits)
    said = verified(somebody, somebody.client.get("/reports/1/report.pdf").data)
    assert "The report is refused." in said
    assert "The report is not signed." in said
    assert "It was issued without a signature, because the service had no certificate." in said
    assert "This service trusts no root of signers" in said


@pytest.mark.slow
def test_another_rooms_report_is_verified_and_not_named(audits, mara):
    audits.config["AUDITOR_OPEN"] = True
    body = audits.test_client().get("/v1/reports/1/report.pdf").data
    audits.config["AUDITOR_OPEN"] = False
    said = verified(mara, body)
    assert "The audit is the one on record verified" in said
    assert "This service issued no report with this SHA-256 that you may see." in said


@pytest.mark.slow
def test_what_is_no_report_is_answered_in_words(audits, monkeypatch):
    somebody = Person(audits)
    assert "The file cannot be read as a report. The file cannot be read as a PDF" in verified(
        somebody, b"%PDF-1.7 x"
    )
    assert "Choose the PDF of a report. The file is empty." in verified(somebody, b"", 422)
    somebody.get("/verify")
    assert "Choose the PDF of a report. No file was chosen." in words(somebody.send("/verify", 422))
    monkeypatch.setattr("auditor.http.web.verify_pages.LARGEST", 1 << 20)
    assert "The file has more than 1 MiB." in verified(somebody, b"%PDF-" + bytes(1 << 20), 413)


@pytest.mark.slow
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("costly", "what"),
    [("while True: pass", "time"), ("return bytes(1 << 40)", "memory")],
    ids=["time", "memory"],
)
def test_a_file_that_costs_too_much_is_ended(audits, monkeypatch, tmp_path, costly, what):
    """The limits are those of the service; the verifier is one that a file has made to do such a thing."""
    program = tmp_path / "program.py"
    program.write_text(
        f"import sys\nsys.path.append({str(ROOT)!r})\n"
        "from auditor import verifier_process\nfrom verifier import verify_report\n"
        f"def costly(arguments):\n    {costly}\n"
        "verify_report.main = costly\nsys.exit(verifier_process.main(sys.argv[1:]))\n"
    )
    monkeypatch.setattr("auditor.verification._PROGRAM", str(program))
    if what == "time":  # which the imports alone may take on a busy machine
        monkeypatch.setattr("auditor.verification.PROCESSOR_SECONDS", 1)
    said = verified(Person(audits), b"%PDF-1.7 x", 503)
    assert f"The file takes more {what} to verify than this service gives." in said


def test_a_verifier_that_does_not_run_is_not_taken_for_a_costly_report(audits, monkeypatch, tmp_path, caplog):
    broken = tmp_path / "verifier_process.py"
    broken.write_text("import no_such_module\n")
    monkeypatch.setattr("auditor.verification._PROGRAM", str(broken))
    said = verified(Person(audits), b"%PDF-1.7 x", 503)
    assert "The verifier of this service did not run to its end, which says nothing about the report." in said
    assert "No module named 'no_such_module'" in caplog.text
