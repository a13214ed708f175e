"""Incidents by consequence: severity, then money of each unit after the other, then the day that an answer is due, then hand."""

from typing import Any

import msgspec

from rules.audit.incidents import consequence, in_order, units_of
from rules.results import Amounts, Incident


def amounts(unit: str, **known: int) -> Amounts:
    kinds = ("misallocated", "over_collected", "under_collected", "to_nobody", "unaccounted", "misrecorded")
    return Amounts(unit=unit, **{kind: known.get(kind) for kind in kinds})


def incident(name: str, severity: Any, *money: Amounts) -> Incident:
    return Incident(
        id=name, title=name, severity=severity, area="money", pattern=False, root="", hands=[], day=None, seats=[],
        at=None, clause="", findings=[], misallocated=None, misrecorded=None, owes=[], money=list(money),
    )  # fmt: skip


def names(found: list[Incident]) -> list[str]:
    return [each.id for each in found]


def test_severity_is_before_money() -> None:
    rich = incident("minor", "minor", amounts("USD", misallocated=100_000))
    assert names(in_order([rich, incident("critical", "critical")])) == ["critical", "minor"]


def test_money_of_every_kind_counts() -> None:
    """$3.00 too much taken and $4.00 written down wrong are more than $5.00 that went to another player."""
    paid = incident("misallocated", "major", amounts("USD", misallocated=500))
    both = incident("both", "major", amounts("USD", over_collected=300, misrecorded=400))
    assert names(in_order([paid, both])) == ["both", "misallocated"]


def test_currencies_come_one_after_the_other_and_are_never_summed() -> None:
    """The currency of the most incidents is first, however large the amounts of another one are; chips are last."""
    found = [
        incident("1000 chips", "major", amounts("chips", unaccounted=1000)),
        incident("EUR 900.00", "major", amounts("EUR", misallocated=90_000)),
        incident("USD 1.00", "major", amounts("USD", misallocated=100)),
        incident("USD 2.00", "major", amounts("USD", misallocated=200)),
        incident("no money", "major", amounts("USD", misallocated=0)),
    ]
    assert units_of(found) == ["USD", "EUR", "chips"]
    assert names(in_order(found)) == ["USD 2.00", "USD 1.00", "EUR 900.00", "1000 chips", "no money"]


def test_alike_ones_stay_in_the_order_of_their_hands() -> None:
    found = [incident(name, "major", amounts("USD", misrecorded=100)) for name in ("hand 9", "hand 3")]
    assert names(in_order(found)) == ["hand 9", "hand 3"]  # as the log has them


def test_the_day_that_an_answer_is_due_decides_between_equal_money() -> None:
    """An incident that awaits no answer comes after those that do."""
    one = incident("one", "major", amounts("USD", misrecorded=100))
    keys = {due: consequence(one, ["USD"], due) for due in (None, "2026-04-02", "2026-04-01")}
    assert sorted(keys, key=keys.__getitem__) == ["2026-04-01", "2026-04-02", None]
    dearer = incident("dearer", "major", amounts("USD", misrecorded=101))
    assert consequence(dearer, ["USD"], None) < keys["2026-04-01"]


def test_an_audit_of_an_earlier_engine_is_sorted_by_what_it_has() -> None:
    """It names no unit and has two kinds of money alone."""
    old = [
        msgspec.structs.replace(incident(name, "major"), money=None, misallocated=paid, misrecorded=written)
        for name, paid, written in (("less", 100, None), ("more", 100, 50))
    ]
    assert names(in_order(old)) == ["more", "less"]
