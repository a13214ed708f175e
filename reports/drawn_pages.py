"""Pages: header, footer, flow, and parts filled in last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import BinaryIO, cast

from reports.sheet import Blank, Sheet
from reports.streamed_pdf import LETTER
from reports.tagged.structure import StructureElement
from reports.tagged.tagged_archive import Attachment
from reports.tagged.tags import FOOTER, HEADER
from reports.typography import (
    ACCENT,
    BODY,
    INK,
    NOTE,
    NOTE_BOLD,
    SECTION,
    SMALL,
    SMALL_BOLD,
    SUBHEADING,
    WHITE,
    TextStyle,
    fitted,
    width,
    wrapped,
)

LEFT, RIGHT = 54.0, LETTER[0] - 54.0
WIDTH = RIGHT - LEFT
TOP, BOTTOM = 736.0, 60.0
MEASURE = 430.0  # the longest line that reads well
FULL = TOP - BOTTOM  # the height of a page's text
MOST_EMPTY = FULL / 3 - 36  # of a page that is not a section’s last, beside the white before what follows
_ENDLESS = 1e6
_HEADING, _BELOW = (
    70.0,
    30.0,
)  # what a heading took of a page, and how far below it something still stands with it
_HEADER, _FOOTER = 756.0, 40.0
_BANNER = TextStyle(SMALL_BOLD.face, 8, 10, WHITE, 0.3)


class Furniture:
    """Header and footer. kind: of document. notice: how it came about."""

    def __init__(
        self,
        left: str,
        right: str,
        digest: str,
        banner: str | None,
        kind: str = "Audit",
        notice: str | None = None,
    ) -> None:
        self.left, self.right, self.digest, self.banner, self.kind = left, right, digest, banner, kind
        self.notice = notice

    def draw(self, sheet: Sheet, number: int) -> None:
        """Draw both; the page total is defined last."""
        with sheet.tags.artifact(HEADER):
            self._head(sheet)
        with sheet.tags.artifact(FOOTER):
            self._foot(sheet, number)

    def _head(self, sheet: Sheet) -> None:
        room = WIDTH / 2 - 6
        sheet.fit(LEFT, _HEADER, self.left, NOTE, room)
        sheet.right(RIGHT, _HEADER, fitted(self.right, NOTE, room), NOTE)
        sheet.line(LEFT, _HEADER - 6, RIGHT, _HEADER - 6)
        if self.banner:
            sheet.box(LEFT, _HEADER + 10, WIDTH, 13, INK)
            sheet.centred(LETTER[0] / 2, _HEADER + 14, fitted(self.banner, _BANNER, WIDTH - 12), _BANNER)

    def _foot(self, sheet: Sheet, number: int) -> None:
        sheet.line(LEFT, _FOOTER + 11, RIGHT, _FOOTER + 11)
        page = f"Page {number} of "
        sheet.text(LEFT, _FOOTER, page, NOTE)
        sheet.form("pages", LEFT + width(page, NOTE), _FOOTER)
        sheet.right(RIGHT, _FOOTER, f"{self.kind} {self.digest[:16]}", NOTE)
        if self.banner:
            sheet.box(LEFT, _FOOTER - 17, WIDTH, 13, INK)
            sheet.centred(LETTER[0] / 2, _FOOTER - 13, fitted(self.banner, _BANNER, WIDTH - 12), _BANNER)


class Pages:
    """Pages of a document, with a cursor ``y``."""

    def __init__(
        self, stream: BinaryIO, furniture: Furniture, attachments: Sequence[Attachment] = ()
    ) -> None:
        self.sheet = Sheet(stream, furniture.digest, attachments)
        self.number = 0
        self.y = TOP
        self.headed = _ENDLESS  # where the last heading of this page ended
        self.running: str | None = None  # the title of a block that may continue on the next page
        self.tight = False  # with small text and little space, where nothing is to be decided
        self._furniture = furniture
        self.notice = furniture.notice
        self._later: dict[str, Callable[[], None] | None] = {}
        self._depth = 1  # of the heading that the text is under
        self._section: StructureElement | None = None

    def describe(
        self, title: str, subject: str, version: str, keywords: str, stamp: str | None = None
    ) -> None:
        """Set metadata. version: engine. stamp: PDF date; None: a fixed one."""
        canvas = self.sheet.canvas
        canvas.setTitle(title)
        canvas.setAuthor("cardroom-auditor")
        canvas.setSubject(subject)
        canvas.setCreator(f"cardroom-auditor {version}")
        canvas.setKeywords(keywords)
        if stamp is not None:
            canvas.setDateFormatter(lambda *_: stamp)
        canvas.setViewerPreference("DisplayDocTitle", "true")

    def new_page(self) -> None:
        if self.number:
            self.sheet.end_page()
        self.number += 1
        self._furniture.draw(self.sheet, self.number)
        self.y, self.headed = TOP, _ENDLESS
        if self.running:
            with self.sheet.tags.artifact():
                self.sheet.fit(LEFT, self.y - 8, f"{self.running}, continued", NOTE, WIDTH)
            self.y -= 18

    def room(self) -> float:
        """Height left on the page."""
        return self.y - BOTTOM

    def need(self, height: float) -> bool:
        """Start a page unless ``height`` points are left; whether it did.

        Never more than a third stays empty: a higher block runs on. Text stays with its heading.
        """
        most = MOST_EMPTY - (_HEADING if self.headed - self.y <= _BELOW else 0)
        if self.room() >= min(height, most) or self.y == TOP:
            return False
        self.new_page()
        return True

    def measure(self, draw: Callable[[], None]) -> float:
        """Height of a drawing."""
        sheet, y = self.sheet, self.y
        self.sheet, self.y = cast(Sheet, Blank()), _ENDLESS
        try:
            draw()
            return _ENDLESS - self.y
        finally:
            self.sheet, self.y = sheet, y

    def gap(self, height: float) -> None:
        """Leave space, except at the top."""
        if self.y < TOP:
            self.y -= height

    def outline(self, title: str, key: str, level: int = 0) -> None:
        """Add an outline entry that leads here."""
        self.sheet.anchor(key, self.y)
        self.sheet.canvas.addOutlineEntry(title, key, level, closed=level > 0)

    def section(self, number: int | str, title: str, key: str, keep: float = 110) -> None:
        """Heading of a section, with ``keep`` points of what follows."""
        self.running = None
        self.gap(10 if self.tight else 30)
        self.need(40 + (min(keep, 40) if self.tight else keep))
        self.outline(f"{number} {title}", key)
        self.remember(key)
        self._begin_section()
        self.sheet.box(LEFT, self.y - 3, 28, 3, ACCENT)
        self.y -= 24
        with self.sheet.tags.heading(2):
            self.sheet.text(LEFT, self.y, str(number), SECTION._replace(colour=ACCENT))
            self.sheet.text(LEFT + 22, self.y, title, SECTION)
        self.y -= 16
        self.headed = self.y

    def subheading(self, text: str, keep: float = 60, style: TextStyle = SUBHEADING) -> None:
        """Heading with ``keep`` points of what follows."""
        self.gap(10)
        self.need(keep + style.leading)
        self.y -= style.leading
        with self.sheet.tags.heading(self._depth + 1):
            self.sheet.fit(LEFT, self.y + 2, text, style, WIDTH)
        self.y -= 3
        self.headed = self.y

    def _begin_section(self) -> None:
        structure = self.sheet.tags.structure
        if self._section is not None:
            structure.end(self._section)
        self._section, self._depth = structure.begin("Sect"), 2

    @contextmanager
    def part(self) -> Iterator[int]:
        """Part of a section; gives the depth of its heading."""
        self._depth += 1
        with self.sheet.tags.tag("Sect"):
            yield self._depth
        self._depth -= 1

    def paragraph(
        self,
        text: str,
        style: TextStyle = BODY,
        indent: float = 0,
        measure: float = MEASURE,
        after: float = 5,
    ) -> None:
        """Paragraph over pages."""
        if self.tight and style is BODY:
            style, measure, after = SMALL, WIDTH, min(after, 3)
        with self.sheet.tags.tag("P"):
            for line in wrapped(text, style, min(measure, WIDTH - indent)):
                self.need(style.leading)
                self.y -= style.leading
                self.sheet.text(LEFT + indent, self.y + style.leading * 0.28, line, style)
        self.y -= after

    @contextmanager
    def chart(self, said: str) -> Iterator[None]:
        """Figure over pages. said: its reading."""
        page, top = self.number, self.y
        with self.sheet.tags.figure(said) as figure:
            yield
            if self.number == page and not self.sheet.blank:
                figure.box = (LEFT, self.y, RIGHT, top)

    def later(self, name: str, x: float, y: float) -> None:
        """Leave room for a drawing of `fill`."""
        self._later.setdefault(name, None)
        self.sheet.form(name, x, y)

    def fill(self, name: str, draw: Callable[[], None]) -> None:
        """Supply the drawing for `later`."""
        self._later[name] = draw

    def remember(self, key: str) -> None:
        """Supply this page's number for the places left."""
        number = f"{self.number}"
        self.fill(f"page-{key}", lambda: self.sheet.right(0, 0, number, NOTE_BOLD))

    def close(self) -> None:
        """Finish pages, late drawings and the document."""
        total = f"{self.number}"
        self.sheet.end_page()
        self.sheet.define("pages", 60, 12, lambda: self.sheet.text(0, 0, total, NOTE))
        for name, draw in self._later.items():
            self.sheet.define(name, WIDTH, 12, draw or _nothing)
        self.sheet.canvas.showOutline()
        self.sheet.canvas.close()


def _nothing() -> None:
    """The drawing of a place that stays empty."""
