"""Checks of rake, time and jackpot drops."""
