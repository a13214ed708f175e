"""Zip file of a workbook, measured before parsing."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable
from xml.parsers import expat

from msgspec import Struct, field

from auditor.importing.recognition import SAVE_AS_XLSX

MOST_BYTES = 64 << 20  # unzipped, of all parts that are read
MOST_PARTS = 500
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 60_000, 200, 1_000_000
MOST_ELEMENTS = 4 * MOST_CELLS  # of the XML of a part: a cell has two or three

_BOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_LONGEST_NUMBER = 20  # characters of the number of a shared text
_TRUE = ("1", "true")
_SHARED, _STYLES = "xl/sharedStrings.xml", "xl/styles.xml"
_READ = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/(workbook|styles|sharedStrings)\.xml|xl/_rels/workbook\.xml\.rels"
)
_REF = re.compile(r"([A-Z]{1,3})(\d{1,7})\Z")
_ERRORS = (
    zipfile.BadZipFile, zlib.error, expat.ExpatError, LookupError, ValueError, OSError, EOFError, NotImplementedError,
    RuntimeError,
)  # fmt: skip


class NotReadable(Exception):
    """A refused workbook: found, expected, what to do."""

    def __init__(self, found: str, expected: str, do: str) -> None:
        super().__init__(found)
        self.found, self.expected, self.do = found, expected, do


class Scan(Struct):
    """Measures of a sheet: cells, length of shared texts, formulas' places (row, column)."""

    cells: int = 0
    characters: int = 0
    formulas: set[tuple[int, int]] = field(default_factory=set)
    errors: set[tuple[int, int]] = field(default_factory=set)  # such as #N/A
    rows: set[int] = field(default_factory=set)  # that are hidden
    columns: set[int] = field(default_factory=set)


class Package(Struct, frozen=True):
    """data: the workbook with measured parts only. scans: by sheet."""

    data: bytes
    scans: dict[str, Scan]


def is_workbook(data: bytes) -> bool:
    """Whether bytes are a zip with an .xlsx-family workbook."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _BOOK in archive.namelist()
    except _ERRORS:
        return False


def opened(data: bytes) -> Package:
    """Measured parts of a workbook. Raises NotReadable."""
    try:
        parts = _parts(data)
        names = _sheet_names(parts)
        lengths = _shared_lengths(parts[_SHARED]) if _SHARED in parts else []
        scans = {name: _scanned(name, parts[part], lengths) for name, part in names.items()}
        _parse(parts.get(_STYLES, b"<styleSheet/>"), lambda *_: None)
    except _ERRORS as error:
        raise _damaged() from error
    if sum(scan.cells for scan in scans.values()) > MOST_CELLS:
        raise _too_much(f"more than {MOST_CELLS:,} cells")
    return Package(_stored(parts), scans)


def _parts(data: bytes) -> dict[str, bytes]:
    parts: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        entries = archive.infolist()
        names = [entry.filename for entry in entries]
        if "xl/vbaProject.bin" in names:
            raise NotReadable(
                "a workbook with macros (.xlsm)", "a workbook without macros",
                "Save it as an Excel workbook (.xlsx), which leaves the macros out.",
            )  # fmt: skip
        if len(entries) > MOST_PARTS or len(set(names)) < len(names):
            raise _too_much(f"a workbook of more than {MOST_PARTS} parts, or with a part twice")
        left = MOST_BYTES
        for entry in entries:
            if not (_READ.fullmatch(entry.filename) or _is_sheet(entry.filename)):
                continue
            with archive.open(entry) as stream:
                part = stream.read(left + 1)
            left -= len(part)
            if left < 0:
                raise _too_much(f"more than {MOST_BYTES >> 20} MiB once unzipped")
            parts[entry.filename] = part
    return parts


def _is_sheet(name: str) -> bool:
    return bool(re.fullmatch(r"xl/worksheets/[^/]+\.xml", name))


def _stored(parts: dict[str, bytes]) -> bytes:
    """Uncompressed zip of the parts, so that what is parsed was measured."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part)
    return made.getvalue()


def _sheet_names(parts: dict[str, bytes]) -> dict[str, str]:
    """Part of each sheet by name. Raises KeyError where damaged."""
    targets: dict[str, str] = {}
    names: dict[str, str] = {}

    def relation(tag: str, found: dict[str, str]) -> None:
        if tag == "Relationship":
            target = found.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
            targets[found.get("Id", "")] = path

    def sheet(tag: str, found: dict[str, str]) -> None:
        if tag == "sheet":
            identity = next((value for key, value in found.items() if key.rpartition(":")[2] == "id"), "")
            part = targets.get(identity, "")
            if part in parts:
                names[found.get("name", "")] = part

    _parse(parts.get(_RELATIONS, b""), relation)
    _parse(parts.get(_BOOK, b""), sheet)
    if not names:
        raise _damaged()
    return names


