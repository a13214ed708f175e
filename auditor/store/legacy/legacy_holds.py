"""Facts of the rows of holds, purges and repairs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from auditor.facts.kinds.facts_of_holds import (
    BlobRepaired,
    EvidencePurgedOnRecord,
    HoldLiftedOnRecord,
    HoldMade,
    ResultPurgedOnRecord,
    StoreErased,
    UploadReturned,
)
from auditor.facts.recorded_fact import RecordedFact
from auditor.store.legacy.old_store import OldStore, named


def holds(
    old: OldStore, but: Collection[int] = (), but_lifts: Collection[int] = ()
) -> Iterator[RecordedFact]:
    """Holds, and those that were lifted. but, but_lifts: holds, and lifts of holds, that are left out."""
    rooms = {}
    for row in (each for each in old.rows("holds", "id") if each["id"] not in but):
        rooms[row["id"]] = row["room"]
        about = named(row, "room", "session", "first_day", "last_day", "reason")
        common = old.common("hold.made", row["id"], row["at"], row["key"], row["room"])
        yield HoldMade(number=row["id"], who=row["by"], **about, **common)
    for row in (each for each in old.rows("lifts", "at, hold") if each["hold"] not in but_lifts):
        common = old.common("hold.lifted", row["hold"], row["at"], row["key"], rooms.get(row["hold"]))
        yield HoldLiftedOnRecord(number=row["hold"], reason=row["reason"], who=row["by"], **common)


def purges(old: OldStore, but: Mapping[str, Collection[int]]) -> Iterator[RecordedFact]:
    """Purges, files that came again, erasures and repairs. but: rows of their tables that are left out."""
    for row in (each for each in old.rows("purges", "id") if each["id"] not in but["purges"]):
        about = {"number": row["id"], "of": row["key"], "who": row["by"]} | named(
            row, "sha256", "size", "room", "session", "first_day", "last_day", "year_ends", "years", "kept_until", "parameter",
            "clause",
        )  # fmt: skip
        kind = EvidencePurgedOnRecord if row["subject"] == "evidence" else ResultPurgedOnRecord
        tag = "evidence.purged" if row["subject"] == "evidence" else "result.purged"
        yield kind(**about, **old.common(tag, row["id"], row["at"], None, row["room"]))
    for row in (each for each in old.rows("returns", "id") if each["id"] not in but["returns"]):
        common = old.common("", None, row["at"], row["key"])
        yield UploadReturned(number=row["id"], sha256=row["sha256"], **common)
    for row in (each for each in old.rows("erasures", "id") if each["id"] not in but["erasures"]):
        yield StoreErased(number=row["id"], purge=row["purge"], **old.common("", None, row["at"], None))
    for row in (each for each in old.rows("repairs", "id") if each["id"] not in but["repairs"]):
        about = named(row, "subject", "sha256", "found_sha256", "found_size")
        common = old.common("", None, row["at"], None)
        yield BlobRepaired(number=row["id"], who=row["by"], **about, **common)
