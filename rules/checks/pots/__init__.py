"""Checks of betting and of the pots."""
