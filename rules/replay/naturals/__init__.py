"""Naturals: hands of thirteen cards that win by themselves."""
