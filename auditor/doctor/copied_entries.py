"""Entries of a copy of a log against its signed checkpoint: records with their nonces, entries and tiles of hashes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from auditor.doctor.copied_checkpoints import CopiedCheckpoints
from auditor.doctor.fault import StoreFault
from auditor.log_copies.copied_log import HashTiles, bundles_of
from auditor.log_copies.copied_records import CopiedRecord, records_of
from auditor.log_copies.copy_folder import CopyFolder, records_path, tile_path
from auditor.register import tiles, tree
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.tiles import WIDTH, Tile, TileError
from auditor.register.tree import Frontier

_Leaves = tuple[bytes, ...]


class CopiedEntries:
    """Entries of a copy up to its last checkpoint, compared with all checkpoints.

    of_records, of_tiles: faults; places: of files that it is to have.
    """

    def __init__(self, folder: CopyFolder, signed: Checkpoint, checkpoints: CopiedCheckpoints) -> None:
        self._folder = folder
        self._signed = signed
        self._checkpoints = checkpoints
        self.of_records: list[StoreFault] = []
        self.of_tiles: list[StoreFault] = []
        self.places: set[str] = set()
        self._examine()

    def records(self) -> Iterator[CopiedRecord]:
        """Records in order; those of a bundle that is not whole are left out."""
        for bundle in bundles_of(self._signed.size):
            yield from self._records(bundle) or ()

    def _records(self, bundle: Tile) -> list[CopiedRecord] | None:
        body = self._folder.read(records_path(bundle))
        return None if body is None else records_of(body, bundle)

    def _examine(self) -> None:
        frontier, hashes = Frontier(), HashTiles(self._compare_tile)
        for bundle in bundles_of(self._signed.size):
            leaves = self._agreed(bundle)
            for leaf in leaves:
                frontier.add(leaf)
                if self._checkpoints.wants(frontier.size):
                    self._checkpoints.compare(frontier.size, frontier.root())
            hashes.take(list(leaves), len(leaves) == WIDTH)
        hashes.end()
        if frontier.root() != self._signed.root:
            expected = f"{self._signed.size:,} entries of root {self._signed.root.hex()}, which was signed"
            self.of_records.append(
                StoreFault("records", "", expected, f"those of root {frontier.root().hex()}")
            )

    def _agreed(self, bundle: Tile) -> _Leaves:
        """Leaves of a bundle as most of its three files have them. The others are named."""
        records, entries, hashes = (
            records_path(bundle), tile_path(bundle), tile_path(Tile(0, bundle.index, bundle.width)),
        )  # fmt: skip
        self.places |= {records, entries, hashes}
        read = self._records(bundle)
        found: dict[str, _Leaves | None] = {
            records: None if read is None else tuple(bytes.fromhex(each.leaf) for each in read),
            entries: self._of_bundle(entries),
            hashes: self._of_hashes(hashes),
        }
        votes = Counter(each for each in found.values() if each)
        agreed: _Leaves = votes.most_common(1)[0][0] if votes else ()
        for path in (records, entries):
            if found[path] != agreed or not agreed:
                to = self.of_records if path == records else self.of_tiles
                to.append(self._fault(path, bundle, found[path], agreed))
        return agreed

    def _of_bundle(self, path: str) -> _Leaves | None:
        body = self._folder.read(path)
        with suppress(TileError):
            return None if body is None else tuple(tree.leaf_hash(each) for each in tiles.entries_of(body))
        return None

    def _of_hashes(self, path: str) -> _Leaves | None:
        body = self._folder.read(path)
        with suppress(TileError):
            return None if body is None else tuple(tiles.hashes_of(body))
        return None

    def _fault(self, path: str, bundle: Tile, found: _Leaves | None, agreed: _Leaves) -> StoreFault:
        last = bundle.start + bundle.width - 1
        expected = f"entries {bundle.start:,} to {last:,}, as they were signed"
        if found is None:
            is_there = self._folder.read(path) is not None
            return StoreFault(
                path, "", expected, "a file that is altered or not whole" if is_there else "no file"
            )
        other = next((at for at, (one, two) in enumerate(zip(found, agreed, strict=False)) if one != two), 0)
        return StoreFault(path, "", expected, f"another entry {bundle.start + other:,}")

    def _compare_tile(self, path: str, body: bytes) -> None:
        """Compare a tile of hashes with those of the entries."""
        self.places.add(path)
        found = self._folder.read(path)
        if found != body:
            what = "no file" if found is None else "other bytes"
            self.of_tiles.append(StoreFault(path, "", "the hashes of its entries", what))
