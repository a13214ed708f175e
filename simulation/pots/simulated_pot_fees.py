"""Rake and drop of one hand by a ruleset's schedule, pot by pot."""

from __future__ import annotations

from msgspec import Struct

from rules.controls.sections.pots import PotFees, PotRake
from simulation.pots.offer import OfferedGame

_BP = 10_000


class HouseTerms(Struct, frozen=True):
    """A table's fees where its ruleset leaves them open."""

    rate_bp: int = 500
    cap: int = 600
    drop: int = 0  # where a ruleset takes what was recorded
    special_rake: bool = False
    jackpot: bool = True
    timed: bool = False


class FeesTaken(Struct, frozen=True):
    """Rake by pot, and the drop from the main pot."""

    rake: list[int]
    drop: int
    jackpots: bool  # the hand is one of those in which a jackpot can be hit, whoever was dealt in

    def left(self, amounts: list[int]) -> list[int]:
        found = [amount - rake for amount, rake in zip(amounts, self.rake, strict=True)]
        found[0] -= self.drop
        return found


def fees_of(
    fees: PotFees,
    house: HouseTerms,
    played: OfferedGame,
    amounts: list[int],
    *,
    second_street: bool,
    counted: dict[str, int],
    boards: int,
    chip: int,
) -> FeesTaken:
    """Fees of a hand. counted: players by ``dealt_in``, ``seated`` and ``present``."""
    raked, street = _conditions(fees, house, played, second_street=second_street)
    drop = fees.drop
    enough = street and counted[drop.counts] >= (drop.min_players or 0)
    rake = fees.rake
    if rake is None:
        due = [0] * len(amounts)
    else:
        base = amounts.copy()
        if rake.of == "net_of_drop":
            base[0] -= _drop(fees, amounts[0], enough=enough)
        due = _scheduled(rake, house, base, boards, chip) if raked else [0] * len(amounts)
    left = amounts[0] - due[0] if rake is None or rake.of == "gross" else amounts[0]
    taken = min(house.drop, amounts[0] - due[0]) if drop.as_recorded else _drop(fees, left, enough=enough)
    if drop.as_recorded and not raked:
        taken = 0
    return FeesTaken(due, taken, street)


def _conditions(
    fees: PotFees, house: HouseTerms, played: OfferedGame, *, second_street: bool
) -> tuple[bool, bool]:
    """Whether a hand is raked, and whether it can have a drop and a jackpot."""
    rules, kind = fees.no_flop, played.game.kind
    if kind == "draw":
        raked, street = rules.draw != "none", rules.draw == "both"
    else:
        needs = rules.flop if kind == "flop" else rules.stud
        first_card = bool(played.game.open_first) and rules.courchevel == "first_card"
        raked = street = second_street or needs is None or first_card
    timed = fees.rake is not None and fees.rake.time_replaces and house.timed
    return raked and not timed, street and house.jackpot


def _drop(fees: PotFees, main: int, *, enough: bool) -> int:
    money = fees.drop.money
    if money is None or not enough:
        return 0
    if main >= money:
        return money
    return 0 if fees.drop.short == "skip" else main


def _scheduled(rake: PotRake, house: HouseTerms, base: list[int], boards: int, chip: int) -> list[int]:
    if rake.mode == "at_most":
        return _at_house_rate(rake, house, base, chip)
    if rake.runs == "once" or boards < 2:
        return _as_built(rake, house, base)
    shares = [amount // (boards * chip) * chip for amount in base]
    first = [amount - share * (boards - 1) for amount, share in zip(base, shares, strict=True)]
    each = _as_built(rake, house, shares)
    return [one + more * (boards - 1) for one, more in zip(_as_built(rake, house, first), each, strict=True)]


def _at_house_rate(rake: PotRake, house: HouseTerms, base: list[int], chip: int) -> list[int]:
    found, running, taken = [], 0, 0
    for amount in base:
        running += amount
        most = _of(rake, house, running)
        due = min(running * house.rate_bp // _BP // chip * chip, house.cap, most)
        found.append(due - taken)
        taken = due
    return found


def _as_built(rake: PotRake, house: HouseTerms, base: list[int]) -> list[int]:
    """Rake of side pots by what they add, or of each pot by itself."""
    if rake.base == "per_pot":
        return [_of(rake, house, amount) for amount in base]
    found, running, taken = [], 0, 0
    for amount in base:
        running += amount
        due = _of(rake, house, running)
        found.append(due - taken)
        taken = due
    return found


def _of(rake: PotRake, house: HouseTerms, amount: int) -> int:
    due = amount
    if rake.step_money is not None:
        due = amount // rake.step_money * (rake.per_step or 0)
    elif rake.bp is not None:
        due = (amount * rake.bp * 2 + (_BP if rake.rounding == "nearest" else 0)) // (_BP * 2)
    if not house.special_rake:
        return due if rake.cap is None else min(due, rake.cap)
    most = rake.cap if rake.special_cap is None else rake.special_cap
    if rake.special == "flat" and rake.cap is not None and most is not None and due >= rake.cap:
        due = most
    return due if most is None else min(due, most)
