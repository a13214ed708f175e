"""What could be found in a changed record and is not found at present."""

from __future__ import annotations

from tests.rules.mutations.open_face import why
from tests.rules.mutations.open_face.why import Why

# Changes that contradict something on record, which no check holds against it.
COULD_SHOW = (
    Why(
        "whose turn it was when a clock was called is not asked, nor whether a placement came at the time of its answer",
        why.out_of_time,
        (
            "an act at another time",
            "a clock on another seat",
            "a clock called at another time",
            "a clock acted on at another time",
            "a clock acted on",
        ),
    ),
    Why(
        "an irregularity may name a seat where nobody sat",
        why.of_nobody,
        ("an irregularity of an empty seat", "a player left out"),
    ),
)

# Evidence that was withdrawn, and every check counts the hand as tested all the same.
UNTOUCHED_AND_NEEDED = {
    "a card of the discards not recorded": "SET013 and DCK001",
    "the discards not recorded": "SET013 and DCK002",
    "the seat of an irregularity not recorded": "CLK003, CLK004 and CLK005",
    "the seat of an event not recorded": "CLK006",
}
