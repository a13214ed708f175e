"""Output of `auditor nightly`: a summary, and a line for each new or gone finding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from auditor.cli import exits, severity
from auditor.cli.audit_words import place, printable
from auditor.cli.incidents_command import SHORT

if TYPE_CHECKING:
    from auditor.cli.nightly_register import RegisterReport
    from auditor.cli.nightly_report import Report
    from auditor.night import NightFinding, OverdueAnswer
    from auditor.overdue import OverdueRoom


def lines(night: Report, fail_on: str, undetermined: bool) -> Iterator[str]:
    """The report as text, line by line."""
    changes = night.changes
    yield f"Service     {night.url}, {_count(changes.sessions, 'session')} on record"
    yield f"New audits  {', '.join(map(str, changes.audits)) or 'none'}"
    yield f"New         {_tally(changes.new)}"
    yield f"Persisting  {_tally(changes.persisting)}"
    yield f"Gone        {_tally(changes.gone)}"
    for report in night.reports:
        yield f"Report      {report}"
    for name in night.missing:
        yield f"Missing     {name}: there is no log of {night.day}"
    for each in changes.overdue:
        yield printable(f"Overdue     {_overdue(each)}")
    for answer in changes.overdue_answers:
        yield printable(f"Unanswered  {_unanswered(answer)}")
    for trouble in night.incomplete:
        yield f"Incomplete  {printable(trouble)}"
    yield from _register(night.register)
    yield from _listed("new", changes.new, undetermined)
    yield from _listed("gone", changes.gone, undetermined)
    yield ""
    yield _closing(night, fail_on)


def _register(register: RegisterReport) -> Iterator[str]:
    """The register in a line; in doubt, with both checkpoints as proof."""
    if register.trouble is not None:
        yield printable(f"Register    DIFFERS from that of the last run. {register.trouble}")
        for when, note in (("of the last run", register.before), ("now", register.checkpoint)):
            yield f"  Checkpoint {when}:"
            yield from (f"    {printable(line)}" for line in (note or "none").splitlines())
    elif register.size is not None:
        seen = (
            "it has all that it had"
            if register.before is not None
            else f"first seen; its key is {register.key}"
        )
        yield printable(f"Register    {_count(register.size, 'entry')}; {seen}")


def _overdue(room: OverdueRoom) -> str:
    last = f"its last log is of {room.last_day}" if room.last_day else "it has sent no log"
    return f"{room.room}: {last}; that of {room.day} was due {room.due_at}, {_count(room.hours, 'hour')} ago"


def _unanswered(incident: OverdueAnswer) -> str:
    where = incident.session or incident.event or f"gaming day {incident.day}"
    said = "was returned, and is not answered again" if incident.state == "returned" else "is not answered"
    title = f" ({incident.title})" if incident.title else ""
    return (
        f"{incident.room} {where}: incident {incident.incident[:SHORT]}{title} {said}; that was due {incident.due}, "
        f"{incident.days:,} day{'s' * (incident.days != 1)} ago"
    )


def _listed(what: str, found: list[NightFinding], undetermined: bool) -> Iterator[str]:
    """Gravest findings first; open points only where they count."""
    if not found:
        return
    yield ""
    for each in sorted(found, key=lambda one: severity.LEVELS.index(one.severity)):
        if undetermined or each.kind != "undetermined":
            log, where = f"{each.room} {each.session or each.event or ''}", " ".join(place(each))
            fields = what, each.kind, each.severity, each.code, log, where, each.clause, each.message
            yield printable("  ".join(fields))
    points = sum(each.kind == "undetermined" for each in found)
    if points and not undetermined:
        reported = _count(points, "point")
        yield f"{what}  undetermined  {reported} that the controls leave open; --count-undetermined lists them."


def _tally(found: list[NightFinding]) -> str:
    if not found:
        return "none"
    grave = Counter(each.severity for each in found)
    reported = ", ".join(f"{grave[level]:,} {level}" for level in severity.LEVELS if grave[level])
    sessions = {(each.room, each.session) for each in found if each.session and not each.event}
    events = {(each.room, each.event) for each in found if each.event}
    rooms = {each.room for each in found if not each.session and not each.event}
    places = [f"in {_count(len(sessions), 'session')}"] if sessions else []
    places += [f"in {_count(len(events), 'tournament or ledger')}"] if events else []
    places += [f"on days of {_count(len(rooms), 'room')}"] if rooms else []
    return f"{_count(len(found), 'finding')} {' and '.join(places)} ({reported})"


def _count(number: int, what: str) -> str:
    several = f"{what.removesuffix('y')}ies" if what.endswith("y") else f"{what}s"
    return f"{number:,} {what if number == 1 else several}"


def _closing(night: Report, fail_on: str) -> str:
    if night.register.trouble is not None:
        return (
            "What the service had on record at the last run is not what it has now: ask who runs it for the reason, and keep "
            "both checkpoints. Nothing that it says is certain until then."
        )
    if night.incomplete:
        return "Incomplete: there may be findings that are not listed above."
    if night.missing:
        return f"{_count(len(night.missing), 'expected log')} missing."
    if night.changes.overdue:
        return f"{_count(len(night.changes.overdue), 'room')} with an overdue log."
    if night.status == exits.FINDINGS:
        return f"New findings at or above {fail_on}."
    return f"Nothing new at or above {fail_on}."
