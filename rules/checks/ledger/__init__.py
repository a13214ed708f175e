"""Checks of a ledger."""
