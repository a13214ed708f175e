"""Foreign files recognised by their first bytes: a PDF, an image, a program."""

from __future__ import annotations

import re

from rules.records.problems import Problem, Refused

BEGIN = 4096  # bytes that are looked at
EMPTY = "an empty file"
_TAR = 257  # where a tar archive says that it is one
_CONTROLS = bytes({*range(32)} - set(b"\t\n\v\f\r\x1b"))
_MAGIC = (
    (b"%PDF", "a PDF"),
    (b"\x89PNG", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"II*\x00", "an image (TIFF)"),
    (b"MM\x00*", "an image (TIFF)"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program (.exe)"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"#!", "a program (a script)"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a file of an old Office format, such as .xls or .doc"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\xfd7zXZ\x00", "a file packed with xz"),
    (b"BZh", "a file packed with bzip2"),
    (b"\x28\xb5\x2f\xfd", "a file packed with Zstandard"),
    (b"SQLite format 3\x00", "a database (SQLite)"),
    (b"{\\rtf", "a document (RTF)"),
    (b"ID3", "a sound file"),
    (b"OggS", "a sound or video file"),
    (b"\x1aE\xdf\xa3", "a video"),
    (b"PAR1", "a Parquet file"),
)
_RIFF = {b"WEBP": "an image (WebP)", b"WAVE": "a sound file", b"AVI ": "a video"}
_HTML = re.compile(rb"\s*<(!doctype html|html|head|body)\b", re.IGNORECASE)
_XML = re.compile(rb"\s*<\?xml\b", re.IGNORECASE)


class ForeignFile(Refused):
    """A file of another format."""

    def __init__(self, kind: str, expected: str) -> None:
        self.kind = kind
        its = "empty" if kind == EMPTY else kind
        problem = Problem(1, "", kind, expected)
        super().__init__([problem], 1, sentence=f"The file is {its}. Expected is {expected}.")


def foreign_kind(begin: bytes) -> str | None:
    """Kind of a file that is no text of events, such as `a PDF`, by its first bytes; None: it may be one."""
    begin = begin[:BEGIN]
    for magic, kind in _MAGIC:
        if begin.startswith(magic):
            return kind
    if begin.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        office = b"[Content_Types].xml" in begin or b"_rels/.rels" in begin
        return "a workbook or another Office file" if office else "a ZIP archive"
    if begin.startswith(b"RIFF"):
        return _RIFF.get(begin[8:12], "a sound, image or video file")
    if begin[4:8] == b"ftyp":
        return "a video"
    if begin[_TAR : _TAR + 5] == b"ustar":
        return "a tar archive"
    return _of_text(begin)


def _of_text(begin: bytes) -> str | None:
    if _HTML.match(begin):
        return "a page of the web (HTML)"
    if _XML.match(begin):
        return "an XML file"
    if begin.lstrip()[:1] in (b"{", b"["):
        return None
    controls = len(begin) - len(begin.translate(None, _CONTROLS))
    return "binary data, not text" if controls * 50 > len(begin) else None
