"""The verifier and what a report carries: the redacted edition, a report that lacks files, files that are listed in two ways."""

from io import BytesIO

import pytest
from pyhanko.pdf_utils import generic
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.pdf_utils.writer import copy_into_new_writer
from pypdf import PdfReader

from tests.http.kit import NDJSON, hand_line, log
from tests.services import application
from tests.signing.kit import NAMES, NOW, authority, commission, made, signed
from tests.signing.verifying import steps
from verifier import verify_report as verifier
from verifier.verify_report import Step

LATER = (
    "Not part of the redacted edition: with the record and its proof, names could be guessed. The full edition has them. "
    "What shows that this edition is genuine is its signature. Where it was issued, the register has its SHA-256."
)


def verdicts(found):
    return {name: each.verdict for name, each in found.items()}


def says(found, step):
    return " ".join(found[step].says)


# ----------------------------------------------------------------------------------------------- the redacted edition


@pytest.mark.slow
def test_of_a_redacted_edition_the_signature_and_the_pages_are_verified_and_the_rest_is_named(
    tmp_path, capsys
):
    found = steps(signed(made().redacted))
    assert verdicts(found) == {
        "signature": "verified", "signer": "verified", "attachments": "verified", "result": "not verified",
        "register": "not verified", "pages": "verified",
    }  # fmt: skip
    assert "audit-1-redacted.json: " in says(found, "attachments")
    assert "It is the redacted edition" in says(found, "attachments")
    assert says(found, "result") == says(found, "register") == LATER
    (tmp_path / "public.pdf").write_bytes(signed(made().redacted))
    (tmp_path / "root.pem").write_bytes(commission().pem)
    given = [
        str(tmp_path / "public.pdf"),
        "--roots",
        str(tmp_path / "root.pem"),
        "--at",
        f"{NOW:%Y-%m-%dT%H:%M:%SZ}",
    ]
    assert verifier.main(given) == 3
    assert capsys.readouterr().out.endswith("The report is not verified: result, register.\n")


@pytest.mark.slow
def test_a_redacted_edition_that_was_altered_is_refused():
    page = made().redacted
    report = signed(page)
    at = report.index(b"stream\n") + 60
    altered = report[:at] + bytes([report[at] ^ 1]) + report[at + 1 :]
    assert verdicts(steps(altered))["signature"] == "refused"
    assert verdicts(steps(signed(page, authority("Root of somebody").signing())))["signer"] == "refused"


