"""Summary of a run, printed and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from auditor.bulk.bulk_outcomes import (
    BulkSummary,
    DifferingMoney,
    FileDone,
    LeftOut,
    RoomDone,
    UnauditedFile,
    WholeDone,
)
from auditor.bulk.folder import Folder
from auditor.engine import program
from rules.controls.library import library
from rules.results import MONEY_KINDS

SUMMARY, NOT_AUDITED = "summary.json", "not-audited.json"


def put_summary(folder: Folder, made: BulkSummary) -> None:
    """Write a summary beside its tables."""
    folder.write_bytes(SUMMARY, msgspec.json.format(msgspec.json.encode(made.head)) + b"\n")
    folder.write_bytes(NOT_AUDITED, msgspec.json.format(msgspec.json.encode(made.not_audited)) + b"\n")


def summary_of(
    files: Sequence[FileDone], rooms: Sequence[RoomDone], as_of: int | None, controls: str
) -> BulkSummary:
    """Summary of files and rooms; equal bytes count once. as_of: the store's change, or None."""
    once = list({each.sha256 or each.address: each for each in files}.values())
    wholes = [each for room in rooms for each in room.wholes]
    done: list[FileDone | WholeDone] = [*once, *wholes]
    findings, codes = Counter[tuple[str, str]](), Counter[str]()
    for each in done:
        findings.update({(kind, severity): number for kind, severity, number in each.findings})
        codes.update(each.codes)
    return BulkSummary(
        engine=program().engine(library().digest),
        as_of=as_of,
        controls=controls,
        files=_counts(files, once),
        wholes=_counts_of_wholes(wholes),
        rooms=len(rooms),
        not_on_record=sum(not room.on_record for room in rooms),
        stale=sum(room.stale for room in rooms),
        hands=sum(file.hands or 0 for file in once),
        testable=sum(file.testable or 0 for file in once),
        money=_money(once),
        findings=[(kind, severity, number) for (kind, severity), number in sorted(findings.items())],
        codes=dict(sorted(codes.items())),
        not_audited=[*_files_not_audited(once), *_wholes_not_audited(wholes)],
    )


def _counts(files: Sequence[FileDone], once: Sequence[FileDone]) -> dict[str, int]:
    """Files by outcome, including an earlier run's."""
    found = Counter("kept" if each.kept and each.status == "audited" else each.status for each in once)
    return {
        "found": len(files),
        "same": len(files) - len(once),
        **{name: found[name] for name in ("audited", "kept", "refused", "failed")},
        "incomplete": sum(bool(each.failures) for each in once),
    }


def _counts_of_wholes(wholes: Iterable[WholeDone]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {each: Counter() for each in ("day", "tournament", "ledger")}
    for each in wholes:
        status = "not_audited" if each.reason is not None else "kept" if each.kept else "audited"
        found.setdefault(each.scope, Counter())[status] += 1
    return {
        scope: {name: counts[name] for name in ("audited", "kept", "not_audited")}
        for scope, counts in found.items()
    }


def _money(files: Iterable[FileDone]) -> dict[str, DifferingMoney]:
    found: dict[str, list[FileDone]] = {}
    for each in files:
        if each.currency is not None:
            found.setdefault(each.currency, []).append(each)
    return {
        currency: DifferingMoney(
            **{kind: _sum(getattr(each, kind) for each in of_it) for kind in MONEY_KINDS}
        )
        for currency, of_it in sorted(found.items())
    }


def _sum(amounts: Iterable[int | None]) -> int | None:
    known = [each for each in amounts if each is not None]
    return sum(known) if known else None


def _files_not_audited(files: Iterable[FileDone]) -> list[UnauditedFile]:
    found = []
    for each in files:
        if each.status != "audited":
            found.append(
                UnauditedFile(
                    what=each.address, status=each.status, reason=each.reason or "", problems=each.problems,
                    problem_count=each.problem_count,
                )
            )  # fmt: skip
        elif each.failures:
            found.append(UnauditedFile(what=each.address, status="incomplete", reason=_failures(each)))
    return found


def _wholes_not_audited(wholes: Iterable[WholeDone]) -> list[UnauditedFile]:
    found = []
    for each in wholes:
        what = f"{each.scope} {each.name} of room {each.room}"
        if each.reason is not None:
            status: Literal["failed", "left out"] = "failed" if each.scope == "room" else "left out"
            found.append(UnauditedFile(what=what, status=status, reason=each.reason))
        elif each.failures or each.left_out:
            why = "; ".join(filter(None, (_failures(each), *map(_left_out, each.left_out))))
            found.append(UnauditedFile(what=what, status="incomplete", reason=why))
    return found


def _left_out(log: LeftOut) -> str:
    where = f"table {log.session.table}, " if log.session.table else ""
    return (
        f"it was audited without {where}session {log.session.session} ({log.address}): {log.session.reason}"
    )


def _failures(done: FileDone | WholeDone) -> str:
    return "; ".join(f"{each.code} failed to run: {each.message}" for each in done.failures)
