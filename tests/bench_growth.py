"""How the cost of a hand grows with a log: each fault, each kind of event outside of hands, each disorder, at two sizes.

`python -m tests.bench_growth [--hands N] [--times 4] [--runs 3] [WORD ...]`, or `make growth`; never a test. WORDs choose the
cases whose names have one of them. Each audit runs in a process of its own, which is forked from one that has audited before,
so that neither modules nor tables count: processor time, and how much higher its memory went. The goal is a ratio of at most
1.3 for both: what a hand costs in the long log, in times of what it costs in the short one. Of the files of events, a line
takes the place of a hand.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from msgspec import Struct

from auditor.evidence import FileEvidence
from rules.audit import audit_log
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.controls.library import library
from rules.records.problems import Refused
from rules.results import Audit
from simulation import simulate
from simulation.events import simulate_tournament
from simulation.events.faults.event_fault_catalogue import event_fault_names
from simulation.faults.fault_catalogue import FAULTS
from simulation.faults.open_face.open_face_fault_catalogue import OPEN_FACE_FAULTS
from simulation.ledgers import simulate_ledgers
from simulation.ledgers.faults.ledger_fault_catalogue import ledger_fault_names
from simulation.pots.faults.pot_fault_catalogue import FAULTS as POT_FAULTS

HANDS, TIMES, RUNS = 5_000, 4, 3
GOAL = 1.3
SHARE = 0.5  # of hands with a fault
CLOSED, OPEN_FACE, EVENT, POTS = "wsgc-full", "ofc-cash", "carnivale-ofc-2013", "olympic-cash"
TOURNAMENT, LEDGER = "carnivale-event-2013", "olympic-jackpots"
AT = "2026-03-14T16:00:00-07:00"

Line = dict[str, Any]
Change = Callable[[list[Line]], Iterable[Line]]


class Case(Struct, frozen=True):
    """What is audited. write: makes the files of so many hands in a folder, the one that is audited first."""

    name: str
    write: Callable[[Path, int], list[Path]]


class Cost(Struct, frozen=True):
    """What an audit took. hands: or lines of an event's file."""

    hands: int
    seconds: float
    megabytes: float
    findings: int


def main() -> None:
    """Measure, and print a row for each case, then those above the goal."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hands", type=int, default=HANDS, help="of the shorter log")
    asked.add_argument("--times", type=int, default=TIMES, help="as many in the longer one")
    asked.add_argument("--runs", type=int, default=RUNS, help="of which the median counts")
    asked.add_argument("words", nargs="*", help="only cases with one of these in their names")
    options = asked.parse_args()
    chosen = [
        each for each in cases() if not options.words or any(word in each.name for word in options.words)
    ]
    warm_up()
    print(f"{'':44} {'findings':>8} {'us a hand':>15} {'':>6} {'bytes a hand':>15}")
    above = []
    with tempfile.TemporaryDirectory() as folder:
        for case in chosen:
            sizes = options.hands, options.hands * options.times
            found = [_measured(case, Path(folder), size, options.runs) for size in sizes]
            row, ratio = _row(case, found)
            print(row, flush=True)
            if ratio > GOAL:
                above.append(row)
    print(f"\n{len(above)} of {len(chosen)} above {GOAL}:", *above, sep="\n")


def _row(case: Case, found: list[Cost | str]) -> tuple[str, float]:
    costs = [each for each in found if isinstance(each, Cost)]
    if len(costs) < len(found):
        return f"{case.name:44} {next(each for each in found if isinstance(each, str))}", 0.0
    short, long = costs
    each = [round(1e6 * cost.seconds / cost.hands) for cost in costs]
    room = [round((1 << 20) * cost.megabytes / cost.hands) for cost in costs]
    seconds = (long.seconds / long.hands) / (short.seconds / short.hands)
    memory = (long.megabytes / long.hands) / max(short.megabytes / short.hands, 1e-9)
    figures = f"{each[0]:7,} {each[1]:7,} {seconds:6.2f} {room[0]:7,} {room[1]:7,} {memory:6.2f}"
    return f"{case.name:44} {long.findings:8,} {figures}", max(seconds, memory)


def _measured(case: Case, folder: Path, hands: int, runs: int) -> Cost | str:
    """The median cost of some runs; or why there is none."""
    with tempfile.TemporaryDirectory(dir=folder) as here:
        paths = _elsewhere(lambda: case.write(Path(here), hands))
        if isinstance(paths, str):
            return paths
        costs = [_elsewhere(lambda: _cost(paths)) for _ in range(runs)]
    if isinstance(costs[0], str):
        return costs[0]
    return Cost(
        costs[0].hands,
        statistics.median(each.seconds for each in costs),
        statistics.median(each.megabytes for each in costs),
        costs[0].findings,
    )


def _elsewhere(work: Callable[[], Any]) -> Any:
    """What comes of work in a forked process; a text where it cannot be done."""
    ours, theirs = get_context("fork").Pipe(duplex=False)

    def run() -> None:
        try:
            theirs.send(work())
        except (ValueError, Refused) as error:
            theirs.send(" ".join(str(error).split())[:80])

    process = get_context("fork").Process(target=run)
    process.start()
    theirs.close()
    try:
        return ours.recv()
    except EOFError:
        return "the process was killed"
    finally:
        process.join()


def _cost(paths: list[Path]) -> Cost:
    before, begun = _peak(), time.process_time()
    audit = audited(paths)
    seconds, megabytes = time.process_time() - begun, _peak() - before
    hands = audit.hands if audit.event is None else audit.event.lines + audit.hands
    return Cost(max(hands, 1), seconds, megabytes, len(audit.findings))


def audited(paths: list[Path]) -> Audit:
    """The audit of a log, or of an event with what lies beside it."""
    first, *others = paths
    kind = first.name.partition(".")[0]
    if kind not in ("tournament", "ledger"):
        return audit_log(FileEvidence(first))
    beside = [read_beside(FileEvidence(each), kind) for each in others]
    return (audit_tournament if kind == "tournament" else audit_ledger)(FileEvidence(first), beside)


def _peak() -> float:
    """Megabytes: the highest that the memory of this process was."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def warm_up() -> None:
    """Audit a short log of each game in this process."""
    with tempfile.TemporaryDirectory() as folder:
        for name in (CLOSED, OPEN_FACE, EVENT, POTS):
            path = Path(folder) / "warm.ndjson"
            path.write_bytes(simulate(library().get(name), hands=300, seed=1, faults=SHARE).log())
            audited([path])
    gc.collect()


