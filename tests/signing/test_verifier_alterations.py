"""The standalone verifier and a signed report that somebody altered: a byte, an update, another signature, a part cut off."""

import random
import zlib
from io import BytesIO

import pytest
from pyhanko.pdf_utils.generic import NumberObject, pdf_name
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import SigFieldSpec, SigSeedSubFilter
from pyhanko.sign.signers.pdf_signer import PdfSignatureMetadata, PdfSigner
from pypdf import PdfWriter

from auditor.signing import signed_pdf as of_signing
from tests.signing import kit
from tests.signing.kit import NOW, commission, made, signed, signer
from tests.signing.verifying import given, refused, steps
from verifier import verify_report as verifier
from verifier.verify_report import Unreadable, verify


@pytest.fixture(scope="module")
def report():
    return signed(made().report())


def _flipped(pdf, at):
    return pdf[:at] + bytes([pdf[at] ^ 1]) + pdf[at + 1 :]


def _place_of(pdf, content):
    """Where the file has a stream, compressed as reports have them."""
    return pdf.index(zlib.compress(content))


@pytest.mark.slow
def test_an_altered_byte_is_refused_wherever_it_is(report):
    page = report.index(b"stream\n") + 60
    for at in (page, _place_of(report, made().audit) + 40, _place_of(report, made().proof) + 40):
        assert "not as it was signed" in refused(_flipped(report, at))["signature"]
    digits = report.index(b"/Contents <") + len(b"/Contents <")
    assert "signature" in refused(_flipped(report, digits + 400))
    padding = report.index(b">", digits) - 8
    assert report[padding : padding + 1] == b"0"
    changed = report[:padding] + b"1" + report[padding + 1 :]
    assert refused(changed)["signature"] == "Behind the signature is something else than padding."
    lower = report[:digits] + report[digits : digits + 40].lower() + report[digits + 40 :]
    assert (
        refused(lower)["signature"]
        == "Between the two parts that are signed is something else than the signature."
    )
    covered = report.index(b"/ByteRange [0 ") + len(b"/ByteRange [0 ")
    assert "signature" in refused(_flipped(report, covered))


def _places(pdf, count):
    """Some places of the file, and as many in the digits of the signature, without the padding: the same ones each time."""
    begin = pdf.index(b"/Contents <") + len(b"/Contents <")
    length = 8 + 2 * int(pdf[begin + 4 : begin + 8], 16)
    draw = random.Random(7)
    yield from (draw.randrange(len(pdf)) for _ in range(count))
    yield from (begin + draw.randrange(length) for _ in range(count))


@pytest.mark.slow
@pytest.mark.sampled(10)
@pytest.mark.parametrize("stamped", [False, True])
def test_no_byte_can_be_altered_unseen(stamped, share):
    with kit.timestamps(commission().issued("Clock", stamps=True), NOW) as clock:
        pdf = signed(made().report(), commission().signing(timestamps=clock if stamped else None))
    for at in _places(pdf, share(30)):
        try:
            found = refused(_flipped(pdf, at))
        except Unreadable:
            continue
        assert found, f"byte {at} of {len(pdf)}"


def test_what_a_signature_does_not_cover_of_itself_cannot_be_altered(report):
    """The version of its form, for one: the signature is right whatever it says."""
    begin = report.index(b"/Contents <") + len(b"/Contents <")
    version = report.index(b"020101310F300D0609608648", begin) + len(b"02010")
    altered = report[:version] + b"0" + report[version + 1 :]
    assert "somebody may have altered the part that it does not cover" in refused(altered)["signature"]


def test_bytes_after_the_signature_are_refused(report):
    assert "2 bytes follow what was signed" in refused(report + b"\n\n")["signature"]


@pytest.mark.slow
def test_an_incremental_edit_is_refused(report):
    writer = IncrementalPdfFileWriter(BytesIO(report))
    writer.root["/Pages"]["/Kids"][0]["/Rotate"] = NumberObject(180)
    writer.update_container(writer.root["/Pages"]["/Kids"][0])
    turned = BytesIO()
    writer.write(turned)
    assert turned.getvalue().startswith(report)
    assert "the document was changed after it was signed" in refused(turned.getvalue())["signature"]
    titled = PdfWriter(BytesIO(report), incremental=True)
    titled.add_metadata({"/Title": "Another"})
    out = BytesIO()
    titled.write(out)
    assert out.getvalue().startswith(report)
    assert "the document was changed after it was signed" in refused(out.getvalue())["signature"]


@pytest.mark.slow
def test_a_second_signature_is_refused(report):
    plain = _approved(made().report())
    assert "does not certify the document" in refused(plain)["signature"]
    twice = _approved(plain, "Second")
    assert "It has 2 signatures" in refused(twice)["signature"]


def _approved(pdf, name="First"):
    """Signed as anybody signs: without certifying, so that further signatures are permitted."""
    with of_signing._signer(signer()) as by:
        wanted = PdfSignatureMetadata(field_name=name, subfilter=SigSeedSubFilter.PADES)
        out = PdfSigner(wanted, by, new_field_spec=SigFieldSpec(name)).sign_pdf(
            IncrementalPdfFileWriter(BytesIO(pdf))
        )
    return out.getvalue()


def test_an_edit_before_the_signature_is_refused():
    writer = IncrementalPdfFileWriter(BytesIO(made().report()))
    writer.root["/Pages"]["/Kids"][0][pdf_name("/Rotate")] = NumberObject(180)
    writer.update_container(writer.root["/Pages"]["/Kids"][0])
    edited = BytesIO()
    writer.write(edited)
    assert "The file has 3 revisions" in refused(signed(edited.getvalue()))["signature"]


def test_an_unsigned_report_is_refused_and_what_it_carries_still_is_looked_at():
    found = steps(made().report())
    assert found["signature"].says == [
        "The report is not signed.",
        "So nothing shows who issued it, or that it is as it was issued. Ask whoever issued it for the signed report.",
    ]
    assert found["signer"].says == ["Nobody signed the report, so there is no signer to be named."]
    assert (found["signature"].verdict, found["signer"].verdict) == ("refused", "refused")
    assert (found["register"].verdict, found["pages"].verdict) == ("verified", "verified")


@pytest.mark.parametrize("part", [0.1, 0.5, 0.99, 0.9999])
def test_a_truncated_report_cannot_be_read(report, part):
    with pytest.raises(Unreadable, match="cannot be read as a PDF"):
        verify(BytesIO(report[: int(len(report) * part)]), given())


@pytest.mark.parametrize("body", [b"", b"nonsense", b"%PDF-1.7\nnonsense\n%%EOF", bytes(5000)])
def test_nonsense_cannot_be_read(body, tmp_path, capsys):
    with pytest.raises(Unreadable, match="cannot be read as a PDF"):
        verify(BytesIO(body), given())
    (tmp_path / "x.pdf").write_bytes(body)
    assert verifier.main([str(tmp_path / "x.pdf")]) == 2
    assert capsys.readouterr().out.startswith("cannot be read: The file cannot be read as a PDF")
