"""A log as both readers read it: with its hands scanned, and with every line decoded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec import Struct

from rules.records import scanned
from rules.records.problems import Refused
from rules.records.reader import LogReader

COMPILED = scanned.compiled


class Counting(LogReader):
    """A reader that counts the batches that it took as scanned."""

    def __init__(self) -> None:
        super().__init__()
        self.batches = 0

    def _take_scanned(self, lines: Any) -> bool:
        taken = super()._take_scanned(lines)
        self.batches += taken
        return taken


def read(data: bytes, *, scanning: bool, chunk: int = 1 << 20) -> tuple[dict[str, Any], int]:
    """What reading a log gives: blocks and all else, or the words of its refusal; and how many batches were scanned."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(scanned, "compiled", COMPILED if scanning else None)
        patched.setattr(scanned, "FROM", 0)
        reader = Counting()
        chunks = [data[start : start + chunk] for start in range(0, len(data), chunk)]
        found: dict[str, Any] = {}
        try:
            found["blocks"] = list(reader.blocks(chunks))
        except Refused as refused:
            found["refused"] = (refused.count, list(refused.problems))
        found |= {
            name: getattr(reader, name) for name in ("session", "close", "events", "events_read", "players")
        }
        return found, reader.batches


def differences(one: Any, other: Any, path: str = "") -> list[str]:
    """Where two values differ, to the type of an array."""
    if type(one) is not type(other):
        return [f"{path}: {one!r} and {other!r}"]
    if isinstance(one, np.ndarray):
        equal = one.dtype == other.dtype and np.array_equal(one, other)
        return [] if equal else [f"{path}: {one!r} and {other!r}"]
    if isinstance(one, Struct):
        names = one.__struct_fields__
        one, other = ({name: getattr(each, name) for name in names} for each in (one, other))
    if isinstance(one, dict) and one.keys() == other.keys():
        return [text for key in one for text in differences(one[key], other[key], f"{path}.{key}")]
    if isinstance(one, list | tuple) and len(one) == len(other):
        return [
            text
            for place, pair in enumerate(zip(one, other, strict=True))
            for text in differences(*pair, f"{path}[{place}]")
        ]
    return [] if one == other else [f"{path}: {one!r} and {other!r}"]


def assert_read_alike(data: bytes, chunk: int = 1 << 20) -> int:
    """Both readers read the same of a log; how many batches were scanned."""
    decoded, none = read(data, scanning=False, chunk=chunk)
    found, batches = read(data, scanning=True, chunk=chunk)
    assert differences(found, decoded) == [], data[:4000]
    assert none == 0
    return batches
