"""Reads the text of a case: the lines that are audited, the terms under which, and what is found in them.

Its steps are divided by a line `--`. A line begins with the kind of an event (`hand`, `chips`, ...), or with a word of TERMS or
RESULTS. A line that is indented goes on with the one before. Lines `with name=value ...` make a step of each: `$name` stands for
the value in the lines above them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.rules.case_lines import Line, event_of, joined, words_of

FILES = ("session", "tournament", "ledger")  # the kinds of a file's first line
TERMS = ("filed", "controls", "room", "ruleset", "readings", "numbers")
RESULTS = ("finds", "every", "also", "untestable", "coverage", "incident", "audit")
VALUE = re.compile(r"\$([a-z_]+)")
OF_A_CODE = re.compile(r"([A-Z]{3}\d{3}) ?(.*)")


@dataclass(frozen=True)
class Shared:
    """What cases of a file refer to: rows and controls by name.

    session, room: of a code's logs, where a step does not state another one.
    """

    names: Mapping[str, str]
    controls: Mapping[str, str]
    session: str = ""
    room: str = "none"


@dataclass
class Step:
    """One audit of a case. files: the lines of each, the audited one first. terms: text by word.

    finds: one finding each, as words. also: findings of other codes. The rest is as it is written, None where it is not stated.
    """

    files: list[list[Line]]
    terms: dict[str, str] = field(default_factory=dict)
    finds: list[str] = field(default_factory=list)
    every: str = ""
    also: dict[str, list[str]] = field(default_factory=dict)
    untestable: dict[str, list[str]] = field(default_factory=dict)  # by code; "": of the case's own
    coverage: dict[str, str] = field(default_factory=dict)
    incidents: list[str] | None = None
    audit: str = "complete=true"


def steps_of(text: str, shared: Shared) -> list[Step]:
    """The steps of a case."""
    steps = re.split(r"^--$", text, flags=re.MULTILINE)
    return [_step(lines, shared) for each in steps for lines in _varied(joined(each))]


def _varied(lines: list[str]) -> list[list[str]]:
    """The lines of a step with the values of each line `with` filled in."""
    rows = [words_of(each)[1:] for each in lines if each.startswith("with ")]
    common = [each for each in lines if not each.startswith("with ")]
    values = [dict(word.split("=", 1) for word in row) for row in rows]
    return [[_filled(each, row) for each in common] for row in values] if rows else [common]


def _filled(line: str, row: Mapping[str, str]) -> str:
    return VALUE.sub(lambda found: row[found[1]], line)


def _step(lines: list[str], shared: Shared) -> Step:
    step = Step([], {"room": shared.room})
    events = []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word in TERMS:
            step.terms[word] = _controls(rest, shared) if word in ("filed", "controls") else rest
        elif word in RESULTS:
            _state(step, word, rest)
        else:
            events.append(line)
    if not events or events[0].split()[0] not in FILES:
        events.insert(0, f"session {shared.session}")
    in_log = events[0].startswith("session")
    for each in events:
        if each.split()[0] in FILES:
            step.files.append([])
        step.files[-1] += event_of(each, shared.names, in_log=in_log)
    return step


def _state(step: Step, word: str, rest: str) -> None:
    """Note a result in a step."""
    of = OF_A_CODE.fullmatch(rest)
    code, said = of.groups() if of else ("", rest)
    if word == "finds":
        step.finds += said.split(" | ")
    elif word == "also":
        step.also[code] = [] if said == "nothing" else said.split(" | ")
    elif word == "untestable":
        step.untestable.setdefault(code, []).extend([said] if said != "nothing" else [])
    elif word == "coverage":
        step.coverage[code] = said
    elif word == "incident":
        step.incidents = [*(step.incidents or ()), *([said] if said != "nothing" else [])]
    elif word == "every":
        step.every = said
    else:
        step.audit += f" {said}"


def _controls(rest: str, shared: Shared) -> str:
    """Controls by their name, with words of them replaced: `DROP KEY=money`."""
    name, *changes = words_of(rest)
    text = shared.controls[name]
    for each in changes:
        old, _, new = each.partition("=")
        text = text.replace(old, new)
    return text.replace("CITE", 'cite = "convention"')
