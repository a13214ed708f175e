"""An incident in a row: hand, seat and player, what went wrong, and all its money."""

from typing import Any

import pytest
from msgspec.structs import replace

from reports.incident_row_words import SeatPlayer, in_a_row, what_went_wrong
from rules.results import Incident, IncidentHand
from tests.rules.incidents.test_order import amounts, incident

ONE = SeatPlayer(2, "p-c7fe")
BASE = replace(
    incident("a", "major", amounts("USD", misrecorded=1200)),
    short="straight-flush bonus not in the nets", title="Seat 1's recorded result differs from what was due",
)  # fmt: skip


def shown(players: list[SeatPlayer], hands: list[int], seats: list[int], **fields: Any) -> str:
    at = [IncidentHand("S-1", number) for number in hands]
    return in_a_row(replace(BASE, hands=at, seats=seats, **fields), players, "USD")


WRONG = "straight-flush bonus not in the nets, $12.00 misrecorded"


@pytest.mark.parametrize(
    ("players", "hands", "seats", "place"),
    [
        ([ONE], [122], [2], "Hand 122, seat 2 (p-c7fe)"),
        ([ONE, SeatPlayer(4, "p-eb95")], [250_100_047], [2, 4], "Hand 250100047, seats 2 and 4 (p-c7fe and p-eb95)"),
        ([SeatPlayer(n, f"p-{n}") for n in (1, 2, 3, 4)], [122], [1, 2, 3, 4], "Hand 122, seats 1 to 4"),
        ([ONE], [3, 4, 9], [1, 2], "Hands 3–4, 9, seats 1 and 2"),
        ([SeatPlayer(None, "p-9")], [7], [], "Hand 7, p-9"),
        ([], [7], list(range(1, 8)), "Hand 7, 7 seats"),
    ],
)  # fmt: skip
def test_a_row_names_hand_seat_and_player(players, hands, seats, place):
    assert shown(players, hands, seats) == f"{place}: {WRONG}"


def test_a_row_without_a_place_begins_with_what_went_wrong():
    assert shown([], [], []) == f"S{WRONG[1:]}"


def test_a_pattern_counts_its_hands_and_names_nobody():
    assert shown([ONE], list(range(1, 1205)), [2], pattern=True).startswith("1,204 hands: ")


def test_a_row_has_money_of_every_kind():
    both = [amounts("USD", over_collected=300, misrecorded=400), amounts("chips", unaccounted=1)]
    assert shown([], [1], [], money=both) == (
        "Hand 1: straight-flush bonus not in the nets, $3.00 over-collected, $4.00 misrecorded, 1\u00a0chip unaccounted for"
    )


def test_an_incident_of_an_earlier_engine_is_said_by_its_title():
    old: Incident = replace(BASE, short=None, money=None, misallocated=200, misrecorded=None)
    assert what_went_wrong(old) == "recorded result differs from what was due"
    assert in_a_row(old, [], "EUR") == "Recorded result differs from what was due, €2.00 misallocated"
    assert (
        what_went_wrong(replace(old, title="A card appears twice in the deal"))
        == "a card appears twice in the deal"
    )
