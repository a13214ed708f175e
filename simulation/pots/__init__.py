"""Sessions of pot games: hold'em, Omaha, stud and draw games, played act by act by a sequential engine.

The engine follows the chips and the legal acts; `simulated_pots.py`, `simulated_pot_fees.py` and `division.py` compute pots,
rake and awards, a hand at a time. Of the replay this package uses the strengths of hands
(`rules.replay.pots.showdown.five_card_strengths`) and, for hands that may have hit one, the jackpots.
"""
