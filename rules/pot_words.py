"""Words of pot games, which records, columns and rulesets share."""

from __future__ import annotations

from typing import Literal

GameName = Literal[
    "holdem", "omaha", "omaha_hilo", "omaha5", "omaha5_hilo", "omaha6", "courchevel", "courchevel_hilo", "crazy_pineapple",
    "watermelon", "sviten", "soko", "stud5", "stud7", "stud_hilo", "razz", "draw5", "draw27", "draw27_single", "badugi",
    "short_deck",
]  # fmt: skip
LimitName = Literal["no_limit", "pot_limit", "fixed_limit"]
MixName = Literal["horse", "eight_game", "dealers_choice"]
StreetName = Literal[
    "preflop", "flop", "turn", "river",
    "second", "third", "fourth", "fifth", "sixth", "seventh",
    "predraw", "first_draw", "second_draw", "third_draw",
]  # fmt: skip
PostKind = Literal[
    "small_blind", "big_blind", "straddle", "new_player", "missed_big", "extra", "bring_in", "ante", "missed_small",
    "dead", "table_ante",
]  # fmt: skip
Said = Literal["nothing", "check", "call", "bet", "raise", "complete", "fold", "all_in", "other"]
By = Literal["dealer", "floor", "timeout"]
HalfName = Literal["high", "low", "draw", "omaha"]
Charge = Literal["rake", "time"]
