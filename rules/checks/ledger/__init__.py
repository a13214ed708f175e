"""Checks of a ledger of jackpots and rankings."""
