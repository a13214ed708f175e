"""Replay of pot games: betting, pots, showdown, division, fees, jackpots."""
