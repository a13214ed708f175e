"""Files of feeds and of club programs that the project made up, what they come to, and what an audit finds in it."""

from __future__ import annotations

from typing import Any

from auditor.importing.histories.history_logs import pseudonym
from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.importing.histories.originals import DATA, KEY, Row, brought_in, logs

TO_LOOK_AT = ("violation", "discrepancy")  # kinds of findings


def feed(name: str) -> str:
    """The text of a file."""
    return (DATA / "feeds" / name).read_text(encoding="utf-8")


def hands(text: str) -> list[Row]:
    """The hands of a file that gives one log, whatever is wrong with others."""
    (only,) = logs(brought_in(text))
    return [row for row in only if row["event"] == "pot_hand"]


def events(text: str, kind: str) -> list[Row]:
    """The events of a kind outside of the hands, without their times."""
    (only,) = logs(brought_in(text))
    return [
        {name: each for name, each in row.items() if name != "at"} for row in only if row["event"] == kind
    ]


def nets(hand: Row, names: tuple[str, ...]) -> dict[str, Any]:
    """What players won or lost, by their names; None: not recorded. Who is not in the hand is left out."""
    by_id = {pseudonym(KEY, name): name for name in names}
    return {by_id[seat["player"]]: seat.get("net") for seat in hand["seats"]}


def found(text: str, ruleset: str = "standard-cash") -> list[tuple[str, int | None]]:
    """Code and hand of each violation and discrepancy that an audit finds in the logs of a file."""
    audits = [audit_log(BytesSource(log.data), ruleset=ruleset) for log in brought_in(text).logs]
    return [(each.code, each.hand) for audit in audits for each in audit.findings if each.kind in TO_LOOK_AT]
