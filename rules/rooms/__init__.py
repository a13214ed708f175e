"""Card rooms over the sessions of a gaming day: what all of its logs show together."""
