"""The button of a final table's first hand, from the logs of its table."""

import json

import pytest

from auditor.final_tables import button_of_final
from tests.rules.events.tables import log, played

FINAL = frozenset({"P01", "P02", "P03"})


def deal(number, *players, **stated):
    seats = [(place, player, None, None) for place, player in enumerate(players, 1)]
    return played(number, None, *seats, **stated)


def button(*logs):
    return button_of_final(
        FINAL, [lambda lines=lines: [json.dumps(each).encode() + b"\n" for each in lines] for lines in logs]
    )


def test_it_is_that_of_the_tables_first_hand():
    first = deal(1, "P03", "P01", "P02", dealer=2)
    assert button(log("S-1", "T9", first, deal(2, "P03", "P01", "P02", dealer=3))) == "P01"


def test_it_is_that_of_the_first_hand_after_those_of_other_players():
    """The table was played at before, in an earlier log."""
    before = log("S-1", "T1", deal(1, "P01", "P02", "P07", dealer=1), deal(2, "P01", "P02", dealer=2))
    final = log("S-2", "T1", deal(3, "P01", "P02", "P03", dealer=3), deal(4, "P01", "P02", "P03", dealer=1))
    assert button(before, final) == "P03"


@pytest.mark.parametrize(
    "hands",
    [
        [deal(5, "P01", "P02", "P03", dealer=1)],
        [deal(1, "P01", "P02", "P03")],
        [deal(1, "P01", "P02", dealer=1)],
        [],
    ],
    ids=["the log begins later", "no button on record", "other players", "no hand"],
)
def test_it_is_not_known_where_the_log_does_not_have_it(hands):
    assert button(log("S-1", "T9", *hands)) is None
