"""Picture of payments between players: units a hand from each payer to each payee, beside what the others of the hands got."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from reports.chart_shapes import Box, Chart, ChartBand, ChartText, Frame, Shape, key
from reports.drawn_pages import WIDTH
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.typography import INK, LABEL, NOTE
from rules.replay.scoring import SHARES
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import PairRow

_MOST = 9  # players
_NAMES, _ROW, _HEAD = 84.0, 31.0, 14.0
_MARGIN = 0.25  # units a hand


class _Paid(NamedTuple):
    """Units a hand, of the pair and in the mean of the other opponents; hands."""

    paid: float
    others: float
    hands: int


def payment_matrix(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """Table of the payer and payee of a unit, and of those who shared most hands with them."""
    pairs = {
        (each.unit[0][1], each.unit[1][1]): paid
        for each in units
        if each.entry.code == unit.entry.code and (paid := _paid(each)) is not None
    }
    payer, payee = unit.unit[0][1], unit.unit[1][1]
    own = pairs.get((payer, payee))
    if own is None:
        return None
    players = _players(pairs, (payer, payee))
    says = (
        f"Table of units a hand from payer to payee. {payer} paid {payee} {_units(own.paid)} a hand in {own.hands:,} hands, "
        f"where the other opponents got {_units(own.others)}."
    )
    caption = (
        "Rows pay, columns get. The second figure is the mean of the other opponents in the same hands, which chance would make "
        "equal to the first. The bar is how much more the payee got. Frame: the pair."
    )
    if _in_pots(unit):
        caption += " Of a payment in a pot game 20 big blinds count at most."
    step = (WIDTH - _NAMES) / len(players)
    head = [
        ChartText(_NAMES + (place + 0.5) * step, 10, name, NOTE._replace(colour=INK), "middle")
        if len(name) * 4.5 < step
        else ChartText(_NAMES + place * step + 3, 10, name, NOTE._replace(colour=INK), room=step - 6)
        for place, name in enumerate(players)
    ]
    most = max(
        [_MARGIN, *(each.paid - each.others for pair, each in pairs.items() if set(pair) <= set(players))]
    )
    rows = [
        ChartBand(_ROW, list(_row(one, players, pairs, step, most, (payer, payee))), _ROW) for one in players
    ]
    signs = key((("dark", f"more than the others of the hands got, up to {_units(most)} a hand"),), WIDTH)
    return ScreeningPicture(
        "Units a hand from player to player",
        Chart(says, WIDTH, (signs, ChartBand(_HEAD, head), *rows)),
        caption,
    )


def _in_pots(unit: ScreenedUnit) -> bool:
    return any(isinstance(row, PairRow) and row.moved for row in unit.rows)


def _paid(unit: ScreenedUnit) -> _Paid | None:
    rows = [row for row in unit.rows if isinstance(row, PairRow)]
    hands = sum(row.hands for row in rows)
    if not hands:
        return None
    paid, others = (
        sum(each) / SHARES / hands for each in zip(*((row.paid, row.others) for row in rows), strict=True)
    )
    return _Paid(paid, others, hands)


def _players(pairs: Mapping[tuple[str, str], _Paid], pair: tuple[str, str]) -> list[str]:
    """The pair first, then who shared most hands with it."""
    shared: Counter[str] = Counter()
    for (payer, payee), paid in pairs.items():
        if payer in pair and payee not in pair:
            shared[payee] += paid.hands
    order = sorted(shared, key=lambda each: (-shared[each], each))
    return [*pair, *order[: _MOST - len(pair)]]


def _row(
    payer: str, players: Sequence[str], pairs: Mapping[tuple[str, str], _Paid], step: float, most: float,
    shown: tuple[str, str],
) -> Iterator[Shape]:  # fmt: skip
    yield ChartText(0, 13, payer, NOTE._replace(colour=INK), room=_NAMES - 8)
    for place, payee in enumerate(players):
        x, paid = _NAMES + place * step, pairs.get((payer, payee))
        if payer == payee:
            yield Box(x + 1, 1, step - 2, _ROW - 2, "pale")
        elif paid is None:
            yield ChartText(x + step / 2, 17, "–", LABEL, "middle")
        else:
            yield ChartText(x + 4, 11, _units(paid.paid), LABEL._replace(colour=INK))
            yield ChartText(x + 4, 21, _units(paid.others), LABEL)
            yield Box(x + 4, 24, max(paid.paid - paid.others, 0) / most * (step - 8), 4, "dark")
            if (payer, payee) == shown:
                yield Frame(x + 1, 1, step - 2, _ROW - 2, 0.1, 1.4)


def _units(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")
