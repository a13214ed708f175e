"""Bounties: players' chips that others took. OLY-3.2-g, AMB-OLY-bounty-winner."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec import UNSET

from rules.controls.sections import Sections
from rules.tournaments.prizes import evenly
from rules.tournaments.tournament_field import Field, Stake
from rules.tournaments.tournament_reader import TournamentFile
from rules.tournaments.tournament_records import Elimination
from rules.tournaments.tournament_undetermined import Open

NOT_RECORDED = "who took the chip was not recorded"

Bounties = dict[str, int | None]


def bounties_of(file: TournamentFile, field: Field, rules: Sections) -> tuple[Bounties | None, list[Open]]:
    """Bounties due to each player (None: undetermined); None where the event has none."""
    price = file.header.bounty
    if price is UNSET or not price or rules.bounty is None:
        return None, []
    paid, taken, opened = _taken(field, price)
    unsure = _unsure(field, opened)
    owner = _winner(field)
    if owner is not None and owner.line not in taken and rules.bounty.winner_keeps_own:
        paid[owner.number] += price
    found: Bounties = {}
    for player in field.players:
        known = player not in unsure
        found[player] = sum(paid[each.number] for each in field.of[player]) if known else None
    return found, opened


def _winner(field: Field) -> Stake | None:
    left = [each for player in field.still_in for each in field.of[player] if each.live]
    return left[0] if len(left) == 1 else None


def _taken(field: Field, price: int) -> tuple[Counter[int], set[int], list[Open]]:
    paid: Counter[int] = Counter()
    taken: set[int] = set()
    opened: list[Open] = []
    for stake in field.counted:
        for out in stake.busts[:1]:
            taken.add(stake.line)
            record = out.record
            if not isinstance(record, Elimination):
                opened.append(_open("whose the chip of a disqualified player is", out.line, stake))
            elif record.knocked_out_by is UNSET:
                opened.append(_open(NOT_RECORDED, out.line, stake))
            else:
                paid.update(shares_of(record.knocked_out_by, price))
    return paid, taken, opened


def shares_of(takers: Iterable[int], price: int) -> dict[int, int]:
    """Shares of the entries that took a chip; odd units one each to the lowest numbers."""
    each = sorted(set(takers))
    return dict(zip(each, evenly(price, max(len(each), 1)), strict=False))


class PaidChip(NamedTuple):
    """Payment for a chip, by entry, and the amount due. None: unrecorded."""

    line: int
    entry: int
    paid: Mapping[int, int] | None
    due: Mapping[int, int] | None


def chips_paid(file: TournamentFile, field: Field) -> list[PaidChip]:
    """Payments at eliminations of entries that were in. A second bust of an entry pays nothing."""
    price = file.header.bounty or 0
    outs = {out.line: (stake, out) for stake in field.counted for out in stake.busts}
    found = []
    for line, event in file.events:
        if isinstance(event, Elimination) and line in outs:
            stake, out = outs[line]
            found.append(PaidChip(line, event.entry, _paid(event), _due(event, price, out is stake.busts[0])))
    return found


def _paid(event: Elimination) -> dict[int, int] | None:
    if event.bounties is UNSET:
        return None
    paid: Counter[int] = Counter()
    for each in event.bounties:
        paid[each.entry] += each.amount
    return dict(paid)


def _due(event: Elimination, price: int, first: bool) -> dict[int, int] | None:
    if not first or not price:
        return {}
    return None if event.knocked_out_by is UNSET else shares_of(event.knocked_out_by, price)


def _open(because: str, line: int, stake: Stake) -> Open:
    return Open("bounty", because, line, stake.player)


def _unsure(field: Field, opened: list[Open]) -> set[str]:
    lines = sorted((each.line, each.player) for each in opened if each.because == NOT_RECORDED)
    found = set()
    for each in field.counted:
        last = each.out.line if each.out is not None else None
        may = (
            player != each.player
            for line, player in lines
            if line is not None and each.line < line and (last is None or line < last)
        )
        if any(may):
            found.add(each.player)
    return found