def cases() -> Iterator[Case]:
    """Every case."""
    for name in (CLOSED, OPEN_FACE, EVENT, POTS):
        yield Case(f"{name}: no fault", _log(name, 0.0))
        yield Case(f"{name}: every fault", _log(name, SHARE))
    yield Case("another ruleset", _changed(CLOSED, _under_another))
    for ruleset, faults in (
        (CLOSED, FAULTS),
        (OPEN_FACE, OPEN_FACE_FAULTS),
        (EVENT, OPEN_FACE_FAULTS),
        (POTS, POT_FAULTS),
    ):
        for fault in faults:
            yield Case(f"{ruleset}: {fault.name}", _log(ruleset, SHARE, (fault.name,)))
    for ruleset in (CLOSED, POTS):
        for name, event in EVENTS.items():
            yield Case(f"{ruleset}: event {name}", _changed(ruleset, _with_events(event)))
            yield Case(
                f"{ruleset}: early {name}", _changed(ruleset, _exchanged(_with_events(event, early=True)))
            )
        for name, change in DISORDERS.items():
            yield Case(f"{ruleset}: {name}", _changed(ruleset, change))
    for name, change in DEALS.items():
        yield Case(f"{CLOSED}: {name}", _changed(CLOSED, change))
    for fault in event_fault_names():
        yield Case(f"tournament: {fault}", _tournament(fault))
    for fault in ledger_fault_names():
        yield Case(f"ledger: {fault}", _ledger(fault))


def _log(ruleset: str, share: float, only: tuple[str, ...] = ()) -> Callable[[Path, int], list[Path]]:
    def write(folder: Path, hands: int) -> list[Path]:
        path = folder / "log.ndjson"
        log = simulate(library().get(ruleset), hands=hands, seed=1, faults=share, only=only)
        with path.open("wb") as file:
            file.writelines(log.chunks())
        return [path]

    return write


def _changed(ruleset: str, change: Change) -> Callable[[Path, int], list[Path]]:
    """A log without faults whose lines were changed; players sit throughout, so that each hand is like the others."""

    def write(folder: Path, hands: int) -> list[Path]:
        path = folder / "log.ndjson"
        log = simulate(library().get(ruleset), hands=hands, seed=1, players=(4, 4))
        lines = change([json.loads(line) for line in log.lines()])
        path.write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
        return [path]

    return write


