"""Demonstration: a week of a card room that does not exist, on record."""
