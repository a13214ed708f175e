"""Whether a later checkpoint extends an earlier one."""

from __future__ import annotations

from auditor.register.key_handovers import LogKeys
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.tiles import Read, TiledTree
from auditor.register.tree import ProofError, verify_consistency


def must_follow(later: Checkpoint, earlier: Checkpoint, read: Read) -> None:
    """Verify from tiles that a log only grew between checkpoints.

    read: hashes of a later tile, from anywhere; false ones prove nothing. Raises ProofError, and what ``read`` raises.
    """
    if later.size < earlier.size:
        raise ProofError(f"It has {later.size:,} entries now, and had {earlier.size:,}.")
    proof = TiledTree(later.size, read).consistency_proof(earlier.size)
    try:
        verify_consistency(earlier.size, later.size, proof, earlier.root, later.root)
    except ProofError as error:
        raise ProofError(f"Its first {earlier.size:,} entries are not those that it had. {error}") from error


def must_have_handed_over(later: Checkpoint, keys: LogKeys, read: Read) -> None:
    """Verify from tiles that a log handed its key over at entries that it has. read, raises: as of `must_follow`."""
    for each in keys.handovers:
        must_follow(later, Checkpoint(later.origin, each.size, each.root), read)
