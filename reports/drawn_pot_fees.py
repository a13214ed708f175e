"""Fees of a pot hand: due and taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from reports.formatting import in_column, less, money
from rules.shown_hands import Exhibit
from rules.shown_pots import PotExhibit

_FEES = {"rake": "Rake", "jackpot": "Drop"}


class ChargedFee(NamedTuple):
    """A kind of fee. due, taken: minor units; None: unknown."""

    name: str
    due: int | None
    taken: int | None

    @property
    def difference(self) -> int | None:
        """Taken less due; None: unknown."""
        return less(self.taken, self.due)

    @property
    def mark(self) -> str:
        """Mark of a difference; empty: none."""
        apart = self.difference
        return f"{'More' if apart > 0 else 'Less'} was taken than was due" if apart else ""


class FeeRow(NamedTuple):
    """A fee in a table. mark: of a difference."""

    name: str
    due: str
    recorded: str
    difference: str
    mark: str


def charged(exhibit: Exhibit, pot: PotExhibit) -> list[ChargedFee]:
    """Rake and drop due and recorded, other fees as recorded; empty: unknown."""
    covered = exhibit.replay.get("ruleset") is not None
    due = {"rake": pot.rake, "jackpot": pot.drop} if covered else {}
    others = dict.fromkeys(each.kind for each in pot.fees or () if each.kind not in due)
    return [ChargedFee(fee_name(kind), due.get(kind), taken_of(kind, pot)) for kind in (*due, *others)]


def fee_name(kind: str) -> str:
    """``Rake``, ``Drop``, ``Tournament fee``."""
    return _FEES.get(kind, kind.replace("_", " ").capitalize())


def taken_of(kind: str, pot: PotExhibit) -> int | None:
    """Amount taken; None: not recorded."""
    return None if pot.fees is None else sum(each.amount for each in pot.fees if each.kind == kind)


def fees(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> list[FeeRow]:
    """Fees as rows."""
    return [
        FeeRow(
            name=each.name,
            due=in_column(each.due, currency),
            recorded=in_column(each.taken, currency),
            difference=in_column(each.difference, currency, plus=True),
            mark=each.mark,
        )
        for each in charged(exhibit, pot)
    ]


def fee_notes(exhibit: Exhibit, pot: PotExhibit, currency: str | None) -> Iterator[str]:
    """Fees as sentences, without ruleset only as recorded."""
    if exhibit.replay.get("ruleset") is not None:
        for kind, due in (("rake", pot.rake), ("jackpot", pot.drop)):
            taken = taken_of(kind, pot)
            said = "not known" if due is None else money(due, currency)
            recorded = "not recorded" if taken is None else f"recorded {money(taken, currency)}"
            yield f"{fee_name(kind)}: due {said}, {recorded}."
    elif pot.fees:
        recorded_fees = (f"{fee_name(each.kind).lower()} {money(each.amount, currency)}" for each in pot.fees)
        yield f"Fees as recorded: {'; '.join(recorded_fees)}."
