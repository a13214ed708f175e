"""Tournaments: their file, amounts due, and play at the tables."""
