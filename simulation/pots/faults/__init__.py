"""Faults of pot games: hands that are played, dealt or written down against the rules."""
