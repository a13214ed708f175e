"""Faults of pot games: hands that are played, dealt or written against the rules."""
