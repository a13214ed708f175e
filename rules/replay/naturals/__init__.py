"""Naturals: hands of thirteen cards that win by themselves.

counts: thirteen cards as numbers, for patterns by bit operations. patterns: the patterns. partitions: splits into rows,
searched only on the few hands that can have them. tiebreaks: two naturals of one kind against each other.
"""
