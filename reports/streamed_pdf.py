"""A PDF written while drawn; finished pages leave memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from reports.scripts import REGULAR
from reports.tagged.objects import PdfObjects
from reports.tagged.structure import Structure
from reports.tagged.syntax import dictionary, reference
from reports.tagged.tagged_archive import LANGUAGE, Attachment, DocumentFacts, add_archive, pack

LETTER = (612.0, 792.0)
_VERSION = (1, 7)
_PRINTED = 4  # the flag of an annotation that is printed, as an archive asks
_STREAM_ENDS = b"endstream\n"


class _Promised(pdfdoc.PDFObject):
    """A form that pages name before it is defined and written."""

    __RefOnly__ = 1
    written = False


class _Link(pdfdoc.LinkAnnotation):
    permitted = (*pdfdoc.LinkAnnotation.permitted, "StructParent")


class StreamedDocument(pdfdoc.PDFDocument):
    """reportlab's document, which releases each page when done.

    A table at the end says where objects are. `finish` writes fonts, forms, outline and metadata.
    """

    def __init__(self, stream: BinaryIO, identity: str, attachments: Sequence[Attachment] = ()) -> None:
        self.objects = PdfObjects(stream)
        super().__init__(compression=1, invariant=1, pdfVersion=_VERSION, lang=LANGUAGE)
        self.updateSignature(identity)
        self._attachments = attachments
        self._promised: dict[str, _Promised] = {}
        self.structure = Structure(self.objects)

    @property
    def objectcounter(self) -> int:
        """Highest object number, which reportlab counts up."""
        return self.objects.last

    @objectcounter.setter
    def objectcounter(self, number: int) -> None:
        self.objects.last = max(number, self.objects.last)

    def promise(self, name: str) -> None:
        """Give a form its number; define it before the end."""
        if name not in self._promised:
            self._promised[name] = _Promised()
            self.Reference(self._promised[name], pdfdoc.xObjectName(name))

    def is_promised(self, name: str) -> bool:
        return name in self._promised

    def addForm(self, name: str, form: pdfdoc.PDFFormXObject) -> None:  # noqa: N802 (reportlab's name)
        number, _ = self.idToObjectNumberAndVersion[pdfdoc.xObjectName(name)]
        facts = {
            "Type": b"/XObject",
            "Subtype": b"/Form",
            "BBox": b"[%d %d %d %d]" % (form.lowerx, form.lowery, form.upperx, form.uppery),
            "Resources": self._resources(form),
        }
        self.objects.add_stream(number, facts, form.stream)
        self._promised[name].written = True
        self.inObject = None

    def addPage(self, page: pdfdoc.PDFPage) -> None:  # noqa: N802 (reportlab's name)
        content = self.objects.number()
        self.objects.add_stream(content, {}, page.stream.encode("latin-1"))
        number, key = self.structure.end_page()
        name = self.thisPageName()
        self.idToObjectNumberAndVersion[name] = number, 0
        self.Pages.addPage(reference(number))
        self.objects.add(number, self._page(page, content, key))
        self.pageCounter += 1
        self.inObject = None

    def _page(self, page: pdfdoc.PDFPage, content: int, key: int) -> bytes:
        """Page as an object. content: its number. key: of its marks."""
        entries = {
            "Type": b"/Page",
            "Parent": self.Reference(self.Pages).format(self),
            "MediaBox": b"[0 0 %d %d]" % LETTER,
            "Resources": self._resources(page),
            "Contents": reference(content),
            "StructParents": b"%d" % key,
            "Tabs": b"/S",
        }
        if page.Annots:
            entries["Annots"] = b"[" + b" ".join(self._reference_to(each.name) for each in page.Annots) + b"]"
        return dictionary(entries)

    def _resources(self, drawn: pdfdoc.PDFPage | pdfdoc.PDFFormXObject) -> bytes:
        forms = drawn.XObjects.dict if drawn.XObjects else {}
        return dictionary(
            {
                "Font": self._reference_to(pdfdoc.BasicFonts),
                "XObject": dictionary({name: self._reference_to(name) for name in forms}),
            }
        )

    def _reference_to(self, name: str) -> bytes:
        return reference(self.idToObjectNumberAndVersion[name][0])

    def finish(self, canvas: Canvas) -> None:
        """Write the rest, and the table of positions."""
        for face in self.delayedFonts:
            face.addObjects(self)
        packed = [pack(each) for each in self._attachments]
        for each in packed:
            self.updateSignature(each.content)
        self.info.invariant = 1
        self.info.digest(self.signature)
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        self.Outlines.prepare(self, canvas)
        if self.Outlines.ready < 0:
            self.Catalog.Outlines = None
        self._lead_to(
            StructTreeRoot=reference(self.structure.finish()),
            **add_archive(self.objects, self._facts(), packed),
        )
        number = 1
        while number <= self.objects.last:  # writing an object may make new ones
            if number in self.numberToId:
                self._write(self.idToObject[self.numberToId[number]], number)
            number += 1
        trailer = {"Root": root, "Info": info, "ID": self.ID().partition(b"\n%")[0]}
        self.objects.finish({key: pdfdoc.format(value, self) for key, value in trailer.items()})

    def _lead_to(self, **entries: bytes) -> None:
        catalogue = self.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, *entries]
        for key, value in entries.items():
            setattr(catalogue, key, value)

    def _facts(self) -> DocumentFacts:
        info = self.info
        stamp = pdfdoc.PDFDate(ts=self._timeStamp, dateFormatter=info._dateFormatter)
        date = stamp.format(self).decode("ascii").strip("()")
        return DocumentFacts(
            info.title, info.author, info.subject, info.keywords, info.producer, info.creator, date
        )

    def _write(self, made: object, number: int) -> None:
        if isinstance(made, _Promised):
            if not made.written:
                raise ValueError("a form was promised and never defined")
            return
        body = pdfdoc.format(made, self, toplevel=1)
        if body.endswith(_STREAM_ENDS):  # of which reportlab puts no end of line before the word
            self.objects.add_written(number, body[: -len(_STREAM_ENDS)] + b"\n" + _STREAM_ENDS)
        else:
            self.objects.add(number, body)


class StreamedCanvas(Canvas):
    """reportlab's canvas on a `StreamedDocument`."""

    def __init__(self, stream: BinaryIO, identity: str, attachments: Sequence[Attachment] = ()) -> None:
        super().__init__(None, pagesize=LETTER, pageCompression=1, invariant=1, initialFontName=REGULAR)
        self.document = self._doc = StreamedDocument(stream, identity, attachments)

    def addLiteral(self, s: str, escaped: int = 1) -> None:  # noqa: N802 (reportlab's name)
        """Add operators to the page."""
        self._code.append(s)

    def link(self, box: tuple[float, float, float, float], anchor: str, says: str, key: int) -> int:
        """Link to an anchor; gives its number. key: in the structure."""
        self._addAnnotation(
            _Link(
                Rect=box, Contents=says, Destination=self._bookmarkReference(anchor), Border="[0 0 0]",
                F=_PRINTED, StructParent=key,
            )
        )  # fmt: skip
        name = self.document.annotationName(f"NUMBER{self._annotationCount}")
        number: int = self.document.idToObjectNumberAndVersion[name][0]
        return number

    def close(self) -> None:
        """Finish the document, after the last page."""
        self.document.finish(self)
