"""Checks that go on after errors, which count as faults."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Iterator

import msgspec

from auditor.doctor.fault import StoreFault, Unexamined
from auditor.store.blobs.bytes_place import BytesUnavailable
from auditor.store.connection import StoreError

_NO_SUCH_WORD = re.compile(r"(.+) is not a valid \w+", re.DOTALL)  # as an enumeration says it
_MOST_CHARACTERS = 1000  # of a part of a fault; a damaged row may be long


def guarded(table: str, row: str, faults: Iterable[StoreFault]) -> Iterator[StoreFault]:
    """Faults of a check, with what it raises as the last.

    table, row: "" where it looks at several.
    """
    try:
        yield from faults
    except Exception as error:  # the one place where a check's errors end: the others are made all the same
        traceback.clear_frames(error.__traceback__)  # and lets go of cursors: an open one hinders writers
        yield Unexamined(table, row, *in_words(error), error)


def must_answer(faults: Iterable[StoreFault]) -> Iterator[StoreFault]:
    """Faults of a row; where the place of bytes does not answer, the check ends with that. Raises BytesUnavailable."""
    for fault in faults:
        if isinstance(fault, Unexamined) and isinstance(fault.error, BytesUnavailable):
            raise fault.error
        yield fault


def printable(fault: StoreFault) -> StoreFault:
    """A fault as printable, JSON-safe text."""
    return StoreFault(*map(_printable, (fault.table, fault.row, fault.expected, fault.found)))


def as_text(value: bytes) -> str:
    """Text of a damaged store, lossless; encoding it raises UnicodeEncodeError where not UTF-8."""
    return value.decode("utf-8", "surrogateescape")


def in_words(error: Exception) -> tuple[str, str]:
    """Expected and found, of an error."""
    no_word = _NO_SUCH_WORD.fullmatch(f"{error}") if isinstance(error, ValueError) else None
    match error:
        case BytesUnavailable():
            return "bytes that can be read", f"{error}"
        case StoreError():
            return "a file that can be read", f"{error}"
        case UnicodeError():
            return "text in UTF-8", "bytes that are not UTF-8"
        case KeyError(args=(word, *_)):
            return "words that this program knows", f"a word that it does not know, or lacks: {word!r}"
        case ValueError() if no_word is not None:
            return "words that this program knows", f"a word that it does not know: {no_word[1]}"
        case msgspec.ValidationError():
            return "JSON as this program writes it", f"{error}"
        case msgspec.DecodeError():
            return "JSON", f"text that is not JSON: {error}"
        case ValueError() if hasattr(error, "doc"):  # of json
            return "JSON", f"text that is not JSON: {error}"
        case _:
            what = f"one that it cannot read ({error})" if f"{error}" else "one that it cannot read"
            return "a value that this program wrote", what


def _printable(text: str) -> str:
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]} … ({len(text):,} characters)"
    return "".join(each if each.isprintable() else _escaped(each) for each in text)


def _escaped(character: str) -> str:
    number = ord(character)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{number - 0xDC00:02x}"
    return character.encode("unicode_escape", "surrogatepass").decode()
