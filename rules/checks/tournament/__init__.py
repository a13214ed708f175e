"""Checks of a tournament."""
