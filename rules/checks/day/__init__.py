"""Checks across sessions of a gaming day."""
