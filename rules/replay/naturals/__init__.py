"""Naturals: hands of thirteen cards that win by themselves.

counts: thirteen cards as numbers, on which most patterns are a few operations on bits. patterns: what each pattern is.
partitions: splits of thirteen cards into rows, searched only on the few hands that can have them. tiebreaks: two of one
kind against each other.
"""
