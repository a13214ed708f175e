"""Checks of how players set their cards."""
