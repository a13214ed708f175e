"""Checks of cards dealt, held and shown."""
