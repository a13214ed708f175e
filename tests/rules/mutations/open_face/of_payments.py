"""Changes of transfers: who paid whom, how much, for how many units, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.rules.build import Event
from tests.rules.mutations import figures
from tests.rules.mutations.change import numbers_of, with_one
from tests.rules.mutations.figures import moved
from tests.rules.mutations.open_face.change import Change
from tests.rules.mutations.open_face.deal import Log


def changes(hand: Event, log: Log) -> Iterator[Change]:
    if "transfers" not in hand:
        return
    for each in (hand, figures.without_nets(hand)):
        yield from of_figures(figures.transfers_changed(each))
        yield from units_added(each)
        yield from one_more_of_nothing(each)
        yield from of_figures(figures.transfers_exchanged(each))


def of_figures(made: Iterator[figures.Made]) -> Iterator[Change]:
    yield from (Change(what, hand, absent=what.endswith(figures.ABSENT)) for what, hand in made)


def units_added(hand: Event) -> Iterator[Change]:
    """Units of a transfer that is of a part of a unit."""
    for at, each in enumerate(hand["transfers"]):
        if "units" not in each:
            for units in (each["amount"] // hand["unit"], each["amount"] // hand["unit"] + 1):
                yield Change("units of a part of a unit", with_one(hand, "transfers", at, units=units))


def one_more_of_nothing(hand: Event) -> Iterator[Change]:
    for payer, payee in combinations(numbers_of(hand), 2):
        for one, other in ((payer, payee), (payee, payer)):
            nothing = {"payer": one, "payee": other, "amount": 0}
            yield Change("one more transfer of nothing", moved(hand, [*hand["transfers"], nothing]))
