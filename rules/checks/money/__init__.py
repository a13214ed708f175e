"""Checks of results and payments."""
