"""Pictures of a unit of screening, from what audits kept: E by gaming day for all, and the indicator's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reports.screening_pictures.dealers_compared import funnel_of_dealers, tokes_by_dealer
from reports.screening_pictures.drift_of_drops import drift_of_drops, sides_of_corrections
from reports.screening_pictures.evidence_by_day import evidence_by_day
from reports.screening_pictures.payment_matrix import payment_matrix
from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.sessions_in_a_row import cards_that_met, evenness_of_cards
from reports.screening_pictures.strong_cards_line import aces_in_a_line, has_trials
from reports.screening_pictures.two_shares import trials_against_chance, two_shares
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import TrialRow
from rules.screening.unit_evidence import counted_coding

Drawing = Callable[[ScreenedUnit, Sequence[ScreenedUnit]], ScreeningPicture | None]


def pictures_of(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> list[ScreeningPicture]:
    """Pictures of a unit, the indicator's own first and E by gaming day last. units: all of the room's year."""
    drawn = [drawing(unit, units) for drawing in _OWN.get(unit.entry.code, _COUNTS)]
    return [*(each for each in drawn if each is not None), evidence_by_day(unit)]


def _shares(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return two_shares(unit)


def _strong(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """What is counted of the unit: strong hands, or strong cards."""
    return (_trials if _counts_hands(unit) else _aces_or_royalties)(unit, units)


def _other_strong(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return (_aces_or_royalties if _counts_hands(unit) else _trials)(unit, units)


def _counts_hands(unit: ScreenedUnit) -> bool:
    counted = counted_coding(unit.rows)
    return any(row.coding == counted and isinstance(row, TrialRow) for row in unit.rows)


def _aces_or_royalties(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    """The aces of games with trials, the royalties of others."""
    return aces_in_a_line(unit, units) if has_trials(unit) else two_shares(unit)


def _tokes(unit: ScreenedUnit, units: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return tokes_by_dealer(unit, units) or two_shares(unit)


def _trials(unit: ScreenedUnit, _: Sequence[ScreenedUnit]) -> ScreeningPicture | None:
    return trials_against_chance(unit)


_COUNTS: Sequence[Drawing] = (_shares, _trials)
_OWN: dict[str, Sequence[Drawing]] = {
    "SCN001": (cards_that_met,),
    "SCN003": (_strong, _other_strong),
    "SCN004": (payment_matrix,),
    "SCN010": (evenness_of_cards,),
    "SCN012": (_shares, funnel_of_dealers),
    "SCN013": (drift_of_drops,),
    "SCN014": (_tokes,),
    "SCN015": (_shares, sides_of_corrections),
}
