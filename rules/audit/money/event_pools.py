"""Payments of an event's account to certain players: received and due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rules.parties import is_player
from rules.results import MoneyKind

PAID_KINDS: tuple[MoneyKind, ...] = ("misallocated", "over_collected", "under_collected")


class PoolPayment(Struct, frozen=True):
    """A pool's payment to a party, and its due. None: unknown, by ``because``. noted: in a line that moves
    nothing, such as a prize's.
    """

    line: int
    party: str
    has: int | None
    due: int | None
    because: str = ""
    noted: int | None = None

    @property
    def known(self) -> bool:
        return self.has is not None and self.due is not None

    @property
    def written_wrong(self) -> int:
        """Excess of another line, neither paid nor due, over the payment (-: deficit)."""
        if self.noted is None or self.has is None or self.due in (None, self.noted):
            return 0
        return self.noted - self.has


class PaymentPool(Struct, frozen=True):
    """Payments compared together. codes: of checks about them; lines: where these report, empty: any."""

    account: str
    what: str  # "The prizes", as a sentence begins with it
    codes: tuple[str, ...]
    payments: tuple[PoolPayment, ...]
    lines: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        return all(each.known for each in self.payments)


class PoolMoney(Struct, frozen=True):
    """Difference of a pool from its due. owed: by player, due from others (+) or to them; kept, paid: by party, the account's or
    the party's surplus.

    noted: the misrecorded sum; rest: the most of ``kept`` and ``paid`` that is unknown.
    """

    owed: Mapping[str, int]
    kept: Mapping[str, int]
    paid: Mapping[str, int]
    noted: int
    rest: int

    @property
    def misallocated(self) -> int:
        return sum(each for each in self.owed.values() if each > 0)

    def __bool__(self) -> bool:
        return bool(self.owed or self.kept or self.paid or self.noted or self.rest)


def pool_money(pool: PaymentPool) -> PoolMoney:
    """Money of a pool with another player, kept, or paid undue. The smaller of lack and surplus of players is misallocated."""
    differ = _differences(pool)
    players = {party: amount for party, amount in differ.items() if is_player(party)}
    lack, much = _sides(players)
    both = min(sum(lack.values()), sum(much.values()))
    owed = _first(lack, both) | {party: -amount for party, amount in _first(much, both).items()}
    kept = {party: lack[party] - owed.get(party, 0) for party in lack if lack[party] > owed.get(party, 0)}
    paid = {party: much[party] + owed.get(party, 0) for party in much if much[party] > -owed.get(party, 0)}
    others_lack, others_much = _sides({party: each for party, each in differ.items() if party not in players})
    kept, paid = kept | others_lack, paid | others_much
    wrong = [each.written_wrong for each in pool.payments]
    noted = max(sum(each for each in wrong if each > 0), -sum(each for each in wrong if each < 0))
    if pool.whole:
        return PoolMoney(owed, kept, paid, noted, 0)
    return PoolMoney(owed, {}, {}, noted, max(sum(kept.values()), sum(paid.values())))


def _differences(pool: PaymentPool) -> dict[str, int]:
    found: dict[str, int] = {}
    for each in pool.payments:
        if each.has is not None and each.due is not None:
            found[each.party] = found.get(each.party, 0) + each.has - each.due
    return {party: amount for party, amount in found.items() if amount}


def _sides(differ: Mapping[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    lack = {party: -amount for party, amount in differ.items() if amount < 0}
    return lack, {party: amount for party, amount in differ.items() if amount > 0}


def _first(amounts: Mapping[str, int], most: int) -> dict[str, int]:
    """Amounts of at most ``most``: the smallest whole, of equal ones the last by id."""
    found = {}
    for party, amount in sorted(sorted(amounts.items(), reverse=True), key=lambda each: each[1]):
        taken = min(amount, most)
        if taken:
            found[party] = taken
        most -= taken
    return found


def by_party(amounts: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Amounts added up by party, in order."""
    found: dict[str, int] = {}
    for party, amount in amounts:
        found[party] = found.get(party, 0) + amount
    return found
