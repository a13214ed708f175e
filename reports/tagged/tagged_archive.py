"""Archive parts of a PDF (PDF/A-3a, PDF/UA-1): metadata, colours, attachments."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal, NamedTuple

from reports.tagged.objects import PdfObjects
from reports.tagged.syntax import dictionary, reference, references, text

LANGUAGE = "en-US"
_PART, _CONFORMANCE, _ACCESSIBLE = 3, "A", 1
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)([+-]\d\d)'(\d\d)'?")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<dc:format>application/pdf</dc:format>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<pdf:Keywords>{keywords}</pdf:Keywords>
<pdf:Producer>{producer}</pdf:Producer>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<pdfaid:part>{part}</pdfaid:part>
<pdfaid:conformance>{conformance}</pdfaid:conformance>
<pdfuaid:part>{accessible}</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 to which the document conforms</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


class Attachment(NamedTuple):
    """An attached file. content: bytes, or pieces read once. kind: media type. relation: AFRelationship: Data shown, or
    Source."""

    name: str
    content: bytes | Iterable[bytes]
    kind: str
    description: str
    relation: Literal["Data", "Source"] = "Data"


class Packed(NamedTuple):
    """A packed file. content: compressed. size: bytes before."""

    file: Attachment
    content: bytes
    size: int


class DocumentFacts(NamedTuple):
    """Facts in metadata. date: as PDF writes it."""

    title: str
    author: str
    subject: str
    keywords: str
    producer: str
    creator: str
    date: str


def pack(file: Attachment) -> Packed:
    """Read and compress a file by pieces."""
    packing, packed, size = zlib.compressobj(), [], 0
    for piece in (file.content,) if isinstance(file.content, bytes) else file.content:
        size += len(piece)
        packed.append(packing.compress(piece))
    packed.append(packing.flush())
    return Packed(file, b"".join(packed), size)


def add_archive(objects: PdfObjects, facts: DocumentFacts, attachments: Sequence[Packed]) -> dict[str, bytes]:
    """Write metadata, colours and attachments; gives the catalogue's entries."""
    metadata = objects.number()
    entries = {"Type": b"/Metadata", "Subtype": b"/XML"}
    objects.add_stream(metadata, entries, xmp(facts).encode(), compress=False)
    found = {
        "Metadata": reference(metadata),
        "MarkInfo": b"<</Marked true>>",
        "OutputIntents": references([_colours(objects)]),
    }
    if attachments:
        specs = {each.file.name: _attach(objects, each, facts.date) for each in attachments}
        found["AF"] = references(specs.values())
        names = b" ".join(text(name) + b" " + reference(specs[name]) for name in sorted(specs))
        found["Names"] = dictionary({"EmbeddedFiles": dictionary({"Names": b"[" + names + b"]"})})
    return found


def xmp(facts: DocumentFacts) -> str:
    """The metadata in XML."""
    words = {
        key: escape(_NOT_IN_XML.sub("\ufffd", value), quote=False) for key, value in facts._asdict().items()
    }
    words["date"] = _DATE.sub(r"\1-\2-\3T\4:\5:\6\7:\8", facts.date)
    marks = {"part": _PART, "conformance": _CONFORMANCE, "accessible": _ACCESSIBLE, "language": LANGUAGE}
    return _XMP.format(**words, **marks)


@cache
def _profile() -> bytes:
    return Path(__file__).with_name("srgb.icc").read_bytes()


def _colours(objects: PdfObjects) -> int:
    """Output intent: sRGB."""
    profile, intent = objects.number(), objects.number()
    objects.add_stream(profile, {"N": b"3"}, _profile())
    entries = {
        "Type": b"/OutputIntent",
        "S": b"/GTS_PDFA1",
        "OutputConditionIdentifier": b"(sRGB)",
        "RegistryName": b"(http://www.color.org)",
        "Info": b"(sRGB IEC61966-2.1)",
        "DestOutputProfile": reference(profile),
    }
    objects.add(intent, dictionary(entries))
    return intent


def _attach(objects: PdfObjects, packed: Packed, date: str) -> int:
    """Write a file and its description; gives its number."""
    content, spec = objects.number(), objects.number()
    each = packed.file
    params = dictionary({"Size": b"%d" % packed.size, "ModDate": text(date)})
    entries = {
        "Type": b"/EmbeddedFile",
        "Subtype": b"/" + each.kind.replace("/", "#2F").encode(),
        "Params": params,
        "Filter": b"/FlateDecode",
    }
    objects.add_stream(content, entries, packed.content, compress=False)
    entries = {
        "Type": b"/Filespec",
        "F": text(each.name),
        "UF": text(each.name),
        "Desc": text(each.description),
        "AFRelationship": b"/" + each.relation.encode(),
        "EF": dictionary({"F": reference(content), "UF": reference(content)}),
    }
    objects.add(spec, dictionary(entries))
    return spec
