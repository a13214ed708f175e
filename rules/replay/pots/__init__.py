"""What a hand of a pot game should have paid: betting, pots, showdown, division, rake and jackpots, over arrays.

`play.py` says who sits where and which acts happened, `walk.py` follows the chips act by act for all hands at a time,
and each module of the rules then reads what the walk noted before each act.
"""
