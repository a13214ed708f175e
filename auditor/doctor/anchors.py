"""Anchors: signatures of a register that are kept elsewhere, which a restored store has to continue."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from auditor.register import register_notes
from auditor.register.register_notes import NoteError, Verifier
from auditor.store.register_head import RegisterHead, UnusableHead, read_head
from auditor.store.register_key import UnusableKey, load


class UnusableAnchor(ValueError):
    """A file that is no signature of a register by a known key, in words."""


def read_anchor(name: str, body: bytes, keys: Iterable[Verifier]) -> RegisterHead:
    """A signature of its file: a `register.head`, which begins with its key, or a checkpoint by one of some keys.

    Raises UnusableAnchor.
    """
    known = list(dict.fromkeys(keys))
    text = body.decode("utf-8", "replace")
    first, _, rest = text.partition("\n")
    try:
        return RegisterHead.of(register_notes.verifier(first), rest)
    except NoteError as error:
        why = error
    for key in known:
        try:
            return RegisterHead.of(key, text)
        except NoteError as error:
            why = error
    listed = ", ".join(each.name for each in known) or "none"
    raise UnusableAnchor(
        f"{name} is no signature of a register by a key that is known ({listed}): {why} State a register.head, which names its "
        "key, or put register.key into the data folder."
    )


def keys_of(data: Path) -> list[Verifier]:
    """Public keys of the register that a data folder has: that of its key, and of its last signature."""
    found = []
    try:
        key, head = load(data), read_head(data)
    except (UnusableKey, UnusableHead):
        return []
    if key is not None:
        found.append(key.verifier)
    if head is not None:
        found.append(head.key)
    return found
