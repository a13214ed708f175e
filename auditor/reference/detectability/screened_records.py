"""Indicators of screening that each kind of record lets be tested, and what each part of a record adds, as measured."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from auditor.collector import no_collector
from auditor.reference.detectability.detectability_records import KINDS, PARTS, RecordPart, without_parts
from auditor.reference.detectability.detectability_sessions import DetectionLog, registry, screened_sessions
from auditor.reference.markdown import bullets, table
from rules.audit import BytesSource
from rules.audit.screened_audit import screened_audit
from rules.screening.indicator_catalogue import IndicatorEntry, indicators, indicators_by_code

SCREENED = Path(__file__).parent / "screened.json"
FULL = "full"
OWN_PARTS: Mapping[str, RecordPart] = {
    "decks": RecordPart(
        "which deck was dealt, and which machine shuffled it", of_hands=frozenset({"deck", "shuffler"})
    ),
    "dealers": RecordPart("who dealt each hand", of_hands=frozenset({"dealer_id"})),
}  # that only screening needs
_READ = ("hands", "counts")  # of a log; corrections and draws are in no log
Games = dict[str, list[str]]  # by indicator, the games in which it has something to test


def every_part() -> Mapping[str, RecordPart]:
    """The parts of a record by name, also those that only screening needs."""
    return {**PARTS, **OWN_PARTS}


@cache
def screened_figures() -> dict[str, Games]:
    """The figures that ship with the auditor: by kind of record, and by "without" and a part."""
    found: dict[str, Games] = json.loads(SCREENED.read_text("utf-8"))
    return found


@no_collector()
def measure_screening() -> dict[str, Games]:
    """The figures of the present program."""
    logs, parts = screened_sessions(), every_part()
    kinds = {kind: tested_in(logs, [PARTS[name] for name in names]) for kind, names in KINDS.items()}
    return {**kinds, **{f"without {name}": tested_in(logs, [part]) for name, part in parts.items()}}


def tested_in(logs: Sequence[DetectionLog], parts: Sequence[RecordPart]) -> Games:
    """Games in which each indicator has something to test in logs without some parts."""
    found: Games = {}
    for log in logs:
        source = BytesSource(without_parts(log.log, parts))
        kept = screened_audit(source, library=registry(), room=log.room).statistics
        for code in sorted(kept.rows.keys() - kept.untestable.keys()) if kept is not None else ():
            found.setdefault(code, []).append(log.game)
    return dict(sorted(found.items()))


def write_screening() -> None:
    """Measure, and write the figures."""
    SCREENED.write_text(
        json.dumps(measure_screening(), indent=1).replace("\n   ", " ").replace("\n  ]", " ]") + "\n", "utf-8"
    )


def screening_parts() -> Iterator[str]:
    """The part of the page on screening."""
    yield "## Screening over many sessions"
    yield (
        "The indicators of screening count over the sessions of a room's year. What a log does not hold is untestable, with the "
        "reason. Measured over simulated sessions of closed, open-face and pot games, with the decks and the dealers on record. "
        "**yes**: the record lets the indicator be tested in every game in which a full record does; the names of games: in "
        "these only; **–**: in none."
    )
    head = ("indicator", "what it needs", *KINDS)
    yield table(head, map(_line, _of_logs()))
    for name in every_part():
        lost, fewer = _lost(f"without {name}")
        yield from _adds(name, lost, fewer)
    yield "These read no log of a table:"
    yield bullets(
        f"**{each.code} {each.indicator.name}** needs {_small(each.needs)}"
        for each in indicators()
        if each.indicator.reads not in _READ
    )


def _of_logs() -> list[IndicatorEntry]:
    return [each for each in indicators() if each.indicator.reads in _READ]


def _line(entry: IndicatorEntry) -> list[str]:
    cells = [_cell(screened_figures()[kind].get(entry.code, []), entry.code) for kind in KINDS]
    return [f"{entry.code} {entry.indicator.name}", entry.needs, *cells]


def _cell(games: Sequence[str], code: str) -> str:
    if not games:
        return "–"
    return "yes" if games == screened_figures()[FULL].get(code) else ", ".join(games)


def _lost(record: str) -> tuple[list[str], list[str]]:
    """Indicators that a record lets be tested in no game, and in fewer games than a full one does."""
    full, lacking = screened_figures()[FULL], screened_figures()[record]
    lost = [code for code in full if code not in lacking]
    return lost, [code for code in full if code in lacking and lacking[code] != full[code]]


def _adds(name: str, lost: Sequence[str], fewer: Sequence[str]) -> Iterator[str]:
    """What a part of a record brings to screening; nothing where it brings nothing."""
    if lost or fewer:
        yield f"**{name[:1].upper()}{name[1:]}** ({every_part()[name].words}):"
        yield bullets(
            f"{what}: {_names(codes)}"
            for what, codes in (("Tested only with it", lost), ("Tested in more games with it", fewer))
            if codes
        )


def _names(codes: Iterable[str]) -> str:
    return ", ".join(f"{code} {indicators_by_code()[code].indicator.name}" for code in codes)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
