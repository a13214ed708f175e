"""A PDF that is written while it is drawn: a finished page goes to the stream and leaves memory."""

from __future__ import annotations

from array import array
from typing import BinaryIO

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from reports.scripts import REGULAR

LETTER = (612.0, 792.0)
_VERSION = (1, 4)


class _Promised(pdfdoc.PDFObject):
    """A form that pages refer to before it is defined."""

    __RefOnly__ = 1
    form: pdfdoc.PDFFormXObject | None = None

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        """The form, which must be defined when this is written."""
        if self.form is None:
            raise ValueError("a form was promised and never defined")
        written: bytes = self.form.format(document)
        return written


class StreamedDocument(pdfdoc.PDFDocument):
    """reportlab's document, which keeps everything until the end, changed to release each page when it is done.

    The objects of a PDF may come in any order, because a table at its end says where each one is. `finish` writes what
    pages refer to and what is complete only at the end: fonts, forms and the outline.
    """

    def __init__(self, stream: BinaryIO, identity: str) -> None:
        super().__init__(compression=1, invariant=1, pdfVersion=_VERSION, lang="en-US")
        self.updateSignature(identity)
        self._stream = stream
        self._length = 0
        self._offsets = array("Q", [0])  # by object number; 0: not written yet
        self._promised: dict[str, _Promised] = {}
        self._put(pdfdoc.PDFFile(_VERSION).format(self))

    def promise(self, name: str) -> None:
        """Give a form its number now; it is defined before the document is finished."""
        if name not in self._promised:
            self._promised[name] = _Promised()
            self.Reference(self._promised[name], pdfdoc.xObjectName(name))

    def addForm(self, name: str, form: pdfdoc.PDFFormXObject) -> None:  # noqa: N802 (reportlab's name)
        """Define a form that was promised."""
        self._promised[name].form = form
        self.inObject = None

    def addPage(self, page: pdfdoc.PDFPage) -> None:  # noqa: N802 (reportlab's name)
        """Write a page and its content."""
        page.Contents = pdfdoc.PDFStream(content=page.stream, filters=[pdfdoc.PDFZCompress])
        name = self.thisPageName()
        self.Pages.addPage(self.Reference(page, name))
        self.pageCounter += 1
        self.inObject = None
        number = self.objectcounter
        self._write(number)
        del self.idToObject[name]
        for made in range(number + 1, self.objectcounter + 1):
            content = self.numberToId[made]
            if isinstance(self.idToObject[content], pdfdoc.PDFStream):
                self._write(made)
                del self.idToObject[content], self.idToObjectNumberAndVersion[content], self.numberToId[made]

    def finish(self, canvas: Canvas) -> None:
        """Write the other objects, and the table of their positions."""
        for face in self.delayedFonts:
            face.addObjects(self)
        self.info.invariant = 1
        self.info.digest(self.signature)
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        self.Outlines.prepare(self, canvas)
        if self.Outlines.ready < 0:
            self.Catalog.Outlines = None
        number = 1
        while number <= self.objectcounter:  # writing an object may make new ones
            if number >= len(self._offsets) or not self._offsets[number]:
                self._write(number)
            number += 1
        start = self._length
        self._put(b"xref\n0 %d\n0000000000 65535 f \n" % number)
        for offset in self._offsets[1:]:
            self._put(b"%010d 00000 n \n" % offset)
        trailer = pdfdoc.PDFTrailer(startxref=start, Size=number, Root=root, Info=info, ID=self.ID())
        self._put(trailer.format(self))

    def _write(self, number: int) -> None:
        name = self.numberToId[number]
        written = pdfdoc.PDFIndirectObject(name, self.idToObject[name]).format(self)
        if number >= len(self._offsets):
            self._offsets.extend([0] * (number + 1 - len(self._offsets)))
        self._offsets[number] = self._length
        self._put(written)

    def _put(self, data: bytes) -> None:
        self._stream.write(data)
        self._length += len(data)


class StreamedCanvas(Canvas):
    """reportlab's canvas on a `StreamedDocument`."""

    def __init__(self, stream: BinaryIO, identity: str) -> None:
        super().__init__(None, pagesize=LETTER, pageCompression=1, invariant=1, initialFontName=REGULAR)
        self.document = self._doc = StreamedDocument(stream, identity)

    def close(self) -> None:
        """Finish the document; the last page has been shown."""
        self.document.finish(self)
