"""Checks of seats, stakes and chips at a table."""
