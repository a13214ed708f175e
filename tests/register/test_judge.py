"""An independent implementation judges what the register makes: roots, proofs, notes, checkpoints. It is written in Rust."""

from functools import cache

import metamorphic_log as judge
import pytest

from auditor.register import register_checkpoints, register_notes, tree
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.tiles import TiledTree
from tests.register import test_notes, test_tiles, test_tree
from tests.register.test_notes import HEAD, LOG, WITNESSES, cosigned

SIZES = (1, 2, 3, 4, 5, 7, 8, 13, 64, 100, 255, 256, 257, 512, 700, 1200)


@cache
def tiled(size):
    return TiledTree(size, test_tiles.hashes)


@pytest.mark.parametrize("size", SIZES)
def test_the_judge_accepts_proofs_that_leaves_are_in_a_tree(size):
    root = tiled(size).root()
    for index in {0, 1, size // 3, size // 2, size - 2, size - 1} & set(range(size)):
        proof = tiled(size).inclusion_proof(index)
        judge.verify_inclusion(index, size, test_tiles.leaves()[index], proof, root)


@pytest.mark.parametrize("second", SIZES)
def test_the_judge_accepts_proofs_that_a_tree_grew(second):
    for first in (each for each in SIZES if each <= second):
        proof = tiled(second).consistency_proof(first)
        judge.verify_consistency(first, second, proof, tiled(first).root(), tiled(second).root())


def refuses(call, *args):
    try:
        call(*args)
    except judge.VerifyError:
        return True
    return False


def test_the_judge_refuses_what_is_refused_here():
    passed = []
    for (index, size), known in test_tree.INCLUSION.items():
        proof = [bytes.fromhex(each) for each in known]
        leaf, root = test_tree.LEAVES[index], test_tree.ROOTS[size - 1]
        judge.verify_inclusion(index, size, leaf, proof, root)
        passed += [
            which
            for which, index, size, proof, root, leaf in test_tree.wrong_inclusions(
                index, size, proof, root, leaf
            )
            if index >= 0 and not refuses(judge.verify_inclusion, index, size, leaf, proof, root)
        ]
    assert passed == []


def test_the_judge_reads_a_checkpoint_as_it_was_signed():
    note = bytes(register_checkpoints.signed(HEAD, LOG)).decode()
    read = judge.checkpoint_verify(note, [str(LOG.verifier)])
    assert (read.origin, read.size, read.root) == (HEAD.origin, HEAD.size, HEAD.root)
    assert refuses(judge.checkpoint_verify, note.replace("\n7\n", "\n8\n"), [str(LOG.verifier)])
    assert refuses(judge.checkpoint_verify, note, [test_notes.PETER])


def test_the_judge_finds_a_leaf_and_an_earlier_history_under_signed_checkpoints():
    before, after = (
        bytes(register_checkpoints.signed(Checkpoint(LOG.name, size, tiled(size).root()), LOG)).decode()
        for size in (300, 700)
    )
    keys = [str(LOG.verifier)]
    proof = tiled(700).inclusion_proof(299)
    judge.checkpoint_verify_inclusion(after, keys, 299, test_tiles.leaves()[299], proof)
    grown = tiled(700).consistency_proof(300)
    judge.checkpoint_verify_consistency(before, after, keys, grown)
    assert refuses(judge.checkpoint_verify_consistency, before, after, keys, grown[:-1])
    other = TiledTree(300, lambda tile: [tree.leaf_hash(b"other")] * tile.width).root()
    forked = bytes(register_checkpoints.signed(Checkpoint(LOG.name, 300, other), LOG)).decode()
    assert refuses(judge.checkpoint_verify_consistency, forked, after, keys, grown)


def test_the_judge_counts_the_log_and_each_witness():
    body = cosigned(*WITNESSES).decode()
    keys = [str(each.verifier) for each in (LOG, *WITNESSES)]
    assert judge.verify_signed_note(body, keys[:1]) == 1
    assert register_notes.parse(body.encode()).text == HEAD.text
