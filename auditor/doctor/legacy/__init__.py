"""Checks of stores from before facts, which a later version has not brought up to date: seals, and entries of rows."""
