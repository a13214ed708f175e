"""Text of an original: UTF-8, UTF-16, or Windows-1252 for lines that are not UTF-8."""

from __future__ import annotations

from msgspec import Struct

from auditor.importing.recognition import utf16_of

_UTF8_MARK = b"\xef\xbb\xbf"
_WINDOWS = {
    at: each for at in range(0x80, 0xA0) if (each := bytes([at]).decode("cp1252", "ignore"))
}  # the bytes that differ from Latin-1; five stand for nothing, and stay control characters
_SEE = "See that the names are right; else save the file as UTF-8 and import it again."


class DecodingNote(Struct, frozen=True):
    """Remark on a text. line: the first concerned, from 1."""

    line: int
    found: str
    expected: str
    do: str


def decoded(data: bytes) -> tuple[str, DecodingNote | None]:
    """Text without byte order mark, and a remark; never raises."""
    encoding = utf16_of(data)
    if encoding:
        return _wide(data, encoding)
    plain = data.removeprefix(_UTF8_MARK)
    try:
        return plain.decode("utf-8"), None
    except UnicodeDecodeError as error:
        line = plain.count(b"\n", 0, error.start) + 1
        found = f"the byte 0x{plain[error.start]:02x}, read as Windows-1252"
        return _by_line(plain), DecodingNote(line, found, "text in UTF-8", _SEE)


def _wide(data: bytes, encoding: str) -> tuple[str, DecodingNote | None]:
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    if "\ufffd" not in text:
        return text, None
    line = text.count("\n", 0, text.index("\ufffd")) + 1
    return text, DecodingNote(
        line, "a character that is damaged", "text in UTF-16", "Save or send the file again."
    )


def _by_line(data: bytes) -> str:
    """Text decoded line by line, as a joined file may have both encodings."""
    return "\n".join(map(_line, data.split(b"\n")))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1").translate(_WINDOWS)
