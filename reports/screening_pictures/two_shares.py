"""Pictures of the counts of a unit: shares of two sorts of cases, or of trials, against chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from reports.screening_pictures.screening_picture import ScreeningPicture
from reports.screening_pictures.share_bars import ShareBar, share_bars
from reports.screening_pictures.share_words import share_words_of
from rules.screening.indicators.scn003_strong_cards import QUADS
from rules.screening.room_year import ScreenedUnit
from rules.screening.statistics import MarkedRow, Row, TrialRow
from rules.screening.unit_counts import UnitCounts, counts_of
from rules.screening.unit_evidence import counted_coding

_CAPTION = (
    "The mark is where the share would be if it made no difference which hands they were, session by session."
)
_OF_TRIALS = "The mark is the mean of the chances of the single trials."


def two_shares(unit: ScreenedUnit) -> ScreeningPicture | None:
    """Bars of the marked ones among favourable cases and among the others; None: the unit has no such counts."""
    counts, words = _marked_counts(unit.rows), share_words_of(unit.entry.code, unit.unit)
    if words is None or counts is None:
        return None
    cases, marked, favourable, both = counts.cases, counts.marked, counts.favourable, counts.both
    assert cases is not None and marked is not None and favourable is not None and isinstance(both, int)
    expected = float(counts.expected or Fraction())
    bars = [
        ShareBar(words.favourable, both, favourable, expected, "dark"),
        ShareBar(words.others, marked - both, cases - favourable, marked - expected, "middle"),
    ]
    return ScreeningPicture(words.title, share_bars(words.marked, bars), _CAPTION)


def _marked_counts(rows: Sequence[Row]) -> UnitCounts | None:
    tables = [row for row in rows if isinstance(row, MarkedRow)]
    first = min((row.coding for row in tables), default=0)
    own: list[Row] = [row for row in tables if row.coding == first]
    return counts_of(own) if own else None


def trials_against_chance(unit: ScreenedUnit) -> ScreeningPicture | None:
    """A bar for each kind of trials, first the one that is counted of the unit; None: the unit has none."""
    words = _TRIALS.get(unit.entry.code)
    of: dict[int, list[TrialRow]] = {}
    for row in unit.rows:
        if isinstance(row, TrialRow):
            of.setdefault(row.coding, []).append(row)
    if words is None or not of:
        return None
    title, marked, label = words(dict(unit.unit))
    counted = counted_coding(unit.rows)
    kinds = sorted(of, key=lambda coding: (coding != counted, coding))
    bars = [_trials(label(of[kind][0]), counts_of(of[kind])) for kind in kinds]
    return ScreeningPicture(title, share_bars(marked, bars), _OF_TRIALS)


def _trials(label: str, counts: UnitCounts) -> ShareBar:
    assert counts.cases is not None and isinstance(counts.both, int)
    return ShareBar(label, counts.both, counts.cases, float(counts.expected or Fraction()), "dark")


_Trials = tuple[str, str, Callable[[TrialRow], str]]  # title, marked, the label of trials


def _strong(unit: Mapping[str, str]) -> _Trials:
    def label(row: TrialRow) -> str:
        return f"{unit['player']}, {'four of a kind in 13 cards' if row.p == QUADS else 'a pair before the first bet'}"

    return "Strong hands", "of strong hands", label


def _leaves(unit: Mapping[str, str]) -> _Trials:
    label = f"Stays of {unit['player']} that ended on one of their largest wins"
    return "Ends of stays", "of stays", lambda _: label


def _draws(unit: Mapping[str, str]) -> _Trials:
    player = unit["player"]
    if "other" in unit:
        label = f"Draws in which {player} and {unit['other']} met"
        return "Draws to one table", "of draws that both share", lambda _: label
    return "Button of the first hand of final tables", "of final tables", lambda _: f"Button of {player}"


def _times(_: Mapping[str, str]) -> _Trials:
    labels = ("Hands that start on a minute divisible by five", "Hands that start on second 0")
    return "Round times", "of hands with a time", lambda row: labels[row.coding]


_TRIALS: dict[str, Callable[[Mapping[str, str]], _Trials]] = {
    "SCN003": _strong, "SCN016": _leaves, "SCN018": _draws, "SCN019": _times,
}  # fmt: skip
