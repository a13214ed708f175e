"""Objects of a PDF as written, and the table of places."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import numpy as np

from reports.tagged.syntax import dictionary

_HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_POSITION = 8  # bits of a position in a pack
_AT_ONCE = 200  # objects of a pack: whoever looks up one may read the places of all of them
_PACKED = 1 << 31  # in the table of places: the object is in a pack
_ENTRIES = 4096  # of the table that are written at a time
_ENTRY = 8  # bytes


class PdfObjects:
    """Objects, numbered and written; only places remain in memory."""

    def __init__(self, stream: BinaryIO) -> None:
        self.last = 0  # the highest number that is in use
        self._stream = stream
        self._length = 0
        self._places = array(
            "I", [0]
        )  # by object number: a pack and a position, or a stream from 1; 0: not written yet
        self._streams = array("Q")  # where each stream begins
        self._packs = array("I")  # the number of each pack
        self._pack: list[bytes] = []
        self._packed: list[int] = []  # the numbers of the objects in the pack
        self._put(_HEADER)

    def number(self) -> int:
        self.last += 1
        return self.last

    def add(self, number: int, body: bytes) -> None:
        self._pack.append(body)
        self._packed.append(number)
        if len(self._pack) == _AT_ONCE:
            self._write_pack()

    def add_stream(
        self, number: int, entries: Mapping[str, bytes], content: bytes, compress: bool = True
    ) -> None:
        facts = dict(entries)
        if compress:
            content = zlib.compress(content)
            facts["Filter"] = b"/FlateDecode"
        facts["Length"] = b"%d" % len(content)
        self.add_written(number, dictionary(facts) + b"\nstream\n" + content + b"\nendstream\n")

    def add_written(self, number: int, body: bytes) -> None:
        self._streams.append(self._length)
        self._note(number, len(self._streams))
        self._put(b"%d 0 obj\n" % number + body + b"endobj\n")

    def finish(self, entries: Mapping[str, bytes]) -> None:
        """Write the table of places and trailer."""
        if self._pack:
            self._write_pack()
        table, start = self.number(), self._length
        self._streams.append(start)
        self._note(table, len(self._streams))
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
        """Packed objects as one stream, after numbers and places."""
        pack = self.number()
        heads, at, place = [], 0, _PACKED | len(self._packs) << _POSITION
        self._extend(max(self._packed))
        for number, body in zip(self._packed, self._pack, strict=True):
            heads.append(b"%d %d" % (number, at))
            at += len(body) + 1
            self._places[number] = place
            place += 1
        head = b" ".join(heads) + b"\n"
        facts = {"Type": b"/ObjStm", "N": b"%d" % len(heads), "First": b"%d" % len(head)}
        self.add_stream(pack, facts, head + b"\n".join(self._pack))
        self._packs.append(pack)
        self._pack.clear()
        self._packed.clear()

    def _table(self) -> Iterator[bytes]:
        """Predictor byte (2: less the byte above) and differences for each entry: kind, pack or place, position in the pack."""
        above = np.zeros((1, _ENTRY), np.uint8)
        begins, packs = (np.array([0, *each], ">u8") for each in (self._streams, self._packs))
        for start in range(0, len(self._places), _ENTRIES):
            places = np.array(self._places[start : start + _ENTRIES])
            packed = places >= _PACKED
            pack = packs[np.where(packed, (places - _PACKED >> _POSITION) + 1, 0)]
            position = places & (1 << _POSITION) - 1
            begin = begins[np.where(packed, 0, places)]
            kind = np.where(packed, 2, places > 0).astype(np.uint64)
            entries = np.zeros((len(places), _ENTRY), np.uint8)
            entries[:, 0] = kind
            where = np.where(packed, pack, begin).astype(">u8").view(np.uint8).reshape(-1, 8)
            entries[:, 1:6] = where[:, 3:]
            entries[:, 6:] = np.where(packed, position, 0).astype(">u2").view(np.uint8).reshape(-1, 2)
            differences = np.diff(entries, axis=0, prepend=above)
            above = entries[-1:]
            yield np.insert(differences, 0, 2, axis=1).tobytes()

    def _note(self, number: int, place: int) -> None:
        self._extend(number)
        self._places[number] = place

    def _extend(self, number: int) -> None:
        if number >= len(self._places):
            self._places.extend([0] * (number + 1 - len(self._places)))

    def _put(self, data: bytes) -> None:
        self._stream.write(data)
        self._length += len(data)
