"""Checks of irregularities and of the clock."""
