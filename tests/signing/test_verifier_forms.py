"""The standalone verifier and files that no service makes: signatures, checkpoints, attachments and pages of another form."""

import base64
from io import BytesIO

import pytest
from pyhanko.pdf_utils.generic import ArrayObject, DictionaryObject, pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import MDPPerm, SigFieldSpec, SigSeedSubFilter
from pyhanko.sign.signers.pdf_signer import PdfSignatureMetadata, PdfSigner

from auditor.register import register_notes
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_checkpoints import signed as signed_checkpoint
from auditor.register.register_notes import new_signer
from auditor.signing import signed_pdf as of_signing
from tests.signing.kit import made, signed, signer
from tests.signing.verifying import refused, steps
from verifier import verify_report as verifier


@pytest.fixture(scope="module")
def report():
    return signed(made().report())


# ----------------------------------------------------------------------------------------------- the signature


def test_a_signature_of_another_form_than_pades_is_refused():
    """It certifies the document and permits no change, as a report's does."""
    with of_signing._signer(signer()) as by:
        wanted = PdfSignatureMetadata(
            field_name="First",
            certify=True,
            docmdp_permissions=MDPPerm.NO_CHANGES,
            subfilter=SigSeedSubFilter.ADOBE_PKCS7_DETACHED,
        )
        out = PdfSigner(wanted, by, new_field_spec=SigFieldSpec("First")).sign_pdf(
            IncrementalPdfFileWriter(BytesIO(made().report()))
        )
    assert (
        refused(out.getvalue())["signature"]
        == "The signature is not of the form PAdES (ETSI.CAdES.detached)."
    )


def test_a_signature_that_claims_bytes_behind_the_end_of_the_file_is_refused(report):
    begin = report.index(b"/ByteRange [") + len(b"/ByteRange [")
    end = report.index(b"]", begin)
    covered = [int(each) for each in report[begin:end].split()]
    more = b" ".join(b"%d" % each for each in (*covered[:3], covered[3] + 1))
    longer = report[:begin] + more.ljust(end - begin) + report[end:]
    said = refused(longer)["signature"]
    assert said.endswith(f"of {len(report):,} bytes, which is not the whole file.")


# ----------------------------------------------------------------------------------------------- the checkpoint


def _with_signature(change):
    """The report with another signature of the register below its checkpoint."""
    head, _, line = made().proof.decode().rpartition("\n\n")
    dash, name, value = line.strip().split(" ")
    found = base64.b64decode(value)
    changed = base64.b64encode(found[:4] + change(found[4:])).decode()
    return signed(made().changed(proof=f"{head}\n\n{dash} {name} {changed}\n".encode()).report())


def test_a_checkpoint_that_the_key_it_names_did_not_sign_is_refused():
    """The line has the name and the number of the register's key."""
    name = verifier.parse_proof(made().proof).origin
    forged = refused(_with_signature(lambda found: found[:-1] + bytes([found[-1] ^ 1])))
    assert forged == {"checkpoint": f"The signature of {name} below the checkpoint is not of its key."}


def test_a_signature_below_a_checkpoint_with_more_bytes_than_it_has_is_refused():
    name = verifier.parse_proof(made().proof).origin
    longer = refused(_with_signature(lambda found: b"\0" + found))
    assert longer == {"checkpoint": f"The signature of {name} below the checkpoint has a wrong length."}


@pytest.mark.slow
def test_a_checkpoint_of_another_register_than_the_key_is_of_is_refused():
    """Somebody signed the checkpoint of this register with a key of his own name."""
    origin = verifier.parse_proof(made().proof).origin
    other = new_signer("other.example/register", b"\x05" * 32)
    head, _, note = made().proof.partition(b"\n\n")
    proof = head + b"\n\n" + bytes(register_notes.sign(register_notes.parse(note).text, other))
    found = refused(signed(made().changed(proof=proof).report()), register_key=str(other.verifier))
    assert found == {
        "checkpoint": f"It is a checkpoint of {origin}, and the key is that of other.example/register."
    }


@pytest.mark.slow
def test_a_kept_checkpoint_of_another_register_or_of_no_form_is_refused(report):
    proof = verifier.parse_proof(made().proof)
    other = new_signer("other.example/register", b"\x05" * 32)
    theirs = bytes(signed_checkpoint(Checkpoint("other.example/register", proof.size, proof.root), other))
    size = str(proof.size).encode()
    wrong = {
        "theirs": (theirs, f"It is of other.example/register, and the report's is of {proof.origin}."),
        "nonsense": (b"nonsense\n\n", "The checkpoint is not of the form of C2SP"),
        "zero": (
            proof.note.replace(b"\n" + size + b"\n", b"\n0" + size + b"\n", 1),
            "is not of the form of C2SP",
        ),
    }
    for name, (body, words) in wrong.items():
        found = steps(report, checkpoints=[("kept.txt", body)], register_key=None)["checkpoint kept.txt"]
        assert (name, found.verdict) == (name, "refused")
        assert words in found.says[0]


# ----------------------------------------------------------------------------------------------- attachments and pages


def _edited(change):
    """The report, not signed, after a change of its root."""
    writer = IncrementalPdfFileWriter(BytesIO(made().report()))
    change(writer)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_files_of_both_editions_are_refused():
    names = ("audit-1-redacted.json", "audit-1-entry.json", "audit-1.tlog-proof")
    found = refused(signed(made().report(names=names)))
    assert found == {"attachments": "The attached files are of both editions, the full and the redacted one."}


def test_attached_files_that_are_listed_in_a_tree_are_refused():
    """A program that reads the tree finds other files than one that reads the list."""

    def change(writer):
        names = writer.root["/Names"]["/EmbeddedFiles"]
        leaf = writer.add_object(DictionaryObject({pdf_name("/Names"): names["/Names"]}))
        names[pdf_name("/Kids")] = ArrayObject([leaf])
        writer.update_container(names)

    found = refused(_edited(change))
    assert found["attachments"] == "The attached files are not listed as this kind of report lists them."


def test_a_document_without_pages_and_one_whose_pages_lead_in_a_circle_are_refused():
    def none(writer):
        writer.root["/Pages"][pdf_name("/Kids")] = ArrayObject()
        writer.update_container(writer.root["/Pages"])

    def circle(writer):
        writer.root["/Pages"][pdf_name("/Kids")] = ArrayObject([writer.root.raw_get("/Pages")])
        writer.update_container(writer.root["/Pages"])

    assert refused(_edited(none))["pages"] == "The document has no pages."
    assert refused(_edited(circle))["pages"] == "The tree of pages has a page, or a part of itself, twice."
