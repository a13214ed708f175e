"""Facts of the rows of issued reports, samples, engines and screening."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from auditor.facts.kinds.facts_of_log import EngineChanged
from auditor.facts.kinds.facts_of_reports import (
    ReportIssued,
    ReportPulled,
    SampleCommitted,
    SampleCompared,
    SampleDrawn,
    SampleHandEntered,
    ScreeningClosed,
    ScreeningListed,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy import part_bodies
from auditor.store.legacy.old_store import OldRow, OldStore, decoded, named, text_digest


def reports(old: OldStore, but: Mapping[str, Collection[int]]) -> Iterator[RecordedFact]:
    """Issued reports, and who was given them. but: rows of their tables that are left out."""
    every = [row for row in old.rows("reports", "id") if row["id"] not in but["reports"]]
    for row in every:
        about = named(row, "audit", "edition", "exhibits", "made_sha256", "sha256", "size", "engine")
        common = old.common("report.issued", row["id"], row["at"], row["key"])
        signer = decoded("reports", row, "signer")
        yield ReportIssued(number=row["id"], signer=signer, who=row["by"], **about, **common)
    known = {row["id"] for row in every}
    pulls = (row for row in old.rows("report_pulls", "id") if row["id"] not in but["report_pulls"])
    for row in (each for each in pulls if each["report"] in known):
        common = old.common("report.pulled", row["id"], row["at"], row["key"])
        yield ReportPulled(number=row["id"], who=row["by"], **named(row, "report", "what"), **common)


def samples(old: OldStore, but: Mapping[str, Collection[int]]) -> Iterator[RecordedFact]:
    """Samples, their draws, what was entered, and their comparisons. but: rows of their tables that are left out."""
    every = {row["id"]: row for row in old.rows("samples", "id") if row["id"] not in but["samples"]}
    rooms = {number: row["room"] for number, row in every.items()}
    for row in every.values():
        about = named(
            row, "room", "first_day", "last_day", "sessions_sha256", "hands", "wanted", "source", "value"
        )
        common = old.common("sample.committed", row["id"], row["at"], row["key"], row["room"])
        digest = text_digest(row["sessions"])
        yield SampleCommitted(number=row["id"], list_sha256=digest, who=row["by"], **about, **common)
    for row in _left(old, "sample_draws", "sample", but, every):
        sample = every[row["sample"]]
        common = old.common("sample.drawn", row["sample"], row["at"], sample["key"], sample["room"])
        yield SampleDrawn(
            **named(row, "sample", "root", "size"), drawn=decoded("sample_draws", row, "drawn"), **common
        )
    for row in _left(old, "sample_hands", "id", but, every):
        parts = {"seen": old.keep(part_bodies.seen(row))}
        room = rooms.get(row["sample"])
        common = old.common("sample.hand_entered", row["id"], row["at"], row["key"], room, parts=parts)
        about = {"number": row["id"], "sample": row["sample"], "hand": row["number"], "who": row["by"]}
        yield SampleHandEntered(**about, **common)
    for row in _left(old, "sample_closings", "sample", but, every):
        common = old.common("sample.closed", row["sample"], row["at"], row["key"], rooms.get(row["sample"]))
        digest = text_digest(row["results"])
        yield SampleCompared(sample=row["sample"], results_sha256=digest, who=row["by"], **common)


def _left(
    old: OldStore, table: str, key: str, but: Mapping[str, Collection[int]], samples: Collection[int]
) -> Iterator[OldRow]:
    """Rows of a table of samples that are not left out, nor their sample."""
    return (row for row in old.rows(table, key) if row[key] not in but[table] and row["sample"] in samples)


def engines(old: OldStore, but: Collection[int] = ()) -> Iterator[RecordedFact]:
    """Engines. but: those that are left out."""
    for row in (each for each in old.rows("engines", "id") if each["id"] not in but):
        about = named(row, "version", "library", "code", "judgement")
        yield EngineChanged(
            number=row["id"], **about, **old.common("engine.changed", row["id"], row["at"], None)
        )


def screening(old: OldStore, but: Mapping[str, Collection[int]]) -> Iterator[RecordedFact]:
    """Lists of nights, and closed alarms. but: rows of their tables that are left out."""
    for row in (
        each for each in old.rows("screening_lists", "id") if each["id"] not in but["screening_lists"]
    ):
        about = named(row, "room", "as_of", "results", "alarms", "sha256", "size")
        common = old.common("screening.listed", row["id"], row["at"], None, row["room"])
        yield ScreeningListed(number=row["id"], **about, **common)
    closings = old.rows("screening_closings", "id")
    for row in (each for each in closings if each["id"] not in but["screening_closings"]):
        about = named(row, "room", "result", "indicator", "year", "log10_e", "as_of")
        parts = {"words": old.keep(part_bodies.closing_words(row))}
        common = old.common("screening.closed", row["id"], row["at"], row["key"], row["room"], parts=parts)
        yield ScreeningClosed(number=row["id"], who=row["by"], **about, **common)
