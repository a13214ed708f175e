"""Checks of a tournament as a whole."""
