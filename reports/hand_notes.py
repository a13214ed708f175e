"""Notes below an exhibit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.exchanged_cards import exchanged_notes
from reports.formatting import listed, money, titled, units_as_money
from rules.shown_hands import Exhibit

_VARIANTS = {"ofc": "Open-face", "pineapple": "Open-face, Pineapple"}


def heading(exhibit: Exhibit, currency: str | None) -> str:
    """Variant of an open-face hand, and a point's worth; empty: closed."""
    if exhibit.game != "ofc":
        return ""
    game = _VARIANTS.get(exhibit.variant or "", "Open-face")
    level = [f"level {exhibit.level:,}"] if exhibit.level is not None else []
    if exhibit.unit is not None:
        level.append(f"a point (one unit) is {money(exhibit.unit, currency)}")
    worth = ", ".join(level)
    return f"{game}. {worth[:1].upper()}{worth[1:]}." if worth else f"{game}."


def notes_of(exhibit: Exhibit, currency: str | None) -> list[str]:
    replay = exhibit.replay
    notes = []
    if exhibit.unit is not None and replay.get("transfers") and not replay.get("pairs"):
        notes.append(f"One unit is {money(exhibit.unit, currency)}.")
    notes += exchanged_notes(exhibit)
    notes += _fouls(exhibit)
    if exhibit.transfers is not None:
        said = "; ".join(f"seat {a} → seat {b} {money(paid, currency)}" for a, b, paid in exhibit.transfers)
        notes.append(f"Recorded transfers: {said or 'none'}.")
    naturals = [
        f"seat {seat['seat']} {titled(str(seat['natural'])).lower()}"
        for seat in replay.get("seats") or []
        if seat.get("natural")
    ]
    if naturals:
        notes.append(f"Special hands of thirteen cards: {'; '.join(naturals)}.")
    notes += _pool(exhibit, currency)
    if replay.get("winner") is not None:
        notes.append(
            f"The single winner of the deal is seat {replay['winner']}, which beats every other seat."
        )
    if _limited(exhibit):
        notes += _paid(exhibit, currency)
    notes += _eliminated(exhibit)
    notes += [f"{_left_open(point)}: {point.get('message')}" for point in replay.get("undetermined") or []]
    return notes


def _left_open(point: Mapping[str, Any]) -> str:
    """Reason for an open point: clause or record."""
    by = point.get("clause") or point.get("code")
    return f"Left open by the controls ({by})" if by else "Not known"


def _fouls(exhibit: Exhibit) -> list[str]:
    """Fouls ruled by the floor."""
    ruled = [seat.seat for seat in exhibit.seats if seat.fouled]
    return [f"Ruled fouled, as recorded: {_seats(ruled)}."] if ruled and exhibit.game == "ofc" else []


def _pool(exhibit: Exhibit, currency: str | None) -> list[str]:
    """Best seats of each row, and the recorded pool."""
    notes = []
    best = {row: seats for row, seats in (exhibit.replay.get("pool") or {}).items() if seats}
    if best:
        notes.append(
            f"Best of each row: {'; '.join(f'{row} {_seats(seats)}' for row, seats in best.items())}."
        )
    if exhibit.pool is not None:
        paid_in = "; ".join(
            f"seat {seat} {money(paid, currency)}" for seat, paid in exhibit.pool.contributions
        )
        awards = "; ".join(
            f"{row} to seat {seat} {money(paid, currency)}" for seat, row, paid in exhibit.pool.awards
        )
        notes.append(f"Recorded pool: paid in {paid_in or 'nothing'}; paid out {awards or 'nothing'}.")
    return notes


def _paid(exhibit: Exhibit, currency: str | None) -> list[str]:
    stacks = [f"seat {seat.seat} {money(seat.stack, currency)}" for seat in exhibit.seats]
    paid = (
        f"seat {t['payer']} pays seat {t['payee']} {money(t.get('amount'), currency)}"
        for t in exhibit.replay["transfers"]
    )
    return [
        f"Chips in front when the cards were dealt: {'; '.join(stacks)}.",
        f"Payments within the chips on the table: {'; '.join(paid) or 'none'}.",
    ]


def _eliminated(exhibit: Exhibit) -> list[str]:
    due, recorded = exhibit.replay.get("eliminated"), exhibit.eliminated
    if recorded is None or set(recorded) == set(due or ()):
        return [f"Eliminated: {_seats(due)}."] if due else []
    reported = "not known" if due is None else _seats(due) if due else "no seat"
    return [
        f"Eliminated by the replay: {reported}; as recorded: {_seats(recorded) if recorded else 'no seat'}."
    ]


def _seats(seats: Sequence[int]) -> str:
    return ("seat " if len(seats) == 1 else "seats ") + listed([str(seat) for seat in seats])


def _limited(exhibit: Exhibit) -> bool:
    """Whether payments differ from the pairs' totals."""
    transfers, pairs = exhibit.replay.get("transfers"), exhibit.replay.get("pairs")
    if transfers is None or not pairs or exhibit.unit is None:
        return False
    due: dict[tuple[int, int], int] = {}
    for pair in pairs:
        amount = units_as_money(pair.get("units"), exhibit.unit)
        if amount:
            key = (pair["b"], pair["a"]) if amount > 0 else (pair["a"], pair["b"])
            due[key] = abs(amount)
    paid: dict[tuple[int, int], int] = {}
    for transfer in transfers:
        key = (transfer["payer"], transfer["payee"])
        paid[key] = paid.get(key, 0) + (transfer.get("amount") or 0)
    return paid != due
