"""Division of pots: shares, odd chips, fees, jackpots."""
