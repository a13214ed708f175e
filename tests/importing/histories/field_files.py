"""Made-up files of the folder `data/field`: what the importers make of each, by player names, and what an audit finds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from auditor.importing.frame import Imported, ImportOptions
from auditor.importing.histories.history_logs import pseudonym
from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.importing.histories.originals import DATA, KEY, brought_in, logs

FIELD = DATA / "field"
OPTIONS = ImportOptions(
    room="EE-001", zone="America/New_York", currency="USD", ruleset="standard-cash", key=KEY
)
Row = dict[str, Any]


def read(name: str, **options: Any) -> Imported:
    """What the importers make of a file, with these options."""
    return brought_in((FIELD / name).read_bytes(), msgspec.structs.replace(OPTIONS, **options))


def hands(done: Imported) -> list[Row]:
    """The hands of all logs, in their order."""
    return [row for rows in logs(done) for row in rows if row["event"] == "pot_hand"]


def problems(done: Imported) -> list[tuple[bool, str, str, str, str]]:
    """Whether the problem keeps a hand out, where it is, what was found, what was expected, and what to do."""
    return [(each.refuses, each.where, each.found, each.expected, each.do) for each in done.problems]


def nets(done: Imported, *names: str) -> dict[str, int]:
    """What each of the players won or lost in all hands, by name."""
    by_player: Counter[str] = Counter()
    for seat in (seat for hand in hands(done) for seat in hand["seats"]):
        by_player[seat["player"]] += seat.get("net", 0)
    by_name = {pseudonym(KEY, name): name for name in names}
    assert set(by_player) == set(by_name)
    return {by_name[player]: net for player, net in by_player.items()}


def deviations(done: Imported, ruleset: str = "standard-cash") -> list[tuple[str, str]]:
    """The code and the words of each finding of an audit of the logs; notes and what is undetermined are none."""
    audits = [audit_log(BytesSource(log.data), ruleset=ruleset) for log in done.logs]
    return [
        (each.code, each.message)
        for audit in audits
        for each in audit.findings
        if each.kind in ("violation", "discrepancy")
    ]