def _tournament(fault: str) -> Callable[[Path, int], list[Path]]:
    def write(folder: Path, hands: int) -> list[Path]:
        made = simulate_tournament(
            library().get(TOURNAMENT), players=max(20, min(300, hands * 300 // (HANDS * TIMES))), seed=7, tables=40,
            only=(fault,),
        )  # fmt: skip
        return _written(folder, "tournament", made.data(), [log.data() for log in made.logs])

    return write


def _ledger(fault: str) -> Callable[[Path, int], list[Path]]:
    def write(folder: Path, hands: int) -> list[Path]:
        months = max(1, min(24, hands * 24 // (HANDS * TIMES)))
        made = simulate_ledgers(library().get(LEDGER), months=months, seed=7, only=(fault,))
        beside = [each.data() for each in (*made.ledgers[:-1], *made.tournaments, *made.logs)]
        return _written(folder, "ledger", made.ledgers[-1].data(), beside)

    return write


def _written(folder: Path, kind: str, first: bytes, others: list[bytes]) -> list[Path]:
    paths = [folder / f"{kind}.ndjson", *(folder / f"beside-{at}.ndjson" for at in range(len(others)))]
    for path, content in zip(paths, (first, *others), strict=True):
        path.write_bytes(content)
    return paths


def is_hand(line: Line) -> bool:
    """Whether a line is a hand."""
    return line["event"].endswith("_hand")


def _under_another(lines: list[Line]) -> Iterable[Line]:
    lines[0]["ruleset"] = "wsgc-1-6"
    return lines


def _player(hand: Line) -> Line:
    return {"seat": hand["seats"][0]["seat"], "player": hand["seats"][0]["player"]}


def _moved(event: str, /, **more: Any) -> Callable[[Line], Line]:
    return lambda hand: {"event": event, "at": hand["at"], **_player(hand), "amount": 100, **more}


def _irregular(**more: Any) -> Callable[[Line], Line]:
    return lambda hand: {"event": "irregularity", "at": hand["at"], "hand": hand["hand"], **more}


def _of_seat(kind: str) -> Callable[[Line], Line]:
    return lambda hand: {"event": "seat", "at": hand["at"], "kind": kind, **_player(hand)}


EVENTS: dict[str, Callable[[Line], Line]] = {
    "time fee": _moved("fee", kind="time", covers_from=AT, covers_to=AT),
    "toke": _moved("toke"),
    "toke of a stranger": lambda hand: {**_moved("toke")(hand), "player": f"stranger-{hand['hand']}"},
    **{f"chips {kind}": _moved("chips", kind=kind) for kind in ("buy_in", "add_on", "cash_out", "move")},
    "drop": lambda hand: {"event": "drop", "at": hand["at"], "kind": "rake", "amount": 100, "counted_by": ["x"]},
    "irregularity": lambda hand: {"event": "irregularity", "at": hand["at"], "kind": "exposed_card", "ruling": "play_on"},
    "penalty": lambda hand: {
        "event": "irregularity", "at": hand["at"], "kind": "missed_hand", "ruling": "penalty",
        "seat": hand["seats"][0]["seat"],
    },
    "terms": lambda hand: {"event": "terms", "at": hand["at"]},
    **{
        f"seat {kind}": _of_seat(kind)
        for kind in ("listed", "unlisted", "seated", "moved", "from_broken", "away", "break", "back", "left", "removed")
    },
    "jackpot close": lambda hand: {"event": "jackpot", "at": hand["at"], "kind": "close", "level": 100},
    "jackpot hit": lambda hand: {"event": "jackpot", "at": hand["at"], "kind": "hit", "hit": "bad_beat", "hand": hand["hand"]},
}  # fmt: skip


def _with_events(made: Callable[[Line], Line], *, early: bool = False) -> Change:
    """An event after each hand; early: with the time of the first hand."""

    def change(lines: list[Line]) -> Iterator[Line]:
        first = next((line for line in lines if is_hand(line)), None)
        for line in lines:
            yield line
            if is_hand(line) and first is not None:
                event = made(line)
                yield {**event, "at": first["at"]} if early else event

    return change


def _exchanged(then: Change) -> Change:
    """Two hands with each other's time, and another change."""

    def change(lines: list[Line]) -> Iterable[Line]:
        hands = [line for line in lines if is_hand(line)]
        one, other = hands[len(hands) // 3], hands[len(hands) // 2]
        one["at"], other["at"] = other["at"], one["at"]
        return then(lines)

    return change


def _each(field: str, values: Callable[[list[Any]], Iterable[Any]]) -> Change:
    """Another value of a field in every hand. values: gives them, of those there are."""

    def change(lines: list[Line]) -> list[Line]:
        hands = [line for line in lines if is_hand(line)]
        for hand, value in zip(hands, list(values([each[field] for each in hands])), strict=True):
            hand[field] = value
            if field == "at":
                hand.pop("ended_at", None)
        return lines

    return change


def _pairwise(values: list[Any]) -> list[Any]:
    return [values[at ^ 1] if at ^ 1 < len(values) else values[at] for at in range(len(values))]


def _shuffled(values: list[Any]) -> list[Any]:
    return random.Random(1).sample(values, len(values))


def _without_time(lines: list[Line]) -> list[Line]:
    for line in lines:
        if is_hand(line):
            line.pop("at", None)
            line.pop("ended_at", None)
    return lines


def _one_player(lines: list[Line]) -> list[Line]:
    for line in filter(is_hand, lines):
        for seat in line["seats"]:
            seat["player"] = "p"
    return lines


def _strangers(lines: list[Line]) -> list[Line]:
    for line in filter(is_hand, lines):
        for seat in line["seats"]:
            seat["player"] = f"p-{line['hand']}-{seat['seat']}"
    return lines


def _stacks(lines: list[Line]) -> list[Line]:
    for line in filter(is_hand, lines):
        for seat in line["seats"]:
            seat["stack"] = 100_000 + 100 * (line["hand"] % 7)
    return lines


DISORDERS: dict[str, Change] = {
    "times exchanged": _exchanged(list),
    "times reversed": _each("at", lambda values: values[::-1]),
    "times exchanged in pairs": _each("at", _pairwise),
    "times shuffled": _each("at", _shuffled),
    "times all the same": _each("at", lambda values: [values[0]] * len(values)),
    "no times": _without_time,
    "numbers reversed": _each("hand", lambda values: values[::-1]),
    "numbers exchanged in pairs": _each("hand", _pairwise),
    "numbers shuffled": _each("hand", _shuffled),
    "numbers all the same": _each("hand", lambda values: [1] * len(values)),
    "numbers twice each": _each("hand", lambda values: [each // 2 + 1 for each in values]),
    "numbers with gaps": _each("hand", lambda values: [2 * each for each in values]),
    "one player in every seat": _one_player,
    "other players in each hand": _strangers,
    "stacks that do not follow": _stacks,
}


def _deals(made: Callable[[list[Line], int], list[Line]]) -> Change:
    """The cards of the first hand in every hand with its seats. made: the seats of a hand, by its position."""

    def change(lines: list[Line]) -> list[Line]:
        hands = [line for line in lines if is_hand(line)]
        first = [dict(seat) for seat in hands[0]["seats"]]
        for at, hand in enumerate(hands):
            hand["seats"] = made([dict(seat) for seat in first], at)
        return lines

    return change


def _turned(seats: list[Line], at: int) -> list[Line]:
    """The suits of a deal exchanged, in another order in each of 24 hands."""
    from itertools import permutations

    order = list(permutations("cdhs"))[at % 24]
    table = str.maketrans(dict(zip("cdhs", order, strict=True)))
    for seat in seats:
        for row in ("front", "middle", "back", "dealt"):
            if row in seat:
                seat[row] = seat[row].translate(table)
    return seats


def _rotated(seats: list[Line], at: int) -> list[Line]:
    """The cards of a deal with other seats."""
    cards = ("front", "middle", "back", "dealt")
    held = [{row: seat[row] for row in cards if row in seat} for seat in seats]
    for place, seat in enumerate(seats):
        seat.update(held[(place + at) % len(seats)])
    return seats


DEALS: dict[str, Change] = {
    "one deal in every hand": _deals(lambda seats, at: seats),
    "one deal with its suits exchanged": _deals(_turned),
    "one deal with its seats exchanged": _deals(_rotated),
    "one deal with both exchanged": _deals(lambda seats, at: _turned(_rotated(seats, at), at // 4)),
}


if __name__ == "__main__":
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    sys.exit(main())
