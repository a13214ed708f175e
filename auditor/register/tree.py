"""Merkle tree of RFC 9162 with SHA-256.

Hashes are 32 bytes, leaves 0 to n - 1. Proofs are made from the top (2.1.3.1, 2.1.4.1) and verified from a leaf (2.1.3.2,
2.1.4.2), by independent rules.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

HASH_BYTES = 32
EMPTY_ROOT = hashlib.sha256(b"").digest()  # of the tree without leaves

Range = tuple[int, int]  # leaves from the first up to, and without, the second
Subtree = Callable[[int, int], bytes]  # the hash of the tree over such a range


class ProofError(ValueError):
    """A proof that fails, in words."""


def leaf_hash(entry: bytes) -> bytes:
    """Leaf hash of an entry."""
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash of the node above two."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """Root over leaf hashes."""
    if not leaves:
        return EMPTY_ROOT
    level = list(leaves)
    while len(level) > 1:
        pairs = [node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = [*pairs, level[-1]] if len(level) % 2 else pairs
    return level[0]


class Frontier:
    """A growing tree by the few hashes that give each root."""

    def __init__(self) -> None:
        self.size = 0
        self._perfect: list[bytes] = []  # the roots of the perfect subtrees side by side, the greatest first

    @classmethod
    def of(cls, size: int, subtree: Subtree) -> Frontier:
        """Frontier of a tree with known subtrees."""
        found, start = cls(), 0
        for height in range(size.bit_length() - 1, -1, -1):
            if size >> height & 1:
                found._perfect.append(subtree(start, start + (1 << height)))
                start += 1 << height
        found.size = size
        return found

    def copy(self) -> Frontier:
        """A frontier that grows by itself."""
        found = Frontier()
        found.size, found._perfect = self.size, [*self._perfect]
        return found

    def add(self, leaf: bytes) -> None:
        """Add the hash of a leaf."""
        self._perfect.append(leaf)
        self.size += 1
        for _ in range((self.size & -self.size).bit_length() - 1):
            right, left = self._perfect.pop(), self._perfect.pop()
            self._perfect.append(node_hash(left, right))

    def root(self) -> bytes:
        """The root of the leaves so far."""
        if not self._perfect:
            return EMPTY_ROOT
        found = self._perfect[-1]
        for left in self._perfect[-2::-1]:
            found = node_hash(left, found)
        return found


def split(size: int) -> int:
    """Leaves of the left subtree: the greatest power of two below the size (> 1)."""
    return 1 << (size - 1).bit_length() - 1


def inclusion_ranges(index: int, size: int) -> list[Range]:
    """Subtrees of an inclusion proof, from the leaf up. Raises ProofError."""
    if not 0 <= index < size:
        raise ProofError(f"A tree of size {size} has no leaf {index}.")
    found: list[Range] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    return found[::-1]


def consistency_ranges(first: int, second: int) -> list[Range]:
    """Subtrees of a consistency proof, in order. Raises ProofError."""
    if not 0 <= first <= second:
        raise ProofError(f"A tree of size {second} does not begin with one of size {first}.")
    if first in (0, second):
        return []
    found: list[Range] = []
    start, end = 0, second
    while end != first:  # the earlier tree ends within this range
        middle = start + split(end - start)
        if first <= middle:
            found.append((middle, end))
            end = middle
        else:
            found.append((start, middle))
            start = middle
    whole = start == 0  # the earlier tree is a subtree of its own, whose root the verifier has
    return [*([] if whole else [(start, end)]), *found[::-1]]


def inclusion_proof(index: int, size: int, subtree: Subtree) -> list[bytes]:
    """Proof that a leaf is in a tree. Raises ProofError."""
    return [subtree(*each) for each in inclusion_ranges(index, size)]


def consistency_proof(first: int, second: int, subtree: Subtree) -> list[bytes]:
    """Proof that a tree begins with an earlier one. Raises ProofError."""
    return [subtree(*each) for each in consistency_ranges(first, second)]


def subtree_of(leaves: Sequence[bytes]) -> Subtree:
    """The subtrees over the hashes of leaves."""
    return lambda start, end: root(leaves[start:end])


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes) -> None:
    """Verify a leaf's hash at an index of a tree. Raises ProofError."""
    if not 0 <= index < size:
        raise ProofError(f"A tree of size {size} has no leaf {index}.")
    _must_be_hashes((leaf, expected, *proof))
    path = list(proof)[::-1]
    place, last, found = index, size - 1, leaf
    while last:
        if place % 2 or place == last:
            while not place % 2:  # the right edge: no sibling on this level
                place, last = place >> 1, last >> 1
            found = node_hash(_next(path), found)
        else:
            found = node_hash(found, _next(path))
        place, last = place >> 1, last >> 1
    _must_be_used_up(path)
    if found != expected:
        raise ProofError(f"The proof of leaf {index} leads to another root than that of size {size}.")


def verify_consistency(
    first: int, second: int, proof: Sequence[bytes], first_root: bytes, second_root: bytes
) -> None:
    """Verify that the second tree begins with the first. Raises ProofError."""
    if not 0 <= first <= second:
        raise ProofError(f"A tree of size {second} does not begin with one of size {first}.")
    _must_be_hashes((first_root, second_root, *proof))
    for size, stated in ((first, first_root), (second, second_root)):
        if size == 0 and stated != EMPTY_ROOT:
            raise ProofError("A tree of size 0 has another root than the one that is stated.")
    if first in (0, second):
        _must_be_used_up(proof)
        if first == second and first_root != second_root:
            raise ProofError(f"There are two roots for size {first}.")
        return
    _walk(first, second, proof, first_root, second_root)


def _walk(first: int, second: int, proof: Sequence[bytes], first_root: bytes, second_root: bytes) -> None:
    """Compute both roots from a proof, from the earlier tree's last leaf up."""
    path = list(proof)[::-1]
    place, last = first - 1, second - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    earlier = later = first_root if place == 0 else _next(path)
    while last:
        if place % 2 or place == last:
            while place and not place % 2:
                place, last = place >> 1, last >> 1
            sibling = _next(path)
            earlier, later = node_hash(sibling, earlier), node_hash(sibling, later)
        else:
            later = node_hash(later, _next(path))
        place, last = place >> 1, last >> 1
    _must_be_used_up(path)
    for size, found, stated in ((first, earlier, first_root), (second, later, second_root)):
        if found != stated:
            raise ProofError(f"The proof leads to another root than that of size {size}.")


def _next(path: list[bytes]) -> bytes:
    if not path:
        raise ProofError("The proof is too short.")
    return path.pop()


def _must_be_used_up(path: Sequence[bytes]) -> None:
    if path:
        raise ProofError(f"The proof is too long: its last {len(path)} hashes prove nothing.")


def _must_be_hashes(hashes: Sequence[bytes]) -> None:
    for each in hashes:
        if len(each) != HASH_BYTES:
            raise ProofError(f"A hash has {HASH_BYTES} bytes; found one of {len(each)}.")
