"""Tournaments: their file, amounts due, play at the tables."""
