"""What a hand of a pot game should have paid: betting, pots, showdown, division, rake and jackpots, over arrays.

`acts` says who sits where and which acts happened, `betting/betting_walk.py` follows the chips act by act for all hands at a
time, and each module of `breaches` then reads what the walk noted before each act. `outcome_of_acts.py` and `division` say what
was due, `block_replay.py` puts a block of hands together, and `table_replay.py` the blocks of a table.
"""
