"""Checks of cards: what was dealt, held and shown."""
