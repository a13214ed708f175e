"""Hypotheses of a tournament's first line, by totals and lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from rules.audit.causes.fact_names import HEAD, value_text
from rules.audit.causes.hypotheses import Hypothesis, Path, Value, named, with_value
from rules.audit.causes.tried_hypotheses import TriedEvent
from rules.tournaments.header import Royal, Tournament
from rules.tournaments.tournament_clock import instant
from rules.tournaments.tournament_levels import announced
from rules.tournaments.tournament_records import RankingAward, Reentry
from rules.tournaments.tournament_undetermined import amount

_FEWEST_LATE = 3  # entries or rebuys after a period's end: fewer may each be late
_LATE = {
    "TRN007": ("late_registration", "late registration", "entries"),
    "TRN014": ("rebuy_until", "the period of rebuys", "rebuys"),
}
_MINUTE = 60_000_000  # microseconds


def heads_by_totals(state: TriedEvent) -> Iterator[Hypothesis]:
    """Parts of the price by other parts' totals, and the house's additions."""
    file, field = state.edited.file, state.view.field
    header: Tournament = file.header
    if file.close is None or file.close[1].totals is UNSET or not field.counted:
        return
    totals, entries = file.close[1].totals, len(field.counted)
    of_bought = state.view.replay.money
    share = header.royal.share if header.royal is not UNSET else 0
    for total, path, now, recorded in (
        ("collected", ("buy_in",), of_bought.collected, header.buy_in),
        ("fees", ("fee",), of_bought.fees, amount(header.fee)),
        ("bounties", ("bounty",), of_bought.bounties, amount(header.bounty)),
        ("royal", ("royal", "share"), of_bought.royal, share),
        ("added", ("added",), of_bought.added, amount(header.added)),
    ):
        stated = getattr(totals, total)
        each = 1 if total == "added" else entries
        if stated is UNSET or stated == now or (stated - now) % each:
            continue
        implied = recorded + (stated - now) // each
        if implied >= 0:
            yield _by_total(state, path, recorded, implied, total)


def _by_total(state: TriedEvent, path: Path, recorded: int, implied: int, total: str) -> Hypothesis:
    header = state.edited.file.header
    name = HEAD[path]
    if path == ("royal", "share") and header.royal is UNSET:
        changed = with_value(header, ("royal",), Royal(share=implied))
    else:
        changed = with_value(header, path, implied)
    mine, other = (value_text(each, path, header.currency) for each in (recorded, implied))
    of = "" if path == ("added",) else " for each entry"
    return Hypothesis(
        title=f"The file's {name} differs from its totals",
        message=f"The file's {name} is {mine}; its total ({total}) is that of {other}{of}.",
        edited=state.edited.with_head(changed),
        line=1,
        field=named(path),
        stated=recorded,
        implied=implied,
    )


def terms_by_lines(state: TriedEvent) -> Iterator[Hypothesis]:
    """Ranking, re-entries, periods and minutes of levels, as the lines have them."""
    yield from _ranking(state)
    yield from _reentries(state)
    yield from _periods(state)
    yield from _minutes(state)


def _ranking(state: TriedEvent) -> Iterator[Hypothesis]:
    awards = sum(1 for _, each in state.edited.file.events if isinstance(each, RankingAward))
    if awards and state.edited.file.header.ranking is not True:
        yield _head(
            state,
            ("ranking",),
            True,
            title="The file does not say that the event is of the ranking",
            message=f"The file does not say that the event is of the ranking, and {awards:,} lines award ranking points.",
        )


def _reentries(state: TriedEvent) -> Iterator[Hypothesis]:
    header = state.edited.file.header
    lines = sum(1 for _, each in state.edited.file.events if isinstance(each, Reentry))
    if lines < _FEWEST_LATE or not any(each.code == "TRN011" for each in state.breaches):
        return
    says = f"The file's kind is {header.kind.replace('_', ' ')}, and {lines:,} lines are re-entries."
    title = "The file's kind has no re-entries, and its lines have some"
    yield _head(state, ("kind",), "reentry", title=title, message=says)
    yield _head(
        state,
        ("reentries",),
        True,
        title=title,
        message=f"{says[:-1]}, which the file does not say are offered.",
    )


def _periods(state: TriedEvent) -> Iterator[Hypothesis]:
    """Periods after whose end several came: until the level of the last of them."""
    header = state.edited.file.header
    for code, (name, words, things) in _LATE.items():
        late = [each for each in state.breaches if each.code == code and not each.session]
        period = getattr(header, name)
        if period is UNSET:
            period = header.late_registration
        if len(late) < _FEWEST_LATE or period is UNSET or period.none is True:
            continue
        last = max(instant(str(each.stated)) or 0 for each in late)
        levels = [
            event.level
            for _, event in announced(state.edited.file)
            if (instant(event.at) or last + 1) <= last
        ]
        if not levels:
            continue
        ends = f"at {period.until}" if period.until_level is UNSET else f"with level {period.until_level:,}"
        by_level = period.until_level is not UNSET
        yield _head(
            state,
            (name,),
            type(period)(until_level=max(levels)),
            title=f"Many {things} came after the end that the file gives",
            message=(
                f"By the file {words} ends {ends}; {len(late):,} {things} came later, the last in level {max(levels):,}."
            ),
            field=f"{name}.{'until_level' if by_level else 'until'}",
            stated=period.until_level if by_level else str(period.until),
            implied=max(levels) if by_level else f"the end of level {max(levels):,}",
        )


def _minutes(state: TriedEvent) -> Iterator[Hypothesis]:
    header = state.edited.file.header
    if header.structure is UNSET:
        return
    level_of = dict(announced(state.edited.file))
    apart: dict[int, set[int]] = {}
    for each in state.breaches:
        if each.code in ("LVL004", "LVL005") and isinstance(each.expected, str) and each.line in level_of:
            at, due = instant(str(each.stated)), instant(each.expected)
            minutes = round(((at or 0) - (due or 0)) / _MINUTE)
            apart.setdefault(minutes, set()).add(level_of[each.line].level - 1)
    for minutes, levels in sorted(apart.items(), key=lambda each: -len(each[1])):
        if len(levels) < _FEWEST_LATE or not minutes:
            continue
        recorded = {each.minutes for each in header.structure if each.level in levels}
        if len(recorded) == 1 and isinstance(now := next(iter(recorded)), int) and now + minutes > 0:
            structure = [
                with_value(each, ("minutes",), now + minutes) if each.minutes == now else each
                for each in header.structure
            ]
            yield _head(
                state,
                ("structure",),
                structure,
                title="The minutes of the levels differ from those announced",
                message=(
                    f"The file's levels have {now:,} minutes; {len(levels):,} levels were announced after {now + minutes:,}."
                ),
                field="structure.minutes",
                stated=now,
                implied=now + minutes,
            )


def _head(
    state: TriedEvent,
    path: Path,
    value: Any,
    *,
    title: str,
    message: str,
    field: str | None = None,
    stated: Value = None,
    implied: Value = None,
) -> Hypothesis:
    recorded = getattr(state.edited.file.header, str(path[0]))
    if field is None:
        stated = recorded if isinstance(recorded, bool | int | str) else None
        implied = value
    return Hypothesis(
        title=title,
        message=message,
        edited=state.edited.with_head(with_value(state.edited.file.header, path, value)),
        line=1,
        field=field or named(path),
        stated=stated,
        implied=implied,
    )
