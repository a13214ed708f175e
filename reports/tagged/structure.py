"""Structure tree of a PDF, in reading order.

An element is written when it ends, numbered when it begins. Marks of a page, from 0, tie drawings to elements.
"""

from __future__ import annotations

from array import array
from functools import cache

from reports.tagged.objects import PdfObjects
from reports.tagged.syntax import dictionary, reference, references, text

Box = tuple[float, float, float, float]  # left, bottom, right, top, in points
_GROUPS = {
    "Document",
    "Sect",
    "Table",
    "TR",
    "L",
    "LI",
    "TOC",
    "TOCI",
}  # elements that have no text of their own
_BOX = "/A<</O/Layout/Placement/Block/BBox[{:.0f} {:.0f} {:.0f} {:.0f}]>>"
_LEAF = 256  # entries of a leaf of the parent tree


class StructureElement:
    """An element begun. kind: standard type, such as P or TD.

    attributes: as in the file. loose: ends when another begins beside it. said: read in place. box: of a figure. resting:
    elements to be resumed.
    """

    __slots__ = (
        "_kids",
        "_page",
        "attributes",
        "box",
        "kind",
        "loose",
        "number",
        "parent",
        "resting",
        "said",
    )

    def __init__(
        self, number: int, parent: int, kind: str, attributes: str = "", loose: bool = False
    ) -> None:
        self.number, self.parent, self.kind = number, parent, kind
        self.attributes, self.loose = attributes, loose
        self.said, self._kids = "", ""
        self.box: Box | None = None
        self.resting: tuple[StructureElement, ...] = ()
        self._page = 0  # whose marks need no page

    @property
    def grouping(self) -> bool:
        """Whether it has no text itself."""
        return self.kind in _GROUPS

    def add_element(self, number: int) -> None:
        self._kids += f" {number} 0 R"

    def add_mark(self, page: int, mark: int) -> None:
        self._page = self._page or page
        self._kids += f" {mark}" if page == self._page else f"<</Type/MCR/Pg {page} 0 R/MCID {mark}>>"

    def add_object(self, page: int, number: int) -> None:
        """Add a link."""
        self._page = self._page or page
        where = "" if page == self._page else f"/Pg {page} 0 R"
        self._kids += f"<</Type/OBJR{where}/Obj {number} 0 R>>"

    def body(self) -> bytes:
        page = f"/Pg {self._page} 0 R" if self._page else ""
        below = f"/K[{self._kids}]" if self._kids else ""
        body = f"<</S/{self.kind}/P {self.parent} 0 R{page}{below}{self.attributes}"
        if not self.said:
            return f"{body}>>".encode()
        where = _BOX.format(*self.box) if self.box is not None else ""
        in_place = "Alt" if self.kind == "Figure" else "ActualText"
        return f"{body}{where}/{in_place}".encode() + text(self.said) + b">>"


@cache
def cell_attributes(scope: str, spans: int) -> str:
    """Attributes of a cell. scope: Row, Column or empty. spans: columns."""
    said = f"/Scope/{scope}" * bool(scope) + f"/ColSpan {spans}" * (spans > 1)
    return f"/A<</O/Table{said}>>" if said else ""


class Structure:
    """Elements as they begin and end, and a page's marks.

    top: innermost open element.
    """

    def __init__(self, objects: PdfObjects) -> None:
        self._objects = objects
        self._root = objects.number()
        self._parents = array("Q")  # by key: the object that says which elements a page or a link belongs to
        self._marks: list[int] = []  # the element of each mark of the page
        self._page = 0  # the number of its object; 0: nothing is on it yet
        self._open = [StructureElement(objects.number(), self._root, "Document")]
        self.top = self._open[0]  # the innermost element that has begun and not ended
        self._document = self.top.number

    def begin(
        self,
        kind: str,
        loose: bool = False,
        within: StructureElement | None = None,
    ) -> StructureElement:
        """Begin an element below the innermost, after loose ones except ``within``."""
        top = self.top
        while top.loose and top is not within:
            self._end_top()
            top = self.top
        element = StructureElement(self._objects.number(), top.number, kind, loose=loose)
        top.add_element(element.number)
        self.top = element
        self._open.append(element)
        return element

    def end(self, element: StructureElement) -> None:
        """End an element and those within."""
        while self._end_top() is not element:
            pass

    def beside(self, kind: str, scope: str = "", spans: int = 1) -> StructureElement:
        """Element that ends with the innermost; `resume` returns to it."""
        top = self.top
        element = StructureElement(self._objects.number(), top.number, kind, cell_attributes(scope, spans))
        top.add_element(element.number)
        top.resting += (element,)
        return element

    def resume(self, element: StructureElement) -> None:
        """Make an element of `beside` innermost, until `leave`."""
        self.top = element
        self._open.append(element)

    def leave(self, element: StructureElement) -> None:
        while self.top is not element:
            self._end_top()
        self._open.pop()
        self.top = self._open[-1]

    def holds(self, element: StructureElement | None) -> bool:
        """Whether a loose element still takes something."""
        for each in reversed(self._open):
            if each is element:
                return True
            if not each.loose:
                return False
        return False

    def mark(self, element: StructureElement) -> int:
        """Mark for what is drawn next in ``element``."""
        mark = len(self._marks)
        self._marks.append(element.number)
        element.add_mark(self._this_page(), mark)
        return mark

    def key(self, element: StructureElement) -> int:
        """Key of a link of ``element``."""
        self._parents.append(element.number)
        return len(self._parents) - 1

    def add_link(self, element: StructureElement, number: int) -> None:
        element.add_object(self._this_page(), number)

    def end_page(self) -> tuple[int, int]:
        """End the page; gives its object and its marks' key."""
        page, marks = self._this_page(), self._objects.number()
        self._objects.add(marks, references(self._marks))
        self._marks.clear()
        self._parents.append(marks)
        self._page = 0
        return page, len(self._parents) - 1

    def finish(self) -> int:
        """End all and write the root; gives its number."""
        while self._open:
            self._end_top()
        entries = {
            "Type": b"/StructTreeRoot",
            "K": reference(self._document),
            "ParentTree": reference(self._parent_tree()),
            "ParentTreeNextKey": b"%d" % len(self._parents),
        }
        self._objects.add(self._root, dictionary(entries))
        return self._root

    def _this_page(self) -> int:
        self._page = self._page or self._objects.number()
        return self._page

    def _end_top(self) -> StructureElement:
        element = self._open.pop()
        if self._open:
            self.top = self._open[-1]
        for each in (*element.resting, element):
            self._objects.add(each.number, each.body())
        return element

    def _parent_tree(self) -> int:
        """Write the tree of keys; gives its root."""
        leaves = []
        for first in range(0, len(self._parents), _LEAF):
            part = self._parents[first : first + _LEAF]
            pairs = b" ".join(b"%d %d 0 R" % (key, number) for key, number in enumerate(part, first))
            limits = b"[%d %d]" % (first, first + len(part) - 1)
            leaves.append(self._objects.number())
            self._objects.add(leaves[-1], dictionary({"Limits": limits, "Nums": b"[" + pairs + b"]"}))
        root = self._objects.number()
        self._objects.add(root, dictionary({"Kids": references(leaves)}))
        return root
