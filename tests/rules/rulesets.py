"""Ruleset files to change in a test: a base that could be played under, and a part that extends it."""

from functools import cache

from rules.controls.library import Library, library, load

BASE = """
[ruleset]
id = "base"
revision = 1
title = "Base"
authority = "Room"
family = "chinese"
in_force = {}

[table]
players = { min = 2, max = 4, cite = "WSGC-1c" }
deck = { cards = 52, jokers = 0, cite = "WSGC-1a", fixed = true }
dealt = { cards = 13, cite = "WSGC-2b", fixed = true }
rows = { front = 3, middle = 5, back = 5, cite = "WSGC-4", fixed = true }

[stakes]
unit_cap = { max = 1000, currency = "USD", cite = "WSGC-3b" }

[ranking]
wheel = "low"
cite = "WSGC-5b"

[set_order]
equal = "allow"
cite = "WSGC-5a"

[comparison]
topology = "all_pairs"
cite = "WSGC-6c"

[rows]
kind = "per_row"
unit = 1
tie = 0
cite = "WSGC-6d"
"""

PART = """
[ruleset]
id = "part"
revision = 1
title = "A room's"
authority = "Room"
family = "chinese"
extends = ["base@1"]

[[royalty]]
row = "back"
hand = "quads"
units = 4
as = "extra"
when = "held"
cite = "WSGC-bonus-quads"
"""

# Rulesets that have fees beside the game of another one, which is replayed for both.
PLAYED_AS = {"wac-230-15-080": "wsgc-base", "olympic-time": "ofc-pineapple"}


def beside_the_library(files):
    """The shipped rulesets and those of some files, which may extend them: files by name. Mandatory limits are left out."""
    return load(files, _shipped())


@cache
def _shipped():
    return Library(library().revisions())
