"""Buy-ins of wrong amounts or on wrong terms."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.records.events import Chips, Terms
from simulation.pots.faults.pot_fault_base import PotFaultFamily, Upset, at_cash, at_seat, on_hand
from simulation.pots.offer import GamesOffered
from simulation.pots.simulated_pot_table import Between, SimulatedPotTable

FAMILY = PotFaultFamily()


def _allows_short(offer: GamesOffered) -> bool:
    return offer.rules.table is not None and offer.rules.table.short_per_night is not None


def _new_buy_in(table: SimulatedPotTable, events: list[Between]) -> Chips | None:
    return next(
        (
            event
            for event in events
            if isinstance(event, Chips) and event.kind == "buy_in" and not table.seated[event.seat].returned
        ),
        None,
    )


class _BuyIn(Upset):
    code = ""

    def amount(self, table: SimulatedPotTable) -> tuple[int, int]:
        """Amount that is brought, and the one due."""
        raise NotImplementedError

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        event = _new_buy_in(table, events)
        if event is not None:
            amount, due = self.amount(table)
            table.seated[event.seat].stack += amount - event.amount
            true, event.amount = event.amount, amount
            self.done("chips.amount", event.seat, amount, due or true, at_seat(self.code, event.seat))
        return list(events)


@FAMILY.fault("buy-in-above-maximum", "above_maximum", where=at_cash, acts=False)
class BuyInAbove(_BuyIn):
    """A player buys in for more than the terms allow."""

    code = "above_maximum"

    def amount(self, table: SimulatedPotTable) -> tuple[int, int]:
        most = table.terms.most_buy_in
        return most + table.unit * self.random.randint(1, 20), most


@FAMILY.fault("buy-in-short", "short_without_permission", where=at_cash, acts=False)
class BuyInShort(_BuyIn):
    """A player buys in for less than the least amount, without permission."""

    code = "short_without_permission"

    def amount(self, table: SimulatedPotTable) -> tuple[int, int]:
        least = table.terms.least_buy_in
        return least - table.unit * self.random.randint(1, 5), least


@FAMILY.fault("buy-in-not-half", "short_not_half", where=at_cash, acts=False)
class BuyInNotHalf(_BuyIn):
    """A player buys in for less than half of the least amount."""

    code = "short_not_half"

    def amount(self, table: SimulatedPotTable) -> tuple[int, int]:
        half = table.terms.least_buy_in // 2
        return half - table.unit * self.random.randint(1, 5), half


@FAMILY.fault("return-with-another-amount", "rejoin_amount", where=at_cash, acts=False)
class OtherAmount(Upset):
    """A player who is back within the hour brings more than at leaving."""

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        for event in events:
            if isinstance(event, Chips) and event.kind == "buy_in" and table.seated[event.seat].returned:
                table.seated[event.seat].stack += table.unit
                true, event.amount = event.amount, event.amount + table.unit
                self.done(
                    "chips.amount", event.seat, event.amount, true, at_seat("rejoin_amount", event.seat)
                )
        return list(events)


@FAMILY.fault("second-buy-in-short", "second_short", where=_allows_short, acts=False)
class SecondShort(Upset):
    """A player buys in for less than the least amount more often than allowed, with permission."""

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        event, rules = _new_buy_in(table, events), table.offer.rules.table
        if event is None or rules is None or rules.short_bp is None or rules.short_per_night is None:
            return list(events)
        least = table.terms.least_buy_in
        amount = -(-least * rules.short_bp // 10_000 // table.unit) * table.unit
        times = rules.short_per_night + 1
        table.seated[event.seat].stack += times * amount - event.amount
        event.amount, event.permission = amount, True
        self.done("chips.amount", event.seat, amount, least, at_seat("second_short", event.seat))
        place = events.index(event)
        return [*events[:place], *(replace(event) for _ in range(times)), *events[place + 1 :]]


@FAMILY.fault("terms-changed-alone", "terms_not_agreed", where=at_cash, acts=False)
class TermsChanged(Upset):
    """The largest buy-in is changed without the consent of all players."""

    def between(self, table: SimulatedPotTable, events: list[Between], at: str) -> list[Any]:
        before = table.before
        if before is None:
            return list(events)
        agreed = list(before.dealt[1:])
        most = table.raise_most()
        self.done("terms.consent", None, len(agreed), len(before.dealt), on_hand("terms_not_agreed"))
        return [*events, Terms(at=at, max_buy_in=most, consent=agreed)]
