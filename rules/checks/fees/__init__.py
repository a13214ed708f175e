"""Checks of rake, fees of time and jackpot drops."""
