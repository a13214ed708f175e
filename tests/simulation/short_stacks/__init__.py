"""Honest hands of short stacks: every game, every limit, every post, as a plain judge lets them be played."""
