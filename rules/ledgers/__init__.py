"""Ledgers: the file of jackpots and ranking pools over time, and the amounts due."""
