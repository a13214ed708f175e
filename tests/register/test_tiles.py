"""Tiles: how they are named, what a log of a size has, and proofs from tiles alone."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.register import tiles, tree
from auditor.register.tiles import WIDTH, Tile, TiledTree, TileError
from tests.register import plain

MOST = 1200


@cache
def leaves():
    return [tree.leaf_hash(each) for each in plain.entries(MOST)]


@cache
def hashes(tile):
    """The hashes of a tile, each worked out from its leaves."""
    span = WIDTH**tile.level
    return [
        tree.root(leaves()[at * span : (at + 1) * span]) for at in range(tile.start, tile.start + tile.width)
    ]


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 0), "0/000"),
        (Tile(1, 999), "1/999"),
        (Tile(0, 1000, 1), "0/x001/000.p/1"),
        (Tile(0, 1234067, 12), "0/x001/x234/067.p/12"),
        (Tile(63, 5, 255), "63/005.p/255"),
        (Tile(None, 67), "entries/067"),
        (Tile(None, 1234067, 40), "entries/x001/x234/067.p/40"),
    ],
)
def test_a_tile_has_its_path_and_a_path_its_tile(tile, path):
    assert tile.path == path
    assert tiles.parse(path) == tile


@pytest.mark.parametrize(
    "path",
    ["", "0", "0/", "0/0", "0/00", "0/0000", "0/1234", "00/000", "01/000", "64/000", "-1/000", "0/x000/000", "0/001/234",
     "0/x001/x234", "0/X001/234", "0/x001/234/", "0/000.p", "0/000.p/", "0/000.p/0", "0/000.p/01", "0/000.p/256",
     "0/000.p/1000", "0/000.P/1", "0/000.p/1/", "entry/000", "data/000", "entries", "entries/12", "0/٠٠٠", "0/000\n",
     "../000", "0//000", "0/000.p/+1", "0/ 00", "0/%30"],
)  # fmt: skip
def test_what_is_no_path_of_a_tile_is_refused(path):
    with pytest.raises(TileError, match="is no tile"):
        tiles.parse(path)


def test_a_log_of_70_000_entries_has_the_tiles_of_the_specifications_example():
    found = [each.path for each in tiles.tiles_of(70_000)]
    assert len(found) == 273 + 1 + 1 + 1 + 1
    assert found[:2] + found[272:] == ["0/000", "0/001", "0/272", "0/273.p/112", "1/000", "1/001.p/17", "2/000.p/1"]  # fmt: skip


def test_a_log_of_256_entries_has_a_full_tile_and_its_root():
    assert [each.path for each in tiles.tiles_of(256)] == ["0/000", "1/000.p/1"]
    assert list(tiles.tiles_of(0)) == []


@pytest.mark.parametrize(
    ("path", "size", "has"),
    [("0/000", 255, False), ("0/000", 256, True), ("0/000.p/255", 255, True), ("0/000.p/255", 254, False),
     ("0/000.p/3", 70_000, True), ("1/001.p/17", 70_000, True), ("1/001.p/18", 70_000, False), ("3/000.p/1", 70_000, False),
     ("entries/273.p/112", 70_000, True), ("entries/273.p/113", 70_000, False), ("0/000.p/1", 0, False)],
)  # fmt: skip
def test_a_log_has_the_tiles_of_its_size_and_of_smaller_ones(path, size, has):
    assert tiles.is_of(tiles.parse(path), size) is has


def test_a_tile_that_a_log_does_not_have_is_not_made():
    for level, index, size in ((0, 1, 256), (1, 0, 255), (0, -1, 256), (None, 0, 0)):
        with pytest.raises(TileError, match=f"size {size} has no tile {index}"):
            tiles.at(level, index, size)


@pytest.mark.slow
@given(st.integers(0, MOST), st.data())
def test_roots_and_proofs_from_tiles_are_those_from_leaves(size, data):
    tiled, subtree = TiledTree(size, hashes), tree.subtree_of(leaves()[:size])
    first = data.draw(st.integers(0, size))
    assert tiled.root() == tree.root(leaves()[:size])
    assert tiled.consistency_proof(first) == tree.consistency_proof(first, size, subtree)
    if first < size:
        assert tiled.inclusion_proof(first) == tree.inclusion_proof(first, size, subtree)


def test_a_proof_reads_the_tiles_that_it_is_said_to_need_and_each_once():
    for ranges in (tree.inclusion_ranges(300, 1200), tree.consistency_ranges(700, 1200)):
        read = []
        tiled = TiledTree(1200, lambda tile, read=read: read.append(tile) or hashes(tile))
        for each in ranges:
            tiled.subtree(*each)
        assert sorted(read) == tiles.pieces(ranges, 1200)
    needed = tiles.pieces(tree.inclusion_ranges(300, 1200), 1200)
    assert [each.path for each in needed] == ["0/001", "0/004.p/176", "1/000.p/4"]


def test_a_tile_with_too_few_hashes_is_refused():
    with pytest.raises(TileError, match=r"tile/0/001\.p/44 has 44 hashes; found 43"):
        TiledTree(300, lambda tile: hashes(tile)[:43] if tile.index else hashes(tile)).root()


def test_bytes_of_tiles_are_hashes_one_after_the_other():
    body = b"".join(hashes(Tile(0, 0)))
    assert (len(body), tiles.hashes_of(body)) == (8192, hashes(Tile(0, 0)))
    for wrong in (b"", body[:-1], body + body[:32]):
        with pytest.raises(TileError, match=f"found {len(wrong)} bytes"):
            tiles.hashes_of(wrong)


def test_bundles_have_the_length_of_each_entry_before_it():
    assert tiles.bundle([b"a", b"", b"bc"]) == b"\x00\x01a\x00\x00\x00\x02bc"
    long = b"x" * 0xFFFF
    assert tiles.entries_of(tiles.bundle([long, b"y"])) == [long, b"y"]
    with pytest.raises(TileError, match="at most 65,535 bytes; found 65,536"):
        tiles.bundle([long + b"x"])


@pytest.mark.parametrize("body", [b"\x00", b"\x00\x01", b"\x00\x02a", b"\x00\x01a\x00"])
def test_a_bundle_that_ends_early_is_refused(body):
    with pytest.raises(TileError, match="ends within its entry"):
        tiles.entries_of(body)
