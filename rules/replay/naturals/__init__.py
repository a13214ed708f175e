"""Naturals: hands of thirteen cards that win by themselves.

counts: thirteen cards as numbers; most patterns are a few bit operations on them. patterns: the patterns themselves.
partitions: splits of thirteen cards into rows, searched only on the few hands that can have them. tiebreaks: two
naturals of one kind against each other.
"""
