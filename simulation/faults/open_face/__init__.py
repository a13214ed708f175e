"""Faults of open-face tables only."""
