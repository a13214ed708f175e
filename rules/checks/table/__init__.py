"""Checks of seats, stakes and chips."""
