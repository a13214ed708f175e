"""The tree and its proofs: known answers of Certificate Transparency, the plain definition, and what must not pass."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.register import tree
from auditor.register.tree import EMPTY_ROOT, ProofError, verify_consistency, verify_inclusion
from tests.register import plain

# The eight entries of the tests of Certificate Transparency, and the roots over the first 1 to 8 of them.
ENTRIES = [bytes.fromhex(each) for each in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
ROOTS = [bytes.fromhex(each) for each in (
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)]  # fmt: skip
LEAVES = [tree.leaf_hash(each) for each in ENTRIES]
INCLUSION = {  # (index, size): the proof
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {  # (first, second): the proof
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
    (6, 7): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}
SOME = bytes.fromhex("abacaba0" + "00" * 24 + "60061e01")  # a hash of nothing
MOST = 70  # leaves of the trees that are compared with the plain definition


@cache
def built(size):
    """(entries, hashes of leaves, root) of a tree, by the plain definition."""
    entries = plain.entries(size)
    return entries, [tree.leaf_hash(each) for each in entries], plain.mth(entries)


def test_the_empty_tree_has_the_hash_of_nothing():
    assert tree.root([]) == EMPTY_ROOT
    assert EMPTY_ROOT.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_leaf_and_node_have_the_known_hashes():
    assert tree.leaf_hash(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert (
        tree.leaf_hash(b"L123456").hex() == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    )
    assert (
        tree.node_hash(b"N123", b"N456").hex()
        == "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    )


@pytest.mark.parametrize("size", range(1, 9))
def test_roots_are_the_known_ones(size):
    assert tree.root(LEAVES[:size]) == ROOTS[size - 1]


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_proofs_of_inclusion_are_the_known_ones(index, size):
    known = [bytes.fromhex(each) for each in INCLUSION[index, size]]
    assert tree.inclusion_proof(index, size, tree.subtree_of(LEAVES)) == known
    verify_inclusion(LEAVES[index], index, size, known, ROOTS[size - 1])


@pytest.mark.parametrize(("first", "second"), CONSISTENCY)
def test_proofs_of_consistency_are_the_known_ones(first, second):
    known = [bytes.fromhex(each) for each in CONSISTENCY[first, second]]
    assert tree.consistency_proof(first, second, tree.subtree_of(LEAVES)) == known
    verify_consistency(first, second, known, ROOTS[first - 1], ROOTS[second - 1])


@given(st.integers(1, MOST), st.data())
def test_root_and_inclusion_are_those_of_the_definition(size, data):
    entries, leaves, root = built(size)
    index = data.draw(st.integers(0, size - 1))
    proof = tree.inclusion_proof(index, size, tree.subtree_of(leaves))
    assert tree.root(leaves) == root
    assert proof == plain.path(index, entries)
    verify_inclusion(leaves[index], index, size, proof, root)


def test_a_tree_that_grows_has_the_root_of_each_size():
    grows = tree.Frontier()
    for size in range(MOST + 1):
        assert (grows.size, grows.root()) == (size, tree.root(built(MOST)[1][:size]))
        grows.add(built(MOST)[1][size % MOST])


@given(st.integers(1, MOST), st.data())
def test_consistency_is_that_of_the_definition(second, data):
    entries, leaves, root = built(second)
    first = data.draw(st.integers(1, second))
    proof = tree.consistency_proof(first, second, tree.subtree_of(leaves))
    assert proof == plain.proof(first, entries)
    verify_consistency(first, second, proof, built(first)[2], root)


def wrong_inclusions(index, size, proof, root, leaf):
    """What must not be taken for the proof of a leaf: (which, index, size, proof, root, leaf)."""
    for other in {index - 1, index + 1, index ^ 2, -1, size} - {index}:
        yield f"index {other}", other, size, proof, root, leaf
    for other in (size * 2, size // 2, 0):
        yield f"size {other}", index, other, proof, root, leaf
    for name, other in (("empty", b""), ("short", b"WrongLeaf"), ("some", SOME)):
        yield f"{name} leaf", index, size, proof, root, other
        yield f"{name} root", index, size, proof, other, leaf
        yield f"{name} hash after it", index, size, [*proof, other], root, leaf
        yield f"{name} hash before it", index, size, [other, *proof], root, leaf
    yield "the root of no leaves", index, size, proof, EMPTY_ROOT, leaf
    yield "the root after it", index, size, [*proof, root], root, leaf
    yield "the root before it", index, size, [root, *proof], root, leaf
    yield from ((f"{n} hashes", index, size, proof[:n], root, leaf) for n in range(len(proof)))
    for place in range(len(proof)):
        for name, other in (("altered", altered(proof[place])), ("empty", b""), ("short", proof[place][:31])):
            yield f"{name} hash {place}", index, size, replaced(proof, place, other), root, leaf
    if len(proof) > 1:
        yield "turned around", index, size, proof[::-1], root, leaf
        yield "one put in", index, size, [proof[0], SOME, *proof[1:]], root, leaf


def wrong_consistencies(first, second, proof, root1, root2):
    """What must not be taken for a proof of consistency: (which, first, second, proof, first root, second root)."""
    for other in {first - 1, first + 1, first ^ 2, -1, second + 1} - {first}:
        yield f"first size {other}", other, second, proof, root1, root2
    for other in (second * 2, second // 2, 0):
        yield f"second size {other}", first, other, proof, root1, root2
    for name, other in (("empty", b""), ("short", b"WrongRoot"), ("some", SOME), ("no leaves'", EMPTY_ROOT)):
        yield f"{name} first root", first, second, proof, other, root2
        yield f"{name} second root", first, second, proof, root1, other
    yield "roots exchanged", first, second, proof, root2, root1
    for name, other in (
        ("empty", b""),
        ("first root", root1),
        ("second root", root2),
        ("first hash", proof[0]),
    ):
        yield f"{name} after it", first, second, [*proof, other], root1, root2
        yield f"{name} before it", first, second, [other, *proof], root1, root2
    yield from ((f"{n} hashes", first, second, proof[:n], root1, root2) for n in range(len(proof)))
    for place in range(len(proof)):
        for name, other in (("altered", altered(proof[place])), ("empty", b""), ("short", proof[place][:31])):
            yield f"{name} hash {place}", first, second, replaced(proof, place, other), root1, root2


def altered(value):
    """A hash with one bit turned over."""
    return bytes([value[0] ^ 8, *value[1:]])


def replaced(proof, place, other):
    """A proof with one hash in place of another."""
    return [*proof[:place], other, *proof[place + 1 :]]


@pytest.mark.parametrize(("index", "size"), [each for each in INCLUSION if each[1] > 1])
def test_wrong_proofs_of_inclusion_are_refused(index, size):
    proof = [bytes.fromhex(each) for each in INCLUSION[index, size]]
    passed = [
        which
        for which, *probe in wrong_inclusions(index, size, proof, ROOTS[size - 1], LEAVES[index])
        if passes_inclusion(*probe)
    ]
    assert passed == []


def passes_inclusion(index, size, proof, root, leaf):
    try:
        verify_inclusion(leaf, index, size, proof, root)
    except ProofError:
        return False
    return True


@pytest.mark.parametrize(("first", "second"), [each for each in CONSISTENCY if each[0] < each[1]])
def test_wrong_proofs_of_consistency_are_refused(first, second):
    proof = [bytes.fromhex(each) for each in CONSISTENCY[first, second]]
    passed = [
        which
        for which, *probe in wrong_consistencies(first, second, proof, ROOTS[first - 1], ROOTS[second - 1])
        if passes_consistency(*probe)
    ]
    assert passed == []


def passes_consistency(first, second, proof, root1, root2):
    try:
        verify_consistency(first, second, proof, root1, root2)
    except ProofError:
        return False
    return True


@pytest.mark.parametrize(("index", "size"), [(0, 0), (1, 0), (1, 1), (2, 1), (-1, 1)])
def test_no_leaf_beyond_the_tree_is_proven(index, size):
    with pytest.raises(ProofError, match=f"A tree of size {size} has no leaf {index}"):
        verify_inclusion(SOME, index, size, [], SOME)
    with pytest.raises(ProofError, match=f"A tree of size {size} has no leaf {index}"):
        tree.inclusion_proof(index, size, tree.subtree_of(LEAVES))


@pytest.mark.parametrize(
    ("first", "second", "root1", "root2", "proof", "words"),
    [
        (0, 0, SOME, SOME, [], "size 0 has another root"),
        (0, 0, EMPTY_ROOT, SOME, [], "size 0 has another root"),
        (0, 1, SOME, ROOTS[0], [], "size 0 has another root"),
        (0, 1, EMPTY_ROOT, ROOTS[0], [EMPTY_ROOT], "too long"),
        (0, 0, EMPTY_ROOT, EMPTY_ROOT, [EMPTY_ROOT], "too long"),
        (1, 1, ROOTS[0], ROOTS[0], [EMPTY_ROOT], "too long"),
        (1, 1, ROOTS[0], SOME, [], "two roots for size 1"),
        (1, 1, b"", b"", [], "32 bytes; found one of 0"),
        (1, 0, ROOTS[0], EMPTY_ROOT, [], "size 0 does not begin with one of size 1"),
        (2, 1, ROOTS[1], ROOTS[0], [], "size 1 does not begin with one of size 2"),
        (1, 2, ROOTS[0], ROOTS[1], [], "too short"),
    ],
)
def test_what_is_inconsistent_is_refused_with_its_reason(first, second, root1, root2, proof, words):
    with pytest.raises(ProofError, match=words):
        verify_consistency(first, second, proof, root1, root2)


def test_every_tree_begins_with_the_empty_one_and_with_itself():
    verify_consistency(0, 0, [], EMPTY_ROOT, EMPTY_ROOT)
    verify_consistency(0, 8, [], EMPTY_ROOT, ROOTS[7])
    verify_consistency(8, 8, [], ROOTS[7], ROOTS[7])
    assert tree.consistency_proof(0, 8, tree.subtree_of(LEAVES)) == []
    with pytest.raises(ProofError, match="size 3 does not begin with one of size 4"):
        tree.consistency_proof(4, 3, tree.subtree_of(LEAVES))


def test_a_later_history_is_not_taken_for_the_same_one():
    other = [tree.leaf_hash(each) for each in (b"another", *ENTRIES[1:])]
    proof = tree.consistency_proof(3, 8, tree.subtree_of(other))
    with pytest.raises(ProofError, match="another root than that of size 3"):
        verify_consistency(3, 8, proof, ROOTS[2], tree.root(other))
