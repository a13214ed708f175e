"""Breaks of accounts of chips that set each other off."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from rules.audit.chips.chip_break import ChipBreak
from rules.audit.chips.stack_accounts import OF_STACKS, break_findings
from rules.audit.money.money_astray import Astray
from rules.checks.support.log_view import LogView
from rules.checks.support.seat_history import LogSeating
from rules.findings.finding_table import LogFindings
from rules.narrow import narrow
from rules.results import MoneyKind

Group = tuple[int, ...]  # positions of findings of one incident
_LEAST = 3  # hands in a row
_Places = dict[int, list[ChipBreak]]  # by the position of the hand before which accounts break


class SetOff(Struct, frozen=True, eq=False):
    """Set-offs. groups: of one incident, then from one fee. kinds: of money, by position. astray: money by group."""

    groups: Sequence[Group]
    kinds: Mapping[int, MoneyKind]
    astray: Astray | None


def settled_breaks(log: LogView, findings: LogFindings) -> SetOff:
    """Breaks that set each other off.

    Successive, of one player: the amounts between were misrecorded. At one place: one has another's chips. By one amount, hand
    after hand with a fee: one cause; these keep their money.
    """
    left = {each.at: each for each in _breaks(log, findings)}
    written = list(_of_players(list(left.values())))
    for group in written:
        for each in group:
            del left[each.at]
    moved = list(_of_places(list(left.values())))
    for group in moved:
        for each in group:
            del left[each.at]
    of_fees = [tuple(each.at for each in group) for group in _breaks_against_fees(log, list(left.values()))]
    if not written and not moved:
        return SetOff(of_fees, {}, None)
    kinds: dict[int, MoneyKind] = {each.at: "misrecorded" for group in written for each in group}
    kinds |= {each.at: "misallocated" for group in moved for each in group}
    groups = [tuple(each.at for each in group) for group in (*written, *moved)]
    return SetOff([*groups, *of_fees], kinds, _astray(findings, written, moved))


def with_kinds(findings: LogFindings, kinds: Mapping[int, MoneyKind]) -> None:
    """Add to findings what became of their money, by position."""
    for at, kind in kinds.items():
        findings.columns.replace(int(findings.rows[at]), replace(findings[at], money_kind=kind))


def _breaks(log: LogView, findings: LogFindings) -> Iterator[ChipBreak]:
    found = []
    for at, each in break_findings(findings).items():
        if each.player is None or not isinstance(each.stated, int) or not isinstance(each.expected, int):
            continue
        side = "left" if each.code in OF_STACKS else "right"
        place = int(np.searchsorted(log.line, each.line or 0, side=side))  # type: ignore[call-overload]
        found.append(ChipBreak(at, each, place, each.stated - each.expected))
    yield from sorted(found, key=lambda each: (each.place, each.at))


def _of_players(breaks: Sequence[ChipBreak]) -> Iterator[list[ChipBreak]]:
    of_player: dict[str | None, list[ChipBreak]] = defaultdict(list)
    for each in breaks:
        of_player[each.finding.player].append(each)
    for mine in of_player.values():
        sums = [0, *accumulate(each.over for each in mine)]
        again: list[int | None] = [None] * len(sums)  # where a sum is the same next
        later: dict[int, int] = {}
        for at in reversed(range(len(sums))):
            again[at] = later.get(sums[at])
            later[sums[at]] = at
        start = 0
        while start < len(mine):
            end = again[start]
            if end is not None:
                yield mine[start:end]
            start = start + 1 if end is None else end


def _of_places(breaks: Sequence[ChipBreak]) -> Iterator[list[ChipBreak]]:
    at_place: dict[int, list[ChipBreak]] = defaultdict(list)
    for each in breaks:
        at_place[each.place].append(each)
    for here in at_place.values():
        if len(here) > 1 and not sum(each.over for each in here):
            yield here
            continue
        waiting: dict[int, list[ChipBreak]] = defaultdict(list)
        for each in here:
            if waiting[-each.over]:
                yield [waiting[-each.over].pop(0), each]
            else:
                waiting[each.over].append(each)


def _astray(
    findings: LogFindings, written: Sequence[Sequence[ChipBreak]], moved: Sequence[Sequence[ChipBreak]]
) -> Astray:
    groups = [*written, *moved]
    misrecorded = [max(map(abs, accumulate(each.over for each in group))) for group in written]
    misallocated = [sum(max(each.over, 0) for each in group) for group in moved]
    shares = [(row, each) for row, group in enumerate(groups) for each in group]
    owed = [0 if row < len(written) else -each.over for row, each in shares]
    players = {name: at for at, name in enumerate(findings.columns.players)}
    none = np.zeros(len(groups), np.int64)
    return Astray(
        hand=narrow(np.array([group[0].finding.hand or 0 for group in groups])),
        line=narrow(np.array([group[0].finding.line or 0 for group in groups])),
        misallocated=narrow(np.array([*none[: len(written)].tolist(), *misallocated])),
        to_nobody=none,
        misrecorded=narrow(np.array([*misrecorded, *none[len(written) :].tolist()])),
        broken=np.arange(len(groups), dtype=np.int32),
        row=np.array([row for row, _ in shares], np.int32),
        seat=np.array([each.finding.seat or 0 for _, each in shares], np.int8),
        player=np.array([players[each.finding.player or ""] for _, each in shares], np.int32),
        owed=narrow(np.array(owed)),
        nobodys=np.zeros(len(shares), np.int64),
    )


def _breaks_against_fees(log: LogView, breaks: Sequence[ChipBreak]) -> Iterator[list[ChipBreak]]:
    """Breaks of several players by one amount in three successive hands or more, after a fee of each seat."""
    paid = {
        each
        for seating in (log.people.seating, log.pots.seating)
        if seating is not None
        for each in _paid(seating)
    }
    by_amount: defaultdict[int, _Places] = defaultdict(lambda: defaultdict(list))
    for each in breaks:
        if (each.place, each.finding.seat) in paid:
            by_amount[each.over][each.place].append(each)
    for places in by_amount.values():
        for run in _runs(places):
            yield [each for place in run for each in places[place]]


def _paid(seating: LogSeating) -> Iterator[tuple[int, int]]:
    fees = seating.fees
    own = fees.seat > 0
    for after in (0, 1):  # taken before the deal, or after it; where the log does not say, it may be either
        rows = own & (fees.before != after)
        places = seating.places(fees.hand[rows]) + after
        yield from zip(places.tolist(), fees.seat[rows].tolist(), strict=True)


def _runs(places: _Places) -> Iterator[list[int]]:
    several = sorted(
        place for place, here in places.items() if len({each.finding.player for each in here}) > 1
    )
    run = several[:1]
    for before, place in pairwise(several):
        if place > before + 1:
            if len(run) >= _LEAST:
                yield run
            run = []
        run.append(place)
    if len(run) >= _LEAST:
        yield run
