"""Ledgers: the file of what jackpots and ranking pools did over time, and what is due of them."""
