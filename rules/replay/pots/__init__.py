"""Replay of pot games over arrays: betting, pots, showdown, division, rake and jackpots.

First, `acts` has seats and acts; `betting/betting_walk.py` follows the chips act by act for all hands at a time; each module
of `breaches` reads what the walk noted before each act. `outcome_of_acts.py` and `division` compute amounts due;
`block_replay.py` joins a block of hands, `table_replay.py` the blocks of a table.
"""
