"""Checks of the log, and its controls."""
