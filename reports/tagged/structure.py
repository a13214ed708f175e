"""The structure tree of a PDF: what a screen reader follows, in reading order, whatever the order on the page.

An element is written as soon as it ends, because its number is given when it begins; its parent keeps only the number. What is
drawn belongs to an element by a mark: the marks of a page are numbered from 0, and a table leads from each to its element.
"""

from __future__ import annotations

from array import array

from reports.tagged.objects import Objects
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
_LEAF = 256  # entries of a leaf of the parent tree


class Element:
    """An element of the structure that has begun. kind: a standard type of PDF, such as P or TD.

    loose: the element ends when another begins beside it. said: what is read in place of what is drawn. spans: the columns of a
    cell. scope: Row or Column, of a header cell. box: where a figure is on its page.
    """

    __slots__ = (
        "_kids", "_page", "box", "grouping", "kind", "loose", "number", "parent", "resting", "said", "scope", "spans",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        parent: int,
        kind: str,
        said: str = "",
        scope: str = "",
        spans: int = 1,
        loose: bool = False,
        box: Box | None = None,
    ) -> None:
        self.number, self.parent, self.kind = number, parent, kind
        self.said, self.scope, self.spans, self.loose, self.box = said, scope, spans, loose, box
        self.grouping = kind in _GROUPS
        self.resting: list[Element] = []  # elements below that may be resumed until this one ends
        self._kids: list[bytes] = []
        self._page = 0  # whose marks need no page

    def add_element(self, number: int) -> None:
        """Add an element below this one."""
        self._kids.append(reference(number))

    def add_mark(self, page: int, mark: int) -> None:
        """Add what is drawn under a mark."""
        self._page = self._page or page
        if page == self._page:
            self._kids.append(b"%d" % mark)
        else:
            self._kids.append(b"<</Type/MCR/Pg %d 0 R/MCID %d>>" % (page, mark))

    def add_object(self, page: int, number: int) -> None:
        """Add a link."""
        self._page = self._page or page
        where = b"" if page == self._page else b"/Pg %d 0 R" % page
        self._kids.append(b"<</Type/OBJR%s/Obj %d 0 R>>" % (where, number))

    def body(self) -> bytes:
        """The element as an object."""
        entries = {"S": b"/" + self.kind.encode(), "P": reference(self.parent)}
        if self._page:
            entries["Pg"] = reference(self._page)
        if self._kids:
            entries["K"] = self._kids[0] if len(self._kids) == 1 else b"[" + b" ".join(self._kids) + b"]"
        if self.said:
            entries["Alt"] = text(self.said)
        if attributes := self._attributes():
            entries["A"] = attributes
        return dictionary(entries)

    def _attributes(self) -> bytes:
        if self.box is not None:
            box = b"[" + b" ".join(b"%.1f" % each for each in self.box) + b"]"
            return dictionary({"O": b"/Layout", "Placement": b"/Block", "BBox": box})
        facts = {"Scope": b"/" + self.scope.encode()} if self.scope else {}
        if self.spans > 1:
            facts["ColSpan"] = b"%d" % self.spans
        return dictionary({"O": b"/Table", **facts}) if facts else b""


class Structure:
    """The elements of a document as they begin and end, and the marks of the page that is being drawn."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._root = objects.number()
        self._parents = array("Q")  # by key: the object that says which elements a page or a link belongs to
        self._marks: list[int] = []  # the element of each mark of the page
        self._page = 0  # the number of its object; 0: nothing is on it yet
        self._open = [Element(objects.number(), self._root, "Document")]
        self._document = self._open[0].number

    @property
    def top(self) -> Element:
        """The innermost element that has begun and not ended."""
        return self._open[-1]

    def begin(
        self,
        kind: str,
        said: str = "",
        scope: str = "",
        spans: int = 1,
        loose: bool = False,
        within: Element | None = None,
    ) -> Element:
        """Begin an element below the innermost one, after the loose ones except ``within`` have ended."""
        while self.top.loose and self.top is not within:
            self._end_top()
        element = Element(self._objects.number(), self.top.number, kind, said, scope, spans, loose)
        self.top.add_element(element.number)
        self._open.append(element)
        return element

    def end(self, element: Element) -> None:
        """End an element and what has begun within it."""
        while self._end_top() is not element:
            pass

    def beside(self, kind: str, scope: str = "", spans: int = 1) -> Element:
        """An element below the innermost one, which ends with it; until then, `resume` returns to it."""
        element = Element(self._objects.number(), self.top.number, kind, scope=scope, spans=spans)
        self.top.add_element(element.number)
        self.top.resting.append(element)
        return element

    def resume(self, element: Element) -> None:
        """Let an element of `beside` be the innermost one, until `leave`."""
        self._open.append(element)

    def leave(self, element: Element) -> None:
        """Let an element of `beside` rest."""
        while self.top is not element:
            self._end_top()
        self._open.pop()

    def holds(self, element: Element | None) -> bool:
        """Whether a loose element would still take something."""
        for each in reversed(self._open):
            if each is element:
                return True
            if not each.loose:
                return False
        return False

    def mark(self, element: Element) -> int:
        """A new mark on this page for what is drawn next, which belongs to ``element``."""
        mark = len(self._marks)
        self._marks.append(element.number)
        element.add_mark(self._this_page(), mark)
        return mark

    def key(self, element: Element) -> int:
        """The key of a link that belongs to ``element``."""
        self._parents.append(element.number)
        return len(self._parents) - 1

    def add_link(self, element: Element, number: int) -> None:
        """Add a link of this page to its element."""
        element.add_object(self._this_page(), number)

    def end_page(self) -> tuple[int, int]:
        """End the page; the number of its object, and the key of its marks."""
        page, marks = self._this_page(), self._objects.number()
        self._objects.add(marks, references(self._marks))
        self._marks.clear()
        self._parents.append(marks)
        self._page = 0
        return page, len(self._parents) - 1

    def finish(self) -> int:
        """End all elements and write the root; its number."""
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

    def _end_top(self) -> Element:
        element = self._open.pop()
        for each in (*element.resting, element):
            self._objects.add(each.number, each.body())
        return element

    def _parent_tree(self) -> int:
        """Write the tree from keys to elements; the number of its root."""
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
