"""The audit of a step of a case, compared with all that the step states of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from difflib import ndiff
from typing import Any

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import Library
from rules.records.problems import Refused
from rules.results import Audit
from tests.rules import build, fees
from tests.rules.case_lines import fields_of, value_of, words_of
from tests.rules.checks.case_scripts import Step
from tests.rules.events import auditing
from tests.rules.renumbered import BORDERS, alike, renumbered
from tests.rules.rulesets import beside_the_library

HEAD = (
    '[ruleset]\nid = "own"\nrevision = 1\ntitle = "Own"\nauthority = "Room"\n'  # of controls that have none
)
# No golden input has a finding of these: their logs are audited again with high numbers of hands.
UNDER_CONTROLS_OF_A_TEST = ("FEE010", "FEE019", "FEE037", "IRR010", "LOG015", "LOG016", "LOG019", "SUR004")


class Differs(AssertionError):
    """An audit that has not what its case states."""


def check_step(code: str, step: Step) -> None:
    """Compare an audit with what a step states of it. Raises Differs."""
    try:
        audit = audit_of(step)
    except Refused as refused:
        raise Differs("\n".join(f"refused: {each}" for each in refused.problems)) from refused
    _alike(code, *_findings(audit, code, [f"{each} {step.every}" for each in step.finds]))
    for other, stated in step.also.items():
        _alike(other, *_findings(audit, other, stated))
    for of, stated in step.untestable.items():
        because = build.coverage(audit, of or code).because
        _alike(f"untestable for {of or code}", stated, [f"{each.hands} {each.reason}" for each in because])
    for of, fields in step.coverage.items():
        _alike(f"coverage of {of or code}", *_fields(fields, build.coverage(audit, of or code)))
    _alike("audit", *_fields(step.audit, audit))
    if step.incidents is not None:
        _alike("incidents", step.incidents, [each.title for each in audit.incidents or ()])
    if code in UNDER_CONTROLS_OF_A_TEST and step.finds:
        for border in BORDERS:
            alike(lambda by: audit_of(step, by), border)


def audit_of(step: Step, by: int = 0) -> Audit:
    """The audit that a step asks for. by: how much higher the numbers of hands of a log are."""
    lines, *beside = step.files
    if lines[0]["event"] != "session":
        readings = dict(each.split("=") for each in words_of(step.terms.get("readings", "")))
        return auditing.audited(
            lines, *beside, readings=readings, numbers=json.loads(step.terms.get("numbers", "null"))
        )
    log = BytesSource(renumbered(build.log(*lines), by))
    return audit_log(log, ruleset=step.terms.get("ruleset"), library=library_of(step), room=room_of(step))


def room_of(step: Step) -> Room | None:
    """The room of the logs, with what a step states of its terms, or nothing more (`on_record`). None: not on record."""
    stated = step.terms["room"]
    if stated == "none":
        return None
    terms = {} if stated == "on_record" else fields_of(words_of(stated), ())
    return Room("WA-0417", (TermsOfRoom("America/Los_Angeles", **terms),))


def library_of(step: Step) -> Library | None:
    """The rulesets: `filed` has fees beside a closed game, `controls` are a room's beside the library. None: the library."""
    if "filed" in step.terms:
        return fees.filed(f"\n{step.terms['filed']}")
    if "controls" in step.terms:
        own = step.terms["controls"]
        return beside_the_library({"own.toml": own if own.startswith("[ruleset]") else HEAD + own})
    return None


def _findings(audit: Audit, code: str, stated: Sequence[str]) -> tuple[list[str], list[str]]:
    """The findings that are stated, and those of the audit, each with the same fields and words of its message."""
    there = build.found(audit, code)
    wanted = [words_of(each) for each in stated]
    shown = [[_shown(word, each) for word in words] for words, each in zip(wanted, there, strict=False)]
    more = [[f"hand={each.hand}", f"seat={each.seat}", each.message] for each in there[len(wanted) :]]
    return [" ".join(each) for each in wanted], [" ".join(each) for each in shown + more]


def _shown(word: str, there: Any) -> str:
    """The word itself where it is so of a finding (or a row of coverage, or an audit); else what is there in its place."""
    if word.startswith('"'):
        return word if json.loads(word) in there.message else json.dumps(there.message, ensure_ascii=False)
    name, _, value = word.partition("=")
    actual, wanted = getattr(there, name), value_of(value)
    if isinstance(wanted, list) and actual is not None:
        actual = list(actual)
    if actual == wanted and type(actual) is type(wanted):
        return word
    return f"{name}={json.dumps(actual, ensure_ascii=False, default=repr)}"


def _fields(text: str, there: Any) -> tuple[list[str], list[str]]:
    """Fields that are stated, and those of what is there."""
    wanted = words_of(text)
    return wanted, [_shown(word, there) for word in wanted]


def _alike(what: str, wanted: Sequence[str], found: Sequence[str]) -> None:
    if list(wanted) != list(found):
        raise Differs(f"{what} (- as stated, + as found)\n" + "\n".join(ndiff(wanted, found)))
