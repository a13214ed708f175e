"""Checks of rows: how players set and placed their cards."""