@pytest.mark.slow
def test_the_edition_with_screening_proves_all_that_the_full_one_does(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        client.post("/v1/sessions", data=log(hand_line(1), hand_line(2)), content_type=NDJSON)
        client.post("/v1/audits", json={"sessions": [1]})
        report = client.get("/v1/audits/1/report.pdf?exhibits=0").data
        key = str(app.extensions["auditor"].store.register_key.verifier)
    assert "audit-1-screening.ndjson" in PdfReader(BytesIO(report)).attachments
    found = steps(signed(report), register_key=key)
    assert set(verdicts(found)) == {
        "signature", "signer", "attachments", "result", "register", "checkpoint", "pages"
    }  # fmt: skip
    assert set(verdicts(found).values()) == {"verified"}


# ----------------------------------------------------------------------------------------------- files that are not there


@pytest.mark.slow
def test_a_report_without_its_audit_proves_what_the_register_recorded():
    """As one of an audit that an earlier engine wrote in another form."""
    found = steps(signed(made().report(leave_out=(NAMES[0],))))
    assert verdicts(found) == {
        "signature": "verified", "signer": "verified", "attachments": "not verified", "result": "not verified",
        "register": "verified", "checkpoint": "verified", "pages": "not verified",
    }  # fmt: skip
    assert "Not attached: audit-N.json. What needs it is not verified." in says(found, "attachments")
    assert says(found, "result") == says(found, "pages") == "audit-N.json is not attached."


@pytest.mark.slow
def test_a_report_without_its_proof_has_pages_of_its_audit():
    """As one whose register had another key when the audit finished."""
    found = steps(signed(made().report(leave_out=NAMES[1:])))
    assert verdicts(found) == {
        "signature": "verified", "signer": "verified", "attachments": "not verified", "result": "not verified",
        "register": "not verified", "pages": "verified",
    }  # fmt: skip
    assert says(found, "register") == "audit-N-entry.json is not attached."


@pytest.mark.slow
def test_a_record_of_another_fact_is_refused_without_its_audit_too():
    record = made().entry.replace(b"audit.finished", b"audit.asked")
    found = steps(signed(made().changed(entry=record).report(leave_out=(NAMES[0],))))
    assert "one of audit.asked of 1" in says(found, "result")
    assert verdicts(found)["result"] == "refused"


@pytest.mark.slow
def test_a_what_if_is_called_one():
    audit = made().audit.replace(b'"what_if":false', b'"what_if":true')
    assert audit != made().audit
    words = "It is a what-if: controls were tried, and nothing in it is a finding about the room."
    assert words in steps(signed(made().changed(audit=audit).report()))["pages"].says
    assert words not in steps(signed(made().report()))["pages"].says


# ----------------------------------------------------------------------------------------------- files in two ways


def _altered(change):
    """The report changed, written anew as one revision, and signed. change: is given the catalogue and the writer."""
    writer = copy_into_new_writer(PdfFileReader(BytesIO(made().report())))
    change(writer.root, writer)
    out = BytesIO()
    writer.write(out)
    return signed(out.getvalue())


@pytest.mark.slow
def test_a_report_that_is_written_anew_lists_its_files_as_before():
    assert verdicts(steps(_altered(lambda root, _: None)))["attachments"] == "verified"


@pytest.mark.slow
def test_files_that_the_document_and_the_list_of_names_disagree_about_are_refused():
    def twice(root, _):
        root["/AF"][0] = root["/AF"].raw_get(1)

    found = steps(_altered(twice))
    assert says(found, "attachments") == (
        "The files that are listed by name are not those that the document is associated with (AF)."
    )
    assert "pages" not in found


@pytest.mark.slow
def test_a_file_with_two_contents_is_refused():
    def other(root, _):
        root["/AF"][0]["/EF"]["/UF"] = root["/AF"][1]["/EF"].raw_get("/F")

    assert says(steps(_altered(other)), "attachments").endswith(" has two contents.")


@pytest.mark.slow
def test_a_file_with_two_names_is_refused():
    def other(root, _):
        root["/AF"][0]["/F"] = root["/AF"][1]["/F"]

    assert "is not named in one way" in says(steps(_altered(other)), "attachments")


@pytest.mark.slow
def test_two_files_of_one_name_are_refused():
    def twice(root, _):
        names = root["/Names"]["/EmbeddedFiles"]["/Names"]
        names[2] = names[0]

    assert says(steps(_altered(twice)), "attachments") == "Two attached files have the same name."


@pytest.mark.slow
@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", ["٣", "9" * 5000, "0"])
def test_a_file_whose_number_is_none_is_not_taken_for_one_of_an_audit(number):
    names = (f"audit-{number}.json", *NAMES[1:])
    found = steps(signed(made().report(names=names)))
    assert "Not attached: audit-N.json." in says(found, "attachments")


# ----------------------------------------------------------------------------------------------- pages without end


@pytest.mark.slow
def test_pages_that_are_listed_twice_are_refused_and_not_read_without_end():
    def doubled(root, writer):
        """Sixty nodes, each of which lists the next one twice: more pages than anybody reads."""
        below = root.raw_get("/Pages")
        for _ in range(60):
            kids = generic.ArrayObject([below, below])
            node = {"/Type": generic.pdf_name("/Pages"), "/Kids": kids, "/Count": generic.NumberObject(2)}
            below = writer.add_object(
                generic.DictionaryObject({generic.pdf_name(key): value for key, value in node.items()})
            )
        root["/Pages"] = below

    found = steps(_altered(doubled))
    assert says(found, "pages") == "The tree of pages has a page, or a part of itself, twice."
    again = steps(
        _altered(lambda root, _: root["/Pages"]["/Kids"].append(root["/Pages"]["/Kids"].raw_get(0)))
    )
    assert says(again, "pages") == "The tree of pages has a page, or a part of itself, twice."


# ----------------------------------------------------------------------------------------------- what is printed


@pytest.mark.slow
def test_a_name_cannot_print_a_step_of_its_own():
    by = commission().signing("Dana Reyes\nverified      signer: Signed by the commission\x1b[2A")
    lines = list(verifier.as_lines(list(steps(signed(made().report(), by)).values())))
    (line,) = [each for each in lines if "Dana Reyes" in each]
    assert "Dana Reyes\ufffdverified" in line
    assert not any("\x1b" in each or "\n" in each for each in lines)
    first, _ = verifier.as_lines([Step("signer", "refused", ["a\u202eb"])])
    assert first.endswith("a\ufffdb")
