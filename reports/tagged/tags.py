"""Tags around drawings: text in the innermost element, the rest decoration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from reports.tagged.structure import Box, Structure, StructureElement

DECORATION = "/Artifact BMC"
HEADER, FOOTER = (f"/Artifact<</Type/Pagination/Subtype/{part}>>BDC" for part in ("Header", "Footer"))
_END = "EMC"
_DEEPEST = 6


class Tag:
    __slots__ = ("_structure", "element")

    def __init__(self, structure: Structure, element: StructureElement) -> None:
        self._structure, self.element = structure, element

    def __enter__(self) -> StructureElement:
        return self.element

    def __exit__(self, *_: object) -> None:
        self._structure.end(self.element)


class Tags:
    """Marks around operators. draw: adds one to the page."""

    def __init__(self, structure: Structure, draw: Callable[[str], None]) -> None:
        self.structure, self._draw = structure, draw
        self._begun: StructureElement | str | None = None  # what the operators belong to that are being drawn
        self.aside = ""  # the kind of artifact that everything is; empty: none
        self._list: StructureElement | None = None  # the last list that `item` began
        self._unmarked = False  # within a drawing that pages refer to

    def for_text(self) -> None:
        """Before text: open the innermost element, or a paragraph."""
        if self._unmarked:
            return
        top = self.structure.top
        if self.aside:
            self._begin_artifact(self.aside)
        elif not top.grouping:
            if self._begun is not top:
                self._mark(top)
        else:
            paragraph = self.structure.begin("P")
            self._mark(paragraph)
            self.structure.end(paragraph)

    def draw_turned(self, operators: str, words: str) -> None:
        """Draw text partly right-to-left. words: in reading order."""
        if self.aside or self._unmarked:
            self.for_text()
            self._draw(operators)
            return
        with self.tag("P" if self.structure.top.grouping else "Span") as element:
            element.said = words
            self._mark(element)
            self._draw(operators)

    def for_decoration(self) -> None:
        """Before a drawing: open decoration, or the figure."""
        if self._unmarked:
            return
        top = self.structure.top
        if self.aside or top.kind != "Figure":
            self._begin_artifact(self.aside or DECORATION)
        elif self._begun is not top:
            self._mark(top)

    def end_page(self) -> None:
        if self._begun is not None:
            self._draw(_END)
            self._begun = None

    def tag(self, kind: str, within: StructureElement | None = None) -> Tag:
        return Tag(self.structure, self.structure.begin(kind, within=within))

    def heading(self, depth: int) -> Tag:
        """Draw a heading inside; the title has depth 1."""
        return self.tag(f"H{min(depth, _DEEPEST)}")

    def figure(self, said: str, box: Box | None = None) -> Tag:
        """Draw a figure inside. said: its reading."""
        tag = self.tag("Figure")
        tag.element.said, tag.element.box = said, box
        return tag

    @contextmanager
    def artifact(self, kind: str = DECORATION) -> Iterator[None]:
        before, self.aside = self.aside, kind
        yield
        self.aside = before

    @contextmanager
    def unmarked(self) -> Iterator[None]:
        """Draw inside a form, which belongs to its page's text."""
        self._unmarked = True
        yield
        self._unmarked = False

    def item(self) -> Tag:
        """Draw an item inside, of the last list or a new one."""
        if not self.structure.holds(self._list):
            self._list = self.loose("L")
        return self.tag("LI", within=self._list)

    def loose(self, kind: str, within: StructureElement | None = None) -> StructureElement:
        """Begin an element that ends when another begins beside it."""
        return self.structure.begin(kind, loose=True, within=within)

    def _begin_artifact(self, kind: str) -> None:
        if self._begun != kind:
            self._begin(kind)
            self._begun = kind

    def _mark(self, element: StructureElement) -> None:
        self._begin(f"/{element.kind}<</MCID {self.structure.mark(element)}>>BDC")
        self._begun = element

    def _begin(self, operator: str) -> None:
        self._draw(operator if self._begun is None else f"{_END}\n{operator}")
