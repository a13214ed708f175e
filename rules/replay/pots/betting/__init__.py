"""Betting of many hands at a time: forced bets, chips, pots."""
