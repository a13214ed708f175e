"""Sessions without an audited log, which their gaming days lack, with reasons."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.bulk.bulk_controls import Bases
from auditor.bulk.bulk_outcomes import FileDone, LeftOut
from auditor.named_rulesets import ruleset_obstacle
from auditor.obstacles import ruleset_clause
from rules.results import SkippedSession

_SEVERAL = "there are several logs of it, and none says that it supersedes the others"
_STALE = "it rests on other controls or another engine; run again with its log in the source"


def newest(logs: Iterable[FileDone]) -> tuple[list[FileDone], list[FileDone]]:
    """The unsuperseded file of each session or event, and the files of those with several. A file supersedes by digest."""
    by_session: dict[tuple[str | None, str | None], list[FileDone]] = {}
    for each in logs:
        by_session.setdefault((each.kind, each.name), []).append(each)
    current, rivals = list[FileDone](), list[FileDone]()
    for versions in by_session.values():
        superseded = {each.supersedes for each in versions}
        last = [each for each in versions if each.sha256 not in superseded]
        (current if len(last) == 1 else rivals).extend(last)
    return current, rivals


class Parted(Struct, frozen=True):
    """Logs of a room. current: each session's audited log; left_out: sessions without one."""

    current: list[FileDone]
    left_out: list[LeftOut]


def parted(logs: Sequence[FileDone], bases: Bases, basis: str) -> Parted:
    """A room's counting logs under a basis, and sessions missing from days.

    A readable log supersedes the one that it names, audited or not. Beside a counting log, an unaudited one is ignored.
    """
    by_session: dict[str, list[FileDone]] = {}
    for each in logs:
        by_session.setdefault(each.name or each.address, []).append(each)
    current, absent = list[FileDone](), list[LeftOut]()
    for versions in by_session.values():
        superseded = {each.supersedes for each in versions if not each.problems}
        last = [each for each in versions if each.sha256 not in superseded]
        audited = [each for each in last if is_audited(each, basis)]
        if len(audited) == 1:
            current += audited
            continue
        shown = [*audited, *(each for each in last if not each.problems), *last]
        absent += [_without(each, audited, bases) for each in shown[:1] if each.day is not None]
    absent.sort(key=lambda each: (each.session.day, each.session.table, each.session.session))
    return Parted(current, absent)


def is_audited(file: FileDone, basis: str) -> bool:
    """Whether a file was audited under a basis."""
    return file.basis == basis and file.status == "audited"


def _without(log: FileDone, audited: Sequence[FileDone], bases: Bases) -> LeftOut:
    """A session without a counting log. audited: several unsuperseded ones."""
    return left_out(log, _SEVERAL if audited else _reason(log, bases))


def left_out(log: FileDone, reason: str) -> LeftOut:
    """A log missing from its day. reason: a clause about the session."""
    assert log.day is not None
    its = log.outline
    session = SkippedSession(
        table=its.table, tournament=log.tournament, session=log.name or log.address, number=its.number, day=log.day,
        money=its.money or its.currency, hands=its.hands, reason=reason,
    )  # fmt: skip
    return LeftOut(address=log.address, closed_at=its.closed_at, session=session)


def _reason(log: FileDone, bases: Bases) -> str:
    if log.room is None or log.day is None or log.basis != bases.of(log.room):
        return _STALE
    if log.status == "failed":
        return f"its audit failed: {log.reason}"
    if log.problems:
        return f"its log was refused: {log.problems[0]}"
    day = dt.date.fromisoformat(log.day)
    found = ruleset_obstacle(log.room, day, log.outline.ruleset, None, bases.made, bases.filed)
    return ruleset_clause(found) if found is not None else f"its log was refused: {log.reason}"
