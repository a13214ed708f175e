"""Rulesets of rooms elsewhere that extend the plain cash game: what each changes, as such a room would file it."""

from rules.controls.ruleset import Ruleset
from tests.plain.open_face.systems import STRONGEST
from tests.rules.rulesets import beside_the_library

HEAD = """
[ruleset]
id = "house"
revision = 1
title = "A house table"
authority = "A room"
family = "ofc"
extends = ["ofc-cash@1"]
"""


def royalty(row: str, hand: str, units: int, when: str = "held", rank: str | None = None) -> str:
    ranked = f'rank = "{rank}"\n' if rank else ""
    return (
        f'[[royalty]]\nrow = "{row}"\nhand = "{hand}"\n{ranked}units = {units}\nas = "extra"\n'
        f'when = "{when}"\ncite = "convention"\n'
    )


def _royalties(when: str = "held", only: tuple[str, ...] = (), more: tuple[tuple[str, int], ...] = ()) -> str:
    from rules.controls.library import library

    listed = library().get("ofc-cash").get("royalty")
    kept = [each for each in listed if not only or each["hand"] in only]
    reported = [royalty(each["row"], each["hand"], each["units"], when, each.get("rank")) for each in kept]
    return "\n".join([*reported, *(royalty(row, "five_of_a_kind", units) for row, units in more)])


FIVE_ALIKE = (("middle", 100), ("back", 50))
TABLES = {
    "quads": lambda: _royalties(only=STRONGEST),
    "won": lambda: _royalties(when="won"),
    "equal": lambda: '[set_order]\nequal = "foul"\ncite = "convention"\n',
    "flat": lambda: '[set_order.foul]\nprice = "flat"\nunits = 6\nroyalties = "none"\ncite = "convention"\n',
    "jokers": lambda: _wild("best_row"),
    "jokers-legal": lambda: _wild("best_legal"),
}


def _wild(value: str) -> str:
    deck = '[table]\ndeck = { cards = 54, jokers = 2, cite = "convention" }\n'
    wild = f'[jokers]\nvalue = "{value}"\ncite = "convention"\n'
    return deck + wild + _royalties(more=FIVE_ALIKE)


def house(name: str) -> Ruleset:
    """A house table, checked as every ruleset file is."""
    return beside_the_library({"house/1.toml": HEAD + TABLES[name]()}).get("house")


_LAND = """
[fantasyland]
cards = 14
entry = { front = "pair", rank = "Q", cite = "convention" }
stay = { front = "trips", back = "quads", cite = "convention" }
cite = "convention"
"""


def pineapple(land: str) -> Ruleset:
    """A house table of Pineapple with lines of its own in [fantasyland]."""
    text = HEAD.replace("ofc-cash@1", "ofc-pineapple@1") + f"{_LAND}\n{land}\n"
    return beside_the_library({"house/1.toml": text}).get("house")
