"""The parts of PDF's syntax that structure and metadata need, as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def text(words: str) -> bytes:
    """A text string: as it is if it is plain ASCII, otherwise in UTF-16."""
    if words.isascii() and words.isprintable():
        escaped = words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
        return f"({escaped})".encode()
    return b"<FEFF" + words.encode("utf-16-be", "replace").hex().encode() + b">"


def reference(number: int) -> bytes:
    """A reference to an object."""
    return b"%d 0 R" % number


def references(numbers: Iterable[int]) -> bytes:
    """An array of references."""
    return b"[" + b" ".join(map(reference, numbers)) + b"]"


def dictionary(entries: Mapping[str, bytes]) -> bytes:
    """A dictionary of entries in their order."""
    return b"<<" + b"".join(b"/%s %s" % (key.encode(), value) for key, value in entries.items()) + b">>"
