"""Sessions of pot games: hold'em, Omaha, stud and draw games, played act by act by a sequential engine of their own.

The engine follows the chips and says which acts are legal; pots, rake and awards are worked out a hand at a time in
`pots.py`, `fees.py` and `division.py`. Of the replay this package uses how strong hands are
(`rules.replay.pots.showdown.five_card_strengths`) and, for hands that may have hit one, the jackpots.
"""
