"""Parts of PDF's syntax, as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def text(words: str) -> bytes:
    """Text string: ASCII, else UTF-16."""
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
    return b"<<" + b"".join(b"/%s %s" % (key.encode(), value) for key, value in entries.items()) + b">>"
