"""Reports as files for an archive (PDF/A-3a) and for everybody (PDF/UA-1)."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader, PdfWriter

from reports.dates import Dates
from reports.drawn_audit import write_audit_pdf
from reports.tagged.tagged_archive import Attachment, DocumentFacts, xmp
from tests.reports import kinds, samples
from tests.reports.verapdf.run import validate

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfuaid": "http://www.aiim.org/pdfua/ns/id/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
}
JSON = Attachment("audit.json", (b'{"hands"', b": 212}"), "application/json", "The audit as JSON")


def written(**options) -> bytes:
    out = BytesIO()
    write_audit_pdf(samples.audit(), samples.nothing, samples.CLAUSES, out, **options)
    return out.getvalue()


def metadata(data: bytes) -> ElementTree.Element:
    return ElementTree.fromstring(PdfReader(BytesIO(data)).trailer["/Root"]["/Metadata"].get_data())


def test_a_report_declares_what_it_conforms_to():
    facts = metadata(written(dates=Dates(audited_at="2026-03-15T09:30:00-07:00")))
    for name, value in (("pdfaid:part", "3"), ("pdfaid:conformance", "A"), ("pdfuaid:part", "1")):
        assert facts.findtext(f".//{name}", namespaces=NAMESPACES) == value
    assert facts.findtext(".//xmp:CreateDate", namespaces=NAMESPACES) == "2026-03-15T09:30:00-07:00"
    title = facts.findtext(f".//dc:title//{RDF}li", namespaces=NAMESPACES)
    assert title == "Audit of WA-0417 · Table 3 · session 2026-03-14-T3"


def test_words_that_xml_cannot_have_do_not_break_the_metadata():
    facts = DocumentFacts("A <b> & \x00\x1f\ud800", "a", "s", "k", "p", "c", "D:20260315093000-07'00'")
    read = ElementTree.fromstring(xmp(facts))
    assert read.findtext(f".//dc:title//{RDF}li", namespaces=NAMESPACES) == "A <b> & ���"


def test_the_catalogue_has_language_title_marks_and_the_meaning_of_colours():
    root = PdfReader(BytesIO(written())).trailer["/Root"]
    assert root["/Lang"] == "en-US"
    assert root["/MarkInfo"]["/Marked"].value is True
    assert str(root["/ViewerPreferences"]["/DisplayDocTitle"]).lower() == "true"
    intent = root["/OutputIntents"][0]
    assert intent["/S"] == "/GTS_PDFA1"
    profile = intent["/DestOutputProfile"].get_data()
    assert profile[12:20] == b"mntrRGB "
    assert profile[36:40] == b"acsp"


def test_a_report_carries_a_file():
    data = written(attachments=[JSON])
    root = PdfReader(BytesIO(data)).trailer["/Root"]
    spec = root["/AF"][0]
    assert spec["/AFRelationship"] == "/Data"
    assert spec["/UF"] == "audit.json"
    content = spec["/EF"]["/F"].get_object()
    assert content["/Subtype"] == "/application/json"
    assert content.get_data() == b"".join(JSON.content)
    assert root["/Names"]["/EmbeddedFiles"]["/Names"][0] == "audit.json"
    assert "/AF" not in PdfReader(BytesIO(written())).trailer["/Root"]


def test_the_same_audit_gives_the_same_bytes():
    assert written(attachments=[JSON]) == written(attachments=[JSON])
    other = JSON._replace(content=(b"{}",))
    ids = [PdfReader(BytesIO(written(attachments=[each]))).trailer["/ID"][0] for each in (JSON, other)]
    assert ids[0] != ids[1]


@pytest.mark.slow
def test_no_page_has_transparency_and_every_font_is_embedded_with_its_characters():
    data = kinds.pdf("audit")
    reader = PdfReader(BytesIO(data))
    assert not re.search(rb"/SMask|/ca\b|/CA\b", data)
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            assert "/ToUnicode" in font.get_object()
            assert "/FontFile2" in font.get_object()["/FontDescriptor"]


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(16)
def test_every_kind_of_report_is_pdf_a_3a_and_pdf_ua_1(tmp_path, part):
    files = [tmp_path / f"{kind}.pdf" for kind in part(kinds.KINDS)]
    for file in files:
        file.write_bytes(kinds.pdf(file.stem))
    files.append(tmp_path / "names in six scripts.pdf")
    names = " ".join(("玩家一", "カードの王", "김선수", "דוד לוי", "محمد علي", "Иван Жуков 😀"))
    files[-1].write_bytes(samples.pdf(samples.audit([samples.finding(player=names, message=names)])))
    files.append(tmp_path / "with a file.pdf")
    files[-1].write_bytes(written(attachments=[JSON]))
    verdicts = validate(files)
    assert [(each.file, each.flavour) for each in verdicts] == [
        (file, flavour) for file in files for flavour in ("3a", "ua1")
    ]
    for verdict in verdicts:
        assert verdict.checks > 3_000
        assert not verdict.failed, verdict


@pytest.mark.night
@pytest.mark.slow
def test_the_validator_fails_a_report_whose_text_is_not_tagged(tmp_path):
    file = tmp_path / "untagged.pdf"
    changed = PdfWriter(clone_from=BytesIO(written()))
    del changed._root_object["/StructTreeRoot"]
    changed.write(file)
    assert all(verdict.failed for verdict in validate([file]))
