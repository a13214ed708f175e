"""Pot games beside PokerKit: the replay and the whole audit of the 200 real PHH hands, hands a second, in one run.

`python -m tests.bench_pots [TIMES]`: every hand so many times, 40 unless stated. PokerKit parses each file once and plays its
actions; its time does not include the parsing, ours includes the reading of the log where the row says so.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from pokerkit import HandHistory

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.replay import TableFacts, replay
from tests.importing.histories.originals import brought_in, log, originals

RULESET = "standard-cash"
TIMES = 40


def seconds(work: Callable[[], Any]) -> float:
    """Processor time; of the better of two, for machines are noisy."""
    found = []
    for _ in range(2):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def played(histories: list[HandHistory]) -> None:
    for each in histories:
        for _ in each:
            pass


def one_log(texts: list[str], times: int) -> tuple[bytes, int]:
    """All hands as one log, each so many times, numbered through."""
    hands = [line for text in texts for line in log(text)[1:] if line["event"] == "pot_hand"]
    head = {"event": "session", "format": "cardroom-log/1", "room": "EE-001", "session": "B-1", "table": "T1"}
    lines = [head | {"currency": "USD", "opened_at": "2026-03-14T20:00:00+02:00", "ruleset": RULESET}]
    for number in range(times * len(hands)):
        lines.append(
            hands[number % len(hands)] | {"hand": 2 * number + 1}
        )  # no two in a row: they are of different tables
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines), len(lines) - 1


def main(times: int) -> None:
    texts = list(originals("phh").values())
    histories = [HandHistory.loads(text) for text in texts]
    data, hands = one_log(texts, times)
    rules = library().get(RULESET).sections.pot
    assert rules is not None
    blocks = list(LogReader().blocks([data]))
    theirs = len(histories) / seconds(lambda: played(histories))
    rows = {
        "PokerKit": theirs,
        "replay": hands / seconds(lambda: [replay(block, rules, TableFacts()) for block in blocks]),
        "whole audit, with the reading": hands / seconds(lambda: audit_log(BytesSource(data))),
        "importer of PHH": len(texts) / seconds(lambda: [brought_in(text) for text in texts]),
    }
    for name, speed in rows.items():
        print(f"{name:32} {speed:10,.0f} hands/s {speed / theirs:8.1f} times PokerKit")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES)