def _parse(
    xml: bytes,
    start: Callable[[str, dict[str, str]], None],
    text: Callable[[str], None] | None = None,
    end: Callable[[str], None] | None = None,
) -> None:
    """Parse UTF-8 XML without entities, which cannot grow."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True

    elements = 0

    def begun(name: str, found: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if elements > MOST_ELEMENTS:
            raise _too_much(f"a part with more than {MOST_ELEMENTS:,} elements")
        start(name.rpartition(":")[2], found)

    def ended(name: str) -> None:
        if end is not None:
            end(name.rpartition(":")[2])

    def declared(*_: object) -> None:
        raise NotReadable(
            "a workbook with declarations (DOCTYPE)", "a workbook as Excel saves it", SAVE_AS_XLSX
        )

    def encoded(version: str, encoding: str | None, standalone: int) -> None:
        if encoding is not None and encoding.casefold() != "utf-8":
            raise NotReadable(f"a workbook in {encoding[:40]}", "a workbook in UTF-8", SAVE_AS_XLSX)

    parser.StartElementHandler, parser.EndElementHandler = begun, ended
    parser.StartDoctypeDeclHandler, parser.XmlDeclHandler = declared, encoded
    if text is not None:
        parser.CharacterDataHandler = text
    parser.Parse(xml, True)


def _shared_lengths(xml: bytes) -> list[int]:
    lengths: list[int] = []

    def start(tag: str, _: dict[str, str]) -> None:
        if tag == "si":
            lengths.append(0)

    def text(found: str) -> None:
        if lengths:
            lengths[-1] += len(found)

    _parse(xml, start, text)
    return lengths


class _Scanner:
    """Scanner of a sheet. Raises NotReadable beyond its limits."""

    def __init__(self, name: str, lengths: list[int]) -> None:
        self.scan = Scan()
        self._name, self._lengths = name, lengths
        self._row, self._column = -1, -1
        self._shared, self._value = False, ""

    def start(self, tag: str, found: dict[str, str]) -> None:
        if tag == "row":
            self._row, self._column = int(found["r"]) - 1 if "r" in found else self._row + 1, -1
            if found.get("hidden") in _TRUE and self._row < MOST_ROWS:
                self.scan.rows.add(self._row)
        elif tag == "col" and found.get("hidden") in _TRUE:
            first, last = int(found["min"]) - 1, int(found["max"])
            self.scan.columns.update(range(first, min(last, MOST_COLUMNS)))
        elif tag == "c":
            self._cell(found)
        elif tag == "f":
            self.scan.formulas.add((self._row, self._column))
        self._value = ""

    def _cell(self, found: dict[str, str]) -> None:
        self.scan.cells += 1
        self._shared = found.get("t") == "s"
        here = self._row, self._column + 1
        self._row, self._column = place_of(found["r"]) if "r" in found else here
        if self._row >= MOST_ROWS or self._column >= MOST_COLUMNS or self.scan.cells > MOST_CELLS:
            beyond = f"a cell beyond row {MOST_ROWS:,} or column {MOST_COLUMNS} on the sheet {self._name}"
            raise _too_much(f"{beyond}, or too many")
        if found.get("t") == "e":
            self.scan.errors.add((self._row, self._column))

    def text(self, found: str) -> None:
        if self._shared and len(self._value) < _LONGEST_NUMBER:
            self._value += found[:_LONGEST_NUMBER]

    def end(self, tag: str) -> None:
        if tag == "v" and self._shared:
            self.scan.characters += self._lengths[int(self._value)]
            if self.scan.characters > MOST_BYTES:
                raise _too_much(
                    f"texts of more than {MOST_BYTES >> 20} million characters on the sheet {self._name}"
                )


def _scanned(name: str, xml: bytes, lengths: list[int]) -> Scan:
    scanner = _Scanner(name, lengths)
    _parse(xml, scanner.start, scanner.text, scanner.end)
    return scanner.scan


def place_of(ref: str) -> tuple[int, int]:
    """(row, column) from 0 of a reference such as B3. Raises ValueError."""
    found = _REF.match(ref)
    if found is None:
        raise ValueError(ref)
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 64
    return int(found[2]) - 1, column - 1


def ref_of(row: int, column: int) -> str:
    """Reference of a cell; row and column from 0."""
    letters, rest = "", column + 1
    while rest:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


def _damaged() -> NotReadable:
    return NotReadable(
        "a workbook that is damaged or cut off",
        "a whole workbook",
        "Save it again in your spreadsheet program.",
    )


def _too_much(found: str) -> NotReadable:
    return NotReadable(
        found,
        f"a workbook of at most {MOST_BYTES >> 20} MiB unzipped and {MOST_CELLS:,} cells, {MOST_ROWS:,} rows and "
        f"{MOST_COLUMNS} columns a sheet",
        "Start from a new template, and use a workbook for each session.",
    )
