"""A later checkpoint follows an earlier one, or does not, by a proof that is worked out from tiles."""

import re

import pytest

from auditor.register.following import must_follow
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.tiles import HEIGHT, WIDTH
from auditor.register.tree import ProofError, leaf_hash, root

LEAVES = [leaf_hash(b"%d" % each) for each in range(600)]
OTHERS = [*LEAVES[:299], leaf_hash(b"other"), *LEAVES[300:]]


def checkpoint(leaves, size):
    return Checkpoint("log.example/1", size, root(leaves[:size]))


def reading(leaves):
    def read(tile):
        assert tile.level in (0, 1)
        if tile.level == 0:
            return leaves[tile.start : tile.start + tile.width]
        starts = range(tile.start << HEIGHT, (tile.start + tile.width) << HEIGHT, WIDTH)
        return [root(leaves[start : start + WIDTH]) for start in starts]

    return read


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 512, 599, 600])
def test_a_log_that_grew_follows_all_of_its_checkpoints(size):
    must_follow(checkpoint(LEAVES, 600), checkpoint(LEAVES, size), reading(LEAVES))


def test_a_log_in_which_an_entry_was_altered_follows_only_what_was_before_it():
    must_follow(checkpoint(OTHERS, 600), checkpoint(LEAVES, 299), reading(OTHERS))
    for size in (300, 512, 599, 600):
        with pytest.raises(ProofError, match=f"Its first {size} entries are not those that it had"):
            must_follow(checkpoint(OTHERS, 600), checkpoint(LEAVES, size), reading(OTHERS))


def test_tiles_of_another_tree_prove_nothing():
    """Whoever serves the tiles of what was seen before cannot have signed them."""
    with pytest.raises(ProofError, match="another root than that of size 600"):
        must_follow(checkpoint(OTHERS, 600), checkpoint(LEAVES, 400), reading(LEAVES))


def test_a_log_that_shrank_follows_nothing():
    with pytest.raises(ProofError, match=re.escape("It has 3 entries now, and had 1,000.")):
        must_follow(checkpoint(LEAVES, 3), Checkpoint("log.example/1", 1000, bytes(32)), reading(LEAVES))
