"""Betting of many hands at a time: forced bets, the chips act by act, the pots that they build."""
