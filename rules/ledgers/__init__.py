"""Ledgers: files of jackpots and ranking pools, and amounts due."""
