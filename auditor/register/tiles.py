"""Tiles (C2SP tlog-tiles): the tree in files of up to 256 hashes.

A tile of level L hashes subtrees of 256^L leaves; above level 0 each is the root of a full tile below. A bundle has up to 256
entries.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct

from auditor.register import tree
from auditor.register.tree import HASH_BYTES, Range

HEIGHT = 8
WIDTH = 1 << HEIGHT
MOST_LEVEL = 63
_MOST_ENTRY = 0xFFFF  # bytes
_PATH = re.compile(r"(entries|[0-9]{1,2})/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?", re.ASCII)


class TileError(ValueError):
    """An invalid path, tile or bundle, in words."""


class Tile(Struct, frozen=True, order=True):
    """A tile; with level None, a bundle. width: 1 to 256, less at the right edge."""

    level: int | None
    index: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """Path below ``tile/``, such as ``1/x001/234`` or ``entries/067.p/12``."""
        digits = f"{self.index:03d}"
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        parts[:-1] = [f"x{each}" for each in parts[:-1]]
        kind = "entries" if self.level is None else f"{self.level}"
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"{kind}/{'/'.join(parts)}{partial}"

    @property
    def start(self) -> int:
        """Its first hash over the level, or first entry."""
        return self.index * WIDTH


def parse(path: str) -> Tile:
    """Tile of a path below ``tile/``. Raises TileError."""
    found = _PATH.fullmatch(path)
    if found is not None:
        kind, digits, width = found.groups()
        level = None if kind == "entries" else int(kind)
        tile = Tile(level, int(re.sub("[x/]", "", digits)), int(width) if width else WIDTH)
        if (level or 0) <= MOST_LEVEL and tile.width <= WIDTH and tile.path == path:
            return tile
    raise TileError(
        f"tile/{path} is no tile: a path is tile/LEVEL/NUMBER or tile/entries/NUMBER, such as tile/0/x001/234 or "
        "tile/0/067.p/12."
    )


def at(level: int | None, index: int, size: int) -> Tile:
    """Tile of a tree's size at a place. Raises TileError."""
    width = min(WIDTH, _hashes(level, size) - index * WIDTH)
    if index < 0 or width < 1:
        raise TileError(f"A log of size {size} has no tile {index} of level {level}.")
    return Tile(level, index, width)


def is_of(tile: Tile, size: int) -> bool:
    """Whether a log of a size has a tile, even a former partial one."""
    return tile.index * WIDTH + tile.width <= _hashes(tile.level, size)


def tiles_of(size: int) -> Iterator[Tile]:
    """Hash tiles of a tree's size, level by level."""
    for level in range(MOST_LEVEL + 1):
        hashes = _hashes(level, size)
        if not hashes:
            return
        yield from (at(level, index, size) for index in range(-(-hashes // WIDTH)))


def _hashes(level: int | None, size: int) -> int:
    return size >> HEIGHT * (level or 0)


# --- what a proof needs -----------------------------------------------------------------------------------------------

Read = Callable[[Tile], Sequence[bytes]]  # the hashes of a tile


def pieces(ranges: Iterable[Range], size: int) -> list[Tile]:
    """Tiles from which some subtrees' hashes follow."""
    found: set[Tile] = set()
    for start, end in ranges:
        for level, first, _ in _perfect(start, end):
            found.add(at(level, first // WIDTH, size))
    return sorted(found, key=lambda tile: (tile.level or 0, tile.index))


class TiledTree:
    """The tree of a size, each tile read once."""

    def __init__(self, size: int, read: Read) -> None:
        self.size = size
        self._read = read
        self._tiles: dict[Tile, Sequence[bytes]] = {}

    def subtree(self, start: int, end: int) -> bytes:
        """Hash of the tree over leaves [start, end)."""
        hashes = [tree.root(self._hashes(*each)) for each in _perfect(start, end)]
        found = hashes.pop()
        while hashes:  # the ranges get smaller to the right: each is the right side of the one before it
            found = tree.node_hash(hashes.pop(), found)
        return found

    def root(self) -> bytes:
        """The root of the tree."""
        return self.subtree(0, self.size) if self.size else tree.EMPTY_ROOT

    def inclusion_proof(self, index: int) -> list[bytes]:
        """Proof that a leaf is in the tree. Raises ProofError."""
        return tree.inclusion_proof(index, self.size, self.subtree)

    def consistency_proof(self, first: int) -> list[bytes]:
        """Proof that the tree begins with an earlier size's. Raises ProofError."""
        return tree.consistency_proof(first, self.size, self.subtree)

    def _hashes(self, level: int, first: int, count: int) -> Sequence[bytes]:
        tile = at(level, first // WIDTH, self.size)
        if tile not in self._tiles:
            read = self._read(tile)
            if len(read) != tile.width:
                raise TileError(f"tile/{tile.path} has {tile.width} hashes; found {len(read)}.")
            self._tiles[tile] = read
        begin = first % WIDTH
        return self._tiles[tile][begin : begin + count]


def _perfect(start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Adjacent perfect subtrees of a range, as (tile level, first hash, number)."""
    while start < end:
        height = (end - start).bit_length() - 1
        level = height // HEIGHT
        yield level, start >> HEIGHT * level, 1 << height % HEIGHT
        start += 1 << height


# --- the bytes of tiles and bundles -----------------------------------------------------------------------------------


def hashes_of(body: bytes) -> list[bytes]:
    """Hashes of a tile's bytes. Raises TileError."""
    if not body or len(body) % HASH_BYTES or len(body) > WIDTH * HASH_BYTES:
        raise TileError(f"A tile has 1 to {WIDTH} hashes of {HASH_BYTES} bytes; found {len(body)} bytes.")
    return [body[at : at + HASH_BYTES] for at in range(0, len(body), HASH_BYTES)]


def bundle(entries: Sequence[bytes]) -> bytes:
    """Bundle of entries, each after its length. Raises TileError."""
    for each in entries:
        if len(each) > _MOST_ENTRY:
            raise TileError(f"An entry has at most {_MOST_ENTRY:,} bytes; found {len(each):,}.")
    return b"".join(len(each).to_bytes(2, "big") + each for each in entries)


def entries_of(body: bytes) -> list[bytes]:
    """Entries of a bundle. Raises TileError."""
    found: list[bytes] = []
    place = 0
    while place < len(body):
        end = place + 2 + int.from_bytes(body[place : place + 2], "big")
        if end > len(body) or place + 2 > len(body):
            raise TileError(f"The bundle ends within its entry {len(found)}.")
        found.append(body[place + 2 : end])
        place = end
    return found
