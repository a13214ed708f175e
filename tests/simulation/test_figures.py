"""Fields of records that a fault replaces, by their types."""

from random import Random

import pytest
from msgspec import UNSET

from rules.records.events import ChineseSeat
from rules.tournaments.tournament_records import Entry, Seating, Unregister
from simulation.faults.answer_key import Expected
from simulation.faults.fault_base import alter, found
from simulation.faults.figures import Figure, Replaced, field_types, named

AT = "2026-03-14T19:00:00+02:00"


def replaced(figure, record):
    """The values of a field before and after, and the field of the record now."""
    return figure.replace(record, Random(1)), getattr(record, figure.field)


def test_a_number_becomes_another_amount():
    entry = Entry(at=AT, entry=3, player="P3", paid=5_500)
    assert replaced(Figure(Entry, "paid", more=(-100,)), entry) == (Replaced(5_500, 5_400), 5_400)
    one_of_two = Figure(Entry, "paid", more=(1, 2)).replace(entry, Random(1))
    assert one_of_two in (Replaced(5_400, 5_401), Replaced(5_400, 5_402))
    assert replaced(Figure(Entry, "chips", to=3), entry) == (Replaced(UNSET, 3), 3)


def test_a_word_becomes_another_word_and_a_mark_false():
    seat = Seating(at=AT, entry=3, table="T1", seat=4, method="draw")
    assert replaced(Figure(Seating, "method", to="chosen"), seat) == (Replaced("draw", "chosen"), "chosen")
    refund = Unregister(at=AT, entry=3, refund=5_500, approved=True)
    assert replaced(Figure(Unregister, "approved"), refund) == (Replaced(True, False), False)


def test_a_number_that_is_not_stated_or_would_be_too_small_stays():
    entry = Entry(at=AT, entry=3, player="P3", paid=50)
    assert replaced(Figure(Entry, "paid", more=(-100,)), entry) == (None, 50)
    assert replaced(Figure(Entry, "chips", more=(100,)), entry) == (None, UNSET)


@pytest.mark.parametrize(
    ("kind", "field", "values"),
    [
        (Entry, "price", {"more": (1,)}),  # no such field
        (Entry, "paid", {"to": "much"}),
        (Entry, "paid", {}),
        (Seating, "method", {"to": "won"}),  # none of its words
        (Unregister, "approved", {"more": (1,)}),
    ],
)
def test_a_value_that_the_field_cannot_have_is_refused(kind, field, values):
    with pytest.raises(ValueError, match=f"{field} of {kind.__name__} cannot become another by"):
        Figure(kind, field, **values)


def test_the_types_of_a_field_are_without_what_describes_them():
    assert [type(each).__name__ for each in field_types(Entry, "paid")] == ["IntType"]
    assert field_types(Entry, "price") == ()


def test_the_key_names_what_a_record_states():
    entry = Entry(at=AT, entry=3, player="P3")
    assert named(entry, "entry", "player", "table", "paid") == {"entry": 3, "player": "P3"}


def test_a_field_of_a_hand_that_is_altered_is_in_the_key_with_both_values():
    seat = ChineseSeat(seat=2, player="P2", net=300, fouled=False)
    wrong = alter(seat, "seats.net", -300, found("SCR001", 2), seat=2)
    assert (seat.net, wrong.field, wrong.recorded, wrong.true, wrong.seat) == (
        -300,
        "seats.net",
        -300,
        300,
        2,
    )
    assert wrong.must == (Expected("SCR001", 2),)
    marks = alter(seat, "seats.fouled", True, found("SET003", 2)), alter(seat, "seats.declared", "dragon", ())
    assert [(each.recorded, each.true) for each in marks] == [("true", "false"), ("dragon", None)]
