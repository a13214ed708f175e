"""Who plays the next hand with all cards at once. No document prices it: the common convention.

Queens or better in front bring a player in. Trips in front, or four of a kind or better in the back, keep it there.
"""

from __future__ import annotations

from tests.plain.open_face.cards import RANKS
from tests.plain.open_face.hand import Hand, Player, player_of
from tests.plain.open_face.rows import name
from tests.plain.open_face.systems import STRONGEST, Rules, rules_of

QUEEN = RANKS.index("Q") + 2


def entitled(hand: Hand, seat: int, system: str | Rules = "ofc-cash", **readings) -> bool:
    """Whether the seat plays the next hand in fantasyland; one that is there now has to stay there."""
    (recorded,) = (each for each in hand["seats"] if each["seat"] == seat)
    player = player_of(hand, recorded, rules_of(system, **readings))
    if not player.legal:
        return False
    return stays(player) if recorded.get("fantasyland") else enters(player)


def enters(player: Player) -> bool:
    highest = player.rows["front"][1][0]
    return player.names["front"] == "trips" or (player.names["front"] == "pair" and highest >= QUEEN)


def stays(player: Player) -> bool:
    return player.names["front"] == "trips" or name(player.rows["back"]) in STRONGEST


def cards_next(
    hand: Hand, seat: int, system: str | Rules, more: dict[str, int] | None = None, **readings
) -> int:
    """How many cards the seat is dealt at once next; 0 where it is not entitled.

    ``more`` is the progressive reading, {"K": 15, "A": 16, "trips": 17}, for those who enter with better than queens.
    """
    rules = rules_of(system, **readings)
    if not rules.fantasyland or not entitled(hand, seat, rules):
        return 0
    (recorded,) = (each for each in hand["seats"] if each["seat"] == seat)
    player = player_of(hand, recorded, rules)
    if recorded.get("fantasyland"):
        return rules.fantasyland
    _, ranks = player.rows["front"]
    with_what = "trips" if player.names["front"] == "trips" else RANKS[int(ranks[0]) - 2]
    return (more or {}).get(with_what, rules.fantasyland)
