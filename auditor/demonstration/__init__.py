"""Demonstration: an invented card room's week on record."""
