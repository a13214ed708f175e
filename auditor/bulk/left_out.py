"""The sessions of a room of which no log is audited, and why: gaming days are audited without them, and are incomplete."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from msgspec import Struct

from auditor.bulk.bulk_controls import Bases
from auditor.bulk.done import FileDone, LeftOut
from auditor.named_rulesets import ruleset_obstacle
from auditor.obstacles import ruleset_clause
from rules.results import SkippedSession

_SEVERAL = "there are several logs of it, and none says that it supersedes the others"
_STALE = "it rests on other controls or another engine; run again with its log in the source"


def newest(logs: Iterable[FileDone]) -> tuple[list[FileDone], list[FileDone]]:
    """Of each session or event the file that no other one supersedes; and the files of those that have several of these.

    What supersedes a file names its digest.
    """
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
    """The logs of a room. current: of each session the audited log that counts; left_out: the sessions without one."""

    current: list[FileDone]
    left_out: list[LeftOut]


def parted(logs: Sequence[FileDone], bases: Bases, basis: str) -> Parted:
    """The logs of a room that count under the controls of a basis, and its sessions whose gaming day is without them.

    A log that can be read supersedes the one that it names, audited or not, as in the service. Of a session with another log
    that counts, one that is not audited is nothing.
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
    """Whether a file was audited with the controls and the engine of a basis."""
    return file.basis == basis and file.status == "audited"


def _without(log: FileDone, audited: Sequence[FileDone], bases: Bases) -> LeftOut:
    """A session of which no log counts. audited: its logs that were, of which none supersedes the others."""
    return left_out(log, _SEVERAL if audited else _reason(log, bases))


def left_out(log: FileDone, reason: str) -> LeftOut:
    """A log whose gaming day is known, as the day names it. reason: a clause about the session."""
    assert log.day is not None
    its = log.outline
    session = SkippedSession(
        table=its.table, tournament=log.tournament, session=log.name or log.address, number=its.number, day=log.day,
        money=its.money or its.currency, hands=its.hands, reason=reason,
    )  # fmt: skip
    return LeftOut(address=log.address, closed_at=its.closed_at, session=session)


def _reason(log: FileDone, bases: Bases) -> str:
    """Why a log is not audited, as a clause about its session."""
    if log.room is None or log.day is None or log.basis != bases.of(log.room):
        return _STALE
    if log.status == "failed":
        return f"its audit failed: {log.reason}"
    if log.problems:
        return f"its log was refused: {log.problems[0]}"
    day = dt.date.fromisoformat(log.day)
    found = ruleset_obstacle(log.room, day, log.outline.ruleset, None, bases.made, bases.filed)
    return ruleset_clause(found) if found is not None else f"its log was refused: {log.reason}"
