"""Whether a later checkpoint of a log follows an earlier one: the later tree begins with all that the earlier one has."""

from __future__ import annotations

from auditor.register.register_checkpoints import Checkpoint
from auditor.register.tiles import Read, TiledTree
from auditor.register.tree import ProofError, verify_consistency


def must_follow(later: Checkpoint, earlier: Checkpoint, read: Read) -> None:
    """Verify that a log only grew between two of its checkpoints, by a proof worked out from its tiles.

    read: the hashes of a tile of the later tree, from wherever; false ones lead to no proof. Raises ProofError, and what
    ``read`` raises.
    """
    if later.size < earlier.size:
        raise ProofError(f"It has {later.size:,} entries now, and had {earlier.size:,}.")
    proof = TiledTree(later.size, read).consistency_proof(earlier.size)
    try:
        verify_consistency(earlier.size, later.size, proof, earlier.root, later.root)
    except ProofError as error:
        raise ProofError(f"Its first {earlier.size:,} entries are not those that it had. {error}") from error
