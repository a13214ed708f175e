"""Checks across the sessions of a gaming day."""
