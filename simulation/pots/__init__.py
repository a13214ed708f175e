"""Sessions of pot games: hold'em, Omaha, stud and draw, played act by act by a sequential engine.

The engine follows chips and legal acts, and computes pots, rake and awards by itself. Of the replay it uses the strengths of
hands and, for hands near one, the jackpots.
"""
