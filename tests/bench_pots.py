"""Pot games beside PokerKit: the replay and the whole audit of the 200 real PHH hands, hands a second, in one run.

`python -m tests.bench_pots [TIMES]`: every hand so many times, 40 unless stated. PokerKit parses each file once and plays its
actions; its time does not include the parsing, ours includes the reading of the log where the row says so.

The hands are of different tables, so that two logs are made of them. In the first no hand has the next number: every hand is a
gap, a finding, and the only hand of its players, which no honest log is like. The second is an honest one, without findings:
the hands that nobody was all in in, at one table, where the players stay, the button moves on and the chips carry over.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pokerkit import HandHistory

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.block_replay import TableFacts, replay
from tests.importing.histories.originals import brought_in, log, originals

RULESET = "standard-cash"
TIMES = 40
PLENTY = 10**11  # chips
Row = dict[str, Any]


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


def apart(hands: Sequence[Row], times: int) -> bytes:
    """All hands as one log, each so many times; no two in a row."""
    return written(hands[at % len(hands)] | {"hand": 2 * at + 1} for at in range(times * len(hands)))


def one_table(hands: Sequence[Row], times: int) -> bytes:
    """All hands as those of one table, each so many times, of players who have plenty of chips and stay."""
    return written(_followed(hands, times))


def _followed(hands: Sequence[Row], times: int) -> Iterator[Row]:
    chips, button = dict.fromkeys(range(1, 11), PLENTY), 0
    for at in range(times * len(hands)):
        hand = hands[at % len(hands)]
        turn, size = button + 1 - hand["dealer"], len(hand["seats"])
        moved = {seat: (seat - 1 + turn) % size + 1 for seat in range(1, size + 1)}
        seats = [
            each
            | {
                "seat": moved[each["seat"]],
                "player": f"p-{moved[each['seat']]}",
                "stack": chips[moved[each["seat"]]],
            }
            for each in hand["seats"]
        ]
        acts = [each | ({"seat": moved[each["seat"]]} if "seat" in each else {}) for each in hand["acts"]]
        button = moved[hand["dealer"]]
        yield hand | {"hand": at + 1, "dealer": button, "seats": seats, "acts": acts}
        for each in seats:
            chips[each["seat"]] += each["net"]


def written(hands: Iterable[Row]) -> bytes:
    """The log of some hands as an importer writes it."""
    head = {"event": "session", "format": "cardroom-log/1", "room": "EE-001", "session": "B-1", "table": "T1"}
    head |= {"currency": "USD", "opened_at": "2026-03-14T20:00:00+02:00", "ruleset": RULESET}
    return b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in (head, *hands))


def carries_over(history: HandHistory, hand: Row) -> bool:
    """Whether a hand is the same with more chips in front, and what each seat won or lost is on record."""
    return all("net" in each for each in hand["seats"]) and not any(0 in state.stacks for state in history)


def main(times: int) -> None:
    texts = list(originals("phh").values())
    histories = [HandHistory.loads(text) for text in texts]
    hands = [log(text)[1] for text in texts]
    honest = [at for at, hand in enumerate(hands) if carries_over(histories[at], hand)]
    honest.sort(key=lambda at: len(hands[at]["seats"]))
    gaps, table = apart(hands, times), one_table([hands[at] for at in honest], times)
    assert not audit_log(BytesSource(table)).findings
    rules = library().get(RULESET).sections.pot
    assert rules is not None
    blocks = list(LogReader().blocks([gaps]))
    works: dict[str, tuple[int, Callable[[], Any]]] = {
        "PokerKit": (len(hands), lambda: played(histories)),
        "replay": (len(hands) * times, lambda: [replay(block, rules, TableFacts()) for block in blocks]),
        "whole audit, every hand a gap": (len(hands) * times, lambda: audit_log(BytesSource(gaps))),
        "importer of PHH": (len(hands), lambda: [brought_in(text) for text in texts]),
        "PokerKit, hands of the honest log": (len(honest), lambda: played([histories[at] for at in honest])),
        "whole audit of the honest log": (len(honest) * times, lambda: audit_log(BytesSource(table))),
    }
    theirs = 0.0
    for name, (size, work) in works.items():
        speed = size / seconds(work)
        theirs = speed if name.startswith("PokerKit") else theirs
        print(f"{name:34} {speed:10,.0f} hands/s {speed / theirs:8.1f} times PokerKit")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TIMES)
