"""Division of pots: shares, odd chips, rake and drop, jackpots, and the settled hand."""
