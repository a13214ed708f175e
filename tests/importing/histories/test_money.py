"""Amounts of histories that are easily taken for others: decimal commas, play money, currencies that differ at a table."""

import json

import msgspec

from tests.folding import of_every
from tests.importing.histories.originals import OPTIONS, brought_in, log, logs, originals, problems

OHH, POKERSTARS = (next(iter(originals(kind).values())) for kind in ("ohh", "pokerstars"))


@of_every(
    ("amount", "found"),
    [("$0,50", '"0,50"'), ("$12,50", '"12,50"'), ("$1,23,456", '"1,23,456"'), ("$1234,567", '"1234,567"')],
)
def test_a_decimal_comma_is_refused_and_never_a_hundred_times_as_much(amount, found):
    text = POKERSTARS.replace(stack_of(POKERSTARS), amount, 1)
    (only,) = problems(text)
    assert only[2:4] == (found, "an amount such as 1,234.50, with commas between thousands only")


def stack_of(text):
    """The stack of the first seat of a text."""
    return next(line for line in text.split("\n") if line.startswith("Seat 1: ")).split("(")[1].split(" ")[0]


def test_commas_between_thousands_are_read():
    _, hand = log(POKERSTARS.replace(stack_of(POKERSTARS), "$1,234,567.50", 1))
    assert hand["seats"][0]["stack"] == 123_456_750


def test_play_money_is_taken_and_named():
    text = POKERSTARS.replace("' 6-max", "' 6-max (Play Money)").replace("' 9-max", "' 9-max (Play Money)")
    assert text != POKERSTARS
    done = brought_in(text)
    (only,) = done.problems
    assert (only.where, only.found, only.expected, only.refuses) == (
        "line 1", "play money", "a hand that is played for money", False,
    )  # fmt: skip
    assert only.do == "Take the hand out, unless chips are meant to count as --currency."
    assert [each for rows in logs(done) for each in rows[1:]] == log(POKERSTARS)[1:]


def test_hands_of_another_currency_at_a_table_are_left_out():
    plain = json.loads(OHH)["ohh"]
    hands = [{**plain, "game_number": str(at), "currency": currency}
             for at, currency in enumerate(("USD", "CAD", ""), 1)]  # fmt: skip
    text = "\n".join(json.dumps({"ohh": each}) for each in hands)
    assert problems(text) == [
        ("line 2", "hand 2, currency", '"CAD"', '"USD", as in the hand of the same table on line 1',
         "Import the hands of each currency from a file of their own. The hand is left out."),
    ]  # fmt: skip
    done = brought_in(text, msgspec.structs.replace(OPTIONS, currency="CAD"))
    assert [[rows[0]["currency"], *(each["_id"] for each in rows[1:])] for rows in logs(done)] == [
        ["USD", "1"]
    ]
