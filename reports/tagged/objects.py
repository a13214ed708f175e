"""The objects of a PDF as they are written: streams one by one, small objects packed, and the table of their places."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from reports.tagged.syntax import dictionary

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_PACKED = 1 << 63  # in the table of places: the object is in a pack, at a position below 2 to the 16
_AT_ONCE = 1000  # objects of a pack
_ENTRIES = 4096  # of the table that are written at a time
_ENTRY = 8  # bytes


class Objects:
    """Numbers the objects of a PDF and writes them. What is written leaves memory; of an object, its place remains."""

    def __init__(self, stream: BinaryIO) -> None:
        self.last = 0  # the highest number that is in use
        self._stream = stream
        self._length = 0
        self._places = array("Q", [0])  # by object number; 0: not written yet
        self._pack: list[bytes] = []
        self._packed: list[int] = []  # the numbers of the objects in the pack
        self._put(_HEADER)

    def number(self) -> int:
        """The number of a new object."""
        self.last += 1
        return self.last

    def written(self, number: int) -> bool:
        """Whether an object is written."""
        return number < len(self._places) and bool(self._places[number])

    def add(self, number: int, body: bytes) -> None:
        """Write an object that is not a stream."""
        self._pack.append(body)
        self._packed.append(number)
        self._note(number, _PACKED)
        if len(self._pack) == _AT_ONCE:
            self._write_pack()

    def add_stream(
        self, number: int, entries: Mapping[str, bytes], content: bytes, compress: bool = True
    ) -> None:
        """Write a stream. compress: whether ``content`` is to be compressed."""
        facts = dict(entries)
        if compress:
            content = zlib.compress(content)
            facts["Filter"] = b"/FlateDecode"
        facts["Length"] = b"%d" % len(content)
        self.add_written(number, dictionary(facts) + b"\nstream\n" + content + b"\nendstream\n")

    def add_written(self, number: int, body: bytes) -> None:
        """Write an object as it is."""
        self._note(number, self._length)
        self._put(b"%d 0 obj\n" % number + body + b"endobj\n")

    def finish(self, entries: Mapping[str, bytes]) -> None:
        """Write the table of places, with the entries of the trailer."""
        if self._pack:
            self._write_pack()
        table, start = self.number(), self._length
        self._note(table, start)
        packed = zlib.compressobj()
        content = b"".join([*(packed.compress(part) for part in self._table()), packed.flush()])
        facts = {
            "Type": b"/XRef",
            "Size": b"%d" % (table + 1),
            "W": b"[1 5 2]",
            "Filter": b"/FlateDecode",
            "DecodeParms": b"<</Predictor 12/Columns %d>>" % _ENTRY,
            **entries,
        }
        self.add_stream(table, facts, content, compress=False)
        self._put(b"startxref\n%d\n%%%%EOF\n" % start)

    def _write_pack(self) -> None:
        """The packed objects as one stream, which begins with the number and the place of each."""
        pack = self.number()
        heads, at = [], 0
        for place, (number, body) in enumerate(zip(self._packed, self._pack, strict=True)):
            heads.append(b"%d %d" % (number, at))
            at += len(body) + 1
            self._places[number] = _PACKED | pack << 16 | place
        head = b" ".join(heads) + b"\n"
        facts = {"Type": b"/ObjStm", "N": b"%d" % len(heads), "First": b"%d" % len(head)}
        self.add_stream(pack, facts, head + b"\n".join(self._pack))
        self._pack.clear()
        self._packed.clear()

    def _table(self) -> Iterator[bytes]:
        """For each object a byte for the predictor (2: each byte less the one above it) and the differences of an entry.

        An entry is of a kind, the pack or the place in the file, and the position in the pack.
        """
        above = bytes(_ENTRY)
        for start in range(0, len(self._places), _ENTRIES):
            part = bytearray()
            for place in self._places[start : start + _ENTRIES]:
                if place & _PACKED:
                    entry = b"\x02" + (place >> 16 & 0xFFFFFFFFFF).to_bytes(5) + (place & 0xFFFF).to_bytes(2)
                else:
                    entry = (b"\x01" if place else b"\x00") + place.to_bytes(5) + b"\x00\x00"
                part.append(2)
                part += bytes((one - other) & 0xFF for one, other in zip(entry, above, strict=True))
                above = entry
            yield bytes(part)

    def _note(self, number: int, place: int) -> None:
        if number >= len(self._places):
            self._places.extend([0] * (number + 1 - len(self._places)))
        self._places[number] = place

    def _put(self, data: bytes) -> None:
        self._stream.write(data)
        self._length += len(data)
