"""Drawing on a page, in points from the lower left."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, BinaryIO

from reportlab.lib.rl_accel import escapePDF

from reports.scripts import REGULAR, SEMIBOLD, SUITS, face_runs, font, printable, turns
from reports.streamed_pdf import StreamedCanvas
from reports.tagged.tagged_archive import Attachment
from reports.tagged.tags import Tags
from reports.typography import (
    HAIRLINE,
    TextStyle,
    fitted,
    shrunk,
    width,
)

_HATCH_STEP = 2.6
_OUTLINED = ("♥", "♦")
HATCH = "hatch"  # a fill: thin lines aslant on a pale ground


class Blank:
    """Sheet that draws nothing, to measure."""

    blank = True
    aside = True  # as of tags: nothing is read

    def __init__(self) -> None:
        self.tags = self.structure = self

    def __getattr__(self, name: str) -> Blank:
        return self

    def __call__(self, *_: Any, **__: Any) -> Blank:
        return self

    def __enter__(self) -> Blank:
        return self

    def __exit__(self, *_: object) -> None:
        """As a tag that nothing is drawn in."""


class Sheet:
    """Drawing operations as PDF operators. ``tags``: for screen readers. blank: nothing is drawn."""

    blank = False

    def __init__(self, stream: BinaryIO, identity: str, attachments: Sequence[Attachment] = ()) -> None:
        font(REGULAR)
        self.canvas = StreamedCanvas(stream, identity, attachments)
        self._draw = self.canvas.addLiteral
        self.tags = Tags(self.canvas.document.structure, self._draw)
        self._encoded: Callable[[str, TextStyle], str] = lru_cache(maxsize=4096)(self._encode)

    def text(self, x: float, y: float, text: str, style: TextStyle) -> None:
        """Text that begins at ``x``."""
        if text:
            operators = f"BT {style.colour} 1 0 0 1 {x:.2f} {y:.2f} Tm {self._encoded(text, style)} ET"
            if turns(text):
                self.tags.draw_turned(operators, printable(text))
                return
            self.tags.for_text()
            self._draw(operators)

    def right(self, x: float, y: float, text: str, style: TextStyle) -> None:
        """Text that ends at ``x``."""
        self.text(x - width(text, style), y, text, style)

    def figure(self, x: float, y: float, text: str, style: TextStyle, room: float) -> None:
        """Figure that ends at ``x``, shrunk to ``room``."""
        self.right(x, y, text, shrunk(text, style, room))

    def centred(self, x: float, y: float, text: str, style: TextStyle) -> None:
        """Text about ``x``."""
        self.text(x - width(text, style) / 2, y, text, style)

    def fit(self, x: float, y: float, text: str, style: TextStyle, room: float) -> None:
        """Text from ``x``, cut to fit."""
        self.text(x, y, fitted(text, style, room), style)

    def _encode(self, text: str, style: TextStyle) -> str:
        parts = [f"{style.tracking} Tc"] if style.tracking else []
        parts += [f"{style.stretch * 100:g} Tz"] if style.stretch != 1 else []
        for run in face_runs(text, style.face):
            mode = _mode(run.face, run.text, style)
            parts += [mode] if mode else []
            face, document = font(run.face), self.canvas.document
            for subset, codes in face.splitString(run.text, document):
                name = face.getSubsetInternalName(subset, document)
                parts.append(f"{name} {style.size:g} Tf ({escapePDF(codes)}) Tj")
            parts += ["0 Tr"] if mode else []
        if style.tracking:
            parts.append("0 Tc")
        if style.stretch != 1:
            parts.append("100 Tz")
        return " ".join(parts)

    def line(
        self, x1: float, y1: float, x2: float, y2: float, grey: float = HAIRLINE, weight: float = 0.4
    ) -> None:
        """A straight line."""
        self.tags.for_decoration()
        self._draw(f"{grey} G {weight} w {x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l S")

    def box(self, x: float, y: float, w: float, h: float, fill: str) -> None:
        """Filled box; ``fill``: colour operator or HATCH. Not drawn without size."""
        if w <= 0 or h <= 0:
            return
        self.tags.for_decoration()
        if fill != HATCH:
            self._draw(f"{fill} {x:.2f} {y:.2f} {w:.2f} {h:.2f} re f")
            return
        self._draw(f"q {x:.2f} {y:.2f} {w:.2f} {h:.2f} re W n 0.95 g {x:.2f} {y:.2f} {w:.2f} {h:.2f} re f")
        self._draw("0.45 G 0.5 w")
        for step in range(int((w + h) / _HATCH_STEP) + 1):
            left = x - h + step * _HATCH_STEP
            self._draw(f"{left:.2f} {y:.2f} m {left + h:.2f} {y + h:.2f} l S")
        self._draw("Q")

    def frame(self, x: float, y: float, w: float, h: float, grey: float = 0.3, weight: float = 0.5) -> None:
        """The outline of a box."""
        self.tags.for_decoration()
        self._draw(f"{grey} G {weight} w {x:.2f} {y:.2f} {w:.2f} {h:.2f} re S")

    def polygon(self, points: list[tuple[float, float]], fill: str) -> None:
        """A filled shape."""
        self.tags.for_decoration()
        (x, y), *rest = points
        path = f"{x:.2f} {y:.2f} m " + " ".join(f"{a:.2f} {b:.2f} l" for a, b in rest)
        self._draw(f"{fill} {path} h f")

    def form(self, name: str, x: float, y: float) -> None:
        """Place a named drawing, which may be defined later."""
        self.tags.for_text()
        self._draw(f"q 1 0 0 1 {x:.2f} {y:.2f} cm")
        self.place(name)
        self._draw("Q")

    def place(self, name: str) -> None:
        """Place a named drawing at the origin."""
        self.canvas.document.promise(name)
        self.canvas.doForm(name)

    def placed(self, name: str) -> bool:
        return self.canvas.document.is_promised(name)

    def define(self, name: str, w: float, h: float, draw: Callable[[], None]) -> None:
        """Define a drawing about (0, 0), within ``w`` and ``h``."""
        self.canvas.document.promise(name)
        self.canvas.beginForm(name, -w, -h, w, h)
        with self.tags.unmarked():
            draw()
        self.canvas.endForm()

    def anchor(self, key: str, y: float) -> None:
        """A target for links and the outline."""
        self.canvas.bookmarkHorizontalAbsolute(key, min(y + 14, 792), left=0)

    def link(self, x1: float, y1: float, x2: float, y2: float, key: str, says: str) -> None:
        """Link to an anchor; the surrounding tag Link has its text."""
        structure = self.tags.structure
        link = structure.top
        number = self.canvas.link((x1, y1, x2, y2), key, printable(says), structure.key(link))
        structure.add_link(link, number)

    def end_page(self) -> None:
        """The page is done."""
        self.tags.end_page()
        self.canvas.showPage()


def _mode(face: str, text: str, style: TextStyle) -> str:
    """Painting mode of a run; empty: plain.

    Hearts and diamonds are outlined; bold text thickens faces without bold.
    """
    stroke = f"{style.size / 22:.2f} w {style.colour.upper()}"
    if face == SUITS:
        return f"1 Tr {stroke}" if text in _OUTLINED else ""
    return f"2 Tr {stroke}" if style.face == SEMIBOLD and face != SEMIBOLD else ""
