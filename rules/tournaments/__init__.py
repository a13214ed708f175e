"""Tournaments: their file, what is due in them, and what was played of them at the tables."""
