"""Kinds of files that no importer reads, by content."""

from __future__ import annotations

import io
import zipfile

from auditor.importing.unread import unread_format
from rules.records.foreign import BEGIN, foreign_kind

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
_MARKS = ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_BEGIN = 400  # bytes by which UTF-16 without a byte order mark is recognised
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
SAVE_AS_XLSX = "Open it in your spreadsheet program and save it as an Excel workbook (.xlsx)."
_TEMPLATE = "Fill in the workbook that `auditor import --template RULESET -o FILE.xlsx` writes."


def what_is(data: bytes) -> tuple[str, str]:
    """Kind of a file, and what to do."""
    found, do = _what_is(data)
    if do == _TEMPLATE:
        return found, f"{do[:-1]}, or export the hands in one of these formats."
    return found, do


def _what_is(data: bytes) -> tuple[str, str]:
    if not data.strip():
        return "an empty file", _TEMPLATE
    if data.startswith(OLE):
        if _ENCRYPTED in data:
            return "a workbook with a password", "Take the password away and save the workbook again."
        return "a file of an old Office format, such as .xls", SAVE_AS_XLSX
    if data.startswith(b"PK"):
        return _zipped(data)
    if data.startswith(b"\x1f\x8b"):
        return (
            "a gzip file",
            "Unpack it first. A log that is packed needs no import: `auditor upload` takes it.",
        )
    if utf16_of(data):
        return "text in UTF-16", "Save the file as UTF-8 and import it again."
    unread = unread_format(data)
    if unread:
        return f"{unread}, which is not read yet", _TEMPLATE
    if data.lstrip()[:1] == b"{":
        return "lines of JSON", "A session log needs no import: `auditor audit` and `auditor upload` take it."
    return foreign_kind(data[:BEGIN]) or "a file of an unknown format", _TEMPLATE


def utf16_of(data: bytes) -> str | None:
    """Form of UTF-16, by byte order mark or null bytes; or None."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    begin = data[:_BEGIN]
    high, low = begin[::2].count(0), begin[1::2].count(0)
    if max(high, low) <= len(begin) // 3 or min(high, low) * 20 > max(high, low):
        return None
    return "utf-16-le" if low > high else "utf-16-be"


def _zipped(data: bytes) -> tuple[str, str]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return "a zip file or a workbook that is damaged or cut off", "Save or send the file again."
    if "xl/workbook.bin" in names:
        return "a workbook in the .xlsb format", SAVE_AS_XLSX
    if "content.xml" in names and "mimetype" in names:
        return "an OpenDocument file, such as .ods", SAVE_AS_XLSX
    return "a zip file that is not a workbook", "Unpack it, and import the workbooks or CSV files in it."
