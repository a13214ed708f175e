"""Proofs as text (C2SP tlog-proof)."""

import base64

import metamorphic_log as judge

from auditor.register import proofs, register_checkpoints
from auditor.register.register_checkpoints import Checkpoint
from tests.register import test_tiles
from tests.register.test_judge import tiled
from tests.register.test_notes import LOG


def test_a_proof_has_the_form_of_the_specification():
    """Of the tests of transparency-dev/formats/proof."""
    assert proofs.written(10, [b"1" * 32], "checkpoint data\n", b"extra information") == (
        "c2sp.org/tlog-proof@v1\nextra ZXh0cmEgaW5mb3JtYXRpb24=\nindex 10\n"
        f"{base64.b64encode(b'1' * 32).decode()}\n\ncheckpoint data\n"
    )


def test_the_judge_accepts_what_a_proof_has():
    note = bytes(register_checkpoints.signed(Checkpoint(LOG.name, 700, tiled(700).root()), LOG)).decode()
    text = proofs.written(299, tiled(700).inclusion_proof(299), note, b"nonce")
    head, _, checkpoint = text.partition("\n\n")
    hashes = [base64.b64decode(each) for each in head.split("\n")[3:]]
    judge.checkpoint_verify_inclusion(checkpoint, [str(LOG.verifier)], 299, test_tiles.leaves()[299], hashes)
