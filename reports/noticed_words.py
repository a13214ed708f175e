"""Sentences of facts that screening lists without a chance."""

from __future__ import annotations

from reports.formatting import count, money
from rules.screening.without_chance import Noticed


def noticed_sentence(fact: Noticed, currency: str | None) -> str:
    """Sentence of a fact. currency: of its amounts; None: not known."""
    if fact.kind == "toke_of_every_seat":
        given, of, amount = fact.figures
        return (
            f"After {given} of {count(of, 'hand')} every seat gave the same toke, {money(amount, currency)}."
        )
    if fact.kind == "even_intervals":
        intervals, thousandths = fact.figures
        return (
            f"The {count(intervals, 'interval')} between hands are nearly equal: "
            f"their coefficient of variation is {thousandths / 1000:.3f}."
        )
    if fact.kind == "last_digits":
        return f"Last digits of {count(sum(fact.figures), 'drop')}, in whole units of the currency: {_digits(fact)}."
    one, other = fact.names
    return f"Player {dict(fact.unit)['player']} was moved from table {one} to table {other} to balance the tables."


def _digits(fact: Noticed) -> str:
    return ", ".join(
        f"{digit} in {count(times, 'drop')}" for digit, times in enumerate(fact.figures) if times
    )
