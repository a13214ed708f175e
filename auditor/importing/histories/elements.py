"""Elements of XML without document type and entities, so that it cannot grow."""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from msgspec import Struct, field

from auditor.importing.histories.history_hand import WrongHand

DEEPEST = 20
_DO = "Export the file again."


class XmlElement(Struct):
    """An element and its first line."""

    name: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list[XmlElement] = field(default_factory=list)

    def all(self, name: str) -> list[XmlElement]:
        """The children of a name."""
        return [each for each in self.children if each.name == name]

    def first(self, name: str) -> XmlElement | None:
        """The first child of a name."""
        return next(iter(self.all(name)), None)

    def said(self, name: str) -> str | None:
        """Text of the first named child; None where absent or empty."""
        child = self.first(name)
        return (child.text.strip() or None) if child else None


def read_elements(text: str, line: int, ended: Callable[[XmlElement, XmlElement | None], None]) -> None:
    """Read XML from a numbered line, calling ``ended`` with each ended element and its parent.

    Raises WrongHand where it is no XML or cut off, after the ended elements.
    """
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    inside: list[XmlElement] = []

    def begun(name: str, attributes: dict[str, str]) -> None:
        if len(inside) == DEEPEST:
            raise WrongHand(f"elements in elements, {DEEPEST} deep", "a hand history", _DO, line=at())
        inside.append(XmlElement(name, at(), attributes))

    def said(data: str) -> None:
        if inside:
            inside[-1].text += data

    def closed(_: str) -> None:
        element = inside.pop()
        ended(element, inside[-1] if inside else None)

    def declared(*_: object) -> None:
        raise WrongHand("a declaration (DOCTYPE)", "XML without declarations", _DO, line=at())

    def at() -> int:
        return line + parser.CurrentLineNumber - 1

    parser.StartElementHandler, parser.EndElementHandler = begun, closed
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = said, declared
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        said_so = expat.ErrorString(error.code)
        where = line + error.lineno - 1
        raise WrongHand(
            f"no XML: {said_so}", "XML to its last line", "Import the whole file.", line=where
        ) from error
