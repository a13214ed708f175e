"""The samples of the gate, by name.

``golden NAME``: an input of the golden results; ``made NAME``: one of `made/`, in the same form, aimed at parameters that no
other sample shows; ``case ID``: a worked case; ``simulated RULESET GAME FAULTS``: a seeded session. Of a file of several logs the
number of the log follows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from auditor.reference.hands import FOLDER as HANDS
from rules.controls.library import APPROVED, library, load
from rules.controls.ruleset import Ruleset
from rules.file_kind import file_kind
from simulation import simulate
from simulation.flips.samples import FlipSample, Kind
from tests.golden.inputs import EVENTS, Input
from tests.golden.inputs import FOLDER as GOLDEN
from tests.golden.inputs import inputs as every_input

CASES = Path(__file__).parents[1] / "cases"
MADE = Path(__file__).parent / "made"
SEED = 7
SIZES = {"chinese": (300, 60), "ofc": (60, 12), "pot": (25, 25)}  # hands without faults, and with
FAULTS = {"chinese": 0.5, "ofc": 0.5, "pot": 0.6}  # of the hands, where there are any


@cache
def samples() -> Mapping[str, FlipSample]:
    """Every sample, those that tell most first."""
    of_inputs = (*_of_inputs("made", inputs(MADE)), *_of_inputs("golden", inputs(GOLDEN)))
    every = (*map(sample, simulated_names()), *of_inputs, *cases().values())
    return {each.name: each for each in every}


@cache
def sample(name: str) -> FlipSample:
    """One sample, without making the others. Raises KeyError."""
    origin, _, rest = name.partition(" ")
    if origin == "simulated":
        return _simulated(*rest.split(" "))
    if origin == "case":
        return cases()[name]
    folder = {"golden": GOLDEN, "made": MADE}[origin]
    given = next(each for each in inputs(folder, rest.split(" ")[0]))
    return next(each for each in _of_input(f"{origin} {given.name}", given) if each.name == name)


def simulated_names() -> Iterator[str]:
    """Of sessions of each ruleset of the library, of pot games one for each game and mix, without faults and with."""
    for ruleset in library().rulesets():
        for game in _games(ruleset):
            for faults in (0.0, FAULTS[ruleset.family]):
                yield " ".join(("simulated", str(ruleset), *([game] if game else []), str(faults)))


def _simulated(name: str, *game_and_faults: str) -> FlipSample:
    ruleset, (*game, faults) = library().get(name), game_and_faults
    log = simulate(
        ruleset,
        hands=SIZES[ruleset.family][float(faults) > 0],
        seed=SEED,
        faults=float(faults),
        game=game[0] if game else "",
        currency=ruleset.get("fees.currency", "EUR" if ruleset.family == "pot" else "USD"),
    ).log()
    return FlipSample(name=" ".join(("simulated", name, *game_and_faults)), kind="log", files=(log,))


def _games(ruleset: Ruleset) -> list[str]:
    pot = ruleset.params.get("pot", {})
    return [*pot.get("games", {}), *pot.get("mixes", {})] or [""]


@cache
def cases() -> Mapping[str, FlipSample]:
    """The worked cases that are logs or events, by name."""
    paths = sorted((*CASES.glob("*.ndjson"), *HANDS.glob("*.ndjson")))
    lines = (line for path in paths for line in path.read_text("utf-8").splitlines())
    found = (_of_case(json.loads(line)) for line in lines)
    return {each.name: each for each in found if each is not None}


def _of_case(case: Mapping[str, Any]) -> FlipSample | None:
    name, log, files = f"case {case['id']}", case.get("log"), case.get("files", {})
    clauses = frozenset(case.get("clauses", ()))
    if isinstance(log, list):
        ruleset = None if log[0].get("ruleset") else case.get("ruleset")
        return FlipSample(name=name, kind="log", files=(_lines(log),), ruleset=ruleset, clauses=clauses)
    kind = next((each for each in EVENTS if each in files), None)
    if kind is None:
        return None
    beside = [each for key, value in files.items() if key != kind for each in _several(value)]
    return FlipSample(
        name=name, kind=_kind(kind), files=(_lines(files[kind]), *map(_lines, beside)), clauses=clauses
    )


def _several(files: list[Any]) -> list[list[Any]]:
    """The files of a case under one key: one, or several."""
    return files if files and isinstance(files[0], list) else [files] if files else []


def _lines(records: Iterable[Any]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def _kind(name: str | None) -> Kind:
    return "tournament" if name == "tournament" else "ledger" if name == "ledger" else "log"


def inputs(folder: Path, name: str = "") -> Iterator[Input]:
    """The inputs of a folder, or one of them."""
    return (each for each in every_input(folder) if not name or each.name == name)


def _of_inputs(origin: str, every: Iterable[Input]) -> Iterator[FlipSample]:
    for given in every:
        if given.original is None:
            yield from _of_input(f"{origin} {given.name}", given)


def _of_input(name: str, given: Input) -> Iterator[FlipSample]:
    asked = given.asked
    how: dict[str, Any] = {
        "ruleset": asked.ruleset,
        "as_if": asked.as_if,
        "room": given.room,
        "authority": asked.authority,
        "own": _own(given),
    }
    if given.event is not None:
        event = given.files[f"{given.event}.ndjson"]
        yield FlipSample(name=name, kind=_kind(given.event), files=(event, *given.logs), **how)
    elif asked.day is not None:
        across: dict[str, Any] = {"numbered": asked.numbered, "totals": asked.totals, "tables": asked.tables}
        across["received"] = asked.received
        yield FlipSample(name=name, kind="day", files=tuple(given.logs), day=asked.day, **across, **how)
    else:
        parts = given.parts or given.logs
        for number, part in enumerate(parts, 1):
            of_part = f"{name} {number}" if len(parts) > 1 else name
            yield FlipSample(name=of_part, kind=_kind(file_kind([part])), files=(part,), **how)


@cache
def rulesets() -> tuple[Ruleset, ...]:
    """Rulesets whose parameters are flipped: those of the library, and the controls beside samples of `made/`, which state what
    no ruleset of the library does.
    """
    return (*library().listed(), *(each for given in inputs(MADE) for each in _own(given)))


def _own(given: Input) -> tuple[Ruleset, ...]:
    """The controls beside an input."""
    if given.controls is None:
        return ()
    standing = APPROVED if given.asked.room is not None and given.asked.room.own else "draft"
    shipped = {str(each) for each in library().revisions()}
    found = load({"controls.toml": given.controls}, library(), standing)
    return tuple(each for each in found.revisions() if str(each) not in shipped)
