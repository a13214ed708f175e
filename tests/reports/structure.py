"""The structure of a PDF as a screen reader has it: elements in reading order, with what each says."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject


@dataclass
class Node:
    """An element. said: what is read in place of all of it. parts: what is drawn in it, and its elements, in their order."""

    kind: str
    said: str = ""
    attributes: dict[str, Any] = field(default_factory=dict)
    parts: list[Node | str] = field(default_factory=list)
    links: int = 0
    pages: set[int] = field(default_factory=set)

    @property
    def nodes(self) -> list[Node]:
        """The elements right below this one."""
        return [part for part in self.parts if isinstance(part, Node)]

    @property
    def text(self) -> str:
        """What is drawn in the element, without its elements."""
        return " ".join(part for part in self.parts if isinstance(part, str))

    def every(self, *kinds: str) -> list[Node]:
        """The elements of some kinds below this one, in reading order; of all kinds if none is named."""
        return [each for each in self.walk() if each is not self and (not kinds or each.kind in kinds)]

    def walk(self) -> Iterator[Node]:
        """This element and all below it, in reading order."""
        yield self
        for node in self.nodes:
            yield from node.walk()

    def heard(self) -> str:
        """What a screen reader says for the element."""
        if self.said:
            return self.said
        heard = (part if isinstance(part, str) else part.heard() for part in self.parts)
        return " ".join(filter(None, heard))

    def lines(self, depth: int = 0) -> Iterator[str]:
        """The element as an outline with what each part says: rows of a table on one line."""
        if self.kind == "TR":
            yield "  " * depth + "TR " + " | ".join(cell.heard() for cell in self.nodes)
            return
        yield "  " * depth + " ".join(filter(None, [self.kind, self.said or self.text]))
        for node in self.nodes:
            yield from node.lines(depth + 1)


def structure_of(data: bytes) -> Node:
    """The root element of a PDF, below which everything is."""
    return _Reader(data).root()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._file = PdfReader(BytesIO(data))
        self._drawn = pypdfium2.PdfDocument(data)
        self._pages = {page.indirect_reference.idnum: at for at, page in enumerate(self._file.pages)}
        self._texts: dict[int, dict[int, str]] = {}

    def root(self) -> Node:
        return self._node(self._file.trailer["/Root"]["/StructTreeRoot"]["/K"], None)

    def _node(self, element: DictionaryObject, page: int | None) -> Node:
        attributes = element.get("/A", {})
        node = Node(
            element["/S"][1:], str(element.get("/Alt", element.get("/ActualText", ""))), dict(attributes)
        )
        page = self._page(element, page)
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, list) else [kids]:
            self._add(node, kid.get_object() if isinstance(kid, IndirectObject) else kid, page)
        return node

    def _add(self, node: Node, kid: Any, page: int | None) -> None:
        if not isinstance(kid, DictionaryObject):
            self._add_text(node, page, int(kid))
        elif kid.get("/Type") == "/MCR":
            self._add_text(node, self._page(kid, page), int(kid["/MCID"]))
        elif kid.get("/Type") == "/OBJR":
            node.links += kid["/Obj"]["/Subtype"] == "/Link"
        else:
            node.parts.append(self._node(kid, page))

    def _page(self, thing: DictionaryObject, page: int | None) -> int | None:
        return self._pages[thing.raw_get("/Pg").idnum] if "/Pg" in thing else page

    def _add_text(self, node: Node, page: int | None, mark: int) -> None:
        assert page is not None
        node.pages.add(page + 1)
        if page not in self._texts:
            self._texts[page] = texts_of(self._drawn[page])
        node.parts.append(self._texts[page].get(mark, ""))


def texts_of(page: pypdfium2.PdfPage) -> dict[int, str]:
    """What is drawn on a page under each mark; under -1, what has no mark and what is not read."""
    texts: dict[int, str] = {}
    reading = page.get_textpage()
    for each in page.get_objects(max_depth=1):
        mark = pdfium.FPDFPageObj_GetMarkedContentID(each.raw)
        said = " ".join(_texts(each.raw, reading.raw))
        texts[mark] = re.sub(r"\s+", " ", f"{texts.get(mark, '')} {said}").strip()
    return texts


def _texts(drawn: Any, reading: Any) -> Iterator[str]:
    """The text of an object of a page, and of the objects of a drawing."""
    if pdfium.FPDFPageObj_GetType(drawn) == pdfium.FPDF_PAGEOBJ_TEXT:
        size = pdfium.FPDFTextObj_GetText(drawn, reading, None, 0)
        buffer = ctypes.create_string_buffer(size)
        pdfium.FPDFTextObj_GetText(drawn, reading, ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
        yield buffer.raw.decode("utf-16-le").rstrip("\0")
    elif pdfium.FPDFPageObj_GetType(drawn) == pdfium.FPDF_PAGEOBJ_FORM:
        for place in range(pdfium.FPDFFormObj_CountObjects(drawn)):
            yield from _texts(pdfium.FPDFFormObj_GetObject(drawn, place), reading)
