"""The verifier's own proofs of inclusion beside those of the register, over random trees and random damage."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.register import tree
from verifier.verify_report import Refused, must_include


def _leaves(size):
    return [hashlib.sha256(b"%d" % each).digest() for each in range(size)]


@given(st.data())
def test_what_the_register_proves_is_accepted_and_what_it_refuses_is_refused(data):
    size = data.draw(st.integers(1, 70))
    index = data.draw(st.integers(0, size - 1))
    leaves = _leaves(size)
    proof = tree.inclusion_proof(index, size, tree.subtree_of(leaves))
    root = tree.root(leaves)
    must_include(leaves[index], index, size, proof, root)
    damage = data.draw(
        st.sampled_from(["shorter", "longer", "order", "hash", "index", "size", "leaf", "root"])
    )
    leaf = leaves[index]
    if damage == "shorter" and proof:
        del proof[data.draw(st.integers(0, len(proof) - 1))]
    elif damage == "longer":
        proof.insert(data.draw(st.integers(0, len(proof))), hashlib.sha256(b"").digest())
    elif damage == "order":
        proof = data.draw(st.permutations(proof))
    elif damage == "hash" and proof:
        proof[data.draw(st.integers(0, len(proof) - 1))] = bytes(32)
    elif damage == "index":
        index = data.draw(st.integers(0, size + 2))
    elif damage == "size":
        size = data.draw(st.integers(0, size + 8))
    elif damage == "leaf":
        leaf = bytes(32)
    elif damage == "root":
        root = bytes(32)
    try:
        tree.verify_inclusion(leaf, index, size, proof, root)
    except tree.ProofError:
        with pytest.raises(Refused):
            must_include(leaf, index, size, proof, root)
    else:
        must_include(leaf, index, size, proof, root)
